// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Dashpots of pair styles contact/hooke and contact/hertz that act on full-step velocities: order
// of convergence.

#include "clumps/clumps.h"

#include <cmath>
#include <string>
#include <vector>

using namespace scenario;

namespace {

// Two grains of different size, pressed into each other. They move and spin, and stay in contact to
// the end of the run.

const std::string START = R"(units lj
    atom_style sphere
    atom_modify map array
    newton off
    comm_modify vel yes
    region box block -3 3 -3 3 -3 3
    create_box 1 box
)";
const std::string GRAINS = R"(
    create_atoms 1 single -0.5 0.02 0.01
    create_atoms 1 single 0.48 -0.03 0.05
    set atom 1 diameter 1.1
    set atom 2 diameter 1.0
    set group all density 1.2
    set atom 1 omega 0.5 -1.0 2.0
    set atom 2 omega -0.7 0.4 1.5
    group first id 1
    group second id 2
    velocity first set 0.8 -0.05 0.3
    velocity second set -0.7 0.5 -0.1
)";
const std::string HOOKE = "pair_style contact/hooke\npair_coeff * * k 1000 ";
const std::string HERTZ = "pair_style contact/hertz\npair_coeff * * k 3000 ";
const std::string NVE = "\nfix 1 all nve/sphere";

// the overlap is largest at about .01, and the grains part at .035
constexpr double TIME = 0.025;

State end_of(const std::string &script, int steps, double time = TIME)
{
  Simulation sim(script + "\ntimestep " + number(time / steps) + "\nrun " + std::to_string(steps));
  return sim.state();
}

double distance(const std::vector<Vec3> &a, const std::vector<Vec3> &b)
{
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); i++) sum += dot(a[i] - b[i], a[i] - b[i]);
  return std::sqrt(sum);
}

struct Orders {
  double x, v, w;
};

/** The order at which the end of a run converges: from the differences of runs with steps h, h/2
 *  and h/4. */
Orders orders_of(const std::string &script, double time)
{
  const int steps = 400;
  const State one = end_of(script, steps, time), two = end_of(script, 2 * steps, time),
              four = end_of(script, 4 * steps, time);
  const auto order = [](const std::vector<Vec3> &a, const std::vector<Vec3> &b,
                        const std::vector<Vec3> &c) {
    return std::log2(distance(a, b) / distance(b, c));
  };
  return {order(one.x, two.x, four.x), order(one.v, two.v, four.v),
          order(one.omega, two.omega, four.omega)};
}

void expect_order(double p, const std::string &name, const std::string &script, double time = TIME)
{
  const Orders found = orders_of(script, time);
  EXPECT_NEAR(found.x, p, 0.05) << name;
  EXPECT_NEAR(found.v, p, 0.05) << name;
  if (std::isnan(found.w)) return;    // nothing turns the grains
  EXPECT_NEAR(found.w, p, 0.05) << name;
}

const std::vector<std::string> LAWS = {
    HOOKE + "damping velocity 3 2", HOOKE + "damping mass_velocity 8 6",
    HERTZ + "damping velocity 3 2", HERTZ + "damping mass_velocity 30 20",
    HERTZ + "damping restitution 0.5"};

}    // namespace

// The dashpot of a half-step velocity is half a step late: order 1. The extrapolated velocity has
// order 2; see kernels/contact/full_step_velocity.h

TEST(FullStep, SmoothContactIsOfSecondOrder)
{
  for (const auto &law : LAWS) expect_order(2.0, law.substr(11), START + GRAINS + law + NVE);
}

TEST(FullStep, HalfStepVelocitiesAreOfFirstOrder)
{
  for (const auto &law : LAWS)
    expect_order(1.0, law.substr(11), START + GRAINS + law + " velocity mid" + NVE);
  expect_order(1.0, "gran/hooke",
               START + GRAINS + "pair_style gran/hooke 1000 NULL 8 6 1000 1\npair_coeff * *" + NVE);
}

// Springs that stick, moved by the half-step velocities. The run ends before the largest overlap.
// There Hertz' law changes from keeping the force to keeping the spring, somewhere within a step,
// so errors that are still of second order scatter with h

