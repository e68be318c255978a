// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_FIX_NVE_SPHERE_ROTATION_H
#define LMP_FIX_NVE_SPHERE_ROTATION_H

#include "fix_nve_rotation.h"

namespace LAMMPS_NS {

/** What the integrators of spheres share: the moment of inertia and the initial orientations. A
 *  derived style sets integrate_orientation and calls create_sphere_store() at the end of its
 *  constructor. */
class FixNVESphereRotation : public FixNVERotation, public VARDEM_NS::SphereIntegrator {
 public:
  FixNVESphereRotation(class LAMMPS *, int, char **);
  void post_constructor() override;
  void init() override;
  void write_restart(FILE *) override;
  std::optional<double> inertia_factor() const override { return inertia; }
  bool integrates_orientations() const override { return integrate_orientation; }
  double *const *kept_orientations() const override
  {
    return stores_orientations() ? store.rows(orientation_table) : nullptr;
  }
  bool orientations_given() const override { return given; }

 protected:
  bool integrate_orientation;
  double inertia;           // moment of inertia / (mass radius^2)
  std::string init_name;    // fix property/atom array of initial orientations, or empty

  bool read_sphere(VARDEM_NS::KeywordReader &);
  void create_sphere_store();
  double **orientations() const;

  /** The kick at the start of a step, and whether there is a second one at its end. */
  virtual double opening_kick() const { return time_step().half_kick; }
  virtual bool closes_steps() const { return true; }
  double **spins() const override { return atom->omega; }
  void close_steps(int, double) override;

 private:
  bool disc, given;    // given: by init, and no run has begun since
  double inertia_given;

  void init_orientations();
};

}    // namespace LAMMPS_NS
#endif
