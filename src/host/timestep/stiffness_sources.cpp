// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/timestep/stiffness_sources.h"

#include "atom.h"
#include "bond.h"
#include "comm.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "host/atoms/grain_radii.h"
#include "host/lammps/bond_styles.h"
#include "modify.h"
#include "neighbor.h"
#include "utils.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Vec3;

// Styles of particles without a surface act up to their cutoff.
double StiffPair::touch(const Contact &contact) const
{
  return pair->finitecutflag ? contact.Ri + contact.Rj
                             : std::sqrt(pair->cutsq[contact.itype][contact.jtype]);
}

double StiffPair::reach(const Contact &contact) const
{
  if (!soft) return 0.0;
  return soft->law_kind().reach(soft->law_of_types(contact.itype, contact.jtype),
                                VARDEM::effective_radius(contact.Ri, contact.Rj), true);
}

void StiffWall::prepare()
{
  if (!soft) {
    place_granular_wall(fix);
    return;
  }
  soft->place_wall();
  motion = soft->wall_motion();
  touches.resize(soft->most_surfaces());
}

const std::vector<Contact> &StiffWall::contacts_of(LAMMPS *lmp, int i, double mass, double reach)
{
  found.clear();
  if (soft)
    find_soft_surfaces(lmp, i, reach);
  else
    find_granular_surfaces(lmp, fix, i, reach, found);
  for (Contact &contact : found) contact.mass = mass;
  return found;
}

void StiffWall::find_soft_surfaces(LAMMPS *lmp, int i, double reach)
{
  const Atom *atom = lmp->atom;
  if (!(atom->mask[i] & soft->group_of_wall())) return;
  const Vec3 x = *VARDEM::vectors_at(atom->x[i]);
  const double R = atom->radius[i];
  const int n = soft->near(x, R + reach + soft->reach_of_wall(), touches.data());
  for (int k = 0; k < n; k++) {
    const VARDEM::WallTouch &touch = touches[k];
    const Vec3 p = x + touch.distance * touch.n;
    const Vec3 v = *VARDEM::vectors_at(atom->v[i]) - motion.v_half(p);
    found.push_back({i, -1, atom->type[i], 0, touch.n, touch.distance, R, 0.0, dot(v, touch.n), 0.0,
                     1.0, lmp->force->ftm2v,
                     soft->wall_law_kind().reach(soft->law_of_type(atom->type[i]),
                                                 effective_radius(touch, R), true)});
  }
}

WallContacts::Mobility StiffWall::mobility(LAMMPS *lmp, int nth) const
{
  const Contact &contact = found[nth];
  const Vec3 x = *VARDEM::vectors_at(lmp->atom->x[contact.i]);
  return soft->mobility(x + contact.distance * contact.n, contact.n);
}

ContactSprings StiffWall::springs(int nth) const
{
  return soft ? springs_of_wall(soft, touches[nth], found[nth])
              : springs_of_granular_wall(fix, found[nth]);
}

void StiffnessSources::init(const std::string &style_name)
{
  init_pairs(style_name);
  init_walls(style_name);
  init_bonds(style_name);
  found = styles_now();
}

// Addresses of what counts, with fixes that hold bodies together.
std::vector<const void *> StiffnessSources::styles_now() const
{
  std::vector<const void *> styles;
  for (const auto &sub : pair_styles(lmp)) styles.push_back(sub.pair);
  for (const auto &sub : bond_styles(force)) styles.push_back(sub.bond);
  for (const Fix *fix : modify->get_fix_list())
    if (fix->rigid_flag || dynamic_cast<const WallContacts *>(fix) || is_granular_wall(fix))
      styles.push_back(fix);
  return styles;
}

void StiffnessSources::init_pairs(const std::string &style_name)
{
  pairs.clear();
  for (const auto &sub : pair_styles(lmp)) {
    pairs.push_back({sub.pair, springs_of_style(lmp, sub), dynamic_cast<SoftContacts *>(sub.pair)});
    if (!pairs.back().springs)
      error->all(
          FLERR, Error::NOLASTLINE,
          "{} cannot find the stiffness of pair style {}: the style has no single() function, "
          "or its force depends on the path. Set the time step yourself with this style",
          style_name, sub.name);
    if (!pairs.back().on_device()) continue;

    if (pairs.size() > 1 || sub.name != force->pair_style)
      error->all(FLERR, Error::NOLASTLINE,
                 "{} does not support pair style {} within pair style hybrid: use the sub-styles "
                 "without /kk",
                 style_name, sub.name);
    neighbor->add_request(compute,
                          NeighConst::REQ_OCCASIONAL |
                              (sub.pair->finitecutflag ? touch_list_flag(modify) : 0));
  }
}

void StiffnessSources::init_walls(const std::string &style_name)
{
  walls.clear();
  for (auto *fix : modify->get_fix_list()) {
    if (auto *wall = dynamic_cast<WallContacts *>(fix)) {
      if (!wall->is_rigid()) walls.emplace_back(fix);    // a rigid wall limits no step
    } else if (is_granular_wall(fix))
      walls.emplace_back(fix);
    else if (utils::strmatch(fix->style, "^wall/") && !utils::strmatch(fix->style, "^wall/reflect"))
      name_missing(style_name, fmt::format("fix {} {}", fix->id, fix->style));
    else if (utils::strmatch(fix->style, "^indent") || utils::strmatch(fix->style, "^spring") ||
             utils::strmatch(fix->style, "^surface/"))
      name_missing(style_name, fmt::format("fix {} {}", fix->id, fix->style));
  }
  std::stable_partition(walls.begin(), walls.end(), [](const StiffWall &wall) {
    return !wall.is_soft();
  });
}

void StiffnessSources::init_bonds(const std::string &style_name)
{
  stiff_bonds.clear();
  bonds.clear();
  for (const auto &sub : bond_styles(force)) {
    if (auto *stiff = dynamic_cast<SoftBonds *>(sub.bond))
      stiff_bonds.push_back(stiff);
    else if (utils::strmatch(sub.name, "^bpm/") || utils::strmatch(sub.name, "/kk"))
      name_missing(style_name, "bond style " + sub.name);
    else
      bonds.push_back(sub.bond);
  }
}

// This acts on particles and the result does not count it.
void StiffnessSources::name_missing(const std::string &style_name, const std::string &what)
{
  if (std::find(named.begin(), named.end(), what) != named.end()) return;
  named.push_back(what);
  if (comm->me == 0)
    error->warning(FLERR,
                   "{} does not count the stiffness of {}: where it is stiffer than the contacts, "
                   "the true stable time step is smaller",
                   style_name, what);
}
