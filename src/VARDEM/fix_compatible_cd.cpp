/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "fix_compatible_cd.h"

#include "comm.h"
#include "compute_contact_force.h"
#include "domain.h"
#include "error.h"
#include "group.h"
#include "host/arguments.h"
#include "host/bodies.h"
#include "host/citations.h"
#include "host/gravity.h"
#include "host/internals.h"
#include "input.h"
#include "memory.h"
#include "modify.h"
#include "neighbor.h"
#include "platform.h"
#include "solvers/conjugate_gradients.h"
#include "solvers/sparse_direct.h"
#include "update.h"
#include "variable.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <stdexcept>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace FixConst;
using VARDEM::SolverReport;

/** The input chooses one of the two linear solvers at run time. Only that one allocates memory. */
struct FixCompatibleCD::Solvers {
  template <template <class, class> class LinearSolver>
  using Forces = VARDEM::CompatibleForces<Space, VARDEM::CentralGeometry, LinearSolver>;
  Forces<VARDEM::ConjugateGradients> by_gradients;
  Forces<VARDEM::SparseDirect> by_factors;
};

namespace {

/** Sets a flag, and clears it at the end of the scope, also after an error. */
struct Flag {
  bool &flag;
  explicit Flag(bool &f) : flag(f) { flag = true; }
  ~Flag() { flag = false; }
};

}    // namespace

/* ---------------------------------------------------------------------- */

FixCompatibleCD::FixCompatibleCD(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), rules(lmp, this), ghosts(lmp, this), noconverge(ERROR), load_from(GRAVITY),
    direct(false), list(nullptr), on_demand(false), solved(-1), motion(nullptr), results(nullptr),
    outputs{}, packing(lmp, rules), space(Exchange{&ghosts}), solvers(std::make_unique<Solvers>()),
    residual(nullptr), busy(false), warned(false), other_atoms(false)
{
  cite(lmp, {Paper::OLSEN_KAMRIN});
  if (narg < 4)
    error->all(FLERR, 2, "Fix {} needs a number of steps N > 0, and N is missing", style);
  nevery = positive_integer(arg[3]);
  if (nevery == 0) error->all(FLERR, 3, "Fix {} needs a number of steps N > 0: {}", style, arg[3]);
  options.tolerance = 1.0e-6;
  options.progress = [this](const SolverReport &report) {
    progress(report);
  };
  Keywords keywords(error, fmt::format("Fix {}", style));
  for (int iarg = 4; iarg < narg;) {
    keywords.once(arg[iarg], iarg);
    iarg = parse(iarg, narg, arg);
  }

  vector_flag = 1;
  size_vector = COLUMNS;
  extvector = 0;
  global_freq = nevery;
  peratom_flag = 1;
  size_peratom_cols = COLUMNS;
  peratom_freq = nevery;
  dynamic_group_allow = 1;
  create_attribute = 1;
  comm_forward = 3;

  if (!atom->radius_flag)
    error->all(FLERR, Error::NOLASTLINE, "Fix {} requires atom attribute radius", style);
  if (!atom->tag_enable)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} requires atom IDs; remove the command atom_modify id no", style);
  // a contact may be as wide as the skin: lists that were made at an earlier step could lack it
  force_reneighbor = rules.closed.length > 0.0;
  next_reneighbor = -1;
  FixCompatibleCD::grow_arrays(atom->nmax);
  atom->add_callback(Atom::GROW);
  for (int i = 0; i < atom->nlocal; i++) FixCompatibleCD::set_arrays(i);
}

/* ---------------------------------------------------------------------- */

FixCompatibleCD::~FixCompatibleCD()
{
  if (copymode) return;
  forget_in_computes();
  if (modify->get_fix_by_id(id)) atom->delete_callback(id, Atom::GROW);
  memory->destroy(motion);
  memory->destroy(results);
}

/* ----------------------------------------------------------------------
   returns the index of the next keyword
------------------------------------------------------------------------- */

