// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// pair_style contact/hooke and contact/hertz: what they do with bad input. Each message names the
// style, what is wrong, and what to do.

#include "soft_contact.h"

#include <cmath>

using namespace scenario;

namespace {

const std::string HOOKE = "pair_style contact/hooke\n", HERTZ = "pair_style contact/hertz\n";
const std::string NVE = "fix 1 all nve/sphere\n";

void expect_error(Simulation &sim, const std::string &command,
                  const std::vector<std::string> &parts)
{
  const std::string text = sim.error_of(command);
  expect_parts(text, {"ERROR", ": Pair style contact/"});
  expect_parts(text, parts);
}

const std::string NONE;

/** There is one warning of these styles, with this text, or none. */
void expect_warning(const std::string &output, const std::string &text)
{
  const int n = text == NONE ? 0 : 1;
  EXPECT_EQ(count(output, "WARNING: Pair style contact/"), n) << output;
  if (n == 1) { EXPECT_EQ(count(output, text), 1) << output; }
}

}    // namespace

// --- pair_coeff ---

TEST(ContactSoftInput, BadCoefficientsAreErrors)
{
  for (const std::string law : {"contact/hooke", "contact/hertz"}) {
    Simulation sim(two_grains() + "pair_style " + law + "\n");
    const auto fails = [&](const std::string &coefficients, const std::vector<std::string> &parts) {
      expect_error(sim, "pair_coeff * * " + coefficients, parts);
      expect_error(sim, "pair_coeff * * " + coefficients, {"Pair style " + law});
    };
    fails("", {"the stiffness is missing; add keyword k"});
    fails("damping none", {"the stiffness is missing"});
    fails("k -5", {"keyword k must be a number > 0: -5"});
    fails("k 0", {"keyword k must be a number > 0: 0"});
    for (const std::string bad : {"nan", "inf", "1e999", "soft"})
      fails("k " + bad, {"keyword k must be a number > 0: " + bad});
    fails("k", {"keyword k needs a value"});
    fails("k 1 k 2", {"keyword k is given twice"});
    fails("stiffness 1",
          {law == "contact/hooke"
               ? "has no keyword stiffness; its keywords are k, damping, kt, mu, lever, velocity"
               : "has no keyword stiffness; its keywords are k, E, nu, damping, kt, G, mu, lever, "
                 "velocity"});
    fails("k 1 damping", {"keyword damping needs a value"});
    fails("k 1 damping viscous 1 1",
          {"keyword damping must be mass_velocity, velocity, restitution or none: viscous"});
    fails("k 1 damping velocity 1", {"keyword damping velocity needs a value: a number >= 0"});
    fails("k 1 damping mass_velocity -1 0",
          {"keyword damping mass_velocity must be a number >= 0: -1"});
    for (const std::string bad : {"0", "-0.5", "1.0001", "nan"})
      fails("k 1 damping restitution " + bad,
            {"keyword damping restitution must be a number > 0 and <= 1: " + bad});
    fails("k 1 kt 1", {"keyword kt: give kt and mu together"});
    fails("k 1 mu 0.5", {"keyword mu: give kt and mu together"});
    fails("k 1 kt -1 mu 0.5", {"keyword kt must be a number >= 0: -1"});
    fails("k 1 kt 1 mu -0.5", {"keyword mu must be a number >= 0: -0.5"});
    fails("k 1 kt 1 mu", {"keyword mu needs a value"});
    fails("k 1 lever center", {"keyword lever must be contact or radius: center"});
    fails("k 1 velocity half", {"keyword velocity must be onstep or mid: half"});
    expect_error(sim, "pair_coeff 2* 1 k 1",
                 {"pair_coeff 2* 1 has no pair of types I <= J; swap I and J"});
    // the arguments of LAMMPS' own styles
    expect_error(sim, "pair_style " + law + " 2000 NULL 50 NULL .5 1",
                 {"takes no arguments: 2000",
                  law == "contact/hertz" ? "pair_coeff * * E 1.5*KN nu 0" : "pair_coeff * * k KN",
                  "Page Howto_vardem_porting"});
  }
}

