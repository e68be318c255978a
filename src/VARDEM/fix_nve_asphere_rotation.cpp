// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_nve_asphere_rotation.h"

#include "atom.h"
#include "error.h"
#include "host/atoms/atom_accessors.h"
#include "kernels/lanes.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Step;

// To be called at the end of the constructor of a style, for the same reason as create_store().
void FixNVEAsphereRotation::create_asphere_store()
{
  avec = dynamic_cast<AtomVecEllipsoid *>(atom->style_match("ellipsoid"));
  if (!avec) error->all(FLERR, Error::NOPOINTER, "Fix {} requires atom style ellipsoid", style);
  if (!atom->angmom_flag)
    error->all(FLERR, Error::NOPOINTER, "Fix {} requires atom attribute angmom", style);
  if (!atom->torque_flag)
    error->all(FLERR, Error::NOPOINTER, "Fix {} requires atom attribute torque", style);

  create_store(false);
}

void FixNVEAsphereRotation::init()
{
  FixNVERotation::init();

  for (int i = 0; i < atom->nlocal; i++)
    if ((atom->mask[i] & groupbit) && (atom->ellipsoid[i] < 0))
      error->one(FLERR, Error::NOLASTLINE,
                 "Fix {}: atom {} is a point. Set its shape, or exclude it from the group", style,
                 atom->tag[i]);
}

void FixNVEAsphereRotation::close_steps(int n, double half_kick)
{
  const Ellipsoids<AtomVecEllipsoid::Bonus> bodies(atom, groupbit, nullptr, false);
  const Step step = {time_step().h, half_kick};

  for (int i = 0; i < n; i++)
    if (bodies.selects(i)) close_step(bodies, i, step);
}
