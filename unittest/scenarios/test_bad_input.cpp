// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Wrong input of the integrators: a LAMMPS error or warning that names the style as typed, the
// keyword and the value.

#include "scenario.h"

#include "atom.h"
#include "fix.h"
#include "lammps.h"
#include "lmptype.h"
#include "modify.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace scenario;

namespace {

const std::string SPHERE = "fix 1 all nve/sphere/leapfrog";
const std::string RODRIGUES = "fix 1 all nve/sphere/rodrigues";
const std::string FINCHAM = "fix 1 all nve/asphere/fincham";
const std::string VARIATIONAL = "fix 1 all nve/asphere/variational";

// the styles, for what is the same in both of a kind
const std::string SPHERE_STYLES[] = {"nve/sphere/leapfrog", "nve/sphere/rodrigues"};
const std::string ASPHERE_STYLES[] = {"nve/asphere/fincham", "nve/asphere/variational"};

std::string box(const std::string &atom_style, const std::string &first = "")
{
  return first + "\natom_style " + atom_style + R"(
    region box block -5 5 -5 5 -0.5 0.5
    create_box 1 box
    create_atoms 1 single 0 0 0
    create_atoms 1 single 2 2 0
    pair_style zero 1.0
    pair_coeff * *
)";
}

const std::string SPHERES = box("sphere");
const std::string ELLIPSOIDS =
    box("ellipsoid") + "set group all shape 1 0.8 0.6\nset group all mass 1\n";
const std::string DISCS = box("sphere", "dimension 2");

/** The command fails with a message that has all these parts. */
void expect_error(const std::string &setup, const std::string &command,
                  const std::vector<std::string> &parts)
{
  Simulation sim(setup);
  const std::string text = sim.error_of(command);
  EXPECT_TRUE(contains(text, "ERROR")) << command;
  // not what LAMMPS quotes
  const std::string message = text.substr(0, text.find("Last input line"));
  for (const auto &part : parts)
    EXPECT_TRUE(contains(message, part) || contains(without_suffix(message), part))
        << "no '" << part << "' in: " << text;
}

void expect_warning(const std::string &setup, const std::string &command,
                    const std::vector<std::string> &parts)
{
  Simulation sim(setup);
  const std::string text = sim.output_of(command);
  EXPECT_TRUE(contains(text, "WARNING")) << command;
  for (const auto &part : parts)
    EXPECT_TRUE(contains(text, part)) << "no '" << part << "' in: " << text;
}

std::string quaternions(const std::string &values)
{
  return "fix prop all property/atom d2_q 4\n" + values;
}

}    // namespace

TEST(BadInput, SphereStylesNeedSpheres)
{
  for (const auto &style : SPHERE_STYLES) {
    expect_error(box("atomic"), "fix 1 all " + style, {style, "radius"});
    expect_error(box("ellipsoid"), "fix 1 all " + style, {style, "radius"});
  }
}

TEST(BadInput, AsphereStylesNeedEllipsoids)
{
  for (const auto &style : ASPHERE_STYLES) {
    expect_error(box("atomic"), "fix 1 all " + style, {style, "ellipsoid"});
    expect_error(box("sphere"), "fix 1 all " + style, {style, "ellipsoid"});
  }
}

TEST(BadInput, UnknownKeyword)
{
  expect_error(SPHERES, SPHERE + " upd quat",
               {"nve/sphere/leapfrog",
                "has no keyword upd; its keywords are update, init, disc, "
                "inertia, restart"});
  expect_error(SPHERES, RODRIGUES + " update quat",
               {"nve/sphere/rodrigues", "update; its keywords are map, bound, init, disc"});
  expect_error(ELLIPSOIDS, FINCHAM + " update quat",
               {"nve/asphere/fincham", "update; its keywords are half, restart"});
  expect_error(ELLIPSOIDS, FINCHAM + " half orient extra",
               {"nve/asphere/fincham", "keyword", "extra"});
  expect_error(ELLIPSOIDS, VARIATIONAL + " half orient",
               {"nve/asphere/variational", "half; its keywords are scheme, newton, restart"});
}