TEST(ContactSoftInput, BadMaterialsAreErrors)
{
  Simulation sim(two_grains() + HERTZ);
  expect_error(sim, "pair_coeff * * k 1 E 1 nu 0.3",
               {"keywords k and E both give the stiffness; keep one of them"});
  expect_error(sim, "pair_coeff * * E -1 nu 0.3", {"keyword E must be a number > 0: -1"});
  expect_error(sim, "pair_coeff * * E 1", {"give E and nu together"});
  expect_error(sim, "pair_coeff * * nu 0.3", {"give E and nu together"});
  expect_error(sim, "pair_coeff * * E 1 nu 0.51",
               {"keyword nu must be Poisson's ratio > -1 and <= 0.5: 0.51"});
  Simulation hooke(two_grains() + HOOKE);
  expect_error(hooke, "pair_coeff * * E 1 nu 0.3",
               {"contact/hooke", "keyword E", "Hertz' law only; use k and kt"});
}

TEST(ContactSoftInput, CoefficientsThatCannotBeMixedAreErrors)
{
  for (const auto &[a, b, difference] :
       {std::tuple{"k 1", "E 1 nu 0.3", "k and E"},
        {"k 1 damping velocity 1 1", "k 1", "damping velocity and damping none"},
        {"k 1", "k 1 kt 1 mu 1", "friction and no friction"}}) {
    Simulation sim(two_grains() + HERTZ + "pair_coeff 1 1 " + a + "\npair_coeff 2 2 " + b + "\n");
    expect_error(sim, "run 0",
                 {"types 1 and 2 have", difference, "cannot be mixed; add pair_coeff 1 2"});
    sim.run("pair_coeff 1 2 k 1\nrun 0");
  }
}

TEST(ContactSoftInput, LeverAndVelocityAreThoseOfTheStyle)
{
  for (const std::string other : {"lever radius", "velocity mid"}) {
    Simulation sim(two_grains() + HOOKE + "pair_coeff * * k 1\npair_coeff 2 2 k 1 " + other + "\n");
    expect_error(sim, "run 0",
                 {"types 1 1 and 2 2 have " + other.substr(0, other.find(' ')),
                  "the same for all types", "pair_style hybrid"});
  }
}

// --- what the run must have ---

TEST(ContactSoftInput, NeedsSpheres)
{
  Simulation sim(
      "units lj\natom_style atomic\nregion box block 0 1 0 1 0 1\ncreate_box 1 box\nmass 1 1\n" +
      HOOKE + "pair_coeff * * k 1\n");
  expect_error(sim, "run 0",
               {"requires atom attributes radius, rmass and omega; use atom_style sphere"});
}

TEST(ContactSoftInput, RadiusZeroIsAnError)
{
  Simulation sim(two_grains() + HOOKE +
                 "pair_coeff * * k 1\nset atom 2 diameter 0\nset atom 2 mass 1\n");
  expect_error(sim, "run 0", {"1 atoms of types with coefficients have radius 0", "set command"});
  Simulation below(two_grains() +
                   "set atom 2 diameter 0\nset atom 2 mass 1\npair_style hybrid contact/hooke\n"
                   "pair_coeff * * none\npair_coeff 1 1 contact/hooke k 1\n" +
                   "group moves type 1\nfix 1 moves nve/sphere\n");
  below.run("run 1");    // type 2 has no coefficients
}

TEST(ContactSoftInput, MidNeedsGhostVelocities)
{
  const std::string mid = " velocity mid\n";
  for (const std::string damping :
       {"k 1 damping velocity 1 1", "k 1 damping restitution 0.5", "k 1 kt 1 mu 1"}) {
    Simulation sim(two_grains() + HOOKE + "pair_coeff * * " + damping + mid +
                   "comm_modify vel no\n" + NVE);
    expect_error(
        sim, "run 0",
        {"velocity mid requires that ghost atoms store velocities; use comm_modify vel yes"});
    sim.run("comm_modify vel yes\nrun 0");
  }
  Simulation elastic(two_grains() + HOOKE + "pair_coeff * * k 1" + mid + "comm_modify vel no\n" +
                     NVE);
  elastic.run("run 1");    // needs no velocities
}

