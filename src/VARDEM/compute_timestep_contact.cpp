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
#include "math_const.h"
#include "memory.h"
#include "modify.h"
#include "neigh_list.h"
#include "neighbor.h"
#include "pair.h"
#include "update.h"

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

}    // namespace

/* ---------------------------------------------------------------------- */

ComputeTimestepContact::ComputeTimestepContact(LAMMPS *lmp, int narg, char **arg) :
    Compute(lmp, narg, arg), safety(1.0), damping(0.0), damping_given(false), dyndt(false),
    dashpots(true), waves(false), young(0.0), poisson(0.0), frozenbit(0), step(nullptr), nmax(0),
    reverse(BLOCKS)
{
  scalar_flag = 1;
  extscalar = 0;
  peratom_flag = 1;
  size_peratom_cols = 0;
  comm_forward = 2;
  comm_reverse = 2 * BLOCK;

  parse(narg, arg);
  if (atom->ellipsoid_flag || atom->line_flag || atom->tri_flag || atom->body_flag)
    error->all(FLERR, Error::NOPOINTER,
               "Compute {} is for spheres and point particles: it does not know the rotation of "
               "other shapes",
               style);
  if (waves && !atom->radius_flag)
    error->all(FLERR, Error::NOPOINTER, "Compute {} keyword pwave requires atom attribute radius",
               style);
}

/* ---------------------------------------------------------------------- */

