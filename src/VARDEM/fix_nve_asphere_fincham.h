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

#include "fix_nve_rotation.h"

namespace LAMMPS_NS {

class FixNVEAsphereFincham : public FixNVERotation {
 public:
  FixNVEAsphereFincham(class LAMMPS *, int, char **);
  void init() override;
  void initial_integrate(int) override;
  void final_integrate() override;

 protected:
  enum Half { ORIENT, CURRENT };
  Half
      half;    // attitude in which the angular momentum at t + h/2 is seen: that at t + h/2, or that at t
  class AtomVecEllipsoid *avec;

  double **spins() const override;
  void close_steps(int, double) override;

 private:
  template <class Bonus> void open_steps(Bonus *);
};

}    // namespace LAMMPS_NS
#endif
#endif
