// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Wrong input of fix deform/gradv and fix streaming: messages name the style, the keyword and what
// to do.

#include "cell/cell.h"
#include "refused.h"

#include "fix_deform.h"
#include "host/lammps/lammps_versions.h"

using namespace scenario;

namespace {

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

const std::string DEFORM = "fix cell all deform/gradv ";

/** Warnings of the last line of a script. */
std::string warnings_of(const std::string &script)
{
  const auto end = script.find_last_not_of('\n');
  const auto begin = script.rfind('\n', end) + 1;
  Simulation sim(script.substr(0, begin));
  return warnings_in(sim.output_of(script.substr(begin)));
}

}    // namespace

TEST(CellInput, Keywords)
{
  expect_keywords({TRICLINIC, SHEAR}, "Fix deform/gradv",
                  "closure exact; spin yes; flip yes; kick no; origin 0 0 0; stop 0.1");
  expect_keywords({TRICLINIC, "fix s all streaming "}, "Fix streaming",
                  "closure exact; spin yes; origin 0 0 0");
  // words of fix deform among them
  expect_refused({TRICLINIC, DEFORM}, R"(
    {xy,1,x} erate 0.1 remap v | Fix deform/gradv has no keyword {1} | gradv
    {,kick yes} | Fix deform/gradv needs keyword gradv with six numbers or variables, Lxx
    gradv 0 0 0 0.1 0 | Fix deform/gradv keyword gradv needs 6 values
    gradv 0 0 0 0 0 0 gradv 0 0 0 0 0 0 | Fix deform/gradv keyword gradv is given twice
  )");
  expect_refused({TRICLINIC, SHEAR}, R"(
    origin 0 0 | Fix deform/gradv keyword origin needs 3 values
    stress {,xx 1} | Fix deform/gradv keyword stress needs 3 values
    stress zz -1 1 stress zz -1 1 | Fix deform/gradv keyword stress zz is given twice
  )");
}

TEST(CellInput, Values)
{
  expect_refused({TRICLINIC, SHEAR}, R"(
    closure exakt | Fix deform/gradv keyword closure must be exact, gradv2 or sllod: exakt
    {spin,flip,kick} maybe | deform/gradv keyword {1} must be yes or no | maybe
    origin 0 {top,nan,1e400} 0 | deform/gradv keyword origin | {1}
    stress xx -1e3 kick yes
      | keyword stress must be COMPONENT TARGET RATE, where RATE, the bound of | a number > 0: kick
    stress xx high 1
      | keyword stress must be COMPONENT TARGET RATE, where TARGET is a number or a variable v_name: high
    stress yx -1 0.1
      | Fix deform/gradv keyword stress must be COMPONENT TARGET RATE, where COMPONENT is xx, yy, zz, xy
      | xz or yz: yx
    stress yy -1 {0,-0.1} | where RATE, the bound of the rate, is a number > 0: {1}
    stop {0,1,-0.5} | Fix deform/gradv keyword stop | between 0 and 1
    stop {abc,1e400} | deform/gradv keyword stop | {1}
    0.3 | Fix deform/gradv keyword gradv must be six components and no more, Lxx Lyy Lzz Lxy Lxz Lyz
      | upper triangular | Lyx, Lzx, Lzy | 0.3
  )");
  expect_refused({TRICLINIC, "fix s all streaming "}, R"(
    closure exakt | Fix streaming keyword closure must be exact, gradv2 or sllod: exakt
    spin maybe | streaming keyword spin must be yes or no | maybe
    origin 0 0 top | top
  )");
  expect_refused({TRICLINIC + "group some id 1 2 3\n", "fix cell "}, R"(
    all deform/gradv gradv 0 0 0 {fast,1e400} 0 0
      | keyword gradv must be six numbers or variables v_name, Lxx Lyy Lzz Lxy Lxz Lyz: {1}
    all deform/gradv gradv 1.0 xy 0 0 0 0
      | keyword gradv must be six numbers or variables v_name, Lxx Lyy Lzz Lxy Lxz Lyz: xy
    some deform/gradv gradv 0 0 0 0.1 0 0 | Fix deform/gradv: the group must be all, not some
  )");
}

