// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_CONVEX_NEWTON_H
#define VARDEM_CONVEX_NEWTON_H

#include "kernels/contact/contact_numbers.h"
#include "solvers/network_loops.h"
#include "solvers/newton_progress.h"
#include "solvers/operator.h"
#include "solvers/solver_options.h"
#include "solvers/tangent.h"

#include <algorithm>
#include <cmath>

namespace VARDEM {

// --- the energy psi of a contact, which ConvexNewton minimizes ---
//
// An energy is a view with the parameters of all contacts. For contact c with the overlap o, which
// is a number or, if contacts have three rows, a vector (kernels/contact/contact_numbers.h):
//   force(c, o)        the derivative of psi
//   tangent(c, o)      the second derivative of psi. It has no negative eigenvalue, and may jump
//   stiffest(c)        a tangent of the contact when it is closed. The first step takes it if no
//                      tangent is positive and D = 0
// psi must be convex and have a continuous derivative.

/** A power law without tension (kernels/contact/no_tension.h). */
template <class Law> struct PowerEnergy {
  const double *stiffness;

  VARDEM_INLINE double force(int c, double overlap) const
  {
    return Law::force(stiffness[c], overlap);
  }
  VARDEM_INLINE double tangent(int c, double overlap) const
  {
    return Law::tangent(stiffness[c], overlap);
  }
  VARDEM_INLINE double stiffest(int c) const { return stiffness[c]; }
};

/** The contacts are closed if the motions are zero. */
struct NoGaps {
  template <class Vector> VARDEM_INLINE Vector overlap(int, const Vector &approach) const
  {
    return approach;
  }
};

/** The motions must bring the bodies of contact c together by gap[c] before they touch; gap < 0 if
 *  they overlap. There are m numbers per contact. Targets of velocities are such shifts, too. */
template <int m> struct Gaps {
  const double *gap;

  template <class Vector> VARDEM_INLINE Vector overlap(int c, const Vector &approach) const
  {
    return approach - ContactNumbers<m>::vector(gap, c);
  }
};

// --- a network of contacts with convex energies, solved by a semismooth Newton method ---
//
//   min over u   1/2 u.D u - load.u + sum over contacts of psi(c),   c = -B u - gap the overlap
//
// D is an inertia over a time, or zero (contact_network.h). psi is the energy of a contact
// (convex_newton.h): a power of the overlap, or a function of three numbers where contacts have
// three rows. The optimality condition is B^T f + load = D u with the forces f = psi'(c). A term
// 1/2 |u - u_free|^2_D is written as D u_free in the load.
//
// Each Newton step solves (B^T psi'' B + D + mu I) d = load + B^T f - D u, and then takes the exact
// minimum of the energy along d. The linear system is solved only as well as the step is worth
// (forcing terms). The small mu makes the matrix regular where the contacts that push leave a
// motion free. The forces do not depend on mu, because load + B^T f - D u vanishes at the end.
// Hooke's energy is piecewise quadratic, and the method minimizes it in finitely many steps (Sun,
// Math. Prog. 76 (1997) 349).
//
// LinearSolver is ConjugateGradients or SparseDirect.

template <class Space, class G, template <class, class> class LinearSolver>
class ConvexNewton : protected NewtonProgress {
 public:
  static constexpr int DOF = G::DOF, ROWS = G::ROWS;
  template <class T> using Array = typename Space::template Array<T>;
  using Network = ContactNetwork<Space, G>;
  using Inertia = DiagonalInertia<DOF>;
  using Operator = Tangent<Space, G>;
  using Solver = LinearSolver<Space, Operator>;

  /** Allocates memory for a network. The network must stay where it is until the last solve(). */
  void setup(Space &s, const Network &n)
  {
    space = &s;
    network = &n;
    allocate_columns(*space, n, d);
    space->allocate(r, DOF * n.nrows);
    for (auto *a : {&c, &rate}) space->allocate(*a, ROWS * n.ncontacts);
    space->allocate(tangents, ContactNumbers<ROWS>::MATRIX * n.ncontacts);
    K.setup(n);
    linear.setup(*space, K);
  }

