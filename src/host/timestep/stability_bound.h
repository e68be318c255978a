/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_STABILITY_BOUND_H
#define VARDEM_HOST_STABILITY_BOUND_H

#include "host/timestep/step_settings.h"
#include "host/timestep/stiffness_blocks.h"

namespace LAMMPS_NS::VARDEM_NS {

/** A lower bound of the largest stable time step of leapfrog steps, for each particle, from the blocks of all contacts (see
 *  kernels/stable_step.h), or Woo's estimate DynDt. Everything is at the present step. */
class StabilityBound : protected Pointers {
 public:
  static constexpr int FORWARD_WIDTH = 3,
                       REVERSE_WIDTH = StiffnessBlocks::WIDTH;    // of its messages

  std::vector<double> step;    // of owned atoms [time]; NO_STEP_LIMIT where no contact limits it

  /** The forward width is that of StiffnessBlocks if movers has rigid bodies. */
  StabilityBound(LAMMPS *lmp, const Movers &movers, AtomExchange &exchange) :
      Pointers(lmp), movers(movers), exchange(exchange)
  {
  }

  /** Finds the steps. settings: dyndt, sweeps. All processes must call it. */
  void find(const std::vector<StepContact> &contacts, const StepSettings &settings);
  double memory_usage() const;

 private:
  const Movers &movers;
  AtomExchange &exchange;
  bool dyndt = false;

  // Potentials of the particles, and rates: the largest eigenvalues of the blocks. The rates are those of the atoms, owned and
  // ghosts, then of the bodies that all processes know.

  StiffnessBlocks blocks;
  std::vector<double> potential, lambda, gamma;

  void grow();
  void send_rates();
  void assemble(const std::vector<StepContact> &, bool weighted);
  void solve_blocks();
  void solve_bodies();
  double fastest(const VARDEM::StiffnessBlock &, const VARDEM::InverseInertia &) const;
  double fastest(const VARDEM::Matrix6 &block, const VARDEM::Matrix6 &root) const;
  double step_of(int i) const;
  void steps_of_particles();
  void steps_of_contacts(const std::vector<StepContact> &);
  double sweep(const std::vector<StepContact> &);
  void sharpen(const std::vector<StepContact> &, int sweeps);
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
