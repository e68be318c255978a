// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/implicit/implicit_dynamics.h"

#include "atom.h"
#include "bond.h"
#include "comm.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "group.h"
#include "host/atoms/time_step.h"
#include "host/cell/cell_flow.h"
#include "host/cell/cell_streaming.h"
#include "host/dynamics/step_checks.h"
#include "host/input/keyword_reader.h"
#include "host/interfaces/flow_of_cell.h"
#include "host/interfaces/soft_contacts.h"
#include "host/lammps/bond_styles.h"
#include "host/lammps/over_processes.h"
#include "host/network/host_platform.h"
#include "host/store/restart.h"
#include "neighbor.h"
#include "output.h"
#include "pair.h"
#include "update.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::SolverReport;

namespace {

constexpr int RESTART_VERSION = 3;
constexpr int FEW_STEPS = 4,
              MANY_STEPS = 12;          // of Newton's method: the time step may grow, or shrinks
constexpr int STEPS_OF_FRICTION = 2;    // as many times Newton steps, in all passes together
constexpr double GROWTH = 1.2;
// of the skin: two particles that meet may both move so far in a step
constexpr double WITHIN = 0.4;
constexpr double USUAL_PART = 0.5;    // of the stable step, with which explicit integration is used
// residual at which round-off may stop a step to the equilibrium
constexpr double AT_REST = 1e-6;
constexpr double REACH = 0.45;    // of the skin: displacement of a step to the equilibrium

}    // namespace

ImplicitDynamics::ImplicitDynamics(LAMMPS *lmp, Fix *fix_in) :
    GrainSteps(lmp, fix_in), orientations(lmp)
{
  settings.options.tolerance = 1e-6;
  settings.options.most_steps = 50;
  settings.options.progress = [this](const SolverReport &report) {
    messages.progress(report, settings.options.tolerance);
  };
  settings.form = VARDEM::form_of_alpha(parameter);
  motion.gap_is_keyword = false;
  take_steps(make_implicit_steps<HostPlatform>);
}

ImplicitDynamics::~ImplicitDynamics() = default;

void ImplicitDynamics::take_steps(MakeImplicitSteps *other)
{
  make_steps = other;
  steps = make_steps(lmp, fix, rules, orientations, false, false);
}

bool ImplicitDynamics::read(KeywordReader &keyword)
{
  double weight = 0.0;
  bool adaptive = false;
  if (keyword.takes("alpha", weight, Range::PART))
    choose_form(ALPHA, weight);
  else if (keyword.takes("theta", weight, Range::UPPER_HALF))
    choose_form(THETA, weight);
  else if (keyword.takes_word("scheme", "energy"))
    choose_form(ENERGY, 0.0);
  else if (keyword.takes_yes("adaptive", adaptive)) {
    if (!adaptive) return true;
    keyword.is("adaptive", 3);
    least_step = keyword.finite(2);
    largest_step = keyword.finite(3);
    keyword.require(least_step > 0.0, 2, "> 0");
    if (largest_step < least_step)
      error->all(FLERR, keyword.place + 3,
                 "Fix {} keyword adaptive: HMAX is {} and HMIN is {}; HMAX must be >= HMIN",
                 fix->style, keyword.word(3), keyword.word(2));
  } else
    return keyword.takes("dashpot", live, {"predictor", "live"}) ||
        keyword.takes_tolerance("tol", settings.options.tolerance, LEAST_TOLERANCE) ||
        keyword.takes_count("newton", settings.options.most_steps) ||
        keyword.takes("precond", settings.linear.kind, {"block", "ict", "direct"}) ||
        keyword.takes("friction", friction, {"none", "tresca"}) ||
        keyword.takes_yes("quasistatic", quasistatic) || messages.read(keyword);
  return true;
}

void ImplicitDynamics::choose_form(Form chosen, double value)
{
  if (form_given)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {}: keywords alpha, theta and scheme exclude each other; use one of them",
               fix->style);
  form_given = true;
  form = chosen;
  parameter = value;
}

void ImplicitDynamics::check_keywords() const
{
  if (quasistatic && form_given && !(form == THETA && parameter == 1.0))
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} keyword quasistatic: steps to the equilibrium have no alpha, theta or "
               "scheme; remove that keyword",
               fix->style);
  if (live && form == ENERGY)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} keyword dashpot: live does not go with scheme energy, whose dashpots are "
               "held; remove the keyword, or use alpha 0.5",
               fix->style);
  if (friction) check_friction();
}

