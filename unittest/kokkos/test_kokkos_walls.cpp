// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix wall/contact/kk against the host style: both run the same loop. The surfaces come from other
// formulas, and the order of sums is free: bounds are those of round-off.

#include "packing/packing.h"
#include "profiled_loops.h"
#include "simulation_with.h"

#include "KOKKOS/vardem_host_readers.h"

using namespace scenario;

namespace {

const std::string TWO = "-k on t 2 -sf kk -pk kokkos newton off neigh half",
                  ONE = "-k on t 1 -sf kk -pk kokkos newton off neigh half",
                  ON_DEVICE = TWO + " comm device sort device";

std::unique_ptr<Simulation> kokkos(const std::string &script, const std::string &args = TWO)
{
  return simulation_with(args, script);
}

const std::string NVE = "fix nve all nve/sphere\n";

/** Grains of two types and several sizes that fly and spin within 3 of the origin, and variables
 *  for motions of walls. */
std::string grains(const std::string &pair = "contact/hooke\npair_coeff * * k 2000 damping "
                                             "mass_velocity 5 2 kt 600 mu 0.3\n")
{
  return "units lj\natom_style sphere\natom_modify map array sort 20 2.0\nboundary f f f\n"
         "region box block -15 15 -15 15 -15 15\ncreate_box 2 box\nregion ball sphere 0 0 0 3.0\n"
         "create_atoms 1 random 100 4711 ball overlap 0.9 maxtry 1000\n"
         "variable odd atom id%2\ngroup odd variable odd\nset group odd type 2\n"
         "variable d atom 0.8+0.03*(id%7)\nset group all diameter v_d density 1.0\n" +
      random_velocities(3.46) +
      "variable w atom 0.3*(id%5)-0.6\n"
      "set group all omega v_w -0.2 0.4\npair_style " +
      pair +
      "neighbor 0.3 bin\nneigh_modify every 5 delay 0 check no\ncomm_modify vel yes\n"
      "fix g all gravity 3 vector 0 0.2 -1\ntimestep 0.001\n"
      "variable x equal 0.2*sin(5*step*dt)\nvariable z equal 0.3*step*dt\n"
      "variable t equal 0.4*step*dt+0.1*sin(step*dt)\n";
}

/** A fix w with this wall, as arguments of a region, or as a plane. */
std::string wall(const std::string &shape, const std::string &law, const std::string &style = "")
{
  const bool plane = contains(shape, "plane 0 0 -3.2 0");
  return (plane ? "" : "region r " + shape + "\n") + "fix w all wall/contact" + style + " " +
      (plane ? shape : "region r") + " " + law + "\n";
}

const std::string MOVE = " move v_x NULL v_z", TURN = " rotate v_t 0.3 -0.2 0.1 1 2 -0.5";

const std::string SHAPES[] = {"plane 0 0 -3.2 0 0.1 1",
                              "plane 0 0 -3.3 0 -0.1 1" + MOVE + TURN,
                              "block -3.5 3.4 -3.4 3.5 -3.3 3.2",
                              "block -3.5 3.4 -3.4 3.5 -3.3 INF open 3" + MOVE + TURN,
                              "block -1 1.2 -0.7 0.9 -1 1.1 side out" + TURN,
                              "sphere 0.1 0 0 4.0",
                              "sphere 0.1 0 -1 1.3 side out" + MOVE,
                              "cylinder y 0.1 -0.1 3.9 -3.5 3.5 rotate v_t 0.1 0 -0.1 0 1 0",
                              "cylinder z 0.1 -0.1 3.8 INF 3.2 open 2" + MOVE + TURN,
                              "cylinder x 0.1 -0.1 1.1 -1.5 1.5 side out" + TURN,
                              "cone z 0 0 3 3.5 -3.2 3.2" + MOVE};

const std::string HOOKE = "k 2000 damping mass_velocity 5 2 kt 600 mu 0.3",
                  HERTZ = "law hertz E 2000 nu 0.3 damping restitution 0.7 kt 800 mu 0.4",
                  MID = "k 2000 damping restitution 0.6 kt 600 mu 0.3 velocity mid",
                  SMOOTH = "law hertz k 3000 damping velocity 5 8 kt 0 mu 0.2 lever contact",
                  UNDAMPED = "k 2000 kt 600 mu 0.2",
                  ROLLING = "k 2000 damping velocity 5 2 kt 600 mu 0.3 rolling 80 0.1 0.05 "
                            "twisting 60 0.05 0.02";

const double ROUND_OFF = 1e-12, AFTER_STEPS = 1e-8;

/** What a wall does; atoms in the order of their IDs. */
struct Results {
  std::vector<Vec3> x, f, torque;
  std::vector<double> sums;    // of the fix
};

Results results(const Simulation &sim)
{
  Results r = {sim.state().x, forces(sim), torques(sim), {}};
  r.sums.push_back(sim.value("f_w"));
  for (int k = 1; k <= 10; k++) r.sums.push_back(sim.value("f_w[" + std::to_string(k) + "]"));
  return r;
}

void expect_same(const Results &host, const Results &device, double bound)
{
  EXPECT_GT(host.sums[8] + host.sums[9] + host.sums[10], 1.0);    // losses, contacts
  EXPECT_LE(largest_difference(host.x, device.x), bound * largest(host.x));
  EXPECT_LE(largest_difference(host.f, device.f), bound * largest(host.f));
  EXPECT_LE(largest_difference(host.torque, device.torque), bound * largest(host.f));
  const double scale = *std::max_element(host.sums.begin(), host.sums.end());
  for (std::size_t k = 0; k < host.sums.size(); k++)
    EXPECT_NEAR(device.sums[k], host.sums[k], bound * scale) << "entry " << k;
}

Results after(Simulation &sim, const std::string &runs)
{
  sim.run("thermo_style custom step f_w f_w[*]\n" + runs);
  return results(sim);
}

/** The host style and the Kokkos variant after these runs. */
void compare(const std::string &script, const std::string &runs, double bound,
             const std::string &args = TWO)
{
  SCOPED_TRACE(script.substr(script.find("0.1*sin(step*dt)") + 17) + args);
  Simulation host("newton off\n" + script);
  const Results expected = after(host, runs);
  expect_same(expected, after(*kokkos(script, args), runs), bound);
}

}    // namespace