int FixCompatibleCD::parse(int iarg, int narg, char **arg)
{
  const std::string keyword = arg[iarg];
  const auto keywords = {"law", "solver", "tol", "maxiter", "closed", "noconverge", "load"};
  if (std::find(keywords.begin(), keywords.end(), keyword) == keywords.end())
    error->all(FLERR, iarg, "Unknown fix {} keyword: {}", style, keyword);
  if (iarg + 2 > narg)
    utils::missing_cmd_args(FLERR, fmt::format("fix {} {}", style, keyword), error);
  const std::string value = arg[iarg + 1];
  const auto choose = [&](const std::vector<std::string> &choices) {
    for (std::size_t k = 0; k < choices.size(); k++)
      if (value == choices[k]) return static_cast<int>(k);
    error->all(FLERR, iarg + 1, "Fix {} keyword {} must be one of {}: {}", style, keyword,
               utils::join(choices, ", "), value);
    return 0;
  };
  const auto number = [&] {
    const double x = finite_number(value);
    if (std::isnan(x))
      error->all(FLERR, iarg + 1, "Fix {} keyword {} must be a finite number: {}", style, keyword,
                 value);
    return x;
  };

  if (keyword == "law") {
    rules.law_given = true;
    rules.law = choose({"hooke", "hertz"}) ? VARDEM::HERTZ : VARDEM::HOOKE;
  } else if (keyword == "solver") {
    direct = choose({"newton", "direct"});
    if (direct && comm->nprocs > 1)
      error->all(
          FLERR, iarg + 1,
          "Fix {} keyword solver: direct works on one MPI rank only, and there are {}; use newton",
          style, comm->nprocs);
  } else if (keyword == "tol") {
    options.tolerance = number();
    if (options.tolerance < LEAST_TOLERANCE || options.tolerance >= 1.0)
      error->all(FLERR, iarg + 1,
                 "Fix {} keyword tol must be at least {} (round-off) and below 1: {}", style,
                 LEAST_TOLERANCE, value);
  } else if (keyword == "maxiter") {
    options.most_steps = positive_integer(value);
    if (options.most_steps == 0)
      error->all(FLERR, iarg + 1, "Fix {} keyword maxiter must be an integer > 0: {}", style,
                 value);
  } else if (keyword == "closed") {
    rules.closed.length = number();
    if (rules.closed.length < 0.0)
      error->all(FLERR, iarg + 1, "Fix {} keyword closed must be >= 0: {}", style, value);
  } else if (keyword == "noconverge") {
    noconverge = choose({"error", "warn", "ignore"});
  } else {
    return parse_load(iarg + 1, narg, arg);
  }
  return iarg + 2;
}

/* ---------------------------------------------------------------------- */

int FixCompatibleCD::parse_load(int iarg, int narg, char **arg)
{
  const std::string value = arg[iarg];
  if (value == "cd")
    error->all(FLERR, iarg,
               "Fix {} keyword load: cd needs a fix of contact dynamics, which this version does "
               "not have; use gravity or variable",
               style);
  load_from = value == "variable" ? VARIABLE : GRAVITY;
  if (value == "gravity") return iarg + 1;
  if (value != "variable")
    error->all(FLERR, iarg, "Fix {} keyword load must be one of cd, gravity, variable: {}", style,
               value);
  if (iarg + 4 > narg)
    utils::missing_cmd_args(FLERR, fmt::format("fix {} load variable", style), error);
  for (int k = 0; k < 3; k++) {
    if (!utils::strmatch(arg[iarg + 1 + k], "^v_"))
      error->all(FLERR, iarg + 1 + k,
                 "Fix {} keyword load variable needs three variables v_name: {}", style,
                 arg[iarg + 1 + k]);
    load_variables[k] = arg[iarg + 1 + k] + 2;
  }
  return iarg + 4;
}

