// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Where clumps come from: files of bodies and of molecules, restart files, fix deposit and fix
// pour; and gravity.

#include "clumps/clumps.h"

#include <cmath>

using namespace scenario;

namespace {

/** Two clumps that hit each other softly, and two spheres of no clump. */
const std::string ATOMS = box("units lj", "bpm/sphere") + COLLIDING + R"(
    group clumps union left right
    create_atoms 1 single -1.0 9.5 0.4
    create_atoms 1 single -1.0 -9.5 0.4
    set atom 7*8 diameter 1.0 density 1.0
)";

const std::string FORCES = R"(
    pair_style soft 1.0
    pair_coeff * * 20.0
    neigh_modify exclude molecule/intra clumps
    neighbor 0.5 bin
    comm_modify cutoff 4
    thermo_style custom step
    timestep 0.002
)";

std::string move(const std::string &fix, const std::string &keywords)
{
  return FORCES + "fix 1 clumps " + fix + " molecule " + keywords + "\n" + LISTED;
}

/** Moments that no sum over the members has. */
std::string other_moments(const std::string &fix)
{
  Simulation sim(ATOMS + move(fix, "") + "run 0");
  auto clumps = clumps_of(sim);
  clumps[0].inertia = {1.7, 1.1, 2.3};
  clumps[1].inertia = {0.2, 0.5, 0.6};
  for (Clump &c : clumps) c.L = c.mass * Vec3{0.3, 0.5, -0.4};
  return infile(clumps);
}

struct Differences {
  double x, v, omega;
};

/** 1000 steps, and the last 500 of them after a restart. Both see the clumps collide. */
Differences restarted(const std::string &fix, bool with_infile)
{
  const std::string file = scratch_file("restart"),
                    infile = with_infile ? "infile " + other_moments(fix) : "",
                    anew = with_infile ? "infile " + file + ".500.rigid" : "";
  Simulation unbroken(ATOMS + move(fix, infile) + "restart 500 " + file + ".*\nrun 1000");
  Simulation broken("read_restart " + file + ".500\n" + move(fix, anew) + "run 500");
  for (const char *suffix : {".500", ".500.rigid", ".1000", ".1000.rigid"})
    remove((file + suffix).c_str());
  const State a = unbroken.state(), b = broken.state();
  EXPECT_LE(largest_angle(a.q, b.q), 1e-12) << fix;    // of the members
  return {largest_difference(a.x, b.x), largest_difference(a.v, b.v),
          largest_difference(a.omega, b.omega)};
}

}    // namespace

// With 17 digits in the file, and other principal axes of the same tensor. Measured: 2e-15, fix
// rigid/small 6e-15

TEST(ClumpRestart, GoesOnToRoundOff)
{
  NEEDS_LAMMPS(20250722, "orientations of members of clumps");
  for (const bool with_infile : {true, false}) {
    const Differences d = restarted(OURS, with_infile);
    EXPECT_LE(d.x, 1e-14);
    EXPECT_LE(d.v, 1e-14);
    EXPECT_LE(d.omega, 1e-14);
  }
}

// The data of an infile hold until another file is read

TEST(ClumpRestart, MomentsOfAFileStayForAllRuns)
{
  NEEDS_LAMMPS(20250722, "orientations of members of clumps");
  Simulation sim(ATOMS + move(OURS, "infile " + other_moments(OURS)) + "run 500\nrun 500");
  const auto clumps = clumps_of(sim);
  EXPECT_LE(norm(clumps[0].inertia - Vec3{1.1, 1.7, 2.3}), 1e-14);    // in ascending order
  EXPECT_LE(norm(clumps[1].inertia - Vec3{0.2, 0.5, 0.6}), 1e-14);
}

// --- clumps that are inserted ---

namespace {

/** Three spheres, mass and moments of their union, so to speak; principal axes are not in ascending
 *  order. */
std::string molecule_file()
{
  const std::string name = scratch_file("molecule");
  std::ofstream(name) << R"(# angle

3 atoms
1.2 mass
0 0 0 com
0.4 0.2 0.5 0 0 0 inertia

Coords

1 -0.4 0.2 0.0
2 0.0 -0.4 0.0
3 0.4 0.2 0.0

Types

1 1
2 1
3 1

Diameters

1 1.0
2 1.0
3 1.0

Masses

1 0.4
2 0.4
3 0.4
)";
  return name;
}

