// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/lammps/internals_styles.h"

#include "force.h"
#include "input.h"
#include "lammps.h"
#include "modify.h"
#include "update.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

void VARDEM_NS::add_style(LAMMPS *lmp, const std::string &name,
                          Fix *(*creator)(LAMMPS *, int, char **) )
{
  lmp->modify->fix_map->emplace(name, creator);
}

void VARDEM_NS::add_style(LAMMPS *lmp, const std::string &name,
                          Compute *(*creator)(LAMMPS *, int, char **) )
{
  lmp->modify->compute_map->emplace(name, creator);
}

void VARDEM_NS::add_style(LAMMPS *lmp, const std::string &name, Pair *(*creator)(LAMMPS *) )
{
  lmp->force->pair_map->emplace(name, creator);
}

void VARDEM_NS::add_style(LAMMPS *lmp, const std::string &name, Bond *(*creator)(LAMMPS *) )
{
  lmp->force->bond_map->emplace(name, creator);
}

void VARDEM_NS::add_style(LAMMPS *lmp, const std::string &name, Min *(*creator)(LAMMPS *) )
{
  lmp->update->minimize_map->emplace(name, creator);
}

void VARDEM_NS::add_style(LAMMPS *lmp, const std::string &name, Command *(*creator)(LAMMPS *) )
{
  lmp->input->command_map->emplace(name, creator);
}
