/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_CONTACT_DYNAMICS_H
#define VARDEM_CONTACT_DYNAMICS_H

#include "kernels/contact/impact.h"
#include "solvers/augmented_lagrangian.h"
#include "solvers/no_tension_solver.h"

#include <algorithm>
#include <cmath>

namespace VARDEM {

// --- one step of rigid bodies without friction ---
//
// Finds contact forces f and the velocities v+ at the end of a step of length h,
//   v+ = v + h M^-1 (B^T f + F),   0 <= f _|_ B v+ - t >= 0
// where t is the target of each gap's rate (kernels/contact/impact.h). Source: Olsen & Kamrin, arXiv:1805.07437, (13)-(22), with targets
// for their -Phi/h.
//
// The unknowns are the motions u = h (v+ - v), which are small where bodies rest. Contacts get a finite stiffness: the problem is then
// that of NoTensionNewton with D = M/h^2, the load F and the gaps h (B v - t). Its forces are near the compatible ones, unlike those of
// solvers that work with f itself. The stiffness is kappa m/h^2, m the mean mass, times the relative stiffness of the contact. kappa grows
// until what is left of the overlaps is small. A contact where bodies hit each other begins with the force that it would have alone:
// so the impact of two bodies is exact for any kappa.
//
// At the end, u is computed from the forces. So the momentum is that of the loads, to round-off.

/** What a step needs besides the network. Arrays have DOF numbers per row, or per column. */
struct RigidStep {
  double h;                       // length of the step
  const double *load;             // per row: F
  const double *velocity;         // per column: v. Bodies that cannot move may have one, too
  const double *free_velocity;    // per column: v + h M^-1 F
  const double *restitution;      // per contact; null: 0
  double fastest;                 // speed at which overlaps are pushed out
  double diameter;                // of a typical body
  double stiffest;                // the stiffness that counts as one
};

struct DynamicsOptions : SolverOptions {
  double kappa = 0.0;               // if > 0, kappa is this, and overlaps remain
  double largest_overlap = 1e-7;    // that may remain otherwise, over the diameter
};

/** Computes D^-1. D is diagonal. */
template <class Inertia> struct InvertInertia {
  static constexpr int DOF = Inertia::NUMBERS;
  Inertia inertia;
  double *inverse;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int k = 0; k < DOF; k++) inverse[DOF * i + k] = 1.0 / inertia.entry(i, k, k, 0.0);
  }
};

/** The matrix N = B D^-1 B^T of the contacts, of which this is the diagonal. inverse: D^-1 per column, 0 for bodies that cannot move. */
template <class Geometry> struct Mobility {
  static constexpr int DOF = Geometry::DOF;
  ContactRows<Geometry> rows;
  const double *inverse;

  VARDEM_INLINE double operator()(int i, int c) const
  {
    const int j = rows.column[c];
    const auto row = rows.geometry.row(i, j, c);
    double sum = 0.0;
    for (int k = 0; k < DOF; k++)
      sum += row.first(k) * row.first(k) * inverse[DOF * i + k] +
          row.second(k) * row.second(k) * inverse[DOF * j + k];
    return sum / row.square();
  }
};

/** How fast the motions of the columns open a contact. */
template <class Geometry>
VARDEM_INLINE double opening(const ContactRows<Geometry> &rows, int i, int c, const double *motion)
{
  constexpr int DOF = Geometry::DOF;
  const int j = rows.column[c];
  const auto row = rows.geometry.row(i, j, c);
  return -row.approach(motion + DOF * i, motion + DOF * j) / std::sqrt(row.square());
}

/** Sets the gaps from those at the start of the step to h (B v - t), and the first force of each contact. */
template <class Geometry> struct SetTargets {
  Mobility<Geometry> mobility;
  RigidStep step;
  double *gap, *first_force;

  VARDEM_INLINE void operator()(int i) const
  {
    const auto &rows = mobility.rows;
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const RigidGap now = {gap[c], opening(rows, i, c, step.velocity),
                            opening(rows, i, c, step.free_velocity)};
      const double e = step.restitution ? step.restitution[c] : 0.0;
      const GapTarget target = target_of(now, e, step.h, step.fastest);
      gap[c] = step.h * (now.rate - target.rate);
      first_force[c] = target.hit ? lone_force(target.rate, now.free_rate, mobility(i, c), step.h)
                                  : 0.0;
    }
  }
};

