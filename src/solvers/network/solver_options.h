// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_SOLVER_OPTIONS_H
#define VARDEM_SOLVER_OPTIONS_H

#include <cmath>
#include <functional>
#include <limits>

namespace VARDEM {

/** How far a solver has come, and why it stopped. */
struct SolverReport {
  enum Reason {
    CONVERGED,     // residual <= tolerance
    STEPS,         // the largest number of steps is reached
    PRODUCTS,      // the largest number of products is reached
    INFEASIBLE,    // it is proven that no forces (of reasonable size) carry the load
    STALLED,       // the residual falls no further: round-off, or a load that can hardly be carried
    SCALE,         // stiffnesses, loads or the resulting motions are out of the range of double
    REACH          // bodies move so far that the network may lack contacts (resting_spheres.h)
  };
  Reason reason = STEPS;
  int steps = 0;        // Newton steps, or outer iterations
  long products = 0;    // products with the tangent, or with B B^T
  int restarts = 0;     // how often accelerated gradients have lost their momentum
  // |load + B^T f - D u| / |load|, 2-norms; or as SolverOptions::by_grain has it
  double residual = 1.0;
  // what round-off alone may make of the residual, behind a step that has not halved it, or 0
  double round_off = 0.0;
  double stiffness = 0.0;    // the largest stiffness
  double load = 0.0;         // the largest component of a load

  void add_work(const SolverReport &other)
  {
    steps += other.steps;
    products += other.products;
    restarts += other.restarts;
  }
};

/** Measures of compatible forces and of their accuracy (compatible_forces.h). */
struct ForceCertificate {
  // |E(u) + sum (w*(f) + f gap)| / sum w*(f), which is zero at the solution
  double duality_gap = 0.0;
  double energy = 0.0;     // sum w*(f)
  double balance = 0.0;    // |load + B^T f| / |load|
  double closed = 0.0;     // number of contacts
  double loaded = 0.0;     // number of contacts whose force is above `least`
  double largest = 0.0;    // largest force
  double least = 0.0;      // smaller forces count as none; tolerance times the largest force
};

struct SolverOptions {
  double tolerance = 1e-8;    // largest residual of a solution
  int most_steps = 500;
  long most_products = std::numeric_limits<long>::max();
  /** The residual of a solution is the residual of the worst body, over its own load. A body
   *  without a load counts with the root mean square of all loads. */
  bool by_grain = false;
  double loosest = 0.1;    // largest tolerance of the linear system of a Newton step
  /** If > 0, the residual of a solution is the longest motion, in units of this one, by which a
   *  body would follow what is out of balance: its force over its D. Only with a diagonal D. */
  double motion = 0.0;
  /** If >= 0, the first step takes contacts whose gaps are at most this long for closed. */
  double closed_first = -1.0;
  std::function<void(const SolverReport &)>
      progress;    // is called after each product; may be empty
};

/** Writes to the report why a solver ends that has come to this residual. Returns false if it goes
 *  on. */
inline bool ends_at(double residual, const SolverOptions &options, SolverReport &report)
{
  if (residual <= options.tolerance)
    report.reason = SolverReport::CONVERGED;
  else if (!std::isfinite(residual))
    report.reason = SolverReport::STALLED;    // NaN or overflow
  else if (report.reason == SolverReport::STEPS && report.products >= options.most_products)
    report.reason = SolverReport::PRODUCTS;
  return report.reason != SolverReport::STEPS || report.steps >= options.most_steps;
}

/** Tells when a line of progress is due: after every `interval` seconds of a solve. Any clock will
 *  do that counts in seconds. */
struct ProgressClock {
  double interval;
  double started = 0.0, shown = 0.0;

  void start(double now) { started = shown = now; }
  double elapsed(double now) const { return now - started; }
  bool due(double now)
  {
    if (now - shown < interval) return false;
    shown = now;
    return true;
  }
};

// --- the choices of the solver of a network (no_tension_solver.h), and the choice that it has made

/** Of incomplete_cholesky.h. A block of L is dropped if its norm is less than `drop` times the
 *  geometric mean of the norms of the diagonal blocks. The limit for R is drop^2. */
struct IncompleteOptions {
  double drop = 1e-2;
  int fill = 20;    // blocks of a column that are kept at most in L, besides the diagonal, and in R
  // bytes that may be allocated at a time; 0: all memory of the machine
  double memory_limit = 0.0;
};

/** Of schwarz_cholesky.h. */
struct SchwarzOptions : IncompleteOptions {
  int parts = 1;      // of each process
  int overlap = 2;    // layers of rows around a part, the same on all processes
};

/** Of chosen_solver.h. */
struct LinearChoice {
  enum Kind {
    BLOCK,         // conjugate gradients, preconditioned by diagonal blocks
    INCOMPLETE,    // ... or by incomplete factors
    DIRECT         // sparse factors
  };
  Kind kind = BLOCK;
  bool mixed = false;           // BLOCK: single precision, with a refinement in double precision
  SchwarzOptions incomplete;    // options of incomplete factors
};

/** Of no_tension_solver.h. */
struct MethodChoice {
  enum Method { AUTO, NEWTON, INTERIOR_POINT };
  Method method = NEWTON;
  LinearChoice linear;    // AUTO begins with BLOCK where INCOMPLETE is chosen
};

/** The method that has found the solution, and why AUTO has taken it. */
struct MethodTaken {
  enum Why {
    CHOSEN,       // the choice was not AUTO
    QUICK,        // Newton's method has been quick enough
    REDUNDANT,    // the packing has many more contacts than it needs
    ISOSTATIC     // the packing is nearly isostatic
  };
  MethodChoice::Method method = MethodChoice::NEWTON;
  LinearChoice::Kind linear = LinearChoice::BLOCK;
  Why why = CHOSEN;
};

}    // namespace VARDEM
#endif
