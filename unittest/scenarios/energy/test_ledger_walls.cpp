// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix energy/ledger with fix wall/contact: the work of moving walls, and what dashpots and friction
// at walls take.

#include "../../soak.h"
#include "energy/ledger.h"
#include "timestep/timestep.h"

#include <algorithm>
#include <cmath>

using namespace scenario;
using VARDEM::at_size;

namespace {

std::string steps(double time, double h)
{
  return std::to_string(std::lround(time / h));
}

/** Laws of a wall. */
struct Law {
  const char *name;
  std::string wall;
};

const Law LAWS[] = {
    {"Hooke", "k 1000"},
    {"friction", "k 1000 damping mass_velocity 10 5 kt 600 mu 0.4"},
    {"lever contact", "k 1000 damping mass_velocity 10 5 kt 600 mu 0.4 lever contact"},
    {"no dashpots", "k 1000 kt 600 mu 0.4"},
    {"no spring", "k 1000 damping mass_velocity 10 5 kt 0 mu 0.4"},
    {"Hertz", "law hertz k 1e4"},
    {"Hertz with friction", "law hertz k 1e4 damping restitution 0.6 kt 8000 mu 0.4"}};

}    // namespace

// --- four grains on a floor that moves, and stays in contact with them ---

namespace {

const std::string LIFT = "move v_x v_o v_z", TILT = "move v_x v_o v_z rotate v_t 1 1 -1 0.3 1 0.5";

/** Grains of masses 1 and 1.7 under gravity 5. The first one begins at rest, the second one slides,
 *  the third one spins. The floor moves up and down and to the side; with TILT it also turns about
 *  a slanted axis. */
std::string floor_of(const std::string &law, const std::string &motion, double h)
{
  return R"(
    units lj
    atom_style sphere
    atom_modify map array
    boundary f f f
    comm_modify vel yes
    region box block -6 6 -6 6 -4 8
    create_box 1 box
    create_atoms 1 single 0 0 0.494
    create_atoms 1 single 2 0 0.496
    create_atoms 1 single 0 2 0.4945
    create_atoms 1 single 2 2 0.592
    set atom 1*3 diameter 1
    set atom 4 diameter 1.2
    set atom 1*3 mass 1
    set atom 4 mass 1.7
    set atom 2 vx 0.5 vy 0.2
    set atom 3 omega 3 -2 1.5
    neighbor 0.3 bin
    variable z equal 0.02*(1-cos(7*step*dt))
    variable x equal 0.1*(1-cos(7*step*dt))
    variable t equal 0.02*(1-cos(5*step*dt))
    variable o equal 0
    region floor plane 0 0 0 0 0 1 )" +
      motion + "\nfix w all wall/contact region floor " + law +
      "\nfix g all gravity 5 vector 0 0 -1\nfix 1 all nve/sphere\n" + LEDGER + "timestep " +
      number(h) + "\n";
}

/** Laws and motions of the floor: all laws where it turns, and one where it does not. */
std::vector<std::pair<Law, std::string>> cases()
{
  std::vector<std::pair<Law, std::string>> found = {{LAWS[1], LIFT}};
  for (const auto &law : LAWS) found.push_back({law, TILT});
  return found;
}

/** Largest change of the sum up to t = .48. */
double change_on_floor(const std::string &law, const std::string &motion, double h)
{
  Simulation sim(floor_of(law, motion, h) + "run 0");
  const double start = sum(sim);
  double change = 0.0;
  for (int k = 1; k <= 12; k++) {
    sim.run("run " + steps(0.04, h) + " pre no post no");
    change = larger(change, std::fabs(sum(sim) - start));
  }
  return change;
}

}    // namespace

// Requirement: slope 2 +- .1. Measured 2.00 for all laws and both motions. The slip over a wall
// that turns needs the points of the wall that the contact passes over: with the velocity at the
// present contact point the slope falls to 1 for TILT

TEST(MovingFloor, BooksBalanceAtSecondOrder)
{
  for (const auto &[law, motion] : cases()) {
    const double coarse = change_on_floor(law.wall, motion, 2e-4),
                 fine = change_on_floor(law.wall, motion, 5e-5);
    EXPECT_NEAR(std::log2(coarse / fine) / 2.0, 2.0, 0.1) << law.name << " " << motion;
    EXPECT_LT(fine, 2e-7) << law.name << " " << motion;
  }
}

// Requirement: in each step the work of the wall is the change of the energies and what is
// dissipated, to 1e-10 of the energies. In the first two steps the velocity of the wall at the step
// is not known to second order, and friction begins at once: 2e-9

