// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix energy/ledger with pair styles contact/hooke and contact/hertz: what dashpots and friction
// take, the order of the whole balance, and grains that are poured.

#include "../../soak.h"
#include "clumps/clumps.h"
#include "energy/ledger.h"

#include <cmath>

using namespace scenario;
using VARDEM::at_size;

namespace {

std::string pair(const std::string &style, const std::string &coefficients)
{
  return "pair_style " + style + "\npair_coeff * * " + coefficients + "\n";
}

// Laws with friction and dashpots. m = d = 1: two grains touch for .0157 (Hooke)

const std::string HOOKE =
                      pair("contact/hooke", "k 2e4 damping mass_velocity 40 20 kt 1.5e4 mu 0.4"),
                  HERTZ = pair("contact/hertz", "k 1e5 damping restitution 0.6 kt 8e4 mu 0.4"),
                  ELASTIC_HOOKE = pair("contact/hooke", "k 2e4 kt 1.5e4 mu 0.4"),
                  ELASTIC_HERTZ = pair("contact/hertz", "k 1e5 kt 8e4 mu 0.4");

double slope(double coarse, double fine, double ratio)
{
  return std::log(coarse / fine) / std::log(ratio);
}

}    // namespace

// --- two grains on a plane: a frozen grain of radius 1000 ---

namespace {

/** Mass 1, mu = .3, g = 1. The first grain slides with v = 1, the second one spins with omega = 3
 *  and has v = (0, -.3, 0). */
std::string two_grains(const std::string &style, const std::string &law)
{
  return R"(
    units lj
    atom_style sphere
    atom_modify map array
    boundary f f f
    region box block -1100 1100 -1100 1100 -2100 100
    create_box 2 box
    create_atoms 2 single 0 0 -1000
    create_atoms 1 single -1 0 0.4994
    create_atoms 1 single 1 1 0.4989
    set atom 1 diameter 2000
    set atom 1 mass 1e6
    set atom 2*3 diameter 1.0
    set atom 2*3 mass 1.0
    set atom 2 vx 1.0
    set atom 3 vy -0.3 omega 0 3.0 0
    group plane type 2
    group grains type 1
    comm_modify cutoff 1010 vel yes
    neighbor 0.2 bin
    fix g all gravity 1.0 vector 0 0 -1
    fix 1 grains nve/sphere
    fix 2 plane freeze
)" + pair(style, law + " mu 0.3") +
      LEDGER;
}

const std::string ON_PLANE_HOOKE =
    two_grains("contact/hooke", "k 1e4 damping mass_velocity 60 30 kt 8e3");
const std::string ON_PLANE_HERTZ =
    two_grains("contact/hertz", "k 2e5 damping restitution 0.5 kt 1.5e5");

}    // namespace

// A rigid sphere that slides with the velocity u of its surface loses m u^2/7 until it rolls,
// whatever the friction: u = 1 and u^2 = 1.5^2 + .3^2 here. The first one then has 5/7 of its
// velocity, and 2/5 of the energy of translation in rotation. The plane is a sphere of radius 1000,
// on which the grains are up to 1.3e-3 from the top

TEST(Rolling, PartsAreThoseOfRigidGrains)
{
  for (const auto &script : {ON_PLANE_HOOKE, ON_PLANE_HERTZ}) {
    Simulation sim(script + "timestep 2.5e-4\nrun 0\nrun 8000");
    const double lost = (1.0 + 1.5 * 1.5 + 0.3 * 0.3) / 7.0;
    EXPECT_NEAR(part(sim, FRICTION) + part(sim, DASHPOTS), lost, 2e-3 * lost) << script;
    EXPECT_LT(part(sim, DASHPOTS), 0.01 * lost) << script;
    const auto state = sim.state();
    EXPECT_NEAR(state.v[1].x, 5.0 / 7.0, 2e-3) << script;
    EXPECT_NEAR(0.4 * part(sim, TRANSLATION), part(sim, ROTATION), 1e-3) << script;
  }
}

// --- two grains that collide ---

