/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_PACKING_SOLVER_H
#define VARDEM_HOST_PACKING_SOLVER_H

#include "host/loads.h"
#include "host/solve_messages.h"
#include "host/solver_settings.h"

namespace LAMMPS_NS {

class Fix;
class NeighList;

namespace VARDEM_NS {

  class Ghosts;

  /** Columns of the per-atom results: six of stress times volume, and the number of contacts that carry a force. */
  constexpr int STRESS_COLUMNS = 6, RESULT_COLUMNS = STRESS_COLUMNS + 1;

  /** Loads that cannot be carried. */
  struct LoadProblems {
    bool any_not_finite = false, any_unsupported = false;    // on any process
    tagint not_finite = MAXTAGINT;                           // lowest ID of this process
    Grains unsupported;                                      // of this process
  };

  /** Finds the compatible forces of a packing, in the steps of ContactSolve, which calls them in this order. All processes must
   *  call the functions, unless they are const. */
  class PackingSolver : protected Pointers {
   public:
    using Pointers::Pointers;
    virtual void request_list(Fix *fix) = 0;
    /** Makes the network from the present atoms. Returns the number of contacts of this process. */
    virtual bigint collect(NeighList *list) = 0;
    /** Number of particles of this process that can move. */
    virtual int free_particles() const = 0;
    /** Sets the loads of the rows, and zero for rows without contacts. */
    virtual LoadProblems set_loads(const LoadSource &source, bool on_demand) = 0;
    /** motion: 3 numbers of each atom, the start of the iteration; returns the motions that cause the forces, or zero if they
   *  are of no use for the next solve. */
    virtual VARDEM::SolverReport solve(double *motion, const SolverSettings &settings,
                                       const VARDEM::SolverOptions &options) = 0;
    /** How the last solve has found the forces. */
    const VARDEM::MethodTaken &method_taken() const { return taken; }
    /** Can code of the host use the arrays of the solver? */
    virtual bool is_on_host() const = 0;
    /** Has this process contacts with walls? */
    virtual bool has_walls() const = 0;
    /** The length of the longest motion of the last solve with overlaps, over all processes (resting_spheres.h). */
    virtual double farthest_motion() const = 0;
    /** Sets RESULT_COLUMNS numbers of each owned atom. */
    virtual void set_results(double *results) = 0;
    /** Sizes of what is out of balance. */
    virtual Grains residuals() = 0;
    const VARDEM::ForceCertificate &certificate() const { return quality; }

    /** As ContactForces has them. */
    virtual int changes() = 0;
    virtual int count_contacts(int groupbit) = 0;
    virtual void list_contacts(double *rows) = 0;

    virtual Ghosts &ghosts() = 0;
    virtual double bytes() const = 0;

   protected:
    VARDEM::ForceCertificate quality;    // of the last solve
    VARDEM::MethodTaken taken;
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