TEST(MovingFloor, WorkIsTheChangeOfEnergyInEachStep)
{
  for (const auto &[law, motion] : cases()) {
    Simulation sim(floor_of(law.wall, motion, 2e-5) + "run 10000\nrun 0");
    const double scale =
        part(sim, TRANSLATION) + part(sim, ROTATION) + part(sim, ELASTIC) + part(sim, WALLS);
    EXPECT_GT(scale, 0.5);
    EXPECT_GT(part(sim, WALLS), 0.3);
    double last = sum(sim), most = 0.0, least_work = 1.0, work = part(sim, WALLS);
    for (int k = 0; k < 200; k++) {
      sim.run("run 1 pre no post no");
      most = larger(most, std::fabs(sum(sim) - last) / scale);
      least_work = std::min(least_work, std::fabs(part(sim, WALLS) - work));
      last = sum(sim);
      work = part(sim, WALLS);
    }
    EXPECT_LE(most, 1e-10) << law.name << " " << motion;
    EXPECT_GE(least_work, 1e-6) << law.name << " " << motion;    // so the balance says something
  }
}

// A grain that is lifted at constant velocity gets m g v per time

TEST(MovingFloor, WorkOfALift)
{
  Simulation sim(R"(
    units lj
    atom_style sphere
    atom_modify map array
    boundary f f f
    region box block -2 2 -2 2 -2 20
    create_box 1 box
    create_atoms 1 single 0 0 0.495
    set group all diameter 1
    set group all mass 1
    set group all vz 0.5
    comm_modify vel yes
    variable z equal 0.5*step*dt
    variable o equal 0
    region floor plane 0 0 0 0 0 1 move v_o v_o v_z
    fix w all wall/contact region floor k 1000 damping velocity 20 0
    fix g all gravity 5 vector 0 0 -1
    fix 1 all nve/sphere
)" + LEDGER + "timestep 1e-3\nrun 2\nrun 4000");
  EXPECT_NEAR(part(sim, WALLS), 5.0 * 0.5 * 4.002, 1e-5);
  EXPECT_NEAR(part(sim, GRAVITY_PART), 5.0 * 0.5 * 4.002, 1e-5);
  EXPECT_NEAR(sim.value("f_w"), part(sim, WALLS), 1e-14);
  EXPECT_NEAR(sim.value("f_w[3]"), -5.0, 1e-9);
}

// --- many grains ---

namespace {

/** Grains of five sizes on a lattice that fills the lower half of a disc of radius 3. */
std::string disc()
{
  return R"(
    units lj
    atom_style sphere
    atom_modify map array
    boundary f f p
    comm_modify vel yes
    region box block -4 4 -4 4 -0.6 0.6
    create_box 1 box
    lattice sc 0.86
    region fill block -2.4 2.4 -2.4 0.3 -0.1 0.1 units box
    create_atoms 1 region fill
    variable d atom 0.8+0.05*(id%5)
    set group all diameter v_d
    set group all density 1.9
    neighbor 0.2 bin
    neigh_modify every 1 delay 0
    fix g all gravity 10 vector 0 -1 0
    fix 1 all nve/sphere
)" + LEDGER;
}

const std::pair<std::string, std::string> PACKINGS[] = {
    {"hooke", "k 2e4 damping restitution 0.5 kt 1.5e4 mu 0.5"},
    {"hertz", "k 1e5 damping restitution 0.5 kt 8e4 mu 0.5"}};

/** The balance of a run: (work of walls - change of energies - losses) / work. */
double balance(Simulation &sim, const std::string &run, const std::string &name)
{
  const double before = sum(sim), work_before = part(sim, WALLS), lost_before = losses(sim);
  sim.run(run);
  const double work = part(sim, WALLS) - work_before;
  EXPECT_GT(losses(sim) - lost_before, 0.9 * work) << name;
  return std::fabs(sum(sim) - before) / work;
}

}    // namespace

// Requirement: over ten turns of a drum at constant rate, the work of the wall is the change of the
// energies and what is dissipated, to 1e-3. One turn is enough to see an
// error that adds up

TEST(Drum, PowerBalance)
{
  const double h = 2e-4, turn = 2.0 * M_PI;
  for (const auto &[law, coefficients] : PACKINGS) {
    Simulation sim(disc() + "pair_style contact/" + law + "\npair_coeff * * " + coefficients +
                   "\nvariable t equal time\nregion drum cylinder z 0 0 3 INF INF side in "
                   "rotate v_t 0 0 0 0 0 1\nfix w all wall/contact region drum law " +
                   law + " " + coefficients + "\ntimestep " + number(h) + "\nrun " +
                   steps(0.5 * turn, h));
    EXPECT_LE(balance(sim, "run " + steps(at_size(1, 10) * turn, h), "drum, " + law), 1e-3);
    EXPECT_EQ(sim.value("atoms"), 15.0);
  }
}