namespace {

struct Impact {
  const char *name;
  std::string pair;
  double vt;    // tangential velocity of the first
};

const std::vector<Impact> CASES = {
    {"head on", pair("contact/hooke", "k 2e4 damping mass_velocity 40 0"), 0.0},
    {"dashpots", pair("contact/hooke", "k 2e4 damping mass_velocity 40 20"), 1.0},
    {"no spring", pair("contact/hooke", "k 2e4 damping mass_velocity 40 20 kt 0 mu 0.05"), 1.0},
    {"sticks", pair("contact/hooke", "k 2e4 damping mass_velocity 40 20 kt 1.5e4 mu 5"), 1.0},
    {"slides", pair("contact/hooke", "k 2e4 damping mass_velocity 40 20 kt 1.5e4 mu 0.1"), 1.0},
    {"both", HOOKE, 1.0},
    {"spring only", pair("contact/hooke", "k 2e4 damping mass_velocity 40 0 kt 1.5e4 mu 0.4"), 1.0},
    {"Hertz", HERTZ, 1.0}};

constexpr int PHASES = 8;    // of the steps at the touch

/** Root mean square of the change of the sum, over the phases. */
double change_by_impact(const Impact &impact, double h)
{
  double squares = 0.0;
  for (int phase = 0; phase < PHASES; phase++) {
    const double half_gap = 0.5 * (1e-3 + (phase + 0.5) / PHASES * 2.0 * h);
    Simulation sim(R"(
      units lj
      atom_style sphere
      atom_modify map array
      region box block -5 5 -5 5 -5 5
      create_box 1 box
      create_atoms 1 single )" +
                   number(-0.5 - half_gap) + " 0 0\ncreate_atoms 1 single " +
                   number(0.5 + half_gap) + R"( 0 0
      set group all diameter 1.0
      set group all mass 1.0
      set atom 1 vx 1.0 vy )" +
                   number(impact.vt) + R"(
      set atom 2 vx -1.0
      comm_modify vel yes
      neighbor 0.3 bin
)" + impact.pair + "fix 1 all nve/sphere\n" +
                   LEDGER + "timestep " + number(h) + "\nrun 0");
    const double start = sum(sim);
    sim.run("run " + steps(0.03, h));
    EXPECT_EQ(part(sim, ELASTIC), 0.0) << impact.name;
    EXPECT_GE(part(sim, DASHPOTS), 0.01) << impact.name;
    EXPECT_GE(part(sim, FRICTION), -1e-15) << impact.name;
    if (impact.vt == 0.0) { EXPECT_EQ(part(sim, FRICTION), 0.0); }
    squares += std::pow(sum(sim) - start, 2);
  }
  return std::sqrt(squares / PHASES);
}

}    // namespace

TEST(Impact, BooksBalanceAtSecondOrder)
{
  for (const auto &impact : CASES) {
    const double coarse = change_by_impact(impact, 2e-4), fine = change_by_impact(impact, 2.5e-5);
    EXPECT_NEAR(slope(coarse, fine, 8.0), 2.0, 0.1) << impact.name;
    EXPECT_LT(fine, 1e-5) << impact.name;    // of an energy of 1 or 1.5
  }
}

// --- two clumps that collide ---

namespace {

double change_by_clumps(double h)
{
  double squares = 0.0;
  for (int phase = 0; phase < PHASES; phase++) {
    const double x = 1.2 + (phase + 0.5) / PHASES * 2.0 * h;
    Simulation sim(box() +
                   "create_atoms 1 single -1.2 -0.3 0.0\ncreate_atoms 1 single -0.6 0.3 0.2\n" +
                   "create_atoms 1 single " + number(x - 0.6) +
                   " -0.2 0.1\ncreate_atoms 1 single " + number(x) + R"( 0.4 -0.2
      set group all diameter 1.0
      set group all density 1.0
      set atom 1*2 mol 1 vx 1.0
      set atom 3*4 mol 2 vx -1.0
      neigh_modify exclude molecule/intra all
      comm_modify vel yes
      thermo_style custom step
)" + HOOKE + "fix 1 all " +
                   OURS + " molecule\n" + LEDGER + "timestep " + number(h) + "\nrun 0");
    const double start = sum(sim);
    sim.run("run " + steps(0.4, h));
    EXPECT_GT(part(sim, DASHPOTS), 0.05);
    EXPECT_GT(part(sim, ROTATION), 0.05);
    squares += std::pow(sum(sim) - start, 2);
  }
  return std::sqrt(squares / PHASES);
}

}    // namespace

