// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_nve_asphere_fincham.h"

#include "domain.h"
#include "error.h"
#include "host/atoms/atom_accessors.h"
#include "host/input/arguments.h"
#include "host/input/citations.h"

#include <cstring>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

FixNVEAsphereFincham::FixNVEAsphereFincham(LAMMPS *lmp, int narg, char **arg) :
    FixNVEAsphereRotation(lmp, narg, arg), half(ORIENT)
{
  cite(lmp, {Paper::FINCHAM, Paper::WOO});
  Keywords keywords(error, fmt::format("Fix {}", style));
  int iarg = 3;
  while (iarg < narg) {
    keywords.once(arg[iarg], iarg);
    if (strcmp(arg[iarg], "half") == 0) {
      if (iarg + 2 > narg) utils::missing_cmd_args(FLERR, fmt::format("fix {} half", style), error);
      if (strcmp(arg[iarg + 1], "orient") == 0)
        half = ORIENT;
      else if (strcmp(arg[iarg + 1], "current") == 0)
        half = CURRENT;
      else
        error->all(FLERR, iarg + 1, "Fix {} keyword half has no value {}; use orient or current",
                   style, arg[iarg + 1]);
      iarg += 2;
    } else
      iarg = parse_common(iarg, narg, arg, {"half"});
  }

  create_asphere_store();
}

// Takes v and angular momentum to t + h/2, x and orientation to t + h.
void FixNVEAsphereFincham::initial_integrate(int /*vflag*/)
{
  use_restarted_forces();
  const Range range = {groupbit, nlocal_integrated(), domain->dimension == 2};
  const VARDEM::Step step = time_step();
  with_rotation([&](const auto &rotate, const auto &rotate_all) {
    open_ellipsoid_blocks(atom, avec, range, step, rotate, rotate_all);
  });
}
