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
 *  The store has one row per atom: the attitude (w, x, y, z) in columns 0-3 where the atom style has none, then, with
 *  `restart exact`, force and torque in 6 columns. The latter are used between the reading of a restart file and the
 *  first half kick only: LAMMPS' setup computes the forces anew with the on-step velocities, where the unbroken run has
 *  computed them with the mid-step ones. The constructor of a derived style hands the keywords that it does
 *  not know to parse_common(), sets store_attitude and calls create_store(). use_restarted_forces() goes before the first
 *  kick of a step. */
class FixNVERotation : public FixNVE {
 public:
  FixNVERotation(class LAMMPS *, int, char **);
  ~FixNVERotation() override;
  void post_constructor() override;
  void init() override;
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
  static constexpr int NFORCE = 6;

  double **store;          // nmax x nstore
  int nstore;              // columns; 0 = no store
  bool store_attitude;     // columns 0-3 are the attitude
  bool restart_exact;      // the last 6 columns are force and torque
  bool restarted_forces;   // they have been read and not been used yet

  int parse_common(int iarg, int narg, char **arg);
  void create_store();
  virtual void use_restarted_forces();

 private:
  int first_force() const { return store_attitude ? NATTITUDE : 0; }
  void restart_from_suffixed();
};

}    // namespace LAMMPS_NS
#endif
