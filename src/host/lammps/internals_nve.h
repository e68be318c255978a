// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_INTERNALS_NVE_H
#define VARDEM_HOST_INTERNALS_NVE_H

#include "fix_nve.h"
#include "kernels/leapfrog.h"

namespace LAMMPS_NS::VARDEM_NS {

// A part of the access to what LAMMPS does not publish, as host/lammps/internals.h is: see there.

/** LAMMPS' fix nve, for styles that derive from it. It has hooks for Verlet and r-RESPA, and keeps
 *  the time step of the present level. Relies on: protected members of FixNVE, src/fix_nve.h. */
class IntegratorNVE : public FixNVE {
 public:
  /** LAMMPS reads no keywords of the style. */
  IntegratorNVE(LAMMPS *lmp, char **arg) : FixNVE(lmp, 3, arg) {}

 protected:
  /** h and the factor of a half kick. With r-RESPA they belong to the level that is integrated. */
  VARDEM::Step time_step() const { return {FixNVE::dtv, FixNVE::dtf}; }

 private:
  using FixNVE::dtf;    // derived styles cannot name them
  using FixNVE::dtv;
  using FixNVE::mass_require;
  using FixNVE::step_respa;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