TEST(CellInput, Cells)
{
  const std::string gradient = DEFORM + "gradv ";
  expect_refused({ORTHOGONAL + "variable L equal 0\n", gradient}, R"(
    {0 0 0 0.1 0 0,0 0 0 0 v_L 0}
      | Fix deform/gradv: component x | orthogonal | change_box all triclinic
    0 0 0 0 0 0 stress yz -1 0.1 | component yz | change_box all triclinic
  )");
  expect_refused({PLANE + "variable L equal 0\n", gradient}, R"(
    {0 0 0.1 0 0 0,0 0 0 0 0.1 0,0 0 0 0 0 v_L}
      | Fix deform/gradv: component | must be 0 in 2d
    0 0 0 0 0 0 stress zz -1 0.1 | component zz must be 0 in 2d
  )");
  // change_box between runs
  expect_refused({ORTHOGONAL + NVE, gradient, "\nrun 2\nchange_box all boundary p p f\nrun 1"},
                 "{0 0 -0.1 0 0 0,0 0 0 0 0 0 stress zz -1 0.1}"
                 " | Fix deform/gradv: component zz moves periodic images along z");
}

TEST(CellInput, DirectionsThatMoveArePeriodic)
{
  for (const auto &[boundary, gradient, component] :
       {std::tuple{"f p p", "0.1 0 0 0 0 0", "xx moves periodic images along x"},
        {"p f p", "0 0 0 0.1 0 0", "xy moves periodic images along y"},
        {"p p s", "0 0 0.1 0 0 0", "zz moves periodic images along z"},
        {"p p f", "0 0 0 0 0 0 stress zz -1 0.1", "zz moves periodic images along z"}})
    expect_refused(
        {box(std::string("boundary ") + boundary, contains(boundary, "s") ? "" : " 0 0 0") + BALL,
         DEFORM + "gradv "},
        std::string(gradient) + "| Fix deform/gradv: component " + component + "| not a periodic");
}

TEST(CellInput, Variables)
{
  const std::string gradv = "gradv 0 0 0 0 0 v_L", stress = "gradv 0 0 0 0 0 0 stress zz v_L 1";
  expect_refused({TRICLINIC + NVE, "", "\nrun 1"},
                 DEFORM + gradv + "| Fix deform/gradv keyword gradv: variable L does not exist\n" +
                     DEFORM + stress +
                     "| Fix deform/gradv keyword stress: variable L does not exist");
  expect_refused({TRICLINIC + NVE + "variable L atom x\n", DEFORM, "\nrun 1"},
                 gradv + "| Fix deform/gradv keyword gradv: variable L is not of style equal\n" +
                     stress +
                     "| Fix deform/gradv keyword stress: variable L is not of style equal");
  for (const auto &[formula, value] :
       {std::pair{"exp(1000)-exp(1000)", "nan"}, {"exp(1000)", "inf"}}) {
    const std::string told = std::string(value) + " | by variable L | finite";
    expect_refused({TRICLINIC + NVE + "variable L equal " + formula + "\n", DEFORM, "\nrun 1"},
                   gradv + "| Fix deform/gradv keyword gradv: component yz is | " + told + "\n" +
                       stress + "| Fix deform/gradv keyword stress zz: the target is | " + told);
  }
}

TEST(CellInput, OtherFixesAndStyles)
{
  NEEDS_LAMMPS(20260704, "fix deform 0");
  const std::string deform = "fix d all deform 0 xy erate 0.1 remap v", shear = SHEAR + ";",
                    run = NVE + "run 0";
  expect_refused(
      {TRICLINIC, "", "\n" + run},
      shear + R"(fix b all deform 0 z erate 0.1 remap v
      | Fix cell (style deform/gradv) and fix b (style deform) deform the same cell
    fix b all deform 0 z erate 0.1 remap v;)" +
          shear + "| deform\n" + shear + "fix b all deform/gradv gradv 0 0 0.1 0 0 0 | deform\n" +
          "run_style respa 2 2 pair 1;" + shear +
          "| Fix deform/gradv does not support run_style respa\n" + "run_style respa 2 2 pair 1;" +
          deform + ";fix s all streaming" + "| Fix streaming does not support run_style respa\n");
  // stock pair styles that need velocities of images stop first
  expect_refused({TRICLINIC + "comm_modify vel no\n", "", "\n" + run},
                 shear + "| Pair gran | requires ghost atoms store velocity\n" + deform +
                     ";fix s all streaming | Pair gran | requires ghost atoms store velocity");
  expect_refused(
      {box() + BALL + "pair_style lj/cut 1.2\npair_coeff * * 1 1\ncomm_modify vel no\n", "", run},
      shear + "| Fix deform/gradv requires ghost atoms that have velocities | comm_modify vel yes");
  // bodies of stock fix rigid* cannot follow
  expect_refused({box("", " 0 0 0", "hybrid sphere molecular") + BALL + CONTACTS +
                      "set group all mol 1\nneigh_modify exclude molecule/intra all\n",
                  "", "\nfix r all rigid/small molecule\nrun 0"},
                 shear +
                     "| fix r (style rigid/small) cannot follow the flow"
                     " | rigid/small/variational\n" +
                     deform +
                     ";fix s all streaming | fix r (style rigid/small) cannot follow the"
                     " flow | rigid/small/variational");
  // moments of inertia that the fix does not know
  expect_refused({"units lj\natom_style tri\nregion box prism -1 1 -1 1 -1 1 0 0 0\n"
                  "create_box 1 box\npair_style none\ncomm_modify cutoff 1\n",
                  SHEAR, "\nrun 0"},
                 "| Fix deform/gradv keyword spin | atom style tri | spin no");
}