TEST(Impact, OfClumpsIsOfSecondOrder)
{
  const double coarse = change_by_clumps(2e-4), fine = change_by_clumps(5e-5);
  EXPECT_NEAR(slope(coarse, fine, 4.0), 2.0, 0.2);
}

// --- a dense packing ---

namespace {

const std::string PACKING = R"(
    units lj
    atom_style sphere
    atom_modify map array
    region box prism 0 6 0 6 0 6 0 0 0
    create_box 1 box
    lattice sc 1.0
    create_atoms 1 box
    displace_atoms all random 0.1 0.1 0.1 5
    set group all diameter 1.0
    set group all mass 1.0
    velocity all create 1.0 4711 loop all
    set group all omega 0.5 -1 0.7
    comm_modify vel yes
    neighbor 0.3 bin
    neigh_modify every 1 delay 0
)";

const std::string SHEAR = "fix cell all deform/gradv gradv 0 0 0 0.5 0 0 kick yes\n";

/** Change of the sum up to t = .25, relative to the energy dissipated. */
double change_in_packing(const std::string &law, const std::string &cell, double h)
{
  Simulation sim(PACKING + law + cell + "fix 1 all nve/sphere\n" + LEDGER + "timestep " +
                 number(h) + "\nrun 0");
  const double start = sum(sim);
  sim.run("run " + steps(0.25, h));
  return std::fabs(sum(sim) - start) / (losses(sim));
}

}    // namespace

// The packing begins with overlaps of up to .2, so that the energy falls at first by powers of ten
// within a few steps; measured slopes 2.0 to 2.3 to t = .5, and a change of 2e-5

TEST(Packing, BooksBalanceAtSecondOrder)
{
  const std::pair<std::string, std::string> cases[] = {
      {HOOKE, ""}, {HERTZ, ""}, {ELASTIC_HOOKE, ""}, {ELASTIC_HERTZ, ""}, {HOOKE, SHEAR}};
  for (const auto &[law, cell] : cases) {
    const double coarse = change_in_packing(law, cell, 5e-4),
                 fine = change_in_packing(law, cell, 1.25e-4);
    EXPECT_GE(slope(coarse, fine, 4.0), 1.9) << law << cell;
    EXPECT_LT(fine, 2e-4) << law << cell;
  }
}

TEST(Packing, LossesNeverDecrease)
{
  for (const auto &law : {HOOKE, HERTZ, ELASTIC_HERTZ}) {
    Simulation sim(PACKING + law + SHEAR + "fix 1 all nve/sphere\n" + LEDGER +
                   "timestep 5e-4\nrun 0");
    double dashpots = 0.0, friction = 0.0;
    for (int k = 0; k < 200; k++) {
      sim.run("run 1 pre no post no");
      EXPECT_GE(part(sim, DASHPOTS), dashpots - 1e-9) << law << k;
      EXPECT_GE(part(sim, FRICTION), friction - 1e-9) << law << k;
      dashpots = part(sim, DASHPOTS);
      friction = part(sim, FRICTION);
    }
    EXPECT_GT(friction, 1.0) << law;
  }
}

// Two styles in one input share the contacts: the books have the losses of both

TEST(Packing, HybridStylesCountBoth)
{
  const std::string types = PACKING.substr(0, PACKING.find("create_box 1")) + "create_box 2 box" +
      PACKING.substr(PACKING.find("create_box 1") + 16) + "set atom 1*108 type 2\n";
  const std::string law = "k 2e4 damping mass_velocity 40 20 kt 1.5e4 mu 0.4\n";
  const auto losses = [&](const std::string &pairs) {
    Simulation sim(types + pairs + "fix 1 all nve/sphere\n" + LEDGER + "timestep 5e-4\n");
    EXPECT_FALSE(contains(sim.output_of("run 100"), "Fix energy/ledger:"));
    return std::pair{part(sim, DASHPOTS), part(sim, FRICTION)};
  };
  const auto one = losses("pair_style contact/hooke\npair_coeff * * " + law);
  const auto two = losses(
      "pair_style hybrid contact/hooke contact/hooke\npair_coeff 1 1 contact/hooke 1 " + law +
      "pair_coeff 2 2 contact/hooke 2 " + law + "pair_coeff 1 2 contact/hooke 2 " + law);
  EXPECT_GT(one.first, 100.0);
  EXPECT_NEAR(two.first, one.first, 1e-9 * one.first);
  EXPECT_NEAR(two.second, one.second, 1e-9 * one.second);
}

