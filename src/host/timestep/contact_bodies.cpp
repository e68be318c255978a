// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/timestep/contact_bodies.h"

#include "comm.h"
#include "compute.h"
#include "domain.h"
#include "fix.h"
#include "force.h"
#include "host/cell/cell_flow.h"
#include "modify.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace VARDEM;

void AtomExchange::forward(double *rows_in, int width_in)
{
  rows = rows_in;
  width = width_in;
  comm->forward_comm(compute, width);
}

void AtomExchange::reverse(double *rows_in, int width_in, bool adds_in)
{
  rows = rows_in;
  width = width_in;
  adds = adds_in;
  comm->reverse_comm(compute, width);
}

std::vector<Vec3> AtomExchange::velocities()
{
  const Vec3 *v = vectors_at(atom->v[0]);
  std::vector<Vec3> found(v, v + atom->nlocal);
  found.resize(atom->nlocal + atom->nghost);
  images_flow = velocities_flow(domain);
  forward(reinterpret_cast<double *>(found.data()), 3);
  images_flow = false;
  return found;
}

int AtomExchange::pack(int n, const int *list, int first, double *buf, const int *pbc) const
{
  for (int k = 0; k < n; k++) {
    const int i = list ? list[k] : first + k;
    double *const to = buf;
    buf = std::copy_n(row(i), width, buf);
    if (images_flow && pbc && (atom->mask[i] & domain->deform_groupbit))
      set_vector_at(to, vector_at(to) + image_velocity(upper(domain->h_rate), pbc));
  }
  return n * width;
}

void AtomExchange::unpack_forward(int n, int first, const double *buf)
{
  std::copy_n(buf, n * width, row(first));
}

void AtomExchange::unpack_reverse(int n, const int *list, const double *buf)
{
  for (int k = 0; k < n; k++)
    for (int l = 0; l < width; l++) {
      double &mine = row(list[k])[l];
      mine = adds ? mine + *buf : std::min(mine, *buf);
      buf++;
    }
}

void ContactBodies::init(const std::string &style_name)
{
  inertia = inertia_factors(lmp, style_name);

  particles.frozenbit = 0;
  for (const auto &freeze : modify->get_fix_by_style("^freeze"))
    particles.frozenbit |= freeze->groupbit;

  rigid = RigidBodies::of_all_fixes(modify);
  ncommon = 0;
  for (const auto &bodies : rigid) ncommon += bodies.common_bodies();
}

void ContactBodies::find_members(AtomExchange &exchange)
{
  members.clear();
  if (rigid.empty()) return;
  members.resize(atom->nlocal + atom->nghost);
  for (const auto &bodies : rigid) bodies.find_members(lmp, members);
  constexpr int WIDTH = sizeof(Member) / sizeof(double);
  static_assert(WIDTH == 5, "a member is sent as so many doubles");
  exchange.forward(reinterpret_cast<double *>(members.data()), WIDTH);
}

// Is member j of the same body as i, and not of a periodic image of it? The images of a particle
// are at least as far from each other as the box is wide.
bool ContactBodies::is_no_image(int i, int j) const
{
  const Vec3 *x = vectors_at(atom->x[0]);
  const Vec3 d = x[j] - x[i], expected = members[j].r - members[i].r;
  return norm(d - expected) < 0.5 * std::min({domain->xprd, domain->yprd, domain->zprd});
}

InverseInertia ContactBodies::inverse_inertia(int i) const
{
  if (!moves(i)) return {};
  const double R = atom->radius ? atom->radius[i] : 0.0;
  const double m = mass(i), inverse = m > 0.0 ? force->ftm2v / m : 0.0;
  const double moment = R > 0.0 ? inverse / (inertia.of(atom->mask[i]) * R * R) : 0.0;
  if (domain->dimension == 2) return {{inverse, inverse, 0.0}, {0.0, 0.0, moment}};
  return {{inverse, inverse, inverse}, {moment, moment, moment}};
}

std::vector<RigidBody> ContactBodies::bodies() const
{
  std::vector<RigidBody> all;
  for (const bool common : {true, false})
    for (const auto &fix : rigid)
      if ((fix.common_bodies() > 0) == common) fix.add_bodies(lmp, all);
  return all;
}

int ContactBodies::place(double body) const
{
  if (body < 0.0) return atom->nlocal + atom->nghost + static_cast<int>(-body - 1.0);
  return atom->map(static_cast<tagint>(body));
}
