// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Wrong input of fix compatible/cd: messages name the style, the keyword and its value, or the
// grains.

#include "packing.h"

#include "atom.h"

#include <sys/resource.h>

#include <fstream>
#include <limits>

using namespace scenario;

namespace {

const std::string FIX = "fix c all compatible/cd 1 ";
const std::string BASE = "group base id 1\nfix b base freeze\n";

/** A column of grains on a frozen one. */
const std::vector<Vec3> COLUMN = {{0, 0, 0}, {0, 0, 1}, {0, 0, 2}};

void expect_message(const std::string &text, const std::vector<std::string> &parts)
{
  EXPECT_TRUE(contains(text, "ERROR")) << text;
  const std::string message = without_suffix(text.substr(0, text.find("Last input line")));
  for (const auto &part : parts)
    EXPECT_TRUE(contains(message, part)) << "no '" << part << "' in: " << text;
}

/** A script for a packing fails. */
void expect_error(const std::vector<Vec3> &x, const std::string &script,
                  const std::vector<std::string> &parts, const Box &b = {})
{
  Simulation sim(box(b));
  create(sim, x);
  expect_message(sim.error_of(script), parts);
}

void expect_column_error(const std::string &script, const std::vector<std::string> &parts,
                         const Box &b = {})
{
  expect_error(COLUMN, BASE + GRAVITY + script + "\nrun 0", parts, b);
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

std::string warnings(const std::string &text)
{
  std::string found;
  for (std::size_t at = 0; (at = text.find("WARNING", at)) != std::string::npos; at++)
    found += text.substr(at, text.find('\n', at) - at) + "\n";
  return without_suffix(found);
}

}    // namespace

TEST(CompatibleInput, Arguments)
{
  const std::string fix = "Fix compatible/cd";
  expect_column_error("fix c all compatible/cd",
                      {fix + " needs a number of steps N > 0, and N is missing"});
  for (const std::string n : {"0", "-5"})
    expect_column_error("fix c all compatible/cd " + n,
                        {fix + " needs a number of steps N > 0: " + n});
  for (const std::string n : {"often", "1.5", "nan", "99999999999"})
    expect_column_error("fix c all compatible/cd " + n,
                        {fix + " needs a number of steps N > 0: " + n});
  expect_column_error(
      FIX + "stiffness 3",
      {"Fix compatible/cd has no keyword stiffness; its keywords are load, law, closed"});
  expect_column_error(FIX + "load gravity 9.81", {"Fix compatible/cd has no keyword 9.81"});
  for (const std::string keyword :
       {"law", "solver", "precond", "precision", "tol", "tolgrain", "maxiter", "maxproducts",
        "closed", "overlap", "noconverge", "load", "load variable v_a v_b"})
    expect_column_error(FIX + keyword,
                        {"ix compatible/cd " + keyword.substr(0, keyword.find(" v_")), "missing"});
}

TEST(CompatibleInput, RepeatedKeywords)
{
  for (const std::string keyword :
       {"law hooke", "solver newton", "precond block", "precond ict 1e-3 9", "precision mixed",
        "tol 1e-6", "tolgrain yes", "maxiter 9", "maxproducts 99", "closed 0", "noconverge warn",
        "load gravity"})
    expect_column_error(
        FIX + keyword + " " + keyword,
        {"Fix compatible/cd keyword " + keyword.substr(0, keyword.find(' ')) + " is given twice"});
}

TEST(CompatibleInput, Values)
{
  const auto expect = [](const std::string &keyword, const std::string &value,
                         const std::string &told) {
    expect_column_error(
        FIX + keyword + " " + value,
        {"ix compatible/cd keyword " + keyword.substr(0, keyword.find(' ')), told, value});
  };
  expect("law", "Hertz", "one of hooke, hertz");
  expect("solver", "cholesky", "one of auto, newton, ipm, direct");
  expect("precond", "jacobi", "one of block, ict");
  for (const std::string drop : {"-1e-2", "-1"})
    expect("precond ict", drop, "must be ict with DROP >= 0");
  for (const std::string fill : {"0", "-3", "1.5"})
    expect("precond ict 1e-2", fill, "must be ict with an integer FILL > 0");
  expect("precision", "single", "one of double, mixed");
  expect("tolgrain", "maybe", "one of no, yes");
  expect("noconverge", "stop", "one of error, warn, ignore");
  expect("load", "weight", "one of cd, gravity, variable");
  for (const std::string value : {"0", "-1e-6", "1e-17", "1"})
    expect("tol", value, "must be at least 1e-14 (round-off) and below 1");
  for (const std::string value : {"0", "-3", "often", "1.5", "inf", "99999999999"})
    for (const std::string keyword : {"maxiter", "maxproducts"})
      expect(keyword, value, "must be an integer > 0");
  for (const std::string keyword : {"tol", "closed"})
    for (const std::string value : {"foo", "nan", "inf", "1e999"})
      expect(keyword, value, "must be a finite number");
  for (const std::string value : {"-1e-3", "-1"}) expect("closed", value, "must be >= 0");
  expect_column_error(FIX + "load variable v_a 0 v_c", {"keyword load variable", "v_name: 0"});
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

// --- what it works on ---

TEST(CompatibleInput, PairStyle)
{
  expect_column_error("pair_style zero 1.0\npair_coeff * *\n" + FIX,
                      {"Fix compatible/cd needs pair style contact/rigid",
                       "hybrid/overlay; the pair style is zero"});
  expect_column_error("pair_style none\ncomm_modify cutoff 2\n" + FIX,
                      {"Fix compatible/cd needs pair style contact/rigid", "none"});
  expect_column_error("pair_style hybrid/overlay contact/rigid contact/rigid\n"
                      "pair_coeff * * contact/rigid 1 stiffness 1\n"
                      "pair_coeff * * contact/rigid 2 stiffness 2\n" +
                          FIX,
                      {"Fix compatible/cd needs one pair style contact/rigid, and pair style "
                       "hybrid/overlay has more than one"});
}

TEST(CompatibleInput, LawsAreNotMixed)
{
  const std::string mixed =
      "pair_coeff 1 1 stiffness 1 law hertz\npair_coeff 1 2 stiffness 1 law hooke\n";
  expect_column_error("set atom 3 type 2\n" + mixed + FIX,
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
  expect_column_error(FIX + "closed 0.31",
                      {"Fix compatible/cd keyword closed",
                       "is 0.310000001 and exceeds the neighbor skin 0.3", "increase the skin"});
  for (const std::string skin : {"0", "1e-9"})
    expect_column_error("neighbor " + skin + " bin\nset atom 3 diameter 2\n" + FIX,
                        {"keyword closed", "1e-09 of the largest diameter",
                         "is 2e-09 and exceeds the neighbor skin"});
  Simulation sim(box({}));
  create(sim, COLUMN);
  EXPECT_EQ(sim.error_of(BASE + GRAVITY + FIX + "closed 0.2999999\nrun 0"), "");
  Simulation exact(box({}));
  create(exact, COLUMN);
  exact.run(BASE + GRAVITY + FIX + "tol 1e-12\nneighbor 1.1e-9 bin\nrun 0");
  EXPECT_EQ(output(exact, CLOSED), 2.0);
}

TEST(CompatibleInput, Attributes)
{
  Simulation atomic(
      "units lj\natom_style atomic\nregion box block 0 1 0 1 0 1\ncreate_box 1 box\n");
  expect_message(atomic.error_of(FIX), {"Fix compatible/cd requires atom attribute radius"});
  Simulation nameless(
      "units lj\natom_style sphere\natom_modify id no\nregion box block 0 1 0 1 0 1\n"
      "create_box 1 box\n");
  expect_message(nameless.error_of(FIX), {"Fix compatible/cd requires atom IDs", "atom_modify id"});
}

TEST(CompatibleInput, MembersOfBodies)
{
  expect_column_error("group pair id 2 3\nfix r pair rigid single\n" + FIX,
                      {"Fix compatible/cd", "single sphere", "fix rigid"});
}

TEST(CompatibleInput, GrainsAtOnePlace)
{
  expect_error({{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 2}}, BASE + GRAVITY + FIX + "\nrun 0",
               {"Fix compatible/cd: particles 3 and 4 are at the same place"});
}

TEST(CompatibleInput, BeforeFixesThatMoveTheBox)
{
  const std::string deform = "\nfix d all deform 1 x erate 0.001\n";
  const Box box = periodic("block 0 9 0 9 0 9");
  expect_column_error(deform + FIX, {"Fix compatible/cd must be defined before fix d deform"}, box);
  Simulation sim(scenario::box(box));
  create(sim, COLUMN);
  EXPECT_EQ(sim.error_of(BASE + GRAVITY + FIX + deform + "run 1"), "");
}

TEST(CompatibleInput, Respa)
{
  Simulation sim(box({}));
  create(sim, COLUMN);
  sim.run(BASE + GRAVITY + "fix c all compatible/cd 2 tol 1e-12\nrun_style respa 2 2\nrun 4");
  EXPECT_NEAR(output(sim, LARGEST), 2.0, 1e-11);
}

// --- loads ---

TEST(CompatibleInput, NoLoad)
{
  expect_error(COLUMN, BASE + FIX + "\nrun 0", {"Fix compatible/cd has no load", "no fix gravity"});
}

// Other fixes that push: a warning, once, that names them

TEST(CompatibleInput, OtherLoadsThanGravity)
{
  const std::string warning = "Fix compatible/cd: the load is that of fix gravity alone";
  Simulation sim(box({}));
  create(sim, COLUMN);
  const std::string text = warnings(sim.output_of(
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
      expect_message(text, {"the contacts cannot carry the load"});
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
  const std::string load = FIX + "load variable v_a v_a v_b\n";
  expect_column_error("variable a equal 0\n" + load,
                      {"Fix compatible/cd keyword load: variable b does not exist"});
  expect_column_error("variable a equal 0\nvariable b string text\n" + load,
                      {"variable b is neither atom-style nor equal-style"});
}

TEST(CompatibleInput, LoadThatIsNoNumber)
{
  for (const std::string infinite : {"exp(1000*(id==3))", "exp(1000*(id==3))-exp(1000*(id==3))"})
    expect_column_error("variable a equal 0\nvariable b atom " + infinite + "\n" + FIX +
                            "load variable v_a v_a v_b",
                        {"Fix compatible/cd: the load of particle 3 is not a finite number"});
}

// --- contacts that cannot carry the load ---

TEST(CompatibleInput, NoClosedContact)
{
  expect_error(
      {{0, 0, 0}, {0, 0, 1.1}}, BASE + GRAVITY + FIX + "\nrun 0",
      {"Fix compatible/cd: no two particles are in contact", "keyword closed", "and is 0"});
  Simulation sim(box({}));    // grains that still fall
  create(sim, {{0, 0, 0}, {0, 0, 1.1}});
  EXPECT_TRUE(contains(warnings(sim.output_of(BASE + GRAVITY + FIX + "noconverge warn\nrun 0")),
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
      warnings(sim.output_of(BASE + GRAVITY + FIX + "noconverge warn\n" + FORCES + "run 0"));
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
  expect_message(sim.error_of("group base id <= 8\nfix b base freeze\ngroup f subtract all base\n" +
                              GRAVITY + FIX + "\nrun 0"),
                 {"Fix compatible/cd: the contacts cannot carry the load", "near particles "});
  // pulled up, and pushed off the base
  for (const auto &[n, g] : {std::pair<int, std::string>{20, "0 0 1"},
                             {3, "1 0 -0.2"},
                             {6, "1 0 -0.8"},
                             {14, "1 0 -1"}}) {
    Simulation heap(box({}));
    build_pyramid(heap, n, "tol 1e-8");
    expect_message(heap.error_of("unfix g\nfix g all gravity 1 vector " + g + "\nrun 0"),
                   {"Fix compatible/cd: the contacts cannot carry the load"});
  }
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
    expect_message(text, {"the contacts cannot carry the load; look near particles"});
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
  expect_message(text, {"Fix compatible/cd: the balance is ", "tol is 1e-10"});
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
  expect_message(sim.error_of("run 0"),
                 {"Fix compatible/cd: the balance is ", advice, "tol is 1e-10", more});
  for (const std::string noconverge : {"warn", "ignore"}) {
    Simulation other(box({}));
    build_pyramid(other, 6, "tol 1e-10 maxiter 1 noconverge " + noconverge);
    const std::string text = warnings(other.output_of("run 0"));
    EXPECT_EQ(contains(text, more), noconverge == "warn") << text;
    EXPECT_GT(output(other, BALANCE), 1e-10);
    other.run("run 0\nrun 0\nrun 0\nrun 0\nrun 0\nrun 0");    // step by step it gets there
    EXPECT_LE(output(other, BALANCE), 1e-10);
  }
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
  expect_message(text,
                 {"Fix compatible/cd keyword solver: direct fails for 2470 particles",
                  "not enough memory", "use auto"});
}
