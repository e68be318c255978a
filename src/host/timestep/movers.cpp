/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/timestep/movers.h"

#include "domain.h"
#include "fix.h"
#include "force.h"
#include "modify.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace VARDEM;

/* ---------------------------------------------------------------------- */

void Movers::init(const std::string &who)
{
  inertia = inertia_factors(lmp, who);

  frozenbit = 0;
  for (const auto &freeze : modify->get_fix_by_style("^freeze")) frozenbit |= freeze->groupbit;

  rigid = RigidBodies::of_all_fixes(modify);
  ncommon = 0;
  for (const auto &bodies : rigid) ncommon += bodies.common_bodies();
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

/* ----------------------------------------------------------------------
   Is member j of the same body as i, and not of a periodic image of it? The images of a particle are at least as far from each
   other as the box is wide.
------------------------------------------------------------------------- */

bool Movers::is_no_image(int i, int j) const
{
  const Vec3 *x = vectors_at(atom->x[0]);
  const Vec3 d = x[j] - x[i], expected = members[j].r - members[i].r;
  return norm(d - expected) < 0.5 * std::min({domain->xprd, domain->yprd, domain->zprd});
}

/* ---------------------------------------------------------------------- */

InverseInertia Movers::inverse_inertia(int i) const
{
  if (!moves(i)) return {};
  const double R = atom->radius ? atom->radius[i] : 0.0;
  const double m = mass(i), inverse = m > 0.0 ? force->ftm2v / m : 0.0;
  const double moment = R > 0.0 ? inverse / (inertia.of(atom->mask[i]) * R * R) : 0.0;
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
