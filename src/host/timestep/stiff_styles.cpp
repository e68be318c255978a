/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/timestep/stiff_styles.h"

#include "bond.h"
#include "comm.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "host/lammps/bond_styles.h"
#include "modify.h"
#include "neighbor.h"
#include "pair.h"
#include "utils.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

/* ---------------------------------------------------------------------- */

StiffStyles::Interaction::Interaction(const SubStyle &style, std::unique_ptr<ContactLaw> law) :
    law(std::move(law)), pair(style.pair), device(style.pair->kokkosable != 0)
{
}

/* ---------------------------------------------------------------------- */

NeighList *StiffStyles::Interaction::list(NeighList *own) const
{
  return device ? own : pair->list;
}

/* ---------------------------------------------------------------------- */

void StiffStyles::init(const std::string &who)
{
  init_pairs(who);
  init_walls(who);
  init_bonds(who);
}

/* ---------------------------------------------------------------------- */

void StiffStyles::init_pairs(const std::string &who)
{
  interactions.clear();
  for (const auto &sub : pair_styles(lmp)) {
    auto law = pair_law(lmp, sub);
    if (!law)
      error->all(
          FLERR, Error::NOLASTLINE,
          "{} cannot find the stiffness of pair style {}: the style has no single() function, "
          "or its force depends on the path. Set the time step yourself with this style",
          who, sub.name);
    interactions.emplace_back(sub, std::move(law));
    if (!interactions.back().on_device()) continue;

    if (interactions.size() > 1 || sub.name != force->pair_style)
      error->all(FLERR, Error::NOLASTLINE,
                 "{} does not support pair style {} within pair style hybrid: use the sub-styles "
                 "without /kk",
                 who, sub.name);
    neighbor->add_request(
        compute, NeighConst::REQ_OCCASIONAL | (sub.pair->finitecutflag ? NeighConst::REQ_SIZE : 0));
  }
}

/* ---------------------------------------------------------------------- */

void StiffStyles::init_walls(const std::string &who)
{
  walls.clear();
  soft_walls.clear();
  for (auto *fix : modify->get_fix_list()) {
    if (auto *wall = dynamic_cast<WallContacts *>(fix)) {
      if (!wall->is_rigid()) soft_walls.emplace_back(wall);    // a rigid wall limits no step
    } else if (GranularWall::knows(fix))
      walls.emplace_back(fix);
    else if (utils::strmatch(fix->style, "^wall/") && !utils::strmatch(fix->style, "^wall/reflect"))
      name_missing(who, fmt::format("fix {} {}", fix->id, fix->style));
    else if (utils::strmatch(fix->style, "^indent") || utils::strmatch(fix->style, "^spring") ||
             utils::strmatch(fix->style, "^surface/"))
      name_missing(who, fmt::format("fix {} {}", fix->id, fix->style));
  }
}

/* ---------------------------------------------------------------------- */

void StiffStyles::init_bonds(const std::string &who)
{
  stiff_bonds.clear();
  bonds.clear();
  for (const auto &sub : bond_styles(force)) {
    if (auto *stiff = dynamic_cast<StiffBonds *>(sub.bond))
      stiff_bonds.push_back(stiff);
    else if (utils::strmatch(sub.name, "^bpm/") || utils::strmatch(sub.name, "/kk"))
      name_missing(who, "bond style " + sub.name);
    else
      bonds.push_back(sub.bond);
  }
}

/* ----------------------------------------------------------------------
   This acts on particles and the result does not count it.
------------------------------------------------------------------------- */

void StiffStyles::name_missing(const std::string &who, const std::string &what)
{
  if (std::find(named.begin(), named.end(), what) != named.end()) return;
  named.push_back(what);
  if (comm->me == 0)
    error->warning(FLERR,
                   "{} does not count the stiffness of {}: where it is stiffer than the contacts, "
                   "the true stable time step is smaller",
                   who, what);
}