TEST(ContactSoftInput, RespaWithOnstepIsAnError)
{
  const std::string respa = "run_style respa 2 2 pair 1\n";
  Simulation sim(two_grains() + HOOKE + "pair_coeff * * k 1 damping velocity 1 1\n" + NVE + respa);
  expect_error(sim, "run 0", {"velocity", "onstep", "respa", "use velocity mid"});
  sim.run("pair_coeff * * k 1 damping velocity 1 1 velocity mid\nrun 2");
}

// --- warnings ---

// Two grains of mass 1, k = 100: 2/sqrt(2 k/m) = 0.141421. With friction and kt = 100 the surfaces
// are lighter: 1/m + R^2/I is 3.5/m, so 2/sqrt(700) = 0.0755929; in 2d with discs of I = m R^2/2 it
// is 2/sqrt(600) = 0.0816497

TEST(ContactSoftInput, TimeStepAboveTheLimitOfTwoGrainsIsAWarning)
{
  const std::string text = "limit of stability of two grains";
  Simulation sim(two_grains() + HOOKE + "pair_coeff * * k 100\n" + NVE);
  expect_warning(sim.output_of("timestep 0.14142\nrun 0"), NONE);
  const std::string output = sim.output_of("timestep 0.14143\nrun 0");
  expect_warning(output, text);
  expect_warning(output, "the time step 0.1414 is above 0.1414");
  expect_warning(sim.output_of("run 0\nrun 0"), NONE);    // once
  sim.run("pair_coeff * * k 100 kt 100 mu 0.5");
  expect_warning(sim.output_of("timestep 0.0755\nrun 0"), NONE);
  expect_warning(sim.output_of("timestep 0.0757\nrun 0"), "0.0757 is above 0.07559,");
}

TEST(ContactSoftInput, TimeStepLimitKnowsMasses)
{
  Simulation sim(two_grains() + HOOKE + "pair_coeff * * k 100\n" + NVE + "timestep 0.19\n");
  // one of the two is held: 2/sqrt(k/m) = 0.2
  expect_warning(sim.output_of("set atom 2 type 1\ngroup held id 2\nfix f held freeze\nrun 0"),
                 "is above 0.1414");
  expect_warning(sim.output_of("set atom 2 type 2\ntimestep 0.191\npair_coeff 1 1 k 1\nrun 0"),
                 NONE);
  expect_warning(sim.output_of("timestep 0.2001\nrun 0"), "is above 0.2,");
}

TEST(ContactSoftInput, TimeStepLimitInTwoDimensions)
{
  Simulation sim(
      "dimension 2\n" + empty_box() +
      "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.9 0 0\n" + MASS_ONE + HOOKE +
      "pair_coeff * * k 100 kt 100 mu 0.5\nfix 1 all nve/sphere disc\nfix 2 all enforce2d\n");
  expect_warning(sim.output_of("timestep 0.0816\nrun 0"), NONE);
  expect_warning(sim.output_of("timestep 0.0817\nrun 0"), "0.0817 is above 0.08165,");
}

// K = 100 and the overlap 0.1: dF/dd = 3/2 K sqrt(0.1) = 47.4342, so 2/sqrt(2*47.4342) = 0.205339

TEST(ContactSoftInput, TimeStepLimitOfHertzIsThatOfThePresentOverlaps)
{
  Simulation sim(two_grains() + HERTZ + "pair_coeff * * k 100\n" + NVE);
  expect_warning(sim.output_of("timestep 0.2053\nrun 0"), NONE);
  expect_warning(sim.output_of("timestep 0.2054\nrun 0"), "0.2054 is above 0.2053,");
  expect_warning(sim.output_of("set atom 2 x 2.0\ntimestep 100\nrun 0"), NONE);
}

// Grains that no fix moves and that have a velocity. Their contacts feel it: the friction of grain
// 2 on grain 1 below is that of a belt. The speed of grain 1 is hypot(.5, .3, .1).

