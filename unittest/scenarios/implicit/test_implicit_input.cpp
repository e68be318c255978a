// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Wrong input of fix nve/sphere/implicit: messages say what is the matter and what to do.

#include "implicit/implicit.h"
#include "refused.h"

#include "atom.h"

using namespace scenario;

namespace {

const std::string WHO = "ix nve/sphere/implicit";
const std::vector<Vec3> ROW = {{0, 0, 0}, {1.02, 0, 0}, {2.1, 0, 0}};

/** Three grains in a row, and more commands. */
Input row(const std::string &before, const std::string &after = "", const GrainBox &b = {})
{
  return {grain_box(b) +
              "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 1.02 0 0\n"
              "create_atoms 1 single 2.1 0 0\nset group all diameter 1\n"
              "set group all mass 1\ngroup base id 1\ngroup free id > 1\n"
              "timestep 1e-3\n",
          before, after + "\nrun 1"};
}

/** A gas in long steps, with one Newton step for each part. */
std::string hard(const std::string &noconverge)
{
  return dense_gas("", 5.0) + hooke(0) + step_of(1) + IMPLICIT +
      "theta 1 tol 1e-10 newton 1 noconverge " + noconverge + "\nrun 5";
}

}    // namespace

TEST(ImplicitInput, Keywords)
{
  const Input input = row(hooke(30) + IMPLICIT);
  expect_keywords(input, "Fix nve/sphere/implicit",
                  "alpha 0; theta 1; scheme energy; dashpot predictor; tol 1e-6; newton 9; "
                  "precond block; adaptive no; noconverge warn");
  expect_refused(input, R"(
    alpha {-0.1,1.1} | ix nve/sphere/implicit keyword alpha | between 0 and 1 | {1}
    theta {0.4,1.1} | ix nve/sphere/implicit keyword theta | between 0.5 and 1 | {1}
    {alpha,theta,tol} {nan,inf,much}
      | ix nve/sphere/implicit keyword {1} | a finite number | {2}
    scheme midpoint | ix nve/sphere/implicit keyword scheme | energy | midpoint
    dashpot start | ix nve/sphere/implicit keyword dashpot | must be predictor or live | start
    tol {0,-1e-6,1e-13,1}
      | ix nve/sphere/implicit keyword tol | at least 1e-12 (round-off) and below 1 | {1}
    newton {0,-3,1.5,often} | ix nve/sphere/implicit keyword newton | an integer > 0 | {1}
    precond jacobi | ix nve/sphere/implicit keyword precond | must be block, ict or direct | jacobi
    adaptive maybe | ix nve/sphere/implicit keyword adaptive | yes or no | maybe
    noconverge stop
      | ix nve/sphere/implicit keyword noconverge | must be error, warn or ignore | stop
    adaptive yes {,1e-3} | ix nve/sphere/implicit keyword adaptive needs 3 values
    adaptive yes 0 1e-3 | keyword adaptive | > 0
    adaptive yes 1e-3 1e-4
      | keyword adaptive: HMAX is 1e-4 and HMIN is 1e-3; HMAX must be >= HMIN
    {alpha 0.5 theta 1,theta 1 scheme energy,scheme energy alpha 0}
      | keywords alpha, theta and scheme exclude each other
    scheme energy dashpot live | keyword dashpot | live does not go with scheme energy
  )");
  expect_refused(row("pair_style contact/hooke\npair_coeff * * k 1000 kt 300 mu 0.5\n" + IMPLICIT),
                 R"(
    friction coulomb | keyword friction | coulomb | tresca
    friction | ix nve/sphere/implicit keyword friction needs 1 value
    friction tresca alpha {0,0.3} | keyword friction | alpha {1} | use alpha 0.5
    friction tresca dashpot live
      | keyword friction: tresca does not go with dashpot live; use dashpot predictor
    friction tresca quasistatic yes | keyword friction | equilibrium
  )");
}

