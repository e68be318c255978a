// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// NoTensionNewton beyond compatible forces: gaps and inertia.
//
// The energies are strictly convex where D is positive definite. So a motion u is the minimum if
// and only if the balance load + B^T f - D u vanishes, and the distance to the minimum is at most
// the residual over D's least eigenvalue. The tests compute overlaps, forces and balance from dense
// matrices.

#include "block_networks.h"
#include "kernels/rigid/touching_spheres.h"
#include "solutions.h"
#include "solvers/packing/compatible_forces.h"

#include "gtest/gtest.h"

using namespace VARDEM;
using namespace networks;

namespace {

/** A packing with gaps and inertia, as dense matrices. */
template <int n> struct Problem {
  BlockPacking<n> packing;
  std::vector<double> gap, D;    // of the contacts of the packing; diagonal of the inertia
  MatrixXd inertia;

  Problem(unsigned seed, int bodies, int contacts) : packing(seed, bodies, contacts)
  {
    Random random(seed + 1000);
    for (int k = 0; k < packing.free(); k++) D.push_back(random.uniform(0.2, 2.0));
    inertia = Eigen::Map<const VectorXd>(D.data(), packing.free()).asDiagonal();
    for (int c = 0; c < contacts; c++) gap.push_back(random.uniform(-0.5, 1.0));
  }

  /** Solves by one of the solvers. Returns |load + B^T f - D u| / |load|, and how many contacts
   *  carry a force. */
  template <class Law, template <class, class> class Linear>
  double solve(bool full, int &loaded) const
  {
    BlockNetwork<n> s(packing, full);
    s.network.has_gaps = true;
    for (int c : s.contact) s.network.gap.push_back(gap[c]);
    SerialSpace space;
    NoTensionNewton<SerialSpace, StoredGeometry<n>, Linear> newton;
    newton.setup(space, s.network);
    std::vector<double> u(n * s.network.ncolumns, 0.0), again = u;
    const auto solve_at = [&](std::vector<double> &start) {
      return newton.template solve<Law>(s.load.data(), D.data(), start.data(), to(1e-11));
    };
    const SolverReport report = solve_at(u), second = solve_at(again);
    EXPECT_EQ(report.reason, SolverReport::CONVERGED);
    EXPECT_LE(report.steps, 40);
    EXPECT_EQ(second.products, report.products);    // it starts anew, and remembers nothing
    EXPECT_EQ(again, u);

    const VectorXd motion = Eigen::Map<const VectorXd>(u.data(), packing.free());
    VectorXd rest = packing.loads() - inertia * motion;
    loaded = 0;
    for (std::size_t c = 0; c < packing.contacts.size(); c++) {
      const VectorXd B = packing.row(c).transpose();
      const double force = Law::force(packing.contacts[c].stiffness, B.dot(motion) - gap[c]);
      rest -= force * B;
      loaded += force > 0.0;
    }
    return rest.norm() / packing.loads().norm();
  }
};

}    // namespace

template <class Law> struct GapsOf : testing::Test {
};
using Laws = testing::Types<HookeLaw, HertzLaw>;
TYPED_TEST_SUITE(GapsOf, Laws);

/** Power laws with gaps and overlaps, and inertia. */
TYPED_TEST(GapsOf, RandomNetworksBalance)
{
  for (unsigned seed = 1; seed <= 10; seed++)
    for (bool full : {false, true}) {
      const Problem<6> problem(seed, 12, 40);
      int by_gradients, by_factors;
      EXPECT_LE((problem.solve<TypeParam, ConjugateGradients>(full, by_gradients)), 1.1e-11);
      EXPECT_LE((problem.solve<TypeParam, SparseDirect>(full, by_factors)), 1.1e-11);
      EXPECT_EQ(by_gradients, by_factors);
      EXPECT_GT(by_factors, 0);
    }
}

namespace {

/** Spheres of diameter 1 above each other on a fixed one, with gaps between them. */
struct Column {
  Packing packing;
  std::vector<double> gap;    // from below
  std::vector<double> D;      // 3 per sphere, or empty

