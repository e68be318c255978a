// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_COMPATIBLE_FORCES_H
#define VARDEM_COMPATIBLE_FORCES_H

#include "solvers/no_tension_solver.h"

namespace VARDEM {

// --- compatible contact forces, (36) of Olsen & Kamrin, arXiv:1805.07437, and how good they are
//
// With gaps (gap < 0: overlap) the dual energy of (36) has another term:
//   min over f >= 0   sum over contacts of w*(f) + f gap,   where load + B^T f = 0
// For w(c) + w*(f) = f c with c = -B u - gap and f = w'(c), so that the sum over contacts of w(c) +
// w*(f) + f gap is -f.B u, which is load.u if the forces balance the load. Any other f >= 0 that
// balances it has w(c) + w*(f) >= f c, and thus a larger sum.

/** Sums: E(u) + load.u + sum (w*(f) + f gap), sum w*(f), number of contacts. gap may be null. */
template <class Law, class Geometry> struct EnergySums {
  ContactRows<Geometry> rows;
  const double *overlap, *gap;

  VARDEM_INLINE void operator()(int i, Sums<3> &sums) const
  {
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const double share = rows.share(i, c), k = rows.stiffness[c];
      const double force = Law::force(k, overlap[c]), dual = Law::complementary_energy(k, force);
      sums.s[0] += share * (Law::energy(k, overlap[c]) + dual + (gap ? gap[c] * force : 0.0));
      sums.s[1] += share * dual;
      sums.s[2] += share;
    }
  }
};

template <class Law, class Geometry> struct LargestForce {
  ContactRows<Geometry> rows;
  const double *overlap;

  VARDEM_INLINE double operator()(int i) const
  {
    double largest = 0.0;
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const double f = Law::force(rows.stiffness[c], overlap[c]);
      if (f > largest) largest = f;
    }
    return largest;
  }
};

template <class Law, class Geometry> struct CountLoaded {
  ContactRows<Geometry> rows;
  const double *overlap;
  double least;

  VARDEM_INLINE void operator()(int i, Sums<1> &sums) const
  {
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++)
      if (Law::force(rows.stiffness[c], overlap[c]) > least) sums.s[0] += rows.share(i, c);
  }
};

template <class Space, class G> class CompatibleForces {
 public:
  static constexpr int DOF = G::DOF;
  ForceCertificate certificate;

  /** Finds the forces that balance `load`, which has DOF numbers per row. u has DOF numbers per
   *  column: it is the start of the iteration, and returns the motions that cause the forces. */
  SolverReport solve(Space &space, const ContactNetwork<Space, G> &network, LawKind law,
                     const double *load, double *u, const SolverOptions &options);

  const double *residual() const { return solver.residual(); }

  NoTensionSolver<Space, G> solver;    // with the choice of methods

 private:
  template <class Law>
  SolverReport solve(Space &space, const double *load, double *u, const SolverOptions &options)
  {
    const SolverReport report = solver.template minimize<Law>(load, nullptr, u, options);
    certify<Law>(space, u, options.tolerance);
    certificate.balance = report.residual;
    solver.restore_units(u);
    return report;
  }

  /** Fills the certificate, while the solver's results are in its own units (solvers/scale.h): in
   *  the units of the caller energies might overflow. */
  template <class Law> void certify(Space &space, const double *u, double tolerance)
  {
    const auto rows = solver.rows();
    const double force = power_of_two(solver.scale().force);

    space.template reduce<3>(rows.nrows, EnergySums<Law, G>{rows, solver.overlap(), solver.gap()},
                             0);
    space.template reduce<3>(rows.nrows, Products<DOF>{solver.load(), u}, 3);
    const double *sums = space.fetch(6);
    certificate.duality_gap = sums[1] > 0.0 ? std::fabs(sums[0] - sums[5]) / sums[1] : 0.0;
    certificate.energy = power_of_two(solver.scale().motion) * force * sums[1];
    certificate.closed = sums[2];

    const double largest = space.maximum(rows.nrows, LargestForce<Law, G>{rows, solver.overlap()});
    const double least = tolerance * largest;
    space.template reduce<1>(rows.nrows, CountLoaded<Law, G>{rows, solver.overlap(), least}, 0);
    certificate.loaded = space.fetch(1)[0];
    certificate.largest = force * largest;
    certificate.least = force * least;
  }
};

// Outside of the class it can be compiled once for a Space (host/solve/host_solvers.h).
template <class Space, class G>
SolverReport CompatibleForces<Space, G>::solve(Space &space,
                                               const ContactNetwork<Space, G> &network, LawKind law,
                                               const double *load, double *u,
                                               const SolverOptions &options)
{
  solver.setup(space, network);
  return with_law(law, [&](auto kind) {
    return solve<decltype(kind)>(space, load, u, options);
  });
}

}    // namespace VARDEM
#endif