// --- what is named, and from when on losses count ---

TEST(Named, OnlyWhatIsMissing)
{
  const std::string atoms = PACKING + "fix 1 all nve/sphere\ntimestep 1e-5\n";
  EXPECT_FALSE(
      contains(Simulation(atoms + HOOKE + LEDGER).output_of("run 1"), "Fix energy/ledger"));
  EXPECT_FALSE(
      contains(Simulation(atoms + HERTZ + LEDGER).output_of("run 1"), "Fix energy/ledger"));

  Simulation beside(atoms +
                    "pair_style hybrid/overlay contact/hooke gran/hooke 1000 NULL 20 10 0.3 1\n"
                    "pair_coeff * * contact/hooke k 2e4 damping mass_velocity 40 20\n"
                    "pair_coeff * * gran/hooke\n" +
                    LEDGER);
  const std::string log = beside.output_of("run 1");
  EXPECT_TRUE(contains(log,
                       "part 8 (dashpots) does not contain the dissipation by pair style "
                       "gran/hooke\n"))
      << log;
  EXPECT_FALSE(contains(log, "pair style contact")) << log;
}

// --- grains are poured on a floor of frozen grains, and settle ---
//
// Requirement: the sum is constant to 1e-4 of the energy dissipated after the last insertion;
// measured 3e-5. 1,000 grains need ten times the time of 100; they fall as deep, on a floor of the
// same grains.

TEST(Pour, SumIsConstantUntilTheGrainsAreAtRest)
{
  const int grains = at_size(100, 1000), width = at_size(4, 12);
  const std::string L = std::to_string(width);
  Simulation sim(R"(
    units lj
    atom_style sphere
    boundary p p f
    region box block 0 )" +
                 L + " 0 " + L + R"( -1 14
    create_box 2 box
    lattice sc 1.0 origin 0 0 0.5
    region floor block INF INF INF INF -0.6 -0.4
    create_atoms 2 region floor
    set type 2 diameter 1.0
    set type 2 density 1.0
    group floor type 2
    group grains type 1
    comm_modify vel yes
    neighbor 0.3 bin
    neigh_modify every 1 delay 0
    timestep 1.5e-4
    fix g grains gravity 10.0 vector 0 0 -1
    fix 1 grains nve/sphere
    fix 2 floor freeze
    region in block 0 )" +
                 L + " 0 " + L + R"( 9 13
    fix ins grains pour )" +
                 std::to_string(grains) +
                 R"( 1 4711 region in vol 0.3 20 diam range 0.8 1.0 dens 1 1
)" + pair("contact/hooke", "k 2000 damping restitution 0.4 kt 1500 mu 0.5") +
                 LEDGER + "run 0");
  const double start = sum(sim);
  EXPECT_EQ(start, 0.0);
  sim.run("run " + std::to_string(at_size(12000, 18500)));    // until the last one is inserted
  ASSERT_EQ(sim.value("atoms"), grains + width * width);
  const double inserted = part(sim, INSERTIONS), poured = sum(sim), before = losses(sim);
  EXPECT_GT(inserted, grains);
  sim.run("run 20000");
  EXPECT_EQ(part(sim, INSERTIONS), inserted);
  const double lost = losses(sim) - before;
  EXPECT_GT(lost, 5.0 * grains);
  EXPECT_NEAR(sum(sim), poured, 1e-4 * lost);
  EXPECT_LT(part(sim, TRANSLATION) + part(sim, ROTATION), 1e-3 * lost);    // at rest
  EXPECT_LT(part(sim, GRAVITY_PART), -inserted);
}