// -----------------------------------------------------------------------

// Grains are larger here, so that many of them touch each wall. The surface and the law of a wall do
// not know each other: all surfaces with one law, and all laws on one surface

TEST(KokkosWalls, ForcesAtTheStart)
{
  const auto of = [](const std::string &shape, const std::string &law) {
    compare(grains() + "set group all diameter 2.4\n" + wall(shape, law) + NVE, "run 0", ROUND_OFF);
  };
  for (const auto &shape : SHAPES) of(shape, HOOKE);
  for (const auto &law : {HERTZ, MID, SMOOTH, ROLLING}) of(SHAPES[7], law);
}

// 400 steps with 80 new neighbor lists: springs begin, turn with the wall, slide and end

TEST(KokkosWalls, ShapesAfterSteps)
{
  for (const auto &shape : SHAPES)
    compare(grains() + wall(shape, HOOKE) + NVE, "run 400", AFTER_STEPS);
}

TEST(KokkosWalls, LawsAfterSteps)
{
  for (const auto &law : {HERTZ, MID, SMOOTH, UNDAMPED, ROLLING})
    compare(grains() + wall(SHAPES[7], law) + NVE, "run 400", AFTER_STEPS);
}

// One thread; atoms that are sorted and exchanged on the device

TEST(KokkosWalls, SpringsGoWithTheirAtoms)
{
  for (const auto &args : {ONE, ON_DEVICE})
    compare(grains() + wall(SHAPES[2], HOOKE) + NVE, "run 400", AFTER_STEPS, args);
}

