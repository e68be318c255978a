// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// pair_style contact/hooke and contact/hertz: what they do with bad input. Each message names the
// style, what is wrong, and what to do.

#include "contacts/soft_contact.h"

#include <cmath>

using namespace scenario;

namespace {

const std::string HOOKE = "pair_style contact/hooke\n", HERTZ = "pair_style contact/hertz\n";
const std::string NVE = "fix 1 all nve/sphere\n";

const std::string WHO = "Pair style contact/";

}    // namespace

TEST(ContactSoftInput, Coefficients)
{
  for (const std::string law : {"contact/hooke", "contact/hertz"}) {
    const std::string who = "Pair style " + law,
                      keywords = law == "contact/hooke" ? "k, damping" : "k, E, nu, damping",
                      kt = law == "contact/hooke" ? "kt, mu" : "kt, G, mu",
                      coeff = law == "contact/hooke" ? "k KN" : "E 1.5*KN nu 0";
    expect_refused({two_grains() + "pair_style " + law + "\n", "pair_coeff * *"},
                   "stiffness 1 | " + who + " has no keyword stiffness; its keywords are " +
                       keywords + ", " + kt +
                       ", cohesion, capillary, rolling, twisting, lever, velocity\n{,damping none} | " + who +
                       R"( | the stiffness is missing; add keyword k
      k {-5,0,nan,inf,1e999,soft} | keyword k must be a number > 0: {1}
      k | keyword k needs a value
      k 1 k 2 | keyword k is given twice
      k 1 damping | keyword damping needs a value
      k 1 damping viscous 1 1
        | keyword damping must be none, mass_velocity, velocity or restitution: viscous
      k 1 damping velocity 1 | keyword damping velocity needs a value: a number >= 0
      k 1 damping mass_velocity -1 0 | keyword damping mass_velocity must be a number >= 0: -1
      k 1 damping restitution {0,-0.5,1.0001,nan}
        | keyword damping restitution must be a number > 0 and <= 1: {1}
      k 1 kt 1 | keyword kt: give kt and mu together
      k 1 mu 0.5 | keyword mu: give kt and mu together
      k 1 kt 1 mu 0.5 mu 0.5 | keyword mu is given twice
      k 1 kt -1 mu 0.5 | keyword kt must be a number >= 0: -1
      k 1 kt 1 mu -0.5 | keyword mu must be a number >= 0: -0.5
      k 1 kt 1 mu | keyword mu needs a value
      k 1 lever center | keyword lever must be contact or radius: center
      k 1 velocity half | keyword velocity must be onstep or mid: half
    )");
    expect_refused({two_grains() + "pair_style " + law + "\n"},
                   "pair_coeff 2* 1 k 1 | " + who +
                       ": pair_coeff 2* 1 has no pair of types I <= J; swap I and J\n"
                       // the arguments of LAMMPS' own styles
                       "pair_style " +
                       law + " 2000 NULL 50 NULL .5 1 | " + who +
                       " takes no arguments: 2000 | pair_coeff * * " + coeff +
                       " | Page Howto_vardem_porting");
  }
  expect_refused({two_grains() + HERTZ, "pair_coeff * *"}, R"(
    k 1 E 1 nu 0.3 | keywords k and E both give the stiffness; keep one of them
    E -1 nu 0.3 | keyword E must be a number > 0: -1
    {E 1,nu 0.3} | give E and nu together
    E 1 nu 0.3 nu 0.3 | keyword nu is given twice
    E 1 nu 0.51 | keyword nu must be Poisson's ratio > -1 and <= 0.5: 0.51
  )");
  expect_refused({two_grains() + HOOKE, "pair_coeff * *"},
                 "E 1 nu 0.3 | contact/hooke | keyword E | Hertz' law only; use k and kt");
}

TEST(ContactSoftInput, CoefficientsOfSeveralTypes)
{
  expect_refused({two_grains() + HERTZ, "pair_coeff 1 1 ", "\nrun 0"}, R"(
    k 1;pair_coeff 2 2 E 1 nu 0.3
      | types 1 and 2 have | k and E | cannot be mixed; add pair_coeff 1 2
    k 1 damping velocity 1 1;pair_coeff 2 2 k 1 | types 1 and 2 have
      | damping velocity and damping none | cannot be mixed; add pair_coeff 1 2
    k 1;pair_coeff 2 2 k 1 kt 1 mu 1 | types 1 and 2 have
      | friction and no friction | cannot be mixed; add pair_coeff 1 2
    k 1;pair_coeff 2 2 {E 1 nu 0.3,k 1 kt 1 mu 1};pair_coeff 1 2 k 1
  )");
  // lever and velocity are those of the style
  expect_refused({two_grains() + HOOKE, "pair_coeff * * k 1\npair_coeff 2 2 k 1", "\nrun 0"}, R"(
    lever radius | types 1 1 and 2 2 have lever | the same for all types | pair_style hybrid
    velocity mid | types 1 1 and 2 2 have velocity | the same for all types | pair_style hybrid
  )");
}