// All styles that divide by the time step, in each step, since commands between runs and fixes in a
// run may change it. A run of 0 steps divides by none.

TEST(BadInput, TimeStepOfZeroOrLess)
{
  NEEDS_LAMMPS(20260704, "fix deform 0");
  const std::string soft = "pair_style contact/hooke\npair_coeff * * k 1000\n",
                    flow = box("sphere") + "comm_modify vel yes\nchange_box all triclinic\n" + soft,
                    nve = "fix 1 all nve/sphere\n";
  const std::pair<std::string, std::string> styles[] = {
      {"nve/sphere/cd",
       SPHERES + "pair_style contact/rigid\npair_coeff * * stiffness 1\n" +
           "fix m all nve/sphere/cd\n"},
      {"nve/sphere/implicit", SPHERES + soft + "fix m all nve/sphere/implicit\n"},
      {"deform/gradv", flow + "fix m all deform/gradv gradv 0 0 0 0.1 0 0\n" + nve},
      {"streaming", flow + "fix d all deform 0 xy erate 0.1 remap v\nfix m all streaming\n" + nve},
      {"wall/contact", SPHERES + "fix m all wall/contact plane 0 0 -0.4 0 0 1 k 1000\n" + nve},
      {"timestep/contact", SPHERES + soft + "fix m all timestep/contact 1\n" + nve}};
  for (const auto &[style, input] : styles)
    for (const std::string step : {"0", "-0.001"}) {
      Simulation sim(input);
      sim.run("timestep " + step + "\nrun 0");
      EXPECT_TRUE(std::isfinite(sim.value("ke"))) << style;
      const std::string message = sim.error_of("run 2");
      EXPECT_TRUE(contains(message, "Fix " + style)) << style << ": " << message;
      EXPECT_TRUE(contains(message, "the time step is " + step + ", and must be a number > 0"))
          << style << ": " << message;
    }
}

TEST(BadInput, MissingValues)
{
  for (const char *keyword : {"update", "init", "inertia", "restart"})
    expect_error(SPHERES, SPHERE + " " + keyword,
                 {"nve/sphere/leapfrog " + std::string(keyword), "missing"});
  for (const char *keyword : {"map", "bound", "init", "inertia", "restart"})
    expect_error(SPHERES, RODRIGUES + " " + keyword,
                 {"nve/sphere/rodrigues " + std::string(keyword), "missing"});
  for (const char *keyword : {"half", "restart"})
    expect_error(ELLIPSOIDS, FINCHAM + " " + keyword,
                 {"nve/asphere/fincham " + std::string(keyword), "missing"});
  for (const char *keyword : {"scheme", "newton", "restart"})
    expect_error(ELLIPSOIDS, VARIATIONAL + " " + keyword,
                 {"nve/asphere/variational " + std::string(keyword), "missing"});
}

TEST(BadInput, MisspeltValues)
{
  expect_error(ELLIPSOIDS, FINCHAM + " half orientt", {"nve/asphere/fincham", "half", "orientt"});
  expect_error(SPHERES, SPHERE + " update dipole", {"nve/sphere/leapfrog", "update", "dipole"});
  expect_error(SPHERES, RODRIGUES + " map newmarkk", {"nve/sphere/rodrigues", "map", "newmarkk"});
  expect_error(SPHERES, RODRIGUES + " map exact bound warning",
               {"nve/sphere/rodrigues", "bound", "warning"});
  expect_error(ELLIPSOIDS, VARIATIONAL + " scheme lgvi5",
               {"nve/asphere/variational", "scheme", "lgvi5"});
  for (const auto &style : SPHERE_STYLES)
    expect_error(SPHERES, "fix 1 all " + style + " restart exactt", {style, "restart", "exactt"});
  for (const auto &style : ASPHERE_STYLES)
    expect_error(ELLIPSOIDS, "fix 1 all " + style + " restart exactt",
                 {style, "restart", "exactt"});
}

