// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/compatible/compatible_solve.h"

#include "comm.h"
#include "error.h"
#include "fix.h"
#include "group.h"
#include "host/compatible/compatible_solver_on.h"
#include "host/dynamics/rigid_steps.h"
#include "host/dynamics/step_record.h"
#include "host/lammps/internals.h"
#include "host/solve/host_solvers.h"
#include "modify.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>
#include <new>
#include <stdexcept>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace FixConst;
using VARDEM::SolverReport;

namespace {

/** Sets a flag, and clears it at the end of the scope, also after an error. */
struct Flag {
  bool &flag;
  explicit Flag(bool &f) : flag(f) { flag = true; }
  ~Flag() { flag = false; }
};

}    // namespace

CompatibleSolve::CompatibleSolve(LAMMPS *lmp, Fix *fix_in) :
    Pointers(lmp), rules(lmp, fix_in), load(lmp, fix_in), messages(lmp, fix_in),
    settings(lmp, fix_in), fix(fix_in),
    solver(std::make_unique<CompatibleSolverOn<HostPlatform>>(lmp, fix_in, rules))
{
  settings.options.progress = [this](const SolverReport &report) {
    messages.progress(report, settings.options.tolerance);
  };
}

CompatibleSolve::~CompatibleSolve() = default;

void CompatibleSolve::init()
{
  settings.check_device(solver->is_on_host());
  if (counts_redundant && !solver->is_on_host())
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} keyword redundant: yes does not work on a GPU; use the style without the "
               "suffix /kk",
               fix->style);
  if (counts_redundant && rules.overlap)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} keyword redundant: yes does not go with overlap yes, where contacts may "
               "open and close; use overlap no",
               fix->style);
  const bool was_of_steps = load.is_of_steps();
  load.init(rules);
  if (load.is_of_steps() != was_of_steps) solved = -1;    // the forces belong to another load
  if (load.is_of_steps()) return find_dynamics();
  rules.require_spheres();
  require_order();
  modify->addstep_compute_all(update->ntimestep);    // for variables, at setup
  solver->request_list(fix);
}

// Such a fix moves atoms at the end of a step, and their ghosts stay behind.
bool CompatibleSolve::moves_ghosts_away(Fix *other) const
{
  return other->box_change && (modify->get_fix_mask(other) & END_OF_STEP);
}

void CompatibleSolve::require_order() const
{
  for (Fix *other : modify->get_fix_list()) {
    if (other == fix) return;
    if (moves_ghosts_away(other))
      error->all(
          FLERR, Error::NOLASTLINE,
          "Fix {} must be defined before fix {} {}, which changes the box at the end of a step",
          fix->style, other->id, other->style);
  }
}

void CompatibleSolve::take_list(NeighList *ptr)
{
  list = ptr;
  solved = -1;    // the forces belong to the contacts of the old list
}

// Ghosts have their present positions only within a run. Lists have all gaps that may count only at
// the step at which they were made.
std::string CompatibleSolve::reason_not_to_solve() const
{
  if (load.is_of_steps())
    return fmt::format("its load is that of the steps of contact dynamics that are multiples of {}",
                       fix->nevery);
  if (busy) return "its load depends on its own forces";
  if (!list || update->whichflag == 0) return "no run is in progress";
  for (Fix *other : modify->get_fix_list())
    if (moves_ghosts_away(other))
      return fmt::format("fix {} {} changes the box at the end of steps", other->id, other->style);
  if (rules.needs_new_lists() && neighbor->lastcall != update->ntimestep)
    return fmt::format("its keyword {} needs neighbor lists that were built at this step",
                       rules.keyword_of_new_lists());
  return "";
}

void CompatibleSolve::evaluate(SolveStore &store, bool on_demand)
{
  messages.start_clock();
  solved = -1;
  rules.update();
  outdate(list);
  neighbor->build_one(list);
  SolverReport report;
  do {
    require_contacts(solver->collect(list));
    set_loads(on_demand);
    const SolverReport before = report;
    report = find_forces(*solver, store, before);
    report.steps += before.steps;
    report.products += before.products;
  } while (lacks_contacts(report));
  solved = update->ntimestep;
  solver->set_results(store.results_of_atoms());
  store.results_are_set();
  conclude(*solver, report);
}

