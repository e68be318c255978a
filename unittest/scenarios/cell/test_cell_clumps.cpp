// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Clumps of fix rigid/small/variational in a cell that flows (fix deform/gradv).

#include "clumps/clumps.h"
#include "kernels/flow.h"

#include <cmath>

using namespace scenario;
using VARDEM::UpperTriangle;

namespace {

const UpperTriangle L = {0.02, -0.02, 0.01, 0.3, 0.2, 0.5};
const Vec3 ORIGIN = {1.5, 1.5, 1.5};

/** Two dumbbells in a tilted cell of 3; the second one lies across a face. */
const std::string DUMBBELLS = R"(
    units lj
    atom_style hybrid sphere molecular
    atom_modify map array
    comm_modify vel yes cutoff 1.2
    newton off
    region box prism 0 3 0 3 0 3 0.2 0.1 -0.2
    create_box 1 box
    create_atoms 1 single 0.7 1.9 1.5
    create_atoms 1 single 1.05 2.3 1.7
    create_atoms 1 single 2.9 0.4 2.8
    create_atoms 1 single 0.25 0.5 2.9
    set atom 1*2 mol 1
    set atom 3*4 mol 2
    set group all diameter 0.4
    set group all density 1
    set atom 4 image 1 0 0
    pair_style zero 0.5
    pair_coeff * *
    neighbor 0.3 bin
    neigh_modify every 1 delay 0 check yes exclude molecule/intra all
    timestep 0.01
    thermo_style custom step
    fix move all rigid/small/variational molecule
  )";

std::string gradv(const std::string &more)
{
  return "fix cell all deform/gradv gradv 0.02 -0.02 0.01 0.5 0.2 0.3 " + more + "\n";
}

/** Center of clump k = 0, 1, unwrapped. */
Vec3 center(const Simulation &sim, int k)
{
  const auto *atom = sim.lammps()->atom;
  Vec3 sum = {0.0, 0.0, 0.0};
  for (int tag = 2 * k + 1; tag <= 2 * k + 2; tag++) {
    const int i = sim.lammps()->atom->map(tag);
    double x[3];
    sim.lammps()->domain->unmap(atom->x[i], atom->image[i], x);
    sum = sum + 0.5 * Vec3{x[0], x[1], x[2]};
  }
  return sum;
}

/** F (x - ORIGIN) + ORIGIN with the F of the fix. */
Vec3 carried(const Simulation &sim, const Vec3 &x)
{
  const auto F = [&](int n) {
    return sim.value("f_cell[" + std::to_string(12 + n) + "]");
  };
  const Vec3 d = x - ORIGIN;
  return ORIGIN + Vec3{F(1) * d.x + F(2) * d.y + F(3) * d.z, F(5) * d.y + F(6) * d.z, F(9) * d.z};
}

void expect_to_be_carried(const Simulation &sim, const Vec3 (&start)[2], double tolerance)
{
  for (int k = 0; k < 2; k++)
    EXPECT_LT(norm(center(sim, k) - carried(sim, start[k])), tolerance) << "clump " << k;
}

}    // namespace

// 2,000 steps, a strain of 10 and several flips: centers that start with the flow stay where the
// cell carries them. So they do in a run in two parts, where the bodies are made anew from their
// members (reinit yes)

TEST(ClumpsInACell, CentersFollowTheCell)
{
  for (const std::string runs : {"run 2000", "run 700\nrun 1300"}) {
    Simulation sim(DUMBBELLS + gradv("kick yes"));
    const Vec3 start[2] = {center(sim, 0), center(sim, 1)};
    sim.run(runs);
    EXPECT_GT(sim.value("f_cell[14]"), 5.0) << "the cell must flip in this test";
    expect_to_be_carried(sim, start, 3e-11);
  }
}

// After a restart with another keyword a new stage begins. The members of a clump across a face
// have the velocities of different images, those of the last stage, and its center goes on with the
// flow. The bound allows for the start: u(x) and the velocity of a center at a time step differ by
// h^2 L^3 x/4

TEST(ClumpsInACell, CentersFollowTheCellInANewStage)
{
  const std::string file = scratch_file("restart");
  Simulation first(DUMBBELLS + gradv("kick yes") + "run 5\nwrite_restart " + file);
  const Vec3 start[2] = {center(first, 0), center(first, 1)};
  Simulation sim(
      "comm_modify vel yes cutoff 1.2\nread_restart " + file +
      "\npair_style zero 0.5\npair_coeff * *\nneighbor 0.3 bin\nthermo_style custom step\n"
      "neigh_modify every 1 delay 0 check yes exclude molecule/intra all\n"
      "fix move all rigid/small/variational molecule\n" +
      gradv("kick no origin 1.5 1.5 1.5"));
  EXPECT_TRUE(contains(sim.output_of("run 200"), "begins anew, because keyword kick changed"));
  EXPECT_NEAR(sim.value("f_cell[14]"), 1.0, 0.05);
  expect_to_be_carried(sim, start, 2e-6);
  remove(file.c_str());
}

