/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifdef FIX_CLASS
// clang-format off
FixStyle(rigid/small/variational,FixRigidSmallVariational);
// clang-format on
#else

#ifndef LMP_FIX_RIGID_SMALL_VARIATIONAL_H
#define LMP_FIX_RIGID_SMALL_VARIATIONAL_H

#include "fix_rigid_small.h"
#include "host/cell_streaming.h"
#include "host/variational_rotation.h"
#include "kernels/flow.h"

#include <vector>

namespace LAMMPS_NS {

/** fix rigid/small with the rotation of a variational scheme. It also has two features for clumps that other fixes have for
 *  single particles: the damping of fix damping/cundall/onstep, and the flow of fix deform/gradv. */
class FixRigidSmallVariational : public FixRigidSmall, public VARDEM_NS::FlowingClumps {
 public:
  FixRigidSmallVariational(class LAMMPS *, int, char **);
  void init() override;
  void setup_pre_neighbor() override;
  void pre_neighbor() override;
  void setup(int) override;
  void initial_integrate(int) override;
  void final_integrate() override;
  void set_molecule(int, tagint, int, double *, double *, double *) override;
  const tagint *members() const override;
  VARDEM::Upper kinetic_stress(const VARDEM::Upper &, const VARDEM::Vec3 &) const override;
  VARDEM::Upper member_virial() const override;
  int pack_reverse_comm(int, int, double *) override;
  void unpack_reverse_comm(int, int *, double *) override;

 protected:
  void compute_forces_and_torques() override;

 private:
  /** The command without the keywords scheme and newton, which FixRigidSmall does not know. */
  struct Command {
    VARDEM_NS::VariationalScheme variational;
    std::vector<char *> arg;

    Command(class LAMMPS *, int, char **);
  };

  VARDEM_NS::VariationalScheme variational;
  std::vector<double>
      sums;    // per owned and ghost body: sum over atoms; empty unless sum_members() runs

  // Damping of the bodies
  std::vector<VARDEM_NS::BodyDamping *> dampings;
  std::vector<const Fix *> gravities;    // all fixes gravity that act on members
  std::vector<std::vector<double>>
      gravity_masses;    // for each of these fixes and each owned body: the mass on which it acts
  bool gravity_masses_due;

  // Bodies in a cell that flows
  VARDEM_NS::CellStreaming *flow;    // null if no fix makes the cell flow
  bool streaming_due;                // the forces of setup do not contain the part of the flow yet
  VARDEM::Upper image_rate;          // times image flags: velocity of a periodic image
  VARDEM::Upper cell;                // edges at the start of the step, to detect a flip

  FixRigidSmallVariational(class LAMMPS *, Command &&);
  std::string name_of_body(int) const;
  void check_file() const;
  void check_members();
  template <class Value> void sum_members(const Value &);
  void damp(VARDEM_NS::BodyDamping &);
  void stream();
  void kick();
  void shift_members(const VARDEM::Upper &rate, double h);
  void unwrap_members(const VARDEM::Upper &rate);
  VARDEM_NS::CellStreaming *find_flow() const;
  void set_members();
  void remap_bodies();
  std::vector<VARDEM::Vec3> gravity_of_bodies();
  void weigh_members();
  void check_convergence();
};

}    // namespace LAMMPS_NS
#endif
#endif
