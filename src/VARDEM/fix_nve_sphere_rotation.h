/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_FIX_NVE_SPHERE_ROTATION_H
#define LMP_FIX_NVE_SPHERE_ROTATION_H

#include "fix_nve_rotation.h"

namespace LAMMPS_NS {

/** What the integrators of spheres share: the moment of inertia and the initial attitudes. A derived style sets
 *  integrate_attitude and calls create_sphere_store() at the end of its constructor. */
class FixNVESphereRotation : public FixNVERotation, public VARDEM_NS::SphereIntegrator {
 public:
  FixNVESphereRotation(class LAMMPS *, int, char **);
  void post_constructor() override;
  void init() override;
  void write_restart(FILE *) override;
  std::optional<double> inertia_factor() const override { return inertia; }
  bool integrates_attitudes() const override { return integrate_attitude; }
  double *const *kept_attitudes() const override
  {
    return stores_attitudes() ? store.rows(attitude_table) : nullptr;
  }
  bool attitudes_given() const override { return given; }

 protected:
  bool integrate_attitude;
  double inertia;           // moment of inertia / (mass radius^2)
  std::string init_name;    // fix property/atom array of initial attitudes, or empty

  int parse_sphere(int iarg, int narg, char **arg, std::vector<std::string> others);
  void create_sphere_store();
  double **attitudes() const;

  /** The kick at the start of a step, and whether there is a second one at its end. */
  virtual double opening_kick() const { return time_step().half_kick; }
  virtual bool closes_steps() const { return true; }
  double **spins() const override;
  void close_steps(int, double) override;

 private:
  bool disc, given;    // given: by init, and no run has begun since
  double inertia_given;

  void init_attitudes();
};

}    // namespace LAMMPS_NS
#endif
