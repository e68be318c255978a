// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The integrators under LAMMPS' own settings: groups, types, changing radii and steps, r-RESPA, run
// 0, minimization.

#include "scenario.h"

#include <cmath>

using namespace scenario;

namespace {

/** Where the scripts below have the integrator of spheres, and that of ellipsoids. */
const std::string SPHERE = "nve/sphere/OURS", ASPHERE = "nve/asphere/OURS";

/** 64 spheres of two types. The 1: their radii may change. */
const std::string SPHERES = R"(
    units lj
    atom_style sphere 1
    lattice sc 1.0 origin 0.5 0.5 0.5
    region box block 0 4 0 4 0 4
    create_box 2 box
    create_atoms 1 box
    group odd id 1:63:2
    set group odd type 2
    set type 1 diameter 1.02
    set type 2 diameter 0.99
    set type 1 density 1.0
    set type 2 density 3.0
    variable w atom 0.1*id
    set group all omega v_w 1.0 -2.0
    velocity all create 0.5 8472
    comm_modify vel yes
    timestep 0.001
)";

/** The same in contact, with dashpots and friction, and free. */
const std::string PACKING =
    SPHERES + "pair_style gran/hooke 1000 0.0 10 50 0.5 1\npair_coeff * *\n";
const std::string FREE = SPHERES + "pair_style zero 1.0\npair_coeff * *\n";

const std::string ELLIPSOIDS = R"(
    units lj
    atom_style ellipsoid
    region box block -10 10 -10 10 -10 10
    create_box 1 box
    create_atoms 1 single 0 0 0
    create_atoms 1 single 1.9 0.3 0.2
    set group all shape 3 1 1.5
    set group all mass 2.0
    set atom 1 quat 0 0 1 80
    set atom 2 quat 0 0.5 1 60
    set group all angmom 0.4 0.5 -0.3
    pair_style gayberne 1.0 1.0 1.0 5.0
    pair_coeff 1 1 1.0 1.0 1 1 0.2 1 1 0.2
)";

State after(const std::string &script, const std::string &orientation_fix = "")
{
  Simulation sim(script);
  return sim.state(orientation_fix);
}

std::string with(const std::string &script, const std::string &place, const std::string &fix)
{
  std::string text = script;
  for (std::size_t at; (at = text.find(place)) != std::string::npos;)
    text.replace(at, place.size(), fix);
  return text;
}

/** x, v and omega of a script with our integrators of spheres are those with fix nve/sphere. */
void expect_bits_of_nve_sphere(const std::string &script)
{
  const State stock = after(with(script, SPHERE, "nve/sphere"));
  for (const auto &integrator : SPHERE_INTEGRATORS) {
    if (!integrator.leapfrog) continue;
    const State ours = after(with(script, SPHERE, integrator.fix));
    expect_same_bits(ours, stock, integrator.fix);
  }
}

}    // namespace

TEST(Settings, TypesGroupsAndWalls)
{
  expect_bits_of_nve_sphere(PACKING + "fix 1 odd nve/sphere/OURS\nrun 200");
  expect_bits_of_nve_sphere(
      PACKING + "fix g all gravity 1 vector 0 0 -1\nfix 1 all nve/sphere/OURS\nrun 200");
}

TEST(Settings, AtomsOutsideTheGroupRest)
{
  const State start = after(PACKING);
  for (const auto &integrator : SPHERE_INTEGRATORS) {
    const State end = after(PACKING + "fix 1 odd " + integrator.fix + "\nrun 50");
    for (int i = 0; i < 64; i++)
      EXPECT_EQ(different_bits({start.x[i], start.v[i], start.omega[i]},
                               std::vector<Vec3>{end.x[i], end.v[i], end.omega[i]}) == 0,
                i % 2 == 1)
          << integrator.fix << " " << i + 1;
  }
  const State before = after(ELLIPSOIDS);
  for (const auto &fix : ASPHERE_INTEGRATORS) {
    const State end = after(ELLIPSOIDS + "group second id 2\nfix 1 second " + fix + "\nrun 50");
    for (int i = 0; i < 2; i++) {
      EXPECT_EQ(different_bits({before.x[i], before.v[i], before.angmom[i]},
                               std::vector<Vec3>{end.x[i], end.v[i], end.angmom[i]}) == 0,
                i == 0)
          << fix << " " << i + 1;
      EXPECT_EQ(different_bits({before.q[i]}, std::vector<Quat>{end.q[i]}) == 0, i == 0) << fix;
    }
  }
}