/** Returns how far bodies would pass their targets without contact forces. */
template <class Geometry> struct LargestApproach {
  ContactRows<Geometry> rows;
  const double *motion, *gap;

  VARDEM_INLINE double operator()(int i) const
  {
    double largest = 0.0;
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const double approach = -opening(rows, i, c, motion) - gap[c];
      if (approach > largest) largest = approach;
    }
    return largest;
  }
};

/** Adds the first forces, as overlaps, to the gaps, or takes them away. */
struct ShiftGaps {
  double sign;
  const double *first_force, *stiffness;
  double *gap;

  VARDEM_INLINE void operator()(int c) const { gap[c] += sign * first_force[c] / stiffness[c]; }
};

/** Returns how much overlap the stiffness of a contact leaves. */
struct OverlapLeft {
  const double *overlap, *first_force, *stiffness;

  VARDEM_INLINE double operator()(int c) const
  {
    if (!(overlap[c] > 0.0)) return 0.0;
    return std::fabs(overlap[c] - first_force[c] / stiffness[c]);
  }
};

/** Sets the forces of the contacts. */
template <class Law> struct ForcesOfOverlaps {
  const double *overlap, *stiffness;
  double *force;

  VARDEM_INLINE void operator()(int c) const { force[c] = Law::force(stiffness[c], overlap[c]); }
};

/** Sets a = b c, number by number. */
struct Scaled {
  const double *b, *c;
  double *a;

  VARDEM_INLINE void operator()(int k) const { a[k] = b[k] * c[k]; }
};

/** Returns the largest |min(N_cc f, N f + p)| of the contacts of a row, where N f + p is how far the motions open the gap beyond its
 *  target, and beyond the overlap that the stiffness leaves. */
template <class Geometry> struct NaturalResidual {
  Mobility<Geometry> mobility;
  const double *motion, *gap, *force, *overlap, *first_force;

  VARDEM_INLINE double operator()(int i) const
  {
    const auto &rows = mobility.rows;
    double largest = 0.0;
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const double left = force[c] > 0.0 ? overlap[c] - first_force[c] / rows.stiffness[c] : 0.0,
                   open = opening(rows, i, c, motion) + gap[c] + left,
                   push = mobility(i, c) * force[c];
      const double error = std::fabs(open < push ? open : push);
      if (error > largest) largest = error;
    }
    return largest;
  }
};

