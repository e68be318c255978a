// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_FORCE_SOLVER_H
#define VARDEM_HOST_FORCE_SOLVER_H

#include "host/solve/solve_messages.h"
#include "host/solve/solver_settings.h"

namespace LAMMPS_NS::VARDEM_NS {

/** Columns of the per-atom results: six of stress times volume, and the number of contacts that
 *  carry a force. */
constexpr int STRESS_COLUMNS = 6, RESULT_COLUMNS = STRESS_COLUMNS + 1;

/** Finds the compatible forces of contacts: of a packing (CompatibleSolver), or of a step of
 *  contact dynamics (RigidSteps). All processes must call the functions, unless they are const. */
class ForceSolver : protected Pointers {
 public:
  using Pointers::Pointers;
  /** Number of bodies of this process that can move. */
  virtual int free_particles() const = 0;
  /** motion: 3 numbers of each atom, the start of the iteration; returns the motions that cause the
   *  forces, or zero if they are of no use for the next solve. */
  virtual VARDEM::SolverReport solve(double *motion, const SolverSettings &settings,
                                     const VARDEM::SolverOptions &options) = 0;
  /** How the last solve has found the forces. */
  const VARDEM::MethodTaken &method_taken() const { return taken; }
  const VARDEM::ForceCertificate &certificate() const { return quality; }
  /** Can code of the host use the arrays of the solver? */
  virtual bool is_on_host() const = 0;
  /** Has this process contacts with walls? */
  virtual bool has_walls() const = 0;
  /** Sets RESULT_COLUMNS numbers of each owned atom. */
  virtual void set_results(double *results) = 0;
  /** Of the contacts of the last solve, how many are beyond the rank of their matrix B, over all
   *  processes. On the host only; throws an error if there is not enough memory. */
  virtual double redundant() = 0;
  /** Sizes of what is out of balance. */
  virtual Grains residuals() = 0;
  virtual double bytes() const = 0;

 protected:
  VARDEM::ForceCertificate quality;    // of the last solve
  VARDEM::MethodTaken taken;

  /** Finds forces by CompatibleForces with the methods of the settings. find(): calls it.
   *  free_motions: of one body. */
  template <class Space, class Forces, class Find>
  VARDEM::SolverReport find_by(const SolverSettings &settings, Forces &forces, int free_motions,
                               const Find &find)
  {
    forces.solver.choice = settings.choice;
    if (Space::ON_HOST) forces.solver.choice.linear.incomplete.parts = Space::concurrency();
    forces.solver.free_motions = free_motions;
    const VARDEM::SolverReport report = find();
    quality = forces.certificate;
    taken = forces.solver.method_taken();
    return report;
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
