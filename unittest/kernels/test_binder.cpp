// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The particle-binder bond: force and moments against differences of the energy, balances,
// invariance, dashpots, tangent.

#include "binder_bonds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

using namespace VARDEM;

template <class Shear> struct BinderForm : testing::Test {
};
using Forms = testing::Types<ShearB, ShearN, ShearPrinted>;
TYPED_TEST_SUITE(BinderForm, Forms);

namespace {

constexpr double PI = 3.14159265358979323846;

/** M1 + M2 - e x F1, over the size of its terms. */
double imbalance(const BondedPair &pair, const PairForce &f)
{
  const Vec3 e = pair.x2 - pair.x1;
  return norm(f.M1 + f.M2 - cross(e, f.F)) / (norm(f.M1) + norm(f.M2) + norm(e) * norm(f.F));
}

/** Largest change of force and moments by a common rotation, which should only turn them. */
template <class Shear>
double variance(const BondedPair &pair, const Binder &law, const Quat &Q, double scale)
{
  const PairForce f = binder_force<Shear>(law, pair.geometry()).f,
                  g = binder_force<Shear>(law, pair.turned(Q).geometry()).f;
  const PairForce back = {space_to_body(Q, g.F), space_to_body(Q, g.M1), space_to_body(Q, g.M2)};
  return largest(forces(back) - forces(f), 1.0) / scale;
}

/** The largest find(law, pair, random) of 1,000 laws and states. */
template <class Find> double worst_of_states(const Find &find)
{
  Random random;
  double worst = 0.0;
  for (int n = 0; n < STATES; n++) {
    const Binder law = random_binder(n % 2, random);
    const BondedPair pair = strained_bond(random_angle(n, random), random);
    worst = larger(worst, find(law, pair, random));
  }
  return worst;
}

/** The largest stiffness: forces of a bond of length 1 that is strained by 1. */
double stiffest(const Binder &law)
{
  return std::max({law.axial, law.shear_linear, law.shear_quadratic, law.moment, law.torsion});
}

}    // namespace

// Requirement: force = -dU/dx at 1,000 random states of each form and of each energy of shear,
// relative 1e-8

TYPED_TEST(BinderForm, ForceIsTheDerivativeOfTheEnergy)
{
  Random random;
  for (const bool quadratic : {false, true}) {
    double worst = 0.0;
    for (int n = 0; n < STATES; n++) {
      const Binder law = random_binder(quadratic, random);
      const BondedPair pair = strained_bond(random_angle(n, random), random);
      const Forces found = pair.force<TypeParam>(law);
      Forces expected = {};
      for (int k = 0; k < 12; k++)
        component(expected, k) = -central_difference(1e-4, [&](double t) {
          return pair.moved(t * unit_motion(k)).template energy<TypeParam>(law);
        });
      worst = larger(worst, largest(found - expected, 1.0) / largest(found, 1.0));
    }
    printf("quadratic %d: worst %.1e\n", quadratic, worst);
    EXPECT_LE(worst, 1e-8) << quadratic;
  }
}

// Requirement: tangent = dF/dx at the same states, relative 1e-8

TYPED_TEST(BinderForm, TangentIsTheDerivativeOfForceAndMoments)
{
  Random random;
  for (const bool quadratic : {false, true}) {
    double worst = 0.0;
    for (int n = 0; n < STATES; n++) {
      const Binder law = random_binder(quadratic, random);
      const BondedPair pair = strained_bond(random_angle(n, random), random);
      const auto tangent = binder_tangent<TypeParam>(law, pair.geometry());
      double most = 0.0, error = 0.0;
      for (int k = 0; k < 12; k++) {
        const Motion way = unit_motion(k);
        const Forces expected = central_difference(1e-4, [&](double t) {
          return pair.moved(t * way).template force<TypeParam>(law);
        });
        const Forces found = forces(tangent * displacement(way));
        most = larger(most, largest(found, 1.0));
        error = larger(error, largest(found - expected, 1.0));
      }
      worst = larger(worst, error / most);
    }
    printf("quadratic %d: worst %.1e\n", quadratic, worst);
    EXPECT_LE(worst, 1e-8) << quadratic;
  }
}

