// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_FIX_NVE_ROTATION_H
#define LMP_FIX_NVE_ROTATION_H

#include "host/interfaces/integrators.h"
#include "host/lammps/internals_nve.h"
#include "host/store/per_atom_store.h"
#include "host/store/restarted_forces.h"

namespace LAMMPS_NS {

namespace VARDEM_NS {
  class KeywordReader;
}

/** What all integrators of VARDEM share: a store of per-atom data that the atom style does not
 *  have, restart, and checks. The store has the orientations, where the atom style has none, and
 *  the forces of keyword restart exact. They are tables of their own, because LAMMPS' variables
 *  expect that the rows of array_atom have as many columns as the fix offers.
 *
 *  The constructor of a derived style hands the keywords that it does not know to read_common() and
 *  calls create_store(). Its initial_integrate() calls use_restarted_forces() before the first
 *  kick. */
class FixNVERotation :
    public VARDEM_NS::WithStore<VARDEM_NS::IntegratorNVE>,
    public VARDEM_NS::ExactRestart {
 public:
  FixNVERotation(class LAMMPS *, int, char **);
  int setmask() override;
  void post_constructor() override
  {
    if (store.columns()) VARDEM_NS::read_atoms_of_variant(lmp, this);
  }
  void init() override;
  void setup_pre_exchange() override;
  void setup(int) override
  {
    if (forces.in_use()) forces.to_step(spins());
  }
  /** Takes v and spin to t + h. */
  void final_integrate() override { close_steps(nlocal_integrated(), time_step().half_kick); }

  bool uses_restarted_forces() const override { return forces.waiting(); }
  void forget_restarted_forces() override { forces.forget(); }
  bool keeps_forces() const override { return forces.in_use(); }
  bool at_half_step() const override { return forces.at_half_step(); }

  void copy_arrays(int, int, int) override;
  void set_arrays(int) override;
  int pack_exchange(int, double *) override;
  int unpack_exchange(int, double *) override;
  int pack_restart(int, double *) override;
  void unpack_restart(int, int) override;

 protected:
  const int orientation_table;          // w, x, y, z
  VARDEM_NS::RestartedForces forces;    // used with restart exact

  bool read_common(VARDEM_NS::KeywordReader &);
  void create_store(bool with_orientations);
  bool stores_orientations() const { return store.uses(orientation_table); }
  int nlocal_integrated() const;
  virtual double **spins() const = 0;    // omega or angmom

  /** Half kick of atoms 0 ... n-1 that are in the group. */
  virtual void close_steps(int n, double half_kick) = 0;
  virtual void use_restarted_forces()
  {
    if (forces.waiting()) forces.use(groupbit);
  }

  /** The host reads forces and torques of atoms after the first of these calls, and has changed
   *  them before the second. */
  virtual void forces_to_host() {}
  virtual void forces_changed_on_host() {}

 private:
  void warn_of_dipoles() const;
  void take_forces(int i);
};

}    // namespace LAMMPS_NS
#endif