TEST(ContactSoftInput, ConveyorsGiveAWarning)
{
  const std::string
      held = "group free id 2\nfix 1 free nve/sphere\nfix f all freeze\ntimestep 0.001\n",
      law = HOOKE + "pair_coeff * * k 1 ";
  Simulation sim(two_grains() + held + law + "kt 1 mu 0.5\n");
  expect_warning(sim.output_of("run 1"),
                 "1 atoms have velocities of up to 0.592, and no fix moves them");
  expect_warning(sim.output_of("run 1"), NONE);    // once is enough

  Simulation at_rest(two_grains() + held + law + "kt 1 mu 0.5\nvelocity all set 0 0 0\n");
  expect_warning(at_rest.output_of("run 1"), NONE);

  Simulation elastic(two_grains() + held + law);
  expect_warning(elastic.output_of("run 1"), NONE);
  Simulation moved(two_grains() + "fix 1 all nve/sphere\nfix f all freeze\ntimestep 0.001\n" + law +
                   "kt 1 mu 0.5\n");
  expect_warning(moved.output_of("run 1"), NONE);
}

TEST(ContactSoftInput, WeightsOfSpecialBondsGiveAWarning)
{
  const auto warnings = [&](const std::string &special) {
    Simulation sim("units lj\natom_style hybrid sphere bond\natom_modify map array\nregion box "
                   "block -5 5 -5 5 -5 5\n"
                   "create_box 1 box bond/types 1 extra/bond/per/atom 2 extra/special/per/atom 4\n"
                   "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.9 0 0\nbond_style "
                   "harmonic\nbond_coeff 1 1 1\n"
                   "create_bonds single/bond 1 1 2\n" +
                   MASS_ONE + special + HOOKE + "pair_coeff * * k 1\n" + NVE + "timestep 0.001\n");
    return sim.output_of("run 0\nrun 0");
  };
  expect_warning(warnings("special_bonds lj 0 1 1\n"), NONE);
  expect_warning(warnings("special_bonds lj 0 0.5 1\n"),
                 "special_bonds multiplies the contact force of 1-3 neighbors by 0.5");
  expect_warning(warnings("special_bonds lj 0 1 0\n"), "of 1-4 neighbors by 0");
}

// Commands such as create_bonds set up the pair style before there are bonds

TEST(ContactSoftInput, SpecialBondsOfBondsThatAreMadeLater)
{
  Simulation sim("units lj\natom_style hybrid sphere bond\natom_modify map array\nregion box "
                 "block -5 5 -5 5 -5 5\n"
                 "create_box 1 box bond/types 1 extra/bond/per/atom 2 extra/special/per/atom 4\n"
                 "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.9 0 0\nbond_style "
                 "harmonic\nbond_coeff 1 1 1\nspecial_bonds lj 0 0 1\n" +
                 std::string(MASS_ONE) + HOOKE + "pair_coeff * * k 1\n" + NVE + "timestep 0.001\n");
  expect_warning(sim.output_of("run 0"), NONE);
  expect_warning(sim.output_of("create_bonds single/bond 1 1 2\nrun 0"),
                 "special_bonds multiplies the contact force of 1-3 neighbors by 0");
}

// --- radii that grow ---

// Grains of other sub-styles may be larger than the cutoff of those

TEST(ContactSoftInput, RadiiOfOtherSubStyles)
{
  Simulation sim(two_grains("newton off", "sphere 1") +
                 "pair_style hybrid contact/hooke lj/cut 0.5\npair_coeff 1 1 contact/hooke k 1\n"
                 "pair_coeff 1 2 lj/cut 1 0.4\npair_coeff 2 2 lj/cut 1 0.4\n" +
                 NVE + "run 1");
  EXPECT_EQ(sim.value("step"), 1.0);
}

