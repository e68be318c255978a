// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_FRICTIONAL_DYNAMICS_H
#define VARDEM_FRICTIONAL_DYNAMICS_H

#include "solvers/dynamics/cone_gradients.h"

#include <cmath>
#include <vector>

namespace VARDEM {

// --- one step of rigid bodies, with Coulomb friction or without ---
//
// Finds the impulses g of the contacts and the velocities at the end of the step,
//   V+ = V* + M^-1 J^T g,   F = J V+ + R g - target,   g and F by Coulomb's law (coulomb_cone.h)
// Derivation and figures: doc/notes/friction.md. The velocities are those of the impulses that are
// returned, and these lie in their cones: so momentum, angular momentum and Coulomb's bound hold
// whatever the tolerance is.

/** W = 1/2 sum of g.(v+ + v*), what the contacts add to the energy of the bodies, for impulses g =
 *  g_Y + s (g_X - g_Y). Sums: the coefficients of 1, s, s^2; the size of the terms. */
template <class Geometry> struct EnergyBetween {
  ContactRows<Geometry> rows;
  FrictionalStep step;
  const double *of_X, *of_Y;            // velocities of columns
  const double *X, *Y;                  // impulses
  const double *moment_X, *moment_Y;    // null: there are none

  VARDEM_INLINE void operator()(int i, Sums<4> &sums) const
  {
    for_contacts(rows, i, [&](int c, int j, double share) {
      const auto &levers = rows.geometry.row(i, j, c);
      const auto at = [&](const double *V) {
        return levers.velocity(vectors_at(V) + 2 * i, vectors_at(V) + 2 * j) +
            step.image(levers, c, j);
      };
      const Vec3 g = vectors_at(Y)[c], dg = vectors_at(X)[c] - g;
      const Vec3 v = at(of_Y), dv = at(of_X) - v;
      const Vec3 both = v + at(step.free_velocity) + step.cell.velocity(i, j);
      add(g, dg, v, dv, both, share, sums);
      if (!moment_X) return;
      const auto spin_at = [&](const double *V) {
        return vectors_at(V)[2 * j + 1] - vectors_at(V)[2 * i + 1];
      };
      const Vec3 M = vectors_at(moment_Y)[c], spin = spin_at(of_Y);
      add(M, vectors_at(moment_X)[c] - M, spin, spin_at(of_X) - spin,
          spin + spin_at(step.free_velocity), share, sums);
    });
  }

 private:
  VARDEM_INLINE static void add(const Vec3 &g, const Vec3 &dg, const Vec3 &v, const Vec3 &dv,
                                const Vec3 &both, double share, Sums<4> &sums)
  {
    sums.s[0] += 0.5 * share * dot(g, both);
    sums.s[1] += 0.5 * share * (dot(g, dv) + dot(dg, both));
    sums.s[2] += 0.5 * share * dot(dg, dv);
    sums.s[3] += 0.5 * share * (std::fabs(dot(g, v)) + std::fabs(dot(g, both)));
  }
};

/** Given normal forces over a step, as scaled impulses; stores the impulses. */
template <class Contact> struct PushAlongNormals {
  const Contact *contact;
  const double *force;
  double h, *impulse;

  VARDEM_INLINE auto operator()(int c, const Vec3 &n) const
  {
    vectors_at(impulse)[c] = (h * force[c]) * n;
    return contact[c].of_impulse(vectors_at(impulse)[c], n);
  }
};

/** Sets a += s (b - a). */
struct MoveTowards {
  double s;
  const double *b;
  double *a;

