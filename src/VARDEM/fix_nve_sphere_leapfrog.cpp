// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_nve_sphere_leapfrog.h"

#include "error.h"
#include "host/input/citations.h"
#include "host/input/keyword_reader.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

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
