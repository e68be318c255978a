// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/dynamics/contact_steps.h"

#include "comm.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "host/atoms/grain_radii.h"
#include "host/atoms/time_step.h"
#include "host/cell/cell_flow.h"
#include "host/cell/cell_streaming.h"
#include "host/dynamics/rigid_body_step.h"
#include "host/dynamics/rigid_spheres.h"
#include "host/dynamics/step_checks.h"
#include "host/input/keyword_reader.h"
#include "host/solve/host_solvers.h"
#include "host/store/restart.h"
#include "modify.h"
#include "pair.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::SolverReport;

namespace {

constexpr int RESTART_VERSION = 8;
// Of rigid contacts, and of compliant ones (doc/notes/friction.md 2)
constexpr double TOLERANCE = 1e-6, COMPLIANT_TOLERANCE = 1e-2;
constexpr double ROUNDOFF = 1e-12;
constexpr double MOST_FRICTION = 2.0;    // that solves well
constexpr int MOST_STEPS = 500, COMPLIANT_PRODUCTS = 300;
// Residual that compliant contacts go on with, over tol, and the largest one (1: no impulses)
constexpr double ACCEPTED = 10.0, MOST_ACCEPTED = 0.1;
// Of the mean diameter; an overlap of the start is one that is no larger than STILL times itself
constexpr double NOTABLE_OVERLAP = 1e-3, DEEP_OVERLAP = 1e-2, STILL = 1.01;

}    // namespace

ContactSteps::ContactSteps(LAMMPS *lmp, Fix *fix_in) :
    GrainSteps(lmp, fix_in),
    contacts(std::make_unique<RigidBodyStep<RigidSpheres<HostPlatform>>>(lmp, fix_in, rules))
{
  last.report.residual = 0.0;    // no step has been made
  settings.options.progress = [this](const SolverReport &report) {
    messages.progress(report, settings.options.tolerance);
  };
}

ContactSteps::~ContactSteps() = default;

bool ContactSteps::read(KeywordReader &keyword)
{
  auto &options = settings.options;
  if (keyword.is("kappa", 1) && keyword.word(1) == "rigid") {
    of_rigid = "kappa rigid";
    return true;
  }
  for (const char *name : {"single", "warm"})
    if (keyword.is(name, 1)) of_rigid = name;
  for (const char *name : {"kappa", "sigma"})
    if (keyword.is(name, 1)) of_compliant = name;
  int chosen = 0;
  if (keyword.takes("impact", settings.poisson, {"newton", "poisson"})) {
    if (settings.poisson) of_compliant = "impact";
  } else if (keyword.takes("solver", chosen, {"compliant", "auto", "newton", "apgd", "pgs"})) {
    std::string &of = chosen == 0 ? of_compliant : of_rigid;
    if (of.empty()) of = "solver";
    options.solver = static_cast<VARDEM::DynamicsOptions::Solver>(std::max(0, chosen - 1));
  } else
    return keyword.takes_tolerance("tol", tolerance, LEAST_TOLERANCE) ||
        keyword.takes_count("maxiter", most_steps) ||
        keyword.takes("restitution", settings.restitution, Range::PART) ||
        keyword.takes("gap", gap, Range::POSITIVE) ||
        keyword.takes("single", options.kappa, Range::POSITIVE) ||
        keyword.takes_yes("warm", settings.warm) ||
        keyword.takes("kappa", settings.compliance.kappa, Range::POSITIVE) ||
        keyword.takes("sigma", settings.compliance.sigma, Range::POSITIVE) ||
        messages.read(keyword);
  return true;
}

std::vector<std::string> ContactSteps::keywords()
{
  return {"solver", "tol",  "maxiter", "restitution", "impact",    "gap",
          "single", "warm", "kappa",   "sigma",       "noconverge"};
}

