// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "kernels/rotation/fincham.h"
#include "test_motion.h"

#include <gtest/gtest.h>

using namespace VARDEM;

// The free asymmetric top of doc/notes/leapfrog-cell-damping.md 2.3: I = (1,2,3), body rate
// (1,.8,.6), q0 ~ (.9,.2,-.3,.4), T = 10. Figures: the table there.

namespace {

const Vec3 I = {1.0, 2.0, 3.0};
const Vec3 RATE = {1.0, 0.8, 0.6};
const Quat START = normalized(Quat{0.9, 0.2, -0.3, 0.4});
const Quat EXACT = {0.70063967, -0.64845587, -0.08986768, -0.28378308};    // at t = 10
constexpr double T = 10.0;

struct Result {
  // error of the orientation at T [rad], largest relative error of the energy
  double angle, energy;
};

template <class Rotation> Result tumble(double h, const Rotation &rotate)
{
  const Vec3 L = body_to_space(START, {I.x * RATE.x, I.y * RATE.y, I.z * RATE.z});
  const double E0 = rotational_energy(START, L, I);
  Quat q = START;
  double worst = 0.0;
  const int nsteps = static_cast<int>(std::lround(T / h));
  for (int n = 0; n < nsteps; n++) {
    q = rotate(q, L, L, I, h);
    worst = std::max(worst, std::fabs(rotational_energy(q, L, I) / E0 - 1.0));
  }
  return {angle_between(EXACT, q), worst};
}

}    // namespace

TEST(Fincham, OrientIsSecondOrder)
{
  const double h[] = {0.1, 0.025, 0.00625}, bound[] = {9.6e-3, 5.2e-4, 3.2e-5};
  double error[3];
  for (int k = 0; k < 3; k++) {
    error[k] = tumble(h[k], FinchamOrient()).angle;
    EXPECT_LE(error[k], bound[k]) << "h = " << h[k];
  }
  EXPECT_NEAR(
      slope(tumble(0.0125, FinchamOrient()).angle, tumble(0.003125, FinchamOrient()).angle, 4.0),
      2.0, 0.03);
}

TEST(Fincham,
     OrientHasAnEnergyErrorOfThirdOrder)    // 5.6e-4, 8.7e-6, 1.4e-7 at h = .1, .025, .00625
{
  EXPECT_NEAR(
      slope(tumble(0.025, FinchamOrient()).energy, tumble(0.00625, FinchamOrient()).energy, 4.0),
      3.0, 0.1);
  EXPECT_NEAR(tumble(0.1, FinchamOrient()).energy, 5.6e-4, 0.02 * 5.6e-4);
}

TEST(Fincham, CurrentIsTheFirstOrderSchemeOfWooAndYade)
{
  const double h[] = {0.1, 0.025, 0.00625}, angle[] = {1.27, 2.4e-1, 6.0e-2},
               energy[] = {2.6e-1, 4.4e-2, 1.1e-2};
  for (int k = 0; k < 3; k++) {
    const Result r = tumble(h[k], FinchamCurrent());
    EXPECT_NEAR(r.angle, angle[k], 0.02 * angle[k]) << "h = " << h[k];
    EXPECT_NEAR(r.energy, energy[k], 0.03 * energy[k]) << "h = " << h[k];
  }
}

TEST(Fincham,
     // dE/dt = h/2 wdot.I.wdot: doc/notes/leapfrog-cell-damping.md 2.2
     CurrentHeatsAtTheRateOfItsModifiedEquation)
{
  const double h = 0.000625;
  const Vec3 L = body_to_space(START, {I.x * RATE.x, I.y * RATE.y, I.z * RATE.z});
  Quat q = START;
  double predicted = 0.0;
  for (int n = 0; n < 16000; n++) {
    const Vec3 w = angular_velocity(q, L, I);
    const Vec3 Iw = {I.x * w.x, I.y * w.y, I.z * w.z}, Iwdot = cross(Iw, w);
    predicted +=
        0.5 * h * h * (Iwdot.x * Iwdot.x / I.x + Iwdot.y * Iwdot.y / I.y + Iwdot.z * Iwdot.z / I.z);
    q = FinchamCurrent()(q, L, L, I, h);
  }
  const double gained = rotational_energy(q, L, I) - rotational_energy(START, L, I);
  EXPECT_NEAR(gained / predicted, 1.0, 2e-3);
}

// A body that spins about a principal axis goes on doing so. By hand: with x = h L/I and tan a = x/4
// a step turns it by 2 atan(x/2 cos a/(1 - x/2 sin a))
TEST(Fincham, PrincipalAxesAreSteady)
{
  const double x = 0.1, a = std::atan(0.25 * x),
               turn = 2.0 * std::atan(0.5 * x * std::cos(a) / (1.0 - 0.5 * x * std::sin(a)));
  for (int axis = 0; axis < 3; axis++) {
    const Vec3 w = {axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
    const Vec3 L = {I.x * w.x, I.y * w.y, I.z * w.z};
    Quat q = {1, 0, 0, 0};
    for (int n = 0; n < 100; n++) q = FinchamOrient()(q, L, L, I, x);
    EXPECT_NEAR(rotational_energy(q, L, I), 0.5 * dot(w, L), 1e-13);
    EXPECT_NEAR(norm2(q), 1.0, 1e-15);
    EXPECT_LE(angle_between(exponential(100.0 * turn * w), q), 1e-13);
  }
}

TEST(Fincham, NeedlesAndDiscsStayFinite)    // inertia ratios 1e-6; a vanishing moment
{
  Random random;
  for (const Vec3 &J : {Vec3{1e-6, 1.0, 1.0}, Vec3{1.0, 1.0, 2.0}, Vec3{0.0, 1.0, 1.0}}) {
    const Quat q0 = random.orientation();
    const Vec3 L = body_to_space(q0, {J.x * 1.0, J.y * 0.5, J.z * 0.3});
    Quat q = q0;
    for (int n = 0; n < 10000; n++) q = FinchamOrient()(q, L, L, J, 0.01);
    EXPECT_TRUE(std::isfinite(norm2(q)));
    EXPECT_NEAR(norm2(q), 1.0, 1e-14);
  }
}
