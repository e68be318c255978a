// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Wrong input of fix deform/gradv and fix streaming: messages name the style, the keyword and what
// to do.

#include "cell.h"

#include "fix_deform.h"
#include "host/lammps/lammps_versions.h"

using namespace scenario;

namespace {

const std::string STYLES[] = {"deform/gradv", "streaming"};

/** 27 spheres in a box: orthogonal, or triclinic by `tilts`. */
std::string box(const std::string &first = "", const std::string &tilts = " 0 0 0",
                const std::string &style = "sphere")
{
  return first + "\nunits lj\natom_style " + style +
      "\natom_modify map array\ncomm_modify vel yes\nregion box " +
      (tilts.empty() ? "block" : "prism") + " -1.5 1.5 -1.5 1.5 -1.5 1.5 " + tilts + R"(
    create_box 1 box
    lattice sc 1.0 origin 0.5 0.5 0.5
    create_atoms 1 box
    neighbor 0.2 bin
    timestep 0.001
)";
}

const std::string BALL = "set group all diameter 0.9 density 1\n";
const std::string CONTACTS = "pair_style gran/hooke 1000 NULL 0 0 0 0\npair_coeff * *\n";
const std::string TRICLINIC = box() + BALL + CONTACTS;
const std::string ORTHOGONAL = box("", "") + BALL + CONTACTS;
const std::string PLANE = R"(
    units lj
    dimension 2
    atom_style sphere
    region box prism -1.5 1.5 -1.5 1.5 -0.5 0.5 0 0 0
    create_box 1 box
    create_atoms 1 single 0 0 0
    set group all diameter 0.9 density 1
    pair_style none
    comm_modify cutoff 1
)";
const std::string NVE = "fix 1 all nve/sphere\n";
const std::string SHEAR = "fix cell all deform/gradv gradv 0 0 0 0.1 0 0 ";

/** The script runs up to its last line, and this line fails with a message that has these parts. */
void expect_error(const std::string &script, const std::vector<std::string> &parts)
{
  const auto end = script.find_last_not_of('\n');
  const auto begin = script.rfind('\n', end) + 1;
  Simulation sim(script.substr(0, begin));
  const std::string text = sim.error_of(script.substr(begin));
  EXPECT_TRUE(contains(text, "ERROR")) << script.substr(begin);
  const std::string message = text.substr(0, text.find("Last input line"));
  for (const auto &part : parts)
    EXPECT_TRUE(contains(message, part)) << "no '" << part << "' in: " << text;
}

/** Warnings of the last line of a script. */
std::string warnings_of(const std::string &script)
{
  const auto end = script.find_last_not_of('\n');
  const auto begin = script.rfind('\n', end) + 1;
  Simulation sim(script.substr(0, begin));
  std::string text = sim.output_of(script.substr(begin)), found;
  for (std::size_t at = 0; (at = text.find("WARNING", at)) != std::string::npos; at++)
    found += text.substr(at, text.find('\n', at) - at) + "\n";
  return found;
}

}    // namespace

TEST(CellInput, UnknownKeyword)
{
  expect_error(TRICLINIC + SHEAR + "remap v",
               {"Fix deform/gradv has no keyword remap; its keywords are gradv"});
  expect_error(TRICLINIC + "fix s all streaming kick yes",
               {"Fix streaming has no keyword kick; its keywords are closure, spin, origin"});
}

// what users of fix deform type: with its N and without

TEST(CellInput, WordsOfFixDeform)
{
  for (const std::string words : {"xy erate 0.1 remap v", "1 xy erate 0.1 remap v", "x erate 1"})
    expect_error(TRICLINIC + "fix cell all deform/gradv " + words,
                 {"Fix deform/gradv has no keyword " + words.substr(0, words.find(' ')),
                  "gradv Lxx Lyy Lzz Lxy Lxz Lyz (needed, with six numbers or variables)"});
}

