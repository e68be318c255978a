// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Clumps under LAMMPS' own settings: two dimensions, boxes, units, ways to say what a clump is,
// r-RESPA, run 0, thermostat.

#include "clumps/clumps.h"

#include <cmath>
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

using namespace scenario;

namespace {

const Vec3 SLOW = {0.1, -0.2, 0.3};

std::vector<Member> after(const std::string &script)
{
  Simulation sim(script);
  return members_of(sim);
}

std::vector<Vec3> velocities(const std::vector<Member> &members)
{
  std::vector<Vec3> v;
  for (const Member &m : members) v.push_back(m.v);
  return v;
}

void expect_same_bits(const std::vector<Member> &a, const std::vector<Member> &b)
{
  EXPECT_EQ(different_bits(places(a), places(b)), 0);
  EXPECT_EQ(different_bits(velocities(a), velocities(b)), 0);
}

}    // namespace

// --- two dimensions ---

namespace {

const std::string PLANE =
    box("units lj\ndimension 2", "hybrid sphere molecular", "block -10 10 -10 10 -0.5 0.5");
const std::string FLAT_DUMBBELL = R"(
    create_atoms 1 single -0.3 -0.1 0.0
    create_atoms 1 single 0.4 0.3 0.0
    set atom 1 diameter 1.2
    set atom 2 diameter 0.9
    set group all density 1.0
    set group all mol 1
)";

}    // namespace

// A free clump turns about z and by nothing else. With w = omega h, the equation of a step
// (kernels/rotation/variational.h) has the solution asin(w) with LGVI, 2 atan(w/2) with MIDPOINT;
// LGVI4 and LGVI6 come closer to w: measured 6e-7 and 5e-11

TEST(ClumpSettings, PlaneTurnsAboutZ)
{
  constexpr double omega = 0.5, h = 0.108, w = omega * h, n = 100;
  struct {
    std::string name;
    double angle, tolerance;
  } schemes[] = {{"lgvi4", w, 1e-6},
                 {"lgvi6", w, 1e-10},
                 {"lgvi", std::asin(w), 1e-12},
                 {"midpoint", 2.0 * std::atan(0.5 * w), 1e-12}};
  for (const auto &clump : {FLAT_DUMBBELL, ANGLE})
    for (const auto &scheme : schemes) {
      Simulation sim(PLANE + clump + moving({0.1, -0.2, 0.0}, {0.0, 0.0, omega}, "all", "NULL") +
                     free_with(OURS + " molecule scheme " + scheme.name) + LISTED + "timestep " +
                     number(h) + "\nfix flat all enforce2d\nrun 0");
      const Clump before = clumps_of(sim)[0];
      const auto start = members_of(sim);
      sim.run("run 100");
      const Clump now = clumps_of(sim)[0];
      const Quat turn = now.q * conjugate(before.q);
      EXPECT_NEAR(2.0 * std::atan2(turn.z, turn.w), n * scheme.angle, scheme.tolerance)
          << scheme.name;
      const auto end = members_of(sim);
      for (std::size_t i = 0; i < end.size(); i++) {
        EXPECT_EQ(end[i].x.z, 0.0);
        EXPECT_EQ(end[i].v.z, 0.0);
        EXPECT_EQ(end[i].omega.x, 0.0);
        EXPECT_EQ(end[i].omega.y, 0.0);
        EXPECT_NEAR(end[i].omega.z, omega, 1e-13);
        EXPECT_LE(norm(end[i].x - now.x - body_to_space(turn, start[i].x - before.x)), 1e-12);
      }
    }
}

// A 2d run must not have angular velocity in the plane. If it has, that must not turn a clump out
// of the plane

TEST(ClumpSettings, SpinInThePlaneTurnsNothing)
{
  const std::string end = free_with(OURS + " molecule") + "timestep 0.05\nrun 100";
  for (const auto &clump : {FLAT_DUMBBELL, ANGLE}) {
    const std::string start =
        PLANE + clump + moving({0.0, 0.0, 0.0}, {0.0, 0.0, 0.5}, "all", "NULL");
    const auto flat = after(start + end),
               spun = after(start + "set group all omega 1 2 0.5\n" + end);
    expect_same_bits(flat, spun);
  }
}

// --- boxes ---

// A clump that crosses faces of a tilted box moves as in one that it does not leave

