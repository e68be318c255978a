// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_RIGID_CONTACTS_H
#define VARDEM_RIGID_CONTACTS_H

#include "solvers/network/contact_network.h"
#include "solvers/network/network_loops.h"
#include "solvers/network/solver_options.h"

#include <cmath>

namespace VARDEM {

// --- rigid contacts without friction, for solvers that find their forces ---
//
//   0 <= f _|_ N f + gap >= 0     or     min over f >= 0 of 1/2 f.N f + gap.f        N = B D^-1 B^T
//
// Source: Olsen & Kamrin, arXiv:1805.07437, (21) and (22). D is inertia over a time squared, so
// that forces f move the bodies by u = D^-1 B^T f, and N f + gap is what is left of the gaps
// (doc/notes/projected-solvers.md 1). u is unique, f in general is not: it depends on the solver
// and on its start.
//
// A solver of this kind (ProjectedGradients, ProjectedGaussSeidel) has
//   solve(space, network, problem, f, options)
// with
//   network       has_gaps; gap: one number per contact, < 0 where bodies would overlap if no force
//                 acted
//   problem       RigidContacts, behind its setup() for this network and take_scale(). The u of
//                 setup() is a result; ghosts are up to date
//   f             the start, >= 0, and the result. Both copies of a contact that is stored twice
//                 must have the same start
// The residual is the one of the worst contact, |min(N_cc f, N f + gap)| / scale. If it is not
// finite, something that was given is no number, and the report says STALLED.

/** Sets inverse = D^-1 in a row. */
template <int DOF> struct InvertInertia {
  DiagonalInertia<DOF> inertia;
  double *inverse;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int k = 0; k < DOF; k++) inverse[DOF * i + k] = 1.0 / inertia.entry(i, k, k, 0.0);
  }
};

/** Computes N_cc. */
template <class Geometry> struct InverseEffectiveMasses {
  static constexpr int DOF = Geometry::DOF;
  ContactRows<Geometry> rows;
  const double *inverse;    // D^-1, zero in columns of bodies that cannot move
  double *diagonal;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const int j = rows.column[c];
      diagonal[c] = inverse_effective_mass<DOF>(rows.geometry.row(i, j, c), inverse + DOF * i,
                                                inverse + DOF * j);
    }
  }
};

/** The error of a contact in units of `unit`, infinity if it is not a number. */
struct RigidError {
  const double *gap, *diagonal;
  double unit;
  const double *f, *Nf;

  VARDEM_INLINE double operator()(int, int c) const
  {
    const double motion = diagonal[c] * f[c], rest = Nf[c] + gap[c];
    const double error = std::fabs(motion < rest ? motion : rest) / unit;
    return error == error ? error : HUGE_VAL;
  }
};

/** The problem of one time step, which solvers share. */
template <class Space, class G> class RigidContacts {
 public:
  static constexpr int DOF = G::DOF;
  template <class T> using Array = typename Space::template Array<T>;
  using Network = ContactNetwork<Space, G>;

  /** D: > 0, infinite for motions that are impossible. u: memory for motions of columns
   *  (network_loops.h), which apply() writes to; zero for bodies that cannot move. */
  void setup(Space &s, const Network &n, const DiagonalInertia<DOF> &D, double *u)
  {
    space = &s;
    network = &n;
    motion = u;
    space->allocate(diagonal, n.ncontacts);
    allocate_columns(*space, n, inverse);
    space->for_each(n.nrows, InvertInertia<DOF>{D, inverse.data()});
    space->forward(inverse.data(), DOF);
    space->for_each(n.nrows, InverseEffectiveMasses<G>{n.rows(), inverse.data(), diagonal.data()});
  }

  /** scale: the largest of all -gap, or 0 if there is none: the unit of the residual. It must be
   *  the same on all processes. */
  void take_scale(double scale)
  {
    closing = scale > 0.0;
    unit = closing ? scale : 1.0;
  }
  double scale() const { return unit; }

  /** If no contact closes, sets f and u to zero, fills in the report, and returns true. */
  bool stays_open(double *f, SolverReport &report)
  {
    if (closing) return false;
    space->for_each(network->ncontacts, SetZero{f});
    move(f);
    report.residual = largest_error(f, f);    // N f = f = 0
    report.reason = report.residual == 0.0 ? SolverReport::CONVERGED : SolverReport::STALLED;
    return true;
  }

  /** Sets u = D^-1 (load + B^T f); not in ghosts. load may be null. */
  void move(const double *load, const double *f, double *u)
  {
    push_rows(*space, network->rows(), load, f, 1.0, u);
    space->for_each(DOF * network->nrows, Scaled{inverse.data(), u, u});
  }
  /** Does so for the u of setup(), without a load. */
  void move(const double *f) { move(nullptr, f, motion); }
  /** The same, in ghosts as well. */
  void finish(const double *f)
  {
    move(f);
    space->forward(motion, DOF);
  }

  /** Computes N f. Afterwards u belongs to f, in ghosts as well. */
  void apply(const double *f, double *Nf)
  {
    move(f);
    opening(*space, *network, motion, Nf);
  }

  /** A lower bound of the norm of N. */
  double norm_at_least()
  {
    return largest_of_contacts(*space, network->rows(), NumberOfContact{diagonal.data()});
  }

  double largest_error(const double *f, const double *Nf)
  {
    return largest_of_contacts(*space, network->rows(),
                               RigidError{network->gap.data(), diagonal.data(), unit, f, Nf});
  }

  const double *inverse_effective_masses() const { return diagonal.data(); }
  const double *inverse_inertia() const { return inverse.data(); }
  double *motions() { return motion; }

 private:
  Space *space = nullptr;
  const Network *network = nullptr;
  Array<double> inverse, diagonal;
  double *motion = nullptr;
  double unit = 1.0;
  bool closing = false;
};

}    // namespace VARDEM
#endif
