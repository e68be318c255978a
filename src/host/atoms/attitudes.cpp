/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/atoms/attitudes.h"

#include "atom.h"
#include "atom_vec_ellipsoid.h"
#include "comm.h"
#include "error.h"
#include "host/interfaces/integrators.h"

#include <algorithm>
#include <initializer_list>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

/* ---------------------------------------------------------------------- */

bool Attitudes::find()
{
  quats = atom->quat_flag != 0;
  ellipsoids = quats ? nullptr : dynamic_cast<AtomVecEllipsoid *>(atom->style_match("ellipsoid"));
  keepers.clear();
  groupbits.clear();
  if (!of_atom_style())
    for (auto *keeper : fixes_with<SphereIntegrator>(modify))
      if (keeper->kept_attitudes()) {
        keepers.push_back(keeper);
        groupbits.push_back(dynamic_cast<Fix *>(keeper)->groupbit);
      }
  return exist();
}

/* ---------------------------------------------------------------------- */

void Attitudes::init(const std::string &who)
{
  if (!find())
    error->all(FLERR, Error::NOLASTLINE,
               "{} needs the orientations of the atoms, and there are none; use fix "
               "nve/sphere/rodrigues, fix nve/sphere/leapfrog with keyword update quat, fix "
               "nve/sphere/implicit, or an atom style that has them, such as bpm/sphere",
               who);
  require_integrators(who);
}

/* ----------------------------------------------------------------------
   how a fix moves the atoms of its group
------------------------------------------------------------------------- */

Attitudes::Motion Attitudes::motion_by(const Fix *fix) const
{
  if (!fix->time_integrate) return WITH_ATTITUDES;
  if (const auto *keeper = dynamic_cast<const SphereIntegrator *>(fix))
    return keeper->integrates_attitudes() ? WITH_ATTITUDES : UNSEEN;
  const auto is = [fix](std::initializer_list<const char *> patterns) {
    return std::any_of(patterns.begin(), patterns.end(), [fix](const char *pattern) {
      return utils::strmatch(fix->style, pattern);    // which knows no alternatives
    });
  };
  if (ellipsoids && is({"asphere", "^rigid", "^move"})) return WITH_ATTITUDES;
  if (quats && is({"^nve/bpm/sphere", "^move"})) return WITH_ATTITUDES;
  return is({"sphere", "^rigid", "^move", "^poems"}) ? UNSEEN : WITHOUT_ROTATION;
}

/* ---------------------------------------------------------------------- */

bool Attitudes::is_bonded(int i) const
{
  return atom->num_bond[i] || atom->nspecial[i][0];    // with newton on, one of two has the bond
}

bigint Attitudes::bonded_atoms_of(const Fix *fix) const
{
  bigint bonded = 0;
  for (int i = 0; i < atom->nlocal; i++) bonded += (atom->mask[i] & fix->groupbit) && is_bonded(i);
  MPI_Allreduce(MPI_IN_PLACE, &bonded, 1, MPI_LMP_BIGINT, MPI_SUM, world);
  return bonded;
}

/* ---------------------------------------------------------------------- */

void Attitudes::require_integrators(const std::string &who) const
{
  for (int k = 0; k < modify->nfix; k++) {
    const Fix *fix = modify->fix[k];
    const Motion motion = motion_by(fix);
    const bigint bonded = motion == WITH_ATTITUDES ? 0 : bonded_atoms_of(fix);
    if (bonded == 0) continue;
    const std::string names = fmt::format("fix {} {}", fix->id, fix->style);
    if (motion == UNSEEN)
      error->all(
          FLERR, Error::NOLASTLINE,
          "{} needs the orientations of the atoms, and {} turns {} bonded atoms without them; "
          "use fix nve/sphere/rodrigues or nve/sphere/implicit, or fix nve/sphere/leapfrog with "
          "keyword update quat, or atom style bpm/sphere and a fix that turns its atoms",
          who, names, bonded);
    if (comm->me == 0)
      error->warning(FLERR, "{}: {} moves {} bonded atoms, but does not turn them", who, names,
                     bonded);
  }
}

