/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_FOLLOWED_STEP_H
#define VARDEM_HOST_FOLLOWED_STEP_H

#include "host/timestep/step_rules.h"
#include "pointers.h"

namespace LAMMPS_NS {

class Fix;

namespace VARDEM_NS {

  class StableStep;

  /** The time step of a run that follows the stable one: the last evaluation, and what is done at the next. */
  class FollowedStep : protected Pointers {
   public:
    StepRules rules;
    double stable = NO_STEP_LIMIT;    // stable step of the last evaluation, before safety
    double horizon = INFINITY;        // how far that looked ahead [time]
    double fastest = 0.0;     // largest speed of a particle then: none is to become twice as fast
    bigint evaluated = -1;    // step of the last evaluation, or -1
    bigint changed = -1;      // step of the last change of the time step, or -1

    explicit FollowedStep(LAMMPS *lmp) : Pointers(lmp) {}

    bool is_limited() const { return stable < NO_STEP_LIMIT; }
    /** Has a particle of the group become faster than the last evaluation assumed? All processes must call it. */
    bool is_outrun(int groupbit) const;

    /** Evaluates the stable step for gaps that close within `horizon`, and sets the time step. fix: who sets it, in messages.
     *  It is an error if the step would have to be less than rules.least. All processes must call it. */
    void follow(StableStep &limit, const Fix *fix, bool at_once);

    /** For restart files. every: how often the fix evaluates; if that has changed, the next run evaluates as if it were the
     *  first. */
    void write(FILE *fp, int every) const;
    void restart(const char *buf, const Fix *fix, int every);
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