/* ---------------------------------------------------------------------- */

int FixCompatibleCD::setmask()
{
  return END_OF_STEP;
}

/* ---------------------------------------------------------------------- */

void FixCompatibleCD::init()
{
  rules.init();
  if (modify->check_rigid_group_overlap(groupbit))
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} takes each particle for a single sphere, so members of the bodies of a fix "
               "rigid cannot be in its group; exclude them",
               style);
  if (load_from == VARIABLE) {
    for (const std::string &name : load_variables) {
      const int ivar = input->variable->find(name.c_str());
      if (ivar < 0)
        error->all(FLERR, Error::NOLASTLINE, "Fix {} keyword load: variable {} does not exist",
                   style, name);
      if (!input->variable->atomstyle(ivar) && !input->variable->equalstyle(ivar))
        error->all(FLERR, Error::NOLASTLINE,
                   "Fix {} keyword load: variable {} is neither atom-style nor equal-style", style,
                   name);
    }
  } else if (acting_gravity(lmp).empty()) {
    error->all(
        FLERR, Error::NOLASTLINE,
        "Fix {} has no load, because there is no fix gravity; add one, or give the load with "
        "keyword load variable",
        style);
  } else {
    warn_of_other_loads();
  }
  require_order();
  modify->addstep_compute_all(update->ntimestep);    // for variables, at setup
  request_list();
}

/* ----------------------------------------------------------------------
   only a warning, because no list of styles that push can be complete
------------------------------------------------------------------------- */

void FixCompatibleCD::warn_of_other_loads()
{
  if (warned) return;
  std::string names;
  for (const Fix *other : modify->get_fix_list()) {
    const auto acts = [other](const char *pattern) {
      return utils::strmatch(other->style, pattern);
    };
    if (acts("^wall/reflect") || acts("^wall/srd") || acts("^wall/flow")) continue;
    const auto patterns = {"^wall/", "^addforce", "^efield", "^indent", "^spring", "^drag"};
    if (std::any_of(patterns.begin(), patterns.end(), acts) && shares_grains(other->groupbit))
      names += fmt::format("{}{} {}", names.empty() ? "" : ", ", other->id, other->style);
  }
  if (names.empty()) return;
  warned = true;
  if (comm->me == 0)
    error->warning(FLERR,
                   "Fix {}: the load is that of fix gravity alone, without the forces of these "
                   "fixes: {}; to include them, give the load with keyword load variable",
                   style, names);
}

/* ---------------------------------------------------------------------- */

bool FixCompatibleCD::shares_grains(int otherbit) const
{
  int mine = 0, any;
  for (int i = 0; i < atom->nlocal; i++)
    mine |= (atom->mask[i] & otherbit) && !rules.is_fixed(atom->mask[i]);
  MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, world);
  return any;
}

/* ----------------------------------------------------------------------
   such a fix moves atoms at the end of a step, and their ghosts stay behind
------------------------------------------------------------------------- */

bool FixCompatibleCD::moves_ghosts_away(Fix *other) const
{
  return other->box_change && (modify->get_fix_mask(other) & END_OF_STEP);
}

/* ---------------------------------------------------------------------- */

void FixCompatibleCD::require_order() const
{
  for (Fix *fix : modify->get_fix_list()) {
    if (fix == this) return;
    if (moves_ghosts_away(fix))
      error->all(
          FLERR, Error::NOLASTLINE,
          "Fix {} must be defined before fix {} {}, which changes the box at the end of a step",
          style, fix->id, fix->style);
  }
}

/* ---------------------------------------------------------------------- */

void FixCompatibleCD::request_list()
{
  neighbor->add_request(
      this, NeighConst::REQ_SIZE | NeighConst::REQ_NEWTON_OFF | NeighConst::REQ_OCCASIONAL);
}

/* ---------------------------------------------------------------------- */

