// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Wrong input of fix rigid/small/variational: messages that name the style as typed, the clump, the
// keyword and the value.

#include "clumps.h"

#include <cmath>

using namespace scenario;

namespace {

const std::string FIX = OURS + " molecule";
const Vec3 NO_SPIN = {0.0, 0.0, 0.0};

/** The script fails with a message that has all these parts. */
void expect_error(const std::string &script, const std::vector<std::string> &parts)
{
  Simulation sim;
  const std::string text = sim.error_of(script);
  EXPECT_TRUE(contains(text, "ERROR")) << script;
  const std::string message = text.substr(0, text.find("Last input line"));
  for (const auto &part : parts)
    EXPECT_TRUE(contains(message, part)) << "no '" << part << "' in: " << text;
}

/** The same of a fix command on a clump. */
void expect_refused(const std::string &fix, std::vector<std::string> parts)
{
  parts.push_back("rigid/small/variational");
  expect_error(box() + ANGLE + free_with(fix), parts);
}

/** A second clump, of two spheres. */
const std::string PAIR = R"(
    create_atoms 1 single 5 5 5
    create_atoms 1 single 5.7 5 5
    set atom 5*6 mol 2 diameter 1 density 1
)";

/** Both clumps, the second with these moments. */
std::string with_moments(const Vec3 &inertia)
{
  const std::vector<Clump> clump = {
      {2, 1.0, {5.35, 5, 5}, NO_SPIN, {}, {0.1, 0.2, 0.3}, inertia, {}}};
  return box() + ANGLE + PAIR + free_with(FIX + " infile " + infile(clump)) + "run 0";
}

/** A clump with h |omega| = angle per step. */
std::string spinning(double angle, const std::string &keywords)
{
  return box() + ANGLE + "create_atoms 1 single 5 5 5\ncreate_atoms 1 single 5.7 5 5\n" +
      "set atom 5*6 mol 2 diameter 1 density 1\n" +
      moving(NO_SPIN, (angle / std::sqrt(1.34)) * Vec3{0.3, 1.0, 0.5}) + free_with(FIX + keywords) +
      "timestep 1.0\n";
}

/** The word after a part of a text. */
std::string word_after(const std::string &text, const std::string &part)
{
  const auto at = text.find(part);
  if (at == std::string::npos) return "";
  const auto from = at + part.size();
  return text.substr(from, text.find_first_of(" \n;,", from) - from);
}

}    // namespace

// --- the command ---

TEST(ClumpInput, KeywordsOfOurOwn)
{
  expect_refused(FIX + " scheme lgvi5", {"scheme", "lgvi5"});
  expect_refused(FIX + " scheme", {"scheme", "missing"});
  expect_refused(FIX + " newton", {"newton", "missing"});
  for (const char *n : {"0", "-3"}) expect_refused(FIX + " newton " + n, {"newton", n});
  for (const char *n : {"1.5", "two"})
    expect_error(box() + ANGLE + free_with(FIX + " newton " + n), {n});    // LAMMPS' own message
}

TEST(ClumpInput, RepeatedKeyword)
{
  expect_refused(FIX + " scheme lgvi newton 2 scheme lgvi4", {"keyword scheme", "twice"});
  expect_refused(FIX + " newton 2 newton 3", {"keyword newton", "twice"});
  expect_refused(FIX + " reinit no scheme lgvi reinit yes", {"keyword reinit", "twice"});
  expect_refused(FIX + " langevin 1 1 1 4711 langevin 1 1 1 4711", {"keyword langevin", "twice"});
}

TEST(ClumpInput, KeywordsOfTheStockStyle)
{
  NEEDS_LAMMPS(20260704, "messages of fix rigid/small that say what is wrong");
  expect_refused(FIX + " schema lgvi4", {"keyword", "schema"});
  expect_refused(FIX + " newton 2 extra", {"keyword", "extra"});
  for (const char *keyword : {"langevin", "infile", "reinit", "mol", "gravity"})
    expect_refused(FIX + " scheme lgvi " + keyword, {keyword, "missing"});
  expect_refused(FIX + " mol missing newton 2", {"template ID missing"});
  expect_refused(FIX + " langevin 1 1 0 4711", {"langevin", "period"});
  expect_refused(FIX + " langevin 1 1 1 0", {"langevin", "seed"});
  expect_refused(OURS, {"missing"});
  expect_refused(OURS + " group", {"body style", "group"});
  expect_refused(OURS + " custom i_none", {"custom"});
  expect_refused(OURS + " custom v_none", {"custom", "v", "none"});
  expect_error(box() + ANGLE + free_with(FIX + " gravity none") + "run 0",
               {"rigid/small/variational", "gravity", "none"});
}

