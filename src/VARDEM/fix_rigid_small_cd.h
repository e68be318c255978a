// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(rigid/small/cd,FixRigidSmallCD);
// clang-format on
#else

#ifndef LMP_FIX_RIGID_SMALL_CD_H
#define LMP_FIX_RIGID_SMALL_CD_H

#include "host/atoms/variational_rotation.h"
#include "host/clumps/clump_checks.h"
#include "host/clumps/clump_steps.h"
#include "host/clumps/flowing_bodies.h"
#include "host/dynamics/contact_steps.h"
#include "host/interfaces/integrators.h"
#include "host/store/per_atom_store.h"

namespace LAMMPS_NS {

/** Moves rigid bodies of several spheres by contact dynamics, as fix nve/sphere/cd moves spheres. A
 *  step is made in initial_integrate() with the forces of the last step; those that the fix itself
 *  has added to atom->f and atom->torque do not count. */
class FixRigidSmallCD :
    public VARDEM_NS::FixOfSteps<VARDEM_NS::WithStore<VARDEM_NS::FlowingBodies>>,
    public VARDEM_NS::SingleSpheres,
    public VARDEM_NS::MovedClumps {
 public:
  FixRigidSmallCD(class LAMMPS *, int, char **);
  ~FixRigidSmallCD() override;
  int setmask() override;
  void init() override;
  void pre_neighbor() override;
  void setup_pre_neighbor() override;
  void initial_integrate(int) override;
  int modify_param(int, char **) override;

  int sphere_bits() const override { return bits_of_spheres; }
  void sum_forces(const double *) override;
  void place_clumps() override;
  VARDEM::Vec3 pull_of_bodies() const override;
  VARDEM::FlowMoments flow_moments(const VARDEM::Vec3 &) const override;

  int pack_forward_comm(int, int *, double *, int, int *) override;
  void unpack_forward_comm(int, int, double *) override;
  int pack_reverse_comm(int, int, double *) override;
  void unpack_reverse_comm(int, int *, double *) override;

 protected:
  void forces_are_summed() override {}

 private:
  int bits_of_spheres = 0;          // of keyword spheres
  const VARDEM_NS::VariationalScheme rotation;    // for checks()

  FixRigidSmallCD(class LAMMPS *, int, char **, std::vector<char *> &&);
  void read(int, char **);
  void require_free_members() const;
  void require_pairs_of_spheres() const;
  bool is_single(int i) const;
  VARDEM_NS::ClumpChecks checks() const { return {lmp, style, is_custom(), rotation}; }
  VARDEM_NS::Ghosts *ghosts_of_atoms();
  void memory_is_wider() override;
};

}    // namespace LAMMPS_NS
#endif
#endif