void FixCompatibleCD::init_list(int /*id*/, NeighList *ptr)
{
  list = ptr;
  solved = -1;    // the forces belong to the contacts of the old list
}

/* ---------------------------------------------------------------------- */

void FixCompatibleCD::setup(int /*vflag*/)
{
  update_gravity(lmp);
  evaluate();
}

/* ---------------------------------------------------------------------- */

void FixCompatibleCD::min_setup(int vflag)
{
  setup(vflag);
}

/* ---------------------------------------------------------------------- */

void FixCompatibleCD::end_of_step()
{
  evaluate();
}

/* ----------------------------------------------------------------------
   Ghosts have their present positions only within a run. Lists have all gaps up to `closed` only at the step at which
   they were made.
------------------------------------------------------------------------- */

std::string FixCompatibleCD::reason_not_to_solve() const
{
  if (busy) return "its load depends on its own forces";
  if (!list || update->whichflag == 0) return "no run is in progress";
  for (Fix *fix : modify->get_fix_list())
    if (moves_ghosts_away(fix))
      return fmt::format("fix {} {} changes the box at the end of steps", fix->id, fix->style);
  if (rules.closed.length > 0.0 && neighbor->lastcall != update->ntimestep)
    return "its keyword closed needs neighbor lists that were built at this step";
  return "";
}

/* ---------------------------------------------------------------------- */

void FixCompatibleCD::solve_now()
{
  const Flag now(on_demand);
  evaluate();
}

/* ---------------------------------------------------------------------- */

void FixCompatibleCD::evaluate()
{
  clock.start(platform::walltime());
  next_reneighbor = next_evaluation();
  if (update->laststep > update->ntimestep)    // there thermo output may ask for forces
    next_reneighbor = std::min(next_reneighbor, update->laststep);
  solved = -1;
  other_atoms = false;
  rules.update();
  outdate(list);
  neighbor->build_one(list);
  require_contacts(collect_contacts());
  {
    const Flag now(busy);
    collect_loads();
  }
  const SolverReport report = solve();
  solved = update->ntimestep;
  per_atom_results();
  conclude(report);
}

/* ---------------------------------------------------------------------- */

bigint FixCompatibleCD::collect_contacts()
{
  packing.collect(list);
  ghosts.reset(packing.column.data(), packing.needs_ghosts());
  if (direct) packing.find_owners(ghosts);
  return packing.network.ncontacts;
}

/* ---------------------------------------------------------------------- */

bigint FixCompatibleCD::all_free_particles() const
{
  bigint mine = free_particles(), all;
  MPI_Allreduce(&mine, &all, 1, MPI_LMP_BIGINT, MPI_SUM, world);
  return all;
}

/* ----------------------------------------------------------------------
   a dynamic group may have no particles for a while
------------------------------------------------------------------------- */

void FixCompatibleCD::require_contacts(bigint mine) const
{
  bigint all;
  MPI_Allreduce(&mine, &all, 1, MPI_LMP_BIGINT, MPI_SUM, world);
  if (all == 0 && !(group->dynamic[igroup] && all_free_particles() == 0))
    not_converged(
        fmt::format("no two particles are in contact, so nothing can carry the load; keyword "
                    "closed sets the largest gap of a contact, and is {}",
                    rules.closed.length));
}

/* ---------------------------------------------------------------------- */

bigint FixCompatibleCD::next_evaluation() const
{
  return (update->ntimestep / nevery + 1) * nevery;
}

/* ----------------------------------------------------------------------
   starts from the motion of the last solve
------------------------------------------------------------------------- */

SolverReport FixCompatibleCD::solve()
{
  return direct ? solve_directly() : solve_by(solvers->by_gradients);
}

/* ----------------------------------------------------------------------
   only on one process, which the parser has made sure of
------------------------------------------------------------------------- */

