// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_PROJECTED_CONJUGATE_GRADIENTS_H
#define VARDEM_PROJECTED_CONJUGATE_GRADIENTS_H

#include "solvers/rigid_contacts.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace VARDEM {

// --- rigid contacts by conjugate gradients with projections ---
//
// A solver of the kind that rigid_contacts.h describes. Source: Dostal & Schoeberl, Comput. Optim.
// Appl. 30 (2005) 23: conjugate gradients among the contacts that push. A step that would make
// forces negative is the last one of its kind: the forces are set to zero there (Kruzik et al.,
// Adv. Eng. Softw. 149 (2020) 102895), and conjugate gradients begin anew. If the contacts that do
// not push close faster than the others are wrong, these contacts get forces first.
// doc/notes/projected-solvers.md 2.3.
//
// Where many more contacts push than bodies have motions, as in regular packings, forces are far
// from unique, and nearly each step ends at a force that becomes zero. ProjectedGradients are
// faster there.
//
// The loops work with x = f/s, where s is the length of the row as it is stored (contact_row.h), so
// that there are no square roots in them: then N is S N S and the gaps are S gap. g = N x + gap is
// the gradient, and it has two parts:
//   free      g where x > 0
//   chopped   min(g, 0) where x = 0

/** Sets x = f/s, or f = s x. */
template <class Geometry> struct ScaleForces {
  ContactRows<Geometry> rows;
  bool back;
  const double *from;
  double *to;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const double s = std::sqrt(rows.geometry.row(i, rows.column[c], c).square());
      to[c] = back ? from[c] * s : from[c] / s;
    }
  }
};

/** Sets a = B^T x. A row of a is complete when the loop has passed all rows. */
template <class Geometry> struct PushScaled {
  static constexpr int DOF = Geometry::DOF;
  ContactRows<Geometry> rows;
  const double *x;
  double *a;

  VARDEM_INLINE void operator()(int i) const
  {
    double sum[DOF] = {};
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      if (x[c] == 0.0) continue;    // a good half of the contacts
      const auto r = rows.geometry.row(i, rows.column[c], c);
      add_to_first<DOF>(r, x[c], sum);
      if (c < rows.middle[i]) add_to_second<DOF>(r, x[c], a + DOF * rows.column[c]);
    }
    for (int k = 0; k < DOF; k++) a[DOF * i + k] = sum[k];
  }
};

/** Sets Np for the motions u of p. Sums: g.p, p.N p, p.p. */
template <class Geometry> struct ProductOfDirection {
  static constexpr int DOF = Geometry::DOF;
  ContactRows<Geometry> rows;
  const double *u, *g, *p;
  double *Np;

  VARDEM_INLINE void operator()(int i, Sums<3> &sums) const
  {
    for_contacts(rows, i, [&](int c, int j, double share) {
      const double opened = -rows.geometry.row(i, j, c).approach(u + DOF * i, u + DOF * j);
      Np[c] = opened;
      const double at = share * p[c];
      sums.s[0] += at * g[c];
      sums.s[1] += at * opened;
      sums.s[2] += at * p[c];
    });
  }
};

/** Squares of the parts of the gradient. */
struct GradientParts {
  static constexpr int NUMBERS = 3;
  double limit;    // a force counts as free as far as it can fall: by x in a step of this length

  /** Adds to sums: chopped^2, free^2, free times what of it does not make x negative. */
  VARDEM_INLINE void add(double share, double x, double g, double *sums) const
  {
    if (x > 0.0) {
      const double most = x / limit;
      sums[1] += share * g * g;
      sums[2] += share * g * (g < most ? g : most);
    } else if (g < 0.0) {
      sums[0] += share * g * g;
    }
  }
};