TEST(Settings, FirstGroup)
{
  expect_bits_of_nve_sphere(PACKING + "atom_modify first odd\nfix 1 odd nve/sphere/OURS\nrun 200");
}

// A dynamic group whose members come and go in the run: those that move up

TEST(Settings, DynamicGroup)
{
  expect_bits_of_nve_sphere(PACKING + R"(
    variable up atom vz>0
    group up dynamic all var up every 5
    fix 1 up nve/sphere/OURS
    run 200)");

  // and one that is what a static group is

  const std::string first = "group A id 1\n",
                    dynamic = "variable one atom id==1\ngroup A dynamic all var one every 2\n";
  for (const auto &fix : ASPHERE_INTEGRATORS) {
    const std::string run = "fix 1 A " + fix + "\nrun 50";
    const State a = after(ELLIPSOIDS + first + run), b = after(ELLIPSOIDS + dynamic + run);
    EXPECT_EQ(different_bits(a.x, b.x), 0) << fix;
    EXPECT_EQ(different_bits(a.q, b.q), 0) << fix;
    EXPECT_EQ(different_bits(a.angmom, b.angmom), 0) << fix;
  }
}

TEST(Settings, DiametersThatAGrowingFixAdapts)
{
  expect_bits_of_nve_sphere(PACKING + R"(
    variable d equal 1.0+0.00002*step
    fix grow all adapt 1 atom diameter v_d
    fix 1 all nve/sphere/OURS
    run 200)");
}

TEST(Settings, TimeStepsThatChange)
{
  const std::string fix = "fix 1 all nve/sphere/OURS\n";
  expect_bits_of_nve_sphere(PACKING + fix +
                            "run 50\ntimestep 0.002\nrun 50\ntimestep 0.0005\nrun 50");
  expect_bits_of_nve_sphere(PACKING + "fix dt all dt/reset 5 1e-5 0.01 0.0005 units box\n" + fix +
                            "run 100");

  // and the orientation follows: omega is constant here, the time is that of the run, and the maps
  // turn by h omega (1 + (h omega)^2/6) at most, with h <= .002

  for (const auto &integrator : SPHERE_INTEGRATORS) {
    Simulation sim(FREE + with(fix, SPHERE, integrator.fix) +
                   "fix dt all dt/reset 5 1e-5 0.002 0.001 units box\n" +
                   "thermo_style custom step time\nrun 100");
    const State s = sim.state("1");
    const double t = sim.value("time");
    EXPECT_GT(std::fabs(t - 0.1), 1e-3);    // the step did change
    for (int i = 0; i < 64; i++) {
      const double angle = norm(s.omega[i]) * t, w = 0.002 * norm(s.omega[i]);
      const double bound = contains(integrator.fix, "rodrigues") ? angle * w * w / 6.0 : 0.0;
      EXPECT_NEAR(std::cos(0.5 * angle_between({1.0, 0.0, 0.0, 0.0}, s.q[i])),
                  std::fabs(std::cos(0.5 * angle)), bound + 1e-10)
          << integrator.fix << " " << i + 1;
    }
  }
}

// A free ellipsoid up to t = 2, once with time steps that change and once with small ones

