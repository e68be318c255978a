// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_nve_sphere_cd.h"

#include "atom.h"
#include "host/dynamics/step_checks.h"
#include "host/input/citations.h"
#include "host/input/keyword_reader.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace FixConst;

FixNVESphereCD::FixNVESphereCD(LAMMPS *lmp, int narg, char **arg) :
    FixOfSteps(lmp, narg, arg, "nve/sphere/cd")
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
  store.use(id_table);
  store.attach(this, atom);
}

int FixNVESphereCD::setmask()
{
  return INITIAL_INTEGRATE | POST_INTEGRATE | POST_FORCE;
}
