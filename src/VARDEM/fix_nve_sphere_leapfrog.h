/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifdef FIX_CLASS
// clang-format off
FixStyle(nve/sphere/leapfrog,FixNVESphereLeapfrog);
// clang-format on
#else

#ifndef LMP_FIX_NVE_SPHERE_LEAPFROG_H
#define LMP_FIX_NVE_SPHERE_LEAPFROG_H

#include "fix_nve_rotation.h"

namespace LAMMPS_NS {

class FixNVESphereLeapfrog : public FixNVERotation {
 public:
  FixNVESphereLeapfrog(class LAMMPS *, int, char **);
  void post_constructor() override;
  void init() override;
  void write_restart(FILE *) override;
  void initial_integrate(int) override;
  void final_integrate() override;

 protected:
  bool update_quat;    // attitudes are integrated
  double inertia;      // moment of inertia / (mass radius^2)

  double **spins() const override;
  void close_steps(int, double) override;

 private:
  std::string init_name;    // fix property/atom vector of initial attitudes, or empty

  template <bool ATTITUDE> void open_step();
  double **attitudes(int &ncol) const;
  void init_attitudes();
};

}    // namespace LAMMPS_NS
#endif
#endif