  /** Finds the minimum and returns it in u, which has DOF numbers per column. u is also the start:
   *  set it to zero if no better one is known. load has DOF numbers per row. The energy must have a
   *  minimum, as it has with a positive definite D. */
  template <class Energy>
  SolverReport solve(const Energy &energy, const double *load, Inertia D, double *u,
                     const SolverOptions &options)
  {
    report = SolverReport();
    begin(load, D, network->has_gaps ? network->gap.data() : nullptr, options);
    evaluate(energy, u);
    iterate(energy, u, [] {
    });
    conclude();
    return report;
  }

  /** The overlap of each contact (ROWS numbers) and the residual of each row, at the end of
   *  solve(). */
  const double *overlap() const { return c.data(); }
  const double *residual() const { return r.data(); }
  const Solver &linear_solver() const { return linear; }
  Solver &linear_solver() { return linear; }    // for its options, before setup()

 protected:
  Space *space = nullptr;
  const Network *network = nullptr;
  const double *loads = nullptr;
  const double *gaps = nullptr;    // null without gaps, and where a process has no contacts
  Inertia D = nullptr;
  Array<double> d, r, c, tangents, rate;
  double load_norm = 0.0, load_sum = 0.0;
  Operator K;
  Solver linear;

  void begin(const double *load, Inertia inertia, const double *gap, const SolverOptions &o)
  {
    loads = load;
    D = inertia;
    gaps = gap;
    options = o;
    start_anew();
    space->template reduce<2>(network->nrows, LoadNorms<DOF>{loads}, 0);
    const double *sums = space->fetch(2);
    load_norm = std::sqrt(sums[0]);
    load_sum = sums[1];
  }

  /** Computes overlaps, tangents and residuals at u. */
  template <class Energy> void evaluate(const Energy &energy, double *u)
  {
    space->forward(u, DOF);
    if (gaps)
      evaluate_at(energy, Gaps<ROWS>{gaps}, u);
    else
      evaluate_at(energy, NoGaps(), u);
    const double norm = norm_of_rows<DOF>(*space, network->nrows, r.data());
    if (load_norm == 0.0) load_norm = push_norm(energy);    // gaps < 0 push without a load
    imbalance = norm != 0.0 ? norm / load_norm : 0.0;
    report.residual = imbalance;
    if (norm == 0.0 || !std::isfinite(imbalance)) return;
    if (options.motion > 0.0)
      report.residual =
          space->maximum(network->nrows, MotionOfResidual<DOF>{D, r.data()}) / options.motion;
    else if (options.by_grain)
      report.residual = worst_body();
  }

  /** The largest residual of a body, over its load. */
  double worst_body()
  {
    const double mean = load_norm / std::sqrt(static_cast<double>(network->nbodies));
    return space->maximum(network->nrows, BodyResidual<DOF>{r.data(), loads, mean});
  }

  /** The 2-norm of all forces at the present overlaps. */
  template <class Energy> double push_norm(const Energy &energy)
  {
    sum_over_contacts<1>(*space, network->rows(), PushSquares<Energy, G>{energy, c.data()});
    return std::sqrt(space->fetch(1)[0]);
  }

  /** What the tangents of the last evaluation tell. */
  struct TangentMean {
    double pushing, all;    // number of contacts that push; of all contacts
    double mean;            // mean of psi'' over contacts that push
  };

  TangentMean tangent_mean()
  {
    sum_over_contacts<3>(*space, network->rows(), TangentSums<G>{tangents.data()});
    const double *sums = space->fetch(3);
    return {sums[1], sums[2], sums[1] > 0.0 ? sums[0] / sums[1] : 0.0};
  }

