/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/cell_streaming.h"

#include "atom.h"
#include "atom_vec_ellipsoid.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "host/bodies.h"
#include "modify.h"

#include <algorithm>
#include <cstring>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace FixConst;
using VARDEM::Closure;
using VARDEM::FlowCorrection;
using VARDEM::Streaming;
using VARDEM::Upper;
using VARDEM::Vec3;

namespace {

Vec3 *rows(double **a)
{
  static_assert(sizeof(Vec3) == 3 * sizeof(double), "Vec3 is a row of an array of LAMMPS");
  return a ? reinterpret_cast<Vec3 *>(a[0]) : nullptr;
}

/** Does a fix set forces to zero, to hold its atoms? Then it must come after the flow. */
bool holds(const Fix *fix)
{
  return utils::strmatch(fix->style, "^freeze") || utils::strmatch(fix->style, "^setforce");
}

/** May a fix come after the flow? It may if it integrates, holds atoms, or only reads forces. */
bool may_follow(const Fix *fix)
{
  if (fix->time_integrate || holds(fix)) return true;
  for (const char *style :
       {"^enforce2d", "^energy/ledger", "^ave/", "^store/", "^print", "^vector", "^numdiff"})
    if (utils::strmatch(fix->style, style)) return true;
  return false;
}

}    // namespace

/* ---------------------------------------------------------------------- */

CellStreaming::CellStreaming(LAMMPS *lmp) :
    Pointers(lmp), closure(Closure::EXACT), spin(true), origin_given(false),
    origin{0.5 * (domain->boxlo[0] + domain->boxhi[0]), 0.5 * (domain->boxlo[1] + domain->boxhi[1]),
           0.5 * (domain->boxlo[2] + domain->boxhi[2])},
    now{}, next_rate{}, on_step_rate{}, start_rate{}, clump_kick{}, inertia{}, ellipsoids(nullptr)
{
}

/* ---------------------------------------------------------------------- */

int CellStreaming::parse(const char *style, int iarg, int narg, char **arg)
{
  const std::string keyword = arg[iarg];
  const int words = (keyword == "closure" || keyword == "spin") ? 2 : (keyword == "origin") ? 4 : 0;
  if (words == 0) return iarg;
  if (iarg + words > narg)
    utils::missing_cmd_args(FLERR, fmt::format("fix {} {}", style, keyword), error);

  const char *value = arg[iarg + 1];
  if (keyword == "closure") {
    if (strcmp(value, "exact") == 0)
      closure = Closure::EXACT;
    else if (strcmp(value, "gradv2") == 0)
      closure = Closure::GRADV2;
    else if (strcmp(value, "sllod") == 0)
      closure = Closure::SLLOD;
    else
      error->all(FLERR, iarg + 1, "Unknown value of keyword closure in fix {} command: {}", style,
                 value);
  } else if (keyword == "spin") {
    spin = utils::logical(FLERR, value, false, lmp);
  } else {
    origin_given = true;
    origin = {utils::numeric(FLERR, value, false, lmp),
              utils::numeric(FLERR, arg[iarg + 2], false, lmp),
              utils::numeric(FLERR, arg[iarg + 3], false, lmp)};
  }
  return iarg + words;
}

/* ---------------------------------------------------------------------- */

void CellStreaming::init(const Fix *fix)
{
  ellipsoids = dynamic_cast<AtomVecEllipsoid *>(atom->style_match("ellipsoid"));
  if (spin && atom->angmom_flag && !ellipsoids)
    error->all(
        FLERR, Error::NOLASTLINE,
        "Fix {} keyword spin: particles of atom style {} cannot follow the spin of the flow; "
        "use spin no",
        fix->style, atom->atom_style);

  if (!comm->ghost_velocity && force->pair && !force->pair_match("^zero", 0))
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} requires ghost atoms that have velocities, because those of periodic images "
               "differ: use comm_modify vel yes",
               fix->style);

  inertia = inertia_factors(lmp, fix->style);
  bool later = false;
  for (const auto &other : modify->get_fix_list()) {
    if (other->rigid_flag && !dynamic_cast<const FlowingClumps *>(other))
      error->all(FLERR, Error::NOLASTLINE,
                 "Fix {}: the bodies of fix {} (style {}) cannot follow the flow; use fix "
                 "rigid/small/variational for them",
                 fix->style, other->id, other->style);

    if (other == fix)
      later = true;
    else if (later && (modify->get_fix_mask(other) & POST_FORCE) && !may_follow(other) &&
             comm->me == 0)
      error->warning(
          FLERR,
          "Fix {} (style {}) changes forces after fix {} (style {}), which misses these forces: "
          "define it before that fix",
          other->id, other->style, fix->id, fix->style);
    else if (!later && holds(other) && comm->me == 0)
      error->warning(FLERR,
                     "Fix {} (style {}) comes before fix {} (style {}), which adds a force to its "
                     "atoms again: they will begin to flow. Define fix {} after fix {}",
                     other->id, other->style, fix->id, fix->style, other->id, fix->id);
  }
}

