// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(nve/asphere/variational,FixNVEAsphereVariational);
// clang-format on
#else

#ifndef LMP_FIX_NVE_ASPHERE_VARIATIONAL_H
#define LMP_FIX_NVE_ASPHERE_VARIATIONAL_H

#include "fix_nve_asphere_rotation.h"
#include "host/atoms/variational_rotation.h"

namespace LAMMPS_NS {

class FixNVEAsphereVariational : public FixNVEAsphereRotation {
 public:
  FixNVEAsphereVariational(class LAMMPS *, int, char **);
  void init() override;
  void setup(int) override;
  void initial_integrate(int) override;
  void final_integrate() override;

 protected:
  VARDEM_NS::VariationalScheme variational;

  /** Calls f(rotate, rotate_all) with the rotation of one particle and the rotation of a block of
   *  particles. */
  template <class F> void with_rotation(const F &f) const { variational.dispatch(f); }

  void check_first_step();
  virtual void check_convergence();
  void judge(int i);

 private:
  bool first_step;    // the first step of this run has not started yet

  template <class F> auto with_bodies(const F &) const;
};

}    // namespace LAMMPS_NS
#endif
#endif
