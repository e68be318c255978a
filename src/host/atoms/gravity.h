// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_GRAVITY_H
#define VARDEM_HOST_GRAVITY_H

#include "host/atoms/sphere_inertia.h"
#include "kernels/vector3.h"

#include <vector>

namespace LAMMPS_NS {

class Fix;
class LAMMPS;

namespace VARDEM_NS {

  /** An acceleration of LAMMPS' fix gravity, of atoms that have all of these bits. */
  struct GravityField {
    const double *g;
    int bits;

    VARDEM::Vec3 acceleration() const { return {g[0], g[1], g[2]}; }
  };

  /** The fixes gravity that act on atoms at present: those without keyword disable. */
  std::vector<const Fix *> acting_gravity(LAMMPS *);

  /** Their accelerations, of atoms that also have all of these bits. */
  std::vector<GravityField> acting_gravity_fields(LAMMPS *, int bits);

  /** Where a fix gravity keeps the three components of its acceleration, which may change in each
   *  step. */
  const double *acceleration_of(const Fix *gravity);

  /** Updates the accelerations of all fixes gravity from their variables. A fix calls this in its
   *  setup(), before that of a fix gravity that is defined later. */
  void update_gravity(LAMMPS *);

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
    void find(LAMMPS *, const Fix *before);
    void forget() { fixes.clear(); }
    /** Their present accelerations. */
    UndampedWeight now() const;

   private:
    std::vector<const Fix *> fixes;
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