// The set-up of clumps after a restart does not change the velocities of single particles, whatever
// image they are in

TEST(ClumpsInACell, SetUpLeavesSingleParticlesAlone)
{
  const std::string file = scratch_file("restart");
  const std::string contact_bodies = "fix move clumps rigid/small/variational molecule\n"
                                     "fix single singles nve/sphere/leapfrog\n";
  Simulation first(DUMBBELLS + R"(
    unfix move
    create_atoms 1 single 2 1 0.6
    set atom 5 mol 3
    set atom 5 diameter 0.4
    set atom 5 density 1
    set atom 5 image 1 2 3
    group clumps molecule 1 2
    group singles molecule 3
  )" + contact_bodies +
                   gradv("kick yes") + "run 5\nwrite_restart " + file);
  Simulation sim(
      "comm_modify vel yes cutoff 1.2\nread_restart " + file +
      "\npair_style zero 0.5\npair_coeff * *\nneighbor 0.3 bin\nthermo_style custom step\n"
      "neigh_modify every 1 delay 0 check yes exclude molecule/intra all\n" +
      contact_bodies + gradv("kick yes"));
  const auto v = [&] {
    return members_of(sim).at(4).v;
  };
  const Vec3 before = v();
  sim.run("run 0");
  EXPECT_EQ(different_bits({v()}, {before}), 0);
  remove(file.c_str());
}

// A clump at rest that lies across a face starts with the flow of its center and with the spin, as
// a clump inside does

TEST(ClumpsInACell, StartDoesNotDependOnTheFaces)
{
  for (const std::string &before : {std::string(), "write_data " + scratch_file("data") + "\n"}) {
    Simulation sim(DUMBBELLS + "fix cell all deform/gradv gradv 0 0 0 0.5 0 0 kick yes\n" + before +
                   "run 0");
    const auto *atom = sim.lammps()->atom;
    const Vec3 spin = {0.0, 0.0, -0.25};
    for (int tag = 1; tag <= 4; tag++) {
      const int i = sim.lammps()->atom->map(tag);
      EXPECT_NEAR(atom->omega[i][0], spin.x, 1e-14) << before << "atom " << tag;
      EXPECT_NEAR(atom->omega[i][1], spin.y, 1e-14) << before << "atom " << tag;
      EXPECT_NEAR(atom->omega[i][2], spin.z, 1e-14) << before << "atom " << tag;
    }
  }
}

// Free clumps have only the kinetic part of the stress: the cell does no work on their centers,
// whose energy is constant. (With spin yes it does work on their rotation:
// LedgerCell.FreeEllipsoids)

TEST(ClumpsInACell, CellDoesNoWorkOnFreeClumps)
{
  Simulation sim(DUMBBELLS + "velocity all set 0.3 -0.2 0.1\n" + gradv("kick yes spin no") +
                 "fix led all energy/ledger\nthermo_modify norm no\nrun 0");
  const double start = sim.value("f_led[1]");
  sim.run("run 1000");
  EXPECT_EQ(sim.value("f_cell[35]"), 0.0);
  EXPECT_NEAR(sim.value("f_led[1]"), start, 1e-4 * start);
}

// The fix of the clumps may be deleted before the output, which then is that of their members. These
// turn slowly, so that their stress is 2.4 % larger than that of the clumps

TEST(ClumpsInACell, OutputOutlivesTheClumps)
{
  const std::string script =
      DUMBBELLS + "velocity all set 0.3 -0.2 0.1\n" + gradv("kick yes") + "run 10\n";
  const double of_clumps = Simulation(script).value("f_cell[29]"),
               of_members = Simulation(script + "unfix move").value("f_cell[29]");
  EXPECT_LE(of_clumps, -4e-4);
  EXPECT_NEAR(of_members / of_clumps, 1.024, 0.001);
}

// --- the fix of the flow goes away, or is not the first to meet clumps ---

namespace {

/** A dumbbell across the x face and one inside, and what takes the cell along. */
std::string across_a_face(const std::string &gradient)
{
  return R"(
    units lj
    atom_style hybrid sphere molecular
    atom_modify map array
    comm_modify vel yes cutoff 3
    region box prism -5 5 -5 5 -5 5 0 0 0
    create_box 1 box
    create_atoms 1 single 4.7 0 0
    create_atoms 1 single -4.4 0 0
    create_atoms 1 single 2 4.7 2
    create_atoms 1 single 2 -4.4 2
    set group all diameter 1
    set group all mass 1
    set atom 1*2 mol 1
    set atom 3*4 mol 2
    set atom 2 image 1 0 0
    set atom 4 image 0 1 0
    pair_style zero 1.5
    pair_coeff * *
    neighbor 0.3 bin
    timestep 0.001
    thermo_style custom step
    fix move all rigid/small/variational molecule
  )" + ("fix cell all deform/gradv gradv " + gradient);
}

}    // namespace

