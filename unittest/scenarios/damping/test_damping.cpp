// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix damping/cundall/onstep on single particles: figures of doc/notes/leapfrog-cell-damping.md 4.4
// and 4.5, options, energy.

#include "damping/damping.h"

#include <algorithm>
#include <utility>

using namespace scenario;

namespace {

double x(const Simulation &sim)
{
  return sim.lammps()->atom->x[0][0];
}

double v(const Simulation &sim)
{
  return sim.lammps()->atom->v[0][0];
}

/** Two spheres of mass 1 far from each other, thrown. */
std::string thrown(const std::string &fixes, const std::string &v = "0 0 10",
                   const std::string &h = "1e-4")
{
  return "units si\natom_style sphere\natom_modify map array\n"
         "region box block -10 10 -10 10 -50 50\ncreate_box 2 box\n"
         "create_atoms 1 single 0 0 0\ncreate_atoms 2 single 3 0 0\n"
         "set group all diameter 1 mass 1\nvelocity all set " +
      v + "\npair_style none\ncomm_modify cutoff 2\ntimestep " + h + "\n" + fixes +
      "\nfix 1 all nve/sphere\ncompute ke all ke\nthermo_style custom step c_ke\n";
}

const std::string GRAVITY = "fix g all gravity 9.81 vector 0 0 -1\n";

/** A sphere at y = 5 in a cell that can be sheared, pushed along x. */
const std::string IN_A_CELL = R"(
    units si
    atom_style sphere
    region box prism -10 10 -10 10 -10 10 0 0 0
    create_box 1 box
    create_atoms 1 single 0 5 0
    set group all diameter 2 mass 1
    pair_style none
    comm_modify cutoff 2 vel yes
    timestep 1e-4
    fix push all addforce 1.0 0 0
)";

Vec3 velocity(const Simulation &sim, int tag)
{
  return sim.state().v.at(tag - 1);
}

}    // namespace

// gravity no: free fall is right

TEST(Damping, FreeFallWithoutDampingOfGravity)
{
  for (const char *form : {"onstep", "midstep", "regular"}) {
    Simulation sim(thrown(GRAVITY +
                          "fix h all gravity 3.0 vector 1 0 0\nfix off all gravity 5 vector 1 0 0 "
                          "disable\nfix d all damping/cundall/onstep 0.2 0 gravity no form " +
                          form));
    sim.run("run 10000");
    EXPECT_NEAR(velocity(sim, 1).z, 10.0 - 9.81, 1e-11) << form;
    EXPECT_NEAR(velocity(sim, 1).x, 3.0, 1e-11) << form;
    EXPECT_EQ(sim.value("f_d"), 0.0) << form;
  }
}

// Of each atom the gravity that acts on it, with a magnitude that changes

TEST(Damping, GravityOfGroupsAndVariables)
{
  Simulation sim(
      thrown("group one id 1\nvariable g equal 1.0+step/1000\nfix g one gravity v_g vector 0 0 -1\n"
             "fix push all addforce 0 0 -1.0\nfix d all damping/cundall/onstep 0.2 0 gravity no",
             "0 0 -1"));
  sim.run("run 1");
  const double h = 1e-4;
  EXPECT_NEAR(velocity(sim, 1).z, -1.0 - h * (1.0005 + 0.8), 1e-14);
  EXPECT_NEAR(velocity(sim, 2).z, -1.0 - h * 0.8, 1e-14);
}

// The price of gravity no: the force that carries a grain at rest is anything between m g/(1+l) and
// m g/(1-l), .8333 and 1.25, as with dry friction. form regular comes to rest there; form onstep
// trembles with g h/2 about a place that creeps to 1.

TEST(Damping, GravityNoLeavesAResidueAtRest)
{
  for (const std::string form : {"regular", "onstep"}) {
    double least = 10.0, most = 0.0;
    for (int k = 0; k < 10; k++) {
      Simulation sim(thrown("fix s all spring/self 100.0\ndisplace_atoms all move 0 0 " +
                                number(0.2 * k) + "\n" + GRAVITY +
                                "fix d all damping/cundall/onstep 0.2 0 gravity no form " + form,
                            "0 0 0", "1e-2"));
      sim.run("run 3000");
      const double carried = -100.0 * sim.state().x[0].z / 9.81;
      least = std::min(least, carried);
      most = std::max(most, carried);
      EXPECT_LE(std::fabs(velocity(sim, 1).z), form == "regular" ? 1e-15 : 0.5 * 9.81 * 1e-2);
    }
    EXPECT_GE(least, 1.0 / 1.2);
    EXPECT_LE(most, 1.0 / 0.8);
    if (form == "regular") { EXPECT_GT(most - least, 0.2); }
  }
}