// A bed on a floor that vibrates

TEST(Vibration, PowerBalance)
{
  const double h = 1e-4;
  for (const auto &[law, coefficients] : PACKINGS) {
    Simulation sim(disc() + "pair_style contact/" + law + "\npair_coeff * * " + coefficients +
                   "\nregion walls block -2.9 2.9 INF INF INF INF open 3 open 4 open 5 open 6\n"
                   "fix v all wall/contact region walls law " +
                   law + " " + coefficients +
                   "\nvariable o equal 0\nvariable y equal swiggle(0,0.15,0.5)\n"
                   "region floor plane 0 -3 0 0 1 0 move v_o v_y v_o\n"
                   "fix w all wall/contact region floor law " +
                   law + " " + coefficients + "\ntimestep " + number(h) + "\nrun " + steps(1.0, h));
    EXPECT_LE(balance(sim, "run " + steps(at_size(3, 50), h), "vibration, " + law), 1e-3);
    EXPECT_EQ(sim.value("f_v"), 0.0);    // walls at rest
    EXPECT_EQ(sim.value("atoms"), 15.0);
  }
}

// --- what is named, and which numbers count ---

TEST(Named, WallsTellEverything)
{
  Simulation sim(floor_of(LAWS[1].wall, LIFT, 2e-4));
  const std::string log = sim.output_of("run 100");
  EXPECT_FALSE(contains(log, "Fix energy/ledger")) << log;
  EXPECT_EQ(part(sim, WALLS), sim.value("f_w"));
  EXPECT_EQ(part(sim, ELASTIC), sim.value("f_w[7]"));
  EXPECT_EQ(part(sim, DASHPOTS), sim.value("f_w[8]"));
  EXPECT_EQ(part(sim, FRICTION), sim.value("f_w[9]"));
}

TEST(Restart, WorkGoesOn)
{
  const std::string file = scratch_file("restart"), all = floor_of(LAWS[1].wall, TILT, 2e-4);
  const std::string fixes = all.substr(all.find("    variable z"));
  Simulation unbroken(all + "run 1000\nwrite_restart " + file + "\nrun 1000");
  Simulation restarted("read_restart " + file + "\nneighbor 0.3 bin\n" + fixes + "run 1000");
  for (const int k : {TRANSLATION, ROTATION, ELASTIC, WALLS, DASHPOTS, FRICTION})
    EXPECT_NEAR(part(restarted, k), part(unbroken, k), 1e-12) << k;
  EXPECT_GT(std::fabs(part(unbroken, WALLS)), 0.05);
}

// write_restart calls the init() of all styles. The sums of grains and walls go on behind it, also
// with run pre no

TEST(Restart, SumsGoOnBehindWriteRestart)
{
  const auto &[law, coefficients] = PACKINGS[0];
  const std::string script = disc() + "pair_style contact/" + law + "\npair_coeff * * " +
      coefficients +
      "\nvariable t equal time\nregion drum cylinder z 0 0 3 INF INF side in "
      "rotate v_t 0 0 0 0 0 1\nfix w all wall/contact region drum law " +
      law + " " + coefficients + "\ntimestep 2e-4\nrun 3000\n";
  Simulation sim(script);
  const double start = sum(sim), lost = losses(sim);
  sim.run("write_restart " + scratch_file("restart") + "\nrun 3000 pre no");
  EXPECT_GT(losses(sim) - lost, 1.0);
  EXPECT_NEAR(sum(sim), start, 1e-3 * (losses(sim) - lost));
}

// --- grains that go between runs ---

/** Their contacts with a wall go with them, also if the wall is defined behind the ledger. */
TEST(WallLedger, GrainsThatGoBetweenRuns)
{
  for (const std::string next : {"run 0", "run 1"}) {
    Simulation sim(spheres({{0.0, 0.0, 0.49}, {2.0, 0.0, 0.48}}) + LEDGER +
                   "fix w all wall/contact plane 0 0 0 0 0 1 k 100\n"
                   "timestep 1e-5\nrun 20");
    const double before = sum(sim);
    sim.run("group gone id 2\ndelete_atoms group gone\n" + next);
    EXPECT_NEAR(sum(sim), before, 1e-8) << next;
    EXPECT_LT(part(sim, INSERTIONS), -0.01) << next;
  }
}
