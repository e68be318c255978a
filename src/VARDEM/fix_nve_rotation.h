/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_FIX_NVE_ROTATION_H
#define LMP_FIX_NVE_ROTATION_H

#include "fix_nve.h"
#include "host/interfaces.h"

namespace LAMMPS_NS {

/** What all integrators of VARDEM share: a store of per-atom data that the atom style does not have, restart, and checks.
 *
 *  The store has two arrays. `attitude` is w, x, y, z, where the atom style has no attitude. `kept` is force, torque, velocity
 *  and spin, with `restart exact`. The arrays are separate because LAMMPS' variables expect that the rows of array_atom have
 *  as many columns as the fix offers.
 *
 *  Restart exact: restart files hold force and torque, and the first half kick after a restart uses them. A force that is
 *  NaN means that the atom has none. The reason is that LAMMPS' setup computes the forces anew from the velocities at the time
 *  step, and contact laws with history change it to suit. The unbroken run has used the half-step velocities. So
 *  setup_pre_exchange() sets the velocities back to the half step, setup() restores those of the step, and the first half kick
 *  takes the forces of the file (use_restarted_forces(), which a derived style calls before its first kick).
 *
 *  The constructor of a derived style hands the keywords that it does not know to parse_common(), sets store_attitude and
 *  calls create_store(). */
class FixNVERotation : public FixNVE, public VARDEM_NS::ExactRestart {
 public:
  FixNVERotation(class LAMMPS *, int, char **);
  ~FixNVERotation() override;
  int setmask() override;
  void post_constructor() override;
  void init() override;
  void setup_pre_exchange() override;
  void setup(int) override;
  void final_integrate() override;

  bool uses_restarted_forces() const override { return restarted_forces; }
  void forget_restarted_forces() override { restarted_forces = false; }
  bool at_half_step() const override { return at_midstep; }
  double memory_usage() override;

  void grow_arrays(int) override;
  void copy_arrays(int, int, int) override;
  void set_arrays(int) override;
  int pack_exchange(int, double *) override;
  int unpack_exchange(int, double *) override;
  int pack_restart(int, double *) override;
  void unpack_restart(int, int) override;
  int size_restart(int) override;
  int maxsize_restart() override;

 protected:
  static constexpr int NATTITUDE = 4;
  static constexpr int NFORCE = 6;    // force, torque
  static constexpr int NKEPT = 12;

  double **attitude;    // nmax x NATTITUDE, with store_attitude
  double **kept;        // nmax x NKEPT, with restart_exact: force, torque, velocity, spin
  int nstore;           // columns of both
  bool store_attitude;
  bool restart_exact;
  bool restarted_forces;    // force and torque have been read, and have not been used yet
  bool at_midstep;          // atom arrays have the half-step velocities, `kept` those of the step

  int parse_common(int iarg, int narg, char **arg);
  void create_store();
  bool init_in_restart_file() const;
  bool forces_are_due(bigint step) const;
  int nlocal_integrated() const;
  virtual double **spins() const = 0;    // omega or angmom

  /** Half kick of atoms 0 ... n-1 that are in the group. */
  virtual void close_steps(int n, double half_kick) = 0;
  virtual void use_restarted_forces();

 private:
  bigint restart_step;    // time step of the forces that were read

  void restart_from_suffixed();
};

}    // namespace LAMMPS_NS
#endif
