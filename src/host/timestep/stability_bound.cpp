// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/timestep/stability_bound.h"

#include "atom.h"
#include "domain.h"
#include "force.h"

#include "host/lammps/over_processes.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace VARDEM;

static_assert(sizeof(ParticleBlocks) == 30 * sizeof(double), "sent as so many doubles");

static double *rows_of(std::vector<ParticleBlocks> &blocks)
{
  return reinterpret_cast<double *>(blocks.data());
}

bool StabilityBound::shares_ghosts() const
{
  return force->newton_pair || force->newton_bond;
}

void StabilityBound::find(const StableStepSettings &settings)
{
  dyndt = settings.dyndt;
  reset();
  assemble(false);
  not_finite = first_not_finite();
  if (not_finite < MAXTAGINT) return;
  if (dyndt)
    for (int i = 0; i < atom->nlocal; i++) step[i] = rates[i].step();
  else {
    find_walls();
    steps_of_contacts();
    // sweeps would need potentials of walls
    sharpen(walls.empty() ? settings.sweeps : 0);
  }
}

tagint StabilityBound::first_not_finite() const
{
  tagint first = MAXTAGINT;
  for (int i = 0; i < atom->nlocal; i++)
    if (!std::isfinite(rates[i].lambda) || !std::isfinite(rates[i].gamma))
      first = std::min(first, atom->tag[i]);
  return over_processes(first, MPI_MIN, world);
}

void StabilityBound::reset()
{
  const int nall = atom->nlocal + atom->nghost;
  if (static_cast<int>(step.size()) < atom->nmax) step.resize(atom->nmax);
  std::fill(step.begin(), step.begin() + nall, static_cast<double>(NO_STEP_LIMIT));
  rates.assign(nall + contact_bodies.common_bodies(), BlockRates());
}

void StabilityBound::send_rates()
{
  static_assert(sizeof(BlockRates) == FORWARD_WIDTH * sizeof(double), "sent as so many doubles");
  exchange.forward(reinterpret_cast<double *>(rates.data()), FORWARD_WIDTH);
}

void StabilityBound::find_inverse_inertia()
{
  inverse.clear();
  for (int i = 0; i < atom->nlocal; i++)
    inverse.push_back(contact_bodies.is_member(i) ? InverseInertia()
                                                  : contact_bodies.inverse_inertia(i));
}

// The blocks of the contacts, and the rates of what moves. Those of ghosts are of their owners.
void StabilityBound::assemble(bool weighted)
{
  sum_blocks(weighted);
  if (shares_ghosts()) exchange.add(rows_of(blocks), ParticleBlocks::WIDTH);
  solve_particles();
  if (contact_bodies.has_bodies()) solve_bodies();
}

double StabilityBound::fastest(const Matrix6 &block, const Matrix6 &root) const
{
  const Matrix6 scaled = root * block * root;
  if (!dyndt) return largest_eigenvalue(scaled);
  double largest = 0.0;
  for (int k = 0; k < 6; k++) largest = larger_or_nan(largest, scaled(k, k));
  return 2.0 * largest;
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
    BlockRates &body = rates[contact_bodies.place(bodies[k].body)];
    body.lambda = fastest(sums[k].stiffness, root);
    body.gamma = fastest(sums[k].dashpot, root);
  }
  send_rates();
  // A copy: the owner of a body has its rates, but its own are 0 if it does not move, and later
  // members still need them
  const std::vector<BlockRates> of_body = rates;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!contact_bodies.is_member(i)) continue;
    const BlockRates &body = of_body[contact_bodies.place(contact_bodies.member(i).body)];
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
void StabilityBound::find_walls()
{
  int most = -1;
  for (const LinearizedContact &c : *listed) most = std::max(most, c.wall);
  walls.assign(over_processes(most, MPI_MAX, world) + 1, {});
  for (const LinearizedContact &c : *listed) {
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

void StabilityBound::steps_of_contacts()
{
  send_rates();
  find_least_steps();
  if (shares_ghosts()) exchange.least(step.data());
}

// Returns the stable step of all particles with the present potentials, and replaces these by the
// next ones.
double StabilityBound::sweep()
{
  assemble(true);
  double mine = NO_STEP_LIMIT;
  for (int i = 0; i < atom->nlocal; i++) mine = std::min(mine, rates[i].step());
  const double least = over_processes(mine, MPI_MIN, world);
  for (int i = 0; i < atom->nlocal; i++)
    rates[i].potential = next_potential(rates[i].potential, rates[i].step(), least);
  return least;
}

// The first potentials are the rates of the blocks without weights. Each sweep gives a bound for
// all particles. The best one replaces the steps of the particles whose own contacts give less.
void StabilityBound::sharpen(int sweeps)
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
    best = std::max(best, sweep());
    if (best - before < ENOUGH * best) break;
  }
  for (int i = 0; i < atom->nlocal; i++) step[i] = std::max(step[i], best);
}

double StabilityBound::memory_usage() const
{
  return static_cast<double>(step.size()) *
      (sizeof(double) + sizeof(BlockRates)) +
      static_cast<double>(blocks.size()) * sizeof(ParticleBlocks);
}