TEST(Settings, TimeStepsThatChangeForEllipsoids)
{
  const std::string free =
      ELLIPSOIDS + "pair_style zero 1.0\npair_coeff * *\nthermo_style custom time\n";
  for (const auto &fix : ASPHERE_INTEGRATORS) {
    const std::string start = free + "fix 1 all " + fix + "\n";
    const State reference = after(start + "timestep 0.00125\nrun 1600");
    const double constant = largest_angle(reference.q, after(start + "timestep 0.02\nrun 100").q);
    const double changing = largest_angle(
        reference.q,
        after(start + "timestep 0.02\nrun 50\ntimestep 0.005\nrun 100\ntimestep 0.01\nrun 50").q);
    EXPECT_LE(changing, constant) << fix;
    EXPECT_LE(constant, 0.02) << fix;

    // fix dt/reset: the free ellipsoids move at v = 1, .001 per step

    Simulation sim(start + R"(
      velocity all set 1.0 0.0 0.0
      fix dt all dt/reset 10 1e-5 0.02 0.001 units box
      timestep 0.02
      run 1000)");
    const double t = sim.value("time");
    EXPECT_LT(t, 5.0);    // and not 20: the step was changed
    const State fine = after(start + "timestep " + number(t / 4000) + "\nrun 4000");
    EXPECT_LE(largest_angle(fine.q, sim.state().q), 0.02) << fix;
  }
}

TEST(Settings, RunZeroMovesNothing)
{
  const State start = after(PACKING);
  for (const auto &integrator : SPHERE_INTEGRATORS) {
    const State end = after(PACKING + "fix 1 all " + integrator.fix + "\nrun 0", "1");
    expect_same_bits(start, end);
    EXPECT_EQ(different_bits(end.q, std::vector<Quat>(64, {1.0, 0.0, 0.0, 0.0})), 0);
  }
  const State before = after(ELLIPSOIDS);
  for (const auto &fix : ASPHERE_INTEGRATORS) {
    const State then = after(ELLIPSOIDS + "fix 1 all " + fix + "\nrun 0");
    EXPECT_EQ(different_bits(before.x, then.x), 0);
    EXPECT_EQ(different_bits(before.q, then.q), 0);
    EXPECT_EQ(different_bits(before.angmom, then.angmom), 0);
  }
}

TEST(Settings, MinimizationBeforeARun)
{
  const std::string minimize = "\nmin_style fire\nminimize 0 1e-8 20 20\n";
  expect_bits_of_nve_sphere(PACKING + "fix 1 all nve/sphere/OURS" + minimize + "run 50");
  const State start = after(ELLIPSOIDS);
  for (const auto &fix : ASPHERE_INTEGRATORS) {
    const std::string script = ELLIPSOIDS + "fix 1 all " + fix + minimize;
    EXPECT_EQ(different_bits(start.q, after(script).q), 0);    // LAMMPS' minimizers do not turn
    EXPECT_LE(largest_norm_error(after(script + "run 50").q), 1e-15);
  }
}

// Spheres and ellipsoids in one system, each kind with its integrator

TEST(Settings, BothKindsSideBySide)
{
  const std::string mixed = R"(
    units lj
    atom_style hybrid sphere ellipsoid
    region box block -10 10 -10 10 -10 10
    create_box 2 box
    create_atoms 1 single 0 0 0
    create_atoms 2 single 3 3 3
    create_atoms 1 single -3 3 3
    set type 1 diameter 1.0
    set type 2 shape 3 1 1.5
    set group all mass 1.0
    set type 2 quat 0 0 1 30
    set type 2 angmom 0.3 0.2 0.5
    set type 1 omega 1 2 3
    group balls type 1
    group ellipsoids type 2
    velocity all set 0.1 0.2 0.3
    pair_style zero 2.0
    pair_coeff * *
)";
  for (const auto &[sphere, asphere] :
       {std::pair{"leapfrog update quat", "fincham"}, std::pair{"rodrigues", "variational"}}) {
    const std::string ellipsoids = "fix 2 ellipsoids nve/asphere/" + std::string(asphere) + "\n";
    const State s =
        after(mixed + "fix 1 balls nve/sphere/" + sphere + "\n" + ellipsoids + "run 100");
    EXPECT_NEAR(s.x[0].x, 0.1 * 100 * 0.005, 1e-12);
    EXPECT_NEAR(s.x[1].z, 3.0 + 0.3 * 100 * 0.005, 1e-12);
    const State alone = after(mixed + ellipsoids + "run 100");
    EXPECT_EQ(different_bits({s.q[1]}, std::vector<Quat>{alone.q[1]}), 0);
  }
}