SolverReport FixCompatibleCD::solve_directly()
{
  std::string failure;
  try {
    return solve_by(solvers->by_factors);
  } catch (const std::bad_alloc &) {
    failure = "there is not enough memory";
  } catch (const std::runtime_error &e) {
    failure = e.what();
  }
  error->all(FLERR, Error::NOLASTLINE,
             "Fix {} keyword solver: direct fails for {} particles: {}; use newton", style,
             packing.network.nrows, failure);
  return SolverReport();
}

/* ---------------------------------------------------------------------- */

template <class AnyForces> SolverReport FixCompatibleCD::solve_by(AnyForces &forces)
{
  const auto &network = packing.network;
  u.assign(3 * network.ncolumns, 0.0);
  for (int i = 0; i < network.nrows; i++) std::copy_n(motion[packing.atom_of[i]], 3, &u[3 * i]);
  const SolverReport report =
      forces.solve(space, network, rules.law, load.data(), u.data(), options);
  certificate = forces.certificate;
  residual = forces.residual();
  for (int i = 0; i < network.nrows; i++)
    for (int k = 0; k < 3; k++)
      motion[packing.atom_of[i]][k] = is_useful(report) ? u[3 * i + k] : 0.0;
  return report;
}

/* ----------------------------------------------------------------------
   is the motion a good start of the next solve?
------------------------------------------------------------------------- */

bool FixCompatibleCD::is_useful(const SolverReport &report)
{
  return report.reason != SolverReport::INFEASIBLE && std::isfinite(report.residual);
}

/* ---------------------------------------------------------------------- */

void FixCompatibleCD::collect_loads()
{
  load.assign(3 * packing.network.nrows, 0.0);
  if (load_from == VARIABLE)
    add_variables();
  else
    add_gravity();
  if (domain->dimension == 2)
    for (std::size_t k = 2; k < load.size(); k += 3) load[k] = 0.0;
  check_loads();
  leave_out_unsupported();
}

/* ---------------------------------------------------------------------- */

void FixCompatibleCD::add_gravity()
{
  for (const Fix *gravity : acting_gravity(lmp)) {
    const double *g = acceleration_of(gravity);
    const Points points(atom, gravity->groupbit);
    for (int c = 0; c < packing.network.nrows; c++) {
      const int i = packing.atom_of[c];
      if (!points.selects(i)) continue;
      for (int k = 0; k < 3; k++) load[3 * c + k] += points.mass(i) * g[k];
    }
  }
}

/* ---------------------------------------------------------------------- */

void FixCompatibleCD::add_variables()
{
  evaluate_variables([this](int k, const std::vector<double> &values) {
    for (int c = 0; c < packing.network.nrows; c++) load[3 * c + k] = values[packing.atom_of[c]];
  });
}

/* ---------------------------------------------------------------------- */

void FixCompatibleCD::evaluate_variables(
    const std::function<void(int, const std::vector<double> &)> &take)
{
  std::vector<double> values(atom->nlocal);
  if (!on_demand) modify->clearstep_compute();
  for (int k = 0; k < 3; k++) {
    const int ivar = input->variable->find(load_variables[k].c_str());
    if (input->variable->atomstyle(ivar))
      input->variable->compute_atom(ivar, igroup, values.data(), 1, 0);
    else
      std::fill(values.begin(), values.end(), input->variable->compute_equal(ivar));
    take(k, values);
  }
  if (on_demand) return;    // the command that asks takes care of the computes it needs
  modify->addstep_compute(next_evaluation());
  if (update->laststep > update->ntimestep) modify->addstep_compute(update->laststep);
}

/* ---------------------------------------------------------------------- */

void FixCompatibleCD::check_loads()
{
  tagint wrong = MAXTAGINT;
  for (std::size_t k = 0; k < load.size(); k++)
    if (!std::isfinite(load[k])) wrong = std::min(wrong, atom->tag[packing.atom_of[k / 3]]);
  require_finite(wrong);
}

/* ----------------------------------------------------------------------
   wrong: the lowest ID of an atom of this process whose load is not a finite number, or MAXTAGINT
------------------------------------------------------------------------- */