TEST(ClumpSettings, TiltedPeriodicBox)
{
  const std::string run = ANGLE + moving({0.5, -1.0, 1.5}, OMEGA) + "timestep 0.01\n" +
      free_with(OURS + " molecule") + "comm_modify cutoff 3\nneigh_modify delay 0 every 1\n";
  const std::string tilted =
      box("units lj", "hybrid sphere molecular", "prism -2.5 2.5 -2.4 2.4 -2.3 2.3 1.5 -1.1 0.7");
  const std::string wide = box("units lj", "hybrid sphere molecular", "block -50 50 -50 50 -50 50");
  Simulation in_tilted(tilted + run + "run 2000");
  const auto a = members_of(in_tilted), b = after(wide + run + "run 2000");
  EXPECT_GT(norm(a[0].x), 30.0);
  EXPECT_LE(largest_difference(places(a), places(b)), 1e-11);
  EXPECT_LE(largest_difference(velocities(a), velocities(b)), 1e-12);
  for (const Vec3 &x : in_tilted.state().x) EXPECT_LE(norm(x), 8.0);    // it was wrapped
}

// --- what a clump is ---

TEST(ClumpSettings, CustomBodiesAreThoseOfMolecules)
{
  const std::string start = box() + ANGLE +
      "create_atoms 1 single 3 3 3\n"
      "create_atoms 1 single 3.5 3 3.2\n"
      "set atom 5*6 mol 2 diameter 0.8 density 2\n" +
      moving(SLOW, OMEGA);
  const std::string label = "fix label all property/atom i_label\nset atom 1*4 i_label 7\n"
                            "set atom 5*6 i_label 3\n",
                    variable = "variable label atom 3+4*(id<5)\n", run = "timestep 0.02\nrun 500";
  const auto molecules = after(start + free_with(OURS + " molecule") + run);
  expect_same_bits(molecules, after(start + label + free_with(OURS + " custom i_label") + run));
  expect_same_bits(molecules, after(start + variable + free_with(OURS + " custom v_label") + run));
}

// Clumps, and single spheres that another fix moves

TEST(ClumpSettings, AtomsOutsideTheGroupAreNotMoved)
{
  const std::string
      clump = box() + ANGLE + moving(SLOW, OMEGA),
      run = "group clump id 1:4\nneighbor 1.0 bin\npair_style zero 3.0\npair_coeff * *\n"
            "fix 1 clump " +
      OURS + " molecule\nthermo_style custom step\ntimestep 0.02\n";
  const auto alone = after(clump + run + "run 200");
  auto mixed =
      after(clump + run + "create_atoms 1 single 5 5 5\nset atom 5 diameter 1 density 1\n" +
            "group rest subtract all clump\nvelocity rest set 1 2 3\n" +
            "fix 2 rest nve/sphere/leapfrog\nrun 200");
  EXPECT_NEAR(mixed[4].x.z, 5.0 + 3.0 * 200 * 0.02, 1e-12);
  mixed.pop_back();
  expect_same_bits(alone, mixed);
}

// --- runs ---

TEST(ClumpSettings, RunZeroMovesNothing)
{
  const std::string start = box() + ANGLE + moving(SLOW, OMEGA);
  const auto before = after(start), then = after(start + free_with(OURS + " molecule") + "run 0");
  EXPECT_EQ(different_bits(places(before), places(then)), 0);
  EXPECT_LE(largest_difference(velocities(before), velocities(then)), 1e-15);
}

// A free clump has the same motion in steps of any length, up to their error: 3e-7 and, with steps
// that change less, 2e-11

TEST(ClumpSettings, TimeStepsThatChange)
{
  const std::string start = box() + ANGLE + moving(SLOW, OMEGA) +
      free_with(OURS + " molecule reinit no") + "timestep 0.02\n";
  const auto even = after(start + "run 1000"),
             changing = after(start + "run 250\ntimestep 0.04\nrun 250\ntimestep 0.01\nrun 500");
  EXPECT_LE(largest_difference(places(even), places(changing)), 1e-6);
  Simulation sim(start + "fix dt all dt/reset 5 1e-5 0.05 0.01 units box\n" +
                 "thermo_style custom step time\nthermo_modify lost ignore\nrun 500");
  const double t = sim.value("time");
  EXPECT_GT(std::fabs(t - 10.0), 1e-3);    // the step did change
  const auto reset = members_of(sim),
             same = after(start + "timestep " + number(t / 500) + "\nrun 500");
  EXPECT_LE(largest_difference(places(reset), places(same)), 1e-10);
}

// r-RESPA with all forces at the outer level: a free clump turns in the inner steps, to the same
// bit. They may be all that converges: h |omega| is .12 in them and 1.9 in the outer ones, looked
// at in every one of them

TEST(ClumpSettings, RespaTurnsFreeClumpsInItsInnerSteps)
{
  const std::string start =
      box() + ANGLE + moving(SLOW, OMEGA) + free_with(OURS + " molecule") + "thermo 1\n";
  expect_same_bits(after(start + "timestep 1.6\nrun_style respa 2 16 bond 1 pair 2\nrun 20"),
                   after(start + "timestep 0.1\nrun 320"));
}

