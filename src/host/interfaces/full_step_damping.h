// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_FULL_STEP_DAMPING_H
#define VARDEM_HOST_FULL_STEP_DAMPING_H

#include "host/interfaces/styles_with.h"

namespace LAMMPS_NS::VARDEM_NS {

struct CundallStep;
struct DampingSums;

/** A damping of forces and torques that also acts on whole bodies: fix damping/cundall/onstep. The
 *  fix of the bodies sums the forces on their members, damps the sums in its own loop
 *  (host/damping/cundall_damping.h), and reports what they lose. */
class FullStepDamping {
 public:
  /** The stable time step without damping is to be divided by sqrt(1 + step_divisor()). */
  virtual double step_divisor() const = 0;
  /** Bits of the groups whose atoms it leaves out. */
  virtual int skipped_groups() const = 0;
  /** What the loop needs. midstep: velocities are those of the half step, as in every step. Before
   *  the first step they are those at the time step. */
  virtual CundallStep step_of(bool midstep) const = 0;
  /** Adds the energy that the bodies of a fix lose, once per step. first: before the first step of
   *  a run. */
  virtual void account(const Fix *bodies, const DampingSums &, bool first) = 0;

 protected:
  ~FullStepDamping() = default;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