// Map (26) is not for runs: doc/notes/rotations.md 2.1

TEST(BadInput, MapCampelloIsAKernelForComparison)
{
  expect_error(SPHERES, RODRIGUES + " map campello",
               {"nve/sphere/rodrigues", "map", "campello", "(26)", "end of the step", "first order",
                "dissipates", "kernels/rotation/rodrigues.h", "newmark"});
}

TEST(BadInput, BoundIsForMapExact)
{
  for (const char *map : {"", " map newmark", " map euler", " map exponential"})
    for (const char *bound : {"error", "warn", "newmark"})
      expect_error(SPHERES, RODRIGUES + map + " bound " + bound,
                   {"nve/sphere/rodrigues", "bound", "map exact"});
}

TEST(BadInput, MapEulerDoesNotGoWithRespa)
{
  const std::string respa = "\nrun_style respa 2 2 bond 1 pair 2\n";
  expect_error(SPHERES + RODRIGUES + " map euler" + respa, "run 0",
               {"nve/sphere/rodrigues", "map euler", "respa"});
  for (const char *map : {"newmark", "exact", "exponential"})
    EXPECT_EQ(Simulation(SPHERES + RODRIGUES + " map " + map + respa).error_of("run 0"), "");
}

TEST(BadInput, NewtonMustBeAPositiveNumber)
{
  for (const char *value : {"0", "-1"})
    expect_error(ELLIPSOIDS, VARIATIONAL + " newton " + value,
                 {"nve/asphere/variational", "newton", value});
  for (const char *value : {"abc", "2.5"})
    expect_error(ELLIPSOIDS, VARIATIONAL + " newton " + value, {value});    // LAMMPS' own message
}

TEST(BadInput, InertiaMustBeAPositiveNumber)
{
  for (const auto &style : SPHERE_STYLES) {
    const std::string fix = "fix 1 all " + style + " inertia ";
    for (const char *value : {"-1", "0", "nan", "inf"}) expect_error(SPHERES, fix + value, {value});
    expect_error(SPHERES, fix + "-1", {style, "inertia", "-1"});
    expect_error(SPHERES, fix + "abc", {"abc"});    // LAMMPS' own message
  }
}

TEST(BadInput, DiscIsFor2d)
{
  for (const auto &style : SPHERE_STYLES)
    expect_error(SPHERES, "fix 1 all " + style + " disc", {style, "disc", "2d"});
}

TEST(BadInput, InitNeedsUpdateQuat)
{
  expect_error(SPHERES + quaternions(""), SPHERE + " init d2_q",
               {"nve/sphere/leapfrog", "init", "update quat"});
}

TEST(BadInput, InitNeedsAnArrayOfFourColumns)
{
  for (const std::string style : {"nve/sphere/leapfrog update quat", "nve/sphere/rodrigues"}) {
    const std::string fix = "fix 1 all " + style + " init ";
    expect_error(SPHERES, fix + "d2_missing", {"nve/sphere/", "init", "d2_missing"});
    expect_error(SPHERES, fix + "q", {"nve/sphere/", "init", "d2_", "q"});
    expect_error(SPHERES, fix + "d2_", {"nve/sphere/", "init", "d2_NAME", "not d2_"});
    expect_error(SPHERES + "fix prop all property/atom d2_q 3\n", fix + "d2_q",
                 {"nve/sphere/", "init", "d2_q", "4"});
    expect_error(SPHERES + "fix prop all property/atom i2_q 4\n", fix + "d2_q",
                 {"nve/sphere/", "init", "d2_q"});
  }
}

