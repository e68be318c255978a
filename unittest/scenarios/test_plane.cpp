/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// Two dimensions: discs, and ellipsoids that turn about z only.

#include "scenario.h"

#include "gtest/gtest.h"

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
  EXPECT_NEAR(run(DISC + "fix 1 all nve/sphere/leapfrog", 100).omega[0].z, 0.6 / (0.4 * 3.0),
              1e-12);
  EXPECT_NEAR(run(DISC + "fix 1 all nve/sphere/leapfrog disc", 100).omega[0].z, 0.6 / (0.5 * 3.0),
              1e-12);
  EXPECT_NEAR(run(DISC + "fix 1 all nve/sphere/leapfrog inertia 0.25", 100).omega[0].z,
              0.6 / (0.25 * 3.0), 1e-12);
}

TEST(Plane, DiscHasTheBitsOfTheStockStyle)
{
  const State ours = run(DISC + "fix 1 all nve/sphere/leapfrog disc update quat", 100),
              stock = run(DISC + "fix 1 all nve/sphere disc", 100);
  EXPECT_EQ(different_bits(ours.omega, stock.omega), 0);
}

TEST(Plane, DiscTurnsAboutZ)
{
  const Quat q =
      run(DISC + "fix 1 all nve/sphere/leapfrog disc update quat\nset atom 1 omega 0 0 1", 100)
          .q[0];
  const double angle = 1.0 + 0.5 * 0.6 / (0.5 * 3.0);    // omega t + 1/2 T/J t^2, t = 1
  EXPECT_NEAR(q.w, std::cos(0.5 * angle), 1e-12);
  EXPECT_NEAR(q.z, std::sin(0.5 * angle), 1e-12);
  EXPECT_EQ(q.x, 0.0);
  EXPECT_EQ(q.y, 0.0);
}

// Spin in the plane is not what a 2d run may have, but it must not turn a body out of the plane

TEST(Plane, SpinInThePlaneTurnsNothing)
{
  const Quat q =
      run(DISC + "fix 1 all nve/sphere/leapfrog update quat\nset atom 1 omega 1 2 0", 100).q[0];
  EXPECT_EQ(q.x, 0.0);
  EXPECT_EQ(q.y, 0.0);
  for (const char *half : {"orient", "current"}) {
    const Quat e =
        run(ELLIPSE + "set atom 1 angmom 0.3 0.2 0.4\nfix 1 all nve/asphere/fincham half " + half,
            100)
            .q[0];
    EXPECT_EQ(e.x, 0.0) << half;
    EXPECT_EQ(e.y, 0.0) << half;
    EXPECT_GT(e.z, 0.1) << half;
  }
}

// A free ellipse turns by L/I t, I = m/5 (a^2 + b^2). Fincham's step turns by 2 atan(omega h/2): 2e-6 less in 100 steps

TEST(Plane, EllipseTurnsAboutZ)
{
  const double angle = 0.4 / (0.2 * (1.5 * 1.5 + 1.0)) * 1.0;
  for (const char *half : {"orient", "current"}) {
    const Quat q =
        run(ELLIPSE + "set atom 1 angmom 0 0 0.4\nfix 1 all nve/asphere/fincham half " + half, 100)
            .q[0];
    EXPECT_NEAR(2.0 * std::atan2(q.z, q.w), angle, 1e-5) << half;
    EXPECT_EQ(q.x, 0.0) << half;
    EXPECT_EQ(q.y, 0.0) << half;
  }
}
