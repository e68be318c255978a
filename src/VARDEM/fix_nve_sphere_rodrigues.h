// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(nve/sphere/rodrigues,FixNVESphereRodrigues);
// clang-format on
#else

#ifndef LMP_FIX_NVE_SPHERE_RODRIGUES_H
#define LMP_FIX_NVE_SPHERE_RODRIGUES_H

#include "fix_nve_sphere_rotation.h"
#include "host/atoms/rotations.h"

namespace LAMMPS_NS {

class FixNVESphereRodrigues : public FixNVESphereRotation {
 public:
  FixNVESphereRodrigues(class LAMMPS *, int, char **);
  void init() override;
  void initial_integrate(int) override;

 protected:
  // in the order in which the constructor reads them
  enum Map { NEWMARK, EXACT, EULER, EXPONENTIAL };
  enum Bound { ERROR, WARN, FALL_BACK };

  Map map;
  Bound bound;    // what to do where map exact has no solution

  // map euler has one full kick, at the start of the step

  double opening_kick() const override
  {
    const double half_kick = time_step().half_kick;
    return (map == EULER) ? 2.0 * half_kick : half_kick;
  }
  bool closes_steps() const override { return map != EULER; }

  bool watches_bound() const
  {
    return map == EXACT && bound != FALL_BACK && !(bound == WARN && warned);
  }
  void beyond_bound(int i, double angle, bigint step);

  /** Calls f(increment, rotate_all) with the increment of one sphere and the rotation of a block of
   *  spheres. */
  template <class F> void with_map(const F &f) const
  {
    if (map == EXACT)
      f(VARDEM::IncrementExact(), VARDEM_NS::rotate_exact);
    else if (map == EXPONENTIAL)
      f(VARDEM::IncrementExponential(), VARDEM_NS::rotate_exponential);
    else
      f(VARDEM::IncrementNewmark(), VARDEM_NS::rotate_newmark);
  }

 private:
  bool warned;
};

}    // namespace LAMMPS_NS
#endif
#endif
