// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Wrong input of fix compatible/cd: messages name the style, the keyword and its value, or the
// grains.

#include "packing/packing.h"

#include <sys/resource.h>

#include <fstream>
#include <limits>

using namespace scenario;

namespace {

const std::string FIX = "fix c all compatible/cd 1 ";
const std::string BASE = "group base id 1\nfix b base freeze\n";

/** A column of grains on a frozen one. */
const std::vector<Vec3> COLUMN = {{0, 0, 0}, {0, 0, 1}, {0, 0, 2}};

const std::string COLUMN_INPUT = box({}) +
    "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 0 0 1\ncreate_atoms 1 single 0 0 2\n"
    "set group all mass 1\n";

/** A script for a packing fails. */
void expect_error(const std::vector<Vec3> &x, const std::string &script,
                  const std::vector<std::string> &parts)
{
  Simulation sim(box({}));
  create(sim, x);
  const std::string text = sim.error_of(script);
  EXPECT_TRUE(contains(text, "ERROR")) << script;
  expect_parts(text, parts);
}

/** While it lives, this process can have no more than some MB besides those that it has. */
class AddressSpace {
 public:
  explicit AddressSpace(double megabytes)
  {
    std::ifstream statm("/proc/self/statm");
    rlim_t pages = 0;
    statm >> pages;
    getrlimit(RLIMIT_AS, &before);
    rlimit now = before;
    now.rlim_cur = pages * 4096 + static_cast<rlim_t>(megabytes * 1048576);
    setrlimit(RLIMIT_AS, &now);
  }
  ~AddressSpace() { setrlimit(RLIMIT_AS, &before); }

 private:
  rlimit before;
};

}    // namespace

TEST(CompatibleInput, Keywords)
{
  expect_keywords({COLUMN_INPUT, BASE + GRAVITY + FIX}, "Fix compatible/cd",
                  "law hooke; solver newton; precond block; precond ict 1e-3 9; precision mixed; "
                  "tol 1e-6; tolgrain yes; maxiter 9; maxproducts 99; closed 0; overlap; "
                  "noconverge warn; load gravity");
  expect_refused({COLUMN_INPUT, BASE + GRAVITY + "fix c all compatible/cd"}, R"(
    | Fix compatible/cd needs a number of steps N > 0, and N is missing
    {0,-5,often,1.5,nan,99999999999} | Fix compatible/cd needs a number of steps N > 0: {1}
    1 load gravity 9.81 | Fix compatible/cd has no keyword 9.81
    1 load variable v_a v_b | ix compatible/cd keyword load variable needs three variables
    1 load variable v_a 0 v_c | keyword load variable | v_name: 0
  )");
}

TEST(CompatibleInput, Values)
{
  expect_refused({COLUMN_INPUT, BASE + GRAVITY + FIX}, R"(
    law Hertz | ix compatible/cd keyword law | must be hooke or hertz | Hertz
    solver cholesky
      | ix compatible/cd keyword solver | must be auto, newton, ipm or direct | cholesky
    precond jacobi | ix compatible/cd keyword precond | must be block or ict | jacobi
    precond ict {-1e-2,-1} | ix compatible/cd keyword precond | must be ict with DROP >= 0 | {1}
    precond ict 1e-2 {0,-3,1.5}
      | ix compatible/cd keyword precond | must be ict with an integer FILL > 0 | {1}
    precision single | ix compatible/cd keyword precision | must be double or mixed | single
    tolgrain maybe | ix compatible/cd keyword tolgrain | must be yes or no | maybe
    noconverge stop | ix compatible/cd keyword noconverge | must be error, warn or ignore | stop
    solver direct precond ict | keyword precond goes with conjugate gradients
    solver direct precision mixed
      | keyword precision: mixed goes with precond block, and not with solver direct
    precond ict precision mixed
      | keyword precision: mixed goes with precond block, and not with precond ict
    load weight | ix compatible/cd keyword load | one of cd, gravity, variable | weight
    tol {0,-1e-6,1e-17,1}
      | ix compatible/cd keyword tol | must be at least 1e-14 (round-off) and below 1 | {1}
    {maxiter,maxproducts} {0,-3,often,1.5,inf,99999999999}
      | ix compatible/cd keyword {1} | must be an integer > 0 | {2}
    {tol,closed} {foo,nan,inf,1e999} | ix compatible/cd keyword {1} | must be a finite number | {2}
    closed {-1e-3,-1} | ix compatible/cd keyword closed | must be >= 0 | {1}
  )");
}

