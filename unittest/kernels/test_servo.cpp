// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The stress servo with model packings: formulas that give the stress from the strain.

#include "kernels/servo.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

using namespace VARDEM;

namespace {

/** A servo and a stress that follows the strain at once, by a stiffness, with noise and with other
 *  causes of stress. As in the fix, a rate is that of the step after the next one. */
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
      const double rate = coming + own_rate, strain = h * rate;
      coming = servo.rate;
      elastic += stiffness(steps) * strain - h * relaxation * elastic;
      stress = elastic + dashpot * rate + noise * normal(random);
      if (steps % 2 == 1) bits = random();    // two steps share them: the probe goes up and down
      servo.advance(stress, target, rate, limit, h, bits);
      farthest = std::max(farthest, std::fabs(stress - target));
      fastest = std::max(fastest, std::fabs(servo.rate));
      steps++;
    }
  }

  double error() const { return farthest / std::fabs(target); }

 private:
  double coming = 0.0;
  std::uint64_t bits = 0;
};

/** A gas that jams while the servo compresses it at the limit 1 of the rate to the stress -100.
 *  From a strain of .1 on the particles have dashpots, of full strength at .15, and from .125 on
 *  they are elastic. The force of dashpots is that of the full-step velocity, which pair styles
 *  extrapolate from the last two steps, so it has 3/2 of the last rate and -1/2 of the one before.
 *  Collisions change the stress at random. */
struct Jamming {
  double dashpot, stiffness, ahead = 0.5;
  int jumps = 0;    // changes of the rate in one step by more than its limit
  double stress = 0.0;
  double most = 0.0;    // largest pressure

  void run(int n)
  {
    constexpr double LIMIT = 1.0, H = 3e-4;
    std::mt19937_64 random{7};
    std::normal_distribution<double> normal;
    std::uint64_t bits = 0;
    Servo servo = {};
    double strain = 0.0, coming = 0.0, before = 0.0, collisions = 0.0;
    for (int i = 0; i < n; i++) {
      const double rate = coming;
      coming = servo.rate;
      if (std::fabs(rate - before) > LIMIT) jumps++;
      strain += H * rate;
      const double closed = std::clamp((-strain - 0.1) / 0.05, 0.0, 1.0);
      const double elastic = -stiffness * std::max(-strain - 0.125, 0.0);
      collisions = 0.95 * collisions + closed * normal(random) * std::fabs(rate);
      stress = elastic + closed * dashpot * (rate + ahead * (rate - before)) + collisions;
      before = rate;
      if (i % 2 == 1) bits = random();
      servo.advance(stress, -100.0, rate, LIMIT, H, bits);
      most = std::max(most, -stress);
    }
  }
};

constexpr double STIFFNESSES[] = {1e4, 1e5, 1e6, 1e7, 1e8};

}    // namespace

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

// A stage that begins at the target: a step at the bound of the rate would change the stress by the
// target, and a step of the probe by 1 % of it.

TEST(Servo, DoesNotShakeAPackingAtItsTarget)
{
  for (const double C : STIFFNESSES)
    for (const double own_rate : {0.0, 0.1}) {
      Plant plant(-1e-3 * C, C, 10.0);
      plant.elastic = plant.target;
      plant.own_rate = own_rate;
      plant.run(2000);
      EXPECT_LE(plant.error(), own_rate > 0.0 ? 0.15 : 0.02 + 1e-9) << C << " " << own_rate;
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

TEST(Servo,
     // because of the integral, a load that continues leaves no error
     HoldsAgainstStrainsOfOthers)
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
  EXPECT_EQ(plant.servo.at_limit, 500.0 - Servo::FIRST);
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

TEST(Servo,
     // then the stress has no scale and there is no probe; with and without round-off
     TargetMayBeNothing)
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

TEST(Servo,
     // their constant divided by the step; the servo stays stable with them
     DashpotsAreStiffOverAStep)
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

// A step at the limit of the rate changes the elastic stress by 18 here, 18 % of the target. The
// viscous stress at this rate is up to 20 times the target. The rate must not go to and fro between
// its bounds, which is a requirement: with means of single ratios in place of least squares it does
// so 21 to 335 times. How far the pressure goes beyond the target is measured (that of these means
// is up to 13 times the target); up to a viscous stress of 20 % of the target it is less than half
// of such a step

TEST(Servo, StrongDashpotsThatComeWithJamming)
{
  for (const double ahead : {0.0, 0.5})
    for (const double dashpot : {0.0, 20.0, 50.0, 100.0, 200.0, 2000.0}) {
      Jamming gas = {dashpot, 6e4, ahead};
      gas.run(6000);
      EXPECT_EQ(gas.jumps, 0) << dashpot << " " << ahead;
      EXPECT_LE(gas.most, dashpot > 20.0 ? 350.0 : 110.0) << dashpot << " " << ahead;
      EXPECT_NEAR(gas.stress, -100.0, 0.1) << dashpot << " " << ahead;
    }
}

// doc/notes/leapfrog-cell-damping.md 3.7: with a stiffness C of which the part e is elastic, the
// loop is stable for up to three times the stiffness that the servo knows. Here it does not learn,
// since the change comes as a whole

TEST(Servo, DashpotsThatTripleAreStable)
{
  for (const double dashpot : {10.0, 100.0}) {
    Plant plant(-100.0, 1e5);
    plant.dashpot = dashpot;
    plant.run(5000);
    plant.dashpot *= 3.0;
    plant.run(200);
    EXPECT_LE(plant.error(), 0.01) << dashpot;
  }
}