const Vec3 MOMENTS = {0.5, 0.4,
                      0.2};    // in the order that LAMMPS gives them: axes z, x, y of the file
const Vec3 FIRST_SIDE = {0.4, -0.6, 0.0},
           SECOND_SIDE = {0.8, 0.0, 0.0};    // from member 1 to 2 and 3

std::string insertion(const std::string &style, const std::string &fix)
{
  return "boundary p p f\n" + box("units lj", style, "block -5 5 -5 5 0 20") + "molecule angle " +
      molecule_file() + R"(
    comm_modify vel yes cutoff 2
    pair_style gran/hooke/history 2000 NULL 20 NULL 0.5 0
    pair_coeff * *
    neigh_modify exclude molecule/intra all
    fix weight all gravity 1.0 vector 0 0 -1
    fix 1 all )" +
      fix + R"( mol angle
    fix floor all wall/gran hooke/history 2000 NULL 20 NULL 0.5 0 zplane 0 NULL
    region above block -4 4 -4 4 12 18
    thermo_style custom step
    timestep 0.001
)" + LISTED;
}

const std::string DEPOSIT =
    "fix feed all deposit 5 0 50 4711 region above mol angle rigid 1 near 2 vz -1 -1\n";
const std::string POUR = "fix feed all pour 12 0 4711 region above mol angle rigid 1\n";

/** Members are where their clump has them, and move with it. */
void expect_rigid(const Simulation &sim)
{
  const auto clumps = clumps_of(sim);
  for (const Member &m : members_of(sim)) {
    const Clump &c = clumps.at(m.molecule - 1);
    ASSERT_EQ(c.molecule, m.molecule);
    EXPECT_LE(norm(m.v - (c.v + cross(c.omega, m.x - c.x))), 1e-12);
    EXPECT_EQ(different_bits({m.omega}, {c.omega}), 0);
  }
}

}    // namespace

TEST(ClumpInsertion, TakesMassAndMomentsOfTheMoleculeFile)
{
  for (const auto &feed : {DEPOSIT, POUR}) {
    Simulation sim(insertion("hybrid sphere molecular", OURS + " molecule reinit no") + feed +
                   "run 3000\n");
    const auto inserted = clumps_of(sim).size();
    EXPECT_EQ(inserted, feed == POUR ? 12u : 5u);
    sim.run("run 5000");    // they fall on the floor and on each other
    EXPECT_EQ(clumps_of(sim).size(), inserted);
    for (const Clump &c : clumps_of(sim)) {
      EXPECT_EQ(c.mass, 1.2);
      EXPECT_LE(norm(c.inertia - MOMENTS), 1e-15);
      EXPECT_LT(c.x.z, 6.0);
    }
    expect_rigid(sim);
  }
}

// Stock LAMMPS: without `reinit no`, the next run adds up the members instead, .4 (.4 R^2 +
// distance^2)

TEST(ClumpInsertion, NeedsReinitNoToKeepThem)
{
  for (const auto &fix : {OURS, STOCK}) {
    Simulation sim(insertion("hybrid sphere molecular", fix + " molecule") + DEPOSIT +
                   "run 300\nrun 0");
    for (const Clump &c : clumps_of(sim))
      EXPECT_LE(norm(c.inertia - Vec3{0.216, 0.248, 0.344}), 1e-13) << fix;
  }
}

// The orientation of a member is the rotation of its clump against the molecule file (stock LAMMPS:
// not a number), and so are its principal axes

