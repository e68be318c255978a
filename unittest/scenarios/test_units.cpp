// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Units: where LAMMPS' force per mass is no acceleration (ftm2v != 1), and very small bodies.

#include "scenario.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace scenario;

namespace {

struct Units {
  const char *name;
  // LAMMPS' src/update.cpp, set_units(); for angular momentum it is the factor of the torque
  double ftm2v;
};

const Units ALL_UNITS[] = {{"lj", 1.0},
                           {"si", 1.0},
                           {"cgs", 1.0},
                           {"real", 1.0 / 48.88821291 / 48.88821291},
                           {"metal", 1.0 / 1.0364269e-4}};

std::string head(const std::string &units, const std::string &style)
{
  return "units " + units + "\natom_style " + style + R"(
    region box block -10 10 -10 10 -10 10
    create_box 1 box
    create_atoms 1 single 0 0 0
    pair_style none
    comm_modify cutoff 2
)";
}

constexpr double MASS = 3.0, ACCELERATION = 0.2, TORQUE = 0.7, H = 0.0625;
constexpr int N = 16;

/** Commands that push and twist: force and torque are ACCELERATION MASS and TORQUE in units without
 *  a factor. */
std::string push(const Units &u)
{
  char text[200];
  snprintf(
      text, sizeof(text),
      "fix push all addforce %.17g 0 0\nfix twist all addtorque/atom 0 0 %.17g\ntimestep %.17g\n",
      ACCELERATION * MASS / u.ftm2v, TORQUE / u.ftm2v, H);
  return text;
}

}    // namespace

// Constant force and torque: v = F/m t, omega = T/I t, L = T t are exact. The n-th step goes by the
// velocity of its middle in a leapfrog, of its end in map euler; orientations turn by the angle of
// the map

TEST(Units, SphereUnderConstantForceAndTorque)
{
  NEEDS_LAMMPS(20260704, "fix addtorque/atom");
  for (const auto &integrator : SPHERE_INTEGRATORS)
    for (const Units &u : ALL_UNITS)
      for (const char *inertia : {"0.4", "0.3"}) {
        Simulation sim(head(u.name, "sphere") + "set atom 1 diameter 4\nset atom 1 mass 3\n" +
                       push(u) + "fix 1 all " + integrator.fix + " inertia " + inertia +
                       "\nrun 16");
        const State s = sim.state("1");
        const double rate = TORQUE / (atof(inertia) * MASS * 4.0);
        double x = 0.0, angle = 0.0;
        for (int n = 1; n <= N; n++) {
          const double t = (integrator.leapfrog ? n - 0.5 : n) * H;
          x += H * ACCELERATION * t;
          angle += integrator.angle(H * rate * t);
        }
        EXPECT_NEAR(s.v[0].x, ACCELERATION * N * H, 1e-7) << integrator.fix << " " << u.name;
        EXPECT_NEAR(s.x[0].x, x, 1e-7) << integrator.fix << " " << u.name;
        EXPECT_NEAR(s.omega[0].z, rate * N * H, 1e-7) << integrator.fix << " " << u.name;
        EXPECT_NEAR(2.0 * std::atan2(s.q[0].z, s.q[0].w), angle, 1e-7)
            << integrator.fix << " " << u.name;
      }
}

TEST(Units, EllipsoidUnderConstantForceAndTorque)
{
  NEEDS_LAMMPS(20260704, "fix addtorque/atom");
  for (const auto &fix : ASPHERE_INTEGRATORS)
    for (const Units &u : ALL_UNITS) {
      Simulation sim(head(u.name, "ellipsoid") +
                     "set atom 1 shape 2 4 6\nset atom 1 mass 3\nset atom 1 quat 0 0 1 0\n" +
                     push(u) + "fix 1 all " + fix + "\nrun 16");
      const State s = sim.state();
      const double t = N * H, rate = TORQUE / (MASS / 5.0 * (1.0 + 4.0));    // I = m/5 (a^2 + b^2)
      EXPECT_NEAR(s.v[0].x, ACCELERATION * t, 1e-7) << fix << " " << u.name;
      EXPECT_NEAR(s.x[0].x, 0.5 * ACCELERATION * t * t, 1e-7) << fix << " " << u.name;
      EXPECT_NEAR(s.angmom[0].z, TORQUE * t, 1e-7) << fix << " " << u.name;
      EXPECT_NEAR(2.0 * std::atan2(s.q[0].z, s.q[0].w), 0.5 * rate * t * t, 1e-5)
          << fix << " " << u.name;    // to second order in H
    }
}
