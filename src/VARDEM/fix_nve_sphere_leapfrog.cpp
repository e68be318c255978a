// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_nve_sphere_leapfrog.h"

#include "atom.h"
#include "domain.h"
#include "error.h"
#include "host/atoms/atom_accessors.h"
#include "host/input/arguments.h"
#include "host/input/citations.h"

#include <cstring>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Step;

FixNVESphereLeapfrog::FixNVESphereLeapfrog(LAMMPS *lmp, int narg, char **arg) :
    FixNVESphereRotation(lmp, narg, arg)
{
  cite(lmp, {Paper::WOO});
  Keywords keywords(error, fmt::format("Fix {}", style));
  int iarg = 3;
  while (iarg < narg) {
    keywords.once(arg[iarg], iarg);
    if (strcmp(arg[iarg], "update") == 0) {
      if (iarg + 2 > narg)
        utils::missing_cmd_args(FLERR, fmt::format("fix {} update", style), error);
      if (strcmp(arg[iarg + 1], "quat") != 0)
        error->all(FLERR, iarg + 1, "Fix {} keyword update has no value {}; use quat", style,
                   arg[iarg + 1]);
      integrate_orientation = true;
      iarg += 2;
    } else
      iarg = parse_sphere(iarg, narg, arg, {"update"});
  }

  if (!init_name.empty() && !integrate_orientation)
    error->all(FLERR, Error::NOPOINTER, "Fix {} keyword init requires keyword update quat", style);

  create_sphere_store();
}

// Takes v and omega to t + h/2, x and orientation to t + h.
void FixNVESphereLeapfrog::initial_integrate(int /*vflag*/)
{
  use_restarted_forces();
  const Spheres spheres(atom, groupbit, orientations(), domain->dimension == 2);
  const Step step = time_step();
  const int nlocal = nlocal_integrated();

  if (integrate_orientation)
    with_map([&](const auto &increment, const auto &rotate_all) {
      open_sphere_blocks(spheres, nlocal, step, inertia, increment, rotate_all);
    });
  else
    for (int i = 0; i < nlocal; i++)
      if (spheres.selects(i)) open_sphere(spheres, i, step, inertia);
}
