// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_UNDAMPED_GRAVITY_H
#define VARDEM_HOST_UNDAMPED_GRAVITY_H

#include "host/atoms/sphere_inertia.h"
#include "kernels/vector3.h"

#include <vector>

namespace LAMMPS_NS {

class Fix;
class LAMMPS;

namespace VARDEM_NS {

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
