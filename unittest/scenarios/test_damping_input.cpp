// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Wrong input of fix damping/cundall/onstep: an error or a warning that names the style as typed,
// the keyword and the value.

#include "clumps.h"

#include "fix.h"
#include "modify.h"

using namespace scenario;

namespace {

const std::string STYLE = "damping/cundall/onstep";
const std::string FIX = "fix d all " + STYLE + " ";

std::string atoms(const std::string &style)
{
  return "atom_style " + style + R"(
    region box block -5 5 -5 5 -5 5
    create_box 2 box
    create_atoms 1 single 0 0 0
    create_atoms 2 single 2 2 0
    pair_style zero 1.0
    pair_coeff * *
    group one id 1
    group none empty
)";
}

const std::string SPHERES = atoms("sphere");

void expect_error(const std::string &setup, const std::string &command,
                  const std::vector<std::string> &parts)
{
  Simulation sim(setup);
  const std::string text = sim.error_of(command);
  EXPECT_TRUE(contains(text, "ERROR")) << command;
  const std::string message = text.substr(0, text.find("Last input line"));
  for (const auto &part : parts)
    EXPECT_TRUE(contains(message, part)) << "no '" << part << "' in: " << text;
}

/** What is warned of in `run 0` and names our fix d. */
std::string warnings(const std::string &setup, const std::string &fixes)
{
  Simulation sim(setup);
  std::string found;
  const std::string text = sim.output_of(fixes + "\nrun 0");
  for (std::size_t at = 0; (at = text.find("WARNING", at)) != std::string::npos; at++) {
    const std::string line = text.substr(at, text.find('\n', at) - at);
    if (contains(line, STYLE + " d")) found += line + "\n";
  }
  return found;
}

void expect_warning(const std::string &setup, const std::string &fixes,
                    const std::vector<std::string> &parts)
{
  const std::string found = warnings(setup, fixes);
  EXPECT_EQ(count(found, "WARNING"), 1) << fixes << found;
  for (const auto &part : parts)
    EXPECT_TRUE(contains(found, part)) << "no '" << part << "' in: " << found;
}

}    // namespace

TEST(DampingInput, FactorsAreInZeroToOne)
{
  for (const char *bad : {"-0.1", "1.0", "1.5"}) {
    expect_error(SPHERES, FIX + bad + " 0.1", {STYLE, "GL", "[0,1)", bad});
    expect_error(SPHERES, FIX + "0.1 " + bad, {STYLE, "GA", "[0,1)", bad});
  }
  expect_error(SPHERES, FIX + "x 0.1", {"x"});    // LAMMPS' own message
  expect_error(SPHERES, FIX + "nan 0.1", {"nan"});
  EXPECT_EQ(Simulation(SPHERES).error_of(FIX + "0 0.999"), "");
}

TEST(DampingInput, MissingValues)
{
  expect_error(SPHERES, FIX, {STYLE, "missing"});
  expect_error(SPHERES, FIX + "0.1", {STYLE, "missing"});
  for (const std::string keyword : {"form", "peculiar", "gravity", "skip", "scale", "scale 1"})
    expect_error(SPHERES, FIX + "0.1 0.1 " + keyword,
                 {STYLE + " " + keyword.substr(0, keyword.find(' ')), "missing"});
}

TEST(DampingInput, MisspeltKeywordsAndValues)
{
  expect_error(SPHERES, FIX + "0.1 0.1 frm onstep", {STYLE, "keyword", "frm"});
  expect_error(SPHERES, FIX + "0.1 0.1 form prev", {STYLE, "form", "prev"});
  expect_error(SPHERES, FIX + "0.1 0.1 peculiar maybe", {"maybe"});    // LAMMPS' own message
  expect_error(SPHERES, FIX + "0.1 0.1 gravity maybe", {"maybe"});
  expect_error(SPHERES, FIX + "0.1 0.1 skip nobody", {STYLE, "skip", "nobody"});
}