TEST(ContactSoftInput, ContactBeyondTheCutoffIsAnError)
{
  const std::string grow = "variable d equal 1+0.1*step\nfix 2 all adapt 1 atom diameter v_d\n";
  Simulation sim(two_grains("newton off", "sphere 1") + HOOKE + "pair_coeff * * k 1 kt 1 mu 0.5\n" +
                 NVE + grow + "neigh_modify every 1 delay 0 check no\n");
  expect_error(sim, "run 3",
               {"grains of types 1 and 1 have grown", "reach 1 only", "hybrid/overlay"});
  // a larger cutoff of another sub-style
  Simulation larger(two_grains("newton off", "sphere 1") +
                    "pair_style hybrid/overlay contact/hooke zero 2.0\n"
                    "pair_coeff * * contact/hooke k 1 kt 1 mu 0.5\npair_coeff * * zero\n" +
                    NVE + grow + "neigh_modify every 1 delay 0 check no\nrun 3");
  // comm_modify cutoff cannot make ghosts too few: LAMMPS takes the larger of this and of the
  // cutoff of the pair style
  Simulation few(two_grains("newton off", "sphere 1") + HOOKE + "pair_coeff * * k 1 kt 1 mu 0.5\n" +
                 NVE + "comm_modify cutoff 0.2\nrun 3");
}

// --- restart files ---

TEST(ContactSoftInput, RestartWithAnotherLawIsAnError)
{
  const std::string file = scratch_file("restart"),
                    friction = "pair_coeff * * k 100 kt 80 mu 0.5\n";
  Simulation(two_grains() + HOOKE + friction + NVE + "run 10\nwrite_restart " + file);
  Simulation hertz("read_restart " + file + "\n" + HERTZ + friction + NVE);
  expect_error(
      hertz, "run 1",
      {"contact/hertz: the restart file has tangential springs of another pair style of VARDEM",
       "HOOKE", "continue with that pair style, or start from a data file"});
  Simulation same("read_restart " + file + "\n" + HOOKE + friction + NVE + "run 1");
}

TEST(ContactSoftInput, RestartOfAStockStyleIsAWarning)
{
  const std::string file = scratch_file("restart");
  Simulation(two_grains() + "pair_style gran/hooke/history 100 80 0 0 0.5 0\npair_coeff * *\n" +
             NVE + "run 10\nwrite_restart " + file);
  Simulation sim("read_restart " + file + "\n" + HOOKE + "pair_coeff * * k 100 kt 80 mu 0.5\n" +
                 NVE);
  expect_warning(sim.output_of("run 1"),
                 "the restart file has tangential springs of another pair style (NEIGH_HISTORY_HH");
}

// --- fix adapt ---

TEST(ContactSoftInput, BadValuesOfFixAdaptAreErrors)
{
  const auto adapt = [](const std::string &what, const std::string &value) {
    return "variable a equal " + value + "\nfix a all adapt 1 pair contact/hooke " + what +
        " * * v_a\n";
  };
  const std::string coeff = "pair_coeff * * k 100 damping restitution 0.5 kt 80 mu 0.5\n";
  for (const auto &[what, value, text] :
       {std::tuple{"k", "2-step", "types 1 1 have k 0, which must be > 0; check fix adapt"},
        {"mu", "1-step", "mu -1, which must be >= 0"},
        {"kt", "1-step", "kt -1, which must be >= 0"},
        {"restitution", "0.5+step/4", "restitution 1.25, which must be > 0 and <= 1"},
        {"E", "1", "fix adapt changes E, which pair_coeff 1 1 does not have"},
        {"damping_normal", "1",
         "fix adapt changes damping_normal, which pair_coeff 1 1 does not have"}}) {
    Simulation sim(two_grains() + HOOKE + coeff + NVE + adapt(what, value));
    expect_error(sim, "run 5", {text});
  }
  Simulation unknown(two_grains() + HOOKE + coeff + NVE + adapt("gamma", "1"));
  EXPECT_TRUE(contains(unknown.error_of("run 0"), "param gamma not supported"));
  Simulation none(two_grains() + HOOKE + "pair_coeff * * k 100 kt 0 mu 0.5\n" + NVE +
                  adapt("kt", "1"));
  expect_error(none, "run 1", {"fix adapt cannot change kt of types 1 1 from 0"});
}

// --- what asks for a force of a distance alone ---

TEST(ContactSoftInput, PairWriteIsAnError)
{
  Simulation sim(two_grains() + HOOKE + "pair_coeff * * k 100\n" + NVE);
  expect_error(sim, "pair_write 1 1 10 r 0.5 1.0 " + scratch_file("table") + " T",
               {"no force of a distance alone"});
}