/** Sets g = N x + gap for the motions u of x. Sums: the parts of g, x.(g + gap), s^2. */
template <class Geometry> struct GradientAt {
  static constexpr int DOF = Geometry::DOF;
  ContactRows<Geometry> rows;
  GradientParts parts;
  const double *u, *x, *gap;
  double *g;

  VARDEM_INLINE void operator()(int i, Sums<GradientParts::NUMBERS + 2> &sums) const
  {
    for_contacts(rows, i, [&](int c, int j, double share) {
      const auto r = rows.geometry.row(i, j, c);
      const double at_rest = gap[c] * std::sqrt(r.square());
      g[c] = at_rest - r.approach(u + DOF * i, u + DOF * j);
      parts.add(share, x[c], g[c], sums.s);
      sums.s[GradientParts::NUMBERS] += share * x[c] * (g[c] + at_rest);
      sums.s[GradientParts::NUMBERS + 1] += share * r.square();
    });
  }
};

/** Sets next = max(0, x - a p), and g to what it would be at x - a p. Sums: the parts of g, forces
 *  that have become zero, g.N p where x > 0. */
template <class Geometry> struct StepAlong {
  ContactRows<Geometry> rows;
  GradientParts parts;
  double a;
  const double *x, *p, *Np;
  double *next, *g;

  VARDEM_INLINE void operator()(int i, Sums<GradientParts::NUMBERS + 2> &sums) const
  {
    for_contacts(rows, i, [&](int c, int, double share) {
      const double wanted = x[c] - a * p[c], now = wanted > 0.0 ? wanted : 0.0;
      next[c] = now;
      g[c] -= a * Np[c];
      parts.add(share, now, g[c], sums.s);
      if (wanted < 0.0) sums.s[GradientParts::NUMBERS] += share;
      if (now > 0.0) sums.s[GradientParts::NUMBERS + 1] += share * g[c] * Np[c];
    });
  }
};

/** Sets p to the free gradient, less a part of the last direction. */
struct ConjugateDirection {
  double part;
  const double *x, *g;
  double *p;

  VARDEM_INLINE void operator()(int c) const
  {
    p[c] = x[c] > 0.0 ? (part != 0.0 ? g[c] - part * p[c] : g[c]) : 0.0;
  }
};

/** Sets p to the chopped gradient. */
struct ChoppedDirection {
  const double *x, *g;
  double *p;

  VARDEM_INLINE void operator()(int c) const { p[c] = x[c] > 0.0 || g[c] > 0.0 ? 0.0 : g[c]; }
};

/** Sets next = max(0, x - a p). */
struct ProjectedMove {
  double a;
  const double *x, *p;
  double *next;

  VARDEM_INLINE void operator()(int c) const
  {
    const double wanted = x[c] - a * p[c];
    next[c] = wanted > 0.0 ? wanted : 0.0;
  }
};

/** Returns the inverse of how far x may go along -p and stay positive. */
struct InverseReach {
  const double *x, *p;

  VARDEM_INLINE double operator()(int c) const { return p[c] > 0.0 ? p[c] / x[c] : 0.0; }
};

/** The error |min(N_cc f, g)| of a contact, infinity if it is not a number. */
template <class Geometry> struct ErrorOfScaled {
  ContactRows<Geometry> rows;
  const double *diagonal, *x, *g;

  VARDEM_INLINE double operator()(int i, int c) const
  {
    const double s = std::sqrt(rows.geometry.row(i, rows.column[c], c).square());
    const double push = diagonal[c] * x[c] * s, open = g[c] / s;
    const double error = std::fabs(push < open ? push : open);
    return error == error ? error : HUGE_VAL;
  }
};