TEST(ContactSoftInput, Runs)
{
  expect_refused({"units lj\natom_style atomic\nregion box block 0 1 0 1 0 1\ncreate_box 1 box\n"
                  "mass 1 1\n" +
                  HOOKE + "pair_coeff * * k 1\n"},
                 "run 0 | requires atom attributes radius, rmass and omega; use atom_style sphere");
  expect_refused({two_grains() + NVE, "", "\nrun 2"}, R"(
    pair_style contact/hooke;pair_coeff * * k 1;set atom 2 diameter 0;set atom 2 mass 1
      | 1 atoms of types with coefficients have radius 0 | set command
    comm_modify vel no;pair_style contact/hooke;
      pair_coeff * * k 1 {damping velocity 1 1,damping restitution 0.5,kt 1 mu 1} velocity mid
      | velocity mid requires that ghost atoms store velocities; use comm_modify vel yes
    comm_modify vel no;pair_style contact/hooke;pair_coeff * * k 1 velocity mid
    pair_style contact/hooke;pair_coeff * * k 1 damping velocity 1 1;run_style respa 2 2 pair 1
      | velocity | onstep | respa | use velocity mid
    pair_style contact/hooke;pair_coeff * * k 1 damping velocity 1 1 velocity mid;
      run_style respa 2 2 pair 1
  )");
  // type 2 has no coefficients
  expect_refused({two_grains() +
                  "set atom 2 diameter 0\nset atom 2 mass 1\n"
                  "pair_style hybrid contact/hooke\npair_coeff * * none\n"
                  "pair_coeff 1 1 contact/hooke k 1\ngroup moves type 1\n"
                  "fix 1 moves nve/sphere\n"},
                 "run 1");
  // what asks for a force of a distance alone
  expect_refused({two_grains() + HOOKE + "pair_coeff * * k 100\n" + NVE},
                 "pair_write 1 1 10 r 0.5 1.0 " + scratch_file("table") +
                     " T | no force of a distance alone");
}

// Two grains of mass 1, k = 100: 2/sqrt(2 k/m) = 0.141421. If one of them is held, it is
// 2/sqrt(k/m) = 0.2. With friction and kt = 100 the surfaces are lighter: 1/m + R^2/I is 3.5/m, so
// 2/sqrt(700) = 0.0755929; in 2d with discs of I = m R^2/2 it is 2/sqrt(600) = 0.0816497. Hertz
// with K = 100 and the overlap 0.1: dF/dd = 3/2 K sqrt(0.1) = 47.4342, so 2/sqrt(2*47.4342) = 0.205339

TEST(ContactSoftInput, TimeStepAboveTheLimitOfTwoGrainsIsAWarning)
{
  expect_warnings({two_grains() + HOOKE + "pair_coeff * * k 100\n" + NVE, "", "\nrun 0"}, WHO, R"(
    timestep 0.14142
    timestep 0.14143 | limit of stability of two grains | the time step 0.1414 is above 0.1414
    timestep 0.14143;run 0;run 0 | limit of stability of two grains
    pair_coeff * * k 100 kt 100 mu 0.5;timestep 0.0755
    pair_coeff * * k 100 kt 100 mu 0.5;timestep 0.0757 | 0.0757 is above 0.07559,
    set atom 2 type 1;group held id 2;fix f held freeze;timestep 0.19 | is above 0.1414
    group held id 2;fix f held freeze;timestep 0.191;pair_coeff 1 1 k 1
    group held id 2;fix f held freeze;timestep 0.2001;pair_coeff 1 1 k 1 | is above 0.2,
  )");
  expect_warnings({"dimension 2\n" + empty_box() +
                       "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.9 0 0\n" + MASS_ONE +
                       HOOKE +
                       "pair_coeff * * k 100 kt 100 mu 0.5\n"
                       "fix 1 all nve/sphere disc\nfix 2 all enforce2d\n",
                   "timestep", "\nrun 0"},
                  WHO, "0.0816\n0.0817 | 0.0817 is above 0.08165,");
  expect_warnings({two_grains() + HERTZ + "pair_coeff * * k 100\n" + NVE, "timestep", "\nrun 0"},
                  WHO, "0.2053\n0.2054 | 0.2054 is above 0.2053,\n100;set atom 2 x 2.0");
}

// Grains that no fix moves and that have a velocity. Their contacts feel it: the friction of grain
// 2 on grain 1 below is that of a belt. The speed of grain 1 is hypot(.5, .3, .1). The warning is
// given once. For fix nve/sphere/implicit such a grain is at rest

TEST(ContactSoftInput, ConveyorsGiveAWarning)
{
  expect_warnings({two_grains() +
                       "region all block INF INF INF INF INF INF\ngroup free id 2\n"
                       "group later dynamic all region all\nfix f all freeze\n"
                       "timestep 0.001\n" +
                       HOOKE,
                   "fix 1 ", "\nrun 1\nrun 1"},
                  WHO, R"(
    free nve/sphere;pair_coeff * * k 1 kt 1 mu 0.5
      | 1 atoms have velocities of up to 0.592, and no fix moves them
    free nve/sphere;pair_coeff * * k 1 kt 1 mu 0.5;velocity all set 0 0 0
    free nve/sphere;pair_coeff * * k 1
    free nve/sphere/implicit friction tresca;pair_coeff * * k 1 kt 1 mu 0.5
    {all,later} nve/sphere;pair_coeff * * k 1 kt 1 mu 0.5
  )");
}

