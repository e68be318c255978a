/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// The stress servo with model packings: formulas that give the stress from the strain.

#include "kernels/servo.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

using namespace VARDEM;

namespace {

/** A servo and a stress that follows the strain at once, by a stiffness, with noise and with other causes of stress. */
struct Plant {
  double target, limit, h;
  std::function<double(int step)> stiffness;
  double noise = 0.0;         // standard deviation
  double own_rate = 0.0;      // strain rate of this component from other causes
  double relaxation = 0.0;    // rate at which the stress relaxes [1/time]
  double dashpot = 0.0;       // stress over rate

  Servo servo = {};
  double stress = 0.0, elastic = 0.0, farthest = 0.0, fastest = 0.0;
  int steps = 0;
  std::mt19937_64 random{7};

  explicit Plant(double target_in, double stiffness_in, double limit_in = 0.1, double h_in = 1e-4) :
      target(target_in), limit(limit_in), h(h_in), stiffness([stiffness_in](int) {
        return stiffness_in;
      })
  {
  }

  /** Runs n steps; farthest and fastest are the maxima over these steps. */
  void run(int n)
  {
    std::normal_distribution<double> normal;
    farthest = fastest = 0.0;
    for (int i = 0; i < n; i++) {
      const double strain = h * (servo.rate + own_rate);
      elastic += stiffness(steps) * strain - h * relaxation * elastic;
      stress = elastic + dashpot * (servo.rate + own_rate) + noise * normal(random);
      if (steps % 2 == 1) bits = random();    // two steps share them: the probe goes up and down
      servo.advance(stress, target, servo.rate + own_rate, limit, h, bits);
      farthest = std::max(farthest, std::fabs(stress - target));
      fastest = std::max(fastest, std::fabs(servo.rate));
      steps++;
    }
  }

  double error() const { return farthest / std::fabs(target); }

 private:
  std::uint64_t bits = 0;
};

constexpr double STIFFNESSES[] = {1e4, 1e5, 1e6, 1e7, 1e8};

}    // namespace

TEST(Servo,
     HoldsTheTargetForAnyStiffness)    // no gain to set: the same line for 1e4 ... 1e8, to 1 %
{
  for (const double C : STIFFNESSES) {
    Plant plant(-100.0, C, 10.0);
    plant.run(20000);
    plant.run(1000);
    EXPECT_LE(plant.error(), 1e-3) << C;
  }
}

TEST(Servo, GoesToTheTargetWithinItsBound)
{
  for (const double C : STIFFNESSES) {
    Plant plant(-1e-2 * C, C);    // a strain of 1 % at a rate of at most .1
    plant.run(1100);
    EXPECT_LE(plant.fastest, 0.1);
    plant.run(200);
    EXPECT_LE(plant.error(), 1e-3) << C;
  }
}

TEST(Servo, MeasuresTheStiffness)
{
  for (const double C : STIFFNESSES)
    for (const double part :
         {0.0, 1e-5}) {    // of the target: noise of the stress, 1/20 of the probe's
      Plant plant(-1e-3 * C, C);
      plant.noise = part * 1e-3 * C;
      plant.run(10000);
      EXPECT_NEAR(plant.servo.stiffness() / C, 1.0, 0.2) << C << " " << part;
      plant.run(1000);
      EXPECT_LE(plant.error(), 2e-3) << C << " " << part;
    }
}

TEST(
    Servo,
    HoldsAgainstStrainsOfOthers)    // because of the integral, a load that continues leaves no error
{
  Plant plant(-100.0, 1e5);
  plant.run(2000);
  plant.own_rate = 0.02;
  plant.run(2000);
  plant.run(1000);
  EXPECT_LE(plant.error(), 1e-3);
  EXPECT_NEAR(plant.servo.integral, -0.02, 1e-4);
}

TEST(Servo, HoldsAStressThatRelaxes)
{
  Plant plant(-100.0, 1e5);
  plant.relaxation = 5.0;
  plant.run(5000);
  plant.run(1000);
  EXPECT_LE(plant.error(), 1e-3);
}