// The law of the pair style matters only if overlaps remain. With newton off LAMMPS sizes the
// buffers of reverse communication only by what pair styles ask for.
void ContactSteps::init()
{
  if (force->pair)
    force->pair->comm_reverse_off =
        std::max<int>(force->pair->comm_reverse_off, CONTACT_FORCE_COLUMNS);
  StepChecks(lmp, fix).input();
  choose_solver();
  adapts = may_adapt(modify);
  groups_change = !modify->get_fix_by_style("^GROUP$").empty();
  if (settings.options.solver == VARDEM::DynamicsOptions::GAUSS_SEIDEL && !contacts->is_serial())
    error->all(
        FLERR, Error::NOLASTLINE,
        "Fix {} keyword solver: pgs takes one contact after the other, which the Kokkos variant "
        "cannot; use solver auto, newton or apgd, or the style without Kokkos (command suffix off)",
        fix->style);
  if (settings.options.kappa > 0.0 && settings.options.solver > VARDEM::DynamicsOptions::NEWTON)
    error->all(
        FLERR, Error::NOLASTLINE,
        "Fix {} keyword single goes with solver auto or newton; remove it, or keyword solver",
        fix->style);
  if (settings.options.solver == VARDEM::DynamicsOptions::GAUSS_SEIDEL && comm->nprocs > 1)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} keyword solver: pgs takes one contact after the other and works on one MPI "
               "rank only; use auto or apgd, or run on one rank",
               fix->style);
  if (gap > neighbor->skin)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} keyword gap: {} exceeds the neighbor skin {}, up to which neighbor lists "
               "have pairs; increase the skin, or decrease gap",
               fix->style, gap, neighbor->skin);
  rules.closed = {gap < 0.0 ? neighbor->skin : gap, 0.0};
  rules.law_given = settings.options.kappa == 0.0;
  rules.init();
  if (!fix->rigid_flag) rules.require_spheres();
  contacts->request_list(fix);
}

// Compliant contacts are the default, and the only ones that may have friction.
void ContactSteps::choose_solver()
{
  auto &options = settings.options;
  const double friction = rules.largest(&RigidCoefficients::friction);
  step.rolling = rules.largest(&RigidCoefficients::rolling) > 0.0;
  step.friction = step.rolling || friction > 0.0;
  if (step.rolling) numbers_of_memory = ContactMemory::WITH_MOMENT;
  const bool asked = step.friction || !of_compliant.empty();
  step.compliant = asked || of_rigid.empty();
  const bool pgs = options.solver == VARDEM::DynamicsOptions::GAUSS_SEIDEL,
             sweeps = pgs && of_rigid == "solver";
  if (sweeps && step.rolling)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} keyword solver: pgs finds no moments, but pair style contact/rigid or a "
               "rigid wall has rolling > 0; remove keyword solver, or set rolling to 0",
               fix->style);
  if (asked && !of_rigid.empty() && !sweeps)
    error->all(
        FLERR, Error::NOLASTLINE,
        "Fix {} keyword {} chooses a solver of contacts without friction and without compliance; "
        "remove it{}, or remove solver compliant, keywords kappa and sigma, impact "
        "poisson, and all mu > 0 of pair style contact/rigid and of rigid walls",
        fix->style, of_rigid, pgs ? "" : " or use solver pgs");
  if (friction > MOST_FRICTION && !warned_of_friction && comm->me == 0)
    error->warning(FLERR,
                   "Fix {}: mu of a contact is {:.6g}. With mu above {} steps need many more "
                   "products, and may miss tol; where contacts shall not slide, mu {} is enough",
                   fix->style, friction, MOST_FRICTION, MOST_FRICTION);
  warned_of_friction |= friction > MOST_FRICTION;
  if (fix->rigid_flag && !step.compliant && !fixes_with<FlowOfCell>(modify).empty())
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} keyword {} chooses a solver of rigid contacts, which do not know the "
               "velocities of periodic images of bodies in a cell that deforms; remove it",
               fix->style, of_rigid);
  for (const auto *wall : fixes_with<WallContacts>(modify))
    if (wall->free_wall() && (sweeps || !step.compliant))
      error->all(FLERR, Error::NOLASTLINE,
                 "Fix {} keyword {}: only solver compliant finds the motion of a wall by forces, "
                 "and fix {} has keyword free; remove keyword {}",
                 fix->style, of_rigid, dynamic_cast<const Fix *>(wall)->id, of_rigid);
  options.tolerance = tolerance > 0.0 ? tolerance
      : step.compliant                ? COMPLIANT_TOLERANCE
                                      : TOLERANCE;
  constexpr int ANY = 1000000000;
  options.most_steps = step.compliant ? ANY : most_steps ? most_steps : MOST_STEPS;
  options.most_products = std::numeric_limits<long>::max();
  if (step.compliant) options.most_products = most_steps ? most_steps : COMPLIANT_PRODUCTS;
}