TEST(BadInput, InitNeedsRotations)
{
  for (const std::string style : {"nve/sphere/leapfrog update quat", "nve/sphere/rodrigues"}) {
    const std::string fix = "fix 1 all " + style + " init d2_q";
    expect_error(SPHERES + quaternions("set atom 1 d2_q[1] 1\n"), fix,
                 {"nve/sphere/", "init", "d2_q", "atom 2", "0 0 0 0"});
    expect_error(DISCS + quaternions("set group all d2_q[1] 1 d2_q[2] 1\n"), fix,
                 {"nve/sphere/", "init", "d2_q", "2d"});
  }
}

TEST(BadInput, PointParticles)
{
  for (const auto &style : SPHERE_STYLES)
    expect_error(SPHERES + "set atom 2 diameter 0\nfix 1 all " + style, "run 0", {style, "atom 2"});
  for (const auto &style : ASPHERE_STYLES)
    expect_error(box("ellipsoid") + "set atom 1 shape 1 1 1\nset group all mass 1\nfix 1 all " +
                     style,
                 "run 0", {style, "atom 2"});
}

TEST(BadInput, PointParticlesOutsideTheGroupAreFine)
{
  for (const auto &style : SPHERE_STYLES) {
    Simulation sim(SPHERES + "set atom 2 diameter 0\ngroup ball id 1\nfix 1 ball " + style);
    EXPECT_EQ(sim.error_of("run 0"), "");
  }
  for (const auto &style : ASPHERE_STYLES) {
    Simulation sim(box("ellipsoid") +
                   "set atom 1 shape 1 1 1\nset group all mass 1\ngroup ball id 1\nfix 1 ball " +
                   style);
    EXPECT_EQ(sim.error_of("run 1"), "");
  }
}

TEST(BadInput, TwoIntegratorsOnOneAtom)
{
  for (const auto &style : SPHERE_STYLES)
    expect_warning(SPHERES + "fix 1 all " + style + "\nfix 2 all nve/sphere\n", "run 0",
                   {"One or more atoms are time integrated more than once"});
  for (const auto &style : ASPHERE_STYLES)
    expect_warning(ELLIPSOIDS + "fix 1 all " + style + "\nfix 2 all nve/asphere\n", "run 0",
                   {"One or more atoms are time integrated more than once"});
}

TEST(BadInput, EmptyGroup)
{
  for (const auto &style : SPHERE_STYLES)
    expect_warning(SPHERES + "group none empty\nfix 1 none " + style, "run 0",
                   {style, "none", "no atoms"});
  for (const auto &style : ASPHERE_STYLES)
    expect_warning(ELLIPSOIDS + "group none empty\nfix 1 none " + style, "run 0",
                   {style, "none", "no atoms"});
}

TEST(BadInput, DynamicGroupMayBeEmptyAtTheStart)
{
  const std::string group = "region r block 4 5 4 5 -0.5 0.5\ngroup d dynamic all region r\n";
  for (const auto &style : SPHERE_STYLES)
    EXPECT_FALSE(
        contains(Simulation(SPHERES + group + "fix 1 d " + style).output_of("run 0"), "no atoms"));
  for (const auto &style : ASPHERE_STYLES)
    EXPECT_FALSE(contains(Simulation(ELLIPSOIDS + group + "fix 1 d " + style).output_of("run 0"),
                          "no atoms"));
}

TEST(BadInput, RepeatedKeyword)
{
  for (const auto &style : SPHERE_STYLES)
    for (const std::string keyword : {"inertia 0.4", "restart exact"})
      expect_error(SPHERES, "fix 1 all " + style + " " + keyword + " " + keyword,
                   {style, "keyword " + keyword.substr(0, keyword.find(' ')), "twice"});
  for (const auto &style : SPHERE_STYLES)
    expect_error(DISCS, "fix 1 all " + style + " disc disc", {style, "keyword disc", "twice"});
  expect_error(SPHERES, SPHERE + " update quat update quat",
               {"nve/sphere/leapfrog", "keyword update", "twice"});
  expect_error(SPHERES, RODRIGUES + " map exact map newmark",
               {"nve/sphere/rodrigues", "keyword map", "twice"});
  expect_error(SPHERES, RODRIGUES + " map exact bound warn bound error",
               {"nve/sphere/rodrigues", "keyword bound", "twice"});
  expect_error(ELLIPSOIDS, FINCHAM + " half orient restart exact half current",
               {"nve/asphere/fincham", "keyword half", "twice"});
  expect_error(ELLIPSOIDS, VARIATIONAL + " scheme lgvi newton 2 scheme lgvi4",
               {"nve/asphere/variational", "keyword scheme", "twice"});
  EXPECT_EQ(Simulation(SPHERES + quaternions("set group all d2_q[1] 1\n") + RODRIGUES +
                       " map exact bound newmark init d2_q inertia 0.3 restart exact")
                .error_of("run 0"),
            "");    // the word exact is a value twice, not a keyword
}

