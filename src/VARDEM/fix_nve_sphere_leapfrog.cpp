// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_nve_sphere_leapfrog.h"

#include "atom.h"
#include "domain.h"
#include "error.h"
#include "host/atoms/atom_accessors.h"
#include "host/input/citations.h"
#include "host/input/keyword_reader.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Step;

FixNVESphereLeapfrog::FixNVESphereLeapfrog(LAMMPS *lmp, int narg, char **arg) :
    FixNVESphereRotation(lmp, narg, arg)
{
  cite(lmp, {Paper::WOO});
  read_keywords(lmp, fmt::format("Fix {}", style), 3, narg, arg, [this](KeywordReader &keyword) {
    if (!keyword.takes_word("update", "quat")) return read_sphere(keyword);
    integrate_orientation = true;
    return true;
  });

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