TEST(CellInput, MissingValues)
{
  expect_error(TRICLINIC + "fix cell all deform/gradv", {"Fix deform/gradv needs keyword gradv"});
  expect_error(TRICLINIC + "fix cell all deform/gradv kick yes",
               {"Fix deform/gradv needs keyword gradv"});
  expect_error(TRICLINIC + "fix cell all deform/gradv gradv 0 0 0 0.1 0",
               {"Fix deform/gradv keyword gradv takes six numbers or variables", "1 are missing"});
  for (const std::string keyword :
       {"closure", "spin", "flip", "kick", "origin", "origin 0 0", "stop"})
    expect_error(TRICLINIC + SHEAR + keyword,
                 {"fix deform/gradv " + keyword.substr(0, keyword.find(' ')), "missing"});
  for (const std::string keyword : {"stress", "stress xx 1"})
    expect_error(TRICLINIC + SHEAR + keyword,
                 {"Fix deform/gradv keyword stress takes COMPONENT TARGET RATE", "missing"});
  for (const std::string keyword : {"closure", "spin", "origin 0 0"})
    expect_error(TRICLINIC + "fix s all streaming " + keyword,
                 {"fix streaming " + keyword.substr(0, keyword.find(' ')), "missing"});
}

TEST(CellInput, MisspeltValues)
{
  for (const auto &command :
       {std::pair{std::string("deform/gradv"), SHEAR}, {"streaming", "fix s all streaming "}}) {
    expect_error(
        TRICLINIC + command.second + "closure exakt",
        {"Fix " + command.first + " keyword closure must be exact, gradv2 or sllod: exakt"});
    expect_error(TRICLINIC + command.second + "spin maybe", {"maybe"});
    expect_error(TRICLINIC + command.second + "origin 0 0 top", {"top"});
  }
  expect_error(TRICLINIC + SHEAR + "flip maybe", {"maybe"});
  expect_error(TRICLINIC + SHEAR + "kick maybe", {"maybe"});
  expect_error(TRICLINIC + "fix cell all deform/gradv gradv 0 0 0 fast 0 0",
               {"Fix deform/gradv keyword gradv takes six numbers or variables, Lxx Lyy Lzz Lxy "
                "Lxz Lyz: number 4 is fast"});
  for (const std::string rest : {"", " kick yes", " 0 0 0 0"})
    expect_error(TRICLINIC + "fix cell all deform/gradv gradv 1.0 xy" + rest,
                 {"Fix deform/gradv keyword gradv takes six numbers", "number 2 is xy"});
  expect_error(TRICLINIC + SHEAR + "stress xx -1e3 kick yes",
               {"keyword stress takes COMPONENT TARGET RATE: RATE must be a number, not kick"});
  expect_error(TRICLINIC + SHEAR + "stress xx high 1",
               {"keyword stress takes COMPONENT TARGET RATE: TARGET must be", "not high"});
  for (const char *fraction : {"0", "1", "-0.5"})
    expect_error(TRICLINIC + SHEAR + "stop " + fraction,
                 {"Fix deform/gradv keyword stop", "between 0 and 1"});
}

TEST(CellInput, GroupIsAll)
{
  expect_error(TRICLINIC + "group some id 1 2 3\nfix cell some deform/gradv gradv 0 0 0 0.1 0 0",
               {"Fix deform/gradv: the group must be all, not some"});
}

TEST(CellInput, GradientIsUpperTriangular)    // the message gives the reason
{
  for (const char *word : {"0.3", "v_Lyx"})
    expect_error(TRICLINIC + SHEAR + word,
                 {"Fix deform/gradv keyword gradv takes the six components Lxx Lyy Lzz Lxy Lxz Lyz",
                  "upper triangular", "Lyx, Lzx, Lzy"});
}

TEST(CellInput, OrthogonalCellIsNotSheared)
{
  for (const char *gradient : {"0 0 0 0.1 0 0", "0 0 0 0 v_L 0"})
    expect_error(ORTHOGONAL + "variable L equal 0\nfix cell all deform/gradv gradv " + gradient,
                 {"Fix deform/gradv: component x", "orthogonal", "change_box all triclinic"});
  expect_error(ORTHOGONAL + "fix cell all deform/gradv gradv 0 0 0 0 0 0 stress yz -1 0.1",
               {"component yz", "change_box all triclinic"});
}

