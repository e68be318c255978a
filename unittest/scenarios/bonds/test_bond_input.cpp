// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Bond styles binder and contact/hooke: what they do with bad input. Each message names the style,
// what is wrong, and what to do. Bad coefficients are in test_binder_coefficients.cpp.

#include "bonds/bonded.h"

#include "lammps.h"
#include "output.h"
#include "thermo.h"

#include <fstream>
#include <iterator>

using namespace scenario;

namespace {

void expect_error(Simulation &sim, const std::string &command,
                  const std::vector<std::string> &parts)
{
  const std::string text = sim.error_of(command);
  expect_parts(text, {"ERROR", "Bond style binder"});
  expect_parts(text, parts);
}

const std::string START = bonded_pair() + BINDER + NO_CONTACTS;

}    // namespace

TEST(BondInput, OrientationsThatNobodyHas)
{
  Simulation sim(START);
  sim.run("delete_atoms overlap 1e-3 all all\nfix nve all nve/sphere\n");    // before any fix
  expect_error(sim, "run 0",
               {"needs the orientations of the atoms, and there are none",
                "use fix nve/sphere/rodrigues, fix nve/sphere/leapfrog with keyword update quat"});
}

TEST(BondInput, FixesThatTurnAtomsWithoutOrientations)
{
  // Of four atoms, two are moved by an integrator without orientations. Group 2 has one bonded
  // atom.
  Simulation sim(START +
                 "create_atoms 1 single 3 3 3\nset group all mass 1\n"
                 "group one id 1 3\ngroup two id 2\nfix nve one nve/sphere/rodrigues\n"
                 "fix other two nve/sphere\n");
  expect_error(
      sim, "run 0",
      {"fix other nve/sphere turns 1 bonded atoms without them", "use fix nve/sphere/rodrigues"});
  sim.run("unfix other\nfix other two nve/sphere/leapfrog\n");
  expect_error(sim, "run 0", {"fix other nve/sphere/leapfrog turns 1 bonded atoms without them"});
  sim.run("unfix other\nfix other two nve/sphere/leapfrog update quat\nrun 0\n");
  const std::string text = sim.output_of("unfix other\nfix other two nve\nrun 0\n");
  expect_parts(text,
               {"Bond style binder: fix other nve moves 1 bonded atoms, but does not turn them"});
  sim.run("unfix other\nregion low block INF 0 INF INF INF INF\n"
          "group low dynamic all region low every 1\nfix other low nve/sphere/rodrigues\n");
  expect_error(sim, "run 0",
               {"fix other nve/sphere/rodrigues has a dynamic group, and another fix"});
}

TEST(BondInput, AtomStyles)
{
  const std::string bonded = "\ncreate_atoms 1 single 0 0 0\ncreate_atoms 1 single 1 0 0\n",
                    bond = "create_bonds single/bond 1 1 2\n";
  expect_refused(
      {bonded_box("", "bond") + bonded + "mass 1 1\n" + bond + NO_CONTACTS + "fix nve all nve\n",
       "", "\nrun 0"},
      R"(
    bond_style binder;bond_coeff * axial 200 shear 200 moment 10 | Bond style binder
      | needs atoms that rotate | atom_style hybrid sphere bond | bpm/sphere
    bond_style binder;bond_coeff * beam 1000 0.2 1.0
      | Bond style binder | keyword beam needs the radii of the atoms
    bond_style contact/hooke;bond_coeff * k 100 | atom_style hybrid sphere bond
      | Bond style contact/hooke needs atom attributes radius, rmass and omega
  )");
  expect_refused({bonded_box("", "hybrid ellipsoid bond") + bonded +
                      "set group all shape 1 1 2\nset group all mass 1\n"
                      "set group all quat 0 0 1 30\n" +
                      bond + "bond_style binder\n" + NO_CONTACTS + "fix nve all nve/asphere\n",
                  "bond_coeff * axial 200 shear 200 moment 10 ", "\nrun 0"},
                 "damp 1 1 1 | Bond style binder"
                 " | dashpots need angular velocities, which the atom style does not have");
}