TEST(ClumpInput, AtomsNeedMoleculesAndAMap)
{
  const std::string sphere = R"(
    create_atoms 1 single 0 0 0
    create_atoms 1 single 0.5 0 0
    pair_style zero 1.0
    pair_coeff * *
    fix 1 all rigid/small/variational molecule
)";
  expect_error(box("units lj", "sphere") + sphere, {"rigid/small/variational", "molecule"});
  expect_error(box("units lj", "hybrid sphere molecular\natom_modify map none") + sphere, {});
}

// --- clumps ---

TEST(ClumpInput, ClumpOfOneSphere)
{
  const std::string one = "create_atoms 1 single 5 5 5\nset atom 5 mol 37 diameter 1 density 1\n";
  expect_error(box() + ANGLE + one + free_with(FIX),
               {"rigid/small/variational", "molecule 37", "single particle"});
  expect_error(box() + ANGLE + one + "variable label atom mol\n" +
                   free_with(OURS + " custom v_label"),
               {"single particle"});    // LAMMPS' own message
  Simulation sim(box() + ANGLE + one + "group clump id 1:4\npair_style zero 3.0\npair_coeff * *\n" +
                 "fix 1 clump " + FIX +
                 "\nthermo_style custom step\nrun 1");    // it is not in the group
}

TEST(ClumpInput, MembersThatAreGone)
{
  const std::string start = box() + ANGLE + PAIR + free_with(FIX + " reinit no") + "run 1\n";
  const std::string remove = "\ndelete_atoms group gone\nrun 1";
  for (const char *id : {"1", "2", "4"})
    expect_error(start + "group gone id " + id + remove,
                 {"rigid/small/variational", "molecule 1 has 3 particles, but was made of 4"});
  expect_error(start + "group gone id 1:2" + remove, {"molecule 1 has 2 particles"});
  expect_error(
      start + "group gone id 3" + remove,
      {"atoms 1 3 missing"});    // LAMMPS' own message: atom 3 has what is known of the clump
  Simulation sim(
      start + "group gone molecule 2\ndelete_atoms group gone\nrun 1");    // a whole clump may go
}

TEST(ClumpInput, MomentsOfNoBody)
{
  const std::string who = "the clump of molecule 2", style = "rigid/small/variational";
  expect_error(with_moments({-1.0, -2.0, -3.0}), {style, who});
  expect_error(with_moments({-0.3, 0.8, 0.9}), {style, who, ">= 0"});
  expect_error(with_moments({-0.3, 0.9, 0.9}), {style, who, ">= 0"});    // a needle, for LAMMPS
  expect_error(with_moments({0.0, 0.0, 0.0}), {style, who, "vanish"});
  expect_error(with_moments({0.0, 0.0, 1.0}), {style, who, "0 0 1", "vanish"});
  expect_error(with_moments({0.9, 0.2, 0.3}),
               {style, who, "0.2 0.3 0.9", "larger than the sum", "Ixx Iyy Izz Ixy Ixz Iyz",
                "center of mass"});
  expect_error(with_moments({std::nan(""), 0.2, 0.3}), {style, who, "nan"});
  expect_error(with_moments({INFINITY, 0.2, 0.3}), {style, who, "inf"});
  Simulation needle(with_moments({0.0, 1.0, 1.0})), disc(with_moments({0.5, 0.5, 1.0}));
}

/** Molecule file of two spheres with these moments. */
std::string two_spheres(const std::string &moments, const std::string &products = "0 0 0")
{
  const std::string name = scratch_file("molecule");
  std::ofstream(name) << "# two spheres\n\n2 atoms\n1 mass\n0 0 0 com\n" + moments + " " +
          products +
          " inertia\n\nCoords\n\n1 0 0 0.4\n2 0 0 -0.4\n\nTypes\n\n1 1\n2 1\n\n"
          "Diameters\n\n1 1\n2 1\n\nMasses\n\n1 0.5\n2 0.5\n";
  return name;
}

TEST(ClumpInput, MomentsOfNoMolecule)
{
  expect_error(
      box() + "molecule two " + two_spheres("0.9 0.2 0.3") + "\n" + free_with(FIX + " mol two"),
      {"rigid/small/variational", "molecule template two", "0.2 0.3 0.9", "larger than the sum"});
  expect_error(box() + "molecule two " + two_spheres("-1 1 1") + "\n" + free_with(FIX + " mol two"),
               {"rigid/small/variational", "molecule template two", ">= 0"});
}

