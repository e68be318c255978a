// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_nve_asphere_fincham.h"

#include "domain.h"
#include "host/atoms/atom_accessors.h"
#include "host/input/citations.h"
#include "host/input/keyword_reader.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

FixNVEAsphereFincham::FixNVEAsphereFincham(LAMMPS *lmp, int narg, char **arg) :
    FixNVEAsphereRotation(lmp, narg, arg), half(ORIENT)
{
  cite(lmp, {Paper::FINCHAM, Paper::WOO});
  read_keywords(lmp, fmt::format("Fix {}", style), 3, narg, arg, [this](KeywordReader &keyword) {
    return keyword.takes("half", half, {"orient", "current"}) || read_common(keyword);
  });

  create_asphere_store();
}

// Takes v and angular momentum to t + h/2, x and orientation to t + h.
void FixNVEAsphereFincham::initial_integrate(int /*vflag*/)
{
  use_restarted_forces();
  const OwnedAtoms range = {groupbit, nlocal_integrated(), domain->dimension == 2};
  const VARDEM::Step step = time_step();
  with_rotation([&](const auto &rotate, const auto &rotate_all) {
    open_ellipsoid_blocks(atom, avec, range, step, rotate, rotate_all);
  });
}
