/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifdef FIX_CLASS
// clang-format off
FixStyle(nve/sphere/rodrigues,FixNVESphereRodrigues);
// clang-format on
#else

#ifndef LMP_FIX_NVE_SPHERE_RODRIGUES_H
#define LMP_FIX_NVE_SPHERE_RODRIGUES_H

#include "fix_nve_sphere_rotation.h"

namespace LAMMPS_NS {

class FixNVESphereRodrigues : public FixNVESphereRotation {
 public:
  FixNVESphereRodrigues(class LAMMPS *, int, char **);
  void init() override;
  void initial_integrate(int) override;
  void final_integrate() override;

 protected:
  enum Map { NEWMARK, EXACT, EULER, EXPONENTIAL };
  enum Bound { ERROR, WARN, FALL_BACK };

  Map map;
  Bound bound;    // what to do where map exact has no solution

  double opening_kick() const { return (map == EULER) ? 2.0 * dtf : dtf; }
  void close_steps(int, double) override;
  void beyond_bound(int i, double angle);

 private:
  bool warned;

  template <class Increment> void open_step(const Increment &);
};

}    // namespace LAMMPS_NS
#endif
#endif
