/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/movers.h"

#include "atom.h"
#include "domain.h"
#include "fix.h"
#include "force.h"
#include "host/interfaces.h"
#include "kernels/inertia.h"
#include "modify.h"
#include "utils.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace VARDEM;

/* ---------------------------------------------------------------------- */

void Movers::init()
{
  inertia = INERTIA_BALL;
  for (const auto *integrator : fixes_with<SphereInertia>(modify))
    inertia = std::min(inertia, integrator->inertia_factor());

  frozenbit = 0;
  for (const auto &freeze : modify->get_fix_by_style("^freeze")) frozenbit |= freeze->groupbit;

  rigid.clear();
  ncommon = 0;
  for (auto *fix : modify->get_fix_list()) {
    if (!fix->rigid_flag || !utils::strmatch(fix->style, "^rigid")) continue;
    rigid.emplace_back(fix, ncommon);
    ncommon += rigid.back().common_bodies();
  }
}

/* ---------------------------------------------------------------------- */

void Movers::find_members(AtomExchange &exchange)
{
  members.clear();
  if (rigid.empty()) return;
  members.resize(atom->nlocal + atom->nghost);
  for (const auto &bodies : rigid) bodies.find_members(lmp, members);
  exchange.forward({WIDTH,
                    [this](int i, double *buf) {
                      const Member &m = members[i];
                      for (const double value : {m.body, m.mass, m.r.x, m.r.y, m.r.z})
                        *buf++ = value;
                    },
                    [this](int i, const double *buf) {
                      members[i] = {buf[0], buf[1], {buf[2], buf[3], buf[4]}};
                    }});
}

/* ---------------------------------------------------------------------- */

bool Movers::moves(int i) const
{
  return (atom->mask[i] & groupbit) && !(atom->mask[i] & frozenbit);
}

/* ----------------------------------------------------------------------
   The images of a particle are at least as far from each other as the box is wide.
------------------------------------------------------------------------- */

bool Movers::in_same_body(int i, int j) const
{
  if (!is_member(i) || members[i].body != members[j].body) return false;
  const Vec3 *x = vectors_at(atom->x[0]);
  const Vec3 d = x[j] - x[i], expected = members[j].r - members[i].r;
  return norm(d - expected) < 0.5 * std::min({domain->xprd, domain->yprd, domain->zprd});
}

/* ---------------------------------------------------------------------- */

double Movers::mass(int i) const
{
  if (is_member(i)) return members[i].mass;
  return atom->rmass ? atom->rmass[i] : atom->mass[atom->type[i]];
}

/* ---------------------------------------------------------------------- */

double Movers::effective_mass(int i, int j) const
{
  if (atom->mask[i] & frozenbit) return mass(j);
  if (atom->mask[j] & frozenbit) return mass(i);
  return mass(i) * mass(j) / (mass(i) + mass(j));
}

/* ---------------------------------------------------------------------- */

InverseInertia Movers::inverse_inertia(int i) const
{
  if (!moves(i)) return {};
  const double mass = atom->rmass ? atom->rmass[i] : atom->mass[atom->type[i]];
  const double R = atom->radius ? atom->radius[i] : 0.0;
  const double inverse = mass > 0.0 ? force->ftm2v / mass : 0.0;
  const double moment = R > 0.0 ? inverse / (inertia * R * R) : 0.0;
  if (domain->dimension == 2) return {{inverse, inverse, 0.0}, {0.0, 0.0, moment}};
  return {{inverse, inverse, inverse}, {moment, moment, moment}};
}

/* ---------------------------------------------------------------------- */

std::vector<RigidBody> Movers::bodies() const
{
  std::vector<RigidBody> all;
  for (const bool common : {true, false})
    for (const auto &fix : rigid)
      if ((fix.common_bodies() > 0) == common) fix.add_bodies(lmp, all);
  return all;
}

/* ---------------------------------------------------------------------- */

int Movers::place(double body) const
{
  if (body < 0.0) return atom->nlocal + atom->nghost + static_cast<int>(-body - 1.0);
  return atom->map(static_cast<tagint>(body));
}

/* ---------------------------------------------------------------------- */

double Movers::memory_usage() const
{
  return static_cast<double>(members.capacity()) * sizeof(Member);
}
