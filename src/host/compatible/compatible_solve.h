// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_COMPATIBLE_SOLVE_H
#define VARDEM_HOST_COMPATIBLE_SOLVE_H

#include "host/compatible/external_loads.h"
#include "host/network/contact_rules.h"
#include "host/solve/force_solver.h"
#include "host/solve/solve_messages.h"
#include "host/solve/solver_settings.h"

#include <array>
#include <memory>
#include <utility>

namespace LAMMPS_NS {

class Fix;
class NeighList;

namespace VARDEM_NS {

  class ContactTable;
  class DynamicContacts;
  class Ghosts;
  class RigidSteps;
  struct StepTable;

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

  /** What a solve keeps for each atom, where its loops can reach it: a fix that lets the numbers
   *  travel with the atoms. */
  class SolveStore {
   public:
    /** 3 numbers of each atom: the motions of the last solve, with which the next one starts. They
     *  will be changed. */
    virtual double *motions_of_atoms() = 0;
    /** RESULT_COLUMNS numbers of each owned atom (host/solve/force_solver.h). They will
     *  be changed. */
    virtual double *results_of_atoms() = 0;
    /** The results are complete. */
    virtual void results_are_set() = 0;
    /** There are no results: sets them to zero. */
    virtual void forget_results() = 0;

   protected:
    ~SolveStore() = default;
  };

  /** Finds the contact forces of the present step: brings the neighbor list up to date, packs the
   *  contacts, collects the loads, starts from the motions of the last solve, and reports. */
  class CompatibleSolve : protected Pointers {
   public:
    ContactRules rules;
    ExternalLoadSource load;
    SolveMessages messages;
    SolverSettings settings;
    bool counts_redundant = false;    // output 8
    /** Duality gap, balance, steps, products, contacts, loaded contacts, largest force, redundant
     *  contacts. */
    std::array<double, 8> outputs = {};

    CompatibleSolve(LAMMPS *lmp, Fix *fix_in);
    ~CompatibleSolve() override;

    /** Replaces the solver of the host. */
    void take_solver(std::unique_ptr<CompatibleSolver> other) { solver = std::move(other); }
    CompatibleSolver &packing_solver() { return *solver; }

    // --- the fix calls these in its hooks ---

    void init();
    void take_list(NeighList *ptr);
    /** Finds the forces. on_demand: a command asks for them. */
    void evaluate(SolveStore &store, bool on_demand);

    // --- if load.is_of_steps(), in place of evaluate() ---

    /** In the set-up, where there is no step yet. */
    void setup_steps(SolveStore &store);
    void forget_step() { solved = -1; }
    /** When a run ends. */
    void finish_run();
    /** Has reset_timestep led to the number of an earlier step, whose forces these are? */
    bool is_of_earlier_step() const;
    /** Finds the forces of the present step, before atoms go to other processes. table: null, or
     *  where its contacts are listed. */
    void evaluate_step(SolveStore &store, StepTable *table);
    double bytes() const { return solver->bytes(); }

    // --- as ContactForces has them ---

    bigint last_step() const { return solved; }
    std::string reason_not_to_solve() const;

   private:
    Fix *fix;
    NeighList *list = nullptr;
    DynamicContacts *dynamics = nullptr;    // whose steps these are; of this run
    std::unique_ptr<CompatibleSolver> solver;
    bigint solved = -1;            // step of the last solve
    bool solved_at_end = false;    // was that the last step of the last run
    bool busy = false;             // the variables of the load are being evaluated
    bool told_of_steps = false;    // that load cd has no forces before a step

    void require_order() const;
    bool moves_ghosts_away(Fix *other) const;
    void require_contacts(bigint mine) const;
    void set_loads(bool on_demand);
    bool lacks_contacts(const VARDEM::SolverReport &report);
    VARDEM::SolverReport find_forces(ForceSolver &of, SolveStore &store,
                                     const VARDEM::SolverReport &before);
    void conclude(ForceSolver &of, const VARDEM::SolverReport &report);
    double count_redundant(ForceSolver &of);
    bool has_no_fixed(const ForceSolver &of) const;
    void find_dynamics();
    void take_law_of(RigidSteps &steps);
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