template <class Space, class G> class ContactDynamics {
 public:
  static constexpr int DOF = G::DOF;
  template <class T> using Array = typename Space::template Array<T>;
  using Network = ContactNetwork<Space, G>;
  using Inertia = DiagonalInertia<DOF>;

  NoTensionSolver<Space, G> newton;    // with the choice of methods

  /** The network has the gaps at the start of the step and stiffnesses of any unit; both will be changed. */
  void setup(Space &s, Network &n)
  {
    space = &s;
    network = &n;
    newton.setup(s, n);
    for (auto *a : {&inverse, &motion}) allocate_columns(s, n, *a);
    for (auto *a : {&first, &forces}) s.allocate(*a, n.ncontacts);
  }

  /** Finds the motions u = h (v+ - v), DOF numbers per column. D = M/h^2. */
  template <class Law>
  SolverReport solve(const RigidStep &step, Inertia D, double *u, const DynamicsOptions &options)
  {
    const int n = DOF * network->nrows;
    space->for_each(network->nrows, InvertInertia<Inertia>{D, inverse.data()});
    space->forward(inverse.data(), DOF);
    space->for_each(network->nrows,
                    SetTargets<G>{mobility(), step, network->gap.data(), first.data()});
    space->for_each(n, Scaled{inverse.data(), step.load, motion.data()});
    space->forward(motion.data(), DOF);
    approach = space->maximum(
        network->nrows, LargestApproach<G>{network->rows(), motion.data(), network->gap.data()});
    SolverReport report;
    if (approach > 0.0) {
      space->for_each(n, SetZero{u});
      report = take_stages<Law>(step, D, u, options);
      space->for_each(
          network->ncontacts,
          ForcesOfOverlaps<Law>{newton.overlap(), network->stiffness.data(), forces.data()});
    } else {
      report.reason = SolverReport::CONVERGED;
      report.residual = 0.0;
      space->for_each(network->ncontacts, SetZero{forces.data()});
    }
    move_by_forces(step.load, u);
    if (approach > 0.0) report.residual = natural_residual(u);
    return report;
  }

  /** Of each contact of the network. */
  const double *force() const { return forces.data(); }
  /** kappa of the last solve. */
  double stiffness_number() const { return kappa; }
  /** The largest overlap that the stiffness of the last solve has left behind, over all processes. */
  double overlap_left()
  {
    if (!(approach > 0.0)) return 0.0;
    return space->maximum(network->ncontacts,
                          OverlapLeft{newton.overlap(), first.data(), network->stiffness.data()});
  }

 private:
  Space *space = nullptr;
  Network *network = nullptr;
  Array<double> inverse, motion;    // of columns
  Array<double> first, forces;      // of contacts
  double kappa = 0.0;
  double chain = 10.0;    // how many times a contact may have the force that stops a single body
  double unit = 1.0;      // kappa times this times the relative stiffness is the stiffness
  double approach = 0.0;

  static constexpr double LARGEST_KAPPA = 1e14;
  static constexpr double FORCING = 3e-3;

  Mobility<G> mobility() const { return {network->rows(), inverse.data()}; }

  void move_by_forces(const double *load, double *u)
  {
    space->for_each(network->nrows,
                    Push<G>{network->rows(), load, forces.data(), 1.0, motion.data()});
    space->for_each(DOF * network->nrows, Scaled{inverse.data(), motion.data(), u});
  }

  void stiffen(double factor)
  {
    double *k = network->stiffness.data();
    space->for_each(network->ncontacts, Multiply{factor, k, k});
  }

  template <class Law>
  SolverReport take_stages(const RigidStep &step, Inertia D, double *u,
                           const DynamicsOptions &options)
  {
    SolverReport report;
    const double limit = options.largest_overlap * step.diameter;
    SolverOptions o = options;
    o.motion = std::min(0.25 * approach, 0.02 * limit / options.tolerance);
    o.closed_first = 1e-3 * approach;
    o.loosest = FORCING;
    kappa = options.kappa > 0.0 ? options.kappa : chain * approach / limit;
    stiffen(kappa * unit_of<Law>(step, D));
    while (true) {
      const SolverReport before = report;
      shift_gaps(-1.0);
      report = newton.template minimize<Law>(step.load, D, u, o);
      newton.restore_units(u);
      shift_gaps(1.0);
      report.steps += before.steps;
      report.products += before.products;
      if (options.kappa > 0.0 || report.reason != SolverReport::CONVERGED) break;
      const double left = overlap_left();
      if (left <= limit || kappa > LARGEST_KAPPA) {
        chain = std::max(1.0, chain * std::max(0.5, std::min(1.0, 4.0 * left / limit)));
        break;
      }
      const double factor = std::max(4.0, 2.0 * left / limit);
      stiffen(factor);
      kappa *= factor;
      chain *= factor;
      o.closed_first = -1.0;
    }
    return report;
  }

  void shift_gaps(double sign)
  {
    space->for_each(network->ncontacts,
                    ShiftGaps{sign, first.data(), network->stiffness.data(), network->gap.data()});
  }

  template <class Law> double unit_of(const RigidStep &step, Inertia D)
  {
    space->template reduce<DOF>(network->nrows, ComponentSums<DOF>{D.numbers}, 0);
    const double mean = space->fetch(DOF)[0] / static_cast<double>(network->nbodies);
    return mean / (step.stiffest * std::pow(step.diameter, Law::EXPONENT - 2.0));
  }

  /** How well the motions that follow from the forces meet the targets. */
  double natural_residual(double *u)
  {
    space->forward(u, DOF);
    return space->maximum(network->nrows,
                          NaturalResidual<G>{mobility(), u, network->gap.data(), forces.data(),
                                             newton.overlap(), first.data()}) /
        approach;
  }
};

}    // namespace VARDEM
#endif
