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
#include "host/arguments.h"
#include "host/citations.h"
#include "host/interfaces.h"
#include "kernels/inertia.h"
#include "lammps.h"
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
using namespace VARDEM_NS;
using namespace VARDEM;

namespace {

constexpr int BLOCK = sizeof(StiffnessBlock) / sizeof(double);
static_assert(BLOCK == 15, "a block is sent as so many doubles");

constexpr int RATE_VALUES = 3, MEMBER_VALUES = 5, BLOCK_VALUES = 2 * BLOCK;    // sent per atom

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
    Compute(lmp, narg, arg), who(fmt::format("Compute {}", style)), safety(1.0), horizon(INFINITY),
    own_list(nullptr), frozenbit(0), inertia(INERTIA_BALL), ncommon(0), step(nullptr), nmax(0),
    reverse(BLOCKS), forward(RATES)
{
  cite(lmp, {Paper::WOO});
  scalar_flag = 1;
  extscalar = 0;
  peratom_flag = 1;
  size_peratom_cols = 0;
  comm_forward = RATE_VALUES;
  comm_reverse = BLOCK_VALUES;

  Keywords given(error, who);
  int iarg = 3;
  while (iarg < narg) {
    if (strcmp(arg[iarg], "safety") == 0) {
      given.once("safety", iarg);
      if (iarg + 2 > narg) utils::missing_cmd_args(FLERR, who + " safety", error);
      safety = utils::numeric(FLERR, arg[iarg + 1], false, lmp);
      if (!(safety > 0.0 && safety <= VARDEM_MAX_SAFETY))
        error->all(FLERR, iarg + 1, "{} keyword safety must be > 0 and <= {}: {}", who,
                   VARDEM_MAX_SAFETY, arg[iarg + 1]);
      iarg += 2;
    } else
      iarg = settings.parse(lmp, who, iarg, narg, arg, given);
  }

  if (atom->ellipsoid_flag || atom->line_flag || atom->tri_flag || atom->body_flag)
    error->all(FLERR, Error::NOPOINTER,
               "{} works for spheres and point particles only, and not in atom style {}", who,
               atom->get_style());
  if (settings.waves && !atom->radius_flag)
    error->all(FLERR, Error::NOPOINTER,
               "{} keyword pwave needs particles with a radius, which atom style {} does not have",
               who, atom->get_style());
}

/* ---------------------------------------------------------------------- */

ComputeTimestepContact::~ComputeTimestepContact()
{
  memory->destroy(step);
}

/* ---------------------------------------------------------------------- */

int VardemStepSettings::parse(LAMMPS *lmp, const std::string &who, int iarg, int narg, char **arg,
                              Keywords &given)
{
  Keyword k(lmp, who, iarg, narg, arg);
  given.once(arg[iarg], iarg);
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
    const bool list = strcmp(arg[iarg + 1], "list") == 0;
    reach = list ? -1.0 : k.number(1);
    k.require(list || reach >= 0.0, 1, "list or a distance >= 0");
  } else if (k.is("pwave", 2)) {
    waves = true;
    young = k.number(1);
    poisson = k.number(2);
    k.require(young > 0.0, 1, "a modulus > 0");
    k.require(poisson > -1.0 && poisson < 0.5, 2, "a Poisson ratio > -1 and < 0.5");
  } else
    lmp->error->all(FLERR, iarg, "{} has no keyword {}", who, arg[iarg]);
  return k.next;
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::init()
{
  init_pairs();

  inertia = INERTIA_BALL;
  for (const auto *integrator : fixes_with<SphereInertia>(modify))
    inertia = std::min(inertia, integrator->inertia_factor());

  frozenbit = 0;
  for (const auto &freeze : modify->get_fix_by_style("^freeze")) frozenbit |= freeze->groupbit;
  init_walls();
  init_bonds();
  init_bodies();
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::init_pairs()
{
  interactions.clear();
  for (const auto &sub : pair_styles(lmp)) {
    auto law = pair_law(lmp, sub);
    if (!law)
      error->all(
          FLERR, Error::NOLASTLINE,
          "{} cannot find the stiffness of pair style {}: the style has no single() function, "
          "or its force depends on the path. Set the time step yourself with this style",
          who, sub.name);
    interactions.push_back({sub, std::move(law), sub.pair->kokkosable != 0});
    if (!sub.pair->kokkosable) continue;

    // the neighbor list of a Kokkos style is on the device

    if (interactions.size() > 1 || strcmp(force->pair_style, sub.name.c_str()) != 0)
      error->all(FLERR, Error::NOLASTLINE,
                 "{} does not support pair style {} within pair style hybrid: use the sub-styles "
                 "without /kk",
                 who, sub.name);
    neighbor->add_request(
        this, NeighConst::REQ_OCCASIONAL | (sub.pair->finitecutflag ? NeighConst::REQ_SIZE : 0));
  }
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::init_list(int /*id*/, NeighList *list)
{
  own_list = list;
}

/* ----------------------------------------------------------------------
   Each thing is named in the log once per command.
------------------------------------------------------------------------- */

bool ComputeTimestepContact::unnamed(const std::string &what)
{
  if (std::find(named.begin(), named.end(), what) != named.end()) return false;
  named.push_back(what);
  return comm->me == 0;
}

/* ----------------------------------------------------------------------
   This acts on particles and the result does not count it.
------------------------------------------------------------------------- */

void ComputeTimestepContact::name_missing(const std::string &what)
{
  if (unnamed(what))
    error->warning(FLERR,
                   "{} does not count the stiffness of {}: where it is stiffer than the contacts, "
                   "the true stable time step is smaller",
                   who, what);
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::init_walls()
{
  walls.clear();
  for (auto *fix : modify->get_fix_list()) {
    if (GranularWall::knows(fix))
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
   LAMMPS sizes its buffers after this, by comm_forward.
------------------------------------------------------------------------- */

void ComputeTimestepContact::init_bodies()
{
  rigid.clear();
  ncommon = 0;
  for (auto *fix : modify->get_fix_list()) {
    if (!fix->rigid_flag || !utils::strmatch(fix->style, "^rigid")) continue;
    rigid.emplace_back(fix, ncommon);
    ncommon += rigid.back().common_bodies();
  }
  comm_forward = rigid.empty() ? RATE_VALUES : BLOCK_VALUES;
}

/* ----------------------------------------------------------------------
   coefficient of Cundall's damping: the value given, or the largest that a fix reports
------------------------------------------------------------------------- */

double ComputeTimestepContact::present_damping() const
{
  if (settings.damping_given) return settings.damping;
  double largest = 0.0;
  for (const auto *damping : fixes_with<StepDivisor>(modify))
    largest = std::max(largest, damping->step_divisor());
  return largest;
}

/* ---------------------------------------------------------------------- */

bool ComputeTimestepContact::moves(int i) const
{
  return (atom->mask[i] & groupbit) && !(atom->mask[i] & frozenbit);
}

/* ---------------------------------------------------------------------- */

/** Of a particle that is no member of a body. */
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
  find_members();
  for (const auto &interaction : interactions) gather_pairs(interaction);
  gather_walls();
  gather_bonds();

  assemble(false);
  solve_blocks();
  if (settings.dyndt)
    steps_of_diagonals();
  else {
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
  lambda.assign(nall + ncommon, 0.0);
  gamma.assign(nall + ncommon, 0.0);
  links.clear();
}

/* ----------------------------------------------------------------------
   members of rigid bodies, owned ones and ghosts
------------------------------------------------------------------------- */

void ComputeTimestepContact::find_members()
{
  members.clear();
  if (rigid.empty()) return;
  const int nall = atom->nlocal + atom->nghost;
  members.resize(nall);
  for (const auto &bodies : rigid) bodies.find_members(lmp, members);
  forward = MEMBERS;
  comm->forward_comm(this, MEMBER_VALUES);
}

/* ----------------------------------------------------------------------
   Particles of one body do not move relative to each other, but those of a body and of its periodic image do. The images of
   a particle are at least as far from each other as the box is wide.
------------------------------------------------------------------------- */

bool ComputeTimestepContact::in_same_body(int i, int j) const
{
  if (!is_member(i) || members[i].body != members[j].body) return false;
  const Vec3 d = row(atom->x, j) - row(atom->x, i), expected = members[j].r - members[i].r;
  return norm(d - expected) < 0.5 * std::min({domain->xprd, domain->yprd, domain->zprd});
}

/* ----------------------------------------------------------------------
   pairs of the list: those that touch, and those that may touch before the list is built again
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
      if (distance == 0.0 || in_same_body(i, j)) continue;

      Contact contact = {};
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
      if (!can_touch(i, j, distance - interaction.law->touch(contact))) continue;
      contact.factor = force->special_lj[(list->firstneigh[i][jj] >> SBBITS) & 3];
      add(contact, interaction.law->coefficients(contact), levers, force->newton_pair);
    }
  }
}

/* ----------------------------------------------------------------------
   Does this pair count, by its gap and the speeds of its particles. A ghost may come without its velocity.
------------------------------------------------------------------------- */

bool ComputeTimestepContact::can_touch(int i, int j, double gap) const
{
  if (gap <= 0.0) return true;
  if (settings.reach >= 0.0) return gap <= settings.reach;
  if (std::isinf(horizon) || !(comm->ghost_velocity || j < atom->nlocal)) return true;
  return gap <= 2.0 * horizon * (norm(row(atom->v, i)) + norm(row(atom->v, j)));
}

/* ---------------------------------------------------------------------- */

/** Mass of a particle or, for a member, of its body, which is what LAMMPS' granular styles take. */
double ComputeTimestepContact::mass(int i) const
{
  if (is_member(i)) return members[i].mass;
  return atom->rmass ? atom->rmass[i] : atom->mass[atom->type[i]];
}

/** Pair styles gran and granular take a frozen particle for a wall. */
double ComputeTimestepContact::effective_mass(int i, int j) const
{
  if (atom->mask[i] & frozenbit) return mass(j);
  if (atom->mask[j] & frozenbit) return mass(i);
  return mass(i) * mass(j) / (mass(i) + mass(j));
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::gather_walls()
{
  const bool all = settings.reach >= 0.0 || std::isinf(horizon);
  for (const auto &wall : walls) {
    wall.prepare();
    for (int i = 0; i < atom->nlocal; i++) {
      if (!moves(i)) continue;
      const double speed = norm(row(atom->v, i));
      const double range = settings.reach >= 0.0 ? settings.reach
          : all                                  ? neighbor->skin
                                                 : std::max(neighbor->skin, 4.0 * horizon * speed);
      wall.for_each(lmp, i, mass(i), range,
                    [&](const Contact &contact, const Coefficients &coefficients) {
                      const double gap = contact.distance - contact.Ri;
                      const double way = 2.0 * horizon * (speed + std::fabs(contact.closing));
                      if (all || gap <= 0.0 || gap <= way) add(contact, coefficients, true, false);
                    });
    }
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
    if (distance == 0.0 || in_same_body(i, j)) continue;
    Contact contact = {};
    contact.i = i;
    contact.j = j;
    contact.n = (1.0 / distance) * d;
    add(contact, bond_coefficients(bond, type, i, j, distance), false, force->newton_bond);
  }
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::add(const Contact &contact, const Coefficients &law, bool levers,
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
   Blocks of the particles, with the weights of their potentials or without. With newton on, a pair of an owned particle and
   a ghost is on one process, which sends the part of the ghost to its owner. With newton off it is on both, and each takes
   the part of its own particle.
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
    comm->reverse_comm(this, BLOCK_VALUES);
  }
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::solve_blocks()
{
  for (int i = 0; i < atom->nlocal; i++) {
    if (!moves(i) || is_member(i)) continue;
    const InverseInertia inverse = inverse_inertia(i);
    lambda[i] = fastest(stiffness[i], inverse);
    gamma[i] = fastest(dashpot[i], inverse);
  }
  if (!rigid.empty()) solve_bodies();
}

/* ----------------------------------------------------------------------
   the square of the fastest rate of a block: a bound, or twice the largest diagonal entry
------------------------------------------------------------------------- */

double ComputeTimestepContact::fastest(const StiffnessBlock &K, const InverseInertia &inverse) const
{
  return settings.dyndt ? 2.0 * largest_diagonal(K, inverse) : largest_eigenvalue(K, inverse);
}

double ComputeTimestepContact::fastest(const Matrix6 &block, const Matrix6 &root) const
{
  const Matrix6 scaled = root * block * root;
  return settings.dyndt ? 2.0 * scaled.diagonal().maxCoeff() : largest_eigenvalue(scaled);
}

/* ----------------------------------------------------------------------
   The same for rigid bodies. Each process solves those that it owns or that all know, and all members get the result.
------------------------------------------------------------------------- */

void ComputeTimestepContact::solve_bodies()
{
  std::vector<RigidBody> bodies;    // first those that all processes know
  for (const bool common : {true, false})
    for (const auto &fix : rigid)
      if ((fix.common_bodies() > 0) == common) fix.add_bodies(lmp, bodies);
  const std::vector<BodyBlocks> blocks = sum_members(bodies);

  const auto inverse = [&](double a) {
    return a > 0.0 ? force->ftm2v / a : 0.0;
  };
  for (std::size_t k = 0; k < bodies.size(); k++) {
    const RigidBody &b = bodies[k];
    const Vec3 moments = {inverse(b.inertia.x), inverse(b.inertia.y), inverse(b.inertia.z)};
    Matrix6 root = root_of(inverse(b.mass), moments, b.ex, b.ey, b.ez);
    if (domain->dimension == 2) root = in_plane(root);
    const int at = place_of_rates(b.body);
    lambda[at] = fastest(blocks[k].stiffness, root);
    gamma[at] = fastest(blocks[k].dashpot, root);
  }
  forward = RATES;
  comm->forward_comm(this, RATE_VALUES);
  // Copies: the owner of a body has its rates, but its own are 0 if it does not move, and later members still need them
  const std::vector<double> lambda_of_body = lambda, gamma_of_body = gamma;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!is_member(i)) continue;
    const int at = place_of_rates(members[i].body);
    lambda[i] = moves(i) ? lambda_of_body[at] : 0.0;
    gamma[i] = moves(i) ? gamma_of_body[at] : 0.0;
  }
}

/* ----------------------------------------------------------------------
   where the rates of a body are: with the atom that owns it or, if all processes know it, behind those of all atoms
------------------------------------------------------------------------- */

int ComputeTimestepContact::place_of_rates(double body) const
{
  if (body < 0.0) return atom->nlocal + atom->nghost + static_cast<int>(-body - 1.0);
  return atom->map(static_cast<tagint>(body));
}

/* ----------------------------------------------------------------------
   Blocks of these bodies. Of a body that this process owns, it has all members, some of them as ghosts: fix rigid/small sees
   to that. A sum the other way, by reverse communication, could overrun LAMMPS' buffers with newton off.
------------------------------------------------------------------------- */

std::vector<ComputeTimestepContact::BodyBlocks>
ComputeTimestepContact::sum_members(const std::vector<RigidBody> &bodies)
{
  forward = PARTICLE_BLOCKS;
  comm->forward_comm(this, BLOCK_VALUES);

  std::vector<int> at(atom->nlocal + atom->nghost + ncommon, -1);    // by place of the rates
  for (std::size_t k = 0; k < bodies.size(); k++) at[place_of_rates(bodies[k].body)] = k;
  std::vector<BodyBlocks> blocks(bodies.size(), {Matrix6::Zero(), Matrix6::Zero()});
  for (int j = 0; j < atom->nlocal + atom->nghost; j++) {
    if (!moves(j) || !is_member(j)) continue;
    const int place = place_of_rates(members[j].body);
    const bool common = members[j].body < 0.0;
    const bool mine = common ? j < atom->nlocal
                             : place >= 0 && place < atom->nlocal && in_same_body(place, j);
    if (!mine) continue;
    BodyBlocks &b = blocks[at[place]];
    b.stiffness += block_of_member(stiffness[j], members[j].r);
    b.dashpot += block_of_member(dashpot[j], members[j].r);
  }
  static_assert(sizeof(BodyBlocks) == 72 * sizeof(double), "summed as so many doubles");
  const auto ncommon_now = std::count_if(bodies.begin(), bodies.end(), [](const auto &b) {
    return b.body < 0.0;
  });
  if (ncommon_now > 0)
    MPI_Allreduce(MPI_IN_PLACE, blocks[0].stiffness.data(), 72 * static_cast<int>(ncommon_now),
                  MPI_DOUBLE, MPI_SUM, world);
  return blocks;
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::steps_of_diagonals()
{
  for (int i = 0; i < atom->nlocal; i++)
    if (lambda[i] > 0.0) step[i] = stable_step(lambda[i], 0.0);
}

/* ----------------------------------------------------------------------
   The step of a particle is the least step of its contacts.
------------------------------------------------------------------------- */

void ComputeTimestepContact::steps_of_contacts()
{
  forward = RATES;
  comm->forward_comm(this, RATE_VALUES);
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
   Returns the stable step of all particles with the present potentials, and replaces these by the next ones.
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
   The first potentials are the rates of the blocks without weights. Each sweep gives a bound for all particles. The best
   one replaces the steps of the particles whose own contacts give less.
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
    forward = RATES;
    comm->forward_comm(this, RATE_VALUES);
    const double before = best;
    best = std::max(best, sweep());
    if (best - before < ENOUGH * best) break;
  }
  for (int i = 0; i < atom->nlocal; i++) step[i] = std::max(step[i], best);
}

/* ----------------------------------------------------------------------
   estimate for particles without any contact
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

int ComputeTimestepContact::pack_blocks(int i, double *buf) const
{
  memcpy(buf, &stiffness[i], sizeof(StiffnessBlock));
  memcpy(buf + BLOCK, &dashpot[i], sizeof(StiffnessBlock));
  return BLOCK_VALUES;
}

/* ---------------------------------------------------------------------- */

int ComputeTimestepContact::pack_forward_comm(int n, int *list, double *buf, int /*pbc_flag*/,
                                              int * /*pbc*/)
{
  int m = 0;
  for (int k = 0; k < n; k++) {
    const int i = list[k];
    if (forward == RATES) {
      for (const auto *values : {&lambda, &gamma, &potential}) buf[m++] = (*values)[i];
      continue;
    }
    if (forward == PARTICLE_BLOCKS) {
      m += pack_blocks(i, buf + m);
      continue;
    }
    const Member &member = members[i];
    for (const double value : {member.body, member.mass, member.r.x, member.r.y, member.r.z})
      buf[m++] = value;
  }
  return m;
}

/* ---------------------------------------------------------------------- */

void ComputeTimestepContact::unpack_forward_comm(int n, int first, double *buf)
{
  int m = 0;
  for (int i = first; i < first + n; i++) {
    if (forward == RATES) {
      for (auto *values : {&lambda, &gamma, &potential}) (*values)[i] = buf[m++];
      continue;
    }
    if (forward == PARTICLE_BLOCKS) {
      for (auto *particles : {&stiffness, &dashpot}) {
        memcpy(&(*particles)[i], buf + m, sizeof(StiffnessBlock));
        m += BLOCK;
      }
      continue;
    }
    members[i] = {buf[m], buf[m + 1], {buf[m + 2], buf[m + 3], buf[m + 4]}};
    m += MEMBER_VALUES;
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
  for (int i = first; i < first + n; i++) m += pack_blocks(i, buf + m);
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
    for (auto *particles : {&stiffness, &dashpot}) {
      auto *block = reinterpret_cast<double *>(&(*particles)[i]);
      for (int l = 0; l < BLOCK; l++) block[l] += buf[m++];
    }
  }
}

/* ---------------------------------------------------------------------- */

double ComputeTimestepContact::memory_usage()
{
  return static_cast<double>(nmax) * (4 * sizeof(double) + 2 * sizeof(StiffnessBlock)) +
      static_cast<double>(links.capacity()) * sizeof(Link) +
      static_cast<double>(members.capacity()) * sizeof(Member);
}