// r-RESPA with one inner step and all forces at the outer level: two half steps of a free body are
// one step of half the size

TEST(Settings, RespaTurnsFreeBodiesInItsInnerSteps)
{
  const std::string respa = "\nrun_style respa 2 2 bond 1 pair 2\n";
  std::vector<std::string> fixes = {"nve/sphere/leapfrog"};
  for (const auto &integrator : SPHERE_INTEGRATORS)
    if (integrator.leapfrog) fixes.push_back(integrator.fix);
  for (const std::string &fix : fixes) {
    const std::string start = FREE + "fix 1 all " + fix + "\ntimestep ";
    const State a = after(start + "0.002\n" + respa + "run 50", "1"),
                b = after(start + "0.001\nrun 100", "1");
    EXPECT_EQ(different_bits(a.x, b.x), 0) << fix;
    EXPECT_EQ(different_bits(a.omega, b.omega), 0) << fix;
    if (!a.q.empty()) { EXPECT_EQ(different_bits(a.q, b.q), 0) << fix; }
  }
}

// Interacting particles are integrated to second order

TEST(Settings, RespaIsOfSecondOrderForEllipsoids)
{
  auto run = [](const std::string &fix, double h, const std::string &style) {
    return after(ELLIPSOIDS + "fix 1 all " + fix + "\ntimestep " + number(h) + "\nrun_style " +
                 style + "\nrun " + std::to_string(std::lround(1.0 / h)));
  };
  const std::string respa = "respa 2 2 bond 1 pair 2";
  for (const auto &fix : ASPHERE_INTEGRATORS) {
    if (contains(fix, "current")) continue;    // of first order
    const State reference = run(fix, 0.0001, "verlet");
    const double coarse = largest_angle(run(fix, 0.008, respa).q, reference.q),
                 fine = largest_angle(run(fix, 0.004, respa).q, reference.q);
    EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.1) << fix;
  }
}

TEST(Settings, RespaGivesTheTrajectoryOfNveSphere)
{
  expect_bits_of_nve_sphere(
      PACKING + "fix 1 all nve/sphere/OURS\nrun_style respa 2 2 bond 1 pair 2\nrun 100");
}

// r-RESPA gives the inner step to the test of Newton's method too: h |omega| is 0.75 in it, and 1.5
// in the outer one

TEST(Settings, RespaChecksNewtonsMethodInItsInnerSteps)
{
  const std::string fast = ELLIPSOIDS + R"(
    pair_style zero 1.0
    pair_coeff * *
    set group all shape 2 2 2
    set group all mass 1
    set group all angmom 0 3.6 4.8
    fix 1 all nve/asphere/variational newton 5
    timestep 0.1
)";
  EXPECT_TRUE(contains(Simulation(fast).error_of("run 10"), "turns by 1.5 rad"));
  Simulation sim(fast + "run_style respa 2 2 bond 1 pair 2");
  EXPECT_EQ(sim.error_of("run 10"), "");
}

TEST(Settings, DipolesThatDoNotTurnAreNamed)
{
  for (const std::string fix : {"nve/sphere/rodrigues", "nve/sphere/leapfrog"}) {
    Simulation sim("units lj\natom_style hybrid sphere dipole\nregion box block 0 5 0 5 0 5\n"
                   "create_box 1 box\ncreate_atoms 1 single 1 1 1\nset group all diameter 1\n"
                   "set group all mass 1\nset group all dipole 1 0 0\npair_style zero 1.2\n"
                   "pair_coeff * *\nfix 1 all " +
                   fix);
    EXPECT_TRUE(contains(sim.output_of("run 0"), "does not turn the dipoles of its 1 particles"));
  }
}
