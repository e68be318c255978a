// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Wrong input of fix nve/sphere/cd: messages say what is the matter and what to do.

#include "packing.h"

#include "atom.h"

using namespace scenario;

namespace {

const std::string CD = "fix d all nve/sphere/cd ", WHO = "ix nve/sphere/cd";
const std::string BASE = "group base id 1\ngroup free id > 1\n";
const std::vector<Vec3> COLUMN = {{0, 0, 0}, {0, 0, 1}, {0, 0, 2}};

void expect_error(const std::string &script, const std::vector<std::string> &parts,
                  const std::vector<Vec3> &x = COLUMN, const Box &b = {})
{
  Simulation sim(box(b));
  create(sim, x);
  const std::string text =
      without_suffix(sim.error_of(BASE + "timestep 0.01\n" + script + "\nrun 1"));
  EXPECT_TRUE(contains(text, "ERROR")) << text;
  for (const auto &part : parts)
    EXPECT_TRUE(contains(text, part)) << "no '" << part << "' in: " << text;
}

}    // namespace

TEST(ContactDynamicsInput, Keywords)
{
  expect_error(CD + "stiffness 3",
               {"Fix nve/sphere/cd has no keyword stiffness; its keywords are solver, tol"});
  for (const std::string keyword :
       {"solver", "tol", "maxiter", "restitution", "gap", "single", "warm", "noconverge"})
    expect_error(CD + keyword, {WHO + " " + keyword, "missing"});
  for (const std::string keyword : {"solver newton", "tol 1e-6", "maxiter 9", "restitution 0",
                                    "gap 0.1", "single 9", "warm no", "noconverge warn"})
    expect_error(CD + keyword + " " + keyword, {"is given twice"});
}

// A solve that comes to numbers that are not finite: a larger tol would not help.

TEST(ContactDynamicsInput, NumbersThatAreNotFinite)
{
  for (const std::string keywords : {"", " noconverge ignore"})
    expect_error(
        "pair_style contact/rigid\npair_coeff * * stiffness 1\n" + CD + keywords +
            "\ntimestep 1e-160",
        {"Fix nve/sphere/cd: the solve has come to numbers that are not finite", "look for"},
        {{0, 0, 0}, {0.95, 0, 0}, {0, 0.95, 0}});
}

TEST(ContactDynamicsInput, Values)
{
  const auto expect = [](const std::string &keyword, const std::string &value,
                         const std::string &told) {
    expect_error(CD + keyword + " " + value, {WHO + " keyword " + keyword, told, value});
  };
  expect("solver", "direct", "one of auto, newton, apgd, pgs");
  for (const std::string value : {"0", "-1e-6", "1e-13", "1"})
    expect("tol", value, "at least 1e-12 (round-off) and below 1");
  for (const std::string value : {"0", "-3", "1.5", "often"})
    expect("maxiter", value, "an integer > 0");
  for (const std::string value : {"-0.1", "1.1"}) expect("restitution", value, "between 0 and 1");
  for (const std::string keyword : {"gap", "single"})
    for (const std::string value : {"0", "-1"}) expect(keyword, value, "> 0");
  for (const std::string keyword : {"tol", "restitution", "gap", "single"})
    for (const std::string value : {"nan", "inf", "much"})
      expect(keyword, value, "a finite number");
  expect("warm", "maybe", "yes or no");
  expect("noconverge", "stop", "one of error, warn, ignore");
}

TEST(ContactDynamicsInput, GapBeyondTheSkin)
{
  expect_error(CD + "gap 0.31", {WHO + " keyword gap: 0.31 exceeds the neighbor skin 0.3"});
}

TEST(ContactDynamicsInput, MotionBeyondTheSkin)
{
  expect_error("set atom 3 vz 31\n" + CD,
               {"approached each other by up to 0.31 in one step", "gaps up to 0.3",
                "neighbor skin is 0.3", "reduce the time step"});
  expect_error("set atom 3 vz 16\n" + CD + "gap 0.15",
               {"each other by up to 0.16 in one step", "gaps up to 0.15", "neighbor skin is 0.3"});
  expect_error("set atom 3 vz 29.2\ngroup one id 3\nfix p one addforce 0 0 60\n" + CD,
               {"in the next step", "approach each other by 0.304", "neighbor skin is 0.3"});
  expect_error("set group all vz 31\nfix w all wall/contact plane 0 0 -9 0 0 1 stiffness 1\n" + CD,
               {"moved by up to 0.31 in one step", "contacts with walls", "gaps up to 0.3"});
}