// A rod with moments .1 1 1, along the diagonal of x and y, so that Ixy = -.45. LAMMPS reads Ixy in
// the sixth place; in the fourth, where its manual has it, the tensor is that of no body

TEST(ClumpInput, MomentsOfAMoleculeInTheOrderOfTheManual)
{
  const auto script = [](const std::string &products) {
    return box() + "molecule two " + two_spheres("0.55 0.55 1", products) + "\n" +
        free_with(FIX + " mol two");
  };
  EXPECT_EQ(Simulation().error_of(script("0 0 -0.45")), "");
  expect_error(script("-0.45 0 0"),
               {"rigid/small/variational", "molecule template two", "larger than the sum",
                "Ixx Iyy Izz Iyz Ixz Ixy", "center of mass", "not the origin of the file"});
}

TEST(ClumpInput, MoleculeOfOneSphere)
{
  const std::string name = scratch_file("one");
  std::ofstream(name) << "# one sphere\n\n1 atoms\n\nCoords\n\n1 0 0 0\n\nTypes\n\n1 1\n\n"
                         "Diameters\n\n1 1\n";
  expect_error(box() + "molecule one " + name + "\n" + free_with(FIX + " mol one"),
               {"rigid/small/variational", "molecule template one", "single particle"});
}

TEST(ClumpInput, OneMemberLeft)
{
  expect_error(box() + ANGLE + PAIR + free_with(FIX) +
                   "run 0\ngroup gone id 6\ndelete_atoms group gone compress no\nrun 0",
               {"rigid/small/variational", "molecule 2", "single particle"});
}

TEST(ClumpInput, GroupAndIdWithTheNameOfAKeyword)
{
  Simulation sim(box() + ANGLE +
                 "pair_style zero 3.0\npair_coeff * *\nneigh_modify exclude molecule/intra all\n"
                 "group langevin union all\n"
                 "fix infile langevin rigid/small/variational molecule scheme lgvi newton 3\n"
                 "thermo_style custom step\nrun 0");
}

TEST(ClumpInput, ValueWithTheNameOfAKeyword)
{
  Simulation sim(box() + ANGLE + "molecule newton " + two_spheres("0.4 0.4 0.2") + "\n" +
                 free_with(FIX + " mol newton scheme lgvi") + "run 0");
}

TEST(ClumpInput, TwoIntegratorsOnOneClump)
{
  Simulation sim(box() + ANGLE + free_with(FIX) + "fix 2 all nve/sphere\n");
  EXPECT_TRUE(contains(sim.output_of("run 0"), "time integrated more than once"));
}

// --- Newton's method ---

// The clump that turns too fast is named, and so is a step that would do

TEST(ClumpInput, StepsThatNewtonCannotSolve)
{
  for (const char *scheme : {"lgvi4", "lgvi6", "lgvi"}) {
    Simulation sim(spinning(1.1, " scheme " + std::string(scheme)));
    const std::string text = sim.error_of("run 10");
    for (const char *part : {"rigid/small/variational", "the clump of molecule", "after step 0",
                             "turns by 1.1 rad in a time step of 1,"})
      EXPECT_TRUE(contains(text, part)) << "no '" << part << "' in: " << text;
    const std::string safe = word_after(text, "a timestep of at most ");
    EXPECT_LE(atof(safe.c_str()), 1.0 / 1.1);
    EXPECT_GT(atof(safe.c_str()), 0.5);
    Simulation slower(spinning(1.1, " newton 9 scheme " + std::string(scheme)) +
                      "thermo 1\ntimestep " + safe);
    EXPECT_EQ(slower.error_of("run 300"), "");    // several tumbles
  }
}

TEST(ClumpInput, NotANumberEndsInAnError)
{
  const std::string run = spinning(0.1, "") + "neigh_modify every 1 delay 0 check no\nrun 1";
  Simulation x(run), v(run);
  x.lammps()->atom->x[0][0] = std::nan("");
  EXPECT_TRUE(contains(x.error_of("run 10"), "Non-numeric atom coords"));
  v.lammps()->atom->v[0][0] = std::nan("");
  EXPECT_TRUE(contains(v.error_of("run 10"),
                       "angular momentum of the clump of molecule 1 at step 1 is not a number"));
}