void ContactSteps::setup()
{
  missed_in_run = 0;
  worst_in_run = 0.0;
  run_begins = true;
  start_run();
  contacts->collect(list, step, nullptr);
  const double least = NOTABLE_OVERLAP * step.mean;
  const Overlaps found = contacts->overlaps(least);
  notable_overlap = STILL * found.largest;
  if (told_of_overlaps || !(found.number > 0.0)) return;
  told_of_overlaps = true;
  if (comm->me == 0)
    error->warning(FLERR,
                   "Fix {}: contacts with an overlap of more than {:.3g}: {:.0f}. The largest "
                   "overlap is {:.3g}; overlaps are pushed out, at most by {:.3g} per step",
                   fix->style, least, found.number, found.largest, PUSHED_OUT * step.smallest);
}

// Contacts at rest have f w h^2/kappa
void ContactSteps::tell_of_deep_overlap()
{
  if (!step.compliant || !(last.overlap > std::max(DEEP_OVERLAP * step.mean, notable_overlap)))
    return;
  notable_overlap = std::numeric_limits<double>::infinity();
  if (comm->me == 0)
    error->warning(FLERR,
                   "Fix {}: particles sink into each other, or into walls, by {:.3g}, and the mean "
                   "diameter is {:.3g}; a contact that carries the force f has the overlap f (1/m1 "
                   "+ 1/m2) timestep^2/kappa: use a smaller timestep, or a larger kappa",
                   fix->style, last.overlap, step.mean);
}

bool ContactSteps::begins_with_mean() const
{
  const bool due = run_begins || groups_change || update->ntimestep % ContactMemory::SHARED == 0;
  return has_memory() && due;
}

int ContactSteps::slots_needed()
{
  slots = std::max(slots, contacts->most_contacts());
  return slots;
}

void ContactSteps::advance(double *contact_forces, const ContactMemory &memory)
{
  require_time_step(lmp, fix);
  if (adapts) {
    require_same_friction();
    require_reach();
  }
  start_step(update->dt);
  step.flow = displacement_in_step(lmp, update->dt);
  step.cell = {};
  const auto flows = fixes_with<FlowOfCell>(modify);
  if (!flows.empty()) step.origin = flows.front()->cell_streaming().origin;
  if (!flows.empty() && cell_may_yield()) step.cell = flows.front()->yielding_cell(step.h);
  step.memory = memory;
  step.pushed_out = shorter.part(step.h);
  contacts->collect(list, step, contact_forces);
  last = contacts->advance(settings, step, contact_forces);
  if (step.cell.yields) flows.front()->give_way(last.on_cell);
  run_begins = false;
  conclude();
}

void ContactSteps::require_same_friction()
{
  const auto refuse = [&](const char *keyword) {
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {}: fix adapt cannot change {} from 0, since a run without it has another "
               "solver; start with a small {} > 0",
               fix->style, keyword, keyword);
  };
  if (!step.friction && rules.largest(&RigidCoefficients::friction) > 0.0) refuse("mu");
  if (!step.rolling && rules.largest(&RigidCoefficients::rolling) > 0.0) refuse("rolling");
}

// Lists that are not new may have used up a part of the skin.
void ContactSteps::require_reach() const
{
  GrainRadii radii;
  radii.find_here(lmp);
  for (int i = 1; i <= atom->ntypes; i++)
    for (int j = i; j <= atom->ntypes; j++) {
      const double cutoff = std::sqrt(force->pair->cutsq[i][j]), touch = radii.cutoff(i, j),
                   more = neighbor->ago == 0 ? ROUNDOFF * cutoff : 0.5 * neighbor->skin;
      if (cutoff > 0.0 && touch > cutoff + more)
        error->one(FLERR, Error::NOLASTLINE,
                   "Fix {}: grains of types {} and {} have grown and touch at the distance {}, but "
                   "neighbor lists reach to {} only, as at the start of the run; make the run "
                   "shorter and start again from there, or add pair style zero with a larger "
                   "cutoff by pair_style hybrid/overlay",
                   fix->style, i, j, touch, cutoff);
    }
}