TEST(Damping, GroupSkipAndScale)
{
  auto gain = [](const std::string &options, int tag) {
    Simulation sim(thrown("group one id 1\n" + GRAVITY + "fix d " + options, "0 0 -1"));
    sim.run("run 1");
    return (-1.0 - velocity(sim, tag).z) / (9.81 * 1e-4);
  };
  const std::string style = " damping/cundall/onstep 0.2 0 ";
  EXPECT_NEAR(gain("all" + style, 1), 0.8, 1e-10);
  EXPECT_NEAR(gain("one" + style, 1), 0.8, 1e-10);
  EXPECT_NEAR(gain("one" + style, 2), 1.0, 1e-10);
  EXPECT_NEAR(gain("all" + style + "skip one", 1), 1.0, 1e-10);
  EXPECT_NEAR(gain("all" + style + "skip one", 2), 0.8, 1e-10);
  EXPECT_NEAR(gain("all" + style + "scale 2 3.5", 1), 0.8, 1e-10);
  EXPECT_NEAR(gain("all" + style + "scale 2 3.5", 2), 0.3, 1e-10);
  EXPECT_NEAR(gain("all" + style + "scale 1 0 scale 2 2", 1), 1.0, 1e-10);
}

// Points have no torque, and their mass may be that of a type

TEST(Damping, Points)
{
  Simulation sim(R"(
    units si
    atom_style atomic
    region box block -10 10 -10 10 -10 10
    create_box 1 box
    create_atoms 1 single 0 0 0
    mass 1 2.0
    pair_style none
    comm_modify cutoff 2
    timestep 0.01
    fix push all addforce 4.0 0 0
    fix d all damping/cundall/onstep 0.2 0
    fix 1 all nve
    thermo_style custom step
    velocity all set 1 0 0
    run 10)");
  EXPECT_NEAR(v(sim), 1.0 + 0.1 * 2.0 * 0.8, 1e-13);
  EXPECT_NEAR(sim.value("f_d"), 0.8 * (x(sim)), 1e-13);    // 0.2 * 4.0 along the way
}

// In a cell that flows the sign is that of the velocity relative to the flow: v_x = 0.1 y, and
// omega_z = -0.05

TEST(Damping, PeculiarVelocity)
{
  auto gain = [](const std::string &options) {
    Simulation sim(IN_A_CELL + R"(
      velocity all set 0.4 0 0
      set group all omega 0 0 -0.01
      fix deform all deform 1 xy erate 0.1 remap v
      fix turn all external pf/callback 1 1
      fix d all damping/cundall/onstep 0.2 0.3 )" +
                   options + "\nfix 1 all nve/sphere\n");
    external(sim, "turn", [](Simulation &s, long) {
      s.lammps()->atom->torque[0][2] = 1.0;
    });
    sim.run("run 1");
    const State state = sim.state();
    return std::make_pair((state.v[0].x - 0.4) * 1e4, (state.omega[0].z + 0.01) * 0.4 * 1e4);
  };
  EXPECT_NEAR(gain("").first, 1.2, 1e-10);     // v = 0.4 in a flow of 0.5
  EXPECT_NEAR(gain("").second, 0.7, 1e-10);    // omega = -0.01 in a flow of -0.05
  EXPECT_NEAR(gain("peculiar no").first, 0.8, 1e-10);
  EXPECT_NEAR(gain("peculiar no").second, 1.3, 1e-10);
}

// Before a run the flow is that of the step: the gradient 0.1 + 0.1 n of the n-th step is 0.15
// between the first and the second. A velocity of 0.6 is less than its flow of 0.75 at y = 5, and
// more than that of the step just made

TEST(Damping, PeculiarVelocityBeforeASecondRun)
{
  Simulation sim(IN_A_CELL + R"(
    variable l equal 0.1+0.1*step
    fix d all damping/cundall/onstep 0.2 0
    fix cell all deform/gradv gradv 0 0 0 v_l 0 0 origin 0 0 0 kick no
    fix 1 all nve/sphere
    thermo_modify norm no
    run 1
    velocity all set 0.6 0 0
    run 0)");
  EXPECT_NEAR(sim.value("f_d[3]"), -0.2 * (0.6 - 0.75), 1e-6);
}