void FixCompatibleCD::require_finite(tagint wrong) const
{
  tagint first;
  MPI_Allreduce(&wrong, &first, 1, MPI_LMP_TAGINT, MPI_MIN, world);
  if (first < MAXTAGINT)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {}: the load of particle {} is not a finite number; check the variables of "
               "keyword load, or fix gravity",
               style, first);
}

/* ----------------------------------------------------------------------
   names particles that have a load and no contact, and sets their loads to zero
------------------------------------------------------------------------- */

void FixCompatibleCD::leave_out_unsupported()
{
  const auto &network = packing.network;
  std::vector<char> supported(network.nrows, 0);
  for (int i = 0; i < network.nrows; i++)
    for (int c = network.first[i]; c < network.first[i + 1]; c++) {
      supported[i] = 1;
      if (c < network.middle[i]) supported[network.column[c]] = 1;
    }
  Grains grains;
  for (int i = 0; i < network.nrows; i++) {
    const double size = VARDEM::norm(VARDEM::vectors_at(load.data())[i]);
    if (supported[i] || size == 0.0) continue;
    grains.emplace_back(size, atom->tag[packing.atom_of[i]]);
    std::fill_n(&load[3 * i], 3, 0.0);
  }
  name_unsupported(grains);
}

/* ---------------------------------------------------------------------- */

void FixCompatibleCD::name_unsupported(Grains &grains) const
{
  const std::string tags = first_ten(grains, 0.0);
  if (tags.empty()) return;
  const char *rest = noconverge == WARN
      ? "; for now their loads are left out, and the balance is that of the other particles"
      : "";
  not_converged(
      "a load acts on particles " + tags +
      ", but they touch no other particle; add a support, remove the load, or exclude them "
      "from the fix group" +
      rest);
}

/* ----------------------------------------------------------------------
   IDs of the ten particles of all processes with the largest numbers, and how many more there are. Numbers below
   part x the largest are left out.
------------------------------------------------------------------------- */

std::string FixCompatibleCD::first_ten(Grains &grains, double part) const
{
  constexpr int TEN = 10;
  const auto order = [](const std::pair<double, tagint> &a, const std::pair<double, tagint> &b) {
    return a.first > b.first || (a.first == b.first && a.second < b.second);
  };
  double largest = 0.0, all_largest;
  for (const auto &grain : grains) largest = std::max(largest, grain.first);
  MPI_Allreduce(&largest, &all_largest, 1, MPI_DOUBLE, MPI_MAX, world);
  grains.erase(std::remove_if(grains.begin(), grains.end(),
                              [&](const auto &g) {
                                return g.first < part * all_largest;
                              }),
               grains.end());
  bigint mine = grains.size(), count;
  MPI_Allreduce(&mine, &count, 1, MPI_LMP_BIGINT, MPI_SUM, world);
  std::sort(grains.begin(), grains.end(), order);
  grains.resize(TEN, {-1.0, 0});

  std::vector<double> buffer(2 * TEN), everyone(2 * TEN * comm->nprocs);
  for (int k = 0; k < TEN; k++) {
    buffer[2 * k] = grains[k].first;
    buffer[2 * k + 1] = static_cast<double>(grains[k].second);
  }
  MPI_Allgather(buffer.data(), 2 * TEN, MPI_DOUBLE, everyone.data(), 2 * TEN, MPI_DOUBLE, world);
  grains.clear();
  for (std::size_t k = 0; k < everyone.size(); k += 2)
    if (everyone[k] > 0.0) grains.emplace_back(everyone[k], static_cast<tagint>(everyone[k + 1]));
  std::sort(grains.begin(), grains.end(), order);
  std::string text;
  for (std::size_t k = 0; k < grains.size() && k < TEN; k++)
    text += fmt::format("{}{}", k ? " " : "", grains[k].second);
  if (count > TEN) text += fmt::format(" and {} more", count - TEN);
  return text;
}