// One of the two is a style of the host: the changes of velocities in the half step are where the
// other one has them.

/** The script, with the style of the host for the line that begins with these words. */
std::string of_host(std::string script, const std::string &words)
{
  const auto begin = script.find("\n" + words) + 1, end = script.find('\n', begin) + 1;
  return script.insert(end, "suffix on\n").insert(begin, "suffix off\n");
}

TEST(KokkosWalls, WithAPairStyleOfTheHost)
{
  const std::string script = grains() + wall(SHAPES[7], HOOKE) + NVE;
  Simulation host("newton off\n" + script);
  const Results expected = after(host, "run 400");
  for (const std::string words : {"pair_style", "fix w"})
    expect_same(expected, after(*kokkos(of_host(script, words)), "run 400"), AFTER_STEPS);
}

TEST(KokkosWalls, WithoutDashpotsOfThePairStyle)
{
  for (const auto &args : {TWO, ON_DEVICE})
    compare(grains("zero 1.3\npair_coeff * *\n") + wall(SHAPES[2], HOOKE) + NVE, "run 300",
            AFTER_STEPS, args);
}

// --- restart: both variants have the same files ---

TEST(KokkosWalls, RestartFilesOfBothVariants)
{
  const std::string before = grains("zero 1.3\npair_coeff * *\n"), file = scratch_file("wall"),
                    fixes =
                        wall(SHAPES[7], HOOKE) + "fix nve all nve/sphere/leapfrog restart exact\n",
                    read = "atom_modify map array\nread_restart " + file + "\n" +
      before.substr(before.find("pair_style")) + fixes;
  Simulation unbroken("newton off\n" + before + fixes);
  const Results expected = after(unbroken, "run 200\nrun 200 pre no");
  for (const bool write_on_device : {false, true}) {
    const std::string write = before + fixes + "run 200\nwrite_restart " + file;
    if (write_on_device)
      kokkos(write);
    else
      Simulation("newton off\n" + write);
    Simulation host("newton off\n" + read);
    const auto device = kokkos(read);
    for (Simulation *sim : {&host, device.get()}) {
      const Results found = after(*sim, "run 200");
      SCOPED_TRACE(std::to_string(write_on_device) + (sim == &host ? " host" : " device"));
      EXPECT_LE(largest_difference(found.x, expected.x), AFTER_STEPS);
      EXPECT_LE(largest_difference(found.f, expected.f), AFTER_STEPS * largest(expected.f));
      EXPECT_NEAR(found.sums[9], expected.sums[9], 1e-3 * expected.sums[9]);
    }
  }
}

// --- compute contact/force ---

void expect_same_rows(const Simulation &host, const Simulation &device, const std::string &id)
{
  const auto rows = [&](const Simulation &sim) {
    std::vector<ContactForce> walls;
    for (const auto &c : contact_forces(sim, id))
      if (c.kind == 1) walls.push_back(c);
    std::sort(walls.begin(), walls.end(), [](const ContactForce &a, const ContactForce &b) {
      return a.i != b.i ? a.i < b.i : a.normal.x < b.normal.x;
    });
    return walls;
  };
  const auto expected = rows(host), found = rows(device);
  ASSERT_EQ(expected.size(), found.size());
  EXPECT_GT(expected.size(), 2u);
  for (std::size_t k = 0; k < expected.size(); k++) {
    EXPECT_EQ(expected[k].i, found[k].i);
    EXPECT_EQ(found[k].j, 0);
    EXPECT_NEAR(expected[k].gap, found[k].gap, 1e-9);
    EXPECT_LE(VARDEM::norm(expected[k].normal - found[k].normal), 1e-9);
    EXPECT_LE(VARDEM::norm(expected[k].point - found[k].point), 1e-8);
    EXPECT_LE(VARDEM::norm(expected[k].force - found[k].force), 1e-5);    // 10 to 1000
  }
}