// The fix of contact dynamics whose steps give the load.
void CompatibleSolve::find_dynamics()
{
  const auto found = fixes_with<DynamicContacts>(modify);
  if (found.empty())
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} keyword load: cd needs a fix of contact dynamics, such as nve/sphere/cd, "
               "and there is none; define one, or use load gravity or load variable",
               fix->style);
  if (found.size() > 1)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} keyword load: cd needs one fix of contact dynamics, and there are {}; use "
               "load gravity or load variable",
               fix->style, found.size());
  if (rules.overlap)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} keyword overlap: yes does not go with load cd, whose grains are rigid and "
               "overlap by errors only; use overlap no, load gravity or load variable",
               fix->style);
  dynamics = found[0];
  const Fix *other = dynamic_cast<const Fix *>(dynamics);
  if (other->execution_space != fix->execution_space)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} keyword load: cd cannot read the forces of fix {} {}; give both styles the "
               "suffix /kk, or none",
               fix->style, other->id, other->style);
}

void CompatibleSolve::setup_steps(SolveStore &store)
{
  if (dynamics->has_friction())
    error->all(
        FLERR, Error::NOLASTLINE,
        "Fix {} keyword load: cd finds normal forces that balance the loads alone, and the "
        "contacts of fix {} have friction; use compute contact/force of that fix, or remove mu",
        fix->style, dynamic_cast<const Fix *>(dynamics)->style);
  if (rules.closed.length > dynamics->reach_of_contacts())
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} keyword closed: {} exceeds {}, the gap up to which fix {} has contacts; "
               "decrease closed, or increase the neighbor skin or keyword gap of that fix",
               fix->style, rules.closed.length, dynamics->reach_of_contacts(),
               dynamic_cast<const Fix *>(dynamics)->style);
  if (solved == update->ntimestep && !is_of_earlier_step()) return;
  outputs = {};
  solved = -1;
  store.forget_results();
  const bool never = update->whichflag == 2 || next_evaluation(lmp, fix) > update->laststep;
  if (comm->me != 0 || (told_of_steps && !never)) return;
  told_of_steps = true;
  const std::string why =
      fmt::format("its load is that of the steps of fix {} that are multiples of {}",
                  dynamic_cast<const Fix *>(dynamics)->style, fix->nevery);
  if (never)
    error->warning(FLERR,
                   "Fix {}: there are no forces in this run, and all its outputs are 0: {}, and "
                   "this run has none; use load gravity to find forces without a step",
                   fix->style, why);
  else
    utils::logmesg(lmp, "Fix {}: {}, so there are no forces before the first of them\n", fix->style,
                   why);
}

void CompatibleSolve::finish_run()
{
  solved_at_end = solved == update->ntimestep;
}

bool CompatibleSolve::is_of_earlier_step() const
{
  return solved == update->ntimestep && !solved_at_end;
}

void CompatibleSolve::evaluate_step(SolveStore &store, StepTable *table)
{
  messages.start_clock();
  rules.update();
  RigidSteps &steps = dynamics->rigid_steps();
  steps.close_contacts(rules.closed.length);
  take_law_of(steps);
  const SolverReport report = find_forces(steps, store, {});
  solved = update->ntimestep;
  steps.set_results(store.results_of_atoms());
  store.results_are_set();
  if (table) {
    steps.fill_table(*table, true);
    table->step = solved;
  }
  conclude(steps, report);
}

void CompatibleSolve::take_law_of(RigidSteps &steps)
{
  if (rules.has_two_laws()) rules.take_law(steps.closed_types());
  rules.require_walls(steps.closed_walls());
  steps.law = rules.law;
}