bool ContactSteps::needs_lists()
{
  return motion.needs_lists(contacts->motion(), contacts->next_motion(update->dt),
                            rules.closed.length);
}

// Adds to the sums, and reports a solve that has not converged.
void ContactSteps::conclude()
{
  const SolverReport &report = last.report;
  const double tolerance = settings.options.tolerance;
  const bool missed = report.reason != SolverReport::CONVERGED || !(report.residual <= tolerance);
  totals.dissipated += last.dissipated;
  totals.slipped += last.slipped;
  totals.rolled += last.rolled;
  totals.missed += missed;
  totals.work_of_fixed += last.work_of_fixed;
  totals.work_of_gravity += last.work_of_gravity;
  require_finite(last.not_finite);
  tell_of_deep_overlap();
  if (!missed) return;
  messages.require_finite(report);
  missed_in_run++;
  worst_in_run = std::max(worst_in_run, report.residual);
  if (step.compliant && report.residual <= std::min(ACCEPTED * tolerance, MOST_ACCEPTED)) return;
  messages.not_converged(why_not_converged());
}

std::string ContactSteps::why_not_converged() const
{
  const SolverReport &report = last.report;
  const std::string reached =
      fmt::format("the residual is {:.3g} after {} steps and {} products, but tol is {:.3g}",
                  report.residual, report.steps, report.products, settings.options.tolerance);
  switch (report.reason) {
    case SolverReport::STEPS:
      return reached +
          fmt::format("; maxiter is {} (a hundred steps of projected solvers count as one): "
                      "increase maxiter, or tol",
                      settings.options.most_steps);
    case SolverReport::PRODUCTS:
      return reached + "; increase maxiter, or tol";
    case SolverReport::INFEASIBLE:
      return fmt::format("particles are squeezed between bodies that cannot move; the largest "
                         "overlap is {:.3g}; look for overlaps of such bodies, or for walls that "
                         "approach each other",
                         last.overlap);
    case SolverReport::SCALE:
      return "stiffnesses and loads are out of the range of double precision; check the masses, "
             "the forces and the velocities of the particles";
    default:
      return reached + "; it improves no further; try a larger tol";
  }
}

double ContactSteps::output(int n) const
{
  const double all[OUTPUTS] = {static_cast<double>(last.report.steps),
                               static_cast<double>(last.report.products),
                               last.report.residual,
                               static_cast<double>(last.report.restarts),
                               0.0,
                               last.contacts,
                               last.pushing,
                               last.overlap,
                               totals.dissipated,
                               totals.slipped,
                               totals.missed,
                               totals.rolled};
  return all[n];
}

void ContactSteps::post_run()
{
  if (missed_in_run > 0 && comm->me == 0)
    utils::logmesg(
        lmp,
        "Fix {}: {} steps of this run have missed tol, {:.3g}; their largest residual is {:.3g}\n",
        fix->style, missed_in_run, settings.options.tolerance, worst_in_run);
  missed_in_run = 0;    // also for run pre no
  worst_in_run = 0.0;
}

std::vector<EnergyPart> ContactSteps::energy_parts()
{
  return {EnergyPart::IMPACTS, EnergyPart::FRICTION, EnergyPart::WALLS, EnergyPart::GRAVITY};
}

double ContactSteps::energy(EnergyPart part) const
{
  if (part == EnergyPart::WALLS) return totals.work_of_fixed;
  if (part == EnergyPart::GRAVITY) return -totals.work_of_gravity;
  if (part == EnergyPart::FRICTION) return totals.slipped + totals.rolled;
  return totals.dissipated;
}

void ContactSteps::write_restart(FILE *fp)
{
  const State state = {contacts->solver_memory(),
                       contacts->cone_memory(),
                       slots,
                       numbers_of_memory,
                       totals,
                       shorter};
  if (comm->me == 0) write_state(fp, RESTART_VERSION, state);
}

void ContactSteps::restart(const char *buf)
{
  State state;
  read_state(buf, RESTART_VERSION, fix, error, state);
  contacts->solver_memory() = state.memory;
  contacts->cone_memory() = state.cones;
  slots = state.slots;
  numbers_of_memory = state.numbers_of_memory;
  totals = state.totals;
  shorter = state.shorter;
}