// Behind unfix they fly on with the velocity of the image of their center that is in the cell; a fix
// that is defined again takes them along as before

TEST(ClumpsInACell, KeepTheirMotionWhenTheFlowEnds)
{
  const struct {
    std::string gradient;
    double xx, xy;
  } cases[] = {{"-0.1 0 0 0 0 0", -0.1, 0.0}, {"0 0 0 0.5 0 0", 0.0, 0.5}};
  for (const auto &c : cases) {
    const std::string start = across_a_face(c.gradient) + " kick yes\nrun 20\n";
    Simulation plain(start + "run 200"),
        again(start + "unfix cell\n" + "fix cell all deform/gradv gradv " + c.gradient +
              " kick no\nrun 200");
    Simulation free(start + "unfix cell");
    const Vec3 before[2] = {center(free, 0), center(free, 1)};
    free.run("run 200");
    for (int k = 0; k < 2; k++) {
      EXPECT_LT(norm(center(again, k) - center(plain, k)), 1e-6) << c.gradient;
      const auto inside = [](double x) {
        return x > 5.0 ? x - 10.0 : x;
      };
      const Vec3 u = {c.xx * inside(before[k].x) + c.xy * inside(before[k].y), 0.0, 0.0};
      EXPECT_LT(norm(center(free, k) - before[k] - 0.2 * u), 1e-3) << c.gradient;
    }
    EXPECT_LT(norm(free.state().omega[2]), 0.26) << c.gradient;
  }
}

TEST(ClumpsInACell, KickReachesTheClumpsOfAllFixes)
{
  Simulation sim(DUMBBELLS + R"(
    unfix move
    group one molecule 1
    group two molecule 2
    fix m1 one rigid/small/variational molecule
    fix m2 two rigid/small/variational molecule
  )" + gradv("kick yes"));
  const Vec3 start[2] = {center(sim, 0), center(sim, 1)};
  sim.run("run 100");
  expect_to_be_carried(sim, start, 1e-11);
}

// Command velocity goes through the set-up of clumps, which is no second start of the flow

TEST(ClumpsInACell, VelocityZeroLeavesTheMotionOfCenters)
{
  Simulation sim(DUMBBELLS + gradv("kick yes"));
  const Vec3 start[2] = {center(sim, 0), center(sim, 1)};
  sim.run("run 10\nvelocity all zero angular rigid move\nrun 90");
  expect_to_be_carried(sim, start, 1e-11);
}

// A virial with the change of velocities over a step would be of order 1/h: 60 here

TEST(ClumpsInACell, SetUpHasNoVirialOfFreeClumps)
{
  Simulation sim(across_a_face("0 0 0 0.3 0 0 kick yes") +
                 "\ncompute p all pressure NULL virial\nthermo_style custom step c_p[1] c_p[4]\n"
                 "run 0");
  EXPECT_LT(std::fabs(sim.value("c_p[1]")) + std::fabs(sim.value("c_p[4]")), 1e-6);
  sim.run("run 10");
  sim.run("run 0");
  EXPECT_LT(std::fabs(sim.value("c_p[1]")) + std::fabs(sim.value("c_p[4]")), 1e-6);
}

// One clump leans on a floor, and no particles interact: the cell has the kinetic stress alone

TEST(ClumpsInACell, StressIsWithoutTheForcesOfWalls)
{
  Simulation sim(R"(
    units lj
    atom_style hybrid sphere molecular
    atom_modify map array
    boundary p p f
    region box block -5 5 -5 5 -1 9
    create_box 1 box
    create_atoms 1 single 0 0 0.49
    create_atoms 1 single 0.3 0 1.2
    set group all diameter 1
    set group all mass 1
    set group all mol 1
    comm_modify vel yes cutoff 3
    neighbor 0.3 bin
    neigh_modify exclude molecule/intra all
    timestep 0.001
    pair_style contact/hooke
    pair_coeff * * k 1000
    thermo_style custom step
    thermo_modify norm no
    fix w all wall/contact plane 0 0 0 0 0 1 k 1000 kt 300 mu 0.5
    fix move all rigid/small/variational molecule
    fix cell all deform/gradv gradv 0 0 0 0 0 0
    run 3
  )");
  EXPECT_GT(sim.value("-f_w[3]"), 9.0);
  EXPECT_LT(std::fabs(sim.value("f_cell[31]*vol")), 1e-3);
}
