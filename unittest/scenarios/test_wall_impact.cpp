/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// Impacts of one grain on a wall of fix wall/contact, with the promises of test_contact_impact.cpp: m_eff = m, so a wall with twice the
// stiffness of two grains gives them the same contact.

#include "timestep.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

using namespace scenario;

namespace {

constexpr double PI = 3.14159265358979323846, STIFFNESS = 390000.0;
const double CONTACT_TIME = PI * std::sqrt(1.0 / STIFFNESS);
constexpr int PHASES = 64;
constexpr double SPEED = 10.0;    // towards the wall

/** Walls at x = 0 with the grains at x > 0. */
const std::vector<std::string> WALLS = {"plane 0 0 0 1 0 0", "region half"};

/** Grains of diameter and mass 1 that fly in -x, far from each other. Grain p first touches the wall (p + 1/2)/64 of a step after a step. */
std::string grains(double h)
{
  std::string lines = R"(units lj
    atom_style sphere
    atom_modify map array
    boundary f f f
    comm_modify vel yes
    region box block -5 5 -10 10 -10 10
    create_box 1 box
    region half block 0 INF INF INF INF INF
)";
  for (int p = 0; p < PHASES; p++)
    lines += "create_atoms 1 single " + number(0.5 + SPEED * h * (p + 0.5) / PHASES) + " " +
        number(2 * (p % 8) - 7) + " " + number(2 * (p / 8) - 7) + "\n";
  return lines + "set group all diameter 1\nset group all mass 1\n" + "velocity all set -" +
      number(SPEED) + " 0 0\nfix 1 all nve/sphere\ntimestep " + number(h) + "\n";
}

struct Restitution {
  double bias, largest;    // mean error and largest error over the phases
};

/** more: commands before the run; drift: velocity of the wall. */
Restitution restitution(const std::string &wall, double exact, const std::string &more = "",
                        double drift = 0.0)
{
  constexpr int STEPS_PER_CONTACT = 160;
  const double h = CONTACT_TIME / STEPS_PER_CONTACT;
  Simulation sim(grains(h) + more + "fix w all wall/" + wall + "\nrun " +
                 std::to_string(5 * STEPS_PER_CONTACT));
  Restitution found = {0.0, 0.0};
  for (const auto &v : sim.state().v) {
    const double error = (v.x - drift) / SPEED - exact;
    found.bias += error / PHASES;
    found.largest = std::max(found.largest, std::fabs(error));
  }
  std::printf("%-80s e %.5f mean error %+.1e largest %.1e\n", wall.c_str(), exact, found.bias,
              found.largest);
  return found;
}

std::string hooke(const std::string &place, const std::string &rest)
{
  return "contact " + place + " k " + number(STIFFNESS) + " " + rest;
}

/** Of a dashpot gamma m v. */
double exact_restitution(double gamma)
{
  return std::exp(-gamma * PI / (2.0 * std::sqrt(STIFFNESS - gamma * gamma / 4.0)));
}

}    // namespace

// The bounds are those of two grains

TEST(WallImpact, RestitutionOfMassVelocityDashpots)
{
  const struct {
    double gamma, e, bound;
  } cases[] = {{15, 0.96297, 2e-5}, {30, 0.92730, 3e-5}, {60, 0.85977, 5e-5}, {150, 0.68383, 1e-4}};
  for (const auto &place : WALLS)
    for (const auto &c : cases) {
      const double exact = exact_restitution(c.gamma);
      EXPECT_NEAR(exact, c.e, 5e-6);
      const Restitution found =
          restitution(hooke(place, "damping mass_velocity " + number(c.gamma) + " 0"), exact);
      EXPECT_LE(std::fabs(found.bias), c.bound) << place << c.gamma;
      EXPECT_LE(found.largest, 4e-3) << place << c.gamma;
    }
}