/** Each message about a value names the style, the keyword and the value, whatever stands there.
 *  LAMMPS' own words for a value that is no number do not. */
TEST(BadInput, ValuesThatAreNoNumbers)
{
  const std::string damping = "fix 1 all damping/cundall/onstep ",
                    spheres = SPHERES + "comm_modify vel yes\n",
                    cell = "fix 1 all deform/gradv gradv 0 0 0 0 0 0 ",
                    flow = "fix 1 all streaming ", step = "compute 1 all timestep/contact ",
                    set = "fix 1 all timestep/contact ";
  for (const std::string wrong : {"abc", "1e400", "99999999999999999999x"}) {
    expect_error(spheres, damping + wrong + " 0.1", {"damping/cundall/onstep argument GL", wrong});
    expect_error(spheres, damping + ".1 .1 peculiar " + wrong,
                 {"keyword peculiar must be yes or no", wrong});
    expect_error(spheres, damping + ".1 .1 scale 1 " + wrong, {"keyword scale", wrong});
    expect_error(spheres, damping + ".1 .1 scale " + wrong + " 1", {"keyword scale", wrong});
    expect_error(spheres, cell + "stop " + wrong, {"deform/gradv keyword stop", wrong});
    expect_error(spheres, cell + "flip " + wrong,
                 {"deform/gradv keyword flip must be yes or no", wrong});
    expect_error(spheres, cell + "origin 0 " + wrong + " 0",
                 {"deform/gradv keyword origin", wrong});
    expect_error(spheres, cell + "stress xx " + wrong + " 1",
                 {"deform/gradv keyword stress", wrong});
    expect_error(spheres, cell + "stress xx 1 " + wrong, {"deform/gradv keyword stress", wrong});
    expect_error(spheres, "fix 1 all deform/gradv gradv " + wrong + " 0 0 0 0 0",
                 {"keyword gradv", wrong});
    expect_error(spheres, flow + "spin " + wrong,
                 {"streaming keyword spin must be yes or no", wrong});
    expect_error(spheres, SPHERE + " inertia " + wrong, {"leapfrog keyword inertia", wrong});
    expect_error(spheres, set + wrong, {"Fix timestep/contact needs a number of steps", wrong});
    expect_error(spheres, set + "9 growth " + wrong,
                 {"Fix timestep/contact keyword growth", wrong});
    for (const std::string keyword : {"safety ", "damping ", "sweeps ", "reach ", "pwave 1 "})
      expect_error(spheres, step + keyword + wrong,
                   {"timestep/contact keyword " + keyword.substr(0, keyword.find(' ')), wrong});
    for (const std::string &n : {wrong, std::string("51")})    // the page: from 1 to 50
      expect_error(ELLIPSOIDS, VARIATIONAL + " newton " + n,
                   {"keyword newton must be an integer from 1 to 50", n});
  }
}

// Per-atom data of a restart file have their size, and a number that says what they are