TEST(CellInput, Streaming)
{
  NEEDS_LAMMPS(20260704, "fix deform 0");
  expect_refused({TRICLINIC, "", "\nfix s all streaming\n" + NVE + "run 0"}, R"(
    | Fix streaming needs a fix deform 0 ... remap v
    fix cell all deform/gradv gradv 0 0 0 0.1 0 0
      | Fix streaming: fix cell (style deform/gradv) moves particles with the flow itself
    fix cell all deform 0 xy erate 0.1 {,remap x,remap none}
      | Fix streaming: fix cell (style deform) must have remap v
    fix cell all deform 1 xy erate 0.1 remap v
      | Fix streaming: fix cell (style deform) changes the cell at the end of every 1 steps | N = 0
  )");
  expect_refused({TRICLINIC, "fix s all streaming\n", "\n" + NVE + "run 0"},
                 "fix cell all deform 0 xy erate 0.1 remap v"
                 " | Fix s (streaming) must be defined after fix cell (deform)");
}

// LAMMPS 4 Feb 2025 moves the cell at the end of a step only

TEST(CellInput, StreamingWithoutFixDeform0)
{
  if (LAMMPS_NS::VARDEM_NS::has_deform_at_every_step<LAMMPS_NS::FixDeform>()) return;
  expect_refused({TRICLINIC, "", "\n" + NVE + "run 0"},
                 "fix cell all deform 1 xy erate 0.1 remap v;fix s all streaming"
                 " | Fix streaming needs a fix deform 0, which this version of LAMMPS does not have"
                 " | use fix deform/gradv");
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

// A gas with velocities along x only: its stress along z does not respond to the cell along z

TEST(CellInput, ServosOfAGasThatPart)
{
  const std::string gas = box() + "set group all diameter 0.1 density 1\nvelocity all set 3 0 0\n" +
      CONTACTS + NVE,
                    cell = "fix cell all deform/gradv gradv 0 0 0 0 0 0 stress yy -1e-3 0.01 ";
  const std::string text = warnings_of(gas + cell + "stress xx -1e-3 0.01\nrun 1500");
  EXPECT_EQ(count(text,
                  "for 1000 steps the rate of yy has been at its lower bound, and that of xx "
                  "at its upper bound"),
            1)
      << text;
  EXPECT_TRUE(contains(text, "use closure sllod for a gas")) << text;
  EXPECT_FALSE(contains(warnings_of(gas + cell + "stress zz -1e-3 0.01\nrun 1500"), "sllod"));
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

TEST(CellInput, SpinOfEllipsoidsBesideSpheres)
{
  const std::string atoms =
      "units lj\natom_style hybrid sphere ellipsoid\natom_modify map array\n"
      "comm_modify vel yes\nregion box prism -5 5 -5 5 -5 5 0 0 0\ncreate_box "
      "1 box\n"
      "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 2 0 0\nset group all "
      "mass 1\n"
      "pair_style zero 1\npair_coeff * *\nfix cell all deform/gradv gradv 0 0 "
      "0 1 0 0 kick yes ";
  Simulation spheres(atoms + "\nrun 0");
  EXPECT_EQ(spheres.state().omega[0].z, -0.5);
  expect_refused({atoms, ""}, R"(
    ;set atom 2 shape 4 2 2;run 0 | cannot follow the spin of the flow; use spin no
  )");
  Simulation without(atoms + "spin no\nset atom 2 shape 4 2 2\nrun 0");
  EXPECT_EQ(without.value("vx[1]"), 0.0);
}

TEST(CellInput, StepThatTurnsTheCellInsideOut)
{
  expect_refused({TRICLINIC + NVE, DEFORM + "gradv -2000 0 0 0 0 0\n"},
                 "run 1 | Fix deform/gradv: gradient -2000 changes a side of the cell by its own"
                 " length in a single step");
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