ComputeTimestepContact::~ComputeTimestepContact()
{
  memory->destroy(step);
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::parse(int narg, char **arg)
{
  int iarg = 3;
  const auto values = [&](int n) {
    if (iarg + n >= narg)
      utils::missing_cmd_args(FLERR, fmt::format("compute {} {}", style, arg[iarg]), error);
  };
  const auto number = [&](int k) {
    return utils::numeric(FLERR, arg[iarg + k], false, lmp);
  };
  const auto bad_value = [&](int k, const std::string &allowed) {
    error->all(FLERR, iarg + k, "Value of keyword {} in compute {} command must be {}: {}",
               arg[iarg], style, allowed, arg[iarg + k]);
  };
  const auto choice = [&](const char *yes, const char *no) {
    values(1);
    const bool chosen = strcmp(arg[iarg + 1], yes) == 0;
    if (!chosen && strcmp(arg[iarg + 1], no) != 0) bad_value(1, fmt::format("{} or {}", yes, no));
    return chosen;
  };

  while (iarg < narg) {
    const std::string keyword = arg[iarg];
    if (keyword == "safety") {
      values(1);
      safety = number(1);
      if (!(safety > 0.0)) bad_value(1, "> 0");
    } else if (keyword == "damping") {
      values(1);
      damping = number(1);
      damping_given = true;
      if (!(damping >= 0.0 && damping < 1.0)) bad_value(1, ">= 0 and < 1");
    } else if (keyword == "method")
      dyndt = !choice("bound", "dyndt");
    else if (keyword == "dashpots")
      dashpots = choice("yes", "no");
    else if (keyword == "pwave") {
      values(2);
      waves = true;
      young = number(1);
      poisson = number(2);
      if (!(young > 0.0)) bad_value(1, "> 0");
      if (!(poisson > -1.0 && poisson < 0.5)) bad_value(2, "> -1 and < 0.5");
    } else
      error->all(FLERR, iarg, "Unknown keyword in compute {} command: {}", style, arg[iarg]);
    iarg += keyword == "pwave" ? 3 : 2;
  }
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::init()
{
  interactions.clear();
  for (const auto &sub : vardem_pair_styles(lmp)) {
    auto law = vardem_pair_law(lmp, sub);
    if (!law)
      error->all(FLERR, Error::NOLASTLINE,
                 "Compute {} cannot tell the stiffness of pair style {}: it has no single() "
                 "function, or one of "
                 "its models depends on the path",
                 style, sub.name);
    interactions.push_back({sub, std::move(law), nullptr});
    if (!sub.pair->kokkosable) continue;

    // the list of a Kokkos style is on the device

    if (interactions.size() > 1 || strcmp(force->pair_style, sub.name.c_str()) != 0)
      error->all(FLERR, Error::NOLASTLINE,
                 "Compute {} cannot be used with Kokkos styles in a pair style hybrid", style);
    neighbor->add_request(
        this, NeighConst::REQ_OCCASIONAL | (sub.pair->finitecutflag ? NeighConst::REQ_SIZE : 0));
  }

  frozenbit = 0;
  for (const auto &freeze : modify->get_fix_by_style("^freeze")) frozenbit |= freeze->groupbit;
  init_walls();
  init_bonds();
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::init_list(int /*id*/, NeighList *list)
{
  interactions.back().own_list = list;
}

/* ----------------------------------------------------------------------
   once per command in the log: what acts on particles and is not in the step
------------------------------------------------------------------------- */

void ComputeTimestepContact::name_missing(const std::string &what)
{
  if (std::find(named.begin(), named.end(), what) != named.end()) return;
  named.push_back(what);
  if (comm->me == 0)
    error->warning(FLERR, "Compute {} does not count the stiffness of {}", style, what);
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
   coefficient of Cundall's damping: as given, or that of the fixes that tell theirs
------------------------------------------------------------------------- */

double ComputeTimestepContact::present_damping() const
{
  if (damping_given) return damping;
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
  const double moment = R > 0.0 ? inverse / (INERTIA_BALL * R * R) : 0.0;
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
  gather();
  solve_blocks();
  if (!dyndt) steps_of_couples();
  if (waves) steps_of_waves();

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
  stiffness.assign(nall, StiffnessBlock());
  dashpot.assign(nall, StiffnessBlock());
  lambda.assign(nall, 0.0);
  gamma.assign(nall, 0.0);
  couples.clear();
}

/* ----------------------------------------------------------------------
   blocks of owned particles, and pairs of particles
------------------------------------------------------------------------- */

void ComputeTimestepContact::gather()
{
  for (const auto &interaction : interactions) gather_pairs(interaction);
  gather_walls();
  gather_bonds();
  if (force->newton_pair || force->newton_bond) {
    reverse = BLOCKS;
    comm->reverse_comm(this, 2 * BLOCK);
  }
}

/* ----------------------------------------------------------------------
   all pairs of the list: those that touch, and those that may before the list is built again
------------------------------------------------------------------------- */

void ComputeTimestepContact::gather_pairs(const Interaction &interaction)
{
  if (interaction.own_list) neighbor->build_one(interaction.own_list);
  const NeighList *list = interaction.own_list ? interaction.own_list
                                               : interaction.style.pair->list;
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
  for (const auto &wall : walls) {
    wall.prepare();
    for (int i = 0; i < atom->nlocal; i++)
      if (moves(i))
        wall.for_each(lmp, i, neighbor->skin,
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

/* ----------------------------------------------------------------------
   a contact into the blocks of its particles; without newton, the processor of a ghost has it for that
------------------------------------------------------------------------- */

void ComputeTimestepContact::add(const VardemContact &contact, const Coefficients &law, bool levers,
                                 bool newton)
{
  const auto add_to = [&](int i, const Vec3 &n, double R) {
    add_contact(stiffness[i], n, R, law.k);
    if (dashpots) add_contact(dashpot[i], n, R, law.c);
  };
  const auto largest = [](const Springs &s) {
    return std::max({s.normal, s.tangent, s.roll, s.twist});
  };
  if (largest(law.k) == 0.0 && largest(law.c) == 0.0) return;

  add_to(contact.i, contact.n, levers ? contact.Ri : 0.0);
  const bool counts = contact.j >= 0 && (newton || contact.j < atom->nlocal);
  if (counts) add_to(contact.j, -1.0 * contact.n, levers ? contact.Rj : 0.0);
  couples.push_back({contact.i, contact.j});
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::solve_blocks()
{
  for (int i = 0; i < atom->nlocal; i++) {
    if (!moves(i)) continue;
    const InverseInertia inverse = inverse_inertia(i);
    if (dyndt) {
      limit(i, 2.0 * largest_diagonal(stiffness[i], inverse), 0.0);
    } else {
      lambda[i] = largest_eigenvalue(stiffness[i], inverse);
      if (dashpots) gamma[i] = largest_eigenvalue(dashpot[i], inverse);
    }
  }
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::limit(int i, double rate2, double rate)
{
  if (rate2 > 0.0 || rate > 0.0) step[i] = std::min(step[i], stable_step(rate2, rate));
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::steps_of_couples()
{
  comm->forward_comm(this);
  for (const Couple &couple : couples) {
    const int i = couple.i, j = couple.j;
    const double rate2 = lambda[i] + (j < 0 ? 0.0 : lambda[j]);
    const double rate = gamma[i] + (j < 0 ? 0.0 : gamma[j]);
    limit(i, rate2, rate);
    if (j >= 0) limit(j, rate2, rate);
  }
  if (force->newton_pair || force->newton_bond) {
    reverse = STEPS;
    comm->reverse_comm(this, 1);
  }
}

/* ----------------------------------------------------------------------
   particles that touch nothing, and are not about to
------------------------------------------------------------------------- */

void ComputeTimestepContact::steps_of_waves()
{
  const double modulus = young / force->nktv2p * force->ftm2v;
  for (int i = 0; i < atom->nlocal; i++) {
    const double R = atom->radius[i];
    if (!moves(i) || step[i] < NO_LIMIT || R == 0.0) continue;
    const double volume = domain->dimension == 2 ? MathConst::MY_PI * R * R
                                                 : 4.0 / 3.0 * MathConst::MY_PI * R * R * R;
    step[i] = wave_step(R, atom->rmass[i] / volume, modulus, poisson);
  }
}

/* ---------------------------------------------------------------------- */

int ComputeTimestepContact::pack_forward_comm(int n, int *list, double *buf, int /*pbc_flag*/,
                                              int * /*pbc*/)
{
  int m = 0;
  for (int k = 0; k < n; k++) {
    buf[m++] = lambda[list[k]];
    buf[m++] = gamma[list[k]];
  }
  return m;
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::unpack_forward_comm(int n, int first, double *buf)
{
  int m = 0;
  for (int i = first; i < first + n; i++) {
    lambda[i] = buf[m++];
    gamma[i] = buf[m++];
  }
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
  return static_cast<double>(nmax) * (3 * sizeof(double) + 2 * sizeof(StiffnessBlock)) +
      static_cast<double>(couples.capacity()) * sizeof(Couple);
}