TEST(BondInput, Bonds)
{
  expect_refused({START + RODRIGUES, "", "\nrun 0"}, R"(
    set atom 2 x 0 y 0 z 0 | Bond style binder | a bond of atom 1 has the length zero
    group gone id 2;delete_atoms group gone compress no | Bond style binder
      | atom 1 has a bond with atom 2, which does not exist | delete_bonds
    bond_coeff 1 axial 200 shear 200 moment 10 damp 1 1 1 velocity mid;
      bond_coeff 2 axial 200 shear 200 moment 10 damp 1 1 1 | Bond style binder
      | keyword velocity: bonds of type | another value than others
  )");
  for (const std::string newton : {"on", "off"})
    for (const std::string &run : {std::string("run 0"), std::string("minimize 0 0 1 1")})
      // with newton on, each atom may have one of the two bonds
      expect_refused({bonded_pair("newton " + newton) + BINDER + NO_CONTACTS + RODRIGUES,
                      "create_bonds single/bond ", "\n" + run},
                     "{2 1 2,1 2 1} | Bond style binder"
                     " | has two bonds with the same atom; delete one of them");
  const std::string law = "bond_style binder\nbond_coeff * axial 200 shear 200 moment 10 ";
  const auto start = [](const std::string &newton) {
    return bonded_pair("newton " + newton) + NO_CONTACTS + RODRIGUES;
  };
  expect_refused(
      {start("on"), law, "\nrun 0"},
      "break axial 0.1 | Bond style binder | keyword break | newton on off | newton off");
  for (const auto &[weights, which] : {std::pair{"lj 0 0 1", "0 for 1-3"},
                                       {"lj 0 1 0.5 coul 1 1 1", "0.5 for 1-4"},
                                       {"lj 0 0 0", "0 for 1-3"}}) {
    const std::string special = "\nspecial_bonds " + std::string(weights) + "\nrun 0";
    expect_refused(
        {start("off"), law, special},
        "break axial 0.1 | Bond style binder | keyword break: special_bonds has the weight " +
            std::string(which) + " neighbors | use special_bonds lj/coul 0 1 1");
  }
  expect_refused({bonded_pair(), "bond_style contact/hooke\nbond_coeff 1 k 100 "}, R"(
    {kt,mu,G} 10 | Bond style contact/hooke has no keyword {1}
      | its keywords are k, damping, lever, velocity
    lever radius | Bond style contact/hooke keyword lever must be contact
  )");
}

// A bond that is turned off is no second bond. The atoms have the energy of the other one

TEST(BondInput, SecondBondsThatAreTurnedOff)
{
  for (const std::string newton : {"on", "off"})
    for (const std::string second : {"1 2", "2 1"}) {
      Simulation sim(bonded_pair("newton " + newton) + "group both id 1 2\n" + BINDER +
                     NO_CONTACTS + RODRIGUES + "thermo_style custom step ebond\n" +
                     "thermo_modify norm no\ndelete_bonds both bond 1\n"
                     "create_bonds single/bond 2 " +
                     second + "\nrun 0\nset atom 2 x 0.8\nrun 0\n");
      EXPECT_GT(sim.value("ebond"), 1e-2) << newton << " " << second;
      sim.run("delete_bonds both bond 1 undo\n");
      expect_error(sim, "run 0", {"has two bonds with the same atom"});
    }
}

TEST(BondInput, LostBondsStayWhatTheUserSays)
{
  // The styles take the setting away from LAMMPS in a part of the set-up.
  using LAMMPS_NS::Thermo;
  Simulation sim(
      bonded_pair() +
      "bond_style hybrid binder contact/hooke\n"
      "bond_coeff 1 binder axial 200 shear 200 moment 10\nbond_coeff 2 contact/hooke k 100\n" +
      NO_CONTACTS + RODRIGUES);
  const auto setting = [&] {
    return sim.lammps()->output->thermo->lostbond;
  };
  sim.run("run 0\n");
  EXPECT_EQ(setting(), Thermo::ERROR);
  sim.run("thermo_modify lost/bond warn\nrun 1\n");
  EXPECT_EQ(setting(), Thermo::WARN);
  const std::string stops = "change_box all x final -1e12 1e12\nrun 0\n";
  expect_parts(sim.error_of(stops), {"Domain too large for neighbor bins"});
  EXPECT_EQ(setting(), Thermo::IGNORE) << "the set-up has stopped elsewhere";
  sim.run("change_box all x final -5 5\nrun 0\n");
  EXPECT_EQ(setting(), Thermo::WARN);
  sim.run("write_data " + scratch_file("data") + "\nthermo_modify lost/bond ignore\nrun 0\n");
  EXPECT_EQ(setting(), Thermo::IGNORE);
  sim.run("thermo_modify lost/bond warn\nrun 0\n");
  expect_parts(sim.error_of(stops), {"Domain too large for neighbor bins"});
  sim.run("bond_style none\n");
  EXPECT_EQ(setting(), Thermo::WARN);
}

