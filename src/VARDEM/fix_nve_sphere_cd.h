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
#include "host/dynamics/step_record.h"
#include "host/interfaces/contact_forces.h"
#include "host/interfaces/energy_source.h"
#include "host/network/ghosts.h"
#include "host/store/per_atom_store.h"

#include <vector>

namespace LAMMPS_NS {

/** Moves rigid spheres by contact dynamics without friction: step 1 of Olsen & Kamrin,
 *  arXiv:1805.07437. A step finds contact forces and the velocities at its end in
 *  initial_integrate(), where atom->f has the forces of the last step; those that the fix itself
 *  has added there do not count. post_force() adds the contact forces of the step to atom->f, for
 *  output. */
class FixNVESphereCD :
    public VARDEM_NS::FixWithGhosts<VARDEM_NS::FixWithStore>,
    public VARDEM_NS::EnergySource,
    public VARDEM_NS::DynamicContacts,
    public VARDEM_NS::ContactForces {
 public:
  FixNVESphereCD(class LAMMPS *, int, char **);
  int setmask() override;
  void init() override;
  void init_list(int, class NeighList *ptr) override { steps.take_list(ptr); }
  void setup(int) override;
  void initial_integrate(int) override;
  void post_integrate() override;
  void post_force(int) override;
  void post_run() override
  {
    record.post_run();
    steps.post_run();
  }
  double compute_scalar() override { return steps.work_of_fixed(); }
  double compute_vector(int n) override { return steps.outputs[n]; }
  double memory_usage() override;

  std::vector<VARDEM_NS::EnergyPart> energy_parts() const override
  {
    return VARDEM_NS::ContactSteps::energy_parts();
  }
  double energy(VARDEM_NS::EnergyPart part) override { return steps.energy(part); }
  VARDEM_NS::RigidSteps &rigid_steps() override { return steps.rigid_steps(); }
  bool has_friction() const override { return steps.has_friction(); }
  double reach_of_contacts() const override { return steps.contact_rules().closed.length; }

  void record_forces_for(Compute *reader) override { record.record_forces_for(reader); }
  bigint last_step() const override { return record.last_step(); }
  void list_contacts(int bits, VARDEM_NS::ContactTable &to) override
  {
    record.list_contacts(bits, to);
  }

  void copy_arrays(int, int, int) override;
  void set_arrays(int) override;
  void write_restart(FILE *fp) override { steps.write_restart(fp); }
  void restart(char *) override;

 protected:
  VARDEM_NS::ContactSteps steps;
  const int contact_force_table;    // contact forces in atom->f and atom->torque, and their virial
  const int memory_table;           // with friction: forces of contacts in the last step

  VARDEM_NS::Ghosts &ghosts_of_atoms() override { return steps.rigid_steps().ghosts(); }
  virtual double *contact_forces() { return store.numbers(contact_force_table); }
  virtual double *memory_rows() { return store.numbers(memory_table); }
  virtual void remember();
  VARDEM_NS::ContactMemory contact_memory()
  {
    return {memory_rows(), steps.slots, steps.numbers_of_memory};
  }
  virtual void tally_virial();

 private:
  VARDEM_NS::StepRecord record;

  void forget();
};

}    // namespace LAMMPS_NS
#endif
#endif
