/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_FIX_NVE_ROTATION_H
#define LMP_FIX_NVE_ROTATION_H

#include "fix_nve.h"

namespace LAMMPS_NS {

/** What the integrators of VARDEM share: the store of per-atom data that the atom style does not have, restart, checks.
 *
 *  What it keeps of an atom: the attitude (w, x, y, z) where the atom style has none, and, with `restart exact`, force and
 *  torque, velocity and spin. These are two arrays: LAMMPS' variables read array_atom as rows of as many columns as it shows.
 *  Force and torque are kept in restart files and are used from the reading of such a file to the first half kick only. NaN
 *  is the force of an atom for which none was computed. LAMMPS' setup computes the forces anew, with
 *  the on-step velocities, and contact laws with history change it to suit, where the unbroken run has had the mid-step
 *  velocities. So the velocities are set back to mid-step for the time of setup (setup_pre_exchange(), setup()), and the
 *  first half kick takes the forces of the file (use_restarted_forces(), which a derived style calls before its first kick).
 *
 *  The constructor of a derived style hands the keywords that it does not know to parse_common(), sets store_attitude and
 *  calls create_store(). */
class FixNVERotation : public FixNVE {
 public:
  FixNVERotation(class LAMMPS *, int, char **);
  ~FixNVERotation() override;
  int setmask() override;
  void post_constructor() override;
  void init() override;
  void setup_pre_exchange() override;
  void setup(int) override;
  void final_integrate() override;
  void *extract(const char *, int &) override;
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
  bool restarted_forces;    // force and torque have been read and not been used yet
  bool at_midstep;          // velocities of the step are kept, those of mid-step in the arrays

  int parse_common(int iarg, int narg, char **arg);
  void create_store();
  bool init_in_restart_file() const;
  bool forces_are_due(bigint step) const;
  int nlocal_integrated() const;
  virtual double **spins() const = 0;    // omega or angmom
  virtual void close_steps(int n,
                           double half_kick) = 0;    // half kick of atoms 0 ... n-1 of the group
  virtual void use_restarted_forces();

 private:
  bigint restart_step;    // to which the forces that were read belong

  void restart_from_suffixed();
};

}    // namespace LAMMPS_NS
#endif