TEST(KokkosWalls, ListedForces)
{
  const std::string computes = "compute f all contact/force\ngroup some id 1:100:2\n"
                               "compute some some contact/force\n";
  const std::string script = grains() + wall(SHAPES[7], HOOKE) +
      "fix v all wall/contact plane 0 0 -3 0 0 1 law hertz k 2000\n" + computes + NVE;
  Simulation host("newton off\n" + script);
  const auto device = kokkos(script);
  for (const std::string steps : {"300", "50", "0"}) {
    host.run("run " + steps);
    device->run("run " + steps);
    for (const std::string id : {"f", "some"}) expect_same_rows(host, *device, id);
  }
}

// --- the energy balance ---

TEST(KokkosWalls, EnergiesInTheLedger)
{
  const std::string script = grains() + wall(SHAPES[7], HOOKE) + NVE +
      "fix l all energy/ledger\nthermo_style custom step f_l[*]\n";
  Simulation host("newton off\n" + script);
  host.run("run 400");
  const auto device = kokkos(script);
  device->run("run 400");
  for (const std::string entry : {"f_l[3]", "f_l[6]", "f_l[8]", "f_l[9]", "f_l"})
    EXPECT_NEAR(host.value(entry), device->value(entry), AFTER_STEPS * host.value("f_l[1]"))
        << entry;
  EXPECT_GT(std::abs(host.value("f_l[6]")), 0.01);
}

// --- rigid walls ---

// --- bad input ---

TEST(KokkosWalls, OtherRegionsAreErrors)
{
  const auto sim = kokkos(grains("zero 1.3\npair_coeff * *\n") +
                          "region a plane 0 0 0 0 0 1\nregion prism prism -3 3 -3 3 -3 3 1 0 0\n"
                          "region both union 2 a prism\n");
  for (const std::string region : {"prism", "both"}) {
    sim->run("fix w all wall/contact region " + region + " k 1");
    EXPECT_TRUE(contains(sim->error_of("run 0"), "this is region " + region));
    sim->run("unfix w");
  }
  sim->run("suffix off\nfix w all wall/contact region prism k 1\nrun 0");
}

// --- variables that read atoms need them on the host ---

TEST(KokkosWalls, VariablesThatReadAtoms)
{
  Simulation sim("variable a equal 0.5*step*dt+sin(2.5e-3*time)\nvariable b equal v_a^2-1e3+.5e2\n"
                 "variable c equal xcm(all,z)\nvariable d equal v_b+v_c\nvariable e equal f_1[2]\n"
                 "variable f equal temp\nvariable h equal x[1]\n"
                 "variable i equal c_2\n");
  const auto may = [&](const std::vector<std::string> &names) {
    return LAMMPS_NS::VARDEM_NS::may_read_atoms(sim.lammps(), names);
  };
  EXPECT_FALSE(may({}));
  EXPECT_FALSE(may({"a"}));
  EXPECT_FALSE(may({"a", "b"}));
  for (const char *name : {"c", "d", "e", "f", "h", "i", "gone"}) EXPECT_TRUE(may({name})) << name;
  EXPECT_TRUE(may({"a", "c"}));
}

TEST(KokkosWalls, MotionByAVariableThatReadsAtoms)
{
  compare(grains() + "variable z equal -0.3*xcm(all,z)\n" +
              wall("plane 0 0 -3.3 0 -0.1 1 move NULL NULL v_z", HOOKE) + NVE,
          "run 400", AFTER_STEPS);
}

// --- what kokkos-tools show ---

TEST(KokkosWalls, KernelsHaveLabels)
{
  const auto sim = kokkos(grains() + wall(SHAPES[7], HOOKE) + NVE);
  EXPECT_EQ(profile_steps(*sim, 10, 0).sums["vardem/wall/contact::post_force"], 10);
}
