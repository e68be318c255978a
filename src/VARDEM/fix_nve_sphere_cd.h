// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(nve/sphere/cd,FixNVESphereCD);
// clang-format on
#else

#ifndef LMP_FIX_NVE_SPHERE_CD_H
#define LMP_FIX_NVE_SPHERE_CD_H

#include "host/dynamics/contact_steps.h"
#include "host/network/ghosts.h"
#include "host/store/per_atom_store.h"

namespace LAMMPS_NS {

/** Moves rigid spheres by contact dynamics without friction: step 1 of Olsen & Kamrin,
 *  arXiv:1805.07437. A step finds contact forces and the velocities at its end in
 *  initial_integrate(), where atom->f has the forces of the last step; those that the fix itself
 *  has added there do not count. post_force() adds the contact forces of the step to atom->f, for
 *  output. */
class FixNVESphereCD :
    public VARDEM_NS::FixOfSteps<VARDEM_NS::FixWithGhosts<VARDEM_NS::FixWithStore>> {
 public:
  FixNVESphereCD(class LAMMPS *, int, char **);
  int setmask() override;
  void init() override;
  void setup(int) override;
  void initial_integrate(int) override;
  void post_force(int) override;
  double compute_scalar() override { return steps.work_of_fixed(); }
  double memory_usage() override;
  void restart(char *) override;

 protected:
  const int contact_force_table;    // contact forces in atom->f and atom->torque, and their virial
  const int memory_table;           // forces of contacts that go on

  VARDEM_NS::Ghosts &ghosts_of_atoms() override { return steps.rigid_steps().ghosts(); }
  virtual double *contact_forces() { return store.numbers(contact_force_table); }
  virtual double *memory_rows() { return store.numbers(memory_table); }
  virtual void remember();
  VARDEM_NS::ContactMemory contact_memory()
  {
    return {memory_rows(), steps.slots, steps.numbers_of_memory};
  }
  virtual void tally_virial();
};

}    // namespace LAMMPS_NS
#endif
#endif