TEST(DampingInput, Scale)
{
  expect_error(SPHERES, FIX + "0.1 0.1 scale 0 1", {STYLE, "scale", "0"});
  expect_error(SPHERES, FIX + "0.1 0.1 scale 3 1", {STYLE, "scale", "3"});
  expect_error(SPHERES, FIX + "0.1 0.1 scale 1 -1", {STYLE, "scale", "-1"});
  expect_error(SPHERES, FIX + "0.1 0.1 scale 1 inf", {"inf"});
  expect_error(SPHERES, FIX + "0.1 0.4 scale 2 2.5", {STYLE, "scale", "2.5", "0.4", "type 2"});
}

TEST(DampingInput, AttributesOfTheAtomStyle)
{
  expect_error(atoms("atomic"), FIX + "0.1 0.1", {STYLE, "GA", "torque"});
  EXPECT_EQ(Simulation(atoms("atomic")).error_of(FIX + "0.1 0"), "");
  expect_error(atoms("tri"), FIX + "0.1 0.1", {STYLE, "GA", "tri"});
  EXPECT_EQ(Simulation(atoms("tri")).error_of(FIX + "0.1 0"), "");
}

TEST(DampingInput, Respa)
{
  expect_error(SPHERES + FIX + "0.1 0.1\nfix 1 all nve/sphere\nrun_style respa 2 2 bond 1 pair 2",
               "run 0", {STYLE, "respa"});
}

// forces, damping, cell, integrator

TEST(DampingInput, ForcesThatComeLater)
{
  const std::string d = FIX + "0.1 0.1\n", integrator = "fix 1 all nve/sphere\n";
  const std::string gravity = "fix g all gravity 9.81 vector 0 0 -1\n";
  expect_warning(SPHERES, d + gravity + integrator, {"gravity g", STYLE + " d"});
  expect_warning(SPHERES, d + "fix a one setforce 0 0 0\n" + integrator,
                 {"setforce a", STYLE + " d"});
  EXPECT_EQ(warnings(SPHERES, gravity + d + integrator), "");
  EXPECT_EQ(warnings(SPHERES, integrator + gravity + d), "");
  EXPECT_EQ(warnings(SPHERES, d + "fix g none gravity 9.81 vector 0 0 -1\n" + integrator), "");
  EXPECT_EQ(warnings(SPHERES,
                     "fix d one " + STYLE +
                         " 0.1 0.1\ngroup two id 2\n"
                         "fix g two gravity 9.81 vector 0 0 -1\n" +
                         integrator),
            "");
  EXPECT_EQ(warnings(SPHERES,
                     FIX + "0.1 0.1 skip one\nfix g one gravity 9.81 vector 0 0 -1\n" + integrator),
            "");
  EXPECT_EQ(warnings("dimension 2\n" + atoms("sphere"), d + "fix two all enforce2d\n" + integrator),
            "");
}

TEST(DampingInput, TwoDampings)
{
  const std::string d = FIX + "0.1 0.1\n", integrator = "fix 1 all nve/sphere\n";
  expect_warning(SPHERES, "fix e one " + STYLE + " 0.1 0.1\n" + d + integrator,
                 {STYLE + " e", STYLE + " d", "twice"});
  expect_warning(SPHERES, "fix e one damping/cundall 0.1 0.1\n" + d + integrator,
                 {"damping/cundall e", STYLE + " d", "twice"});
  expect_warning(SPHERES, d + "fix e one damping/cundall 0.1 0.1\n" + integrator,
                 {"damping/cundall e", STYLE + " d", "twice"});
  expect_warning(SPHERES, d + "fix e one " + STYLE + " 0.1 0.1\n" + integrator,
                 {STYLE + " d", STYLE + " e", "twice"});
  for (const std::string &style : {STYLE, std::string("damping/cundall")})
    for (const bool first : {true, false}) {
      const std::string e = "fix e one " + style + " 0.1 0.1\n",
                        skipping = FIX + "0.1 0.1 skip one\n";
      EXPECT_EQ(warnings(SPHERES, (first ? e + skipping : skipping + e) + integrator), "") << style;
    }
}