TEST(BadInput, RestartDataOfAnotherVersion)
{
  using LAMMPS_NS::ubuf;
  const double quat_only[] = {6.0, ubuf(1).d, 1.0, 0.0, 0.0, 0.0};
  const double too_short[] = {5.0, ubuf(1).d, 1.0, 0.0, 0.0, 0.0},
               too_long[] = {7.0, ubuf(1).d, 1.0, 0.0, 0.0, 0.0, 0.0},
               unknown[] = {6.0, ubuf(5).d, 1.0, 0.0, 0.0, 0.0}, nothing[] = {1.0, 0.0};
  Simulation sim(SPHERES + SPHERE + " update quat");
  LAMMPS_NS::Atom *const atom = sim.lammps()->atom;
  LAMMPS_NS::Fix *const fix = sim.lammps()->modify->get_fix_by_id("1");
  double **const extra = atom->extra;
  const auto unpack = [&](const double *data) {
    double *row = const_cast<double *>(data);
    atom->extra = &row;
    std::string message;
    try {
      fix->unpack_restart(0, 0);
    } catch (const std::exception &e) {
      message = e.what();
    }
    atom->extra = extra;
    return message;
  };
  EXPECT_EQ(unpack(quat_only), "");
  for (const double *data : {too_short, too_long, unknown, nothing}) {
    const std::string message = without_suffix(unpack(data));
    EXPECT_TRUE(contains(message, "Fix nve/sphere/leapfrog: the restart file has data of fix 1"))
        << message;
  }
}

TEST(BadInput, RestartExactDoesNotGoWithRespa)
{
  const std::string respa = "\nrun_style respa 2 2 bond 1 pair 2\n";
  for (const auto &style : SPHERE_STYLES)
    expect_error(SPHERES + "fix 1 all " + style + " restart exact" + respa, "run 0",
                 {style, "restart exact", "respa"});
  for (const auto &style : ASPHERE_STYLES)
    expect_error(ELLIPSOIDS + "fix 1 all " + style + " restart exact" + respa, "run 0",
                 {style, "restart exact", "respa"});
}

// Like LAMMPS' integrators, ours have no energy, no virial and no level of r-RESPA that fix_modify
// could change

TEST(BadInput, FixModifyKnowsNothingButTheDegreesOfFreedom)
{
  std::vector<std::string> setups;
  for (const auto &integrator : SPHERE_INTEGRATORS)
    setups.push_back(SPHERES + "fix 1 all " + integrator.fix);
  for (const auto &fix : ASPHERE_INTEGRATORS) setups.push_back(ELLIPSOIDS + "fix 1 all " + fix);
  for (const auto &setup : setups) {
    for (const char *option : {"energy yes", "virial yes", "respa 1", "scheme lgvi"})
      expect_error(setup, "fix_modify 1 " + std::string(option), {"fix_modify"});
    EXPECT_EQ(Simulation(setup).error_of("fix_modify 1 dynamic/dof yes\nrun 1"), "");
  }
}

// Principal moments of ellipsoids are computed from their axes, so they are impossible only if
// numbers are out of range

TEST(BadInput, MomentsOfInertiaOutOfRange)
{
  expect_error(ELLIPSOIDS + "set atom 2 shape 1 1 1e200\n" + VARIATIONAL, "run 0",
               {"nve/asphere/variational", "principal moments of inertia of atom 2", "inf"});
  expect_error(ELLIPSOIDS + "set atom 2 shape 1e-200 1e-200 1e-200\n" + VARIATIONAL, "run 0",
               {"nve/asphere/variational", "principal moments of inertia of atom 2", "0 0 0",
                "vanish about more than one axis"});
  EXPECT_EQ(
      Simulation(ELLIPSOIDS + "set atom 2 shape 1e-9 1e-9 1\n" + VARIATIONAL).error_of("run 1"),
      "");    // a needle
}

// Newton's method of fix nve/asphere/variational. A ball of mass 1 and moments .4, so that all
// schemes are those of a sphere; h |omega| = 0.1 * |angmom|/.4