template <class Space, class G> class ProjectedConjugateGradients {
 public:
  static constexpr int DOF = G::DOF;
  template <class T> using Array = typename Space::template Array<T>;
  using Network = ContactNetwork<Space, G>;

  /** If set, solve() ends where other solvers are faster. The report says STEPS then, and gave_up()
   *  tells. */
  bool may_give_up = false;
  bool gave_up() const { return given_up; }

  SolverReport solve(Space &s, const Network &n, const DiagonalInertia<DOF> &D, double scale,
                     double *f, double *u, const SolverOptions &o)
  {
    space = &s;
    network = &n;
    motion = u;
    unit = scale;
    options = &o;
    report = SolverReport();
    given_up = false;
    problem.setup(s, n, D, scale, u);
    if (problem.stays_open(f, report)) return report;
    for (auto *a : {&x, &next, &g, &p, &Np}) s.allocate(*a, n.ncontacts);
    s.for_each(n.nrows, ScaleForces<G>{n.rows(), false, f, x.data()});
    iterate();
    s.for_each(n.nrows, ScaleForces<G>{n.rows(), true, x.data(), f});
    problem.move(f);
    s.forward(u, DOF);
    return report;
  }

 private:
  // length of a step downhill, over the inverse norm of N
  static constexpr double DOWNHILL = 1.9;
  static constexpr double FLAT = 1e-14, ROUND_OFF = 1e-13;
  static constexpr int MOST_HALVINGS = 60;
  static constexpr int
      LOOK = 20,
      // steps between looks at the largest error; steps for which changes of g add up
      REFRESH = 50;
  static constexpr int WINDOW = 40;           // steps
  static constexpr double MOST_CUTS = 0.8;    // of these steps

  Space *space = nullptr;
  const Network *network = nullptr;
  const SolverOptions *options = nullptr;
  RigidContacts<Space, G> problem;
  SolverReport report;
  Array<double> x, next, g, p, Np;    // of contacts
  double *motion = nullptr;
  double unit = 1.0;
  double norm = 0.0;    // the largest p.N p/p.p so far, nearly the norm of N
  double chopped = 0.0, free = 0.0, reachable = 0.0;    // squares of the parts of g
  double value = 0.0;                                   // x.N x + 2 gap.x, which is to be least
  double squares = 0.0;                                 // sum of s^2
  double part = 0.0;                                    // of the last direction, in the next one
  int changes = 0;                                      // of g since it was computed from x
  int cuts = 0;    // steps of this window that set forces to zero
  bool given_up = false;

  void iterate()
  {
    norm = part = 0.0;
    find_gradient();
    cuts = 0;
    while (!ends() && !gives_up()) {
      choose_direction();
      step_along();
      report.steps++;
      if (changes >= REFRESH) find_gradient();
    }
  }

  /** In the first steps, forces become zero in any network. */
  bool gives_up()
  {
    if (report.steps % WINDOW) return false;
    given_up = may_give_up && report.steps > WINDOW && cuts > MOST_CUTS * WINDOW;
    cuts = 0;
    if (given_up && changes) find_gradient();
    if (given_up) report.residual = largest_error();
    return given_up;
  }

  /** Contacts that do not push come first if they close faster than what is left of the others. */
  void choose_direction()
  {
    const int n = network->ncontacts;
    if (chopped > reachable) {
      space->for_each(n, ChoppedDirection{x.data(), g.data(), p.data()});
      part = 0.0;
    } else {
      space->for_each(n, ConjugateDirection{part, x.data(), g.data(), p.data()});
    }
  }

  /** Goes to the minimum along -p. */
  void step_along()
  {
    const bool releases = chopped > reachable;
    find_motions(p.data());
    space->template reduce<3>(
        network->nrows,
        ProductOfDirection<G>{network->rows(), motion, g.data(), p.data(), Np.data()}, 0);
    const double *sums = space->fetch(3);
    const double slope = sums[0], curvature = sums[1], square = sums[2];
    if (square > 0.0) norm = std::max(norm, curvature / square);
    const bool flat = !(curvature > FLAT * norm * square);
    const double a = flat ? length_downhill() : slope / curvature, before = value;
    const StepSums found = move(a);
    value -= (2.0 * slope - a * curvature) * a;
    part = releases || flat ? 0.0 : found.g_Np / curvature;
    if (!(found.cut > 0.0)) return;
    cuts++;
    part = 0.0;
    find_gradient();
    if (is_higher(before)) expand(a);
  }

  struct StepSums {
    double cut, g_Np;
  };

  /** Moves x by -a p. The old x stays in `next`. */
  StepSums move(double a)
  {
    constexpr int PARTS = GradientParts::NUMBERS;
    space->template reduce<PARTS + 2>(network->nrows,
                                      StepAlong<G>{network->rows(), parts(), a, x.data(), p.data(),
                                                   Np.data(), next.data(), g.data()},
                                      0);
    const double *sums = space->fetch(PARTS + 2);
    take_parts(sums);
    std::swap(x, next);
    changes++;
    return {sums[PARTS], sums[PARTS + 1]};
  }

  /** The last step has come higher, because it has set forces to zero. Takes it back, and goes
   *  along p only as far as no force becomes negative. A short step down the gradient from there
   *  then sets forces to zero. */
  void expand(double a)
  {
    const int n = network->ncontacts;
    std::swap(x, next);
    const double inverse = space->maximum(n, InverseReach{x.data(), p.data()});
    move_to(std::min(a, 1.0 / inverse), p);
    for (int halvings = 0; halvings < MOST_HALVINGS; halvings++) {
      const double last = value;
      move_to(length_downhill(), g);
      if (!is_higher(last)) return;
      std::swap(x, next);
      find_gradient();
      norm *= 2.0;
    }
  }

  /** Moves x by -a times the direction, without negative forces. The old x stays in `next`. */
  void move_to(double a, const Array<double> &direction)
  {
    space->for_each(network->ncontacts, ProjectedMove{a, x.data(), direction.data(), next.data()});
    std::swap(x, next);
    find_gradient();
  }

  bool is_higher(double than) const { return value > than + ROUND_OFF * std::fabs(than); }

  double length_downhill() const { return norm > 0.0 ? DOWNHILL / norm : 1.0; }

  GradientParts parts() const { return {norm > 0.0 ? length_downhill() : 0.0}; }

  void take_parts(const double *sums)
  {
    chopped = sums[0];
    free = sums[1];
    reachable = sums[2];
  }

  /** Sets the motions of forces. */
  void find_motions(const double *forces)
  {
    const int n = network->nrows;
    space->for_each(n, PushScaled<G>{network->rows(), forces, motion});
    space->for_each(DOF * n, Scaled{problem.inverse_inertia(), motion, motion});
    space->forward(motion, DOF);
    report.products++;
  }

  /** Computes g from x. */
  void find_gradient()
  {
    constexpr int PARTS = GradientParts::NUMBERS;
    find_motions(x.data());
    space->template reduce<PARTS + 2>(
        network->nrows,
        GradientAt<G>{network->rows(), parts(), motion, x.data(), network->gap.data(), g.data()},
        0);
    const double *sums = space->fetch(PARTS + 2);
    take_parts(sums);
    value = sums[PARTS];
    squares = sums[PARTS + 1];
    changes = 0;
  }

  double largest_error()
  {
    return largest_of_contacts(*space, network->rows(),
                               ErrorOfScaled<G>{network->rows(), problem.inverse_effective_masses(),
                                                x.data(), g.data()}) /
        unit;
  }

  /** The largest error is not looked at in each step: it is at least as large as the mean one. */
  bool ends()
  {
    const double limit = options->tolerance * unit;
    const bool small = !(chopped + free > limit * limit * squares);
    if (!small && report.steps % LOOK && report.steps < options->most_steps &&
        report.products < options->most_products)
      return false;
    report.residual = largest_error();
    if (report.residual <= options->tolerance && changes) {
      find_gradient();
      report.residual = largest_error();
    }
    if (options->progress) options->progress(report);
    return ends_at(report.residual, *options, report);
  }
};

}    // namespace VARDEM
#endif