/* ----------------------------------------------------------------------
   every contact of an owned atom is in the list of this process
------------------------------------------------------------------------- */

void FixCompatibleCD::per_atom_results()
{
  const int nlocal = atom->nlocal;
  for (int i = 0; i < nlocal; i++) std::fill_n(results[i], COLUMNS, 0.0);
  const double units = lmp->force->nktv2p;
  for_forces([&](const Packing::Contact &c, double force) {
    for (int atom_k : {c.i, c.j}) {
      if (atom_k >= nlocal) continue;
      VARDEM::add_half_stress(c.touch, units * force, results[atom_k]);
      results[atom_k][STRESS] += force > certificate.least;
    }
  });
}

/* ---------------------------------------------------------------------- */

FixCompatibleCD::Grains FixCompatibleCD::residuals()
{
  Grains grains;
  const VARDEM::Vec3 *out_of_balance = VARDEM::vectors_at(residual);
  for (int i = 0; i < packing.network.nrows; i++)
    grains.emplace_back(VARDEM::norm(out_of_balance[i]), atom->tag[packing.atom_of[i]]);
  return grains;
}

/* ----------------------------------------------------------------------
   sets the outputs, and reports a solve that has not converged
------------------------------------------------------------------------- */

void FixCompatibleCD::conclude(const SolverReport &report)
{
  outputs[0] = certificate.duality_gap;
  outputs[1] = certificate.balance;
  outputs[2] = report.steps;
  outputs[3] = static_cast<double>(report.products);
  outputs[4] = certificate.closed;
  outputs[5] = certificate.loaded;
  outputs[6] = certificate.largest;
  if (report.reason == SolverReport::SCALE)
    not_converged(
        fmt::format("stiffnesses up to {:.3g} with loads up to {:.3g} are out of the range "
                    "of double precision; change the unit of the stiffness",
                    report.stiffness, report.load));
  const std::string reached =
      fmt::format("the balance is {:.3g} after {} Newton steps and {} products, but tol is {:.3g}",
                  report.residual, report.steps, report.products, options.tolerance);
  if (report.reason == SolverReport::STEPS)
    not_converged(reached +
                  fmt::format("; maxiter is {}: increase maxiter, or tol", options.most_steps));
  if (report.reason != SolverReport::STALLED && report.reason != SolverReport::INFEASIBLE) return;
  Grains grains = residuals();
  const std::string tags = first_ten(grains, 0.01);
  if (report.reason == SolverReport::STALLED)
    not_converged(reached +
                  "; it improves no further, but nothing proves that the contacts cannot carry the "
                  "load; try solver direct or a larger tol; the balance is worst at particles " +
                  tags);
  else
    not_converged(
        "the contacts cannot carry the load; " +
        std::string(has_no_fixed() ? "no particle is fixed; hold the supports by fix freeze, or "
                                     "leave them out of the group of the fix; "
                                   : "") +
        "look near particles " + tags +
        " for a missing support, an open gap (keyword closed), or a load that pulls particles off "
        "(no pushing forces balance the load, unless their sum exceeds two million times the sum "
        "of the loads)");
}

/* ----------------------------------------------------------------------
   In a periodic box, loads that add up to zero may need no support.
------------------------------------------------------------------------- */

bool FixCompatibleCD::has_no_fixed() const
{
  return all_free_particles() == atom->natoms && domain->nonperiodic;
}

/* ---------------------------------------------------------------------- */

void FixCompatibleCD::not_converged(const std::string &what) const
{
  if (noconverge == ERROR) error->all(FLERR, Error::NOLASTLINE, "Fix {}: {}", style, what);
  if (noconverge == WARN && comm->me == 0) error->warning(FLERR, "Fix {}: {}", style, what);
}

/* ----------------------------------------------------------------------
   prints a line every ten seconds
------------------------------------------------------------------------- */

