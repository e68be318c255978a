// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_nve_sphere_rodrigues.h"

#include "comm.h"
#include "error.h"
#include "host/input/citations.h"
#include "host/input/keyword_reader.h"
#include "update.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

FixNVESphereRodrigues::FixNVESphereRodrigues(LAMMPS *lmp, int narg, char **arg) :
    FixNVESphereRotation(lmp, narg, arg)
{
  map = NEWMARK;
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

  // r-RESPA kicks at both ends of the outer steps, but (27) kicks only at the start

  if (map == EULER && utils::strmatch(update->integrate_style, "^respa"))
    error->all(
        FLERR, Error::NOLASTLINE,
        "Fix {} map euler does not work with run_style respa; use run_style verlet or another map",
        style);
}