// Commands such as create_bonds set up the pair style before there are bonds

TEST(ContactSoftInput, WeightsOfSpecialBondsGiveAWarning)
{
  expect_warnings(
      {"units lj\natom_style hybrid sphere bond\natom_modify map array\n"
       "region box block -5 5 -5 5 -5 5\n"
       "create_box 1 box bond/types 1 extra/bond/per/atom 2 extra/special/per/atom 4\n"
       "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0.9 0 0\nbond_style harmonic\n"
       "bond_coeff 1 1 1\n" +
           MASS_ONE + HOOKE + "pair_coeff * * k 1\n" + NVE + "timestep 0.001\n",
       "special_bonds lj", "\nrun 0\nrun 0"},
      WHO, R"(
    0 0 1
    0 1 1;create_bonds single/bond 1 1 2
    0 0.5 1;create_bonds single/bond 1 1 2
      | special_bonds multiplies the contact force of 1-3 neighbors by 0.5
    0 1 0;create_bonds single/bond 1 1 2 | of 1-4 neighbors by 0
    0 0 1;run 0;create_bonds single/bond 1 1 2
      | special_bonds multiplies the contact force of 1-3 neighbors by 0
  )");
}

// Radii that grow. Grains of other sub-styles may be larger than the cutoff of those. comm_modify
// cutoff cannot make ghosts too few: LAMMPS takes the larger of this and of the cutoff of the pair
// style

TEST(ContactSoftInput, ContactBeyondTheCutoffIsAnError)
{
  expect_refused({two_grains("newton off", "sphere 1") + NVE +
                      "variable d equal 1+0.1*step\nneigh_modify every 1 delay 0 check no\n",
                  "", "\nrun 3"},
                 R"(
    pair_style contact/hooke;pair_coeff * * k 1 kt 1 mu 0.5;fix 2 all adapt 1 atom diameter v_d
      | Pair style contact/ | grains of types 1 and 1 have grown | reach 1 only | hybrid/overlay
    pair_style hybrid/overlay contact/hooke zero 2.0;pair_coeff * * contact/hooke k 1 kt 1 mu 0.5;
      pair_coeff * * zero;fix 2 all adapt 1 atom diameter v_d
    pair_style contact/hooke;pair_coeff * * k 1 kt 1 mu 0.5;comm_modify cutoff 0.2
    pair_style hybrid contact/hooke lj/cut 0.5;pair_coeff 1 1 contact/hooke k 1;
      pair_coeff 1 2 lj/cut 1 0.4;pair_coeff 2 2 lj/cut 1 0.4
  )");
}

TEST(ContactSoftInput, RestartWithAnotherLaw)
{
  const std::string ours = scratch_file("restart"), stock = scratch_file("restart"),
                    friction = "pair_coeff * * k 100 kt 80 mu 0.5\n", again = "\n" + friction + NVE;
  Simulation(two_grains() + HOOKE + friction + NVE + "run 10\nwrite_restart " + ours);
  Simulation(two_grains() + "pair_style gran/hooke/history 100 80 0 0 0.5 0\npair_coeff * *\n" +
             NVE + "run 10\nwrite_restart " + stock);
  expect_refused({"read_restart " + ours, "pair_style", again + "run 1"}, R"(
    contact/hertz
      | contact/hertz: the restart file has tangential springs of another pair style of VARDEM
      | HOOKE | continue with that pair style, or start from a data file
    contact/hooke
  )");
  expect_warnings({"read_restart " + stock, "pair_style contact/hooke" + again}, WHO,
                  "run 1 | the restart file has tangential springs of another pair style"
                  " (NEIGH_HISTORY_HH");
}

TEST(ContactSoftInput, BadValuesOfFixAdaptAreErrors)
{
  expect_refused(
      {two_grains() + HOOKE + NVE + "pair_coeff * * k 100 damping restitution 0.5 kt 80 mu 0.5\n",
       "variable a equal", " * * v_a\nrun 5"},
      R"(
    2-step;fix a all adapt 1 pair contact/hooke k
      | types 1 1 have k 0, which must be > 0; check fix adapt
    1-step;fix a all adapt 1 pair contact/hooke {mu,kt} | {1} -1, which must be >= 0
    0.5+step/4;fix a all adapt 1 pair contact/hooke restitution
      | restitution 1.25, which must be > 0 and <= 1
    1;fix a all adapt 1 pair contact/hooke {E,damping_normal}
      | fix adapt changes {1}, which pair_coeff 1 1 does not have
    1;fix a all adapt 1 pair contact/hooke gamma | param gamma not supported
    1;pair_coeff * * k 100 kt 0 mu 0.5;fix a all adapt 1 pair contact/hooke kt
      | fix adapt cannot change kt of types 1 1 from 0
  )");
}