TEST(FullStep, TangentialSpringsKeepTheOrder)
{
  for (const auto &law : LAWS)
    expect_order(2.0, law.substr(11), START + GRAINS + law + " kt 800 mu 1000" + NVE, 0.008);
}

// An integrator that stands before the pair style in the list of fixes: velocities are kept at the
// end of the step before

TEST(FullStep, IntegratorBeforeThePairStyleKeepsTheOrder)
{
  for (const auto &law : LAWS) {
    const State after = end_of(START + GRAINS + law + NVE, 100),
                before = end_of(START + GRAINS + NVE + "\n" + law, 100);
    expect_same_bits(after, before, law);
  }
}

// Other integrators

TEST(FullStep, IntegratorsKeepTheOrder)
{
  const std::string law = HOOKE + "damping velocity 3 2\n";
  for (const char *fix :
       {"nve/sphere/leapfrog", "nve/sphere/rodrigues", "nve/sphere/leapfrog restart exact"})
    expect_order(2.0, fix, START + GRAINS + law + "fix 1 all " + fix);
}

// A fix that moves atoms at constant velocities leaves nothing to extrapolate

TEST(FullStep, ConstantVelocitiesAreThoseOfTheStep)
{
  const auto forces = [](const std::string &velocity) {
    Simulation sim(START + GRAINS + HOOKE + "damping velocity 3 2" + velocity +
                   "\nfix 1 all nve/noforce\ntimestep 1e-4\nrun 100");
    return Vec3{sim.value("fx[1]"), sim.value("fy[1]"), sim.value("fz[1]")};
  };
  const Vec3 onstep = forces("");
  EXPECT_GT(norm(onstep), 1.0);
  EXPECT_LE(norm(onstep - forces(" velocity mid")), 1e-12 * norm(onstep));
}

// Two pair styles, each with a fix of its own

TEST(FullStep, HybridKeepsTheOrder)
{
  const std::string law = "pair_style hybrid/overlay contact/hooke contact/hertz\n"
                          "pair_coeff * * contact/hooke k 500 damping velocity 3 2\n"
                          "pair_coeff * * contact/hertz k 1000 damping mass_velocity 30 20";
  expect_order(2.0, "hybrid/overlay", START + GRAINS + law + NVE);
}

// In a set-up and in a minimization atoms have the velocities of the step

// no kk: KOKKOS has no such min style
TEST(FullStep, SetUpAndMinimization)
{
  const std::string law = HOOKE + "damping velocity 3 2",
                    mid = "\npair_coeff * * k 1000 damping velocity 3 2 velocity mid\n";
  for (const std::string then :
       {"run 0", "min_style quickmin\nmin_modify dmax 0.001\nminimize 0 0 5 5"}) {
    Simulation a(START + GRAINS + law + NVE + "\ntimestep 1e-4\nrun 50\n" + then);
    Simulation b(START + GRAINS + law + NVE + "\ntimestep 1e-4\nrun 50" + mid + then);
    for (const char *f : {"fx[1]", "fy[2]", "fz[1]", "x[2]"})
      EXPECT_EQ(a.value(f), b.value(f)) << then << f;
  }
}

// fix move gives the velocity at the end of a step, but half kicks to components that are NULL. The
// grain begins with the velocity of the motion

TEST(FullStep, GrainsOfFixMoveKeepTheOrder)
{
  const std::string law = HOOKE + "damping velocity 3 2\n", rest = "\nfix 1 second nve/sphere";
  const double PI = 3.14159265358979323846, rate = 2.0 * PI / 0.08;    // of a period of .08
  const struct {
    std::string motion, start;
  } cases[] = {
      {"linear 0.8 0 NULL", "velocity first set 0.8 0 0.3"},
      {"wiggle 0.01 0.02 0.01 0.08",
       "velocity first set " + numbers({0.01 * rate, 0.02 * rate, 0.01 * rate})},
      {"wiggle NULL 0.02 NULL 0.08", "velocity first set " + numbers({0.8, 0.02 * rate, 0.3})},
      {"rotate -1 0.02 0.01 0 0 1 4 units box",    // the axis is .5 beside the grain
       "velocity first set 0 " + number(0.25 * PI) + " 0\nset atom 1 omega 0 0 " +
           number(0.5 * PI)}};
  for (const auto &c : cases)
    expect_order(2.0, c.motion,
                 START + GRAINS + c.start + "\n" + law + "fix m first move " + c.motion + rest);
}

