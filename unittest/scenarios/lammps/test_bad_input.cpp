// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Wrong input of the integrators: a LAMMPS error or warning that names the style as typed, the
// keyword and the value.

#include "refused.h"

#include "atom.h"
#include "fix.h"
#include "lammps.h"
#include "lmptype.h"
#include "modify.h"

#include <cmath>

using namespace scenario;

namespace {

const std::string SPHERE = "fix 1 all nve/sphere/leapfrog ";
const std::string RODRIGUES = "fix 1 all nve/sphere/rodrigues ";
const std::string FINCHAM = "fix 1 all nve/asphere/fincham ";
const std::string VARIATIONAL = "fix 1 all nve/asphere/variational ";

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
const std::string QUATERNIONS = "fix prop all property/atom d2_q 4\n";

}    // namespace

TEST(BadInput, AtomStyles)
{
  const std::string spheres = "{nve/sphere/leapfrog,nve/sphere/rodrigues} | {1} | radius",
                    ellipsoids = "{nve/asphere/fincham,nve/asphere/variational} | {1} | ellipsoid";
  expect_refused({box("atomic"), "fix 1 all "}, spheres + "\n" + ellipsoids);
  expect_refused({ELLIPSOIDS, "fix 1 all "}, spheres);
  expect_refused({SPHERES, "fix 1 all "}, ellipsoids);
}

TEST(BadInput, Keywords)
{
  expect_keywords({SPHERES, SPHERE}, "Fix nve/sphere/leapfrog",
                  "update quat; init; inertia 0.4; restart exact");
  expect_keywords({SPHERES, RODRIGUES}, "Fix nve/sphere/rodrigues",
                  "map exact; bound; init; inertia 0.4; restart exact");
  expect_keywords({ELLIPSOIDS, FINCHAM}, "Fix nve/asphere/fincham", "half orient; restart exact");
  expect_keywords({ELLIPSOIDS, VARIATIONAL}, "Fix nve/asphere/variational",
                  "scheme lgvi; newton 2; restart exact");
  expect_refused({DISCS, "fix 1 all "},
                 "{nve/sphere/leapfrog,nve/sphere/rodrigues} disc disc"
                 " | {1} keyword disc | twice");
  // the word exact is a value twice, not a keyword
  expect_refused({SPHERES + QUATERNIONS + "set group all d2_q[1] 1\n", RODRIGUES, "\nrun 0"},
                 "map exact bound newmark init d2_q inertia 0.3 restart exact");
}

TEST(BadInput, Values)
{
  // Map (26) is not for runs: doc/notes/rotations.md 2.1
  expect_refused({SPHERES, "fix 1 all "}, R"(
    nve/sphere/leapfrog update dipole | nve/sphere/leapfrog | update | dipole
    nve/sphere/rodrigues map newmarkk | nve/sphere/rodrigues | map | newmarkk
    nve/sphere/rodrigues map campello | nve/sphere/rodrigues | map | campello | newmark
    nve/sphere/rodrigues map exact bound warning | nve/sphere/rodrigues | bound | warning
    nve/sphere/rodrigues bound error | nve/sphere/rodrigues | bound | map exact
    nve/sphere/rodrigues map {newmark,euler,exponential} bound {error,warn,newmark}
      | nve/sphere/rodrigues | bound | map exact
    {nve/sphere/leapfrog,nve/sphere/rodrigues} restart exactt | {1} | restart | exactt
    {nve/sphere/leapfrog,nve/sphere/rodrigues} inertia {-1,0,nan,inf,abc,1e400}
      | {1} keyword inertia | {2}
    {nve/sphere/leapfrog,nve/sphere/rodrigues} disc | {1} | disc | 2d
  )");
  expect_refused({ELLIPSOIDS, "fix 1 all "}, R"(
    nve/asphere/fincham half orientt | nve/asphere/fincham | half | orientt
    nve/asphere/variational scheme lgvi5 | nve/asphere/variational | scheme | lgvi5
    {nve/asphere/fincham,nve/asphere/variational} restart exactt | {1} | restart | exactt
    nve/asphere/variational newton {0,-1,abc,2.5,51,1e400}
      | nve/asphere/variational keyword newton must be an integer from 1 to 50 | {1}
  )");
}

TEST(BadInput, Init)
{
  const std::string table = R"(
    d2_missing | nve/sphere/ | init | d2_missing
    q | nve/sphere/ | init | d2_ | q
    d2_ | nve/sphere/ | init | d2_NAME | property/atom: d2_
    d2_three | nve/sphere/ | init | d2_three | 4
    d2_int | nve/sphere/ | init | d2_int
    d2_q | nve/sphere/ | init | d2_q | atom 2 | 0 0 0 0
  )";
  for (const auto &fix : {SPHERE + "update quat init ", RODRIGUES + "init "}) {
    expect_refused({SPHERES + QUATERNIONS + "set atom 1 d2_q[1] 1\n" +
                        "fix 3 all property/atom d2_three 3\nfix 4 all property/atom i2_int 4\n",
                    fix},
                   table);
    expect_refused({DISCS + QUATERNIONS + "set group all d2_q[1] 1 d2_q[2] 1\n", fix},
                   "d2_q | nve/sphere/ | init | d2_q | 2d");
  }
  expect_refused({SPHERES + QUATERNIONS, SPHERE},
                 "init d2_q | nve/sphere/leapfrog | init | update quat");
}

