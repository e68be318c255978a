/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "compute_timestep_contact.h"

#include "atom.h"
#include "bond.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "kernels/inertia.h"
#include "lammps.h"
#include "math_const.h"
#include "memory.h"
#include "modify.h"
#include "neigh_list.h"
#include "neighbor.h"
#include "pair.h"
#include "update.h"
#include "vardem_citations.h"
#include "vardem_eigenvalue.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;
using namespace VARDEM;

namespace {

constexpr int BLOCK = sizeof(StiffnessBlock) / sizeof(double);
static_assert(BLOCK == 15, "a block is sent as so many doubles");

Vec3 row(double **a, int i)
{
  return {a[i][0], a[i][1], a[i][2]};
}

/** A keyword of a command and its values; `next` is the index behind them. */
class Keyword {
 public:
  int next;

  Keyword(LAMMPS *lmp, const std::string &who, int iarg, int narg, char **arg) :
      next(iarg), lmp(lmp), who(who), iarg(iarg), narg(narg), arg(arg)
  {
  }

  /** Is it this one, which has so many values. */
  bool is(const std::string &name, int values)
  {
    if (arg[iarg] != name) return false;
    next = iarg + values + 1;
    if (next > narg) utils::missing_cmd_args(FLERR, fmt::format("{} {}", who, name), lmp->error);
    return true;
  }
  void require(bool good, int k, const std::string &what) const
  {
    if (!good)
      lmp->error->all(FLERR, iarg + k, "{} keyword {} must be {}: {}", who, arg[iarg], what,
                      arg[iarg + k]);
  }
  double number(int k) const { return utils::numeric(FLERR, arg[iarg + k], false, lmp); }
  /** The first of two words, or the second. */
  bool choice(const std::string &a, const std::string &b) const
  {
    require(arg[iarg + 1] == a || arg[iarg + 1] == b, 1, a + " or " + b);
    return arg[iarg + 1] == a;
  }

 private:
  LAMMPS *lmp;
  const std::string &who;
  int iarg, narg;
  char **arg;
};

}    // namespace

/* ---------------------------------------------------------------------- */

ComputeTimestepContact::ComputeTimestepContact(LAMMPS *lmp, int narg, char **arg) :
    Compute(lmp, narg, arg), who(fmt::format("Compute {}", style)), safety(1.0), own_list(nullptr),
    frozenbit(0), step(nullptr), nmax(0), reverse(BLOCKS)
{
  vardem_cite(lmp, {VardemPaper::WOO});
  scalar_flag = 1;
  extscalar = 0;
  peratom_flag = 1;
  size_peratom_cols = 0;
  comm_forward = 3;
  comm_reverse = 2 * BLOCK;

  int iarg = 3;
  while (iarg < narg) {
    if (strcmp(arg[iarg], "safety") == 0) {
      if (iarg + 2 > narg) utils::missing_cmd_args(FLERR, who + " safety", error);
      safety = utils::numeric(FLERR, arg[iarg + 1], false, lmp);
      if (!(safety > 0.0))
        error->all(FLERR, iarg + 1, "{} keyword safety must be > 0: {}", who, arg[iarg + 1]);
      iarg += 2;
    } else
      iarg = settings.parse(lmp, who, iarg, narg, arg);
  }

  if (atom->ellipsoid_flag || atom->line_flag || atom->tri_flag || atom->body_flag)
    error->all(
        FLERR, Error::NOPOINTER,
        "{} is for spheres and point particles: it does not know the rotation of other shapes",
        who);
  if (settings.waves && !atom->radius_flag)
    error->all(FLERR, Error::NOPOINTER, "{} keyword pwave requires atom attribute radius", who);
}

/* ---------------------------------------------------------------------- */

ComputeTimestepContact::~ComputeTimestepContact()
{
  memory->destroy(step);
}

/* ---------------------------------------------------------------------- */