TEST(ClumpInsertion, TurnsTheOrientationsOfMembers)
{
  NEEDS_LAMMPS(20250722, "orientations of members of clumps");
  for (const auto &feed : {DEPOSIT, POUR}) {
    Simulation sim(insertion("bpm/sphere", OURS + " molecule reinit no") + feed);
    for (const char *steps :
         {"1", "200", "7000"}) {    // just inserted, falling, turned by the floor
      sim.run("run " + std::string(steps));
      const auto members = members_of(sim);
      const State s = sim.state();
      ASSERT_GE(members.size(), 3u);
      for (std::size_t i = 0; i < members.size(); i += 3) {
        EXPECT_GT(angle_between(s.q[i], {1, 0, 0, 0}), 1e-3);
        EXPECT_LE(norm(body_to_space(s.q[i], FIRST_SIDE) - (members[i + 1].x - members[i].x)),
                  1e-13);
        EXPECT_LE(norm(body_to_space(s.q[i], SECOND_SIDE) - (members[i + 2].x - members[i].x)),
                  1e-13);
        const Quat q = clumps_of(sim).at(members[i].molecule - 1).q;
        const Vec3 z = body_to_space(s.q[i], {0.0, 0.0, 1.0}),
                   x = body_to_space(s.q[i], {1.0, 0.0, 0.0});
        EXPECT_NEAR(std::fabs(dot(body_to_space(q, {1.0, 0.0, 0.0}), z)), 1.0, 1e-13);
        EXPECT_NEAR(std::fabs(dot(body_to_space(q, {0.0, 1.0, 0.0}), x)), 1.0, 1e-13);
        EXPECT_LE(largest_angle({s.q[i + 1], s.q[i + 2]}, {s.q[i], s.q[i]}), 1e-14);
      }
    }
  }
}

// LAMMPS writes what it knows of clumps beside a restart file, if the fix has mol; infile reads it.
// The clumps fall freely

TEST(ClumpInsertion, GoesOnFromAFileOfClumps)
{
  NEEDS_LAMMPS(20260704, "fix addtorque/atom");
  const std::string file = scratch_file("restart");
  Simulation unbroken(insertion("bpm/sphere", OURS + " molecule reinit no") + DEPOSIT +
                      "run 300\nunfix feed\nfix twist all addtorque/atom 0.3 0.2 0.5\nrun "
                      "300\nunfix twist\nwrite_restart " +
                      file);
  Simulation broken("read_restart " + file + R"(
    comm_modify vel yes cutoff 2
    pair_style zero 1.0
    pair_coeff * *
    neigh_modify exclude molecule/intra all
    fix weight all gravity 1.0 vector 0 0 -1
    thermo_style custom step
    fix 1 all )" + OURS +
                    " molecule infile " + file + ".rigid\n" + LISTED + "run 600");
  unbroken.run("run 600");
  remove((file + ".rigid").c_str());
  for (const Clump &c : clumps_of(broken)) {
    EXPECT_LE(norm(c.inertia - Vec3{0.2, 0.4, 0.5}), 1e-14);
    EXPECT_GT(norm(c.omega), 0.1);
  }
  const State a = unbroken.state(), b = broken.state();
  EXPECT_LE(largest_difference(a.x, b.x), 1e-13);
  EXPECT_LE(largest_difference(a.v, b.v), 1e-13);
  EXPECT_LE(largest_angle(a.q, b.q), 1e-13);
}

// --- gravity ---

// Free fall, and no torque, whether gravity pulls at the members or, by keyword, at the center of
// mass

TEST(ClumpRestart, GravityDoesNotTurnClumps)
{
  const std::string members = "fix weight all gravity 9.81 vector 0 0 -1\n",
                    center = "group none empty\nfix weight none gravity 9.81 vector 0 0 -1\n";
  const std::pair<std::string, std::string> ways[] = {{members, ""}, {center, " gravity weight"}};
  for (const auto &way : ways) {
    Simulation sim(box() + ANGLE + moving({0.1, 0.2, 0.0}, OMEGA) + way.first +
                   free_with(OURS + " molecule" + way.second) + LISTED + "timestep 0.001\nrun 0");
    const Clump before = clumps_of(sim)[0];
    sim.run("run 1000");
    const Clump after = clumps_of(sim)[0];
    EXPECT_NEAR(after.x.z - before.x.z, before.v.z - 0.5 * 9.81, 1e-12) << way.second;
    EXPECT_NEAR(after.v.z - before.v.z, -9.81, 1e-12) << way.second;
    EXPECT_LE(norm(after.L - before.L), 1e-12) << way.second;
  }
}