TEST(CellInput, DirectionsThatMoveArePeriodic)
{
  for (const auto &[boundary, gradient, names] :
       {std::tuple{"f p p", "0.1 0 0 0 0 0", "component xx moves periodic images along x"},
        std::tuple{"p f p", "0 0 0 0.1 0 0", "component xy moves periodic images along y"},
        std::tuple{"p p s", "0 0 0.1 0 0 0", "component zz moves periodic images along z"}})
    expect_error(box("boundary " + std::string(boundary), contains(boundary, "s") ? "" : " 0 0 0") +
                     BALL + "fix cell all deform/gradv gradv " + gradient,
                 {"Fix deform/gradv", names, "not a periodic"});
  expect_error(box("boundary p p f") + BALL +
                   "fix cell all deform/gradv gradv 0 0 0 0 0 0 stress zz -1 0.1",
               {"component zz moves periodic images along z"});
}

TEST(CellInput, CellThatNoLongerFitsIsAnError)    // change_box between runs
{
  for (const std::string gradient : {"0 0 -0.1 0 0 0", "0 0 0 0 0 0 stress zz -1 0.1"})
    expect_error(ORTHOGONAL + "fix cell all deform/gradv gradv " + gradient + "\n" + NVE +
                     "run 2\nchange_box all boundary p p f\nrun 1",
                 {"Fix deform/gradv: component zz moves periodic images along z"});
}

TEST(CellInput, PlaneHasNoThirdDirection)
{
  for (const char *gradient : {"0 0 0.1 0 0 0", "0 0 0 0 0.1 0", "0 0 0 0 0 v_L"})
    expect_error(PLANE + "fix cell all deform/gradv gradv " + gradient,
                 {"Fix deform/gradv: component ", "must be 0 in 2d"});
  expect_error(PLANE + "fix cell all deform/gradv gradv 0 0 0 0 0 0 stress zz -1 0.1",
               {"component zz must be 0 in 2d"});
}

TEST(CellInput, StressComponents)
{
  expect_error(
      TRICLINIC + SHEAR + "stress yx -1 0.1",
      {"Fix deform/gradv keyword stress: the component must be xx, yy, zz, xy, xz or yz: yx"});
  expect_error(TRICLINIC + SHEAR + "stress yy -1 0.1 stress yy -2 0.1",
               {"Fix deform/gradv keyword stress yy is given twice"});
  for (const char *rate : {"0", "-0.1"})
    expect_error(TRICLINIC + SHEAR + "stress yy -1 " + rate,
                 {"Fix deform/gradv keyword stress yy: the bound of the rate must be > 0"});
}

TEST(CellInput, Variables)
{
  for (const auto &[words, keyword] : {std::pair{"gradv 0 0 0 v_L 0 0", "gradv"},
                                       {"gradv 0 0 0 0 0 0 stress xy v_L 0.1", "stress"}}) {
    const std::string fix = std::string("fix cell all deform/gradv ") + words + "\nrun 0";
    expect_error(
        TRICLINIC + NVE + fix,
        {"Fix deform/gradv keyword " + std::string(keyword) + ": variable L does not exist"});
    expect_error(TRICLINIC + NVE + "variable L atom x\n" + fix,
                 {"Fix deform/gradv keyword " + std::string(keyword) +
                  ": variable L is not of style equal"});
  }
}

TEST(CellInput, ValuesOfVariablesAreFinite)    // the component and its value are named
{
  const std::string run = "\n" + NVE + "run 1";
  for (const auto &[formula, value] :
       {std::pair{"exp(1000)-exp(1000)", "nan"}, {"exp(1000)", "inf"}}) {
    const std::string start = TRICLINIC + "variable n equal " + formula + "\n";
    expect_error(
        start + "fix cell all deform/gradv gradv 0 0 0 0 0 0 stress yy -1 1 stress zz v_n 1" + run,
        {"Fix deform/gradv keyword stress zz: the target is ", value, "by variable n", "finite"});
    expect_error(
        start + "fix cell all deform/gradv gradv 0 0 0 0 0 v_n" + run,
        {"Fix deform/gradv keyword gradv: component yz is ", value, "by variable n", "finite"});
  }
}

