// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_INTERNALS_RIGID_H
#define VARDEM_HOST_INTERNALS_RIGID_H

#include "fix_rigid_small.h"
#include "host/lammps/clumps.h"
#include "kernels/leapfrog.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** A part of the access to what LAMMPS does not publish (host/lammps/internals.h), which needs
 *  package RIGID: what a fix that derives from FixRigidSmall can use of it. Relies on:
 *  src/RIGID/fix_rigid_small.h and src/RIGID/fix_rigid_small.cpp. */
class RigidSmall : public FixRigidSmall {
 public:
  RigidSmall(LAMMPS *lmp, int narg, char **arg) : FixRigidSmall(lmp, narg, arg) {}

  /** FixRigidSmall adds forces of keyword langevin in setup() before it has set them. Here they are
   *  0 then. */
  void setup(int) override;
  /** A minimization moves particles, and bodies stay as they are. FixRigidSmall does not look for
   *  the bodies of its ghosts then, but counts degrees of freedom with them. */
  int setmask() override;
  void min_pre_neighbor() override;
  /** Sets the orientations of inserted members as they were inserted. FixRigidSmall does not do
   *  it. */
  void set_molecule(int, tagint, int, double *, double *, double *) override;

  /** These have the communication of sum_members() beside those of FixRigidSmall. */
  int pack_reverse_comm(int, int, double *) override;
  void unpack_reverse_comm(int, int *, double *) override;

 protected:
  /** Called when the forces and torques on bodies have been summed over members, in setup and in
   *  each step: the place to change them. */
  virtual void forces_are_summed() = 0;

  Clumps clumps() const { return Clumps(small_body_table(this)); }
  MemberTable member_table() const { return small_member_table(this); }

  // Settings

  /** Molecules of keyword mol. */
  std::vector<const Molecule *> templates() const;
  /** File of keyword infile if the fix will read it at the next set-up, or null. */
  const char *file_to_read() const { return setupflag ? nullptr : inpfile; }
  /** Bodies will be made of their members at the next set-up. */
  bool makes_bodies() const { return (reinitflag || !setupflag) && !inpfile; }
  /** Keyword custom instead of molecule. */
  bool is_custom() const { return customflag; }
  /** Acceleration of keyword gravity, or null. */
  const double *gravity_of_bodies() const { return id_gravity ? gvec : nullptr; }
  /** Forces are summed in post_force(), before fixes that are defined later: fix_modify bodyforces
   *  early. */
  bool sums_forces_early() const { return earlyflag; }
  VARDEM::Step step() const { return {dtv, dtf}; }
  /** Numbers that travel with the owner of a body. */
  int numbers_of_body() const { return bodysize; }

  // Actions

  /** For 2d: takes the components that lead out of the plane from forces, torques, velocities and
   *  L. */
  void keep_in_plane() { enforce2d(); }
  /** Sends place, orientation and velocity of bodies to all processes with members, and moves the
   *  members. */
  void place_members(int vflag);
  /** The same for velocities only. */
  void set_member_velocities();
  /** Sums the forces and torques on members over their bodies. All processes must call it. */
  void sum_member_forces() { compute_forces_and_torques(); }
  /** Sums numbers of owned atoms over the members of each owned body. All processes must call
   *  it. */
  std::vector<double> sum_members(const std::vector<double> &of_atoms);

 private:
  bool forces_summed = false;    // by FixRigidSmall::setup()
  std::vector<double> sums;      // per owned and ghost body; empty unless sum_members() runs

  void compute_forces_and_torques() override;
  void require_orientations() const;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
