// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/timestep/stability_bound.h"

#include "atom.h"
#include "domain.h"
#include "force.h"

#include "host/lammps/over_processes.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace VARDEM;

static_assert(sizeof(ParticleBlocks) == 30 * sizeof(double), "sent as so many doubles");

namespace {

double weight_of(LinearizedContact::Part part, double ti, double tj)
{
  return part == LinearizedContact::OWN     ? 1.0
      : part == LinearizedContact::COUPLING ? tj / ti
                                            : young_weight(ti, tj);
}

double *rows_of(std::vector<ParticleBlocks> &blocks)
{
  return reinterpret_cast<double *>(blocks.data());
}

}    // namespace

// With newton on, a pair of an owned particle and a ghost is on one process, which sends the part
// of the ghost to its owner. With newton off it is on both, and each takes the part of its own
// particle.
std::vector<ParticleBlocks> VARDEM_NS::sum_contacts(const std::vector<LinearizedContact> &contacts,
                                                    int nlocal, int nall, const double *potential)
{
  std::vector<ParticleBlocks> blocks(nall, ParticleBlocks());
  const auto add_to = [&](int i, int j, const Vec3 &n, double R, const LinearizedContact &c) {
    if (potential && potential[i] == 0.0) return;
    const double weight = potential ? weight_of(c.part, potential[i], j < 0 ? 0.0 : potential[j])
                                    : 1.0;
    add_contact(blocks[i].stiffness, n, R, weight * c.law.k);
    add_contact(blocks[i].dashpot, n, R, weight * c.law.c);
  };
  for (const LinearizedContact &c : contacts) {
    if (c.part == LinearizedContact::COUPLING && !potential) continue;
    add_to(c.i, c.j, c.n, c.Ri, c);
    if (c.part != LinearizedContact::COUPLING && c.j >= 0 && (c.newton || c.j < nlocal))
      add_to(c.j, c.i, -1.0 * c.n, c.Rj, c);
  }
  return blocks;
}

void StabilityBound::find(const std::vector<LinearizedContact> &contacts,
                          const StableStepSettings &settings)
{
  dyndt = settings.dyndt;
  reset();
  assemble(contacts, false);
  solve_blocks();
  if (dyndt)
    for (int i = 0; i < atom->nlocal; i++) step[i] = rates[i].step();
  else {
    find_walls(contacts);
    steps_of_contacts(contacts);
    // sweeps would need potentials of walls
    sharpen(contacts, walls.empty() ? settings.sweeps : 0);
  }
}

void StabilityBound::reset()
{
  const int nall = atom->nlocal + atom->nghost;
  if (static_cast<int>(step.size()) < atom->nmax) step.resize(atom->nmax);
  std::fill(step.begin(), step.begin() + nall, static_cast<double>(NO_STEP_LIMIT));
  rates.assign(nall + contact_bodies.common_bodies(), Rates());
}

void StabilityBound::send_rates()
{
  static_assert(sizeof(Rates) == FORWARD_WIDTH * sizeof(double), "sent as so many doubles");
  exchange.forward(reinterpret_cast<double *>(rates.data()), FORWARD_WIDTH);
}

void StabilityBound::assemble(const std::vector<LinearizedContact> &contacts, bool weighted)
{
  const int nall = atom->nlocal + atom->nghost;
  std::vector<double> potential;
  if (weighted)
    for (int i = 0; i < nall; i++) potential.push_back(rates[i].potential);
  blocks = sum_contacts(contacts, atom->nlocal, nall, weighted ? potential.data() : nullptr);
  if (force->newton_pair || force->newton_bond)
    exchange.add(rows_of(blocks), ParticleBlocks::WIDTH);
}

void StabilityBound::solve_blocks()
{
  for (int i = 0; i < atom->nlocal; i++) {
    if (!contact_bodies.moves(i) || contact_bodies.is_member(i)) continue;
    const InverseInertia inverse = contact_bodies.inverse_inertia(i);
    rates[i].lambda = fastest(blocks[i].stiffness, inverse);
    rates[i].gamma = fastest(blocks[i].dashpot, inverse);
  }
  if (contact_bodies.has_bodies()) solve_bodies();
}