// doc/notes/binder-bonds.md 6: K - K^T is S(M1) and S(M2) in the blocks of the rotations

TYPED_TEST(BinderForm, BlocksAreSymmetricExceptForTheMoments)
{
  const double worst = worst_of_states([](const Binder &law, const BondedPair &pair, Random &) {
    const BondGeometry g = pair.geometry();
    PairBlock K[2][2];
    stiffness_blocks(binder_tangent<TypeParam>(law, g), K);
    const PairForce f = binder_force<TypeParam>(law, g).f;
    double most = 0.0, error = 0.0;
    for (int i : {0, 1})
      for (int j : {0, 1})
        for (int row = 0; row < 6; row++)
          for (int column = 0; column < 6; column++) {
            double expected = 0.0;
            if (i == j && row >= 3 && column >= 3) {
              Vec3 axis = {};
              (&axis.x)[column - 3] = 1.0;
              const Vec3 S = cross(i ? f.M2 : f.M1, axis);
              expected = (&S.x)[row - 3];
            }
            const double a = K[i][j].a[row][column], b = K[j][i].a[column][row];
            most = larger(most, std::fabs(a));
            error = larger(error, std::fabs(a - b - expected));
          }
    return error / most;
  });
  printf("worst %.1e\n", worst);
  EXPECT_LE(worst, 1e-12);
}

// The balances are exact: M1 + M2 + (x1 - x2) x F1 = 0

template <class Shear> double worst_imbalance()
{
  return worst_of_states([](const Binder &law, const BondedPair &pair, Random &) {
    return imbalance(pair, binder_force<Shear>(law, pair.geometry()).f);
  });
}

TEST(Binder, MomentaBalanceToRoundOff)
{
  const double B = worst_imbalance<ShearB>(), N = worst_imbalance<ShearN>();
  printf("B %.1e, N %.1e\n", B, N);
  EXPECT_LE(B, 1e-15);
  EXPECT_LE(N, 1e-13);
}

TEST(Binder, PrintedFormDoesNotBalanceMoments)
{
  EXPECT_GT(worst_imbalance<ShearPrinted>(), 0.1);
}

// doc/notes/binder-bonds.md 1.4: the power in a flow v = L x, in which the bodies turn with the
// spin of L, is that of a symmetric virial

TEST(Binder, PowerInAFlowIsThatOfTheSymmetricVirial)
{
  Random random;
  for (int n = 0; n < STATES; n++) {
    const BondedPair pair = strained_bond(random_angle(n, random), random);
    const Forces f = pair.force<ShearB>(random_binder(n % 2, random));
    const Vec3 rows[3] = {random.vector(), random.vector(), random.vector()};
    const auto flow = [&](const Vec3 &a) {
      return Vec3{dot(rows[0], a), dot(rows[1], a), dot(rows[2], a)};
    };
    const Vec3 w = {0.5 * (rows[2].y - rows[1].z), 0.5 * (rows[0].z - rows[2].x),
                    0.5 * (rows[1].x - rows[0].y)};
    const double power = dot(f, Motion{flow(pair.x1), w, flow(pair.x2), w});
    const Vec3 e = pair.x2 - pair.x1;
    double expected = 0.0;
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        expected -= 0.5 * ((&e.x)[i] * (&f.F1.x)[j] + (&f.F1.x)[i] * (&e.x)[j]) * (&rows[i].x)[j];
    EXPECT_NEAR(power, expected, 1e-12 * (1.0 + norm(e)) * largest(f, 1.0));
  }
}

// Requirement: a common rotation turns force and moments, 1e-14 of the stiffness

