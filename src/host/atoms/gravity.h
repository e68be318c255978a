// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_GRAVITY_H
#define VARDEM_HOST_GRAVITY_H

#include "error.h"
#include "fix.h"
#include "fix_gravity.h"
#include "host/atoms/sphere_inertia.h"
#include "host/lammps/internals.h"
#include "kernels/vector3.h"
#include "modify.h"

#include <algorithm>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** An acceleration of LAMMPS' fix gravity, of atoms that have all of these bits. */
struct GravityField {
  const double *g;
  int bits;

  VARDEM::Vec3 acceleration() const { return {g[0], g[1], g[2]}; }
};

/** The fixes gravity that act on atoms at present: those without keyword disable. */
inline std::vector<const Fix *> acting_gravity(LAMMPS *lmp)
{
  std::vector<const Fix *> acting;
  for (const Fix *fix : lmp->modify->get_fix_list())
    if (const auto *gravity = dynamic_cast<const FixGravity *>(fix))
      if (!is_disabled(gravity)) acting.push_back(gravity);
  return acting;
}

/** Where a fix gravity keeps the three components of its acceleration, which may change in each
 *  step. */
inline const double *acceleration_of(const Fix *gravity)
{
  int dim;
  return static_cast<const double *>(const_cast<Fix *>(gravity)->extract("gvec", dim));
}

/** Their accelerations, of atoms that also have all of these bits. */
inline std::vector<GravityField> acting_gravity_fields(LAMMPS *lmp, int bits)
{
  std::vector<GravityField> gravity_fields;
  for (const Fix *gravity : acting_gravity(lmp))
    gravity_fields.push_back({acceleration_of(gravity), bits | gravity->groupbit});
  return gravity_fields;
}

/** Updates the accelerations of all fixes gravity from their variables. A fix calls this in its
 *  setup(), before that of a fix gravity that is defined later. */
inline void update_gravity(LAMMPS *lmp)
{
  for (Fix *fix : lmp->modify->get_fix_list())
    if (auto *gravity = dynamic_cast<FixGravity *>(fix)) update_acceleration(gravity);
}

/** Gravity of the fixes that act on an atom. */
struct UndampedWeight {
  ByGroup<VARDEM::Vec3> gravity;

  template <class B> VARDEM_INLINE VARDEM::Vec3 operator()(const B &b, int i) const
  {
    VARDEM::Vec3 g = {0.0, 0.0, 0.0};
    for (int k = 0; k < gravity.n; k++)
      if (b.groups(i) & gravity.bit[k]) g = g + gravity.value[k];
    return b.mass(i) * g;
  }
};

/** The fixes gravity whose force is not damped. */
class UndampedGravity {
 public:
  /** In init(). Only the fixes gravity that come before the fix are in the forces when it damps
   *  them. It stops if there are too many. */
  void find(LAMMPS *lmp, const Fix *before)
  {
    fixes.clear();
    // acting_gravity() makes the list anew
    const std::vector<Fix *> all = lmp->modify->get_fix_list();
    const auto end = std::find(all.begin(), all.end(), before);
    for (const Fix *gravity : acting_gravity(lmp))
      if (std::find(all.begin(), end, gravity) != end) fixes.push_back(gravity);
    if (fixes.size() > ByGroup<VARDEM::Vec3>::MAX)
      lmp->error->all(
          FLERR, Error::NOLASTLINE,
          "Fix {} keyword gravity supports at most {} fixes gravity before it, and there are {}",
          before->style, ByGroup<VARDEM::Vec3>::MAX, fixes.size());
  }
  void forget() { fixes.clear(); }
  /** Their present accelerations. */
  UndampedWeight now() const
  {
    UndampedWeight undamped = {};
    for (const Fix *fix : fixes) {
      const double *g = acceleration_of(fix);
      undamped.gravity.add(fix->groupbit, {g[0], g[1], g[2]});
    }
    return undamped;
  }

 private:
  std::vector<const Fix *> fixes;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