  Column(const std::vector<double> &gaps, double stiffness, double weight) : gap(gaps)
  {
    for (std::size_t i = 0; i <= gaps.size(); i++) {
      packing.x.push_back({0.0, 0.0, 1.0 * i});
      packing.fixed.push_back(i == 0);
      for (double f : {0.0, 0.0, i ? -weight : 0.0}) packing.load.push_back(f);
      if (i) packing.contacts.push_back({static_cast<int>(i) - 1, static_cast<int>(i), stiffness});
    }
  }
};

struct ColumnSolution {
  SolverReport report;
  std::vector<double> u,
      force;    // downward motion of each sphere, force of each contact; from below
};

template <class Law, template <class, class> class Linear>
ColumnSolution solve(const Column &column, bool full)
{
  SphereNetwork<SerialSpace> s(column.packing, full);
  s.network.has_gaps = true;
  for (int c : s.contact) s.network.gap.push_back(column.gap[c]);
  SerialSpace space;
  NoTensionNewton<SerialSpace, CentralGeometry, Linear> newton;
  newton.setup(space, s.network);
  std::vector<double> u(3 * s.network.ncolumns, 0.0);
  const double *D = column.D.empty() ? nullptr : column.D.data();
  ColumnSolution result;
  result.report = newton.template solve<Law>(s.load.data(), D, u.data(), to(1e-13));
  for (int i = 0; i < s.network.nrows; i++) result.u.push_back(-u[3 * i + 2]);
  result.force.assign(column.gap.size(), 0.0);
  for (int c = 0; c < s.network.ncontacts; c++)
    result.force[s.contact[c]] = Law::force(s.network.stiffness[c], newton.overlap()[c]);
  return result;
}

template <class Law, class Expect> void for_each_solver(const Column &column, const Expect &expect)
{
  for (bool full : {false, true}) {
    expect(solve<Law, ConjugateGradients>(column, full));
    expect(solve<Law, SparseDirect>(column, full));
  }
}

}    // namespace

/** Without inertia the spheres fall until each contact carries what is above it. */
TYPED_TEST(GapsOf, SpheresComeToRestOnEachOther)
{
  const double k = 50.0, weight = 2.0;
  const Column column({0.3, 0.0, 1.7}, k, weight);
  for_each_solver<TypeParam>(column, [&](const ColumnSolution &s) {
    EXPECT_EQ(s.report.reason, SolverReport::CONVERGED);
    double motion = 0.0;
    for (int c = 0; c < 3; c++) {
      const double force = weight * (3 - c);
      motion += column.gap[c] + TypeParam::overlap(k, force);
      EXPECT_NEAR(s.force[c], force, 1e-11);
      EXPECT_NEAR(s.u[c], motion, 1e-11);
    }
  });
}

/** The two energies of the certificate agree at the solution, and differ before it by the work of
 *  what is out of balance. */
TYPED_TEST(GapsOf, CertificateWithGapsAndOverlaps)
{
  const double k = 50.0, weight = 2.0;
  const Column column({0.3, -0.2, 1.7}, k, weight);
  SphereNetwork<SerialSpace> s(column.packing, false);
  s.network.has_gaps = true;
  for (int c : s.contact) s.network.gap.push_back(column.gap[c]);
  SerialSpace space;
  CompatibleForces<SerialSpace, CentralGeometry> forces;
  const auto law = std::is_same<TypeParam, HertzLaw>::value ? HERTZ : HOOKE;
  std::vector<double> u(3 * s.network.ncolumns, 0.0);
  forces.solve(space, s.network, law, s.load.data(), u.data(), to(1e-13));
  double energy = 0.0;
  for (int above = 1; above <= 3; above++)
    energy += TypeParam::complementary_energy(k, weight * above);
  EXPECT_NEAR(forces.certificate.energy, energy, 1e-10);
  EXPECT_LE(forces.certificate.duality_gap, 1e-12);

  for (int i = 0; i < s.network.nrows; i++) u[3 * i + 2] += 0.01 * (i + 1);
  SolverOptions look = to(1e-13);
  look.most_steps = 0;
  forces.solve(space, s.network, law, s.load.data(), u.data(), look);
  double work = 0.0;
  for (int k = 0; k < 3 * s.network.nrows; k++) work += forces.residual()[k] * u[k];
  EXPECT_GT(std::fabs(work), 0.01 * energy);
  EXPECT_NEAR(forces.certificate.duality_gap * forces.certificate.energy, std::fabs(work), 1e-12);
}

/** The change of a gap is as exact as the motion, however small this is. */
TEST(Gaps, ChangeOfTheGapByATinyMotion)
{
  const double x[3] = {0.0, 0.0, 0.0}, y[3] = {0.6, 0.0, 0.8}, motion[3] = {-1e-20, 3e-20, 2e-20};
  const TouchingSpheres touch = {{{0.6, 0.0, 0.8}}, 1.0, 0.0};
  EXPECT_NEAR(moved(touch, x, motion).gap, 1e-20, 1e-34);
  EXPECT_NEAR(moved(touch, motion, x).gap, -1e-20, 1e-34);
  const double far[3] = {0.0, 3.0, 0.0};
  const TouchingSpheres apart = moved(touching_spheres(x, 0.3, y, 0.5), x, far);
  EXPECT_NEAR(apart.distance, std::sqrt(10.0), 1e-15);
  EXPECT_NEAR(apart.gap, std::sqrt(10.0) - 0.8, 1e-15);
}