template <class Shear> double worst_variance()
{
  return worst_of_states([](const Binder &law, BondedPair pair, Random &random) {
    pair.x2 = pair.x2 - pair.x1;
    pair.x1 = {0.0, 0.0, 0.0};
    const BondGeometry g = pair.geometry();
    // form N divides by |a + b|
    const double scale = stiffest(law) * std::max({1.0, g.turning, 4.0 / norm(g.a + g.b)});
    return variance<Shear>(pair, law, random.orientation(), scale);
  });
}

TEST(Binder, CommonRotationTurnsForceAndMoments)
{
  const double B = worst_variance<ShearB>(), N = worst_variance<ShearN>();
  printf("B %.1e, N %.1e\n", B, N);
  EXPECT_LE(B, 1e-14);
  EXPECT_LE(N, 1e-14);
}

TEST(Binder, CommonRotationStrainsThePrintedForm)
{
  EXPECT_GT(worst_variance<ShearPrinted>(), 0.1);
  // the figures of a pair without stress that turns by Q: U/KS = (1 - n0 . Q n0)^2/2 for an axis
  // across it
  Random random;
  Binder law = {};
  law.shear_quadratic = 1.0;
  const BondedPair pair = bond_at_rest(random);
  const Vec3 axis = unit(tangent_to(pair.geometry().n, random.vector()));
  for (const double degrees : {30.0, 90.0}) {
    const double angle = degrees * PI / 180.0, expected = 0.5 * std::pow(1.0 - std::cos(angle), 2);
    EXPECT_NEAR(pair.turned(exponential(angle * axis)).energy<ShearPrinted>(law), expected, 1e-14);
  }
}

TEST(Binder, BodiesMayBeExchanged)
{
  Random random;
  for (int n = 0; n < STATES; n++) {
    const Binder law = random_binder(n % 2, random);
    const BondedPair rest = bond_at_rest(random);
    const Motion way = {random.vector(), random.vector(), random.vector(), random.vector()};
    const BondedPair a = rest.moved(way);
    BondedPair b = {bond_reference(rest.x1 - rest.x2, rest.q2, rest.q1), a.x2, a.x1, a.q2, a.q1};
    const Forces f = a.force<ShearB>(law), g = b.force<ShearB>(law);
    const Forces exchanged = {g.F2, g.M2, g.F1, g.M1};
    EXPECT_LE(largest(f - exchanged, 1.0), 1e-12 * std::max(1.0, largest(f, 1.0)));
    const Forces h = a.force<ShearN>(law), i = b.force<ShearN>(law);
    const Forces back = {i.F2, i.M2, i.F1, i.M1};
    EXPECT_LE(largest(h - back, 1.0), 1e-12 * std::max(1.0, largest(h, 1.0)));
  }
}

// A pair that turns once around comes back to a state without force: as one body, and one of the
// bodies alone

TYPED_TEST(BinderForm, FullTurnGivesNoForce)
{
  Random random;
  constexpr int STEPS = 60;
  for (const bool alone : {false, true}) {
    const Binder law = random_binder(alone, random);
    BondedPair pair = bond_at_rest(random);
    const double l0 = pair.reference.length;
    pair.x1 = {0.0, 0.0, 0.0};
    pair.x2 = l0 * body_to_space(pair.q1, pair.reference.n_first);
    const Quat start = pair.q1;
    const Vec3 turn = (2.0 * PI / STEPS) * unit(random.vector());
    double most = 0.0;
    for (int n = 0; n < STEPS; n++) {
      pair = alone ? pair.moved({{}, turn, {}, {}}) : pair.turned(exponential(turn));
      most = std::max(most, largest(pair.force<TypeParam>(law), 1.0));
    }
    EXPECT_LT(pair.q1.w * start.w + pair.q1.x * start.x + pair.q1.y * start.y + pair.q1.z * start.z,
              -0.99);    // the quaternion has the other sign
    EXPECT_LE(largest(pair.force<TypeParam>(law), 1.0), 1e-12 * stiffest(law));
    if (alone) {
      EXPECT_GT(most, 0.1 * stiffest(law));
    } else if (!TypeParam::PRINTED) {
      EXPECT_LE(most, 1e-12 * stiffest(law));
    }
  }
}

// --- single modes, by hand ---