  /** mu over the mean tangent, at least. With gaps, normals turn behind a free motion, such as a
   *  turn of all spheres in a cylinder: round-off must not drive it. */
  double least_damping() const { return network->has_gaps && !D ? 1e-8 : 1e-12; }

  bool nothing_pushes() { return tangent_mean().pushing == 0.0; }

  /** Takes steps until the residual is small enough. after_step() may set a reason to stop. */
  template <class Energy, class AfterStep>
  void iterate(const Energy &energy, double *u, const AfterStep &after_step)
  {
    NewtonProgress::iterate([&] {
      step(energy, u);
      after_step();
    });
  }

  /** Computes how fast the motion d changes the overlaps. */
  void find_rate()
  {
    space->forward(d.data(), DOF);
    space->for_each(network->nrows, Rate<G>{network->rows(), d.data(), rate.data()});
  }

  /** Moves u to the minimum of the energy along d, but by no more than most times d. Newton's steps
   *  have most = 1: a minimum further away belongs to a floppy motion, and would only make u
   *  large. */
  template <class Energy> void search(const Energy &energy, double *u, double most)
  {
    const auto rows = network->rows();
    find_rate();
    space->template reduce<3>(rows.nrows, LineTerms<DOF>{D, loads, u, d.data()}, 0);
    const double *sums = space->fetch(3);
    const double constant = sums[1] - sums[0], linear_term = sums[2];
    double derivative[2];
    const auto slope = [&](double t) {
      sum_over_contacts<2>(*space, rows, Slope<Energy, G>{energy, c.data(), rate.data(), t});
      const double *s = space->fetch(2);
      derivative[0] = constant + t * linear_term + s[0];
      derivative[1] = linear_term + s[1];
      return static_cast<const double *>(derivative);
    };
    const double slope0 = slope(0.0)[0];
    const LineMinimum minimum = line_minimum(slope, slope0, LINE_TOLERANCE, most);
    adapt_damping(minimum.t);
    gained = -slope0 * minimum.t;
    space->for_each(DOF * rows.nrows, AddScaled{u, d.data(), minimum.t, u});
  }

 private:
  static constexpr double LINE_TOLERANCE = 1e-3;

  template <class Energy, class Overlaps>
  void evaluate_at(const Energy &energy, const Overlaps &overlaps, const double *u)
  {
    space->for_each(network->nrows,
                    Residual<Energy, Overlaps, G>{network->rows(), energy, overlaps, D, loads, u,
                                                  c.data(), tangents.data(), r.data()});
  }

  /** Chooses mu, in proportion to the mean of psi'', and returns how far the step may go, in units
   *  of d. If no contact pushes and there is no inertia, the step is taken as if all contacts were
   *  closed. Across gaps it may go any way. */
  template <class Energy> double choose_mu(const Energy &energy)
  {
    TangentMean t = tangent_mean();
    double most = 1.0;
    if (t.pushing == 0.0 && !D) {
      space->for_each(network->ncontacts, StiffestTangents<Energy, ROWS>{energy, tangents.data()});
      t = tangent_mean();
      if (network->has_gaps) most = HUGE_VAL;
    } else if (options.closed_first >= 0.0 && report.steps == 0) {
      if constexpr (ROWS == 1)
        space->for_each(
            network->ncontacts,
            ClosedTangents<Energy>{energy, c.data(), options.closed_first, tangents.data()});
      t = tangent_mean();
    }
    K.mu = std::max({damping, 1e-8 * std::min(1.0, imbalance), least_damping()}) * t.mean;
    return most;
  }

  template <class Energy> void step(const Energy &energy, double *u)
  {
    const double most = choose_mu(energy);
    K.inertia = D;
    K.pack(*space, tangents.data());
    const long before = report.products;
    report.products = before +
        refresh_and_solve(linear, *space, K, r.data(), d.data(), forcing() * imbalance * load_norm,
                          counter());
    report.steps++;
    search(energy, u, most);
    evaluate(energy, u);
  }
};

}    // namespace VARDEM
#endif