// With forces and torques that change, step by step: kinetic energy of translation and rotation

TEST(Damping, DissipatedEnergyOfSpheres)
{
  for (const char *options : {"", "form midstep", "form regular", "gravity no", "scale 1 0.5"})
    for (const char *integrator : {"nve/sphere", "nve/sphere/leapfrog inertia 0.3"})
      expect_energy_balance(SPHERES + GRAVITY, options, integrator, 1e-10);
  expect_energy_balance(DISCS, "", "nve/sphere disc", 1e-10);
  expect_energy_balance(DISCS, "", "nve/sphere/leapfrog disc", 1e-10);
}

TEST(Damping, DissipatedEnergyOfEllipsoids)
{
  for (const char *options : {"", "form midstep", "form regular", "gravity no"})
    expect_energy_balance(ELLIPSOIDS + GRAVITY, options, "nve/asphere/variational", 1e-10);
}

TEST(Damping, DissipatedEnergyOfSuperellipsoids)
{
  if (!HAS_SUPERELLIPSOIDS) GTEST_SKIP() << NO_SUPERELLIPSOIDS;
  expect_energy_balance(SUPERELLIPSOIDS, "", "nve/asphere/variational", 1e-10);
}

// The sums do not begin anew in a second run, and go on after a restart: against the unbroken run

TEST(Damping, EnergyGoesOnAfterARestart)
{
  const std::string file = scratch_file("restart");
  const std::string settings = R"(
    pair_style gran/hooke 1000 NULL 20 10 0.3 1
    pair_coeff * *
    comm_modify vel yes
    timestep 1e-3
    fix g all gravity 9.8 vector 0 0 -1
    fix d all damping/cundall/onstep 0.3 0.2
    fix 1 all nve/sphere/leapfrog restart exact
)";
  const std::string start = R"(
    units lj
    atom_style sphere
    atom_modify map array
    region box block -10 10 -10 10 -10 10
    create_box 1 box
    create_atoms 1 single 0 0 0
    create_atoms 1 single 0.95 0.1 0.2
    set group all diameter 1.0 density 2.0
    set group all omega 1.0 -2.0 0.5
    set atom 1 vx 1.5
)";
  Simulation unbroken(start + settings + "restart 20 " + file + ".*\nrun 40");
  Simulation restarted("read_restart " + file + ".20\n" + settings + "run 20");
  for (const char *f : {"f_d", "f_d[1]", "f_d[2]", "f_d[3]"}) {
    EXPECT_NEAR(restarted.value(f) / unbroken.value(f), 1.0, 1e-13) << f;
    EXPECT_NE(unbroken.value(f), 0.0);
  }
  EXPECT_EQ(different_bits(restarted.state().x, unbroken.state().x), 0);
  remove((file + ".20").c_str());
  remove((file + ".40").c_str());
}

TEST(Damping, DoesNothingInAMinimization)
{
  auto end = [](const std::string &damping) {
    Simulation sim(thrown("fix s all spring/self 100.0\n" + GRAVITY + damping +
                          "fix_modify s energy yes\nfix_modify g energy yes\n"));
    sim.run("min_style cg\nminimize 1e-12 1e-12 100 100");
    return sim.state().x;
  };
  EXPECT_EQ(different_bits(end(""), end("fix d all damping/cundall/onstep 0.5 0.5\n")), 0);
}

// --- LAMMPS' fix damping/cundall, where the host has it ---

TEST(Damping, MidstepFormIsFixDampingCundall)
{
  auto end = [](const std::string &damping) {
    return heap("fix d all " + damping, 3000).state();
  };
  const State ours =
      end("damping/cundall/onstep 0.3 0.2 form midstep peculiar no gravity yes scale 2 0.5");
  const State stock = end("damping/cundall 0.3 0.2 scale 2 0.5");
  EXPECT_LE(largest_difference(ours.x, stock.x), 1e-14);
  EXPECT_LE(largest_difference(ours.v, stock.v), 1e-14);
  EXPECT_LE(largest_difference(ours.omega, stock.omega), 1e-14);
  EXPECT_GT(largest_difference(ours.x, end("damping/cundall/onstep 0.3 0.2 scale 2 0.5").x), 1e-6);
}