TEST(WallImpact, HalfStepVelocitiesAreThoseOfStock)
{
  for (const double gamma : {15.0, 30.0, 60.0, 150.0}) {
    const double exact = exact_restitution(gamma);
    const Restitution ours = restitution(
        hooke(WALLS[0], "damping mass_velocity " + number(gamma) + " 0 velocity mid"), exact);
    const Restitution stock =
        restitution("gran granular hooke " + number(STIFFNESS) + " " + number(gamma) +
                        " damping mass_velocity tangential linear_nohistory 0 0 xplane 0 NULL",
                    exact);
    EXPECT_NEAR(ours.bias, stock.bias, 1e-11);
    EXPECT_NEAR(ours.largest, stock.largest, 1e-11);
  }
}

// Keyword restitution: E by construction in the limit of small steps; measured up to 1e-4

TEST(WallImpact, KeywordRestitution)
{
  const double dmax = SPEED * CONTACT_TIME / 2.9432751;    // Hertz: of the same contact time
  const double K = 1.25 * SPEED * SPEED / std::pow(dmax, 2.5);
  for (const auto &place : WALLS)
    for (const double E : {0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 0.95, 1.0}) {
      const std::string e = "damping restitution " + number(E);
      EXPECT_LE(std::fabs(restitution(hooke(place, e), E).bias), 1.2e-4) << E;
      EXPECT_LE(
          std::fabs(
              restitution("contact " + place + " law hertz k " + number(K) + " " + e, E).bias),
          1.2e-4)
          << E;
    }
}

// The same impacts, seen by an observer who flies with the grains: the wall comes

TEST(WallImpact, MovingWallIsThatAtRest)
{
  const std::string moving = "velocity all set 0 0 0\nvariable x equal " + number(SPEED) +
      "*step*dt\nvariable o equal 0\n"
      "region comes block 0 INF INF INF INF INF move v_x v_o v_o\n";
  for (const std::string law : {"damping mass_velocity 60 0", "damping restitution 0.5"}) {
    const double exact = contains(law, "60") ? exact_restitution(60.0) : 0.5;
    const Restitution rest = restitution(hooke(WALLS[1], law), exact);
    const Restitution moved = restitution(hooke("region comes", law), exact, moving, SPEED);
    EXPECT_NEAR(rest.bias, moved.bias, 1e-9);
    EXPECT_NEAR(rest.largest, moved.largest, 1e-9);
  }
}

// --- oblique impacts ---

namespace {

/** What an oblique impact leaves: velocities of a grain of mass 1 and diameter 1, which comes with (vn, vt), and its spin. */
struct Rebound {
  double vn, vt, spin;
};

constexpr int STEPS = 400;    // per contact

/** The normal is along x, the tangential velocity along y. */
Rebound oblique(const std::string &wall, double contact, double vn, double vt)
{
  Simulation sim(R"(units lj
    atom_style sphere
    atom_modify map array
    boundary f f f
    comm_modify vel yes
    region box block -3 3 -3 3 -3 3
    create_box 1 box
    create_atoms 1 single 0.5 0 0
    set group all diameter 0.9999999999
    set group all mass 1
    region half block 0 INF INF INF INF INF
    velocity all set )" +
                 number(-vn) + " " + number(vt) + " 0\nneighbor 0.1 bin\nfix 1 all nve/sphere\n" +
                 "fix w all wall/" + wall + "\ntimestep " + number(contact / STEPS) + "\nrun " +
                 std::to_string(3 * STEPS));
  const State end = sim.state();
  return {end.v[0].x, end.v[0].y, end.omega[0].z};
}

constexpr double MU = 0.3, GAMMA = 20.0, VN = 1.0;

std::string with_friction(const std::string &place, double k, const std::string &more = "")
{
  return "contact " + place + " k " + number(k) + " kt " + number(2.0 / 7.0 * k) + " mu " +
      number(MU) + " " + more;
}

double error(const Rebound &r, double vt, double J)
{
  return std::max(
      {std::fabs(r.vn - VN), std::fabs(r.vt - (vt - J)), 0.2 * std::fabs(r.spin - 5.0 * J)});
}

}    // namespace

