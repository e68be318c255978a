// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_STABILITY_BOUND_H
#define VARDEM_HOST_STABILITY_BOUND_H

#include "host/timestep/linearized_contacts.h"
#include "host/timestep/stable_step_settings.h"
#include "solvers/largest_eigenvalue.h"

namespace LAMMPS_NS::VARDEM_NS {

/** Blocks K_ii and C_ii of a particle: what its contacts add to the diagonal of the stiffness and
 *  of the dashpots. */
struct ParticleBlocks {
  static constexpr int WIDTH = 2 * sizeof(VARDEM::StiffnessBlock) / sizeof(double);

  VARDEM::StiffnessBlock stiffness, dashpot;
};

/** Sums the contacts on nlocal owned atoms of nall. The blocks of ghosts still have to be added to
 *  those of their owners with newton on. potential: positive numbers for the weights of
 *  VARDEM::young_weight(), or null for blocks without weights. An atom of potential 0 has no block.
 */
std::vector<ParticleBlocks> sum_contacts(const std::vector<LinearizedContact> &contacts, int nlocal,
                                         int nall, const double *potential);

/** A lower bound of the largest stable time step of leapfrog steps, for each particle, from the
 *  blocks of all contacts (see kernels/stable_step.h), or Woo's estimate DynDt. Everything is at
 *  the present step. */
class StabilityBound : protected Pointers {
 public:
  static constexpr int FORWARD_WIDTH = 3,
                       REVERSE_WIDTH = ParticleBlocks::WIDTH;    // of its messages

  std::vector<double> step;    // of owned atoms [time]; NO_STEP_LIMIT where no contact limits it

  /** The forward width is that of ParticleBlocks if movers has rigid bodies. */
  StabilityBound(LAMMPS *lmp, const ContactBodies &contact_bodies, AtomExchange &exchange) :
      Pointers(lmp), contact_bodies(contact_bodies), exchange(exchange)
  {
  }

  /** Finds the steps. settings: dyndt, sweeps. All processes must call it. */
  void find(const std::vector<LinearizedContact> &contacts, const StableStepSettings &settings);
  double memory_usage() const;

 private:
  /** The largest eigenvalues of the blocks. */
  struct Rates {
    double lambda = 0.0, gamma = 0.0;
    double potential = 0.0;    // of the particle, for the weights of its contacts

    Rates &operator+=(const Rates &other)
    {
      lambda += other.lambda;
      gamma += other.gamma;
      return *this;
    }

    bool limit() const { return lambda > 0.0 || gamma > 0.0; }
    double step() const { return limit() ? VARDEM::stable_step(lambda, gamma) : NO_STEP_LIMIT; }
  };
  struct BodyBlocks {
    VARDEM::Matrix6 stiffness, dashpot;    // about the center of mass
  };

  const ContactBodies &contact_bodies;
  AtomExchange &exchange;
  bool dyndt = false;

  std::vector<ParticleBlocks> blocks;
  std::vector<Rates>
      rates;    // of owned and ghost atoms, then of the bodies that all processes know
  std::vector<Rates> walls;    // by number, of free ones

  void reset();
  void send_rates();
  void assemble(const std::vector<LinearizedContact> &, bool weighted);
  void solve_blocks();
  void solve_bodies();
  std::vector<BodyBlocks> sum_members(const std::vector<RigidBody> &) const;
  VARDEM::Matrix6 inverse_root(const RigidBody &) const;
  double fastest(const VARDEM::StiffnessBlock &, const VARDEM::InverseInertia &) const;
  double fastest(const VARDEM::Matrix6 &block, const VARDEM::Matrix6 &root) const;
  void find_walls(const std::vector<LinearizedContact> &);
  void steps_of_contacts(const std::vector<LinearizedContact> &);
  double sweep(const std::vector<LinearizedContact> &);
  void sharpen(const std::vector<LinearizedContact> &, int sweeps);
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