int VardemStepSettings::parse(LAMMPS *lmp, const std::string &who, int iarg, int narg, char **arg)
{
  Keyword k(lmp, who, iarg, narg, arg);
  if (k.is("damping", 1)) {
    damping = k.number(1);
    damping_given = true;
    k.require(damping >= 0.0 && damping < 1.0, 1, ">= 0 and < 1");
  } else if (k.is("method", 1)) {
    dyndt = !k.choice("bound", "dyndt");
  } else if (k.is("dashpots", 1)) {
    dashpots = k.choice("yes", "no");
  } else if (k.is("sweeps", 1)) {
    sweeps = utils::inumeric(FLERR, arg[iarg + 1], false, lmp);
    k.require(sweeps >= 0, 1, ">= 0");
  } else if (k.is("reach", 1)) {
    reach = k.number(1);
    k.require(reach >= 0.0, 1, ">= 0");
  } else if (k.is("pwave", 2)) {
    waves = true;
    young = k.number(1);
    poisson = k.number(2);
    k.require(young > 0.0, 1, "a modulus > 0");
    k.require(poisson > -1.0 && poisson < 0.5, 2, "a Poisson ratio > -1 and < 0.5");
  } else
    lmp->error->all(FLERR, iarg, "Unknown keyword of {}: {}", who, arg[iarg]);
  return k.next;
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::init()
{
  interactions.clear();
  for (const auto &sub : vardem_pair_styles(lmp)) {
    auto law = vardem_pair_law(lmp, sub);
    if (!law)
      error->all(
          FLERR, Error::NOLASTLINE,
          "{} cannot tell the stiffness of pair style {}: it has no single(), or its force depends "
          "on the path",
          who, sub.name);
    interactions.push_back({sub, std::move(law), sub.pair->kokkosable != 0});
    if (!sub.pair->kokkosable) continue;

    // the list of a Kokkos style is on the device

    if (interactions.size() > 1 || strcmp(force->pair_style, sub.name.c_str()) != 0)
      error->all(FLERR, Error::NOLASTLINE,
                 "{} cannot be used with Kokkos styles in a pair style hybrid", who);
    neighbor->add_request(
        this, NeighConst::REQ_OCCASIONAL | (sub.pair->finitecutflag ? NeighConst::REQ_SIZE : 0));
  }

  inertia = INERTIA_BALL;
  for (auto *fix : modify->get_fix_list()) {
    int dim = -1;
    const auto *factor =
        static_cast<double *>(fix->time_integrate ? fix->extract("inertia", dim) : nullptr);
    if (factor && dim == 0) inertia = std::min(inertia, *factor);
  }

  frozenbit = 0;
  for (const auto &freeze : modify->get_fix_by_style("^freeze")) frozenbit |= freeze->groupbit;
  init_walls();
  init_bonds();
  init_bodies();
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::init_list(int /*id*/, NeighList *list)
{
  own_list = list;
}

/* ----------------------------------------------------------------------
   is this to be named in the log: once per command
------------------------------------------------------------------------- */

bool ComputeTimestepContact::unnamed(const std::string &what)
{
  if (std::find(named.begin(), named.end(), what) != named.end()) return false;
  named.push_back(what);
  return comm->me == 0;
}

/* ----------------------------------------------------------------------
   what acts on particles and is not in the step
------------------------------------------------------------------------- */

void ComputeTimestepContact::name_missing(const std::string &what)
{
  if (unnamed(what)) error->warning(FLERR, "{} does not count the stiffness of {}", who, what);
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::init_walls()
{
  walls.clear();
  for (auto *fix : modify->get_fix_list()) {
    if (VardemGranularWall::knows(fix))
      walls.emplace_back(fix);
    else if (utils::strmatch(fix->style, "^wall/") && !utils::strmatch(fix->style, "^wall/reflect"))
      name_missing(fmt::format("fix {} {}", fix->id, fix->style));
    else if (utils::strmatch(fix->style, "^indent") || utils::strmatch(fix->style, "^spring") ||
             utils::strmatch(fix->style, "^surface/"))
      name_missing(fmt::format("fix {} {}", fix->id, fix->style));
  }
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::init_bonds()
{
  if (!force->bond) return;
  const std::string bonds = force->bond_style;
  if (utils::strmatch(bonds, "^bpm/") || utils::strmatch(bonds, "^hybrid") ||
      utils::strmatch(bonds, "/kk"))
    name_missing("bond style " + bonds);
}

/* ----------------------------------------------------------------------
   mass and inertia of a body may come from a file, and be less than its members have
------------------------------------------------------------------------- */

void ComputeTimestepContact::init_bodies()
{
  for (const auto *fix : modify->get_fix_list()) {
    const std::string name = fmt::format("fix {} {}", fix->id, fix->style);
    if (fix->rigid_flag && unnamed(name))
      error->warning(FLERR,
                     "{} takes members of the bodies of {} for free particles: this is too long a "
                     "step if a body has less mass or inertia than its members have in sum",
                     who, name);
  }
}

/* ----------------------------------------------------------------------
   coefficient of Cundall's damping: as given, or that of the fixes that tell theirs
------------------------------------------------------------------------- */

double ComputeTimestepContact::present_damping() const
{
  if (settings.damping_given) return settings.damping;
  double largest = 0.0;
  for (auto *fix : modify->get_fix_list()) {
    int dim = -1;
    if (!utils::strmatch(fix->style, "^damping/cundall/onstep")) continue;
    const auto *value = static_cast<double *>(fix->extract("lambda", dim));
    if (value && dim == 0) largest = std::max(largest, *value);
  }
  return largest;
}

/* ---------------------------------------------------------------------- */

bool ComputeTimestepContact::moves(int i) const
{
  return (atom->mask[i] & groupbit) && !(atom->mask[i] & frozenbit);
}

/* ---------------------------------------------------------------------- */

InverseInertia ComputeTimestepContact::inverse_inertia(int i) const
{
  if (!moves(i)) return {};
  const double mass = atom->rmass ? atom->rmass[i] : atom->mass[atom->type[i]];
  const double R = atom->radius ? atom->radius[i] : 0.0;
  const double inverse = mass > 0.0 ? force->ftm2v / mass : 0.0;
  const double moment = R > 0.0 ? inverse / (inertia * R * R) : 0.0;
  if (domain->dimension == 2) return {{inverse, inverse, 0.0}, {0.0, 0.0, moment}};
  return {{inverse, inverse, inverse}, {moment, moment, moment}};
}

/* ---------------------------------------------------------------------- */

double ComputeTimestepContact::compute_scalar()
{
  invoked_scalar = update->ntimestep;
  if (invoked_peratom != update->ntimestep) compute_peratom();
  double least = NO_LIMIT;
  for (int i = 0; i < atom->nlocal; i++)
    if (moves(i)) least = std::min(least, step[i]);
  MPI_Allreduce(&least, &scalar, 1, MPI_DOUBLE, MPI_MIN, world);
  return scalar;
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::compute_peratom()
{
  invoked_peratom = update->ntimestep;
  grow();
  for (const auto &interaction : interactions) gather_pairs(interaction);
  gather_walls();
  gather_bonds();

  assemble(false);
  if (settings.dyndt)
    steps_of_diagonals();
  else {
    solve_blocks();
    steps_of_contacts();
    sharpen();
  }
  if (settings.waves) steps_of_waves();

  const double factor = damped_step(safety, present_damping());
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit))
      step[i] = 0.0;
    else if (step[i] < NO_LIMIT)
      step[i] *= factor;
  }
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::grow()
{
  if (atom->nmax > nmax) {
    memory->destroy(step);
    nmax = atom->nmax;
    memory->create(step, nmax, "timestep/contact:step");
    vector_atom = step;
  }
  const int nall = atom->nlocal + atom->nghost;
  std::fill(step, step + nall, static_cast<double>(NO_LIMIT));
  stiffness.resize(nall);
  dashpot.resize(nall);
  potential.assign(nall, 0.0);
  lambda.assign(nall, 0.0);
  gamma.assign(nall, 0.0);
  links.clear();
}

/* ----------------------------------------------------------------------
   all pairs of the list: those that touch, and those that may before the list is built again
------------------------------------------------------------------------- */

void ComputeTimestepContact::gather_pairs(const Interaction &interaction)
{
  if (interaction.on_device) neighbor->build_one(own_list);
  const NeighList *list = interaction.on_device ? own_list : interaction.style.pair->list;
  if (!list) return;
  const bool levers = interaction.law->levers() && atom->radius;

  for (int ii = 0; ii < list->inum; ii++) {
    const int i = list->ilist[ii];
    for (int jj = 0; jj < list->numneigh[i]; jj++) {
      const int j = list->firstneigh[i][jj] & NEIGHMASK;
      if (!moves(i) && !moves(j)) continue;
      const Vec3 d = row(atom->x, j) - row(atom->x, i);
      const double distance = norm(d);
      if (distance == 0.0) continue;

      VardemContact contact = {};
      contact.i = i;
      contact.j = j;
      contact.itype = atom->type[i];
      contact.jtype = atom->type[j];
      contact.n = (1.0 / distance) * d;
      contact.distance = distance;
      if (atom->radius) {
        contact.Ri = atom->radius[i];
        contact.Rj = atom->radius[j];
      }
      if (comm->ghost_velocity || j < atom->nlocal)
        contact.closing = dot(row(atom->v, i) - row(atom->v, j), contact.n);
      contact.mass = effective_mass(i, j);
      if (settings.reach >= 0.0 && distance - interaction.law->touch(contact) > settings.reach)
        continue;
      contact.factor = force->special_lj[(list->firstneigh[i][jj] >> SBBITS) & 3];
      add(contact, interaction.law->coefficients(contact), levers, force->newton_pair);
    }
  }
}

/* ----------------------------------------------------------------------
   as pair styles gran and granular have it: a frozen particle is a wall
------------------------------------------------------------------------- */

double ComputeTimestepContact::effective_mass(int i, int j) const
{
  const auto mass = [&](int k) {
    return atom->rmass ? atom->rmass[k] : atom->mass[atom->type[k]];
  };
  if (atom->mask[i] & frozenbit) return mass(j);
  if (atom->mask[j] & frozenbit) return mass(i);
  return mass(i) * mass(j) / (mass(i) + mass(j));
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::gather_walls()
{
  const double range = settings.reach < 0.0 ? neighbor->skin : settings.reach;
  for (const auto &wall : walls) {
    wall.prepare();
    for (int i = 0; i < atom->nlocal; i++)
      if (moves(i))
        wall.for_each(lmp, i, range,
                      [&](const VardemContact &contact, const Coefficients &coefficients) {
                        add(contact, coefficients, true, false);
                      });
  }
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::gather_bonds()
{
  Bond *bond = force->bond;
  if (!bond ||
      std::find(named.begin(), named.end(), fmt::format("bond style {}", force->bond_style)) !=
          named.end())
    return;
  for (int k = 0; k < neighbor->nbondlist; k++) {
    const int i = neighbor->bondlist[k][0], j = neighbor->bondlist[k][1],
              type = neighbor->bondlist[k][2];
    if (type <= 0 || (!moves(i) && !moves(j))) continue;
    const Vec3 d = row(atom->x, j) - row(atom->x, i);
    const double distance = norm(d);
    if (distance == 0.0) continue;
    VardemContact contact = {};
    contact.i = i;
    contact.j = j;
    contact.n = (1.0 / distance) * d;
    add(contact, vardem_bond_coefficients(bond, type, i, j, distance), false, force->newton_bond);
  }
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::add(const VardemContact &contact, const Coefficients &law, bool levers,
                                 bool newton)
{
  const auto largest = [](const Springs &s) {
    return std::max({s.normal, s.tangent, s.roll, s.twist});
  };
  Link link = {
      contact.i, contact.j, newton, contact.n, levers ? contact.Ri : 0.0, levers ? contact.Rj : 0.0,
      law};
  if (!settings.dashpots || settings.dyndt) link.law.c = {};
  if (largest(link.law.k) > 0.0 || largest(link.law.c) > 0.0) links.push_back(link);
}

/* ----------------------------------------------------------------------
   blocks of the particles, with the weights of their potentials or without. Pairs of an owned particle and a ghost are
   here once, and the share of the ghost goes to its owner, or (newton off) with either owner, who takes his share
------------------------------------------------------------------------- */

void ComputeTimestepContact::assemble(bool weighted)
{
  std::fill(stiffness.begin(), stiffness.end(), StiffnessBlock());
  std::fill(dashpot.begin(), dashpot.end(), StiffnessBlock());
  const auto add_to = [&](int i, int j, const Vec3 &n, double R, const Coefficients &law) {
    if (weighted && potential[i] == 0.0) return;
    const double weight = weighted ? young_weight(potential[i], j < 0 ? 0.0 : potential[j]) : 1.0;
    add_contact(stiffness[i], n, R, weight * law.k);
    add_contact(dashpot[i], n, R, weight * law.c);
  };
  for (const Link &link : links) {
    add_to(link.i, link.j, link.n, link.Ri, link.law);
    if (link.j >= 0 && (link.newton || link.j < atom->nlocal))
      add_to(link.j, link.i, -1.0 * link.n, link.Rj, link.law);
  }
  if (force->newton_pair || force->newton_bond) {
    reverse = BLOCKS;
    comm->reverse_comm(this, 2 * BLOCK);
  }
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::solve_blocks()
{
  for (int i = 0; i < atom->nlocal; i++) {
    if (!moves(i)) continue;
    const InverseInertia inverse = inverse_inertia(i);
    lambda[i] = largest_eigenvalue(stiffness[i], inverse);
    gamma[i] = largest_eigenvalue(dashpot[i], inverse);
  }
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::steps_of_diagonals()
{
  for (int i = 0; i < atom->nlocal; i++) {
    const double rate2 = 2.0 * largest_diagonal(stiffness[i], inverse_inertia(i));
    if (rate2 > 0.0) step[i] = stable_step(rate2, 0.0);
  }
}

/* ----------------------------------------------------------------------
   of each particle the least step of its contacts, as in the note to Woo
------------------------------------------------------------------------- */

void ComputeTimestepContact::steps_of_contacts()
{
  comm->forward_comm(this);
  for (const Link &link : links) {
    const int i = link.i, j = link.j;
    const double rate2 = lambda[i] + (j < 0 ? 0.0 : lambda[j]);
    const double rate = gamma[i] + (j < 0 ? 0.0 : gamma[j]);
    if (!(rate2 > 0.0 || rate > 0.0)) continue;
    const double limit = stable_step(rate2, rate);
    step[i] = std::min(step[i], limit);
    if (j >= 0) step[j] = std::min(step[j], limit);
  }
  if (force->newton_pair || force->newton_bond) {
    reverse = STEPS;
    comm->reverse_comm(this, 1);
  }
}

/* ----------------------------------------------------------------------
   the stable step of all particles with the present potentials, which go on to the next ones
------------------------------------------------------------------------- */

double ComputeTimestepContact::sweep()
{
  assemble(true);
  solve_blocks();
  const auto step_of = [&](int i) {
    return lambda[i] > 0.0 || gamma[i] > 0.0 ? stable_step(lambda[i], gamma[i]) : NO_LIMIT;
  };
  double mine = NO_LIMIT, least = NO_LIMIT;
  for (int i = 0; i < atom->nlocal; i++) mine = std::min(mine, step_of(i));
  MPI_Allreduce(&mine, &least, 1, MPI_DOUBLE, MPI_MIN, world);
  for (int i = 0; i < atom->nlocal; i++)
    potential[i] = next_potential(potential[i], step_of(i), least);
  return least;
}

/* ----------------------------------------------------------------------
   the first potentials are the rates of the blocks without weights. Each sweep has a bound of all particles: the best one
   counts, for those whose own contacts have less
------------------------------------------------------------------------- */

void ComputeTimestepContact::sharpen()
{
  constexpr double ENOUGH = 1.0e-5;    // gain of a sweep, relative
  for (int i = 0; i < atom->nlocal; i++) {
    const double limit = lambda[i] > 0.0 || gamma[i] > 0.0 ? 1.0 / stable_step(lambda[i], gamma[i])
                                                           : 0.0;
    potential[i] = limit * limit;
  }
  double best = 0.0;
  for (int n = 0; n < settings.sweeps; n++) {
    comm->forward_comm(this);
    const double before = best;
    best = std::max(best, sweep());
    if (best - before < ENOUGH * best) break;
  }
  for (int i = 0; i < atom->nlocal; i++) step[i] = std::max(step[i], best);
}

/* ----------------------------------------------------------------------
   particles that touch nothing, and are not about to
------------------------------------------------------------------------- */

void ComputeTimestepContact::steps_of_waves()
{
  const double modulus = settings.young / force->nktv2p * force->ftm2v;
  for (int i = 0; i < atom->nlocal; i++) {
    const double R = atom->radius[i];
    if (!moves(i) || step[i] < NO_LIMIT || R == 0.0) continue;
    const double volume = 4.0 / 3.0 * MathConst::MY_PI * R * R * R;    // in 2d as well: set density
    step[i] = wave_step(R, atom->rmass[i] / volume, modulus, settings.poisson);
  }
}

/* ---------------------------------------------------------------------- */

int ComputeTimestepContact::pack_forward_comm(int n, int *list, double *buf, int /*pbc_flag*/,
                                              int * /*pbc*/)
{
  int m = 0;
  for (int k = 0; k < n; k++)
    for (const auto *values : {&lambda, &gamma, &potential}) buf[m++] = (*values)[list[k]];
  return m;
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::unpack_forward_comm(int n, int first, double *buf)
{
  int m = 0;
  for (int i = first; i < first + n; i++)
    for (auto *values : {&lambda, &gamma, &potential}) (*values)[i] = buf[m++];
}

/* ---------------------------------------------------------------------- */

int ComputeTimestepContact::pack_reverse_comm(int n, int first, double *buf)
{
  if (reverse == STEPS) {
    std::copy(step + first, step + first + n, buf);
    return n;
  }
  int m = 0;
  for (int i = first; i < first + n; i++)
    for (const auto *blocks : {&stiffness, &dashpot}) {
      memcpy(buf + m, &(*blocks)[i], sizeof(StiffnessBlock));
      m += BLOCK;
    }
  return m;
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::unpack_reverse_comm(int n, int *list, double *buf)
{
  int m = 0;
  for (int k = 0; k < n; k++) {
    const int i = list[k];
    if (reverse == STEPS) {
      step[i] = std::min(step[i], buf[m++]);
      continue;
    }
    for (auto *blocks : {&stiffness, &dashpot}) {
      auto *block = reinterpret_cast<double *>(&(*blocks)[i]);
      for (int l = 0; l < BLOCK; l++) block[l] += buf[m++];
    }
  }
}

/* ---------------------------------------------------------------------- */

double ComputeTimestepContact::memory_usage()
{
  return static_cast<double>(nmax) * (4 * sizeof(double) + 2 * sizeof(StiffnessBlock)) +
      static_cast<double>(links.capacity()) * sizeof(Link);
}
