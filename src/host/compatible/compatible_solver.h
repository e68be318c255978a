// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_COMPATIBLE_SOLVER_H
#define VARDEM_HOST_COMPATIBLE_SOLVER_H

#include "host/compatible/external_loads.h"
#include "host/solve/force_solver.h"

namespace LAMMPS_NS {

class Fix;
class NeighList;

namespace VARDEM_NS {

  class ContactTable;
  class Ghosts;

  /** Loads that cannot be carried. */
  struct LoadProblems {
    bool any_not_finite = false, any_unsupported = false;    // on any process
    tagint not_finite = MAXTAGINT;                           // lowest ID of this process
    Grains unsupported;                                      // of this process
  };

  /** Finds the compatible forces of a packing, in the steps of CompatibleSolve, which calls the
   *  functions in this order: collect(), set_loads(), solve(), set_results(). */
  class CompatibleSolver : public ForceSolver {
   public:
    using ForceSolver::ForceSolver;
    virtual void request_list(Fix *fix) = 0;
    /** Makes the network from the present atoms. Returns the number of contacts of this process. */
    virtual bigint collect(NeighList *list) = 0;
    /** Sets the loads of the rows, and zero for rows without contacts. */
    virtual LoadProblems set_loads(const ExternalLoadSource &source, bool on_demand) = 0;
    /** The length of the longest motion of the last solve with overlaps, over all processes
     *  (resting_spheres.h). */
    virtual double farthest_motion() const = 0;

    /** As ContactForces has them. */
    virtual int changes() = 0;
    virtual void list_contacts(int groupbit, ContactTable &to) = 0;

    virtual Ghosts &ghosts() = 0;
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
