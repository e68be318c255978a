// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_FULL_STEP_VELOCITIES_H
#define VARDEM_HOST_FULL_STEP_VELOCITIES_H

#include "pointers.h"

#include <string>

namespace LAMMPS_NS {

class Fix;

namespace VARDEM_NS {

  class ChangingVelocities;

  /** VARDEM::StepTime::kick of the present forces, for dashpots of velocity onstep. It is 0 in a
   *  set-up and a minimization, and where an integrator knows the full-step velocities. */
  double kick_of_dashpots(LAMMPS *lmp);

  /** Full-step velocities of owned atoms, for the dashpots of a fix (keyword velocity onstep). Pair
   *  styles also need the velocities of ghosts, and use
   *  host/velocity/pair_full_step_velocities.h. */
  class FullStepVelocities : protected Pointers {
   public:
    /** owner: ID of the fix. */
    FullStepVelocities(LAMMPS *lmp, const std::string &owner);
    /** Deletes the fix that init() has made. */
    void remove_fix();

    /** In init() of the fix. Uses the fix VELOCITY/ONSTEP of a pair style or of another fix, or
     *  makes one of this style. */
    void init(bool needed_in, const std::string &style);

    bool needed() const { return changing != nullptr; }
    /** Changes of the velocities of owned atoms in the first half of this step, as
     *  ChangingVelocities has them. It is null if dashpots act on the velocities of the atoms: in
     *  the set-up of a run, or if no fix is needed. */
    const double *const *changes() const;
    /** The fix that is used; null if none is needed. */
    Fix *helper() const { return fix; }

   private:
    const std::string id;
    Fix *fix = nullptr;
    ChangingVelocities *changing = nullptr;    // the same
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