// The members of rigid bodies. Without the correction of half_step_change_of_member() the order is
// 1

TEST(FullStep, ClumpsKeepTheOrder)
{
  const std::string clumps = box("units lj\nnewton off") + R"(
    create_atoms 1 single -0.8 0.1 0.0
    create_atoms 1 single -0.4 0.0 0.1
    create_atoms 1 single 0.52 0.03 0.0
    create_atoms 1 single 0.8 -0.4 0.2
    set group all diameter 1.0
    set group all density 1.2
    set atom 1*2 mol 1
    set atom 3*4 mol 2
    group first id 1 2
    group second id 3 4
    comm_modify vel yes cutoff 4
    neigh_modify exclude molecule/intra all
    thermo_style custom step
)" + moving({0.8, -0.1, 0.3}, {3.0, -6.0, 8.0}, "first") +
      moving({-0.7, 0.5, 0.1}, {-4.0, 9.0, 5.0}, "second");
  for (const auto &law : {HOOKE + "damping velocity 6 4", HERTZ + "damping velocity 6 4"})
    for (const std::string fix :
         {"rigid molecule", "rigid/small molecule", "rigid/small/variational molecule"})
      expect_order(2.0, fix, clumps + law + "\nfix 1 all " + fix + "\nrun 0");
}

// The clump of a fix that is deleted between two runs: its grains go on by themselves, as in a run
// that never had the fix. The fix knows the members of the last run no more

TEST(FullStep, ClumpIsDissolvedBetweenRuns)
{
  const std::string start = START + GRAINS + "set atom * mol 1\n" + HOOKE +
      "damping velocity 3 2\ntimestep 1e-4\nthermo_style custom step\n",
                    rest = "fix 1 all nve/sphere\nrun 50";
  const std::string atoms = "atom_style sphere", hybrid = "atom_style hybrid sphere molecular";
  const auto with_molecules = [&](std::string script) {
    return script.replace(script.find(atoms), atoms.size(), hybrid);
  };
  Simulation reference(with_molecules(start) + rest);
  Simulation again(with_molecules(start) + "fix b all rigid/small molecule\nrun 5\nunfix b\n" +
                   "set atom 1 x -0.5 y 0.02 z 0.01\nset atom 2 x 0.48 y -0.03 z 0.05\n"
                   "velocity first set 0.8 -0.05 0.3\nvelocity second set -0.7 0.5 -0.1\n"
                   "set atom 1 omega 0.5 -1.0 2.0\nset atom 2 omega -0.7 0.4 1.5\n" +
                   rest);
  EXPECT_EQ(different_bits(reference.state().v, again.state().v), 0);
  EXPECT_EQ(different_bits(reference.state().omega, again.state().omega), 0);
}

// --- periodic images in a deforming cell ---

namespace {

/** Two grains in a cell with the given range in y. The second one is the image of one that the
 *  first touches through the boundary, or that grain itself: its velocity differs by that of one
 *  box, 4 times the rate. */
std::string sheared(const std::string &range, bool across, double rate, const std::string &law,
                    const std::string &cell)
{
  return R"(units lj
    atom_style sphere
    atom_modify map array
    newton off
    region box prism -3 3 )" +
      range + R"( -3 3 0 0 0
    create_box 1 box
    create_atoms 1 single -0.3 1.53 0.1
    create_atoms 1 single 0.2 )" +
      (across ? "-1.65" : "2.35") + R"( 0.1
    set group all diameter 1
    set group all density 1.2
    set atom 1 omega 0.5 -1.0 2.0
    set atom 2 omega -0.7 0.4 1.5
    group first id 1
    group second id 2
    velocity first set 0.1 0.8 0.3
    velocity second set )" +
      numbers({-0.2 - (across ? 4.0 * rate : 0.0), -0.7, 0.1}) + "\n" + law + "\n" + cell + NVE;
}

const std::string STIFF = HOOKE + "damping velocity 3 2 kt 800 mu 0.4";
const std::string SHEAR = "variable L equal 5*cos(40*(step+0.5)*dt)\n"
                          "fix cell all deform/gradv gradv 0 0 0 v_L 0 0 kick no origin 0 0 0";

}    // namespace