// A rigid sphere: the tangential impulse is J = min(4/7 vt, 2 mu vn), as for two grains (test_contact_impact.cpp). A grain does not turn
// about a flat wall, and its lever arm is R, so the stiffness does not matter: what is left, 3e-8, is the error of the time step

TEST(WallImpact, ObliqueReboundIsThatOfARigidGrain)
{
  for (const auto &place : WALLS)
    for (const double vt : {0.2, 0.6, 1.0, 1.1, 2.0, 5.0}) {    // they stick up to 7/2 mu vn = 1.05
      const double J = std::min(4.0 / 7.0 * vt, 2.0 * MU * VN);
      for (const double k : {1e4, 1e6, 1e8}) {
        const Rebound r = oblique(with_friction(place, k), PI * std::sqrt(1.0 / k), VN, vt);
        std::printf("vt %.1f k %.0e angle %.5f (%.5f) spin %.5f (%.5f) error %.1e\n", vt, k,
                    std::atan2(r.vt, r.vn), std::atan2(vt - J, VN), r.spin, 5.0 * J,
                    error(r, vt, J));
        EXPECT_LE(error(r, vt, J), 1e-7) << place << " " << vt << " " << k;
      }
    }
}

// With lever contact the arm is shorter by half of the overlap, which falls with the square root of the stiffness

TEST(WallImpact, LeverContactOfStiffGrains)
{
  for (const double vt : {0.2, 1.0, 2.0, 5.0}) {
    const double J = std::min(4.0 / 7.0 * vt, 2.0 * MU * VN);
    for (const double k : {1e4, 1e6, 1e8}) {
      const Rebound r =
          oblique(with_friction(WALLS[0], k, "lever contact"), PI * std::sqrt(1.0 / k), VN, vt);
      EXPECT_LE(error(r, vt, J), 1e-7 + 1.0 / std::sqrt(k)) << vt << " " << k;
    }
  }
}

// Hertz' law, where the grain slides all the time: J = 2 mu vn. It does if the velocity at the contact, 7/2 J less at the end, stays positive

TEST(WallImpact, ObliqueReboundOfHertzGrainsThatSlide)
{
  for (const auto &place : WALLS)
    for (const double vt : {3.0, 5.0}) {
      const double K = 1e6, dmax = std::pow(1.25 * VN * VN / K, 0.4),
                   contact = 2.9432751 * dmax / VN;
      const Rebound r = oblique("contact " + place + " law hertz k " + number(K) + " kt " +
                                    number(K) + " mu " + number(MU),
                                contact, VN, vt);
      EXPECT_LE(error(r, vt, 2.0 * MU * VN), 1e-4) << place << " " << vt;
    }
}

TEST(WallImpact, ObliqueReboundIsThatOfStock)
{
  const double k = STIFFNESS, contact = PI * std::sqrt(1.0 / k);
  for (const double vt : {0.2, 0.6, 1.0, 2.0, 5.0})
    for (const double gamma : {0.0, GAMMA}) {
      const Rebound a =
          oblique(with_friction(WALLS[0], k,
                                gamma > 0.0 ? "damping mass_velocity " + number(gamma) + " 0" : ""),
                  contact, VN, vt);
      const Rebound b = oblique("gran granular hooke " + number(k) + " " + number(gamma) +
                                    " damping mass_velocity tangential linear_history " +
                                    number(2.0 / 7.0 * k) + " 0 " + number(MU) + " xplane 0 NULL",
                                contact, VN, vt);
      const double difference = std::max(
          {std::fabs(a.vn - b.vn), std::fabs(a.vt - b.vt), 0.2 * std::fabs(a.spin - b.spin)});
      std::printf("vt %.1f gamma %g difference %.1e\n", vt, gamma, difference);
      EXPECT_LE(difference, gamma > 0.0 ? 4e-4 : 1e-9) << vt << " " << gamma;
    }
}