TEST(CompatibleInput, LeastToleranceIsReached)
{
  for (const std::string tol : {"1e-12", "1e-14"}) {
    Simulation sim(box({}));
    create(sim, COLUMN);
    sim.run(BASE + GRAVITY + FIX + "tol " + tol + "\nrun 0");
    EXPECT_LE(output(sim, BALANCE), 1e-12);
  }
  Simulation sim(box({}));
  build_pyramid(sim, 12, "tol 1e-14");
  sim.run("run 0");
  EXPECT_LE(output(sim, BALANCE), 1e-14);
}

TEST(CompatibleInput, PairStyle)
{
  expect_refused({COLUMN_INPUT, BASE + GRAVITY, "\n" + FIX + "\nrun 0"}, R"(
    pair_style zero 1.0;pair_coeff * *
      | Fix compatible/cd needs pair style contact/rigid | hybrid/overlay; the pair style is zero
    pair_style none;comm_modify cutoff 2
      | Fix compatible/cd needs pair style contact/rigid | none
    pair_style hybrid/overlay contact/rigid contact/rigid;
      pair_coeff * * contact/rigid 1 stiffness 1;pair_coeff * * contact/rigid 2 stiffness 2
      | Fix compatible/cd needs one pair style contact/rigid
      | pair style hybrid/overlay has more than one
  )");
}

TEST(CompatibleInput, LawsAreNotMixed)
{
  const std::string mixed =
      "pair_coeff 1 1 stiffness 1 law hertz\npair_coeff 1 2 stiffness 1 law hooke\n";
  expect_error(COLUMN, BASE + GRAVITY + "set atom 3 type 2\n" + mixed + FIX + "\nrun 0",
               {"Fix compatible/cd: particles touch whose law", "hooke (types 1 2)",
                "hertz (types 1 1)", "need the same law", "keyword law of the fix"});
  for (const std::string law : {"hooke", "hertz"}) {
    Simulation sim(box({}));
    build_pyramid(sim, 5, "tol 1e-10 law " + law);
    sim.run(mixed + "run 0");
    Simulation pure(box({}) + "pair_coeff * * stiffness 1 law " + law + "\n");
    build_pyramid(pure, 5, "tol 1e-10");
    pure.run("run 0");
    EXPECT_EQ(force_sizes(sim), force_sizes(pure)) << law;
  }
}

// Types that do not touch may have any law

TEST(CompatibleInput, LawsOfTheTypesThatTouch)
{
  for (const std::string law : {"hooke", "hertz"}) {
    const std::string all = "pair_coeff * * stiffness 1 law " + law + "\n",
                      other = law == "hooke" ? "hertz" : "hooke";
    Simulation sim(box({})), pure(box({}));
    for (auto *s : {&sim, &pure}) build_pyramid(*s, 5, "tol 1e-10");
    sim.run(all + "pair_coeff 2 2 stiffness 1 law " + other + "\nset atom 55 type 2\nrun 0");
    pure.run(all + "run 0");
    EXPECT_EQ(force_sizes(sim), force_sizes(pure)) << law;
  }
}

// Gaps up to 1e-9 of the largest diameter are closed for round-off, and the list must have them

