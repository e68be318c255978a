// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(nve/asphere/fincham,FixNVEAsphereFincham);
// clang-format on
#else

#ifndef LMP_FIX_NVE_ASPHERE_FINCHAM_H
#define LMP_FIX_NVE_ASPHERE_FINCHAM_H

#include "fix_nve_asphere_rotation.h"
#include "host/atoms/rotations.h"

namespace LAMMPS_NS {

class FixNVEAsphereFincham : public FixNVEAsphereRotation {
 public:
  FixNVEAsphereFincham(class LAMMPS *, int, char **);
  void initial_integrate(int) override;

 protected:
  // The orientation that turns L at t + h/2 into body components: ORIENT takes that at t + h/2,
  // CURRENT that at t
  enum Half { ORIENT, CURRENT };
  Half half;

  /** Calls f(rotate, rotate_all) with the rotation of one particle and the rotation of a block of
   *  particles. */
  template <class F> void with_rotation(const F &f) const
  {
    if (half == ORIENT)
      f(VARDEM::FinchamOrient(), VARDEM_NS::rotate_fincham_orient);
    else
      f(VARDEM::FinchamCurrent(), VARDEM_NS::rotate_fincham_current);
  }
};

}    // namespace LAMMPS_NS
#endif
#endif
