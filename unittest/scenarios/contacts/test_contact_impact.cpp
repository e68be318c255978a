// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Impacts of two grains: coefficient of restitution over the phases of the first contact, and the
// rebound of oblique impacts.

#include "scenario.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

using namespace scenario;

namespace {

constexpr double PI = 3.14159265358979323846, STIFFNESS = 195000.0;
const double CONTACT_TIME = PI * std::sqrt(0.5 / STIFFNESS);    // of two grains of mass 1
constexpr int PHASES = 64;
constexpr double SPEED = 5.0;    // of each grain

/** Pairs of grains of diameter and mass 1, far from each other. Pair p first touches (p + 1/2)/64
 *  of a step after a step. */
std::string pairs(double h)
{
  std::string lines = R"(units lj
    atom_style sphere
    atom_modify map array
    comm_modify vel yes cutoff 3
    region box block -5 5 -10 10 -10 10
    create_box 1 box
)";
  for (int p = 0; p < PHASES; p++)
    for (const double side : {-1.0, 1.0})
      lines += "create_atoms 1 single " + number(side * (0.5 + SPEED * h * (p + 0.5) / PHASES)) +
          " " + number(2 * (p % 8) - 7) + " " + number(2 * (p / 8) - 7) + "\n";
  return lines + "set group all diameter 1\nset group all mass 1\nset group all vx 0\n" +
      "variable vx atom -" + number(SPEED) + "*(x>0)+" + number(SPEED) +
      "*(x<0)\nvelocity all set v_vx 0 0\nfix 1 all nve/sphere\ntimestep " + number(h) + "\n";
}

struct Restitution {
  double bias, largest;    // mean error and largest error over the phases
};

Restitution restitution(const std::string &pair, double exact, int steps_per_contact = 160)
{
  const double h = CONTACT_TIME / steps_per_contact;
  Simulation sim(pairs(h) + pair + "\nrun " + std::to_string(5 * steps_per_contact));
  const State end = sim.state();
  Restitution found = {0.0, 0.0};
  for (int p = 0; p < PHASES; p++) {
    const double error = (end.v[2 * p + 1].x - end.v[2 * p].x) / (2.0 * SPEED) - exact;
    found.bias += error / PHASES;
    found.largest = larger(found.largest, std::fabs(error));
  }
  return found;
}

std::string hooke(const std::string &rest)
{
  return "pair_style contact/hooke\npair_coeff * * k " + number(STIFFNESS) + " " + rest;
}

}    // namespace

// e = exp(-gamma t_g pi/2), t_g = [2k/m - gamma^2/4]^(-1/2): De Klerk et al., arXiv:2103.01757,
// (33), (34), as corrected. The dashpot begins and ends with a jump of the force, within a step, so
// single impacts scatter by gamma h/4

TEST(Impact, RestitutionOfMassVelocityDashpots)
{
  const struct {
    double gamma, e, bound;
  } cases[] = {{15, 0.96297, 2e-5}, {30, 0.92730, 3e-5}, {60, 0.85977, 5e-5}, {150, 0.68383, 1e-4}};
  for (const auto &c : cases) {
    const double tg = 1.0 / std::sqrt(2.0 * STIFFNESS - c.gamma * c.gamma / 4.0);
    const double exact = std::exp(-c.gamma * PI * tg / 2.0);
    EXPECT_NEAR(exact, c.e, 5e-6);
    const Restitution found =
        restitution(hooke("damping mass_velocity " + number(c.gamma) + " 0"), exact);
    EXPECT_LE(std::fabs(found.bias), c.bound) << c.gamma;
    EXPECT_LE(found.largest, 4e-3) << c.gamma;
  }
}

// Keyword restitution: E by construction in the limit of small steps; bounds of the steps of the
// figures above