void FixCompatibleCD::progress(const SolverReport &report)
{
  if (comm->me) return;
  const double now = platform::walltime();
  if (!clock.due(now)) return;
  utils::logmesg(
      lmp, "Fix {}: {:.0f} s, {} Newton steps, {} products, balance {:.3g}, tol {:.3g}\n", style,
      clock.elapsed(now), report.steps, report.products, report.residual, options.tolerance);
}

/* ---------------------------------------------------------------------- */

double FixCompatibleCD::compute_vector(int n)
{
  return outputs[n];
}

/* ---------------------------------------------------------------------- */

void FixCompatibleCD::grow_arrays(int nmax)
{
  memory->grow(motion, nmax, 3, "compatible/cd:motion");
  memory->grow(results, nmax, COLUMNS, "compatible/cd:results");
  array_atom = results;
}

/* ----------------------------------------------------------------------
   between runs a command adds an atom to this process, or removes one
------------------------------------------------------------------------- */

void FixCompatibleCD::outdate_rows()
{
  if (other_atoms || solved < 0 || update->whichflag) return;
  other_atoms = true;
  for (auto *compute : modify->get_compute_by_style("^contact/force"))
    if (auto *rows = dynamic_cast<ComputeContactForce *>(compute)) rows->forget_rows();
}

/* ----------------------------------------------------------------------
   LAMMPS deletes all fixes before it deletes computes
------------------------------------------------------------------------- */

void FixCompatibleCD::forget_in_computes()
{
  for (auto *compute : modify->get_compute_by_style("^contact/force"))
    if (auto *rows = dynamic_cast<ComputeContactForce *>(compute)) rows->forget_fix(this);
}

/* ---------------------------------------------------------------------- */

void FixCompatibleCD::copy_arrays(int i, int j, int delflag)
{
  if (delflag) outdate_rows();
  std::copy_n(motion[i], 3, motion[j]);
  std::copy_n(results[i], COLUMNS, results[j]);
}

/* ---------------------------------------------------------------------- */

void FixCompatibleCD::set_arrays(int i)
{
  outdate_rows();
  std::fill_n(motion[i], 3, 0.0);
  std::fill_n(results[i], COLUMNS, 0.0);
}

/* ---------------------------------------------------------------------- */

int FixCompatibleCD::pack_exchange(int i, double *buf)
{
  std::copy_n(motion[i], 3, buf);
  std::copy_n(results[i], COLUMNS, buf + 3);
  return 3 + COLUMNS;
}

/* ---------------------------------------------------------------------- */

int FixCompatibleCD::unpack_exchange(int nlocal, double *buf)
{
  std::copy_n(buf, 3, motion[nlocal]);
  std::copy_n(buf + 3, COLUMNS, results[nlocal]);
  return 3 + COLUMNS;
}

/* ---------------------------------------------------------------------- */

int FixCompatibleCD::pack_forward_comm(int n, int *list, double *buf, int /*pbc_flag*/,
                                       int * /*pbc*/)
{
  return ghosts.pack(n, list, buf);
}

/* ---------------------------------------------------------------------- */

void FixCompatibleCD::unpack_forward_comm(int n, int first, double *buf)
{
  ghosts.unpack(n, first, buf);
}

/* ----------------------------------------------------------------------
   motion and results, with LAMMPS' pointers to their rows
------------------------------------------------------------------------- */

double FixCompatibleCD::memory_of_atoms() const
{
  return static_cast<double>(atom->nmax) * ((3 + COLUMNS) * sizeof(double) + 2 * sizeof(double *));
}

/* ---------------------------------------------------------------------- */

double FixCompatibleCD::memory_usage()
{
  return memory_of_atoms() + packing.memory_usage() +
      static_cast<double>(load.capacity() + u.capacity()) * sizeof(double) + space.bytes() +
      solvers->by_factors.linear_solver().bytes();
}