TEST(CellInput, RepeatedKeywords)
{
  for (const std::string keyword :
       {"gradv 0 0 0 0 0 0", "closure exact", "spin yes", "origin 0 0 0", "kick no", "flip yes",
        "stop 0.1", "stress zz -1 1"}) {
    const std::string name = contains(keyword, "stress") ? "stress zz"
                                                         : keyword.substr(0, keyword.find(' '));
    expect_error(TRICLINIC + SHEAR + keyword + " " + keyword,
                 {"Fix deform/gradv keyword " + name + " is given twice"});
  }
  for (const std::string keyword : {"closure exact", "spin yes", "origin 0 0 0"})
    expect_error(
        TRICLINIC + "fix s all streaming " + keyword + " " + keyword,
        {"Fix streaming keyword " + keyword.substr(0, keyword.find(' ')) + " is given twice"});
}

TEST(CellInput, OneCellFixOnly)
{
  NEEDS_LAMMPS(20260704, "fix deform 0");
  for (const std::string other :
       {"deform 0 z erate 0.1 remap v", "deform/gradv gradv 0 0 0.1 0 0 0"})
    for (const bool first : {true, false}) {
      const std::string fix = "fix b all " + other + "\n";
      expect_error(TRICLINIC + (first ? fix + SHEAR : SHEAR + "\n" + fix) + "\n" + NVE + "run 0",
                   {"deform"});
    }
  expect_error(TRICLINIC + SHEAR + "\nfix b all deform 0 z erate 0.1 remap v\n" + NVE + "run 0",
               {"Fix cell (style deform/gradv) and fix b (style deform) deform the same cell"});
}

TEST(CellInput, ImagesHaveVelocities)    // stock pair styles that need them stop first
{
  NEEDS_LAMMPS(20260704, "fix deform 0");
  const std::string no = "comm_modify vel no\n",
                    deform = "fix cell all deform 0 xy erate 0.1 remap v\nfix s all streaming\n";
  expect_error(TRICLINIC + no + SHEAR + "\n" + NVE + "run 0",
               {"Pair gran", "requires ghost atoms store velocity"});
  expect_error(TRICLINIC + no + deform + NVE + "run 0",
               {"Pair gran", "requires ghost atoms store velocity"});
  expect_error(
      box() + BALL + "pair_style lj/cut 1.2\npair_coeff * * 1 1\n" + no + SHEAR + "\n" + NVE +
          "run 0",
      {"Fix deform/gradv requires ghost atoms that have velocities", "comm_modify vel yes"});
}

TEST(CellInput, Respa)
{
  NEEDS_LAMMPS(20260704, "fix deform 0");
  const std::string respa = "run_style respa 2 2 pair 1\n";
  expect_error(TRICLINIC + respa + SHEAR + "\n" + NVE + "run 0",
               {"Fix deform/gradv does not support run_style respa"});
  expect_error(TRICLINIC + respa +
                   "fix cell all deform 0 xy erate 0.1 remap v\nfix s all streaming\n" + NVE +
                   "run 0",
               {"Fix streaming does not support run_style respa"});
}

TEST(CellInput, RigidBodiesAreClumps)    // those of stock fix rigid* cannot follow
{
  NEEDS_LAMMPS(20260704, "fix deform 0");
  const std::string body = "fix r all rigid/small molecule\nrun 0",
                    start = box("", " 0 0 0", "hybrid sphere molecular") + BALL + CONTACTS +
      "set group all mol 1\nneigh_modify exclude molecule/intra all\n";
  for (const std::string &fix :
       {SHEAR, std::string("fix cell all deform 0 xy erate 0.1 remap v\nfix s all streaming")})
    expect_error(start + fix + "\n" + body,
                 {"fix r (style rigid/small) cannot follow the flow", "rigid/small/variational"});
}

TEST(CellInput, Streaming)
{
  NEEDS_LAMMPS(20260704, "fix deform 0");
  const std::string run = "\nfix s all streaming\n" + NVE + "run 0";
  expect_error(TRICLINIC + run, {"Fix streaming needs a fix deform 0 ... remap v"});
  expect_error(
      TRICLINIC + SHEAR + run,
      {"Fix streaming: fix cell (style deform/gradv) moves particles with the flow itself"});
  for (const char *remap : {"", "remap x", "remap none"})
    expect_error(TRICLINIC + "fix cell all deform 0 xy erate 0.1 " + remap + run,
                 {"Fix streaming: fix cell (style deform) must have remap v"});
  expect_error(
      TRICLINIC + "fix cell all deform 1 xy erate 0.1 remap v" + run,
      {"Fix streaming: fix cell (style deform) changes the cell at the end of every 1 steps",
       "N = 0"});
  expect_error(TRICLINIC + "fix s all streaming\nfix cell all deform 0 xy erate 0.1 remap v\n" +
                   NVE + "run 0",
               {"Fix s (streaming) must be defined after fix cell (deform)"});
}

