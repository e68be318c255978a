/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_COMPATIBLE_FORCES_H
#define VARDEM_COMPATIBLE_FORCES_H

#include "solvers/no_tension_newton.h"

namespace VARDEM {

// --- compatible contact forces: (36) of Olsen & Kamrin, arXiv:1805.07437, with a certificate ---

/** What is known of the forces when they have been found. */
struct ForceCertificate {
  double duality_gap = 0.0;    // |E(u) + sum w*(f)| / sum w*(f): zero at the solution
  double balance = 0.0;        // |load + B^T f| / |load|
  double closed = 0.0;         // contacts
  double loaded = 0.0;         // those with a force above `least`
  double largest = 0.0;        // force
  double least = 0.0;          // a force that tells from none: tolerance x the largest
};

/** Sums: E(u) + load.u + sum w*, sum w*, contacts. */
template <class Law, class Geometry> struct EnergySums {
  ContactRows<Geometry> rows;
  const double *overlap;

  VARDEM_INLINE void operator()(int i, Sums<3> &sums) const
  {
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const double share = rows.share(i, c),
                   k = rows.stiffness[c];
      const double dual = Law::complementary_energy(k, Law::force(k, overlap[c]));
      sums.s[0] += share * (Law::energy(k, overlap[c]) + dual);
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
      if (Law::force(rows.stiffness[c], overlap[c]) > least)
        sums.s[0] += rows.share(i, c);
  }
};

template <class Space, class G, template <class, class> class LinearSolver> class CompatibleForces {
 public:
  static constexpr int DOF = G::DOF;
  ForceCertificate certificate;

  /** Forces that balance `load` (DOF numbers per row); u: DOF numbers per column, a start and the result. */
  SolverReport solve(Space &space, const ContactNetwork<Space, G> &network, ContactLawKind law,
                     const double *load, double *u, const SolverOptions &options)
  {
    newton.setup(space, network);
    return with_law(law, [&](auto kind) {
      return solve<decltype(kind)>(space, network, load, u, options);
    });
  }

  const double *residual() const { return newton.residual(); }
  const LinearSolver<Space, G> &linear_solver() const { return newton.linear_solver(); }

 private:
  NoTensionNewton<Space, G, LinearSolver> newton;

  template <class Law>
  SolverReport solve(Space &space, const ContactNetwork<Space, G> &network, const double *load,
                     double *u, const SolverOptions &options)
  {
    const SolverReport report = newton.template solve<Law>(load, nullptr, u, options);
    const auto rows = network.rows();
    certificate.balance = report.residual;

    space.template reduce<3>(rows.nrows, EnergySums<Law, G>{rows, newton.overlap()}, 0);
    space.template reduce<3>(rows.nrows, Products<DOF>{load, u}, 3);
    const double *sums = space.fetch(6);
    certificate.duality_gap = sums[1] > 0.0 ? std::fabs(sums[0] - sums[5]) / sums[1] : 0.0;
    certificate.closed = sums[2];

    certificate.largest = space.maximum(rows.nrows, LargestForce<Law, G>{rows, newton.overlap()});
    certificate.least = options.tolerance * certificate.largest;
    space.template reduce<1>(rows.nrows,
                             CountLoaded<Law, G>{rows, newton.overlap(), certificate.least}, 0);
    certificate.loaded = space.fetch(1)[0];
    return report;
  }
};

}    // namespace VARDEM
#endif
