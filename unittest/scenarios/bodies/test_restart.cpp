// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Restart: run N against run N/2, restart, run N/2. Bit-exact for free bodies and bound pairs.

#include "../../soak.h"
#include "scenario.h"

using namespace scenario;

namespace {

/** Before and behind the restart. What it loses shows at once; new neighbor lists come later. */
const int STEPS = VARDEM::at_size(100, 500);

/** Runs 2n steps, with a restart file written on the way; and from that file the second half, after
 *  the commands anew. */
void expect_same_after_restart(const std::string &setup, const std::string &fixes, int n,
                               const std::string &orientation_fix = "",
                               const std::string &anew = "")
{
  const std::string file = scratch_file("restart");
  const std::string half = std::to_string(n), whole = std::to_string(2 * n);
  Simulation unbroken(setup + fixes + "\nrestart " + half + " " + file + ".*\nrun " + whole);
  Simulation restarted("read_restart " + file + "." + half + "\n" + anew + "\n" + fixes + "\nrun " +
                       half);
  const State a = unbroken.state(orientation_fix), b = restarted.state(orientation_fix);
  remove((file + "." + half).c_str());
  remove((file + "." + whole).c_str());

  EXPECT_EQ(different_bits(a.x, b.x), 0) << fixes;
  EXPECT_EQ(different_bits(a.v, b.v), 0) << fixes;
  EXPECT_EQ(a.omega.empty() ? different_bits(a.angmom, b.angmom) : different_bits(a.omega, b.omega),
            0)
      << fixes;
  EXPECT_EQ(different_bits(a.q, b.q), 0) << fixes;
}

/** Three free spheres and a pair in elastic contact. Both move and turn. */
const std::string SPHERES =
    std::string(
        "units lj\natom_style sphere\nregion box block -10 10 -10 10 -10 10\ncreate_box 1 box") +
    R"(
    create_atoms 1 single 0 0 0
    create_atoms 1 single 0.95 0.1 0.2
    create_atoms 1 single -4 5 6
    create_atoms 1 single -5 -5 2
    create_atoms 1 single 5 5 -3
    variable w atom 0.3*id
    set group all omega v_w 1.0 -0.5
    set group all diameter 1.0
    set group all density 2.0
    velocity all set 0.1 -0.2 0.3
    comm_modify vel yes
    pair_style gran/hooke 1000 NULL 0 0 0.5 0
    pair_coeff * *
    timestep 0.002
)";

/** A pair of tumbling ellipsoids bound by the Gay-Berne potential, and a free one. */
const char *const ELLIPSOIDS = R"(
    units lj
    atom_style ellipsoid
    region box block -10 10 -10 10 -10 10
    create_box 1 box
    create_atoms 1 single 0 0 0
    create_atoms 1 single 1.9 0.3 0.2
    create_atoms 1 single -5 5 6
    set group all shape 3 1 1
    set group all mass 2.0
    set atom 1 quat 0 0 1 80
    set atom 2 quat 0 0.5 1 60
    set atom 3 quat 0 0 1 0
    set group all angmom 0.4 0.5 -0.3
    pair_style gayberne 1.0 1.0 1.0 5.0
    pair_coeff 1 1 1.0 1.0 1 1 0.2 1 1 0.2
    timestep 0.002
)";

}    // namespace

TEST(Restart, SpheresWithOrientations)
{
  for (const auto &integrator : SPHERE_INTEGRATORS)
    for (const std::string exact : {"", " restart exact"})
      expect_same_after_restart(SPHERES, "fix 1 all " + integrator.fix + exact, STEPS, "1");
}

TEST(Restart, SpheresWithInitialOrientations)
{
  // init is for the start only: after a restart the orientations are those of the file
  const std::string property = "fix prop all property/atom d2_start 4\n";
  const std::string start =
      "set group all d2_start[1] 1 d2_start[2] 1 d2_start[3] -1 d2_start[4] 1\n";
  for (const auto &integrator : SPHERE_INTEGRATORS)
    expect_same_after_restart(SPHERES + property + start,
                              "fix 1 all " + integrator.fix + " init d2_start", STEPS, "1",
                              property);
}

TEST(Restart, Ellipsoids)
{
  for (const auto &fix : ASPHERE_INTEGRATORS)
    for (const std::string exact : {"", " restart exact"})
      expect_same_after_restart(ELLIPSOIDS, "fix 1 all " + fix + exact, STEPS);
}

// With dashpots, setup computes other forces than the unbroken run did: `restart exact` makes up
// for it. The pair style is given anew, because LAMMPS' gran/hooke does not restore its
// limit_damping and then has an arbitrary one.

namespace {

const std::string DASHPOTS = "pair_style gran/hooke 1000 0.0 10 50 0.5 1\npair_coeff * *\n";

/** Largest difference in v that a restart makes where there are dashpots. */
double lost_in_restart(const std::string &integrator)
{
  const std::string file = scratch_file("restart");
  const std::string fix = "\nfix 1 all " + integrator + "\n";
  Simulation unbroken(SPHERES + DASHPOTS + fix + "restart 10 " + file + ".*\nrun 20");
  Simulation restarted("read_restart " + file + ".10\n" + DASHPOTS + fix + "run 10");
  remove((file + ".10").c_str());
  remove((file + ".20").c_str());
  return largest_difference(unbroken.state().v, restarted.state().v);
}

}    // namespace

