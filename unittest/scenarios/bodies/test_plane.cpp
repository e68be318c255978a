// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Two dimensions: discs, and ellipsoids that turn about z only.

#include "scenario.h"

#include <cmath>

using namespace scenario;

namespace {

std::string plane(const std::string &style)
{
  return "units lj\ndimension 2\natom_style " + style + R"(
    region box block -10 10 -10 10 -0.5 0.5
    create_box 1 box
    create_atoms 1 single 0 0 0
    pair_style none
    comm_modify cutoff 2
    timestep 0.01
)";
}

const std::string DISC = plane("sphere") +
    "set atom 1 diameter 2\nset atom 1 mass 3\nfix twist all addtorque/atom 0 0 0.6\n";
const std::string ELLIPSE = plane("ellipsoid") + R"(
    set atom 1 shape 3 2 1
    set atom 1 mass 1
    set atom 1 quat 0 0 1 0
)";

State run(const std::string &script, int steps)
{
  Simulation sim(script + "\nrun " + std::to_string(steps));
  return sim.state("1");
}

}    // namespace

// omega = T t / J: J = 2/5 m R^2 of a ball, 1/2 m R^2 of a disc, F m R^2 of `inertia F`

TEST(Plane, MomentOfInertia)
{
  NEEDS_LAMMPS(20260704, "fix addtorque/atom");
  for (const auto &integrator : SPHERE_INTEGRATORS) {
    const std::string fix = DISC + "fix 1 all " + integrator.fix;
    EXPECT_NEAR(run(fix, 100).omega[0].z, 0.6 / (0.4 * 3.0), 1e-12) << integrator.fix;
    EXPECT_NEAR(run(fix + " disc", 100).omega[0].z, 0.6 / (0.5 * 3.0), 1e-12) << integrator.fix;
    EXPECT_NEAR(run(fix + " inertia 0.25", 100).omega[0].z, 0.6 / (0.25 * 3.0), 1e-12)
        << integrator.fix;
  }
}

TEST(Plane, DiscHasTheBitsOfTheStockStyle)
{
  NEEDS_LAMMPS(20260704, "fix addtorque/atom");
  const State stock = run(DISC + "fix 1 all nve/sphere disc", 100);
  for (const auto &integrator : SPHERE_INTEGRATORS) {
    if (!integrator.leapfrog) continue;
    const State ours = run(DISC + "fix 1 all " + integrator.fix + " disc", 100);
    EXPECT_EQ(different_bits(ours.omega, stock.omega), 0) << integrator.fix;
  }
}

// The spin of a step is that of its middle, omega0 + T/J (n - 1/2) h, of its end with map euler;
// the orientation turns by the angle of the map

TEST(Plane, DiscTurnsAboutZ)
{
  NEEDS_LAMMPS(20260704, "fix addtorque/atom");
  for (const auto &integrator : SPHERE_INTEGRATORS) {
    const Quat q =
        run(DISC + "fix 1 all " + integrator.fix + " disc\nset atom 1 omega 0 0 1", 100).q[0];
    double angle = 0.0;
    for (int n = 1; n <= 100; n++)
      angle += integrator.angle(
          0.01 * (1.0 + 0.6 / (0.5 * 3.0) * (integrator.leapfrog ? n - 0.5 : n) * 0.01));
    EXPECT_NEAR(q.w, std::cos(0.5 * angle), 1e-12) << integrator.fix;
    EXPECT_NEAR(q.z, std::sin(0.5 * angle), 1e-12) << integrator.fix;
    EXPECT_EQ(q.x, 0.0) << integrator.fix;
    EXPECT_EQ(q.y, 0.0) << integrator.fix;
  }
}

// A 2d run must not have angular velocity in the plane. If it has, that must not turn a particle
// out of the plane

TEST(Plane, SpinInThePlaneTurnsNothing)
{
  NEEDS_LAMMPS(20260704, "fix addtorque/atom");
  for (const auto &integrator : SPHERE_INTEGRATORS) {
    const Quat q = run(DISC + "fix 1 all " + integrator.fix + "\nset atom 1 omega 1 2 0", 100).q[0];
    EXPECT_EQ(q.x, 0.0) << integrator.fix;
    EXPECT_EQ(q.y, 0.0) << integrator.fix;
    EXPECT_GT(q.z, 0.1) << integrator.fix;    // by the torque
  }
  for (const auto &fix : ASPHERE_INTEGRATORS) {
    const Quat e = run(ELLIPSE + "set atom 1 angmom 0.3 0.2 0.4\nfix 1 all " + fix, 100).q[0];
    EXPECT_EQ(e.x, 0.0) << fix;
    EXPECT_EQ(e.y, 0.0) << fix;
    EXPECT_GT(e.z, 0.1) << fix;
  }
}

// Nor does it count for the bound of map exact: h |omega| is that of the angular velocity about z

TEST(Plane, SpinInThePlaneIsNoReasonToStop)
{
  NEEDS_LAMMPS(20260704, "fix addtorque/atom");
  Simulation disc(DISC + "fix 1 all nve/sphere/rodrigues map exact\nset atom 1 omega 200 0 0");
  EXPECT_EQ(disc.error_of("run 10"), "");
  Simulation ellipse(ELLIPSE + "set atom 1 angmom 200 0 0.4\nfix 1 all nve/asphere/variational");
  const std::string said = ellipse.output_of("run 10");
  EXPECT_FALSE(contains(said, "WARNING: Fix nve/asphere/variational")) << said;
}

// A free ellipse turns by L/I t, I = m/5 (a^2 + b^2). The steps of the schemes turn by up to asin(x)
// in place of x = omega h, which is 4e-6 more in 100 steps

TEST(Plane, EllipseTurnsAboutZ)
{
  const double angle = 0.4 / (0.2 * (1.5 * 1.5 + 1.0)) * 1.0;
  for (const auto &fix : ASPHERE_INTEGRATORS) {
    const Quat q = run(ELLIPSE + "set atom 1 angmom 0 0 0.4\nfix 1 all " + fix, 100).q[0];
    EXPECT_NEAR(2.0 * std::atan2(q.z, q.w), angle, 1e-5) << fix;
    EXPECT_EQ(q.x, 0.0) << fix;
    EXPECT_EQ(q.y, 0.0) << fix;
  }
}
