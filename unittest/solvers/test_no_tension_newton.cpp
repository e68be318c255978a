/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "networks.h"
#include "solvers/conjugate_gradients.h"
#include "solvers/no_tension_newton.h"

#include "gtest/gtest.h"

using namespace VARDEM;
using namespace networks;

namespace {

struct Solution {
  SolverReport report;
  std::vector<double> force;    // per contact of the packing
};

template <class Law> Solution solve(const Packing &p, bool full, double tolerance)
{
  SphereNetwork<SerialSpace> s(p, full);
  SerialSpace space;
  NoTensionNewton<SerialSpace, CentralGeometry, ConjugateGradients> newton;
  newton.setup(space, s.network);
  std::vector<double> u(3 * s.network.ncolumns, 0.0);
  SolverOptions options;
  options.tolerance = tolerance;
  Solution result{newton.template solve<Law>(s.load.data(), nullptr, u.data(), options),
                  std::vector<double>(p.contacts.size(), 0.0)};
  for (int c = 0; c < s.network.ncontacts; c++)
    result.force[s.contact[c]] = Law::force(s.network.stiffness[c], newton.overlap()[c]);
  return result;
}

double uniform(int, int)
{
  return 1.0;
}

/** Soft where the number, from 0, is odd: 1/5, 1/3, 1 of the stiffness. */
double two_species(int a, int b)
{
  const int soft = a % 2 + b % 2;
  return soft == 2 ? 1.0 / 5.0 : soft == 1 ? 1.0 / 3.0 : 1.0;
}

double largest(const std::vector<double> &f)
{
  return *std::max_element(f.begin(), f.end());
}

}    // namespace

/** Note contact-dynamics 2: 2,870 spheres. */
TEST(NoTensionNewton, LargestForceOfThePyramid)
{
  EXPECT_NEAR(largest(solve<HookeLaw>(pyramid(20, uniform), false, 1e-10).force), 4.3970111399,
              1e-9);
  EXPECT_NEAR(largest(solve<HertzLaw>(pyramid(20, uniform), false, 1e-10).force), 4.5213094965,
              1e-9);
}

TEST(NoTensionNewton, HalfAndFullRowsGiveTheSameForces)
{
  for (double tolerance : {1e-6, 1e-12}) {
    const Solution half = solve<HookeLaw>(pyramid(6, two_species), false, tolerance),
                   full = solve<HookeLaw>(pyramid(6, two_species), true, tolerance);
    for (std::size_t c = 0; c < half.force.size(); c++)
      EXPECT_NEAR(half.force[c], full.force[c], 10.0 * tolerance);
  }
}
