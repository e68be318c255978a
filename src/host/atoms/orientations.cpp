// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/atoms/orientations.h"

#include "atom.h"
#include "atom_vec_ellipsoid.h"
#include "comm.h"
#include "error.h"
#include "group.h"
#include "host/interfaces/integrators.h"
#include "host/lammps/over_processes.h"
#include "update.h"

#include <algorithm>
#include <initializer_list>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

bool Orientations::find()
{
  quats = atom->quat_flag != 0;
  ellipsoids = quats ? nullptr : dynamic_cast<AtomVecEllipsoid *>(atom->style_match("ellipsoid"));
  keepers.clear();
  groupbits.clear();
  if (!quats)    // atom style hybrid may have spheres beside ellipsoids
    for (auto *keeper : fixes_with<SphereIntegrator>(modify))
      if (keeper->kept_orientations()) {
        keepers.push_back(keeper);
        groupbits.push_back(dynamic_cast<Fix *>(keeper)->groupbit);
      }
  return exist();
}

// Commands such as create_bonds/gap may come before the integrator.
void Orientations::init(const std::string &style_name)
{
  if (!find() && update->whichflag)
    error->all(FLERR, Error::NOLASTLINE,
               "{} needs the orientations of the atoms, and there are none; use fix "
               "nve/sphere/rodrigues, fix nve/sphere/leapfrog with keyword update quat, fix "
               "nve/sphere/implicit, or an atom style that has them, such as bpm/sphere",
               style_name);
  require_integrators(style_name);
}

// How a fix moves the atoms of its group.
Orientations::Motion Orientations::motion_by(const Fix *fix) const
{
  if (!fix->time_integrate) return WITH_ATTITUDES;
  if (const auto *keeper = dynamic_cast<const SphereIntegrator *>(fix))
    return keeper->integrates_orientations() ? WITH_ATTITUDES : UNSEEN;
  const auto is = [fix](std::initializer_list<const char *> patterns) {
    return std::any_of(patterns.begin(), patterns.end(), [fix](const char *pattern) {
      return utils::strmatch(fix->style, pattern);    // which knows no alternatives
    });
  };
  if (ellipsoids && is({"asphere", "^rigid", "^move"})) return WITH_ATTITUDES;
  if (quats && is({"^nve/bpm/sphere", "^rigid/small", "^rigid/.*/small", "^move"}))
    return WITH_ATTITUDES;
  return is({"sphere", "^rigid", "^move", "^poems"}) ? UNSEEN : WITHOUT_ROTATION;
}

bool Orientations::is_bonded(int i) const
{
  return atom->num_bond[i] || atom->nspecial[i][0];    // with newton on, one of two has the bond
}

bigint Orientations::bonded_atoms_of(const Fix *fix) const
{
  return count_atoms(atom, world, [&](int i) {
    return (atom->mask[i] & fix->groupbit) && is_bonded(i);
  });
}

void Orientations::require_integrators(const std::string &style_name) const
{
  for (const auto *keeper : keepers) {
    const Fix *fix = dynamic_cast<const Fix *>(keeper);
    if (keepers.size() > 1 && group->dynamic[fix->igroup])
      error->all(FLERR, Error::NOLASTLINE,
                 "{}: fix {} {} has a dynamic group, and another fix keeps orientations, too, so "
                 "that an atom that changes its group would lose its orientation; use one fix for "
                 "all bonded atoms, or atom style bpm/sphere",
                 style_name, fix->id, fix->style);
  }
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
          style_name, names, bonded);
    if (comm->me == 0)
      error->warning(FLERR, "{}: {} moves {} bonded atoms, but does not turn them", style_name,
                     names, bonded);
  }
}

bool Orientations::are_there() const
{
  const auto present = fixes_with<SphereIntegrator>(modify);
  return std::all_of(keepers.begin(), keepers.end(), [&](const SphereIntegrator *keeper) {
    return std::find(present.begin(), present.end(), keeper) != present.end();
  });
}

double *Orientations::rows()
{
  if (quats) return atom->quat ? atom->quat[0] : nullptr;
  if (keeper()) return const_cast<double *>(keeper()->kept_orientations()[0]);
  collect();
  return collected.data();
}

void Orientations::collect()
{
  collected.resize(4 * static_cast<std::size_t>(atom->nmax));
  for (int i = 0; i < atom->nlocal; i++)
    std::copy_n(row(i), 4, &collected[4 * static_cast<std::size_t>(i)]);
}

// All integrators have the same orientation of an atom of no group.
const double *Orientations::row(int i) const
{
  static constexpr double POINT[] = {1.0, 0.0, 0.0, 0.0};
  if (quats) return atom->quat[i];
  if (ellipsoids && atom->ellipsoid[i] >= 0) return ellipsoids->bonus[atom->ellipsoid[i]].quat;
  if (keepers.empty()) return POINT;
  const SphereIntegrator *owner = keepers.front();
  for (std::size_t k = 0; k < keepers.size(); k++)
    if (atom->mask[i] & groupbits[k]) owner = keepers[k];
  return owner->kept_orientations()[i];
}

void Orientations::go_on_from(double *const *last, const std::string &style_name)
{
  for (std::size_t k = 0; k < keepers.size(); k++) {
    double *const *rows = keepers[k]->kept_orientations();
    bigint given = 0;
    for (int i = 0; i < atom->nlocal; i++) {
      const bool is_known = last[i][0] || last[i][1] || last[i][2] || last[i][3];
      if (!is_known || !is_bonded(i) || std::equal(last[i], last[i] + 4, rows[i])) continue;
      const bool is_given = keepers[k]->orientations_given() && (atom->mask[i] & groupbits[k]);
      given += is_given;
      if (is_given)
        std::fill_n(last[i], 4, 0.0);
      else
        std::copy_n(last[i], 4, rows[i]);
    }
    keepers[k]->orientations_set_on_host();
    given = over_processes(given, MPI_SUM, world);
    const Fix *fix = dynamic_cast<Fix *>(keepers[k]);
    if (given && comm->me == 0)
      error->warning(FLERR,
                     "{}: keyword init of fix {} {} gives {} bonded atoms other orientations than "
                     "at the end of the last run; their bonds are strained by this, unless the "
                     "positions have been turned in the same way",
                     style_name, fix->id, fix->style, given);
  }
}

void Orientations::set(const double *orientations, const int *column, int count)
{
  if (quats) set_in(atom->quat, {~0, ~0}, orientations, column, count);
  for (std::size_t k = 0; k < keepers.size(); k++)
    set_of(keepers[k], groupbits[k], orientations, column, count);
}

void Orientations::set_of(SphereIntegrator *keeper, int bits, const double *orientations,
                          const int *column, int count) const
{
  set_in(keeper->kept_orientations(), kept_in(bits), orientations, column, count);
  keeper->orientations_set_on_host();
}

void Orientations::set_in(double *const *rows, const KeptAtoms &kept, const double *orientations,
                          const int *column, int count) const
{
  for (int i = 0; i < atom->nlocal; i++)
    if (kept.has(atom->mask[i]) && column[i] < count)
      std::copy_n(orientations + 4 * column[i], 4, rows[i]);
}