TEST(Binder, AxialForceIsThatOfTheSpring)
{
  Random random;
  Binder law = {};
  law.axial = 200.0;
  BondedPair pair = bond_at_rest(random);
  const Vec3 n = pair.geometry().n;
  const double l0 = pair.reference.length;
  pair.x2 = pair.x2 + (0.1 * l0) * n;
  const BondForce f = binder_force<ShearB>(law, pair.geometry());
  EXPECT_NEAR(f.energy.axial, 0.5 * 200.0 * 0.01, 1e-13);
  EXPECT_NEAR(norm(f.f.F - (200.0 * 0.1 / l0) * n), 0.0, 1e-12);
}

TEST(Binder, ShearOfBodiesThatDoNotTurnIsThatOfThePrintedEnergy)
{
  Random random;
  for (const double angle : {1e-9, 1e-4, 0.3, 2.0}) {
    BondedPair pair = bond_at_rest(random);
    const Vec3 axis = unit(tangent_to(pair.geometry().n, random.vector()));
    pair.x2 = pair.x1 + body_to_space(exponential(angle * axis), pair.x2 - pair.x1);
    Binder law = {};
    law.shear_quadratic = 100.0;
    const double missing = 2.0 * std::pow(std::sin(0.5 * angle), 2);
    const double expected = 50.0 * missing * missing, relative = 1e-14 + 1e-15 / angle;
    for (const double U :
         {pair.energy<ShearB>(law), pair.energy<ShearN>(law), pair.energy<ShearPrinted>(law)})
      EXPECT_NEAR(U, expected, 10.0 * relative * expected);
    const BondGeometry g = pair.geometry();
    EXPECT_NEAR(bond_load<ShearB>(g, {}).shear, angle, 1e-15 + 4.0 * relative * angle);
  }
}

TEST(Binder, BendingAndTorsionAreThoseOfTheRotationVector)
{
  Random random;
  Binder law = {};
  law.moment = 3.0;
  law.torsion = 7.0;
  for (const double angle : {1e-9, 1e-4, 0.3, 2.0, 3.1}) {
    const BondedPair rest = bond_at_rest(random);
    const Vec3 n = rest.geometry().n, across = unit(tangent_to(n, random.vector()));
    const BondForce bent =
        binder_force<ShearB>(law, rest.moved({{}, angle * across, {}, {}}).geometry());
    EXPECT_NEAR(norm(bent.f.M1 + (3.0 * angle) * across), 0.0, 1e-13);
    EXPECT_NEAR(bent.energy.bending, 1.5 * angle * angle, 1e-13);
    const BondForce twisted =
        binder_force<ShearB>(law, rest.moved({{}, {}, {}, angle * n}).geometry());
    EXPECT_NEAR(norm(twisted.f.M1 - (7.0 * angle) * n), 0.0, 1e-13);
    EXPECT_NEAR(norm(twisted.f.M2 + (7.0 * angle) * n), 0.0, 1e-13);
    EXPECT_NEAR(twisted.energy.torsion, 3.5 * angle * angle, 1e-13);
    EXPECT_EQ(norm(twisted.f.F), 0.0);
  }
}

// --- singular states have finite values, which the headers name ---

TYPED_TEST(BinderForm, SingularStatesAreFinite)
{
  Random random;
  const Binder law = random_binder(false, random);
  BondedPair rest = bond_at_rest(random);
  rest.x1 = {0.0, 0.0, 0.0};
  BondedPair same_place = rest, upside_down = rest;
  same_place.x2 = same_place.x1;
  const Vec3 across = unit(tangent_to(rest.geometry().n, random.vector()));
  upside_down.q1 = Quat{0.0, across.x, across.y, across.z} * rest.q1;
  for (const BondedPair &pair : {same_place, upside_down}) {
    const Forces f = pair.force<TypeParam>(law);
    EXPECT_LE(largest(f, 1.0), 1e4);
    const auto tangent = binder_tangent<TypeParam>(law, pair.geometry());
    for (int k = 0; k < 12; k++)
      EXPECT_TRUE(std::isfinite(largest(forces(tangent * displacement(unit_motion(k))), 1.0)));
  }
  EXPECT_NEAR(bond_load<TypeParam>(upside_down.geometry(), {}).bending, PI, 1e-14);
  EXPECT_EQ(norm(same_place.force<TypeParam>(law).F1), 0.0);
  BondGeometry opposite = rest.geometry();
  opposite.a = -opposite.b;
  EXPECT_TRUE(std::isfinite(largest(forces(binder_force<TypeParam>(law, opposite).f), 1.0)));
}

