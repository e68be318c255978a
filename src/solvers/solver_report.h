/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_SOLVER_REPORT_H
#define VARDEM_SOLVER_REPORT_H

#include <functional>

namespace VARDEM {

/** How far a solver came, and why it stopped. */
struct SolverReport {
  enum Reason {
    CONVERGED,     // residual <= tolerance
    STEPS,         // the largest number of steps
    INFEASIBLE,    // no forces of the contacts carry the load; the residual is what is left of it
    STALLED,       // the residual falls no further: round-off, or a load at the brink of what can be carried
    SCALE          // stiffnesses, loads or the motions that follow from them are beyond the range of double
  };
  Reason reason = STEPS;
  int steps = 0;               // Newton steps, or outer iterations
  long products = 0;           // with the tangent, or with B^T B
  double residual = 1.0;       // |load + B^T f - D u| / |load|, 2-norms
  double stiffness = 0.0, load = 0.0;    // the largest stiffness, and component of a load
};

struct SolverOptions {
  double tolerance = 1e-8;    // of the residual
  int most_steps = 500;
  std::function<void(const SolverReport &)> progress;    // called after each product; may be empty
};

/** When a line of progress is due: every `interval` seconds of a solve. Times by any clock, in seconds. */
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

}    // namespace VARDEM
#endif