// The second value would replace the first one silently

TEST(DampingInput, KeywordsThatAreGivenTwice)
{
  for (const std::string keyword :
       {"form onstep", "peculiar no", "gravity no", "skip one", "scale 2 0.5"}) {
    const std::string name = keyword.substr(0, keyword.find(' '));
    expect_error(SPHERES, FIX + "0.1 0.1 " + keyword + " " + keyword,
                 {"Fix " + STYLE + " keyword " + name, "twice"});
  }
  EXPECT_EQ(
      Simulation(SPHERES).error_of(FIX + "0.1 0.1 scale 1 0.5 scale 2 0.4 skip one skip none"), "");
}

// The state of another version: the two energies without a header that the style once wrote

TEST(DampingInput, RefusesTheRestartOfAnotherVersion)
{
  Simulation sim(SPHERES + FIX + "0.1 0.1\nfix 1 all nve/sphere\nrun 0");
  double old[] = {1.5, 0.0};
  std::string message;
  try {
    sim.lammps()->modify->get_fix_by_id("d")->restart(reinterpret_cast<char *>(old));
  } catch (const std::exception &e) {
    message = e.what();
  }
  for (const std::string &part : {"Fix " + STYLE + " d", std::string("restart file")})
    EXPECT_TRUE(contains(message, part)) << message;
}

TEST(DampingInput, StockBodies)
{
  const std::string clump = box() + DUMBBELL +
      "create_atoms 1 single 5 5 5\n"
      "set atom 3 diameter 1 density 1\ngroup clump id 1 2\ngroup ball id 3\n"
      "pair_style zero 3.0\npair_coeff * *\nneigh_modify exclude molecule/intra all\n";
  for (const std::string style : {"rigid", "rigid/small", "rigid/nve/small"}) {
    const std::string fixes = "fix 1 clump " + style + " molecule\nfix 2 ball nve/sphere\n";
    expect_error(clump + FIX + "0.1 0.1\n" + fixes, "run 0",
                 {STYLE + " d", style + " 1", "rigid/small/variational", "skip"});
    EXPECT_EQ(Simulation(clump + FIX + "0.1 0.1 skip clump\n" + fixes).error_of("run 1"), "");
    EXPECT_EQ(Simulation(clump + "fix d ball " + STYLE + " 0.1 0.1\n" + fixes).error_of("run 1"),
              "");
  }
  EXPECT_EQ(Simulation(clump + FIX +
                       "0.1 0.1\nfix 1 clump rigid/small/variational molecule\n"
                       "fix 2 ball nve/sphere\n")
                .error_of("run 1"),
            "");
}

TEST(DampingInput, MomentsOfInertiaOfTooManyGroups)
{
  std::string integrators;
  for (int k = 0; k < 9; k++) {
    const std::string group = "g" + std::to_string(k);
    integrators += "group " + group + " id 1\nfix i" + std::to_string(k) + " " + group +
        " nve/sphere/leapfrog inertia 0.3\n";
  }
  expect_error(SPHERES + FIX + "0.1 0.1\n" + integrators, "run 0",
               {"Fix " + STYLE, "8 groups", "inertia"});
}

// A group that goes on exactly from a restart file, and another that does not

TEST(DampingInput, WarnsOfIntegratorsAtDifferentTimes)
{
  const std::string file = scratch_file("restart");
  const std::string exact = "timestep 1e-3\nfix 1 one nve/sphere/leapfrog restart exact\n";
  Simulation(SPHERES + "group two id 2\n" + exact + "run 1\nwrite_restart " + file);
  const std::string again = "read_restart " + file + "\npair_style zero 1.0\npair_coeff * *\n";
  const std::string mixed = exact + "fix 2 two nve/sphere\n";
  expect_warning(again, FIX + "0.1 0.1\n" + mixed,
                 {"fix nve/sphere/leapfrog 1", "fix nve/sphere 2"});
  EXPECT_EQ(warnings(again, "fix d one " + STYLE + " 0.1 0.1\n" + mixed), "");
  remove(file.c_str());
}