TEST(Restart, DashpotsNeedExact)
{
  for (const auto &integrator : SPHERE_INTEGRATORS)    // with exact: test_restart_exact.cpp
    if (integrator.leapfrog) { EXPECT_GT(lost_in_restart(integrator.fix), 1e-8) << integrator.fix; }
}

// With map euler, dashpots use the velocity at the time step in the run as they do in setup, so a
// restart changes nothing

TEST(Restart, DashpotsDoNotNeedExactWithMapEuler)
{
  EXPECT_EQ(lost_in_restart("nve/sphere/rodrigues map euler"), 0.0);
}

TEST(Restart, DragOfEllipsoidsNeedsExact)
{
  const std::string drag = "fix drag all viscous 0.8\n";
  for (const auto &fix : ASPHERE_INTEGRATORS) {
    expect_same_after_restart(ELLIPSOIDS, drag + "fix 1 all " + fix + " restart exact", 10);

    const std::string file = scratch_file("restart");
    Simulation unbroken(ELLIPSOIDS + drag + "velocity all set 1 0 0\nfix 1 all " + fix +
                        "\nrun 10\nwrite_restart " + file + "\nrun 10 pre no");
    Simulation restarted("read_restart " + file + "\n" + drag + "fix 1 all " + fix + "\nrun 10");
    EXPECT_GT(largest_difference(unbroken.state().v, restarted.state().v), 1e-8) << fix;
  }
}

// The keyword comes from the input, not from the file. The fix ignores data of the file that it
// does not need. What the file does not have starts with its initial values

TEST(Restart, FileWithOrientationsIsReadByAFixWithout)
{
  const std::string file = scratch_file("restart");
  Simulation writer(
      SPHERES + "fix 1 all nve/sphere/leapfrog update quat restart exact\nrun 100\nwrite_restart " +
      file);
  Simulation reader("read_restart " + file + "\nfix 1 all nve/sphere/leapfrog\nrun 100");
  writer.run("run 100");
  expect_same_bits(reader.state(), writer.state());
}

TEST(Restart, FileWithoutOrientationsIsReadByAFixWithThem)
{
  const std::string file = scratch_file("restart");
  Simulation writer(SPHERES +
                    "fix 1 all nve/sphere/leapfrog restart exact\nrun 100\nwrite_restart " + file);
  Simulation reader("read_restart " + file + "\nfix 1 all nve/sphere/leapfrog update quat\nrun 0");
  EXPECT_EQ(different_bits(reader.state("1").q, std::vector<Quat>(5, {1.0, 0.0, 0.0, 0.0})), 0);
  reader.run("run 100");
  EXPECT_LE(largest_norm_error(reader.state("1").q), 1e-15);
}

TEST(Restart, FileOfTheStockStyleIsReadWithExact)
{
  for (const auto &integrator : SPHERE_INTEGRATORS) {
    if (!integrator.leapfrog) continue;
    const std::string file = scratch_file("restart");
    Simulation writer(SPHERES + "fix 1 all nve/sphere\nrun 100\nwrite_restart " + file);
    Simulation reader("read_restart " + file + "\nfix 1 all " + integrator.fix +
                      " restart exact\nrun 100");
    writer.run("run 100");
    EXPECT_EQ(different_bits(reader.state().x, writer.state().x), 0) << integrator.fix;
  }
}

// Forces that were read are for the first step after the file only

TEST(Restart, ExactForcesAreUsedOnce)
{
  for (const auto &integrator : SPHERE_INTEGRATORS) {
    const std::string file = scratch_file("restart");
    const std::string fix = "\nfix 1 all " + integrator.fix + " restart exact\n";
    Simulation writer(SPHERES + fix + "run 100\nwrite_restart " + file);
    Simulation reader("read_restart " + file + fix + "run 50\nrun 50");
    writer.run("run 50\nrun 50");
    EXPECT_EQ(different_bits(reader.state().x, writer.state().x), 0) << integrator.fix;
    EXPECT_EQ(different_bits(reader.state().v, writer.state().v), 0) << integrator.fix;
  }
}

// A minimization moves the atoms, so the forces of the file do not belong to their positions any
// more

TEST(Restart, ExactForcesAreForgottenByAMinimization)
{
  for (const auto &integrator : SPHERE_INTEGRATORS) {
    const std::string file = scratch_file("restart"), fix = "\nfix 1 all " + integrator.fix;
    Simulation writer(SPHERES + fix + " restart exact\nrun 5\nwrite_restart " + file);
    const std::string move = "\nmin_style cg\nminimize 0 1e-10 50 50\nrun 10";
    Simulation exact("read_restart " + file + fix + " restart exact" + move);
    Simulation plain("read_restart " + file + fix + move);
    EXPECT_EQ(different_bits(exact.state().v, plain.state().v), 0) << integrator.fix;
    EXPECT_GT(largest_difference(exact.state().x, writer.state().x), 1e-3) << integrator.fix;
  }
}