  VARDEM_INLINE void operator()(int k) const { a[k] += s * (b[k] - a[k]); }
};

/** G gives levers (kernels/rigid/lever_row.h). */
template <class Space, class G, class Inverse> class FrictionalDynamics {
 public:
  template <class T> using Array = typename Space::template Array<T>;
  using Network = FrictionalNetwork<G>;

  ConeMemory memory;
  FreeWalls<Space> walls;
  /** If there are any, Gauss-Seidel takes the contacts in this order. */
  std::vector<ContactTurn> turns;

  /** Finds the impulses, 3 numbers per contact, from `step.start`, and the velocities of all
   *  columns. */
  SolverReport solve(Space &s, const Network &n, const FrictionalStep &step, const Inverse *inverse,
                     const SolverOptions &options)
  {
    begin(s, n, step);
    SolverReport report = find(step, inverse, options);
    shrunk = 1.0;
    if (impacts > 0.0 && step.poisson && step.restitution) expand(step, inverse, options, report);
    if (impacts > 0.0 && step.restitution) guard(step, inverse, options, report);
    return report;
  }

  /** In place of solve(), where another solver has found the forces of the contacts, which are
   *  along their normals. The velocities follow from them. */
  void take(Space &s, const Network &n, const FrictionalStep &step, const Inverse *inverse,
            const double *force)
  {
    begin(s, n, step);
    set_up(smooth, step, inverse, false, nullptr);
    smooth.contacts.take_step(
        PushAlongNormals<NormalContact>{smooth.contacts.contacts(), force, step.h, impulse.data()});
  }

  const double *impulses() const { return impulse.data(); }
  /** On the second bodies, with rolling friction, otherwise null. */
  const double *moments() const { return moments_of(impulse.data()); }
  /** Which contacts have had an impact: their springs do not hold. */
  const char *hits() const { return hit; }
  double *velocities() { return velocity; }
  /** What these impulses do to the cell. */
  const CellResponse &on_cell() const { return *response; }
  /** The part of restitution that the last step has kept. */
  double kept_restitution() const { return shrunk; }

 private:
  template <class Contact> struct Solver {
    using Contacts = FrictionalContacts<Space, G, Inverse, Contact>;
    Contacts contacts;
    ConeGradients<Space, Contacts> gradients;
    ConeSweeps<Space, Contacts> sweeps;
  };

  Space *space = nullptr;
  Network network = {};
  Solver<NormalContact> smooth;
  Solver<ConeContact> rough;
  Solver<RollingContact> rolling;
  bool have_moments = false;
  Array<double> impulse, bouncing, moved;    // moments follow all impulses
  double shrunk = 1.0;
  // of the solver that has found the last impulses:
  const char *hit = nullptr;
  double *velocity = nullptr;
  CellResponse *response = nullptr;
  double impacts = 0.0;

  void begin(Space &s, const Network &n, const FrictionalStep &step)
  {
    space = &s;
    network = n;
    have_moments = step.rolling;
    s.allocate(impulse, numbers());
  }

  int numbers() const { return (have_moments ? 6 : 3) * network.ncontacts; }
  const double *moments_of(const double *impulses) const
  {
    return have_moments ? impulses + 3 * network.ncontacts : nullptr;
  }

  SolverReport find(const FrictionalStep &step, const Inverse *inverse,
                    const SolverOptions &options)
  {
    const double *const start = step.compression ? step.compression : step.start;
    if (start)
      space->for_each(numbers(), Copy{start, impulse.data()});
    else
      space->for_each(numbers(), SetZero{impulse.data()});
    if (have_moments) return find_by(rolling, step, inverse, options);
    return step.friction ? find_by(rough, step, inverse, options)
                         : find_by(smooth, step, inverse, options);
  }

  /** No contact closes: there are no impulses. */
  SolverReport stay()
  {
    space->for_each(numbers(), SetZero{impulse.data()});
    SolverReport report;
    report.reason = SolverReport::CONVERGED;
    report.residual = 0.0;
    return report;
  }

  template <class Contact>
  void set_up(Solver<Contact> &solver, const FrictionalStep &step, const Inverse *inverse,
              bool one_scale, double *starts)
  {
    solver.contacts.setup(*space, network, step, inverse, walls, one_scale, starts);
    hit = solver.contacts.hits();
    velocity = solver.contacts.velocities();
    response = &solver.contacts.on_cell;
    impacts = solver.contacts.number_of_impacts();
  }

  /** If both parts scaled apart do not lead to the end, one scale does (doc/notes/friction.md
   *  2). */
  template <class Contact>
  SolverReport find_by(Solver<Contact> &solver, const FrictionalStep &step, const Inverse *inverse,
                       const SolverOptions &options)
  {
    set_up(solver, step, inverse, false, step.compression ? nullptr : impulse.data());
    if (!(solver.contacts.unit().square > 0.0)) return stay();
    if constexpr (Space::SERIAL && Space::ON_HOST && !Contact::ROLLS)
      if (!turns.empty())
        return solver.sweeps.solve(*space, solver.contacts, turns, impulse.data(), options);
    SolverReport report =
        solver.gradients.solve(*space, solver.contacts, impulse.data(), options, memory);
    if (Contact::HAS_ONE_SCALE || report.reason == SolverReport::CONVERGED ||
        report.reason == SolverReport::STALLED)
      return report;
    set_up(solver, step, inverse, true, nullptr);
    ConeMemory none;
    SolverReport again =
        solver.gradients.solve(*space, solver.contacts, impulse.data(), options, none);
    again.add_work(report);
    return again;
  }

  /** The second phase of Poisson's law, after a compression without restitution. */
  void expand(const FrictionalStep &step, const Inverse *inverse, const SolverOptions &options,
              SolverReport &report)
  {
    space->allocate(bouncing, numbers());
    space->for_each(numbers(), Copy{impulse.data(), bouncing.data()});
    FrictionalStep second = step;
    second.compression = bouncing.data();
    find_again(second, inverse, options, report);
  }

  /** One report for both solves: that of the one that comes less close to the tolerance. */
  void find_again(const FrictionalStep &step, const Inverse *inverse, const SolverOptions &options,
                  SolverReport &report)
  {
    const SolverReport again = find(step, inverse, options);
    report.add_work(again);
    report.residual = std::fmax(report.residual, again.residual);
    if (again.reason != SolverReport::CONVERGED) report.reason = again.reason;
  }

  /** Newton's rule may create energy where impacts happen together. Then restitution is reduced, as
   *  far as it has to be: between the solution X and that without restitution, Y. */
  void guard(const FrictionalStep &step, const Inverse *inverse, const SolverOptions &options,
             SolverReport &report)
  {
    const Energy now = energy_between(step, velocities(), impulse.data());
    if (!(now.a > ROUND_OFF * now.size)) return;
    space->allocate(bouncing, numbers());
    space->allocate(moved, 6 * network.ncolumns);
    space->for_each(numbers(), Copy{impulse.data(), bouncing.data()});
    space->for_each(6 * network.ncolumns, Copy{velocities(), moved.data()});
    const CellResponse bounced = on_cell();
    FrictionalStep dull = step;
    dull.restitution = nullptr;
    find_again(dull, inverse, options, report);
    shrunk = energy_between(step, moved.data(), bouncing.data()).largest_part();
    *response = {between(on_cell().sums, bounced.sums, shrunk),
                 between(on_cell().change, bounced.change, shrunk)};
    space->for_each(numbers(), MoveTowards{shrunk, bouncing.data(), impulse.data()});
    space->for_each(6 * network.ncolumns, MoveTowards{shrunk, moved.data(), velocities()});
    // at a stop the motion of a free wall is not linear in the impulses
    walls.push(*space, StoredImpulses{impulse.data(), moments()}, velocities());
  }

  static constexpr double ROUND_OFF = 1e-13;

  static Vec3 between(const Vec3 &a, const Vec3 &b, double part) { return a + part * (b - a); }

  /** W(s) = a + b s + c s^2, c >= 0. */
  struct Energy {
    double a, b, c, size;

    double at(double s) const { return a + s * (b + s * c); }
    /** The largest s <= 1 at which W is not positive, or not larger than at 0. */
    double largest_part() const
    {
      const double from = std::fmin(a, 0.0);
      if (!(at(1.0) - (a - from) > 0.0)) return 1.0;
      const double root = std::sqrt(b * b - 4.0 * c * from);
      const double s = b > 0.0 ? -2.0 * from / (b + root) : (root - b) / (2.0 * c);
      return std::fmin(1.0, s);
    }
  };

  /** Between the present impulses (s = 0) and those of X (s = 1). */
  Energy energy_between(const FrictionalStep &step, const double *of_X, const double *X)
  {
    space->template reduce<4>(network.rows.nrows,
                              EnergyBetween<G>{network.rows, step, of_X, velocities(), X,
                                               impulse.data(), moments_of(X), moments()},
                              0);
    const double *sums = space->fetch(4);
    return {sums[0], sums[1], sums[2], sums[3]};
  }
};

}    // namespace VARDEM
#endif