// The square of the fastest rate of a block: a bound, or twice the largest diagonal entry.
double StabilityBound::fastest(const StiffnessBlock &K, const InverseInertia &inverse) const
{
  return dyndt ? 2.0 * largest_diagonal(K, inverse) : largest_eigenvalue(K, inverse);
}

double StabilityBound::fastest(const Matrix6 &block, const Matrix6 &root) const
{
  const Matrix6 scaled = root * block * root;
  return dyndt ? 2.0 * scaled.diagonal().maxCoeff() : largest_eigenvalue(scaled);
}

// The same for rigid bodies. Each process solves those that it owns or that all know, and all
// members get the result. A process has all members of a body that it owns, some of them as ghosts,
// for which fix rigid/small provides. So it sums over them, with the blocks of ghosts: a sum by
// reverse communication could overrun LAMMPS' buffers with newton off.
void StabilityBound::solve_bodies()
{
  exchange.forward(rows_of(blocks), ParticleBlocks::WIDTH);
  const std::vector<RigidBody> bodies = contact_bodies.bodies();
  const std::vector<BodyBlocks> sums = sum_members(bodies);
  for (std::size_t k = 0; k < bodies.size(); k++) {
    const Matrix6 root = inverse_root(bodies[k]);
    Rates &body = rates[contact_bodies.place(bodies[k].body)];
    body.lambda = fastest(sums[k].stiffness, root);
    body.gamma = fastest(sums[k].dashpot, root);
  }
  send_rates();
  // A copy: the owner of a body has its rates, but its own are 0 if it does not move, and later
  // members still need them
  const std::vector<Rates> of_body = rates;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!contact_bodies.is_member(i)) continue;
    const Rates &body = of_body[contact_bodies.place(contact_bodies.member(i).body)];
    rates[i].lambda = contact_bodies.moves(i) ? body.lambda : 0.0;
    rates[i].gamma = contact_bodies.moves(i) ? body.gamma : 0.0;
  }
}

// Sums over the members that move. Of a body that all processes know, each takes its own atoms. Of
// one that this process owns, it takes the atoms that belong to the body and not to a periodic
// image of it.
std::vector<StabilityBound::BodyBlocks>
StabilityBound::sum_members(const std::vector<RigidBody> &bodies) const
{
  const int nlocal = atom->nlocal, nall = nlocal + atom->nghost;
  std::vector<int> at(nall + contact_bodies.common_bodies(), -1);    // by place
  for (std::size_t k = 0; k < bodies.size(); k++) at[contact_bodies.place(bodies[k].body)] = k;
  std::vector<BodyBlocks> sums(bodies.size(), {Matrix6::Zero(), Matrix6::Zero()});
  for (int j = 0; j < nall; j++) {
    if (!contact_bodies.moves(j) || !contact_bodies.is_member(j)) continue;
    const Member &member = contact_bodies.member(j);
    const int place = contact_bodies.place(member.body);
    const bool common = member.body < 0.0;
    const bool mine =
        common ? j < nlocal : place >= 0 && place < nlocal && contact_bodies.in_same_body(place, j);
    if (!mine) continue;
    BodyBlocks &b = sums[at[place]];
    b.stiffness += block_of_member(blocks[j].stiffness, member.r);
    b.dashpot += block_of_member(blocks[j].dashpot, member.r);
  }
  static_assert(sizeof(BodyBlocks) == 72 * sizeof(double), "summed as so many doubles");
  const auto ncommon_now = std::count_if(bodies.begin(), bodies.end(), [](const auto &b) {
    return b.body < 0.0;
  });
  if (ncommon_now > 0)
    MPI_Allreduce(MPI_IN_PLACE, sums[0].stiffness.data(), 72 * static_cast<int>(ncommon_now),
                  MPI_DOUBLE, MPI_SUM, world);
  return sums;
}

