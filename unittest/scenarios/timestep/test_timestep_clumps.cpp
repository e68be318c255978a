// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// compute timestep/contact with rigid bodies.
//
// A clump of two spheres of mass 1 at (0,0,0) and (.99,0,0) and a ball that touches its second
// sphere. With one contact of two bodies that have lambda_i and lambda_j, the largest eigenvalue is
// lambda_i + lambda_j

#include "timestep/timestep.h"

#include <cmath>

using namespace scenario;

namespace {

const std::string RIGID[] = {"rigid molecule", "rigid/nve molecule", "rigid/small molecule",
                             "rigid/nve/small molecule", "rigid/small/variational molecule"};

std::string clump(const Vec3 &ball, const std::string &rigid, const std::string &first = "")
{
  std::string script = first + R"(
    atom_style hybrid sphere molecular
    atom_modify map array
    boundary f f f
    comm_modify vel yes
    neighbor 0.1 bin
    region box block -20 20 -20 20 -20 20
    create_box 1 box
    create_atoms 1 single 0 0 0
    create_atoms 1 single 0.99 0 0
    create_atoms 1 single )" +
      number(ball.x) + " " + number(ball.y) + " " + number(ball.z) + R"(
    set group all diameter 1 mass 1
    set atom 1 mol 1
    set atom 2 mol 1
    group body id 1 2
    group ball id 3
    fix nve ball nve/sphere
)";
  return script + "fix clump body " + rigid + "\n";
}

// moment of the clump about its center, across its axis
const double ACROSS = 2 * (0.1 + 0.495 * 0.495);

}    // namespace

TEST(TimestepContact, ClumpsHaveMassAndInertiaOfTheBody)
{
  for (const std::string &rigid : RIGID)
    for (const std::string newton : {"newton on\n", "newton off\n"}) {
      // along the axis: 1/M = 1/2
      EXPECT_NEAR(step_of(clump({1.98, 0.0, 0.0}, rigid, newton) + hooke(1.0, 0.0)),
                  2.0 / std::sqrt(1.0 + 0.5), 1e-9)
          << rigid;
      // across it, at .495 from the center of mass: 1/M + .495^2/I
      const double across = 0.5 + 0.495 * 0.495 / ACROSS;
      EXPECT_NEAR(step_of(clump({0.99, 0.99, 0.0}, rigid, newton) + hooke(1.0, 0.0)),
                  2.0 / std::sqrt(1.0 + across), 1e-9)
          << rigid;
      // along the axis with kt: the lever of the clump is .495 + .5, that of the ball .5
      const double kt = 0.8, shear = kt * (0.5 + 0.995 * 0.995 / ACROSS + 1.0 + 0.25 / 0.1);
      EXPECT_NEAR(step_of(clump({1.98, 0.0, 0.0}, rigid, newton) + hooke(1.0, kt)),
                  2.0 / std::sqrt(shear), 1e-9)
          << rigid;
    }
}

// Neighbor lists may have pairs of one body, which do not move relative to each other: so there is
// no limit

TEST(TimestepContact, MembersOfAClumpDoNotTouchEachOther)
{
  for (const std::string &rigid : RIGID)
    EXPECT_EQ(step_of(clump({10.0, 0.0, 0.0}, rigid) + hooke(1.0, 1.0)), 1e20) << rigid;
}

// fix rigid/small gives a body to the member next to its center, here the second of three. All
// members have the rates of the body, whether or not the owner is in the group. The ball touches
// the third one

TEST(TimestepContact, ClumpsWhoseOwnerDoesNotMove)
{
  for (const std::string &rigid : RIGID)
    for (const std::string dropped : {"1", "2"}) {
      std::string script = clump({2.97, 0.0, 0.0}, rigid);
      const auto replace = [&](const std::string &old, const std::string &by) {
        script.replace(script.find(old), old.size(), by);
      };
      replace("single 0.99 0 0\n", "single 0.99 0 0\ncreate_atoms 1 single 1.98 0 0\n");
      replace("set atom 2 mol 1\n", "set atom 2*3 mol 1\n");
      replace("group body id 1 2\n", "group body id 1 2 3\n");
      replace("group ball id 3\n", "group ball id 4\n");
      script += hooke(1.0, 0.0) + "group dropped id " + dropped +
          "\ngroup rest subtract all dropped\ncompute s rest timestep/contact\n";
      Simulation sim(script + "thermo_style custom step c_s\nrun 0");
      EXPECT_NEAR(sim.value("c_s"), 2.0 / std::sqrt(1.0 + 1.0 / 3.0), 1e-9)
          << rigid << " without " << dropped;
    }
}

// With less mass and inertia than the members have, as from a file, the step is shorter than that
// of free members. The note of the file: number of bodies; ID, mass, center, tensor xx yy zz xy xz
// yz, velocity, angular momentum, images

TEST(TimestepContact, ClumpsWithMomentsFromAFile)
{
  const std::string file = scratch_file("bodies");
  FILE *fp = fopen(file.c_str(), "w");
  fprintf(fp, "1\n1 0.1 0.495 0 0 0.01 0.05 0.05 0 0 0 0 0 0 0 0 0 0 0 0\n");
  fclose(fp);
  for (const std::string &rigid : RIGID)
    EXPECT_NEAR(step_of(clump({0.99, 0.99, 0.0}, rigid + " infile " + file) + hooke(1.0, 0.0)),
                2.0 / std::sqrt(1.0 + 10.0 + 0.495 * 0.495 / 0.05), 1e-9)
        << rigid;
}

// Pair styles take the mass of the body in their dashpots, c = g m_eff: 2/3 here, where members
// alone would have 1/2

TEST(TimestepContact, DashpotsOfClumps)
{
  const double g = 0.6, c = g * 2.0 / 3.0;
  const double gamma = c * 1.5, lambda = 1.5;
  for (const std::string &rigid : RIGID)
    EXPECT_NEAR(step_of(clump({1.98, 0.0, 0.0}, rigid) + hooke(1.0, 0.0, "0.6 0 0 0")),
                4.0 / (gamma + std::sqrt(gamma * gamma + 4.0 * lambda)), 1e-9)
        << rigid;
  // and walls: granular, mass_velocity, m_eff = 2
  const std::string wall = "fix floor all wall/gran granular hooke 1 0.3 damping mass_velocity "
                           "tangential linear_nohistory 0 0 xplane -0.49 NULL\n";
  const double c2 = 0.3 * 2.0 * 0.5;
  EXPECT_NEAR(step_of(clump({10.0, 0.0, 0.0}, RIGID[2]) + hooke(1.0, 0.0) + wall),
              4.0 / (c2 + std::sqrt(c2 * c2 + 4.0 * 0.5)), 1e-9);
}

// In a plane the clump turns about its normal only

TEST(TimestepContact, ClumpsInTwoDimensions)
{
  for (const std::string &rigid : RIGID) {
    std::string script = clump({0.99, 0.99, 0.0}, rigid, "dimension 2\n");
    script.replace(script.find("boundary f f f"), 14, "boundary f f p");
    script.replace(script.find("-20 20 -20 20 -20 20"), 20, "-20 20 -20 20 -.5 .5");
    Simulation sim(script + hooke(1.0, 0.0) + "fix plane all enforce2d\n");
    EXPECT_NEAR(step(sim), 2.0 / std::sqrt(1.5 + 0.495 * 0.495 / ACROSS), 1e-9) << rigid;
  }
}
