// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Wrong input of fix rigid/small/variational: messages that name the style as typed, the clump, the
// keyword and the value.

#include "clumps/clumps.h"
#include "refused.h"

#include <cmath>

using namespace scenario;

namespace {

const std::string FIX = OURS + " molecule";
const Vec3 NO_SPIN = {0.0, 0.0, 0.0};

const std::string FREE = "pair_style zero 3.0\npair_coeff * *\n"
                         "neigh_modify exclude molecule/intra all\nfix 1 all ";
const std::string WHO = "rigid/small/variational";

/** A second clump, of two spheres. */
const std::string PAIR = R"(
    create_atoms 1 single 5 5 5
    create_atoms 1 single 5.7 5 5
    set atom 5*6 mol 2 diameter 1 density 1
)";

/** The second clump in a file. */
Clump second(double mass, const Vec3 &inertia)
{
  return {2, mass, {5.35, 5, 5}, NO_SPIN, {}, {0.1, 0.2, 0.3}, inertia, {}};
}

/** Both clumps, the second as in a file with these lines. */
std::string with_lines(const std::vector<Clump> &lines)
{
  return box() + ANGLE + PAIR + free_with(FIX + " infile " + infile(lines)) + "run 0";
}

std::string with_moments(const Vec3 &inertia)
{
  return with_lines({second(1.0, inertia)});
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

TEST(ClumpInput, KeywordsOfOurOwn)
{
  expect_refused({box() + ANGLE, FREE + FIX}, R"(
    scheme lgvi5 | rigid/small/variational | scheme | lgvi5
    {scheme,newton} | rigid/small/variational keyword {1} needs 1 value
    newton {0,-3} | rigid/small/variational | newton | {1}
    newton {1.5,two} | {1}
    scheme lgvi newton 2 scheme lgvi4 | rigid/small/variational | keyword scheme | twice
    newton 2 newton 3 | rigid/small/variational | keyword newton | twice
    reinit no scheme lgvi reinit yes | rigid/small/variational | keyword reinit | twice
    langevin 1 1 1 4711 langevin 1 1 1 4711 | rigid/small/variational | keyword langevin | twice
  )");
}

TEST(ClumpInput, KeywordsOfTheStockStyle)
{
  NEEDS_LAMMPS(20260704, "messages of fix rigid/small that say what is wrong");
  expect_refused({box() + ANGLE, FREE + OURS}, R"(
    | rigid/small/variational | missing
    group | rigid/small/variational | body style | group
    custom i_none | rigid/small/variational | custom
    custom v_none | rigid/small/variational | custom | v | none
    molecule schema lgvi4 | rigid/small/variational | keyword | schema
    molecule newton 2 extra | rigid/small/variational | keyword | extra
    molecule scheme lgvi {langevin,infile,reinit,mol,gravity}
      | rigid/small/variational | {1} | missing
    molecule mol missing newton 2 | rigid/small/variational | template ID missing
    molecule langevin 1 1 0 4711 | rigid/small/variational | langevin | period
    molecule langevin 1 1 1 0 | rigid/small/variational | langevin | seed
    molecule gravity none;thermo_style custom step;run 0
      | rigid/small/variational | gravity | none
  )");
}

TEST(ClumpInput, AtomsNeedMolecules)
{
  expect_refused({box("units lj", "sphere") +
                      "create_atoms 1 single 0 0 0\npair_style zero 1.0\n"
                      "pair_coeff * *\n",
                  "fix 1 all " + FIX},
                 "| rigid/small/variational | molecule");
}

TEST(ClumpInput, MassOfNoClumpAndTwoLinesForOne)
{
  const Vec3 moments = {0.1, 0.2, 0.2};
  const auto refuses = [](const std::vector<Clump> &lines, const std::string &why) {
    expect_parts(Simulation().error_of(with_lines(lines)), {WHO, "molecule 2", "infile", why});
  };
  refuses({second(0.0, moments)}, "mass 0");
  refuses({second(-1.0, moments)}, "mass -1");
  refuses({second(1.0, moments), second(2.0, moments)}, "twice");
}

TEST(ClumpInput, ClumpOfOneSphere)
{
  const std::string name = scratch_file("one");
  std::ofstream(name) << "# one sphere\n\n1 atoms\n\nCoords\n\n1 0 0 0\n\nTypes\n\n1 1\n\n"
                         "Diameters\n\n1 1\n";
  expect_refused({box() + ANGLE +
                      "create_atoms 1 single 5 5 5\nset atom 5 mol 37 diameter 1\n"
                      "group clump id 1:4\nvariable label atom mol\nmolecule one " +
                      name + "\n" + free_with("nve/sphere") + "unfix 1\n",
                  "fix 1 ", "\nrun 1"},
                 R"(
    all rigid/small/variational molecule
      | rigid/small/variational | molecule 37 | single particle
    all rigid/small/variational custom v_label | single particle
    clump rigid/small/variational molecule
    clump rigid/small/variational molecule mol one
      | rigid/small/variational | molecule template one | single particle
  )");
  expect_refused({box() + ANGLE + PAIR + free_with(FIX) + "run 0\ngroup gone id 6\n"},
                 "delete_atoms group gone compress no;run 0"
                 " | rigid/small/variational | molecule 2 | single particle");
}

// Atom 3 has what is known of the clump, and LAMMPS misses it. A whole clump may go

TEST(ClumpInput, MembersThatAreGone)
{
  expect_refused({box() + ANGLE + PAIR + free_with(FIX + " reinit no") + "run 1\n", "group gone ",
                  "\ndelete_atoms group gone\nrun 1"},
                 R"(
    id {1,2,4} | rigid/small/variational | molecule 1 has 3 particles, but was made of 4
    id 1:2 | molecule 1 has 2 particles
    id 3 | atoms 1 3 missing
    molecule 2
  )");
}

TEST(ClumpInput, MomentsOfNoBody)
{
  // (-.3, .9, .9) is a needle for LAMMPS
  for (const auto &[moments, parts] :
       {std::pair<Vec3, std::vector<std::string>>{{-1.0, -2.0, -3.0}, {}},
        {{-0.3, 0.8, 0.9}, {">= 0"}},
        {{-0.3, 0.9, 0.9}, {">= 0"}},
        {{0.0, 0.0, 0.0}, {"vanish"}},
        {{0.0, 0.0, 1.0}, {"0 0 1", "vanish"}},
        {{0.9, 0.2, 0.3},
         {"0.2 0.3 0.9", "larger than the sum", "Ixx Iyy Izz Ixy Ixz Iyz", "center of mass"}},
        {{std::nan(""), 0.2, 0.3}, {"nan"}},
        {{INFINITY, 0.2, 0.3}, {"inf"}}}) {
    const std::string text = Simulation().error_of(with_moments(moments));
    expect_parts(text, {WHO, "the clump of molecule 2"});
    expect_parts(text, parts);
  }
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

// The last two are a rod with moments .1 1 1, along the diagonal of x and y, so that Ixy = -.45.
// LAMMPS reads Ixy in the sixth place; in the fourth, where its manual has it, the tensor is that
// of no body

TEST(ClumpInput, MomentsOfNoMolecule)
{
  for (const auto &[file, parts] :
       {std::pair<std::string, std::string>{
            two_spheres("0.9 0.2 0.3"),
            "| rigid/small/variational | molecule template two | 0.2 0.3 0.9"
            "| larger than the sum"},
        {two_spheres("-1 1 1"), "| rigid/small/variational | molecule template two | >= 0"},
        {two_spheres("0.55 0.55 1", "-0.45 0 0"),
         "| rigid/small/variational | molecule template two | larger than the sum"
         "| Ixx Iyy Izz Iyz Ixz Ixy | center of mass | not the origin of the file"},
        {two_spheres("0.55 0.55 1", "0 0 -0.45"), ""}})
    expect_refused({box(), "molecule two " + file + "\n" + ANGLE + FREE + FIX}, "mol two" + parts);
}

TEST(ClumpInput, NamesThatAreKeywords)
{
  Simulation group(box() + ANGLE +
                   "pair_style zero 3.0\npair_coeff * *\nneigh_modify exclude molecule/intra all\n"
                   "group langevin union all\n"
                   "fix infile langevin rigid/small/variational molecule scheme lgvi newton 3\n"
                   "thermo_style custom step\nrun 0");
  Simulation value(box() + ANGLE + "molecule newton " + two_spheres("0.4 0.4 0.2") + "\n" +
                   free_with(FIX + " mol newton scheme lgvi") + "run 0");
}

TEST(ClumpInput, TwoIntegratorsOnOneClump)
{
  expect_warnings({box() + ANGLE + free_with(FIX) + "fix 2 all nve/sphere\n"}, "",
                  "run 0 | time integrated more than once");
}

// --- Newton's method ---

// The clump that turns too fast is named, and so is a step that would do

TEST(ClumpInput, StepsThatNewtonCannotSolve)
{
  for (const char *scheme : {"lgvi4", "lgvi6", "lgvi"}) {
    Simulation sim(spinning(1.1, " scheme " + std::string(scheme)));
    const std::string text = sim.error_of("run 10");
    expect_parts(
        text,
        {WHO, "the clump of molecule", "after step 0", "turns by 1.1 rad in a time step of 1,"});
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