TEST(CompatibleInput, ClosedWithinTheSkin)
{
  expect_refused({COLUMN_INPUT, BASE + GRAVITY + FIX, "\nrun 0"}, R"(
    closed 0.31 | Fix compatible/cd keyword closed
      | is 0.310000001 and exceeds the neighbor skin 0.3
      | increase the skin
    ;neighbor {0,1e-9} bin;set atom 3 diameter 2 | keyword closed | 1e-09 of the largest diameter
      | is 2e-09 and exceeds the neighbor skin
    closed 0.2999999
  )");
  Simulation exact(box({}));
  create(exact, COLUMN);
  exact.run(BASE + GRAVITY + FIX + "tol 1e-12\nneighbor 1.1e-9 bin\nrun 0");
  EXPECT_EQ(output(exact, CLOSED), 2.0);
}

TEST(CompatibleInput, WhatItWorksOn)
{
  const std::string create = "\nregion box block 0 1 0 1 0 1\ncreate_box 1 box\n";
  expect_refused({"", "units lj\natom_style ", create + FIX}, R"(
    atomic | Fix compatible/cd requires atom attribute radius
    sphere;atom_modify id no | Fix compatible/cd requires atom IDs | atom_modify id
  )");
  expect_refused({COLUMN_INPUT, BASE, "\nrun 0"},
                 "group pair id 2 3;fix r pair rigid single;fix g all gravity 1 vector 0 0 -1;" +
                     FIX + "| Fix compatible/cd | single sphere | fix rigid\n" + FIX +
                     "| Fix compatible/cd has no load | no fix gravity\n" +
                     "fix g all gravity 1 vector 0 0 -1;neighbor 0.3 multi;"
                     "comm_modify mode multi reduce/multi;" +
                     FIX + "| Fix compatible/cd: comm_modify reduce/multi leaves out ghosts\n");
  expect_error({{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 2}}, BASE + GRAVITY + FIX + "\nrun 0",
               {"Fix compatible/cd: particles 3 and 4 are at the same place"});
}

TEST(CompatibleInput, BeforeFixesThatMoveTheBox)
{
  Simulation sim(box(periodic("block 0 9 0 9 0 9")));
  create(sim, COLUMN);
  const std::string deform = "\nfix d all deform 1 x erate 0.001\n", start = BASE + GRAVITY;
  expect_parts(sim.error_of(start + deform + FIX + "\nrun 0"),
               {"Fix compatible/cd must be defined before fix d deform"});
  EXPECT_EQ(sim.error_of("unfix c\nunfix d\n" + FIX + deform + "run 1"), "");
}

TEST(CompatibleInput, Respa)
{
  Simulation sim(box({}));
  create(sim, COLUMN);
  sim.run(BASE + GRAVITY + "fix c all compatible/cd 2 tol 1e-12\nrun_style respa 2 2\nrun 4");
  EXPECT_NEAR(output(sim, LARGEST), 2.0, 1e-11);
}

// Other fixes that push: a warning, once, that names them

TEST(CompatibleInput, OtherLoadsThanGravity)
{
  const std::string warning = "Fix compatible/cd: the load is that of fix gravity alone";
  Simulation sim(box({}));
  create(sim, COLUMN);
  const std::string text = warnings_in(sim.output_of(
      BASE + GRAVITY + FIX +
      "\ngroup top id 3\nfix push top addforce 0 0 -1\nfix hold base addforce 0 0 1\n"
      "fix side all wall/reflect xlo EDGE\nfix w all wall/harmonic zhi EDGE 1 1 1\nrun 0\nrun 0"));
  EXPECT_EQ(count(text, warning), 1) << text;
  EXPECT_TRUE(contains(text, "of these fixes: push addforce, w wall/harmonic;")) << text;
  Simulation own(box({}));
  create(own, COLUMN);
  EXPECT_FALSE(contains(
      own.output_of(BASE + "fix a all addforce 0 0 -1\nvariable x equal 0\nvariable z equal -1\n" +
                    FIX + "load variable v_x v_x v_z\nrun 0"),
      warning));
}

// As often as freeze, this holds a floor; any other force does not. In 2d there is no third force

