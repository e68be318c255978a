// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/atoms/gravity.h"

#include "error.h"
#include "fix.h"
#include "fix_gravity.h"
#include "host/lammps/internals.h"
#include "modify.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Vec3;

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

void UndampedGravity::find(LAMMPS *lmp, const Fix *before)
{
  fixes.clear();
  // acting_gravity() makes the list anew
  const std::vector<Fix *> all = lmp->modify->get_fix_list();
  const auto end = std::find(all.begin(), all.end(), before);
  for (const Fix *gravity : acting_gravity(lmp))
    if (std::find(all.begin(), end, gravity) != end) fixes.push_back(gravity);
  if (fixes.size() > ByGroup<Vec3>::MAX)
    lmp->error->all(
        FLERR, Error::NOLASTLINE,
        "Fix {} keyword gravity supports at most {} fixes gravity before it, and there are {}",
        before->style, ByGroup<Vec3>::MAX, fixes.size());
}

UndampedWeight UndampedGravity::now() const
{
  UndampedWeight undamped = {};
  for (const Fix *fix : fixes) {
    const double *g = acceleration_of(fix);
    undamped.gravity.add(fix->groupbit, {g[0], g[1], g[2]});
  }
  return undamped;
}
