// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Wrong input of fix nve/sphere/cd: messages say what is the matter and what to do.

#include "packing/packing.h"

using namespace scenario;

namespace {

const std::string CD = "fix d all nve/sphere/cd ", WHO = "ix nve/sphere/cd";
const std::string BASE = "group base id 1\ngroup free id > 1\n";
const std::vector<Vec3> COLUMN = {{0, 0, 0}, {0, 0, 1}, {0, 0, 2}};

/** Grains of mass 1 on each other, and more commands. */
Input column(const std::string &before, const std::string &after = "", const Box &b = {})
{
  return {box(b) +
              "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0 0 1\n"
              "create_atoms 1 single 0 0 2\nset group all mass 1\ntimestep 0.01\n" +
              BASE,
          before, after + "\nrun 1"};
}

void expect_error(const std::string &script, const std::vector<std::string> &parts,
                  const std::vector<Vec3> &x)
{
  Simulation sim(box({}));
  create(sim, x);
  const std::string text = sim.error_of(BASE + "timestep 0.01\n" + script + "\nrun 1");
  EXPECT_TRUE(contains(text, "ERROR")) << text;
  expect_parts(text, parts);
}

}    // namespace

TEST(ContactDynamicsInput, Keywords)
{
  expect_keywords(column(CD), "Fix nve/sphere/cd",
                  "solver newton; tol 1e-6; maxiter 9; restitution 0; gap 0.1; single 9; warm no; "
                  "noconverge warn");
  expect_refused(column(CD), R"(
    solver direct
      | ix nve/sphere/cd keyword solver | must be compliant, auto, newton, apgd or pgs | direct
    tol {0,-1e-6,1e-13,1}
      | ix nve/sphere/cd keyword tol | at least 1e-12 (round-off) and below 1 | {1}
    maxiter {0,-3,1.5,often} | ix nve/sphere/cd keyword maxiter | an integer > 0 | {1}
    restitution {-0.1,1.1} | ix nve/sphere/cd keyword restitution | between 0 and 1 | {1}
    {gap,single} {0,-1} | ix nve/sphere/cd keyword {1} | > 0 | {2}
    {tol,restitution,gap,single} {nan,inf,much}
      | ix nve/sphere/cd keyword {1} | a finite number | {2}
    warm maybe | ix nve/sphere/cd keyword warm | yes or no | maybe
    noconverge stop | ix nve/sphere/cd keyword noconverge | must be error, warn or ignore | stop
    gap 0.31 | ix nve/sphere/cd keyword gap: 0.31 exceeds the neighbor skin 0.3
    solver apgd single 9 | keyword single goes with solver auto or newton
  )");
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

TEST(ContactDynamicsInput, MotionBeyondTheSkin)
{
  expect_refused(column(""), R"(
    set atom 3 vz 31;fix d all nve/sphere/cd | approached each other by up to 0.31 in one step
      | gaps up to 0.3 | neighbor skin is 0.3 | reduce the time step
    set atom 3 vz 16;fix d all nve/sphere/cd gap 0.15 | each other by up to 0.16 in one step
      | gaps up to 0.15 | neighbor skin is 0.3
    set atom 3 vz 30.5;group one id 3;fix p one addforce 0 0 60;fix d all nve/sphere/cd
      | approached each other by up to 0.311 in one step | neighbor skin is 0.3
    set group all vz 31;fix w all wall/contact plane 0 0 -9 0 0 1 stiffness 1;
      fix d all nve/sphere/cd
      | moved by up to 0.31 in one step | contacts with walls | gaps up to 0.3
  )");
}

TEST(ContactDynamicsInput, OtherStyles)
{
  expect_refused(column("", "\n" + CD), R"(
    pair_style none | ix nve/sphere/cd needs pair style contact/rigid | is none
    pair_style zero 1.5;pair_coeff * * | ix nve/sphere/cd needs pair style contact/rigid | is zero
    pair_style hybrid/overlay zero 1.5 zero 2.5;pair_coeff * * zero 1;pair_coeff * * zero 2
      | ix nve/sphere/cd needs pair style contact/rigid | is hybrid/overlay
    pair_style contact/hooke;pair_coeff * * k 100
      | the forces of pair style contact/hooke would act in addition
    pair_style hybrid contact/rigid contact/hooke;pair_coeff 1 * contact/rigid stiffness 1;
      pair_coeff 2 2 contact/hooke k 100
      | the forces of pair style contact/hooke would act in addition
    fix w all wall/contact plane 0 0 -0.5 0 0 1 k 100 | fix w wall/contact are soft | rigid form
  )");
  expect_refused(column(""), R"(
    fix d all nve/sphere/cd;fix n all nve/sphere
      | both move the same atoms | fix d and fix n nve/sphere both
    fix d all nve/sphere/cd;fix m base move linear 0 0 1 | both move the same atoms | fix m move
    fix m base move linear 0 0 1;fix d free nve/sphere/cd
      | fix d must be defined before fix m move | nve/sphere/cd
    fix d free nve/sphere/cd;fix e base nve/sphere/cd | use one fix
    fix d all nve/sphere/cd;run_style respa 1 pair 1 | does not work with run_style respa
    fix d all nve/sphere/cd;fix s free setforce {NULL NULL 0,1 0 0}
      | fix s setforce | setforce 0 0 0
    fix d all nve/sphere/cd;fix s free lineforce 0 0 1 | fix s lineforce | setforce 0 0 0
    set atom 2 diameter 0;set atom 2 mass 1;fix d all nve/sphere/cd
      | radius > 0, and that of particle 2 is zero
    set atom 2 x 0 y 0 z 0;fix d all nve/sphere/cd | particles 1 and 2 are at the same place
  )");
  expect_refused(column(CD, "", periodic("block -9 9 -9 9 -9 9")), R"(
    ;fix b all deform 1 x erate 0.1 remap v | the box of fix b deform | at the end of some steps
    ;fix b all press/berendsen iso 1 1 1 | the box of fix b press/berendsen | periodic images
    ;fix b all deform/gradv gradv 0 0 0 0 0 0
      | fix b deform/gradv must be defined before fix d
  )");
  std::string version;
  if (lammps_is_from(20260704, &version))    // older ones have no fix deform 0
    expect_refused(column(CD, "", periodic("block -9 9 -9 9 -9 9")),
                   ";fix b all deform 0 z erate 0.1 x volume y volume remap v"
                   " | with keyword volume LAMMPS has wrong rates\n"
                   ";group one id 1;fix b one deform 0 x erate 0.1 remap v"
                   " | particles outside of its group\n"
                   ";fix b all deform 0 x erate 0.1 remap {none,x} | the box of fix b deform"
                   " | that cross a face");
  expect_refused(
      column(CD, "", {"", "f f f", "block -9 29 -9 29 -9 29", "hybrid sphere ellipsoid"}),
      ";set atom 3 shape 1 1 1.5 | moves spheres, and particle 3 is an ellipsoid");
  Simulation sim(box({}));
  create(sim, COLUMN);
  sim.run(BASE + CD + "\nfix s base setforce 0 0 0\nset atom 3 vz -10\ntimestep 0.01\nrun 3");
  EXPECT_EQ(sim.state().x[0].z, 0.0);
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

// a grain that overlaps by .05 with both of two frozen ones, which are 1.9 apart

TEST(ContactDynamicsInput, SqueezedBetweenFixedParticles)
{
  const std::string held = "group held id 1 3\nfix b held freeze\n";
  const std::vector<Vec3> x = {{0, 0, 0}, {0, 0, 0.95}, {0, 0, 1.9}};
  expect_error(held + CD + "solver newton",
               {"squeezed between bodies that cannot move", "the largest overlap is 0.05"}, x);
  expect_error(held + CD + "solver auto", {"squeezed between bodies that cannot move"}, x);
  Simulation sim(box({}));
  create(sim, x);
  const std::string text =
      sim.output_of(held + CD + "solver auto noconverge warn\ntimestep 0.01\nrun 5");
  EXPECT_TRUE(contains(text,
                       "contacts with an overlap of more than 0.001: 2. The largest overlap is "
                       "0.05; overlaps are pushed out, at most by 0.001 per step"))
      << text;
  EXPECT_TRUE(contains(text, "squeezed")) << text;
  EXPECT_EQ(output(sim, 11, "d"), 5);
  EXPECT_NEAR(sim.state().x[1].z, 0.95,
              1e-6);    // as much as one side pushes, the other pushes back
}

TEST(ContactDynamicsInput, LargeFrictionGivesAWarning)
{
  for (const double mu : {2.0, 5.0}) {
    Simulation sim(box({}));
    create(sim, {{0, 0, 0}, {5, 0, 0}});
    const std::string text = sim.output_of("pair_coeff * * stiffness 1 mu " + number(mu) + "\n" + CD +
                                           "\ntimestep 0.01\nrun 1\nrun 1");
    const std::string warning = "mu of a contact is 5";
    const std::size_t first = text.find(warning);
    EXPECT_EQ(first != text.npos, mu > 2.0) << text;
    EXPECT_EQ(text.find(warning, first + 1), text.npos) << text;
  }
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