/* ---------------------------------------------------------------------- */

bool Attitudes::are_there() const
{
  const auto present = fixes_with<SphereIntegrator>(modify);
  return std::all_of(keepers.begin(), keepers.end(), [&](const SphereIntegrator *keeper) {
    return std::find(present.begin(), present.end(), keeper) != present.end();
  });
}

/* ---------------------------------------------------------------------- */

double *Attitudes::rows()
{
  if (quats) return atom->quat ? atom->quat[0] : nullptr;
  if (keeper()) return const_cast<double *>(keeper()->kept_attitudes()[0]);
  collect();
  return collected.data();
}

/* ---------------------------------------------------------------------- */

void Attitudes::collect()
{
  collected.resize(4 * static_cast<std::size_t>(atom->nmax));
  for (int i = 0; i < atom->nlocal; i++)
    std::copy_n(row(i), 4, &collected[4 * static_cast<std::size_t>(i)]);
}

/* ----------------------------------------------------------------------
   an atom of no group is not turned: all integrators have the attitude that it had
------------------------------------------------------------------------- */

const double *Attitudes::row(int i) const
{
  static constexpr double POINT[] = {1.0, 0.0, 0.0, 0.0};
  if (quats) return atom->quat[i];
  if (ellipsoids)
    return atom->ellipsoid[i] < 0 ? POINT : ellipsoids->bonus[atom->ellipsoid[i]].quat;
  const SphereIntegrator *owner = keepers.front();
  for (std::size_t k = 0; k < keepers.size(); k++)
    if (atom->mask[i] & groupbits[k]) owner = keepers[k];
  return owner->kept_attitudes()[i];
}

/* ---------------------------------------------------------------------- */

void Attitudes::go_on_from(double *const *last, const std::string &who)
{
  for (std::size_t k = 0; k < keepers.size(); k++) {
    double *const *rows = keepers[k]->kept_attitudes();
    bigint given = 0;
    for (int i = 0; i < atom->nlocal; i++) {
      const bool is_known = last[i][0] || last[i][1] || last[i][2] || last[i][3];
      if (!is_known || !is_bonded(i) || std::equal(last[i], last[i] + 4, rows[i])) continue;
      const bool is_given = keepers[k]->attitudes_given() && (atom->mask[i] & groupbits[k]);
      given += is_given;
      if (is_given)
        std::fill_n(last[i], 4, 0.0);
      else
        std::copy_n(last[i], 4, rows[i]);
    }
    keepers[k]->attitudes_set_on_host();
    MPI_Allreduce(MPI_IN_PLACE, &given, 1, MPI_LMP_BIGINT, MPI_SUM, world);
    const Fix *fix = dynamic_cast<Fix *>(keepers[k]);
    if (given && comm->me == 0)
      error->warning(FLERR,
                     "{}: keyword init of fix {} {} gives {} bonded atoms other orientations than "
                     "at the end of the last run; their bonds are strained by this, unless the "
                     "positions have been turned in the same way",
                     who, fix->id, fix->style, given);
  }
}

/* ---------------------------------------------------------------------- */

void Attitudes::set(const double *attitudes, const int *column, int count)
{
  if (quats) set_in(atom->quat, ~0, attitudes, column, count);
  for (std::size_t k = 0; k < keepers.size(); k++)
    set_of(keepers[k], groupbits[k], attitudes, column, count);
}

void Attitudes::set_of(SphereIntegrator *keeper, int bits, const double *attitudes,
                       const int *column, int count) const
{
  set_in(keeper->kept_attitudes(), bits, attitudes, column, count);
  keeper->attitudes_set_on_host();
}

void Attitudes::set_in(double *const *rows, int bits, const double *attitudes, const int *column,
                       int count) const
{
  for (int i = 0; i < atom->nlocal; i++)
    if ((atom->mask[i] & bits) && column[i] < count)
      std::copy_n(attitudes + 4 * column[i], 4, rows[i]);
}
