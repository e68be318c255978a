// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_nve_sphere_cd.h"

#include "atom.h"
#include "host/dynamics/step_checks.h"
#include "host/input/citations.h"
#include "host/input/keyword_reader.h"
#include "host/store/restart.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace FixConst;

FixNVESphereCD::FixNVESphereCD(LAMMPS *lmp, int narg, char **arg) :
    FixOfSteps(lmp, narg, arg),
    contact_force_table(
        store.declare("nve/sphere/cd:push", CONTACT_FORCE_COLUMNS, CONTACT_FORCE_COLUMNS)),
    memory_table(
        store.declare("nve/sphere/cd:memory", ContactMemory::NUMBERS, ContactMemory::NUMBERS))
{
  cite(lmp, {Paper::OLSEN_KAMRIN});
  read_keywords(lmp, fmt::format("Fix {}", style), 3, narg, arg, [this](KeywordReader &keyword) {
    return steps.read(keyword);
  });
  StepChecks(lmp, this).attributes();

  time_integrate = 1;
  dynamic_group_allow = 1;
  scalar_flag = 1;
  extscalar = 0;
  global_freq = 1;
  virial_global_flag = virial_peratom_flag = 1;
  thermo_virial = 1;
  comm_forward = comm_reverse = CONTACT_FORCE_COLUMNS;
  store.use(contact_force_table);
  store.use(memory_table);
  store.attach(this, atom);
}

int FixNVESphereCD::setmask()
{
  return INITIAL_INTEGRATE | POST_INTEGRATE | POST_FORCE;
}

void FixNVESphereCD::init()
{
  const int before = steps.numbers_of_memory;
  steps.init();
  if (steps.numbers_of_memory > before)    // contacts of the steps before have no moments
    store.renew(memory_table, steps.columns_of_memory());
  record.init();
}

// Velocities and forces are those of the last step.
void FixNVESphereCD::setup(int vflag)
{
  record.setup();
  steps.setup();
  post_force(vflag);
}

void FixNVESphereCD::initial_integrate(int /*vflag*/)
{
  steps.advance(contact_forces(), contact_memory());
  if (steps.has_memory()) remember();
}

// A process that has no room for the contacts of an atom makes all processes make room.
void FixNVESphereCD::remember()
{
  const int before = steps.slots;
  if (steps.slots_needed() > before) store.widen(memory_table, steps.columns_of_memory());
  steps.remember(contact_memory());
}

// Between the solve and this hook atoms may have gone to other processes.
void FixNVESphereCD::post_force(int vflag)
{
  v_init(vflag);
  steps.rigid_steps().add_to_forces(contact_forces());
  if (evflag) tally_virial();
}

void FixNVESphereCD::tally_virial()
{
  double *push = contact_forces();
  for (int i = 0; i < atom->nlocal; i++, push += CONTACT_FORCE_COLUMNS) v_tally(i, push + 3);
}

void FixNVESphereCD::restart(char *buf)
{
  steps.restart(buf);
  store.widen(memory_table, steps.columns_of_memory());
}

double FixNVESphereCD::memory_usage()
{
  return store.bytes(atom->nmax) + steps.bytes() + record.bytes();
}