TEST(ContactDynamicsInput, PairStyles)
{
  expect_error("pair_style none\n" + CD, {WHO + " needs pair style contact/rigid", "is none"});
  expect_error("pair_style zero 1.5\npair_coeff * *\n" + CD,
               {WHO + " needs pair style contact/rigid", "is zero"});
  expect_error("pair_style hybrid/overlay zero 1.5 zero 2.5\npair_coeff * * zero 1\npair_coeff * * "
               "zero 2\n" +
                   CD,
               {WHO + " needs pair style contact/rigid", "is hybrid/overlay"});
  const std::string soft = "pair_style contact/hooke\npair_coeff * * k 100\n";
  expect_error(soft + CD, {"the forces of pair style contact/hooke would act in addition"});
  expect_error("pair_style hybrid contact/rigid contact/hooke\npair_coeff 1 * contact/rigid "
               "stiffness 1\npair_coeff 2 2 contact/hooke k 100\n" +
                   CD,
               {"the forces of pair style contact/hooke would act in addition"});
}

TEST(ContactDynamicsInput, OtherIntegrators)
{
  expect_error(CD + "\nfix n all nve/sphere",
               {"both move the same atoms", "fix d and fix n nve/sphere both"});
  expect_error(CD + "\nfix m base move linear 0 0 1", {"both move the same atoms", "fix m move"});
  expect_error("fix m base move linear 0 0 1\nfix d free nve/sphere/cd",
               {"fix d must be defined before fix m move", "nve/sphere/cd"});
  expect_error("fix d free nve/sphere/cd\nfix e base nve/sphere/cd", {"use one fix"});
  expect_error(CD + "\nrun_style respa 1 pair 1", {"does not work with run_style respa"});
}

TEST(ContactDynamicsInput, ChangingBoxes)
{
  expect_error(CD + "\nfix b all deform 1 x erate 0.1 remap v",
               {"cannot follow a changing box yet", "fix b deform"}, COLUMN,
               periodic("block -9 9 -9 9 -9 9"));
}

TEST(ContactDynamicsInput, ParticlesThatAreNoSpheres)
{
  Simulation ellipsoids(box({"", "f f f", "block -9 29 -9 29 -9 29", "hybrid sphere ellipsoid"}));
  create(ellipsoids, COLUMN);
  const std::string told = without_suffix(
      ellipsoids.error_of("set atom 3 shape 1 1 1.5\nset group all mass 1\n" + CD + "\nrun 1"));
  EXPECT_TRUE(contains(told, "moves spheres, and particle 3 is an ellipsoid")) << told;
  expect_error("set atom 2 diameter 0\nset atom 2 mass 1\n" + CD,
               {"radius > 0, and that of particle 2 is zero"});
}

// fix adapt makes radii zero in step 3; it stands for any fix that brings such particles

TEST(ContactDynamicsInput, ParticlesThatBecomeNoSpheres)
{
  Simulation sim(box({"", "f f f", "block -9 29 -9 29 -9 29", "sphere 1"}));
  create(sim, COLUMN);
  const std::string text = without_suffix(
      sim.error_of("neigh_modify every 1 delay 0 check no\ntimestep 0.01\nvariable d equal step<3\n"
                   "fix a all adapt 1 atom diameter v_d mass no\n" +
                   CD + "\nrun 9"));
  EXPECT_TRUE(contains(text, "radius > 0, and that of particle 1 is zero")) << text;
  EXPECT_EQ(sim.lammps()->update->ntimestep, 4);
}

TEST(ContactDynamicsInput, ParticlesWithoutMass)
{
  Simulation sim(box({}));
  create(sim, COLUMN);
  sim.lammps()->atom->rmass[1] = 0.0;
  const std::string text = without_suffix(sim.error_of(CD + "\nrun 1"));
  EXPECT_TRUE(contains(text, "a mass > 0, and that of particle 2 is not")) << text;
}