// M^-1/2 of a body, in units such that M^-1/2 K M^-1/2 is 1/time^2.
Matrix6 StabilityBound::inverse_root(const RigidBody &b) const
{
  const auto inverse = [&](double a) {
    return a > 0.0 ? force->ftm2v / a : 0.0;
  };
  const Vec3 moments = {inverse(b.inertia.x), inverse(b.inertia.y), inverse(b.inertia.z)};
  const Matrix6 root = root_of(inverse(b.mass), moments, b.ex, b.ey, b.ez);
  return domain->dimension == 2 ? in_plane(root) : root;
}

// The sum over its contacts bounds the largest eigenvalue of the block of a wall: it is the trace.
void StabilityBound::find_walls(const std::vector<LinearizedContact> &contacts)
{
  int most = -1;
  for (const LinearizedContact &c : contacts) most = std::max(most, c.wall);
  walls.assign(over_processes(most, MPI_MAX, world) + 1, {});
  for (const LinearizedContact &c : contacts) {
    if (c.wall < 0) continue;
    const auto rate = [&](const Springs &s) {
      return force->ftm2v *
          (s.normal * c.of_wall.along + s.tangent * c.of_wall.across +
           std::max(s.roll, s.twist) * c.of_wall.turning);
    };
    walls[c.wall] += {rate(c.law.k), rate(c.law.c)};
  }
  if (!walls.empty())
    MPI_Allreduce(MPI_IN_PLACE, walls.data(), 3 * static_cast<int>(walls.size()), MPI_DOUBLE,
                  MPI_SUM, world);
}

// The step of a particle is the least step of its contacts.
void StabilityBound::steps_of_contacts(const std::vector<LinearizedContact> &contacts)
{
  send_rates();
  for (const LinearizedContact &c : contacts) {
    Rates sum = rates[c.i];
    if (c.j >= 0) sum += rates[c.j];
    if (c.wall >= 0) sum += walls[c.wall];
    step[c.i] = std::min(step[c.i], sum.step());
    if (c.j >= 0) step[c.j] = std::min(step[c.j], sum.step());
  }
  if (force->newton_pair || force->newton_bond) exchange.least(step.data());
}

// Returns the stable step of all particles with the present potentials, and replaces these by the
// next ones.
double StabilityBound::sweep(const std::vector<LinearizedContact> &contacts)
{
  assemble(contacts, true);
  solve_blocks();
  double mine = NO_STEP_LIMIT;
  for (int i = 0; i < atom->nlocal; i++) mine = std::min(mine, rates[i].step());
  const double least = over_processes(mine, MPI_MIN, world);
  for (int i = 0; i < atom->nlocal; i++)
    rates[i].potential = next_potential(rates[i].potential, rates[i].step(), least);
  return least;
}

// The first potentials are the rates of the blocks without weights. Each sweep gives a bound for
// all particles. The best one replaces the steps of the particles whose own contacts give less.
void StabilityBound::sharpen(const std::vector<LinearizedContact> &contacts, int sweeps)
{
  constexpr double ENOUGH = 1.0e-5;    // gain of a sweep, relative
  for (int i = 0; i < atom->nlocal; i++) {
    const double rate = rates[i].limit() ? 1.0 / rates[i].step() : 0.0;
    rates[i].potential = rate * rate;
  }
  double best = 0.0;
  for (int n = 0; n < sweeps; n++) {
    send_rates();
    const double before = best;
    best = std::max(best, sweep(contacts));
    if (best - before < ENOUGH * best) break;
  }
  for (int i = 0; i < atom->nlocal; i++) step[i] = std::max(step[i], best);
}

double StabilityBound::memory_usage() const
{
  return static_cast<double>(step.size()) *
      (sizeof(double) + sizeof(Rates) + sizeof(ParticleBlocks));
}