// --- thermostat ---

// LAMMPS' setup adds up the forces of the thermostat before it has set them: with the stock style,
// the first half kick is what memory happens to hold

namespace {

/** glibc's malloc gives memory full of this byte, but for blocks of up to 1032 bytes that it keeps
 *  in a cache of the thread. Other allocators give what they have. */
class MemoryFullOf {
 public:
  explicit MemoryFullOf(unsigned char byte) { perturb(255 - byte); }
  ~MemoryFullOf() { perturb(0); }

 private:
  static void perturb([[maybe_unused]] int complement)
  {
#ifdef M_PERTURB
    mallopt(M_PERTURB, complement);
#endif
  }
};

/** Clump `mol` of two spheres, whose atoms are the next two: first and first + 1. */
std::string dumbbell(int mol, int first, const Vec3 &x, const Vec3 &branch)
{
  return "create_atoms 1 single " + numbers(x) + "\ncreate_atoms 1 single " + numbers(x + branch) +
      "\nset atom " + std::to_string(first) + "*" + std::to_string(first + 1) + " mol " +
      std::to_string(mol) + "\n";
}

std::vector<Member> heated(const std::string &fix, double temperature, double h, int n,
                           const std::string &others = "")
{
  return after(box() + ANGLE + moving(SLOW, OMEGA) + others +
               free_with(fix + " molecule langevin " + number(temperature) + " " +
                         number(temperature) + " 2.0 4711") +
               "timestep " + number(h) + "\nrun " + std::to_string(n));
}

}    // namespace

TEST(ClumpSettings, LangevinStartsFromNoForce)
{
  const auto unheated = after(box() + ANGLE + moving(SLOW, OMEGA) + free_with(OURS + " molecule") +
                              "timestep 0.01\nrun 1");
  const MemoryFullOf garbage(0x4b);    // as a double: 1e54
  const auto first = heated(OURS, 1.0, 0.01, 1);
  EXPECT_EQ(different_bits(places(unheated), places(first)), 0);
  EXPECT_GT(norm(unheated[0].v - first[0].v), 1e-3);    // then it is felt
}

// Another rotation and nothing else. At temperature 0, as what a random force does is of no order
// in the step. In its set-up the stock style reads its array langextra, 6 numbers for each body,
// before it sets it. The numbers must be zeros, so the array must be too long for the cache of
// malloc: it is with more than 21 bodies, of which all but one are at rest.

TEST(ClumpSettings, LangevinFrictionIsThatOfTheStockStyle)
{
  const MemoryFullOf zeros(0);
  std::string resting;
  for (int i = 0; i < 29; i++)
    resting += dumbbell(i + 2, 2 * i + 5, {-9.0 + 2.0 * (i % 10), -6.0 + 6.0 * (i / 10), 8.0},
                        {0.5, 0.0, 0.0});
  resting += "set group all diameter 1 density 1\n";
  auto difference = [&](double h) {
    const int n = std::lround(2.0 / h);
    return largest_difference(places(heated(OURS, 0.0, h, n, resting)),
                              places(heated(STOCK, 0.0, h, n, resting)));
  };
  EXPECT_NEAR(std::log2(difference(0.01) / difference(0.005)), 2.0, 0.1);
}

// 200 clumps at temperature 1 have an energy of 3/2 each in translation and in rotation; the mean
// over time and clumps has a standard error of .014

TEST(ClumpSettings, LangevinHeatsToItsTemperature)
{
  std::string atoms;
  for (int i = 0; i < 200; i++) {
    const Vec3 x = {-9.0 + 2.0 * (i % 10), -9.0 + 2.0 * (i / 10 % 10), i < 100 ? -5.0 : 5.0};
    atoms += dumbbell(i + 1, 2 * i + 1, x, {0.7, 0.3, 0.2});
  }
  Simulation sim(
      box() + atoms + "set group all diameter 1 density 1\n" +
      free_with(OURS + " molecule langevin 1.0 1.0 0.5 4711") +
      "compute rotation all erotate/rigid 1\ncompute motion all ke/rigid 1\n"
      "variable motion equal c_motion\nvariable rotation equal c_rotation\n"
      "timestep 0.02\nrun 500\n"
      "reset_timestep 0\nfix mean all ave/time 10 200 2000 v_motion v_rotation\nrun 2000");
  EXPECT_NEAR(sim.value("f_mean[1]") / 200, 1.5, 0.1);
  EXPECT_NEAR(sim.value("f_mean[2]") / 200, 1.5, 0.1);
}