// LAMMPS 4 Feb 2025 moves the cell at the end of a step only

TEST(CellInput, StreamingWithoutFixDeform0)
{
  if (LAMMPS_NS::VARDEM_NS::has_deform_at_every_step<LAMMPS_NS::FixDeform>()) return;
  expect_error(TRICLINIC + "fix cell all deform 1 xy erate 0.1 remap v\nfix s all streaming\n" +
                   NVE + "run 0",
               {"Fix streaming needs a fix deform 0, which this version of LAMMPS does not have",
                "use fix deform/gradv"});
}

TEST(CellInput,
     // forces, then deform/gradv or streaming, then fixes that hold; the warning names both fixes
     OrderOfFixesIsAWarning)
{
  NEEDS_LAMMPS(20260704, "fix deform 0");
  const std::string streaming =
      "fix deform all deform 0 xy erate 0.1 remap v\nfix cell all streaming\n";
  for (const auto &[style, cell] :
       {std::pair{"deform/gradv", SHEAR + "\n"}, std::pair{"streaming", streaming}}) {
    const std::string name = std::string("fix cell (style ") + style + ")",
                      gravity = "fix g all gravity 1 vector 0 0 -1\n";
    EXPECT_EQ(warnings_of(TRICLINIC + gravity + cell + NVE + "run 0"), "") << style;
    const std::string late = warnings_of(TRICLINIC + cell + gravity + NVE + "run 0");
    EXPECT_TRUE(contains(late, "Fix g (style gravity) changes forces after " + name)) << late;
    for (const std::string hold : {"freeze", "setforce 0 0 0"}) {
      const std::string fix = "group one id 1\nfix h one " + hold + "\n";
      const std::string early = warnings_of(TRICLINIC + fix + cell + NVE + "run 0");
      EXPECT_TRUE(contains(
          early, "Fix h (style " + hold.substr(0, hold.find(' ')) + ") comes before " + name))
          << early;
      EXPECT_TRUE(contains(early, "they will begin to flow")) << early;
      EXPECT_EQ(warnings_of(TRICLINIC + cell + fix + NVE + "run 0"), "") << style;
    }
  }
}

TEST(CellInput, IntegratorComesBeforeOrAfter)    // it finds all forces: the same bits, no warning
{
  NEEDS_LAMMPS(20260704, "fix deform 0");
  const std::string cells[] = {
      "variable g equal 2*cos(30*(step+0.5)*dt)\n"
      "fix cell all deform/gradv gradv 0.1 -0.2 -0.3 v_g 0.2 0.1 kick yes\n",
      "fix deform all deform 0 xy erate 2 remap v\nfix cell all streaming\n"};
  for (const std::string &cell : cells)
    for (const std::string nve : {"nve/sphere", "nve/sphere/rodrigues", "nve/sphere/leapfrog"}) {
      const std::string start = box() + "set group all diameter 1.05 density 1\n" + CONTACTS +
          "velocity all create 1 4711\n",
                        fix = "fix 1 all " + nve + "\n";
      EXPECT_EQ(warnings_of(start + fix + cell + "run 0"), "") << nve;
      Simulation before(start + fix + cell + "run 200"), after(start + cell + fix + "run 200");
      const State s = before.state(), t = after.state();
      EXPECT_EQ(largest_difference(s.x, t.x), 0.0) << nve;
      EXPECT_EQ(largest_difference(s.v, t.v), 0.0) << nve;
      EXPECT_EQ(largest_difference(s.omega, t.omega), 0.0) << nve;
    }
}