// Spring and dashpot of a contact must have the same weight in a step, since one bound limits their
// sum.
void ImplicitDynamics::check_friction() const
{
  if (quasistatic)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} keyword friction: steps to the equilibrium have no friction, since the "
               "equilibrium would depend on the way to it; use theta 1 with dashpots",
               fix->style);
  if (form == ALPHA && parameter != 0.5)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} keyword friction: alpha {} gives the springs and the dashpots of a contact "
               "different weights, so that they have no common bound; use alpha 0.5, theta, or "
               "scheme energy",
               fix->style, parameter);
  if (live)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} keyword friction: tresca does not go with dashpot live; use dashpot "
               "predictor",
               fix->style);
}

// The variant with as little memory and time as the input allows.
void ImplicitDynamics::choose_steps()
{
  const bool bonds = orientations.find() || force->bond;
  if (bonds == with_bonds && friction == with_friction) return;
  const StepsMemory memory = steps->memory();
  steps = make_steps(lmp, fix, rules, orientations, bonds, friction);
  steps->remember(memory);
  with_bonds = bonds;
  with_friction = friction;
}

void ImplicitDynamics::require_mean_forces() const
{
  if (form != ENERGY) return;
  for (const SubBond &sub : bond_styles(force)) {
    const auto *bonds = dynamic_cast<SoftBonds *>(sub.bond);
    if (bonds && bonds->needs_orientations())
      error->all(FLERR, Error::NOLASTLINE,
                 "Fix {} keyword scheme: energy does not go with bond style {}, whose moments have "
                 "no mean over a step that keeps the energy; use alpha 0.5",
                 fix->style, sub.name);
  }
}

VARDEM::StepForm ImplicitDynamics::step_form() const
{
  if (quasistatic) return VARDEM::StepForm();
  VARDEM::StepForm steps_have = form == ALPHA ? VARDEM::form_of_alpha(parameter)
      : form == THETA                         ? VARDEM::form_of_theta(parameter)
                                              : VARDEM::form_of_energy();
  steps_have.live = live;
  return steps_have;
}

void ImplicitDynamics::init()
{
  StepChecks(lmp, fix).soft_input({!minimizes, quasistatic, friction});
  choose_steps();
  require_mean_forces();
  for (auto *wall : fixes_with<WallContacts>(modify)) wall->keep_forces();
  if (force->pair)
    force->pair->comm_reverse_off = std::max(force->pair->comm_reverse_off, FORCE_COLUMNS);
  settings.form = step_form();
  if (quasistatic) {
    settings.inertia = false;
    settings.options.by_grain = true;
    settings.reach = REACH * neighbor->skin;
  }
  if (settings.linear.kind != VARDEM::LinearChoice::BLOCK && !steps->has_factors())
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} keyword precond: factors need memory of the host; use precond block",
               fix->style);
  if (settings.linear.kind == VARDEM::LinearChoice::DIRECT && comm->nprocs > 1)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} keyword precond: direct needs all particles on one MPI rank; use precond "
               "block or ict",
               fix->style);
  if (largest_step > 0.0) require_changeable_step(lmp, fix, warned_of_step);
  rules.closed = {neighbor->skin, 0.0};
  rules.trial = true;
  rules.friction = friction;
  rules.init();
  rules.require_spheres();
  check_free_walls();
}

// A free wall is pushed by what touches it, which must be among what is solved for.
void ImplicitDynamics::check_free_walls() const
{
  const HeldAtoms held = rules.find_held();
  for (const auto *wall : fixes_with<WallContacts>(modify)) {
    if (!wall->is_free() || quasistatic) continue;
    const Fix *of_wall = dynamic_cast<const Fix *>(wall);
    const bool others = any_atom(atom, world, [&](int mask) {
      return (mask & of_wall->groupbit) && held.is_fixed(mask);
    });
    if (others)
      error->all(FLERR, Error::NOLASTLINE,
                 "Fix {} does not move some particles of group {}, and the free wall of fix {} "
                 "would not feel them; leave them out of the wall's group, so that the wall passes "
                 "through them, or take a wall in place of these particles",
                 fix->style, group->names[of_wall->igroup], of_wall->id);
    if (settings.linear.kind == VARDEM::LinearChoice::DIRECT)
      error->all(FLERR, Error::NOLASTLINE,
                 "Fix {} keyword precond: direct cannot be used with the free wall of fix {}; use "
                 "precond block or ict",
                 fix->style, of_wall->id);
  }
}

void ImplicitDynamics::setup()
{
  passed = work = 0.0;
  start_run();
}

void ImplicitDynamics::advance(const KeptOfAtoms &kept)
{
  if (!quasistatic) require_time_step(lmp, fix);
  start_step(update->dt);
  if (minimizes) nothing_else_moves();
  take_flow();
  settings.with_potential = output->next == update->ntimestep;
  settings.kept = kept;
  conclude(steps->advance(list, settings, step));
}