namespace {

std::string balls(const std::string &fix)
{
  return box("ellipsoid") + "set group all shape 2 2 2\nset group all mass 1\ntimestep 0.1\n" +
      fix + "\n";
}

/** Ellipsoids with moments (0.2, 0.34, 0.5) and h |omega| = .3 of atom 2; atom 1 is slower. */
std::string tumbling(const std::string &fix)
{
  return box("ellipsoid") + R"(
    set group all shape 3.2 2 1.2
    set group all mass 0.5
    set group all quat 1 0 0 0
    set atom 1 angmom 0.1 0.2 0.1
    set atom 2 angmom 0.3 0.8 0.2
    timestep 0.1
    thermo 1
)" + fix +
      "\n";
}

const std::string SAYS = "WARNING: Fix nve/asphere/variational";

}    // namespace

TEST(BadInput, NewtonThatDoesNotConvergeEndsTheRunAtItsStart)
{
  for (const char *scheme : {"lgvi4", "lgvi6", "lgvi"})
    expect_error(balls(VARIATIONAL + " scheme " + scheme) +
                     "set atom 1 angmom 0 0 4.8\nset atom 2 angmom 0 3.6 4.8",
                 "run 10",    // atom 1 would turn by 1.2: the one that turns most is named
                 {"nve/asphere/variational",
                  "after step 0, atom 2 turns by 1.5 rad in a time step of 0.1",
                  "a timestep of at most 0.0666 is safe", "or use fix nve/asphere/fincham"});
}

// The angle of a tumbling body changes from step to step. Here it is 1.09 in the first one and 1.27
// later: the advice holds for all of them

TEST(BadInput, TheTimestepThatTheMessageGivesIsSafeForTheWholeMotion)
{
  const std::string input = tumbling(VARIATIONAL + " newton 9") +
      "set atom 1 angmom 0 0 0\nset atom 2 angmom 1.2 3.2 0.8\n";
  const std::string text = Simulation(input).error_of("run 10");
  const std::string before = "a timestep of at most ";
  ASSERT_TRUE(contains(text, before)) << text;
  const double safe = atof(text.c_str() + text.find(before) + before.size());
  EXPECT_EQ(Simulation(input + "timestep " + std::to_string(safe)).error_of("run 500"), "");
  EXPECT_TRUE(
      contains(Simulation(input + "timestep " + std::to_string(1.02 * safe)).error_of("run 500"),
               "turns by 1.0"));
}

TEST(BadInput, NewtonSeesTheKickThatOpensTheStep)
{
  NEEDS_LAMMPS(20260704, "fix addtorque/atom");
  // at rest at its beginning, but turning by h |omega| = 0.1 * 0.05 * 100/.4 = 1.25 half a kick
  // later

  Simulation sim(balls(VARIATIONAL) + "fix twist all addtorque/atom 0 0 100");
  EXPECT_TRUE(contains(sim.error_of("run 2"), "after step 1, atom 1 turns by 1.25 rad"));
}

TEST(BadInput, NewtonThatDoesNotConvergeEndsARun)
{
  NEEDS_LAMMPS(20260704, "fix addtorque/atom");
  // a torque of .42 makes h |omega| = .0105 (n + 1/2) in the step after n: above 1 from n = 95 on.
  // Seen in the next step with output

  const std::string start = balls(VARIATIONAL) + "fix twist all addtorque/atom 0 0 0.42\n";
  Simulation sim(start + "thermo 25\nrun 90");
  const std::string text = sim.error_of("run 101");
  EXPECT_TRUE(contains(text, "after step 100, atom 1 turns by 1.05525 rad in a time step of 0.1"))
      << text;
  EXPECT_TRUE(contains(text, "a timestep of at most 0.0947 is safe")) << text;

  // in the last step of a run it warns, and the results are kept; the next run ends at its start

  Simulation last(start + "thermo 0\nrun 90");
  const std::string end = without_suffix(last.output_of("run 7"));
  EXPECT_TRUE(contains(end, "WARNING: Fix nve/asphere/variational: after step 97")) << end;
  EXPECT_TRUE(contains(end, "turns by 1.02375 rad")) << end;
  EXPECT_TRUE(contains(end, "Loop time")) << end;
  const std::string next = last.error_of("run 7");
  EXPECT_TRUE(contains(next, "after step 97, atom 1 turns by 1.0")) << next;

  // and in a step that builds neighbor lists

  Simulation built(start + "thermo 0\nneigh_modify every 7 delay 0 check no");
  EXPECT_TRUE(contains(built.error_of("run 200"), "after step 98, atom 1 turns by 1.03425 rad"));
}