// A grain and an image have the contact of two grains. In this shear the vectors of the cell turn
// in x only, so both rates agree to round-off

TEST(FullStep, ImagesInADeformingCellHaveTheContactOfTwoGrains)
{
  const struct {
    std::string cell;
    double rate;
  } cells[] = {{"fix cell all deform/gradv gradv 0 0 0 5 0 0 kick no origin 0 0 0", 5.0},
               {SHEAR, 5.0 * std::cos(40.0 * 0.5 * TIME / 100)}};
  for (const auto &c : cells)
    for (const auto &law : {STIFF, HERTZ + "damping velocity 3 2"}) {
      const std::string first = "comm_modify vel yes\n" + law;
      const State inside = end_of(sheared("0 4", false, c.rate, first, c.cell), 100);
      const State image = end_of(sheared("-2 2", true, c.rate, first, c.cell), 100);
      EXPECT_LE(largest_difference(inside.omega, image.omega), 1e-10) << c.cell;
      EXPECT_LE(largest_difference({inside.v[0]}, {image.v[0]}), 1e-10) << c.cell;
      EXPECT_NEAR(inside.v[1].y, image.v[1].y, 1e-10) << c.cell;
      EXPECT_GE(std::fabs(inside.v[1].y - inside.v[0].y + 1.5), 0.05);    // they touch
    }
}

// The cell of fix deform, and so the place of images, is that of the step before: they agree to
// first order. LAMMPS need not give velocities to ghosts

TEST(FullStep, ImagesInTheCellOfFixDeformAgreeToFirstOrder)
{
  const std::string cell = "fix cell all deform 1 xy erate 5 remap v";
  for (const auto &law :
       {HOOKE + "damping velocity 3 2 kt 800 mu 1000", HERTZ + "damping velocity 3 2"}) {
    double error[2];
    for (int k : {0, 1}) {
      const State inside = end_of(sheared("0 4", false, 5.0, law, cell), 200 << k);
      const State image = end_of(sheared("-2 2", true, 5.0, law, cell), 200 << k);
      const State told =
          end_of(sheared("-2 2", true, 5.0, "comm_modify vel yes\n" + law, cell), 200 << k);
      error[k] = distance(inside.omega, image.omega);
      EXPECT_EQ(different_bits(image.omega, told.omega), 0);
      EXPECT_EQ(different_bits(image.v, told.v), 0);
    }
    EXPECT_NEAR(error[0] / error[1], 2.0, 0.1) << law;
  }
}

// With a rate that changes: order 2, also if a grain crosses the boundary and comes back

TEST(FullStep, ChangingRateOfTheCellKeepsTheOrder)
{
  const std::string law = "comm_modify vel yes\n" + HOOKE + "damping velocity 3 2";
  expect_order(2.0, "images", sheared("-2 2", true, 5.0, law, SHEAR));
  const std::string crosses =
      sheared("-2.4698 1.5302", true, 5.0, law + "\nneigh_modify every 1 check no", SHEAR);
  expect_order(2.0, "grain that crosses", crosses);
  EXPECT_LT(end_of(crosses, 100, 0.4 * TIME).x[0].y, 0.0);    // in between it is below the boundary
}

// A restart file goes on with all bits if the integrator does

// no kk: sums of threads differ in their last bits
TEST(FullStep, RestartContinuesWithTheSameBits)
{
  const std::string fix = "\nfix 1 all nve/sphere/leapfrog restart exact\ntimestep 1e-4\n";
  const std::string law = HOOKE + "damping velocity 3 2 kt 800 mu 0.4";
  const std::string file = scratch_file("restart");
  const State unbroken = in_own_process([&] {
    Simulation sim(START + GRAINS + law + fix + "restart 100 " + file + ".*\nrun 150");
    return sim.state();
  });
  const State restarted = in_own_process([&] {
    Simulation sim("comm_modify vel yes\nread_restart " + file + ".100" + fix + "run 50");
    return sim.state();
  });
  remove((file + ".100").c_str());
  expect_same_bits(unbroken, restarted);
}