// Fix deform/gradv will change the cell behind initial_integrate(), and with it the places of
// periodic images.
void ImplicitDynamics::take_flow()
{
  step.flow = {};
  if (!quasistatic || minimizes) return;
  for (auto *cell : fixes_with<FlowOfCell>(modify)) {
    const CellStreaming &flow = cell->cell_streaming();
    step.flow = displacement_in_step(lmp, update->dt);
    step.origin = flow.origin;
  }
}

bool ImplicitDynamics::needs_lists()
{
  const Motion next = quasistatic ? Motion{2.0 * settings.reach, settings.reach}
                                  : steps->next_motion(update->dt);
  return motion.needs_lists(steps->motion(), next, rules.closed.length);
}

void ImplicitDynamics::finish(const KeptOfAtoms &kept)
{
  settings.kept = kept;
  steps->finish(settings);
}

// Loops over contacts: a product with the tangent counts as one, like the forces of an explicit
// step.
double ImplicitDynamics::explicit_work() const
{
  return limit > 0.0 ? passed / (USUAL_PART * limit) : 0.0;
}

void ImplicitDynamics::tell_gain()
{
  if (comm->me != 0 || quasistatic || !(work > 0.0) || !(limit > 0.0)) return;
  utils::logmesg(
      lmp,
      "Fix {}: implicit steps cost {:.0f} loops over the contacts, explicit steps at half "
      "their limit of {:.3g} would cost {:.0f}\n",
      fix->style, work, limit, explicit_work());
}

// A step that was hard to solve makes the next one shorter. Neighbor lists must have all pairs that
// may meet in it.
void ImplicitDynamics::adapt_step()
{
  if (!(largest_step > 0.0)) return;
  double next = update->dt;
  const int times = friction ? STEPS_OF_FRICTION : 1;
  if (outputs[6] > 1.0)
    next /= outputs[6];
  else if (newton_steps <= times * FEW_STEPS)
    next *= GROWTH;
  else if (newton_steps > times * MANY_STEPS)
    next /= GROWTH;
  double fastest = steps->largest_speed(fix->groupbit);
  for (const auto *wall : fixes_with<WallContacts>(modify))
    fastest = std::max(fastest, wall->way_in_step(true) / update->dt);
  if (next * fastest > WITHIN * neighbor->skin) next = WITHIN * neighbor->skin / fastest;
  next = std::min(largest_step, std::max(least_step, next));
  if (next != update->dt) set_time_step(lmp, next);
}

// Sets the outputs, and reports a step that has no solution.
void ImplicitDynamics::conclude(const ImplicitOutput &found)
{
  const SolverReport &report = found.report;
  complete = report.reason == SolverReport::CONVERGED;
  const bool goes_on = quasistatic && std::isfinite(report.residual);
  if (quasistatic && report.reason == SolverReport::STALLED && report.residual < AT_REST)
    complete = true;
  const bool missed = !complete && !goes_on;
  newton_steps = report.steps;
  passed += update->dt;
  work += found.evaluations + static_cast<double>(report.products);
  outputs = {static_cast<double>(report.steps),
             static_cast<double>(report.products),
             report.residual,
             outputs[3] + missed,
             found.potential,
             work > 0.0 && !quasistatic ? explicit_work() / work : 0.0,
             static_cast<double>(found.parts)};
  require_finite(found.not_finite);
  if (missed) messages.require_finite(report);
  if (missed) messages.not_converged(what_was_reached(found));
}

std::string ImplicitDynamics::what_was_reached(const ImplicitOutput &found) const
{
  const SolverReport &report = found.report;
  const std::string parts = found.parts > 1 ? fmt::format(", also in {} parts", found.parts)
                                            : std::string();
  const std::string cure = live ? "use dashpot predictor, or reduce the time step"
                                : "increase newton or tol, or reduce the time step";
  return fmt::format("the step has no solution{}: the residual is {:.3g} after {} Newton steps and "
                     "{} products, but tol is {:.3g}; {}",
                     parts, report.residual, report.steps, report.products,
                     settings.options.tolerance, cure);
}

void ImplicitDynamics::write_restart(FILE *fp)
{
  const State state = {steps->memory(), outputs[3]};
  if (comm->me == 0) write_state(fp, RESTART_VERSION, state);
}

void ImplicitDynamics::restart(const char *buf)
{
  State state;
  read_state(buf, RESTART_VERSION, fix, error, state);
  steps->remember(state.memory);
  outputs[3] = state.failed;
}