TEST(Servo, IsStableOnAStifferPacking)    // up to 1/GAIN times the measured stiffness
{
  for (const double factor : {2.0, 3.0}) {
    Plant plant(-100.0, 1e5);
    plant.run(5000);
    plant.stiffness = [factor](int) {
      return factor * 1e5;
    };
    plant.run(100);
    EXPECT_LE(plant.error(), 0.01) << factor;
    plant.run(5000);
    EXPECT_LE(plant.error(), 0.01) << factor;
  }
}

TEST(Servo,
     FollowsAStiffnessThatJumps)    // a packing that jams, and one that falls apart and jams again
{
  Plant plant(-100.0, 1e5);
  plant.run(5000);
  plant.stiffness = [](int) {
    return 1e6;
  };
  plant.run(3000);
  plant.run(1000);
  EXPECT_LE(plant.error(), 0.01);

  plant.stiffness = [](int) {
    return 0.0;
  };
  plant.relaxation = 100.0;
  plant.run(2000);
  EXPECT_LE(plant.fastest, plant.limit);
  EXPECT_GE(std::fabs(plant.servo.rate), 0.98 * plant.limit);
  plant.stiffness = [](int) {
    return 1e5;
  };
  plant.relaxation = 0.0;
  plant.run(10000);
  plant.run(1000);
  EXPECT_LE(plant.error(), 0.01);
}

TEST(Servo,
     GoesAtItsBoundWhereNothingIsStiff)    // and counts the steps, for the warning of the fix
{
  Plant plant(-100.0, 0.0);
  plant.run(500);
  EXPECT_NEAR(plant.servo.rate, -0.099, 0.00101);    // and the probe
  EXPECT_EQ(plant.servo.at_limit, 500.0);
  EXPECT_EQ(plant.servo.stiffness(), 0.0);
}

TEST(Servo, FollowsATargetThatChanges)
{
  Plant plant(-100.0, 1e5);
  plant.run(2000);
  for (int n = 0; n < 2000; n++) {
    plant.target = -100.0 - 0.01 * n;    // 20 % in 2000 steps
    plant.run(1);
    if (n > 500) { EXPECT_LE(plant.error(), 1e-3); }
  }
}

TEST(
    Servo,
    TargetMayBeNothing)    // then the stress has no scale and there is no probe; with and without round-off
{
  for (const double noise : {0.0, 1e-12}) {
    Plant plant(0.0, 1e5);
    plant.elastic = -100.0;
    plant.noise = noise;
    plant.run(5000);
    plant.run(5000);
    EXPECT_LE(plant.farthest, 1e-6) << noise;
    EXPECT_TRUE(std::isfinite(plant.servo.rate)) << noise;
  }
}

TEST(Servo, HoldsInNoiseAsLargeAsTheProbe)    // 1e-4 of the stress
{
  Plant plant(-100.0, 1e5);
  plant.noise = Servo::PROBE * 100.0;
  plant.run(20000);
  EXPECT_NEAR(plant.servo.stiffness() / 1e5, 1.0, 0.2);
  plant.run(5000);
  EXPECT_LE(plant.error(), 1e-3);
}

TEST(Servo, NoiseAloneIsNoStiffness)    // where the probe is smaller than the noise
{
  Plant plant(-100.0, 0.0);
  plant.elastic = -100.0;
  plant.noise = Servo::PROBE * 100.0;
  plant.run(20000);
  EXPECT_EQ(plant.servo.probe, Servo::PROBE_SHARE * plant.limit);
}

TEST(
    Servo,
    DashpotsAreStiffOverAStep)    // their constant divided by the step; the servo stays stable with them
{
  for (const double dashpot : {1.0, 10.0, 100.0}) {
    Plant plant(-100.0, 1e5);
    plant.dashpot = dashpot;
    plant.run(20000);
    EXPECT_GE(plant.servo.stiffness(), 1e5) << dashpot;
    EXPECT_LE(plant.servo.stiffness(), 1e5 + 2.0 * dashpot / plant.h) << dashpot;
    plant.run(5000);
    EXPECT_LE(plant.error(), 1e-3) << dashpot;
  }
}
