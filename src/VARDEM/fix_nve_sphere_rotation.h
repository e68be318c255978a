// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_FIX_NVE_SPHERE_ROTATION_H
#define LMP_FIX_NVE_SPHERE_ROTATION_H

#include "fix_nve_rotation.h"
#include "host/atoms/rotations.h"

namespace LAMMPS_NS {

/** What the integrators of spheres share: the moment of inertia, the initial orientations, and the
 *  step. A derived style sets integrate_orientation and the map, and calls create_sphere_store() at
 *  the end of its constructor. */
class FixNVESphereRotation : public FixNVERotation, public VARDEM_NS::SphereIntegrator {
 public:
  using FixNVERotation::FixNVERotation;
  void post_constructor() override;
  void init() override;
  void initial_integrate(int) override;
  void write_restart(FILE *) override;
  std::optional<double> inertia_factor() const override { return inertia; }
  bool integrates_orientations() const override { return integrate_orientation; }
  double *const *kept_orientations() const override
  {
    return stores_orientations() ? store.rows(orientation_table) : nullptr;
  }
  bool orientations_given() const override { return given; }

 protected:
  // in the order in which fix nve/sphere/rodrigues reads them
  enum Map { NEWMARK, EXACT, EULER, EXPONENTIAL };
  enum Bound { ERROR, WARN, FALL_BACK };

  Map map = EXPONENTIAL;
  Bound bound = ERROR;    // what to do where map exact has no solution
  bool integrate_orientation = false;
  double inertia = VARDEM::INERTIA_BALL;    // moment of inertia / (mass radius^2)
  std::string init_name;    // fix property/atom array of initial orientations, or empty

  bool read_sphere(VARDEM_NS::KeywordReader &);
  void create_sphere_store();

  /** The kick at the start of a step, and whether there is a second one at its end: map euler has
   *  one full kick. */
  double opening_kick() const { return (map == EULER ? 2.0 : 1.0) * time_step().half_kick; }
  bool closes_steps() const { return map != EULER; }
  double **spins() const override { return atom->omega; }
  void close_steps(int, double) override;

  /** Must the angles of the step be compared with the bound of map exact? */
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
  bool disc = false, given = false;    // given: by init, and no run has begun since
  double inertia_given = 0.0;
  bool warned = false;

  /** The array that has the orientations. */
  double **orientations() const
  {
    return stores_orientations() ? store.rows(orientation_table) : atom->quat;
  }
  void init_orientations();
};

}    // namespace LAMMPS_NS
#endif