TEST(Impact, KeywordRestitution)
{
  const double dmax = 2.0 * SPEED * CONTACT_TIME / 2.9432751;    // Hertz: of the same contact time
  const double K = 1.25 * 0.5 * 4.0 * SPEED * SPEED / std::pow(dmax, 2.5);
  for (const double E : {0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 0.95, 1.0}) {
    const std::string e = "damping restitution " + number(E);
    EXPECT_LE(std::fabs(restitution(hooke(e), E).bias), 1.2e-4) << E;
    EXPECT_LE(std::fabs(restitution(
                            "pair_style contact/hertz\npair_coeff * * k " + number(K) + " " + e, E)
                            .bias),
              0.01 * E)
        << E;
  }
}

// --- oblique impacts ---

namespace {

/** What an oblique impact leaves: velocities of the first grain, which comes with (vn, vt), and its
 *  spin. The second one has the opposite velocity and the same spin. */
struct Rebound {
  double vn, vt, spin;
};

/** Normals are along x, the tangential velocity along y. */
Rebound oblique(const std::string &pair, double k, double vn, double vt, int steps_per_contact)
{
  const double contact = PI * std::sqrt(0.5 / k), h = contact / steps_per_contact;
  Simulation sim(R"(units lj
    atom_style sphere
    atom_modify map array
    newton off
    comm_modify vel yes
    region box block -3 3 -3 3 -3 3
    create_box 1 box
    create_atoms 1 single -0.5 0 0
    create_atoms 1 single 0.5 0 0
    set group all diameter 0.9999999999
    set group all mass 1
    group first id 1
    group second id 2
    velocity first set )" +
                 number(vn) + " " + number(vt) + " 0\nvelocity second set " + number(-vn) + " " +
                 number(-vt) + " 0\nneighbor 0.1 bin\nfix 1 all nve/sphere\n" + pair +
                 "\ntimestep " + number(h) + "\nrun " + std::to_string(3 * steps_per_contact));
  const State end = sim.state();
  return {-end.v[0].x, end.v[0].y, end.omega[0].z};
}

constexpr double MU = 0.3, GAMMA = 20.0, VN = 1.0;

std::string ours(double k, const std::string &more = "")
{
  return "pair_style contact/hooke\npair_coeff * * k " + number(k) + " kt " +
      number(2.0 / 7.0 * k) + " mu " + number(MU) + " " + more;
}

}    // namespace

// Rigid spheres of mass m and moment of inertia 2/5 m R^2. A tangential impulse J takes J/m from
// vt, adds J R to I omega, and takes 7/2 J/m from the velocity at the contact. Sliding: J = mu Jn,
// Jn = 2 m vn. Sticking: with kt = 2/7 k the oscillations of both springs take the same time
// (Walton, Mech. Mater. 16 (1993) 239; Maw, Barber & Fawcett, Wear 38 (1976) 101), so the velocity
// at the contact is reversed, 7/2 J/m = 2 vt. Which of them it is depends on which J is smaller.
// Grains of finite stiffness turn about each other while they touch, by about vt times the contact
// time over the diameter, so the error falls with the square root of the stiffness

TEST(Impact, ObliqueReboundOfStiffGrains)
{
  for (const double vt : {0.2, 0.6, 1.0, 1.1, 2.0, 5.0}) {    // they stick up to 7/2 mu vn = 1.05
    const double J = std::min(4.0 / 7.0 * vt, 2.0 * MU * VN), spin = -5.0 * J;
    double before = 0.0;
    for (const double k : {1e4, 1e6, 1e8}) {
      const Rebound r = oblique(ours(k), k, VN, vt, 400);
      const double error = std::max(
          {std::fabs(r.vn - VN), std::fabs(r.vt - (vt - J)), 0.2 * std::fabs(r.spin - spin)});
      const double turn = vt * PI * std::sqrt(0.5 / k);
      EXPECT_LE(error, 2.0 * turn * std::hypot(VN, vt)) << vt << " " << k;
      if (before > 1e-4) { EXPECT_LE(error, 0.13 * before) << vt << " " << k; }
      before = error;
    }
  }
}