TEST(CompatibleInput, FixSetforceHolds)
{
  for (const auto &[force, holds] : {std::pair<std::string, bool>{"0 0 0", true},
                                     {"0.0 0 0.0", true},
                                     {"0 0 NULL", false},
                                     {"0 0 1", false},
                                     {"v_x 0 0", false},
                                     {"0 0 0 region r", false}}) {
    Simulation sim(box({}));
    create(sim, COLUMN);
    const std::string text = sim.error_of(
        "variable x equal 0\nregion r block -1 1 -1 1 -1 1\ngroup base id 1\nfix b base setforce " +
        force + "\n" + GRAVITY + FIX + "\nrun 0");
    if (holds)
      EXPECT_EQ(text, "") << force;
    else
      expect_parts(text, {"the contacts cannot carry the load"});
  }
  Simulation flat(box({"dimension 2", "f f p", "block -9 9 -9 9 -0.5 0.5"}));
  create(flat, {{0, 0, 0}, {0, 1, 0}});
  EXPECT_EQ(flat.error_of("group base id 1\nfix b base setforce 0 0 NULL\n"
                          "fix g all gravity 1 vector 0 -1 0\n" +
                          FIX + "\nrun 0"),
            "");
}

TEST(CompatibleInput, LoadVariables)
{
  expect_refused({COLUMN_INPUT, BASE + GRAVITY + "variable a equal 0\n",
                  "\n" + FIX + "load variable v_a v_a v_b\nrun 0"},
                 R"(
    variable c equal 0 | Fix compatible/cd keyword load: variable b does not exist
    variable b string text | variable b is neither atom-style nor equal-style
    variable b atom exp(1000*(id==3))
      | Fix compatible/cd: the load of particle 3 is not a finite number
    variable b atom exp(1000*(id==3))-exp(1000*(id==3))
      | Fix compatible/cd: the load of particle 3 is not a finite number
  )");
}

// --- contacts that cannot carry the load ---

TEST(CompatibleInput, NoClosedContact)
{
  expect_error(
      {{0, 0, 0}, {0, 0, 1.1}}, BASE + GRAVITY + FIX + "\nrun 0",
      {"Fix compatible/cd: no two particles are in contact", "keyword closed", "and is 0"});
  Simulation sim(box({}));    // grains that still fall
  create(sim, {{0, 0, 0}, {0, 0, 1.1}});
  EXPECT_TRUE(contains(warnings_in(sim.output_of(BASE + GRAVITY + FIX + "noconverge warn\nrun 0")),
                       "Fix compatible/cd: no two particles are in contact"));
  EXPECT_EQ(output(sim, CLOSED), 0.0);
  EXPECT_EQ(output(sim, LARGEST), 0.0);
}

// A dynamic group may have no particles yet

TEST(CompatibleInput, DynamicGroupWithoutAtoms)
{
  const std::string fix = "fix c risen compatible/cd 1\n";
  Simulation sim(box({}));
  create(sim, COLUMN);
  EXPECT_EQ(sim.error_of("region high block INF INF INF INF 8 9\n"
                         "group risen dynamic all region high every 1\n" +
                         GRAVITY + fix + "run 2"),
            "");
  EXPECT_EQ(output(sim, CLOSED), 0.0);
  expect_error(COLUMN, "group risen id 99\n" + GRAVITY + fix + "run 0",
               {"Fix compatible/cd: no two particles are in contact"});
  expect_error({{0, 0, 0}, {0, 0, 8.5}},
               "region high block INF INF INF INF 8 9\n"
               "group risen dynamic all region high every 1\n" +
                   GRAVITY + fix + "run 2",
               {"Fix compatible/cd: no two particles are in contact"});
}