SolverReport CompatibleSolve::find_forces(ForceSolver &of, SolveStore &store,
                                          const SolverReport &before)
{
  VARDEM::SolverOptions left = settings.options;
  left.most_steps -= before.steps;
  left.most_products -= before.products;
  std::string failure;
  try {
    return of.solve(store.motions_of_atoms(), settings, left);
  } catch (const std::bad_alloc &) {
    failure = "there is not enough memory";
  } catch (const std::runtime_error &e) {
    failure = e.what();
  }
  const int n = of.free_particles();
  if (settings.is_direct())
    error->one(FLERR, "Fix {} keyword solver: direct fails for {} particles: {}; use auto",
               fix->style, n, failure);
  error->one(FLERR, "Fix {} fails for {} particles of this MPI rank: {}{}", fix->style, n, failure,
             settings.has_factors() ? "; use precond block, a larger DROP or a smaller FILL" : "");
  return SolverReport();
}

// Particles that move farther than half the reach of a network may come into contact with others
// that it does not have, and their loads may need these contacts. Then the reach becomes longer, up
// to that of the neighbor list, and the next solve goes on from these motions.
bool CompatibleSolve::lacks_contacts(const SolverReport &report)
{
  const bool too_far = report.reason == SolverReport::REACH;
  if (!rules.overlap || !(too_far || report.reason == SolverReport::INFEASIBLE)) return false;
  const double wanted = 2.0 * solver->farthest_motion(), reach = rules.reach();
  if (reach < neighbor->skin) {
    const double longer = std::max(3.0 * wanted, 4.0 * reach);    // 0 where grains just touch
    rules.extend_reach(longer > 0.0 ? std::min(longer, neighbor->skin) : neighbor->skin);
    return true;
  }
  if (too_far)
    messages.not_converged(fmt::format(
        "particles would move by up to {:.3g} before they are at rest, and this is more than half "
        "of the neighbor skin, {:.3g}; let the packing come to rest, or increase the skin",
        0.5 * wanted, neighbor->skin));
  return false;
}

// A dynamic group may have no particles for a while.
void CompatibleSolve::require_contacts(bigint mine) const
{
  if (rules.all(mine) == 0 &&
      !(group->dynamic[fix->igroup] && rules.all(solver->free_particles()) == 0))
    messages.not_converged(
        fmt::format("no two particles are in contact, so nothing can carry the load; keyword "
                    "closed sets the largest gap of a contact, and is {}",
                    rules.closed.length));
}

void CompatibleSolve::set_loads(bool on_demand)
{
  LoadProblems problems;
  {
    const Flag now(busy);
    problems = solver->set_loads(load, on_demand);
  }
  if (problems.any_not_finite) messages.require_finite(problems.not_finite);
  if (problems.any_unsupported) messages.unsupported(problems.unsupported);
}

// Sets the outputs, and reports a solve that has not converged.
void CompatibleSolve::conclude(ForceSolver &of, const SolverReport &report)
{
  const VARDEM::ForceCertificate &quality = of.certificate();
  outputs = {quality.duality_gap,
             quality.balance,
             static_cast<double>(report.steps),
             static_cast<double>(report.products),
             quality.closed,
             quality.loaded,
             quality.largest,
             counts_redundant ? count_redundant(of) : 0.0};
  if (report.reason == SolverReport::CONVERGED) messages.method(settings, of.method_taken());
  std::string advice;
  if (rules.overlap)
    advice = fmt::format(
        "; particles have moved by up to {:.3g} so far, and if these are many overlaps the packing "
        "yields, and its balance is far away: let it come to rest in a run with damping before",
        solver->farthest_motion());
  messages.conclude(
      report, settings.options,
      [&of] {
        return of.residuals();
      },
      [this, &of] {
        return has_no_fixed(of);
      },
      advice);
}

double CompatibleSolve::count_redundant(ForceSolver &of)
{
  std::string failure;
  try {
    return of.redundant();
  } catch (const std::exception &e) {
    failure = e.what();
  }
  error->all(FLERR, Error::NOLASTLINE,
             "Fix {} keyword redundant: yes needs the factors of the matrix of all contacts on one "
             "MPI rank, and this fails: {}; use redundant no",
             fix->style, failure);
  return 0.0;
}

// In a periodic box, loads that add up to zero may need no support.
bool CompatibleSolve::has_no_fixed(const ForceSolver &of) const
{
  return rules.all(of.free_particles()) == atom->natoms && domain->nonperiodic &&
      rules.all(of.has_walls()) == 0;
}
