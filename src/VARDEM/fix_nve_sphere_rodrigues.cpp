// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_nve_sphere_rodrigues.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "host/atoms/atom_accessors.h"
#include "host/input/citations.h"
#include "host/input/keyword_reader.h"
#include "update.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::IncrementExact;
using VARDEM::Step;
using VARDEM::Vec3;

FixNVESphereRodrigues::FixNVESphereRodrigues(LAMMPS *lmp, int narg, char **arg) :
    FixNVESphereRotation(lmp, narg, arg), map(NEWMARK), bound(ERROR), warned(false)
{
  cite(lmp, {Paper::BAKER_GONZALEZ});
  bool bound_given = false;
  read_keywords(lmp, fmt::format("Fix {}", style), 3, narg, arg, [&](KeywordReader &keyword) {
    if (!keyword.takes("bound", bound, {"error", "warn", "newmark"}))
      return keyword.takes("map", map, {"newmark", "exact", "euler", "exponential"}) ||
          read_sphere(keyword);
    return bound_given = true;
  });

  if (bound_given && map != EXACT)
    error->all(FLERR, Error::NOPOINTER,
               "Fix {} keyword bound works with map exact only, since the other maps have no "
               "bound; leave it out",
               style);
  if (map == EULER && comm->me == 0)
    utils::logmesg(lmp,
                   "Fix {} map euler uses the symplectic Euler scheme (27) for translation and "
                   "rotation, which is of first order\n",
                   style);

  integrate_orientation = true;
  create_sphere_store();
}

void FixNVESphereRodrigues::init()
{
  FixNVESphereRotation::init();
  warned = false;

  // r-RESPA kicks at both ends of the outer steps, but (27) kicks only at the start

  if (map == EULER && utils::strmatch(update->integrate_style, "^respa"))
    error->all(
        FLERR, Error::NOLASTLINE,
        "Fix {} map euler does not work with run_style respa; use run_style verlet or another map",
        style);
}

// Takes v and omega to t + h/2 (map euler: t + h), x and orientation to t + h.
void FixNVESphereRodrigues::initial_integrate(int /*vflag*/)
{
  use_restarted_forces();
  const Spheres spheres(atom, groupbit, orientations(), domain->dimension == 2);
  const Step step = {time_step().h, opening_kick()};
  const int nlocal = nlocal_integrated();

  with_map([&](const auto &increment, const auto &rotate_all) {
    open_sphere_blocks(spheres, nlocal, step, inertia, increment, rotate_all);
  });

  if (!watches_bound()) return;
  double largest = 1.0;
  int worst = -1;
  for (int i = 0; i < nlocal; i++) {
    if (!spheres.selects(i)) continue;
    const Vec3 w = step.h * spheres.rotating(spheres.omega(i));
    if (IncrementExact::has_solution(w) || norm(w) < largest) continue;
    largest = norm(w);
    worst = i;
  }
  if (worst >= 0) beyond_bound(worst, largest, update->ntimestep);
}

// The angle h |omega| of atom i is more than map exact can rotate in the step that leads to `step`;
// map newmark has rotated it.
void FixNVESphereRodrigues::beyond_bound(int i, double angle, bigint step)
{
  warned = true;

  const std::string what = fmt::format("Fix {} map exact: h |omega| of atom {} is {:.6g} > 1 at "
                                       "step {}, the largest admissible step for it is {:.6g}",
                                       style, atom->tag[i], angle, step, time_step().h / angle);
  if (bound == ERROR)
    error->one(FLERR, Error::NOLASTLINE, "{}; reduce the timestep or use map newmark", what);
  else
    error->warning(FLERR, "{}; the fix rotates such atoms by map newmark", what);
}