TEST(BadInput, MidpointHasNoLargestStep)
{
  Simulation sim(balls(VARIATIONAL + " scheme midpoint newton 9") +
                 "set group all angmom 0 3.6 4.8");
  const std::string said = sim.output_of("run 10");
  EXPECT_EQ(count(said, SAYS), 0) << said;
}

TEST(BadInput, TooFewNewtonStepsAreAWarningThatNamesHowManySuffice)
{
  for (const char *scheme : {"lgvi4", "lgvi6", "lgvi", "midpoint"}) {
    const std::string fix = VARIATIONAL + " scheme " + scheme + " newton ";
    Simulation sim(tumbling(fix + "1"));
    for (int run = 0; run < 2; run++) {    // once per run
      const std::string said = sim.output_of("run 20");
      EXPECT_EQ(count(said, SAYS), 1) << said;
      for (const std::string part :
           {"keyword newton 1 is too small for the rotation of atom 2 after step ", "turns by 0.3",
            "; use newton 2 or a smaller timestep"})
        EXPECT_TRUE(contains(said, part)) << "no '" << part << "' in: " << said;
    }
    Simulation enough(tumbling(fix + "2"));
    const std::string said = enough.output_of("run 20");
    EXPECT_EQ(count(said, SAYS), 0) << said;
  }
}

TEST(BadInput, KokkosStyleInALammpsWithoutKokkos)
{
  for (const auto &style : SPHERE_STYLES)
    expect_error(SPHERES, "fix 1 all " + style + "/kk", {style + "/kk"});
  for (const auto &style : ASPHERE_STYLES)
    expect_error(ELLIPSOIDS, "fix 1 all " + style + "/kk", {style + "/kk"});
}

// NaN: an error of LAMMPS' own and not a hang

TEST(BadInput, NotANumberEndsInAnErrorOfLammps)
{
  std::vector<std::string> setups = {SPHERES + SPHERE};
  for (const auto &integrator : SPHERE_INTEGRATORS)
    setups.push_back(SPHERES + "fix 1 all " + integrator.fix);
  for (const auto &fix : ASPHERE_INTEGRATORS) setups.push_back(ELLIPSOIDS + "fix 1 all " + fix);
  for (const auto &setup : setups) {
    Simulation sim(setup + "\nneigh_modify every 1 delay 0 check no\nrun 1");
    sim.lammps()->atom->x[0][0] = std::nan("");
    EXPECT_TRUE(contains(sim.error_of("run 10"), "Non-numeric atom coords")) << setup;
    Simulation later(setup + "\nneigh_modify every 1 delay 0 check no\nrun 1");
    later.lammps()->atom->v[0][0] = std::nan("");
    EXPECT_TRUE(contains(later.error_of("run 10"), "Non-numeric atom coords")) << setup;
  }
}

TEST(BadInput, AngularMomentumThatIsNotANumberEndsInAnErrorOfVariational)
{
  Simulation sim(ELLIPSOIDS + VARIATIONAL + "\nrun 1");
  sim.lammps()->atom->angmom[1][2] = std::nan("");
  const std::string text = sim.error_of("run 10");
  EXPECT_TRUE(contains(text, "nve/asphere/variational")) << text;
  EXPECT_TRUE(contains(text, "angular momentum of atom 2")) << text;
  EXPECT_TRUE(contains(text, "not a number")) << text;
}