/* ----------------------------------------------------------------------
   calls f(i) for each atom of the group that is not a member of a clump
------------------------------------------------------------------------- */

template <class F> void CellStreaming::for_atoms(int groupbit, const F &f) const
{
  const std::vector<const FlowingClumps *> others = clumps();
  std::vector<const tagint *> bodies;
  for (const auto *some : others) bodies.push_back(some->members());
  const int *const mask = atom->mask;
  const int nlocal = atom->nlocal;

  if (bodies.empty()) {
    for (int i = 0; i < nlocal; i++)
      if (mask[i] & groupbit) f(i);
    return;
  }
  const auto is_free = [](int i) {
    return [i](const tagint *body) {
      return body[i] == 0;
    };
  };
  for (int i = 0; i < nlocal; i++)
    if ((mask[i] & groupbit) && std::all_of(bodies.begin(), bodies.end(), is_free(i))) f(i);
}

/* ---------------------------------------------------------------------- */

std::vector<const FlowingClumps *> CellStreaming::clumps() const
{
  return fixes_with<const FlowingClumps>(modify);
}

/* ----------------------------------------------------------------------
   calls f(i, I w) for each atom of the group that can turn; I is its inertia tensor in space
------------------------------------------------------------------------- */

template <class F> void CellStreaming::for_turning(int groupbit, const Vec3 &w, const F &f) const
{
  const auto for_ellipsoids = [&](const auto &bodies) {
    for_atoms(groupbit, [&](int i) {
      if (atom->ellipsoid[i] >= 0) f(i, angular_momentum(bodies.q(i), w, bodies.inertia(i)));
    });
  };
  if (atom->omega_flag && atom->radius_flag) {
    const Points points(atom, groupbit);
    const double *const radius = atom->radius;
    for_atoms(groupbit, [&](int i) {
      f(i, (inertia.of(atom->mask[i]) * points.mass(i) * radius[i] * radius[i]) * w);
    });
  } else if (ellipsoids && atom->superellipsoid_flag) {
    for_ellipsoids(Ellipsoids(atom, groupbit, ellipsoids->bonus_super, false));
  } else if (ellipsoids) {
    for_ellipsoids(Ellipsoids(atom, groupbit, ellipsoids->bonus, false));
  }
}

/* ---------------------------------------------------------------------- */

void CellStreaming::apply(const Streaming &s, int groupbit) const
{
  const Points points(atom, groupbit);
  const double per_acceleration = 1.0 / force->ftm2v;

  for_atoms(groupbit, [&](int i) {
    const Vec3 f = points.f(i);
    const double m = per_acceleration * points.mass(i);
    points.set_f(i, f + streaming_force(s, points.x(i), points.v(i), f, m));
  });
  if (spin && atom->torque && dot(s.spin, s.spin) > 0.0)
    for_turning(groupbit, per_acceleration * s.spin, [&](int i, const Vec3 &added) {
      points.set_torque(i, points.torque(i) + added);
    });
}

/* ---------------------------------------------------------------------- */

void CellStreaming::correct(const FlowCorrection &c, int groupbit) const
{
  const Points points(atom, groupbit);
  for_atoms(groupbit, [&](int i) {
    const Vec3 x = points.x(i), v = points.v(i);
    const Vec3 change = correction_of_velocity(c, x, v);
    points.set_v(i, v + change);
    points.set_x(i, x + c.h * change);
  });
  turn(c.spin, groupbit);
}

/* ---------------------------------------------------------------------- */

void CellStreaming::kick(const Upper &L, int groupbit) const
{
  const Points points(atom, groupbit);
  for_atoms(groupbit, [&](int i) {
    points.set_v(i, points.v(i) + L * (points.x(i) - origin));
  });
  turn(VARDEM::spin(L), groupbit);
}

/* ----------------------------------------------------------------------
   adds angular velocity w
------------------------------------------------------------------------- */

void CellStreaming::turn(const Vec3 &w, int groupbit) const
{
  if (!spin) return;
  Vec3 *const omega = rows(atom->omega), *const angmom = rows(atom->angmom);
  if (omega)
    for_atoms(groupbit, [&](int i) {
      omega[i] = omega[i] + w;
    });
  if (angmom)
    for_turning(groupbit, w, [&](int i, const Vec3 &added) {
      angmom[i] = angmom[i] + added;
    });
}

/* ---------------------------------------------------------------------- */

Upper CellStreaming::kinetic(const Upper &L, int groupbit) const
{
  const Points points(atom, groupbit);
  Upper sum = {};
  for_atoms(groupbit, [&](int i) {
    sum = sum + points.mass(i) * square(points.v(i) - L * (points.x(i) - origin));
  });
  for (const auto *some : clumps()) sum = sum + some->kinetic_stress(L, origin);
  return sum;
}

/* ---------------------------------------------------------------------- */

Vec3 CellStreaming::corner_rate(const Upper &L, double h) const
{
  const Vec3 lo = {domain->boxlo[0], domain->boxlo[1], domain->boxlo[2]};
  return inverse(VARDEM::IDENTITY + 0.5 * h * L) * L * (lo - origin);
}