TEST(CompatibleInput, LoadedGrainsWithoutContacts)
{
  const std::vector<Vec3> x = {{0, 0, 0}, {0, 0, 1}, {3, 0, 1}, {0, 3, 1}};
  const std::string message =
      "Fix compatible/cd: a load acts on particles 3 4, but they touch no other particle; add";
  expect_error(x, BASE + GRAVITY + FIX + "\nrun 0", {message});
  Simulation sim(box({}));
  create(sim, x);
  const std::string text =
      warnings_in(sim.output_of(BASE + GRAVITY + FIX + "noconverge warn\n" + FORCES + "run 0"));
  EXPECT_TRUE(contains(text, message)) << text;
  EXPECT_TRUE(contains(text, "their loads are left out, and the balance is that of the other"));
  EXPECT_NEAR(output(sim, LARGEST), 1.0, 1e-6);    // the others are solved for
  Simulation silent(box({}));
  create(silent, x);
  EXPECT_FALSE(contains(silent.output_of(BASE + GRAVITY + FIX + "noconverge ignore\nrun 0"),
                        "WARNING: Fix compatible"));
}

TEST(CompatibleInput, TenGrainsAreNamedAndTheOthersCounted)
{
  std::vector<Vec3> x = {{0, 0, 0}, {0, 0, 1}};
  for (int k = 0; k < 13; k++) x.push_back({2.0 + 2.0 * k, 5, 5});
  // the heaviest first, and the light ones, too, are counted
  expect_error(x, BASE + GRAVITY + FIX + "\nset atom 9 mass 2\nset atom 4 mass 0.001\nrun 0",
               {"a load acts on particles 9 3 5 6 7 8 10 11 12 13 and 3 more, but"});
}

TEST(CompatibleInput, InfeasibleLoad)
{
  // a grain on the slope of one other
  expect_error(
      {{0, 0, 0}, {0, 0.6, 0.8}}, BASE + GRAVITY + FIX + "\nrun 0",
      {"Fix compatible/cd: the contacts cannot carry the load; look near particles 2 for a missing "
       "support",
       "unless their sum exceeds two million times the sum of the loads"});
  // a pyramid on a base that is fixed by half
  Simulation sim(box({}));
  create(sim, pyramid(4));
  expect_parts(sim.error_of("group base id <= 8\nfix b base freeze\ngroup f subtract all base\n" +
                            GRAVITY + FIX + "\nrun 0"),
               {"Fix compatible/cd: the contacts cannot carry the load", "near particles "});
  // pulled up, and pushed off the base
  for (const auto &[n, g] : {std::pair<int, std::string>{20, "0 0 1"},
                             {3, "1 0 -0.2"},
                             {6, "1 0 -0.8"},
                             {14, "1 0 -1"}}) {
    Simulation heap(box({}));
    build_pyramid(heap, n, "tol 1e-8");
    expect_parts(heap.error_of("unfix g\nfix g all gravity 1 vector " + g + "\nrun 0"),
                 {"Fix compatible/cd: the contacts cannot carry the load"});
  }
  // below a grain that it just touches, also where contacts beyond the reach might carry it
  for (const char *overlap : {"no", "yes"})
    expect_error({{0, 0, 0}, {0, 0, -1}}, BASE + GRAVITY + FIX + " overlap " + overlap + "\nrun 0",
                 {"Fix compatible/cd: the contacts cannot carry the load"});
}

TEST(CompatibleInput, NothingIsFixed)
{
  const std::string hint = "the contacts cannot carry the load; no particle is fixed; hold the "
                           "supports by fix freeze, or leave them out of the group of the fix; "
                           "look near particles ";
  expect_error(COLUMN, GRAVITY + FIX + "\nrun 0", {hint});
  for (const std::string &held :
       {BASE + FIX, std::string("group f id 2 3\nfix c f compatible/cd 1")}) {
    Simulation sim(box({}));
    create(sim, COLUMN);
    const std::string text = sim.error_of(held + "\nfix g all gravity 1 vector 0 0 1\nrun 0");
    expect_parts(text, {"the contacts cannot carry the load; look near particles"});
    EXPECT_FALSE(contains(text, "no particle is fixed")) << text;
  }
}

// A load near the largest that can be carried: the balance gets worse for many steps