TEST(BadInput, Respa)
{
  const std::string respa = "\nrun_style respa 2 2 bond 1 pair 2\nrun 0";
  expect_refused({SPHERES, "fix 1 all ", respa}, R"(
    nve/sphere/rodrigues map euler | nve/sphere/rodrigues | map euler | respa
    nve/sphere/rodrigues map {newmark,exact,exponential}
    {nve/sphere/leapfrog,nve/sphere/rodrigues} restart exact | {1} | restart exact | respa
  )");
  expect_refused({ELLIPSOIDS, "fix 1 all ", respa},
                 "{nve/asphere/fincham,nve/asphere/variational} restart exact"
                 " | {1} | restart exact | respa");
}

// Principal moments of ellipsoids are computed from their axes, so they are impossible only if
// numbers are out of range. A needle is possible.

TEST(BadInput, AtomsThatCannotTurn)
{
  expect_refused({SPHERES + "set atom 2 diameter 0\ngroup ball id 1\n", "fix 1 ", "\nrun 1"}, R"(
    all {nve/sphere/leapfrog,nve/sphere/rodrigues} | {1} | atom 2
    ball {nve/sphere/leapfrog,nve/sphere/rodrigues}
  )");
  expect_refused(
      {box("ellipsoid") + "set atom 1 shape 1 1 1\nset group all mass 1\n" + "group ball id 1\n",
       "fix 1 ", "\nrun 1"},
      R"(
    all {nve/asphere/fincham,nve/asphere/variational} | {1} | atom 2
    ball {nve/asphere/fincham,nve/asphere/variational}
  )");
  expect_refused({ELLIPSOIDS + VARIATIONAL + "\n", "set atom 2 shape ", "\nrun 1"}, R"(
    1 1 1e200 | nve/asphere/variational | principal moments of inertia of atom 2 | inf
    1e-200 1e-200 1e-200 | nve/asphere/variational | principal moments of inertia of atom 2
      | 0 0 0 | vanish about more than one axis
    1e-9 1e-9 1
  )");
}

// A dynamic group may be empty at the start

TEST(BadInput, Groups)
{
  const std::string groups = "group none empty\nregion r block 4 5 4 5 -0.5 0.5\n"
                             "group d dynamic all region r\n";
  expect_warnings({SPHERES + groups, "fix 1 ", "\nrun 0"}, "", R"(
    none {nve/sphere/leapfrog,nve/sphere/rodrigues} | {1} | none | no atoms
    d {nve/sphere/leapfrog,nve/sphere/rodrigues};fix 2 all nve/sphere
    all {nve/sphere/leapfrog,nve/sphere/rodrigues};fix 2 all nve/sphere
      | One or more atoms are time integrated more than once
  )");
  expect_warnings({ELLIPSOIDS + groups, "fix 1 ", "\nrun 0"}, "", R"(
    none {nve/asphere/fincham,nve/asphere/variational} | {1} | none | no atoms
    d {nve/asphere/fincham,nve/asphere/variational};fix 2 all nve/asphere
    all {nve/asphere/fincham,nve/asphere/variational};fix 2 all nve/asphere
      | One or more atoms are time integrated more than once
  )");
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
    const std::string message = thrown_by([&] {
      fix->unpack_restart(0, 0);
    });
    atom->extra = extra;
    return message;
  };
  EXPECT_EQ(unpack(quat_only), "");
  for (const double *data : {too_short, too_long, unknown, nothing}) {
    const std::string message = without_suffix(unpack(data));
    EXPECT_TRUE(contains(message, "Fix nve/sphere/leapfrog: the restart file has data of a fix 1"))
        << message;
  }
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

// Atom 1 would turn by 1.2 rad: the one that turns most is named

TEST(BadInput, NewtonThatDoesNotConvergeEndsTheRunAtItsStart)
{
  for (const std::string scheme : {"lgvi4", "lgvi6", "lgvi"})
    expect_refused({balls(VARIATIONAL + " scheme " + scheme) +
                    "set atom 1 angmom 0 0 4.8\nset atom 2 angmom 0 3.6 4.8\n"},
                   "run 10 | nve/asphere/variational"
                   " | after step 0, atom 2 turns by 1.5 rad in a time step of 0.1"
                   " | a timestep of at most 0.0666 is safe | or use fix nve/asphere/fincham");
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

// Like LAMMPS' integrators, ours have no energy, no virial and no level of r-RESPA that fix_modify
// could change. NaN gives an error of LAMMPS' own and no hang

TEST(BadInput, FixModifyAndNumbersThatAreNotFinite)
{
  for (const auto &setup :
       {SPHERES + SPHERE, SPHERES + RODRIGUES, ELLIPSOIDS + FINCHAM, ELLIPSOIDS + VARIATIONAL}) {
    expect_refused({setup + "\n", "fix_modify 1 ", "\nrun 1"},
                   "{energy yes,virial yes,respa 1,scheme lgvi} | fix_modify\ndynamic/dof yes");
    for (const bool place : {true, false}) {
      Simulation sim(setup + "\nneigh_modify every 1 delay 0 check no\nrun 1");
      auto *const atom = sim.lammps()->atom;
      (place ? atom->x : atom->v)[0][0] = std::nan("");
      EXPECT_TRUE(contains(sim.error_of("run 10"), "Non-numeric atom coords")) << setup;
    }
  }
  Simulation sim(ELLIPSOIDS + VARIATIONAL + "\nrun 1");
  sim.lammps()->atom->angmom[1][2] = std::nan("");
  expect_parts(sim.error_of("run 10"),
               {"nve/asphere/variational", "angular momentum of atom 2", "not a number"});
}

TEST(BadInput, KokkosStyleInALammpsWithoutKokkos)
{
  expect_refused({SPHERES, "fix 1 all "}, "{nve/sphere/leapfrog,nve/sphere/rodrigues}/kk | {1}/kk");
  expect_refused({ELLIPSOIDS, "fix 1 all "},
                 "{nve/asphere/fincham,nve/asphere/variational}/kk | {1}/kk");
}