TEST(CellInput, ServoWithoutStiffness)    // warns once, after 1000 steps at its bound
{
  const std::string text = warnings_of(
      box() + "set group all diameter 0.1 density 1\n" + CONTACTS +
      "fix cell all deform/gradv gradv 0 0 0 0 0 0 stress zz -1 0.01\n" + NVE + "run 1500");
  EXPECT_TRUE(contains(
      text,
      "Fix deform/gradv keyword stress zz: the rate has been at its bound 0.01 for 1000 steps"))
      << text;
  EXPECT_EQ(count(text, "at its bound"), 1);
  EXPECT_TRUE(contains(text, "or the cell is still on its way to it")) << text;
  EXPECT_FALSE(contains(text, "tension")) << text;
  const std::string sign = warnings_of(
      box() + "set group all diameter 0.1 density 1\n" + CONTACTS +
      "fix cell all deform/gradv gradv 0 0 0 0 0 0 stress zz 1 0.01\n" + NVE + "run 1500");
  EXPECT_TRUE(contains(
      sign, "the target 1 (the target is a tension; a pressure has a minus sign). The packing"))
      << sign;
}

TEST(CellInput, StepThatTurnsTheCellInsideOut)
{
  expect_error(TRICLINIC + "fix cell all deform/gradv gradv -2000 0 0 0 0 0\n" + NVE + "run 1",
               {"Fix deform/gradv: gradient -2000 changes a side of the cell by its own length in "
                "a single step"});
}

// The flip of the cell would bring them back box by box, for years; from 1e300 on for ever, as a
// box is less than the round-off there

TEST(CellInput, AtomsThatAreThrownFarAway)
{
  for (const std::string v : {"1e16", "1e300"}) {
    Simulation sim(TRICLINIC + "velocity all set " + v + " 0 0\ntimestep 0.01\n" +
                   "fix cell all deform/gradv gradv 0 0 0 60 0 0\n" + NVE);
    const std::string text = sim.error_of("run 2");
    EXPECT_TRUE(contains(text, "Fix deform/gradv: at step 1 atom 1 is outside of the cell"))
        << text;
    EXPECT_TRUE(contains(text, "along x")) << text;
  }
}

TEST(CellInput,
     StopBeforeCollapse)    // and writes a restart file, from which a run without `stop` continues
{
  const std::string fix = "fix cell all deform/gradv gradv -1 0 0 0 0 0 stop 0.9\n";
  Simulation sim(box() + "set group all diameter 0.1 density 1\n" + CONTACTS + fix + NVE);
  const std::string text = sim.error_of("run 1000");
  EXPECT_TRUE(contains(text, "Fix deform/gradv: at step 105 the volume would fall to 0.899"))
      << text;
  EXPECT_TRUE(contains(text, "less than keyword stop 0.9")) << text;
  EXPECT_TRUE(contains(text, "restart file cell.105.restart has been written")) << text;
  EXPECT_GE(sim.value("vol"), 0.9 * 27);

  Simulation next("comm_modify vel yes\nread_restart cell.105.restart\nneighbor 0.2 bin\n" +
                  CONTACTS + "fix cell all deform/gradv gradv -1 0 0 0 0 0\n" + NVE + "run 100");
  EXPECT_NEAR(next.value("f_cell[28]"), 27.0 * std::exp(-0.205), 1e-5);
  EXPECT_NEAR(next.value("f_cell[22]"), -0.205, 1e-7);
  remove("cell.105.restart");
}

TEST(CellInput,
     // stops before a particle touches its own image, and writes a restart file
     CellThatCollapses)
{
  Simulation sim(box() +
                 "set group all diameter 0.9 density 1\npair_style none\ncomm_modify cutoff 1\n"
                 "fix cell all deform/gradv gradv 0 -20 0 0 0 0\n" +
                 NVE);
  const std::string text = sim.error_of("run 1000");    // 3 exp(-20 t) = .9 at t = .0602
  EXPECT_TRUE(contains(text, "Fix deform/gradv: at step 60 a side of the cell would shrink to 0.8"))
      << text;
  EXPECT_TRUE(contains(text, "restart file cell.60.restart has been written")) << text;
  EXPECT_EQ(remove("cell.60.restart"), 0);
}

TEST(CellInput, SpinOfOtherBodies)    // whose moments of inertia the fix does not know
{
  expect_error("units lj\natom_style tri\nregion box prism -1 1 -1 1 -1 1 0 0 0\ncreate_box 1 box\n"
               "pair_style none\ncomm_modify cutoff 1\n" +
                   SHEAR + "\nrun 0",
               {"Fix deform/gradv keyword spin", "atom style tri", "spin no"});
}
