/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/timestep/stability_bound.h"

#include "atom.h"
#include "force.h"

#include "solvers/largest_eigenvalue.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace VARDEM;

/* ---------------------------------------------------------------------- */

void StabilityBound::find(const std::vector<StepContact> &contacts, const StepSettings &settings)
{
  dyndt = settings.dyndt;
  grow();
  assemble(contacts, false);
  solve_blocks();
  if (dyndt)
    steps_of_particles();
  else {
    steps_of_contacts(contacts);
    sharpen(contacts, settings.sweeps);
  }
}

/* ---------------------------------------------------------------------- */

void StabilityBound::grow()
{
  const int nall = atom->nlocal + atom->nghost;
  if (static_cast<int>(step.size()) < atom->nmax) step.resize(atom->nmax);
  std::fill(step.begin(), step.begin() + nall, static_cast<double>(NO_STEP_LIMIT));
  potential.assign(nall, 0.0);
  lambda.assign(nall + movers.common_bodies(), 0.0);
  gamma.assign(nall + movers.common_bodies(), 0.0);
}

/* ---------------------------------------------------------------------- */

void StabilityBound::send_rates()
{
  exchange.forward({FORWARD_WIDTH,
                    [this](int i, double *buf) {
                      for (const auto *values : {&lambda, &gamma, &potential})
                        *buf++ = (*values)[i];
                    },
                    [this](int i, const double *buf) {
                      for (auto *values : {&lambda, &gamma, &potential}) (*values)[i] = *buf++;
                    }});
}

/* ---------------------------------------------------------------------- */

void StabilityBound::assemble(const std::vector<StepContact> &contacts, bool weighted)
{
  const bool newton = force->newton_pair || force->newton_bond;
  blocks.assemble(contacts, atom->nlocal, atom->nlocal + atom->nghost,
                  weighted ? potential.data() : nullptr, newton ? &exchange : nullptr);
}

/* ---------------------------------------------------------------------- */

void StabilityBound::solve_blocks()
{
  for (int i = 0; i < atom->nlocal; i++) {
    if (!movers.moves(i) || movers.is_member(i)) continue;
    const InverseInertia inverse = movers.inverse_inertia(i);
    lambda[i] = fastest(blocks.stiffness[i], inverse);
    gamma[i] = fastest(blocks.dashpot[i], inverse);
  }
  if (movers.has_bodies()) solve_bodies();
}

/* ----------------------------------------------------------------------
   the square of the fastest rate of a block: a bound, or twice the largest diagonal entry
------------------------------------------------------------------------- */

double StabilityBound::fastest(const StiffnessBlock &K, const InverseInertia &inverse) const
{
  return dyndt ? 2.0 * largest_diagonal(K, inverse) : largest_eigenvalue(K, inverse);
}

double StabilityBound::fastest(const Matrix6 &block, const Matrix6 &root) const
{
  const Matrix6 scaled = root * block * root;
  return dyndt ? 2.0 * scaled.diagonal().maxCoeff() : largest_eigenvalue(scaled);
}

/* ----------------------------------------------------------------------
   The same for rigid bodies. Each process solves those that it owns or that all know, and all members get the result.
------------------------------------------------------------------------- */

void StabilityBound::solve_bodies()
{
  blocks.send_to_ghosts(exchange);
  const std::vector<RigidBody> bodies = movers.bodies();
  const std::vector<BodyBlocks> sums = sum_members(lmp, movers, bodies, blocks);
  for (std::size_t k = 0; k < bodies.size(); k++) {
    const Matrix6 root = inverse_root(lmp, bodies[k]);
    const int at = movers.place(bodies[k].body);
    lambda[at] = fastest(sums[k].stiffness, root);
    gamma[at] = fastest(sums[k].dashpot, root);
  }
  send_rates();
  // Copies: the owner of a body has its rates, but its own are 0 if it does not move, and later members still need them
  const std::vector<double> lambda_of_body = lambda, gamma_of_body = gamma;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!movers.is_member(i)) continue;
    const int at = movers.place(movers.member(i).body);
    lambda[i] = movers.moves(i) ? lambda_of_body[at] : 0.0;
    gamma[i] = movers.moves(i) ? gamma_of_body[at] : 0.0;
  }
}

/* ----------------------------------------------------------------------
   the step that follows from the block of an owned particle
------------------------------------------------------------------------- */

double StabilityBound::step_of(int i) const
{
  return lambda[i] > 0.0 || gamma[i] > 0.0 ? stable_step(lambda[i], gamma[i]) : NO_STEP_LIMIT;
}

/* ---------------------------------------------------------------------- */

void StabilityBound::steps_of_particles()
{
  for (int i = 0; i < atom->nlocal; i++) step[i] = step_of(i);
}

/* ----------------------------------------------------------------------
   The step of a particle is the least step of its contacts.
------------------------------------------------------------------------- */

void StabilityBound::steps_of_contacts(const std::vector<StepContact> &contacts)
{
  send_rates();
  for (const StepContact &c : contacts) {
    const int i = c.i, j = c.j;
    const double rate2 = lambda[i] + (j < 0 ? 0.0 : lambda[j]);
    const double rate = gamma[i] + (j < 0 ? 0.0 : gamma[j]);
    if (!(rate2 > 0.0 || rate > 0.0)) continue;
    const double limit = stable_step(rate2, rate);
    step[i] = std::min(step[i], limit);
    if (j >= 0) step[j] = std::min(step[j], limit);
  }
  if (force->newton_pair || force->newton_bond)
    exchange.reverse({1,
                      [this](int i, double *buf) {
                        *buf = step[i];
                      },
                      [this](int i, const double *buf) {
                        step[i] = std::min(step[i], *buf);
                      }});
}

/* ----------------------------------------------------------------------
   Returns the stable step of all particles with the present potentials, and replaces these by the next ones.
------------------------------------------------------------------------- */

double StabilityBound::sweep(const std::vector<StepContact> &contacts)
{
  assemble(contacts, true);
  solve_blocks();
  double mine = NO_STEP_LIMIT, least = NO_STEP_LIMIT;
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

void StabilityBound::sharpen(const std::vector<StepContact> &contacts, int sweeps)
{
  constexpr double ENOUGH = 1.0e-5;    // gain of a sweep, relative
  for (int i = 0; i < atom->nlocal; i++) {
    const double limit = lambda[i] > 0.0 || gamma[i] > 0.0 ? 1.0 / stable_step(lambda[i], gamma[i])
                                                           : 0.0;
    potential[i] = limit * limit;
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

/* ---------------------------------------------------------------------- */

double StabilityBound::memory_usage() const
{
  return static_cast<double>(step.size()) * (4 * sizeof(double) + 2 * sizeof(StiffnessBlock));
}