TEST(Binder, AtPiTheAxisOfTheQuaternionDecides)
{
  const Vec3 up = relative_rotation({0.0, 0.0, 0.0, 1.0}).theta,
             down = relative_rotation({-0.0, 0.0, 0.0, -1.0}).theta;
  EXPECT_NEAR(up.z, PI, 1e-15);
  EXPECT_NEAR(down.z, -PI, 1e-15);
}

// Round-off: the bound is a requirement, 4.5 units of the last digit. The reference is in long
// double, from the same rounded quaternion.
TEST(Binder, RotationVectorHasTheDigitsOfTheArcTangent)
{
  Random random;
  double worst = 0.0;
  for (int n = 0; n < 100 * STATES; n++) {
    const double u = std::fabs(
        random.number());    // half of the angle: of all sizes down to 1e-12, and up to pi/2
    const double half = n % 2 ? 0.5 * PI * u : std::pow(10.0, -12.0 * u);
    const Vec3 v = std::sin(half) * unit(random.vector());
    const Quat q = {n % 4 < 2 ? std::cos(half) : -std::cos(half), v.x, v.y, v.z};
    const long double sine =
        std::sqrt(static_cast<long double>(q.x) * q.x + static_cast<long double>(q.y) * q.y +
                  static_cast<long double>(q.z) * q.z);
    const long double angle = 2.0L * std::atan2(sine, static_cast<long double>(std::fabs(q.w)));
    const RelativeRotation r = relative_rotation(q);
    const long double found = std::sqrt(static_cast<long double>(r.theta.x) * r.theta.x +
                                        static_cast<long double>(r.theta.y) * r.theta.y +
                                        static_cast<long double>(r.theta.z) * r.theta.z);
    worst = std::max(worst, static_cast<double>(std::fabs(found / angle - 1.0L)));
    EXPECT_EQ(dot(r.theta, v) > 0.0, q.w > 0.0);
  }
  EXPECT_LE(worst, 1e-15);
}

// --- dashpots ---

TEST(BinderDashpots, TakeEnergyAndAreObjective)
{
  Random random;
  for (int n = 0; n < STATES; n++) {
    const Binder law = random_binder(false, random);
    const BondedPair pair = strained_bond(random_angle(n, random), random);
    const BondGeometry g = pair.geometry();
    const Motion v = {random.vector(), random.vector(), random.vector(), random.vector()};
    const BondRates rates = bond_rates(g, displacement(v));
    const PairForce f = dashpot_force(law, g, rates);
    const double power = dashpot_power(law, rates);
    EXPECT_GE(power, 0.0);
    EXPECT_NEAR(-dot(forces(f), v), power, 1e-13 * (1.0 + power));
    EXPECT_LE(imbalance(pair, f), 1e-15);

    // a rigid motion has no rates; added to any other motion, it does not change them
    const Vec3 w = random.vector(), u = random.vector();
    const PairDisplacement rigid = {u + cross(w, pair.x1), w, u + cross(w, pair.x2), w};
    EXPECT_LE(largest(forces(dashpot_force(law, g, bond_rates(g, rigid))), 1.0), 1e-13);
    const PairDisplacement both = {v.u1 + rigid.u1, v.th1 + w, v.u2 + rigid.u2, v.th2 + w};
    EXPECT_LE(largest(forces(dashpot_force(law, g, bond_rates(g, both))) - forces(f), 1.0), 1e-13);

    // seen from a frame that is turned, it is turned
    const Quat Q = random.orientation();
    const auto in_frame = [&](const Vec3 &a) {
      return body_to_space(Q, a);
    };
    const BondGeometry turned = pair.turned(Q).geometry();
    const PairForce h = dashpot_force(
        law, turned,
        bond_rates(turned, {in_frame(v.u1), in_frame(v.th1), in_frame(v.u2), in_frame(v.th2)}));
    const PairForce expected = {in_frame(f.F), in_frame(f.M1), in_frame(f.M2)};
    EXPECT_LE(largest(forces(h) - forces(expected), 1.0), 1e-13);
  }
}