TEST(ImplicitInput, PairStyles)
{
  expect_refused(row("comm_modify vel yes\n", "\n" + IMPLICIT), R"(
    pair_style none
      | ix nve/sphere/implicit needs pair style contact/hooke or contact/hertz | is none
    pair_style zero 1.5;pair_coeff * *
      | pair style zero | use pair style contact/hooke or contact/hertz
    pair_style gran/hooke 2e5 NULL 50 NULL 0.5 1;pair_coeff * *
      | pair style gran/hooke | use pair style contact/hooke
    pair_style gran/hertz/history 2e5 NULL 50 NULL 0.5 1;pair_coeff * *
      | pair style gran/hertz/history | use pair style contact/hertz
    pair_style granular;pair_coeff * * hooke 1000.0 50.0 tangential linear_nohistory 1.0 0.4
      | pair style granular | use pair style contact/hooke
    pair_style contact/rigid;pair_coeff * * stiffness 1
      | pair style contact/rigid | use pair style
    pair_style hybrid/overlay contact/hooke zero 1.5;pair_coeff * * contact/hooke k 1000;
      pair_coeff * * zero | pair style zero
    pair_style hybrid contact/hooke contact/hertz;pair_coeff 1 1 contact/hooke k 1000;
      pair_coeff 1 2 contact/hooke k 1000;pair_coeff 2 2 contact/hertz k 1000
      | needs one pair style contact/hooke or contact/hertz | hybrid has more than one
    pair_style contact/hooke;pair_coeff 1 1 k 1000;pair_coeff 1 2 k 1000;
      pair_coeff 2 2 k 1000 kt 0 mu 0.3
      | has no friction | pair style contact/hooke, types 2 2 | 0.3
      | leave out kt and mu, or use keyword friction tresca
    pair_style contact/hooke;pair_coeff * * k 1000 kt 300 mu 0
      | has no tangential springs | types 1 1 | kt | leave out kt and mu
  )");
}

TEST(ImplicitInput, Walls)
{
  expect_refused(row("comm_modify vel yes\n" + hooke(0) + "fix w all ", "\n" + IMPLICIT), R"(
    wall/contact plane 0 0 -3 0 0 1 stiffness 1
      | fix w wall/contact is a rigid wall | keyword stiffness
    wall/contact plane 0 0 -3 0 0 1 k 1000 damping mass_velocity 9 9 kt 0 mu 0.4
      | has no friction | fix w wall/contact | 0.4
    wall/contact plane 0 0 -3 0 0 1 k 1000 free 1 translate;fix f base freeze
      | ix nve/sphere/implicit does not move some particles of group all | free wall of fix w
    wall/contact plane 0 0 -3 0 0 1 k 1000 free 1 translate;
      fix i all nve/sphere/implicit precond direct;run 1;unfix i
      | ix nve/sphere/implicit keyword precond | direct | free wall of fix w | use precond block
    wall/gran hooke 1000 NULL 9 NULL 0 0 zplane -3 NULL | fix w wall/gran | use fix wall/contact
    wall/harmonic zlo EDGE 1 1 1 | fix w wall/harmonic | use fix wall/contact
  )");
}

TEST(ImplicitInput, AtomsAndBonds)
{
  const std::string create =
      "\natom_modify map array\nregion box block -9 9 -9 9 -9 9\ncreate_box 1 "
      "box bond/types 1 extra/bond/per/atom 2\ncreate_atoms 1 single 0 0 0\n"
      "create_atoms 1 single 1 0 0\n";
  expect_refused({"units lj\natom_style hybrid sphere bond" + create +
                      "set group all diameter 1\nset group all mass 1\nbond_style harmonic\n"
                      "bond_coeff 1 1 1\n" +
                      hooke(0),
                  IMPLICIT},
                 ";timestep 1e-3;run 1 | the forces of bond style harmonic"
                 " | use bond style binder or contact/hooke");
  expect_refused(
      {"units lj\natom_style bond" + create + "mass 1 1\n", IMPLICIT},
      "| requires atom attributes radius, rmass, omega and torque; use atom_style sphere");
  // the pair style refuses it
  expect_refused(row(hooke(0) + IMPLICIT), ";set atom 2 diameter 0;set atom 2 mass 1 | radius 0");
}