/** With inertia, what does not reach the next sphere moves freely: u = load/D. */
TYPED_TEST(GapsOf, SpheresThatDoNotTouchMoveFreely)
{
  Column column({1.1, 0.2, 0.4}, 1e6, 2.0);
  column.D.assign(9, 2.0);
  for_each_solver<TypeParam>(column, [&](const ColumnSolution &s) {
    EXPECT_EQ(s.report.reason, SolverReport::CONVERGED);
    for (int c = 0; c < 3; c++) {
      EXPECT_NEAR(s.u[c], 1.0, 1e-12);
      EXPECT_EQ(s.force[c], 0.0);
    }
  });
}

/** The lowest sphere is stopped on its way: D u + k (u - gap) = load for Hooke's law; the others
 *  stay behind. */
TEST(Gaps, InertiaAndOneContact)
{
  const double k = 1e4, D = 2.0, load = 2.0, gap = 0.7;
  Column column({gap, 5.0}, k, load);
  column.D.assign(6, D);
  for_each_solver<HookeLaw>(column, [&](const ColumnSolution &s) {
    const double u = (load + k * gap) / (D + k);
    EXPECT_NEAR(s.u[0], u, 1e-12);
    EXPECT_NEAR(s.force[0], k * (u - gap), 1e-9);
    EXPECT_NEAR(s.u[1], load / D, 1e-12);
    EXPECT_EQ(s.force[1], 0.0);
  });
}

/** Two overlaps, no load: the spheres are pushed apart until inertia balances the rest of the
 *  overlap. */
TEST(Gaps, OverlapsPushWithoutALoad)
{
  const double k = 3.0, D = 2.0, overlap = 0.1;
  Column column({-overlap}, k, 0.0);
  column.D.assign(3, D);
  for_each_solver<HookeLaw>(column, [&](const ColumnSolution &s) {
    EXPECT_EQ(s.report.reason, SolverReport::CONVERGED);
    EXPECT_NEAR(s.u[0], -k * overlap / (D + k), 1e-12);
    EXPECT_NEAR(s.force[0], D * k * overlap / (D + k), 1e-12);
  });
}

/** Loads and stiffnesses out of the ordinary change the units; gaps and inertia follow. */
TYPED_TEST(GapsOf, OtherUnits)
{
  const double k = 50.0, motion = std::ldexp(1.0, -100), force = std::ldexp(1.0, 200);
  Column one({0.3, 0.1}, k, 2.0), other = one;
  one.D.assign(6, 3.0);
  other.D.assign(6, 3.0 * force / motion);
  for (auto &c : other.packing.contacts)
    c.stiffness *= force / std::pow(motion, TypeParam::EXPONENT - 1.0);
  for (double &f : other.packing.load) f *= force;
  for (double &g : other.gap) g *= motion;
  const auto a = solve<TypeParam, SparseDirect>(one, false),
             b = solve<TypeParam, SparseDirect>(other, false);
  for (int c = 0; c < 2; c++) {
    EXPECT_NEAR(b.force[c], force * a.force[c], 1e-11 * force);
    EXPECT_NEAR(b.u[c], motion * a.u[c], 1e-12 * motion);
  }
}

/** Gaps of zero are no gaps, to the last bit. */
TYPED_TEST(GapsOf, ZeroGapsAreNoGaps)
{
  const Packing packing = pyramid(6, [](int a, int b) {
    return (a + b) % 2 ? 1.0 : 0.3;
  });
  std::vector<double> u[2];
  long products[2];
  for (int gaps : {0, 1}) {
    SphereNetwork<SerialSpace> s(packing, false);
    s.network.has_gaps = gaps;
    s.network.gap.assign(s.network.ncontacts, 0.0);
    SerialSpace space;
    NoTensionNewton<SerialSpace, CentralGeometry, ConjugateGradients> newton;
    newton.setup(space, s.network);
    u[gaps].assign(3 * s.network.ncolumns, 0.0);
    const std::vector<double> D(3 * s.network.nrows, 1e-3);
    products[gaps] =
        newton.template solve<TypeParam>(s.load.data(), D.data(), u[gaps].data(), to(1e-10))
            .products;
  }
  EXPECT_EQ(u[0], u[1]);
  EXPECT_EQ(products[0], products[1]);
}
