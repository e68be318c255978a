// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_IMPLICIT_STEP_H
#define VARDEM_IMPLICIT_STEP_H

#include "solvers/implicit/grain_tangent.h"
#include "solvers/implicit/grains_in_step.h"
#include "solvers/linear/conjugate_gradients.h"
#include "solvers/network/newton_progress.h"

#include <algorithm>
#include <cmath>

namespace VARDEM {

// --- an implicit time step of soft spheres, by Newton's method ---
//
// Finds the motion u with r(u) = 0 (step_form.h). Contacts and their normals are those at the trial
// state of each Newton step. A Newton step solves K d = r with the exact tangent of springs and
// held dashpots (grain_block.h), and then goes along d to where r . d vanishes; that is the minimum
// of the incremental potential where there is one. The geometric stiffness can make K indefinite in
// long steps. Conjugate gradients stop before a motion along which K is not positive; where they
// find none, the step is taken without it.
//
// In steps that are short beside a contact the inertia D is nearly all of K, and the motions D^-1 r
// come to the solution as soon, without a tangent (doc/notes/implicit-steps.md 3.7).
//
// Round-off of bonds sets a floor to r. A bond of the stiffness k knows its length l to eps l only,
// and so r to eps l k, however small all forces are: those of damped bodies vanish. The gaps of
// contacts have no such round-off, since their change is computed from u (touching_spheres.h).

/** Bonds, Friction: as for GrainsInStep. */
template <class Space, class Network, int DOF, template <class, class> class LinearSolver,
          class Bonds = NoStepBonds<Space>, class Friction = NoStepFriction<Space>>
class ImplicitStep :
    public GrainsInStep<Space, Network, DOF, Bonds, Friction>,
    protected NewtonProgress {
  using Grains = GrainsInStep<Space, Network, DOF, Bonds, Friction>;

 public:
  template <class T> using Array = typename Space::template Array<T>;
  using Contacts = GrainTangent<Space, Network, DOF, typename Friction::Block>;
  using Operator = typename Bonds::template Operator<Contacts>;
  using Solver = LinearSolver<Space, Operator>;
  using Grains::bonds;
  using Grains::friction;
  using Grains::walls;
  double quick = 1.0;    // factor of motions by the inertia, as the last steps have found it

  /** Allocates memory. The network must stay where it is until the last call. */
  void setup(Space &s, const Network &n)
  {
    Grains::setup_grains(s, n);
    VARDEM::allocate_columns<DOF>(s, n.nrows, n.ncolumns, d);
    s.allocate(before, DOF * n.nrows);
    if (Bonds::EXIST)
      for (auto *a : {&still, &second, &curve}) s.allocate(*a, DOF * n.nrows);
    K.setup(n);
    K.walls = &walls;
    linear.setup(s, matrix());
  }

  /** Finds the start of u, DOF numbers per column. The numbers of rows are a first guess, the
   *  motions of other columns are given. */
  SolverReport solve(const ImplicitInput &in, double *u, const SolverOptions &o)
  {
    begin(in, o);
    evaluations = 0;
    const int n = DOF * network->nrows;
    space->for_each(DOF * network->ncolumns - n, Copy{in.u_free + n, u + n});
    hold(in.u_free);
    find_motion(u);
    for (bool first = true; report.reason == SolverReport::CONVERGED && walls.change_stops(first);
         first = false) {
      start_from(in.u_free, u);
      report.reason = SolverReport::STEPS;
      find_motion(u);
    }
    return report;
  }

  /** Adds the elastic forces where the step starts. u: DOF numbers per column, of any value; those
   *  of points of free walls are set. */
  void add_elastic(const ImplicitInput &in, double *u, double *contact_forces)
  {
    begin(in, SolverOptions());
    Grains::hold_dashpots(u, 0.0);
    Grains::add_elastic_at(u, 0.0, contact_forces);
  }
  /** Of the last evaluation. */
  decltype(auto) tangent()
  {
    find_tangent(true);
    return matrix();
  }
  /** How often forces have been computed in the last solve(). */
  int force_evaluations() const { return evaluations; }
  const Solver &linear_solver() const { return linear; }
  Solver &linear_solver() { return linear; }

  /** Evaluates u without a solve, and returns the residual for the tolerance of a solve. */
  double look(const ImplicitInput &in, double *u, const SolverOptions &o = SolverOptions())
  {
    begin(in, o);
    hold(in.u_free);
    evaluate(u);
    find_tangent(true);
    space->allocate(diagonal, BLOCK_SIZE<DOF> * network->nrows);
    space->for_each(network->nrows, matrix().template diagonal<double>(diagonal.data()));
    stiffness = space->maximum(network->nrows, LargestLoad<BLOCK_SIZE<DOF>>{diagonal.data()});
    floor = in.round_off * stiffness;
    weigh();
    return report.residual;
  }
  /** The force that residuals are parts of. */
  double force_scale() const { return scale; }
  /** The largest number in a diagonal block of the tangent, where look() has been. */
  double stiffest() const { return stiffness; }

 private:
  using Grains::block;
  using Grains::input;
  using Grains::network;
  using Grains::r;
  using Grains::space;
  Array<double> d;                                         // of columns
  Array<double> before, still, second, curve, diagonal;    // of rows
  Contacts K;
  Solver linear;
  int evaluations = 0;
  bool with_blocks = true;                   // does evaluate() find the blocks of the tangent?
  double refreshed = 0.0;                    // residual when it last was in this solve, or 0
  double left = 0.0, largest_force = 0.0;    // |r|, and what it is compared with
  double least_force = 0.0;                  // of a solve: the largest load, or round-off
  double stiffness = 0.0;                    // the largest number of a diagonal block
  double floor = 0.0;                        // of |r|, by round-off
  double scale = 1.0;                        // the residual is |r| over this force
  double tolerance = 0.0;                    // of the step; a pass may be content with more

  /** Residuals below which normals turn with the motion in the tangent: far from the solution,
   *  forces are so large that it would not be positive. */
  static constexpr double STRESSED = 0.1;
  /** Residual above which the free motion is the better start. */
  static constexpr double POOR = 0.5;
  /** A preconditioner serves as long as each Newton step lowers the residual. */
  static constexpr double FALL = 0.9;
  /** Motions by the inertia go on as long as each leaves at most this part of the residual. */
  static constexpr double QUICK = 0.25, LEAST_QUICK = 0.5;
  /** Residual below which the way of a Newton step is straight; largest motion by which its curve
   *  is found, in diameters. */
  static constexpr double STRAIGHT = 1e-3, DIFFERENCE = 1e-3, BENT = 1.0;
  static constexpr double LINE_TOLERANCE = 0.5, ACCEPTED = 2.0, ROUND_OFF = 1e-14;
  static constexpr double OF_DIAMETER = 1e-15;    // round-off of a length

  decltype(auto) matrix() const { return bonds.plus_bonds(K); }

  void begin(const ImplicitInput &in, const SolverOptions &o)
  {
    Grains::start(in);
    options = o;
    tolerance = o.tolerance;
    report = SolverReport();
    floor = refreshed = 0.0;
    with_blocks = !in.predicted || walls.exist();
    start_anew();
  }

  void hold(const double *u_free)
  {
    const Maxima<2> given = Grains::largest_given();
    least_force = std::max(input.form.weight * given.s[0], ROUND_OFF / tolerance * given.s[1]);
    Grains::hold(u_free);
  }

  void start_from(const double *u_free, double *u)
  {
    input.predicted = false;
    with_blocks = true;
    start_anew();
    space->for_each(DOF * network->nrows, Copy{u_free, u});
    walls.go_freely();
  }

  void find_motion(double *u)
  {
    evaluate(u);
    if (input.predicted && walls.exist()) {
      walls.template find_tangent<DOF>(*space, block.data());
      if (report.residual > POOR) {
        walls.follow_residual(1.0);
        evaluate(u);
      }
    }
    if (input.predicted && report.residual > POOR) {
      start_from(input.u_free, u);
      evaluate(u);
    }
    if (input.form.two_starts) try_rest(u);
    if constexpr (Friction::EXIST)
      make_passes(u);
    else
      find_balance(u);
    conclude();
  }

  void find_balance(double *u)
  {
    if (input.predicted) follow_residual(u);
    iterate(
        [&] {
          step(u);
        },
        [] {
          return Scales();    // the residual has no part of round-off (find_floor)
        });
  }

  /** Goes by the motions D^-1 r, and A^-1 R of walls, each as long as the one before had best been,
   *  which may be one of an earlier step. All of them count as one Newton step. One that leaves
   *  more out of balance than there was is taken back. */
  void follow_residual(double *u)
  {
    if (!(report.residual > options.tolerance)) return;
    report.steps++;
    with_blocks = false;
    double before = HUGE_VAL;
    while (report.residual > options.tolerance && report.residual < QUICK * before) {
      before = report.residual;
      space->template reduce<1>(
          network->nrows, FollowResidual<DOF>{input.inertia, r.data(), quick, d.data(), u}, 0);
      const double work = space->fetch(1)[0] + walls.follow_residual(quick);
      evaluate(u);
      if (report.residual > options.tolerance)
        quick = std::max(LEAST_QUICK, std::min(1.0, quick / (1.0 - along(d) / work)));
    }
    if (report.residual > before) {
      space->for_each(DOF * network->nrows, AddScaled{u, d.data(), -1.0, u});
      walls.go(0.0);
    }
    with_blocks = report.residual > options.tolerance;
    if (with_blocks) evaluate(u);
  }

  /** Solves the balance with held bounds, finds them anew, and so on. */
  void make_passes(double *u)
  {
    friction.start_passes(*space, network->ncontacts);
    for (int pass = 0; pass < Friction::PASSES; pass++) {
      options.tolerance = Friction::PART * std::max(tolerance, report.residual);
      start_anew();
      find_balance(u);
      Grains::find_bounds(u);
      evaluate(u);
      if (!(report.residual > tolerance) || !std::isfinite(report.residual) ||
          report.reason != SolverReport::STEPS || report.steps >= options.most_steps ||
          pass + 1 == Friction::PASSES)
        break;
      friction.relax(*space, network->rows());
      evaluate(u);
    }
    options.tolerance = tolerance;
  }

  /** Computes r, the blocks and the residual at u. */
  void evaluate(double *u)
  {
    evaluations++;
    const Maxima<2> found = Grains::find_balance_at(u, with_blocks);
    left = found.s[0];
    largest_force = std::max(found.s[1], least_force);
    weigh();
  }

  void weigh()
  {
    scale = std::max(largest_force, floor / tolerance);
    report.residual = left > 0.0 ? left / scale : 0.0;
    imbalance = report.residual;
  }

  /** Finds the floor of |r| at the present tangent of the bonds. */
  void find_floor()
  {
    if constexpr (Bonds::EXIST) {
      const int n = network->nrows;
      floor = OF_DIAMETER * largest_diameter() *
          space->maximum(n, LargestLoad<BLOCK_SIZE<DOF>>{bonds.tangent.own.data()});
      weigh();
    }
  }

  double largest_diameter()
  {
    return 2.0 * space->maximum(network->nrows, LargestLoad<1>{input.spheres.radii});
  }

  /** Starts from rest, if the incremental potential is less there. */
  void try_rest(double *u)
  {
    if (!(report.residual > options.tolerance)) return;
    const int n = DOF * network->nrows;
    const double there = Grains::potential(u);
    space->for_each(n, Copy{u, before.data()});
    space->for_each(n, SetZero{u});
    walls.rest();
    evaluate(u);
    if (Grains::potential(u) <= there) return;
    space->for_each(n, Copy{before.data(), u});
    walls.go(0.0);
    evaluate(u);
  }

  /** How much of r is along a motion, with that of walls. */
  double along(const Array<double> &motion)
  {
    space->template reduce<1>(network->nrows, DotProduct<DOF>{r.data(), motion.data()}, 0);
    return space->fetch(1)[0] + walls.along();
  }

  /** exact: otherwise bonds have springs that cannot have negative eigenvalues. */
  void find_tangent(bool exact)
  {
    K.inertia = Grains::inertia();
    K.pack(*space, block.data());
    walls.template find_tangent<DOF>(*space, block.data());
    if constexpr (Bonds::EXIST) bonds.find_tangent(input.form, input.h, exact);
  }

  /** Finds d. Returns r . d > 0, or 0 where there is none, or where r is round-off. */
  double find_direction()
  {
    find_tangent(true);
    const bool anew = !linear.may_keep() || report.residual > FALL * refreshed;
    if (anew) find_floor();
    if (!(report.residual > options.tolerance)) return 0.0;
    space->for_each(DOF * network->nrows, Copy{r.data(), before.data()});
    const bool stressed = report.residual < STRESSED;
    if (!linear.may_keep()) K.stressed = stressed;
    if (anew) {
      linear.refresh(*space, matrix());
      refreshed = report.residual;
    }
    K.stressed = stressed;
    const bool solved = solve_for_direction();
    const double work = along(d);
    if ((solved && work > 0.0) || !(Bonds::EXIST || stressed)) return work;
    K.stressed = false;
    if (Bonds::EXIST || !linear.may_keep()) {
      find_tangent(false);
      linear.refresh(*space, matrix());
    }
    solve_for_direction();
    return along(d);
  }

  /** An explicit step is linear and needs one solve. A step that starts near its end is almost
   *  linear: further products cost less than further Newton steps. */
  double part_of_residual() const
  {
    const bool linear_step = (input.form.at == 0.0 && !input.form.live) || input.predicted;
    return linear_step ? std::min(0.1, 0.3 * options.tolerance / report.residual) : forcing();
  }

  /** Returns whether K d = r holds with the wanted residual: conjugate gradients stop before a
   *  motion along which K is not positive. */
  bool solve_for_direction()
  {
    const int n = DOF * network->nrows;
    if (walls.exist()) eliminate_walls();
    walls.loaded = false;
    const double wanted = part_of_residual() * norm_of_rows<DOF>(*space, network->nrows, r.data());
    const long done = report.products;
    report.products =
        done + linear.solve_again(*space, matrix(), r.data(), d.data(), wanted, counter());
    const double left = norm_of_rows<DOF>(*space, network->nrows, r.data());
    space->for_each(n, Copy{before.data(), r.data()});
    walls.loaded = true;
    walls.template follow<DOF>(*space, block.data(), d.data());
    return left <= ACCEPTED * wanted;
  }

  /** r -= B^T A^-1 R, by a product with walls that move while grains stand. */
  void eliminate_walls()
  {
    const int n = DOF * network->nrows;
    space->for_each(n, SetZero{d.data()});
    walls.loaded = true;
    space->template reduce<1>(network->nrows, matrix().product(d.data(), r.data()), 0);
    space->for_each(n, AddScaled{before.data(), r.data(), -1.0, r.data()});
  }

  void step(double *u)
  {
    report.steps++;
    const double work = find_direction();
    if (!(work > 0.0)) {
      if (report.residual > options.tolerance) report.reason = SolverReport::STALLED;
      return;
    }
    const int n = DOF * network->nrows;
    const double length =
        std::max(walls.longest, space->maximum(network->nrows, DisplacementOf<DOF>{d.data()}));
    const double most = length > input.longest ? input.longest / length : 1.0;
    space->for_each(n, Copy{u, before.data()});
    const bool curved = find_curve(u);
    SecantSlope secant{0.0, -work};
    const auto slope = [&](double t) {
      space->for_each(n, AddScaled{before.data(), d.data(), t, u});
      if (curved) space->for_each(n, AddScaled{u, curve.data(), t * t, u});
      walls.go(t);
      evaluate(u);
      const double bent = curved ? 2.0 * t * along(curve) : 0.0;
      return secant.take(t, -along(d) - bent);
    };
    const LineMinimum minimum = line_minimum(slope, -work, LINE_TOLERANCE, most);
    gained = work * minimum.t;
    if (input.reach < HUGE_VAL &&
        space->maximum(network->nrows, DisplacementOf<DOF>{u}) > input.reach)
      report.reason = SolverReport::REACH;
  }

  /** Finds the curve u + t d + t^2 c along which the balance falls as 1 - t to the second order: K
   *  c = 1/2 r''[d, d], by differences of r. Where bonds are stiffer against stretching than
   *  against bending, the straight way of a large motion stretches them, and only a small part of
   *  it could be gone. It costs a solve, which is cheap with factors only. Returns false if the
   *  straight way is as good. */
  bool find_curve(double *u)
  {
    if (!Bonds::EXIST || walls.exist() || linear.may_keep() || report.residual < STRAIGHT)
      return false;
    const int n = DOF * network->nrows;
    const double residual = report.residual;
    space->for_each(n, Copy{r.data(), still.data()});
    const double largest_motion = space->maximum(network->nrows, LargestLoad<DOF>{d.data()});
    const double part = std::min(1.0, DIFFERENCE * largest_diameter() / largest_motion);
    const double half = 0.5 / (part * part);
    space->for_each(n, SetZero{second.data()});
    for (const double t : {part, -part}) {
      space->for_each(n, AddScaled{before.data(), d.data(), t, u});
      evaluate(u);
      space->for_each(n, AddScaled{second.data(), r.data(), half, second.data()});
    }
    space->for_each(n, AddScaled{second.data(), still.data(), -2.0 * half, second.data()});
    linear.solve_again(*space, matrix(), second.data(), curve.data(), 0.0, [](int) {
      return true;
    });
    space->for_each(n, Copy{still.data(), r.data()});
    report.residual = residual;
    return space->maximum(network->nrows, LargestLoad<DOF>{curve.data()}) <= BENT * largest_motion;
  }

  /** The slopes at the points where a line search has been, and the second derivative from the last
   *  two. Every third time there is none: then the search halves its bracket, since secants may
   *  come to a standstill where contacts open. */
  struct SecantSlope {
    double t, slope;
    int count = 0;
    double derivative[2] = {};

    const double *take(double t_now, double slope_now)
    {
      derivative[0] = slope_now;
      derivative[1] = ++count % 3 == 0 ? 0.0 : (slope_now - slope) / (t_now - t);
      t = t_now;
      slope = slope_now;
      return derivative;
    }
  };
};

}    // namespace VARDEM
#endif