TEST(ImplicitInput, OtherFixes)
{
  expect_refused(row(hooke(0)), R"(
    fix i all nve/sphere/implicit;fix n all nve/sphere
      | both move the same atoms | fix i and fix n nve/sphere both
    fix n all nve/sphere;fix i all nve/sphere/implicit | fix n | nve/sphere
    fix i all nve/sphere/implicit;fix m base move linear 0 0 1
      | both move the same atoms | fix m move
    fix m base move linear 0 0 1;fix i free nve/sphere/implicit
      | fix i must be defined before fix m move
    fix i free nve/sphere/implicit adaptive yes 1e-4 1e-3;fix m base move linear 0 0 1
      | changes the time step, which fix move m does not allow
    fix i all nve/sphere/implicit;fix j all nve/sphere/implicit | fix i | fix j
    fix i free nve/sphere/implicit;fix j base nve/sphere/implicit | use one fix
    fix i all nve/sphere/implicit;run_style respa 1 pair 1 | does not work with run_style respa
    fix i all nve/sphere/implicit;fix s free setforce NULL NULL 0 | fix s setforce | setforce 0 0 0
    fix i all nve/sphere/implicit;fix s free lineforce 0 0 1 | fix s lineforce | setforce 0 0 0
    set atom 3 vx 310;fix i all nve/sphere/implicit
      | 0.31 | neighbor skin is 0.3 | reduce the time step
  )");
  expect_refused(row(hooke(0) + IMPLICIT, "", {"", "p p p"}),
                 ";fix b all deform 1 x erate 0.1 remap v"
                 " | cannot follow a changing box yet | fix b deform");
  if (!lammps_has_style(Simulation().lammps(), "fix", "rigid")) return;
  expect_refused(row(hooke(0)), R"(
    fix i all nve/sphere/implicit;fix r free rigid single | both move the same atoms | fix r rigid
    create_atoms 1 single 5 5 5;create_atoms 1 single 5 5 6;set group all diameter 1 density 1.9;
      group two subtract all base free;fix i free nve/sphere/implicit;fix r two rigid single
      | bodies of fix r rigid | without rigid bodies
  )");
}

TEST(ImplicitInput, MotionBeyondTheSkinDoesNotNameAKeywordOfAnotherFix)
{
  const Input input = row(hooke(0) + "set atom 3 vx 310\n" + IMPLICIT);
  const std::string text = Simulation(input.setup).error_of(input.before + input.after);
  EXPECT_FALSE(contains(text, "keyword gap")) << text;
}

TEST(ImplicitInput, DirectFactors)
{
  Simulation sim(grain_box());
  create_grains(sim, ROW);
  sim.run(hooke(0) + "set atom 1 vx 5\n" + IMPLICIT + "precond direct\n" + step_of(8) + "run 30");
  EXPECT_EQ(output(sim, FAILED), 0);
}

TEST(ImplicitInput, StepsWithoutASolution)
{
  Simulation stopped;
  expect_parts(stopped.error_of(hard("error")),
               {WHO + ": the step has no solution, also in 16 parts", "the residual is",
                "Newton steps", "but tol is 1e-10",
                "increase newton or tol, or reduce the time step"});
  for (const bool warn : {true, false}) {
    Simulation sim;
    const std::string text = without_suffix(sim.output_of(hard(warn ? "warn" : "ignore")));
    EXPECT_EQ(contains(text, "WARNING: Fix nve/sphere/implicit: the step has no solution"), warn)
        << text;
    EXPECT_GE(output(sim, FAILED), 1);
  }
}

TEST(ImplicitInput, ForcesThatAreNoNumbers)
{
  Simulation sim(grain_box());
  create_grains(sim, ROW);
  sim.lammps()->atom->v[1][0] = std::nan("");
  const std::string text = sim.error_of(hooke(0) + IMPLICIT + "\ntimestep 1e-3\nrun 1");
  EXPECT_TRUE(contains(text, "the velocity or the force of 1 particles is not a finite number"))
      << text;
}
