// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(rigid/small/variational,FixRigidSmallVariational);
// clang-format on
#else

#ifndef LMP_FIX_RIGID_SMALL_VARIATIONAL_H
#define LMP_FIX_RIGID_SMALL_VARIATIONAL_H

#include "host/atoms/variational_rotation.h"
#include "host/clumps/clump_checks.h"
#include "host/clumps/clump_damping.h"
#include "host/clumps/flowing_bodies.h"

namespace LAMMPS_NS {

/** fix rigid/small with the rotation of a variational scheme. It also has two features for clumps
 *  that other fixes have for single particles: the damping of fix damping/cundall/onstep, and the
 *  flow of fix deform/gradv. */
class FixRigidSmallVariational : public VARDEM_NS::FlowingBodies {
 public:
  FixRigidSmallVariational(class LAMMPS *, int, char **);
  void init() override;
  void setup_pre_neighbor() override;
  void pre_neighbor() override;
  void setup(int) override;
  void initial_integrate(int) override;
  void final_integrate() override;

 protected:
  void forces_are_summed() override;

 private:
  bool warned_of_held = false;
  void warn_of_held_members();
  VARDEM_NS::VariationalScheme variational;
  VARDEM_NS::ClumpDamping damping;

  FixRigidSmallVariational(class LAMMPS *, int, char **, std::vector<char *> &&);
  VARDEM_NS::ClumpChecks checks() const { return {lmp, style, is_custom(), variational}; }
  void check_convergence();
};

}    // namespace LAMMPS_NS
#endif
#endif
