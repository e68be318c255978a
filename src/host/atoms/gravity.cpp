// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/atoms/gravity.h"

#include "fix_gravity.h"
#include "host/lammps/internals.h"
#include "modify.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

std::vector<const Fix *> VARDEM_NS::acting_gravity(LAMMPS *lmp)
{
  std::vector<const Fix *> acting;
  for (const Fix *fix : lmp->modify->get_fix_list())
    if (const auto *gravity = dynamic_cast<const FixGravity *>(fix))
      if (!is_disabled(gravity)) acting.push_back(gravity);
  return acting;
}

const double *VARDEM_NS::acceleration_of(const Fix *gravity)
{
  int dim;
  return static_cast<const double *>(const_cast<Fix *>(gravity)->extract("gvec", dim));
}

std::vector<GravityField> VARDEM_NS::acting_gravity_fields(LAMMPS *lmp, int bits)
{
  std::vector<GravityField> gravity_fields;
  for (const Fix *gravity : acting_gravity(lmp))
    gravity_fields.push_back({acceleration_of(gravity), bits | gravity->groupbit});
  return gravity_fields;
}

void VARDEM_NS::update_gravity(LAMMPS *lmp)
{
  for (Fix *fix : lmp->modify->get_fix_list())
    if (auto *gravity = dynamic_cast<FixGravity *>(fix)) update_acceleration(gravity);
}
