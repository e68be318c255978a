/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifdef FIX_CLASS
// clang-format off
FixStyle(nve/asphere/fincham,FixNVEAsphereFincham);
// clang-format on
#else

#ifndef LMP_FIX_NVE_ASPHERE_FINCHAM_H
#define LMP_FIX_NVE_ASPHERE_FINCHAM_H

#include "fix_nve_asphere_rotation.h"
#include "vardem_rotations.h"

namespace LAMMPS_NS {

class FixNVEAsphereFincham : public FixNVEAsphereRotation {
 public:
  FixNVEAsphereFincham(class LAMMPS *, int, char **);
  void initial_integrate(int) override;

 protected:
  // attitude in which the angular momentum at t + h/2 is seen: that at t + h/2, or that at t
  enum Half { ORIENT, CURRENT };
  Half half;

  /** Calls f(rotate, rotate_all), the rotation of one body and that of a block of them. */
  template <class F> void with_rotation(const F &f) const
  {
    if (half == ORIENT)
      f(VARDEM::FinchamOrient(), vardem_rotate_fincham_orient);
    else
      f(VARDEM::FinchamCurrent(), vardem_rotate_fincham_current);
  }
};

}    // namespace LAMMPS_NS
#endif
#endif