// The rates are those of the springs: those of small strains from the reference, over the time

TEST(BinderDashpots, RatesAreThoseOfSmallStrains)
{
  Random random;
  const double h = 1e-7;
  for (int n = 0; n < 100; n++) {
    const BondedPair rest = bond_at_rest(random);
    const Motion v = {random.vector(), random.vector(), random.vector(), random.vector()};
    const BondRates rates = bond_rates(rest.geometry(), displacement(v));
    const BondLoad load = bond_load<ShearN>(rest.moved(h * v).geometry(), {});
    EXPECT_NEAR(load.stretch / h, rates.stretch, 1e-5);
    EXPECT_NEAR(load.shear / h, norm(rates.shear), 1e-5);
    EXPECT_NEAR(load.bending / h, norm(rates.bending), 1e-5);
  }
}

TEST(BinderDashpots, BlocksAreSymmetricAndNotNegative)
{
  Random random;
  for (int n = 0; n < STATES; n++) {
    const Binder law = random_binder(false, random);
    const BondGeometry g = strained_bond(random_angle(n, random), random).geometry();
    PairBlock C[2][2];
    stiffness_blocks(BinderDashpots{law, g}, C);
    for (int i : {0, 1})
      for (int j : {0, 1})
        for (int row = 0; row < 6; row++)
          for (int column = 0; column < 6; column++)
            EXPECT_NEAR(C[i][j].a[row][column], C[j][i].a[column][row], 1e-13);
    const Motion v = {random.vector(), random.vector(), random.vector(), random.vector()};
    EXPECT_GE(-dot(forces(BinderDashpots{law, g} * displacement(v)), v), 0.0);
  }
}

// --- the reference in memory, and breaking ---

TEST(Binder, ReferenceKeepsItsNumbersInMemory)
{
  Random random;
  const BondReference r = bond_at_rest(random).reference;
  double short_form[STORED_BOND], long_form[STORED_PRINTED_BOND];
  set_bond_reference_at<false>(short_form, r);
  set_bond_reference_at<true>(long_form, r);
  const BondReference a = bond_reference_at<false>(short_form),
                      b = bond_reference_at<true>(long_form);
  for (const BondReference &c : {a, b}) {
    EXPECT_EQ(c.length, r.length);
    EXPECT_EQ(norm(c.n_first - r.n_first), 0.0);
    EXPECT_EQ(norm2(c.relative + (-1.0) * r.relative), 0.0);
  }
  EXPECT_EQ(norm2(b.second + (-1.0) * r.second), 0.0);
}

TEST(Binder, BreaksByEachOfItsLimits)
{
  const double never = std::numeric_limits<double>::infinity();
  const BondLoad load = {0.1, 0.2, 0.3, 0.4};
  EXPECT_FALSE(breaks(load, {never, never, never, never}));
  EXPECT_FALSE(breaks(load, {0.1, 0.2, 0.3, 0.4}));
  EXPECT_TRUE(breaks(load, {0.09, never, never, never}));
  EXPECT_TRUE(breaks(load, {never, 0.19, never, never}));
  EXPECT_TRUE(breaks(load, {never, never, 0.29, never}));
  EXPECT_TRUE(breaks(load, {never, never, never, 0.39}));
  EXPECT_FALSE(breaks({-0.5, 0.0, 0.0, 0.0}, {0.1, never, never, never}));    // compression
}