TEST(CompatibleInput, LoadNearTheLimit)
{
  for (const std::string law : {"hooke", "hertz"}) {
    Simulation sim(box({}));
    build_pyramid(sim, 10, "tol 1e-8 law " + law);
    sim.run("unfix g\nfix g all gravity 1 vector 0.7 0 -1\nrun 0");
    EXPECT_LE(output(sim, BALANCE), 1e-8) << law;
    EXPECT_LE(output(sim, GAP), 1e-8) << law;
  }
}

// Steeper than the limit of 45 degrees by less than the proof can tell: the sum of the forces would
// have to exceed two million times the sum of the loads, or no forces exist

TEST(CompatibleInput, JustBeyondTheLimitIsNotProvenInfeasible)
{
  Simulation sim(box({}));
  build_pyramid(sim, 5, "tol 1e-10");
  const std::string text =
      sim.error_of("unfix g\nfix g all gravity 1 vector 0.7071068 0 -1\nrun 0");
  expect_parts(text, {"Fix compatible/cd: the balance is ", "tol is 1e-10"});
  EXPECT_FALSE(contains(text, "cannot carry")) << text;
}

TEST(CompatibleInput, AfterAnInfeasibleLoadASolutionIsFoundAgain)
{
  Simulation sim(box({}));
  build_pyramid(sim, 3, "noconverge ignore tol 1e-10");
  sim.run("run 0");
  const auto forces = force_sizes(sim);
  sim.run("unfix g\nfix g all gravity 1 vector 0 0 1\nrun 0\nunfix g\n" + GRAVITY + "run 0");
  for (const auto &[pair, f] : force_sizes(sim)) EXPECT_NEAR(f, forces.at(pair), 1e-8);
}

TEST(CompatibleInput, IterationCap)
{
  const std::string advice = "after 1 steps", more = "maxiter is 1: increase maxiter, or tol";
  Simulation sim(box({}));
  build_pyramid(sim, 6, "tol 1e-10 maxiter 1");
  expect_parts(sim.error_of("run 0"),
               {"Fix compatible/cd: the balance is ", advice, "tol is 1e-10", more});
  for (const std::string noconverge : {"warn", "ignore"}) {
    Simulation other(box({}));
    build_pyramid(other, 6, "tol 1e-10 maxiter 1 noconverge " + noconverge);
    const std::string text = warnings_in(other.output_of("run 0"));
    EXPECT_EQ(contains(text, more), noconverge == "warn") << text;
    EXPECT_GT(output(other, BALANCE), 1e-10);
    other.run("run 0\nrun 0\nrun 0\nrun 0\nrun 0\nrun 0");    // step by step it gets there
    EXPECT_LE(output(other, BALANCE), 1e-10);
  }
}

TEST(CompatibleInput, CapOnProducts)
{
  Simulation sim(box({}));
  build_pyramid(sim, 6, "tol 1e-10 maxproducts 2");
  EXPECT_TRUE(contains(sim.error_of("run 0"), "maxproducts is 2: increase maxproducts"));
}

TEST(CompatibleInput, StiffnessesOutOfRange)
{
  Simulation sim(box({}));
  build_pyramid(sim, 3);
  EXPECT_TRUE(contains(sim.error_of("pair_coeff * * stiffness 1e250\nrun 0"),
                       "stiffnesses up to 1e+250 with loads up to 1 are out of the range"));
}

// Sparse factors that do not fit: the fix says so, and that another solver may do

TEST(CompatibleInput, DirectWithoutMemory)
{
  Simulation sim(box({}));
  build_pyramid(sim, 20, "tol 1e-6");
  sim.run("run 0\nuncompute f\nunfix c\nfix c all compatible/cd 1 solver direct\n");
  std::string text;
  {
    const AddressSpace limit(8.0);
    text = sim.error_of("run 0");
  }
  expect_parts(text,
               {"Fix compatible/cd keyword solver: direct fails for 2470 particles",
                "not enough memory", "use auto"});
}