TEST(ContactDynamicsInput, SoftWalls)
{
  expect_error("fix w all wall/contact plane 0 0 -0.5 0 0 1 k 100\n" + CD,
               {"fix w wall/contact are soft", "rigid form"});
}

TEST(ContactDynamicsInput, FixesThatSetForces)
{
  for (const std::string fix : {"setforce NULL NULL 0", "setforce 1 0 0", "lineforce 0 0 1"})
    expect_error(CD + "\nfix s free " + fix,
                 {"fix s " + fix.substr(0, fix.find(' ')), "setforce 0 0 0"});
  Simulation sim(box({}));
  create(sim, COLUMN);
  sim.run(BASE + CD + "\nfix s base setforce 0 0 0\nset atom 3 vz -10\ntimestep 0.01\nrun 3");
  EXPECT_EQ(sim.state().x[0].z, 0.0);
}

TEST(ContactDynamicsInput, SolversThatHaveNoStiffness)
{
  expect_error(CD + "solver apgd single 9", {"keyword single goes with solver auto or newton"});
}

TEST(ContactDynamicsInput, SamePlace)
{
  expect_error(CD, {"particles 1 and 2 are at the same place"}, {{0, 0, 0}, {0, 0, 0}});
}

// a grain that overlaps by .05 with both of two frozen ones, which are 1.9 apart

TEST(ContactDynamicsInput, SqueezedBetweenFixedParticles)
{
  const std::string held = "group held id 1 3\nfix b held freeze\n";
  const std::vector<Vec3> x = {{0, 0, 0}, {0, 0, 0.95}, {0, 0, 1.9}};
  expect_error(held + CD + "solver newton",
               {"squeezed between bodies that cannot move", "the largest overlap is 0.05"}, x);
  expect_error(held + CD, {"squeezed between bodies that cannot move"}, x);
  Simulation sim(box({}));
  create(sim, x);
  const std::string text = sim.output_of(held + CD + "noconverge warn\ntimestep 0.01\nrun 5");
  EXPECT_TRUE(contains(text,
                       "2 contacts have overlaps of more than 0.001, the largest is 0.05; they "
                       "are pushed out, at most by 0.001 per step"))
      << text;
  EXPECT_TRUE(contains(text, "squeezed")) << text;
  EXPECT_EQ(output(sim, 11, "d"), 5);
  EXPECT_NEAR(sim.state().x[1].z, 0.95,
              1e-6);    // as much as one side pushes, the other pushes back
}

TEST(ContactDynamicsInput, OverlapOfFixedParticlesIsNoContact)
{
  Simulation sim(box({}));
  create(sim, {{0, 0, 0}, {0, 0, 0.9}, {5, 0, 0}});
  const std::string text =
      sim.output_of("group held id 1 2\nfix b held freeze\n" + CD + "\ntimestep 0.01\nrun 5");
  EXPECT_FALSE(contains(text, "overlaps")) << text;
  EXPECT_EQ(output(sim, 6, "d"), 0);
  EXPECT_EQ(output(sim, 11, "d"), 0);
}

TEST(ContactDynamicsInput, StepsThatAreTooMany)
{
  const std::string fix = GRAVITY + CD + "solver newton maxiter 5 noconverge ";
  const std::string freeze = "fix b base freeze\n";
  expect_error(
      freeze + fix + "error",
      {"the residual is", "after 5 steps", "tol is 1e-06", "maxiter is 5 (a hundred steps"},
      pyramid(4));
  for (const bool warn : {true, false}) {
    Simulation sim(box({}));
    create(sim, pyramid(4));
    const std::string text = sim.output_of("timestep 0.01\n" + BASE + freeze + fix +
                                           (warn ? "warn" : "ignore") + "\nrun 3");
    EXPECT_EQ(contains(text, "WARNING: Fix nve/sphere/cd: the residual is"), warn) << text;
    EXPECT_EQ(output(sim, 11, "d"), 3);
  }
}
