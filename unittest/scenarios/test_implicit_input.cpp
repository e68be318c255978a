// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Wrong input of fix nve/sphere/implicit: messages say what is the matter and what to do.

#include "implicit.h"

#include "atom.h"

using namespace scenario;

namespace {

const std::string WHO = "ix nve/sphere/implicit";
const std::vector<Vec3> ROW = {{0, 0, 0}, {1.02, 0, 0}, {2.1, 0, 0}};

/** The message has all these parts. */
void expect_parts(const std::string &message, const std::vector<std::string> &parts)
{
  const std::string text = without_suffix(message);
  EXPECT_TRUE(contains(text, "ERROR")) << text;
  for (const auto &part : parts)
    EXPECT_TRUE(contains(text, part)) << "no '" << part << "' in: " << text;
}

void expect_error(const std::string &script, const std::vector<std::string> &parts,
                  const GrainBox &b = {})
{
  Simulation sim(grain_box(b));
  create_grains(sim, ROW);
  expect_parts(
      sim.error_of("group base id 1\ngroup free id > 1\ntimestep 1e-3\n" + script + "\nrun 1"),
      parts);
}

/** Of a fix command whose other input is right. */
void expect_refused(const std::string &keywords, const std::vector<std::string> &parts)
{
  expect_error(hooke(30) + IMPLICIT + keywords, parts);
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
  expect_refused("gap 3",
                 {"Fix nve/sphere/implicit has no keyword gap; its keywords are alpha, theta"});
  for (const std::string keyword : {"alpha", "theta", "scheme", "dashpot", "tol", "newton",
                                    "precond", "adaptive", "noconverge"})
    expect_refused(keyword, {WHO + " " + keyword, "missing"});
  for (const std::string keyword :
       {"alpha 0", "theta 1", "scheme energy", "dashpot predictor", "tol 1e-6", "newton 9",
        "precond block", "adaptive no", "noconverge warn"})
    expect_refused(keyword + " " + keyword, {"is given twice"});
}

TEST(ImplicitInput, Values)
{
  const auto expect = [](const std::string &keyword, const std::string &value,
                         const std::string &told) {
    expect_refused(keyword + " " + value, {WHO + " keyword " + keyword, told, value});
  };
  for (const std::string value : {"-0.1", "1.1"}) expect("alpha", value, "between 0 and 1");
  for (const std::string value : {"0.4", "1.1"}) expect("theta", value, "between 0.5 and 1");
  for (const std::string keyword : {"alpha", "theta", "tol"})
    for (const std::string value : {"nan", "inf", "much"})
      expect(keyword, value, "a finite number");
  expect("scheme", "midpoint", "energy");
  expect("dashpot", "start", "one of predictor, live");
  for (const std::string value : {"0", "-1e-6", "1e-13", "1"})
    expect("tol", value, "at least 1e-12 (round-off) and below 1");
  for (const std::string value : {"0", "-3", "1.5", "often"})
    expect("newton", value, "an integer > 0");
  expect("precond", "jacobi", "one of block, ict, direct");
  expect("adaptive", "maybe", "yes or no");
  expect("noconverge", "stop", "one of error, warn, ignore");
}

TEST(ImplicitInput, AdaptiveSteps)
{
  expect_refused("adaptive yes", {WHO + " adaptive", "missing"});
  expect_refused("adaptive yes 1e-3", {WHO + " adaptive", "missing"});
  expect_refused("adaptive yes 0 1e-3", {"keyword adaptive", "> 0"});
  expect_error(
      hooke(0) +
          "fix i free nve/sphere/implicit adaptive yes 1e-4 1e-3\nfix m base move linear 0 0 1",
      {"changes the time step, which fix move m does not allow"});
  expect_refused("adaptive yes 1e-3 1e-4", {"keyword adaptive", "at least the smallest step"});
}

TEST(ImplicitInput, FormsThatExcludeEachOther)
{
  for (const std::string forms :
       {"alpha 0.5 theta 1", "theta 1 scheme energy", "scheme energy alpha 0"})
    expect_refused(forms, {"keywords alpha, theta and scheme exclude each other"});
  expect_refused("scheme energy dashpot live",
                 {"keyword dashpot", "live does not go with scheme energy"});
}

TEST(ImplicitInput, PairStyles)
{
  expect_error("pair_style none\n" + IMPLICIT,
               {WHO + " needs pair style contact/hooke or contact/hertz", "is none"});
  expect_error("pair_style zero 1.5\npair_coeff * *\n" + IMPLICIT,
               {"pair style zero", "use pair style contact/hooke or contact/hertz"});
  expect_error(
      "comm_modify vel yes\npair_style gran/hooke 2e5 NULL 50 NULL 0.5 1\npair_coeff * *\n" +
          IMPLICIT,
      {"pair style gran/hooke", "use pair style contact/hooke"});
  expect_error("comm_modify vel yes\npair_style gran/hertz/history 2e5 NULL 50 NULL 0.5 "
               "1\npair_coeff * *\n" +
                   IMPLICIT,
               {"pair style gran/hertz/history", "use pair style contact/hertz"});
  expect_error("comm_modify vel yes\npair_style granular\npair_coeff * * hooke 1000.0 50.0 "
               "tangential linear_nohistory 1.0 0.4\n" +
                   IMPLICIT,
               {"pair style granular", "use pair style contact/hooke"});
  expect_error("pair_style contact/rigid\npair_coeff * * stiffness 1\n" + IMPLICIT,
               {"pair style contact/rigid", "use pair style"});
  expect_error("pair_style hybrid/overlay contact/hooke zero 1.5\npair_coeff * * contact/hooke k "
               "1000\npair_coeff * * zero\n" +
                   IMPLICIT,
               {"pair style zero"});
}

TEST(ImplicitInput, TwoLaws)
{
  expect_error(
      "pair_style hybrid contact/hooke contact/hertz\npair_coeff 1 1 contact/hooke k 1000\n"
      "pair_coeff 1 2 contact/hooke k 1000\npair_coeff 2 2 contact/hertz k 1000\n" +
          IMPLICIT,
      {"needs one pair style contact/hooke or contact/hertz", "hybrid has more than one"});
}

TEST(ImplicitInput, Friction)
{
  expect_error("pair_style contact/hooke\npair_coeff 1 1 k 1000\npair_coeff 1 2 k 1000\npair_coeff "
               "2 2 k 1000 kt 0 mu 0.3\n" +
                   IMPLICIT,
               {"has no friction", "pair style contact/hooke, types 2 2", "0.3", "leave out mu",
                "friction tresca"});
  expect_error(hooke(0) +
                   "fix w all wall/contact plane 0 0 -3 0 0 1 k 1000 damping mass_velocity 9 9 kt "
                   "0 mu 0.4\n" +
                   IMPLICIT,
               {"has no friction", "fix w wall/contact", "0.4"});
}

TEST(ImplicitInput, TangentialSprings)
{
  expect_error("pair_style contact/hooke\npair_coeff * * k 1000 kt 300 mu 0\n" + IMPLICIT,
               {"has no tangential springs", "types 1 1", "kt"});
}

TEST(ImplicitInput, KeywordFriction)
{
  const std::string rough = "pair_style contact/hooke\npair_coeff * * k 1000 kt 300 mu 0.5\n";
  expect_error(rough + IMPLICIT + "friction coulomb", {"keyword friction", "coulomb", "tresca"});
  expect_error(rough + IMPLICIT + "friction", {"friction", "missing argument"});
  for (const std::string alpha : {"0", "0.3"})
    expect_error(rough + IMPLICIT + "friction tresca alpha " + alpha,
                 {"keyword friction", "alpha " + alpha, "use alpha 0.5"});
  expect_error(rough + IMPLICIT + "friction tresca dashpot live",
               {"keyword friction", "dashpot live"});
  expect_error(rough + IMPLICIT + "friction tresca quasistatic yes",
               {"keyword friction", "equilibrium"});
}

TEST(ImplicitInput, Walls)
{
  expect_error(hooke(0) + "fix w all wall/contact plane 0 0 -3 0 0 1 stiffness 1\n" + IMPLICIT,
               {"fix w wall/contact is a rigid wall", "keyword stiffness"});
  expect_error("comm_modify vel yes\n" + hooke(0) +
                   "fix w all wall/gran hooke 1000 NULL 9 NULL 0 0 zplane -3 NULL\n" + IMPLICIT,
               {"fix w wall/gran", "use fix wall/contact"});
  expect_error(hooke(0) + "fix w all wall/harmonic zlo EDGE 1 1 1\n" + IMPLICIT,
               {"fix w wall/harmonic", "use fix wall/contact"});
}

TEST(ImplicitInput, OtherForcesOfStyles)
{
  Simulation sim(
      "units lj\natom_style hybrid sphere bond\natom_modify map array\nregion box block -9 9 -9 9 "
      "-9 9\n"
      "create_box 1 box bond/types 1 extra/bond/per/atom 2\ncreate_atoms 1 single 0 0 0\n"
      "create_atoms 1 single 1 0 0\nset group all diameter 1\nset group all mass 1\n"
      "bond_style harmonic\nbond_coeff 1 1 1\n" +
      hooke(0));
  const std::string text = sim.error_of(IMPLICIT + "\ntimestep 1e-3\nrun 1");
  EXPECT_TRUE(contains(text, "the forces of bond style harmonic")) << text;
  EXPECT_TRUE(contains(text, "use bond style binder or contact/hooke")) << text;
}

TEST(ImplicitInput, AtomStyles)
{
  Simulation sim("units lj\natom_style atomic\natom_modify map array\nregion box block -9 9 -9 9 "
                 "-9 9\ncreate_box 1 box\n"
                 "create_atoms 1 single 0 0 0\nmass 1 1\n");
  const std::string text = sim.error_of(IMPLICIT);
  EXPECT_TRUE(contains(
      text, "requires atom attributes radius, rmass, omega and torque; use atom_style sphere"))
      << text;
}

TEST(ImplicitInput, ParticlesWithoutRadius)
{
  expect_error("set atom 2 diameter 0\nset atom 2 mass 1\n" + hooke(0) + IMPLICIT,
               {"radius 0"});    // of the pair style
}

TEST(ImplicitInput, OtherIntegrators)
{
  expect_error(hooke(0) + IMPLICIT + "\nfix n all nve/sphere",
               {"both move the same atoms", "fix i and fix n nve/sphere both"});
  expect_error(hooke(0) + "fix n all nve/sphere\n" + IMPLICIT, {"fix n", "nve/sphere"});
  expect_error(hooke(0) + IMPLICIT + "\nfix m base move linear 0 0 1",
               {"both move the same atoms", "fix m move"});
  expect_error(hooke(0) + "fix m base move linear 0 0 1\nfix i free nve/sphere/implicit",
               {"fix i must be defined before fix m move"});
  expect_error(hooke(0) + IMPLICIT + "\nfix j all nve/sphere/implicit", {"fix i", "fix j"});
  expect_error(hooke(0) + "fix i free nve/sphere/implicit\nfix j base nve/sphere/implicit",
               {"use one fix"});
  Simulation sim;
  if (lammps_has_style(sim.lammps(), "fix", "rigid")) {
    expect_error(hooke(0) + IMPLICIT + "\nfix r free rigid single",
                 {"both move the same atoms", "fix r rigid"});
    expect_error(hooke(0) +
                     "create_atoms 1 single 5 5 5\ncreate_atoms 1 single 5 5 6\nset group all "
                     "diameter 1 density 1.9\n"
                     "group two subtract all base free\nfix i free nve/sphere/implicit\nfix r two "
                     "rigid single",
                 {"bodies of fix r rigid", "without rigid bodies"});
  }
  expect_error(hooke(0) + IMPLICIT + "\nrun_style respa 1 pair 1",
               {"does not work with run_style respa"});
}

TEST(ImplicitInput, ChangingBoxes)
{
  expect_error(hooke(0) + IMPLICIT + "\nfix b all deform 1 x erate 0.1 remap v",
               {"cannot follow a changing box yet", "fix b deform"}, {"", "p p p"});
}

TEST(ImplicitInput, FixesThatSetForces)
{
  for (const std::string fix : {"setforce NULL NULL 0", "lineforce 0 0 1"})
    expect_error(hooke(0) + IMPLICIT + "\nfix s free " + fix,
                 {"fix s " + fix.substr(0, fix.find(' ')), "setforce 0 0 0"});
}

TEST(ImplicitInput, MotionBeyondTheSkin)
{
  expect_error(hooke(0) + "set atom 3 vx 310\n" + IMPLICIT,
               {"0.31", "neighbor skin is 0.3", "reduce the time step"});
  Simulation sim(grain_box());
  create_grains(sim, ROW);
  const std::string text =
      sim.error_of(hooke(0) + "timestep 1e-3\nset atom 3 vx 310\n" + IMPLICIT + "\nrun 1");
  EXPECT_FALSE(contains(text, "keyword gap")) << "the fix has no such keyword: " << text;
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