// A type that bond_style hybrid has given to another style is not in the checks of the first one

TEST(BondInput, LimitsOfTypesOfOtherStyles)
{
  Simulation sim(bonded_pair("newton on") +
                 "bond_style hybrid binder harmonic\n"
                 "bond_coeff * binder axial 200 shear 200 moment 10 break axial 0.1\n" +
                 NO_CONTACTS + RODRIGUES + "bond_coeff 2 harmonic 10 1\n");
  expect_error(sim, "run 0", {"keyword break", "newton on off"});
  sim.run("bond_coeff 1 binder axial 200 shear 200 moment 10\nrun 0\n");
}

// After the message the right form goes on with the references of the file: the same energy, bit by
// bit

TEST(BondInput, TheRightFormAfterAnotherOne)
{
  const std::string file = scratch_file("forms.restart");
  const std::string end = "thermo_style custom step ebond\nrun 0\n";
  double U;
  {
    Simulation sim(START + RODRIGUES + "run 100\nwrite_restart " + file + "\n" + end);
    U = sim.value("ebond");
  }
  EXPECT_GT(U, 1e-3);
  const std::string law = "bond_coeff * axial 200 shear 200 moment 10 form ";
  Simulation sim("read_restart " + file + "\n" + NO_CONTACTS + RODRIGUES + law + "printed\n");
  expect_error(sim, "run 0", {"the restart file has bonds", "form printed"});
  expect_error(sim, "run 0", {"the restart file has bonds", "form printed"});
  sim.run(law + "B\n" + end);
  EXPECT_EQ(sim.value("ebond"), U);
}

TEST(BondInput, AnotherFormBetweenRuns)
{
  const std::string law = "bond_coeff * axial 200 shear 200 moment 10 form ";
  for (const auto &[before, after] : {std::pair{"B", "printed"}, {"printed", "N"}}) {
    Simulation sim(START + law + before + "\n" + RODRIGUES + "run 10\n" + law + after + "\n");
    expect_error(sim, "run 10",
                 {"keyword form: the bonds already have references", "use bond_style none"});
    sim.run(law + before + "\nrun 10\nbond_style none\nbond_style binder\n" + law + after +
            "\nthermo_style custom step ebond\nrun 0\n");
    EXPECT_NEAR(sim.value("ebond"), 0.0, 1e-20) << "new references";
  }
  Simulation sim(START + law + "B\n" + RODRIGUES + "run 10\n" + law + "N\nrun 10\n");
}

// A file of a version whose coefficients have another size

TEST(BondInput, RestartOfAnotherVersion)
{
  const std::string file = scratch_file("version.restart");
  for (const auto &[style, coefficients] :
       {std::pair<std::string, std::string>{"binder", "axial 200 shear 200 moment 10"},
        {"contact/hooke", "k 100"}}) {
    {
      Simulation sim(bonded_pair() + "bond_style " + style + "\nbond_coeff * " + coefficients +
                     "\n" + NO_CONTACTS + RODRIGUES + "run 0\nwrite_restart " + file + "\n");
    }
    std::ifstream in(file, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(in), {}};
    const std::size_t place = bytes.find(style + '\0');    // the size is behind the name
    ASSERT_NE(place, std::string::npos);
    bytes[place + style.size() + 1]++;
    std::ofstream(file, std::ios::binary) << bytes;
    Simulation sim;
    expect_parts(sim.error_of("read_restart " + file),
                 {"ERROR", "Bond style " + style + ": another version of VARDEM wrote"});
  }
}
