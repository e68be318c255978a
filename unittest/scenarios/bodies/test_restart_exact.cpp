// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// `restart exact` where more happens than read_restart and run: two pairs of spheres slide on each
// other, with dashpots, so that a half kick too many, too few or with other forces shows at once.

#include "scenario.h"

using namespace scenario;

namespace {

const std::string PAIR = R"(
    pair_style gran/hooke 1000 NULL 20 10 0.3 1
    pair_coeff * *
)";

const std::string SETUP = R"(
    units lj
    atom_style sphere
    atom_modify map array
    comm_modify vel yes
    region box block -10 10 -10 10 -10 10
    create_box 1 box
    create_atoms 1 single 0 0 0
    create_atoms 1 single 0.95 0.1 0.2
    create_atoms 1 single -4 5 6
    create_atoms 1 single -4.1 5.9 6.2
    set group all diameter 1.0 density 2.0
    set group all omega 1.0 -2.0 0.5
    set atom 1 vx 1.5
    set atom 4 vz -2.0
    group A id 1 2
    group B id 3 4
    timestep 0.001
)" + PAIR;

const std::string GRAVITY = "fix g all gravity 9.8 vector 0 0 -1\n";

/** Calls test(integrator), as it is in a fix command with restart exact, for every integrator of
 *  spheres. */
template <class Test> void for_all(const Test &test)
{
  test("nve/sphere/leapfrog restart exact\n");    // without orientations
  for (const auto &integrator : SPHERE_INTEGRATORS) test(integrator.fix + " restart exact\n");
}

std::string fix(const std::string &integrator)
{
  return GRAVITY + "fix 1 all " + integrator;
}

/** Two steps after the restart at step 20: the unbroken run, and the one that reads the file and
 *  does other things before. */
void expect_exact(const std::string &fixes, const std::string &before = "")
{
  const std::string file = scratch_file("restart");
  Simulation unbroken(SETUP + fixes + "restart 20 " + file + ".*\nrun 22");
  Simulation restarted("read_restart " + file + ".20\n" + PAIR + fixes + before + "\nrun 2");
  remove((file + ".20").c_str());

  const State a = unbroken.state("1"), b = restarted.state("1");
  expect_same_bits(a, b, fixes);
  if (!a.q.empty()) { EXPECT_EQ(different_bits(a.q, b.q), 0) << fixes; }
}

}    // namespace

TEST(RestartExact, OneFix)
{
  for_all([](const std::string &integrator) {
    expect_exact(fix(integrator));
  });
}

TEST(RestartExact, AFixForEachGroup)
{
  for_all([](const std::string &integrator) {
    expect_exact(GRAVITY + "fix 1 A " + integrator + "fix 2 B " + integrator);
  });
}

TEST(RestartExact, GroupThatComesFirst)
{
  for_all([](const std::string &integrator) {
    expect_exact("atom_modify first A\n" + GRAVITY + "fix 1 A " + integrator);
  });
}

TEST(RestartExact, DataFileWrittenBeforeTheRun)
{
  const std::string data = scratch_file("data");
  for_all([&](const std::string &integrator) {
    expect_exact(fix(integrator), "write_data " + data);
  });
}

TEST(RestartExact, RunZeroBeforeTheRun)
{
  for_all([](const std::string &integrator) {
    expect_exact(fix(integrator), "run 0\nrun 0");
  });
}

TEST(RestartExact, FileOfAFileThatWasNotRun)
{
  const std::string second = scratch_file("second");
  for_all([&](const std::string &integrator) {
    expect_exact(fix(integrator),
                 "run 0\nwrite_restart " + second + " noinit\nclear\nread_restart " + second +
                     "\n" + PAIR + fix(integrator));
  });
}

// A file that was written before the first run has no forces. The fix must use those of setup, and
// not zero

TEST(RestartExact, FileWrittenBeforeAnyRun)
{
  for_all([](const std::string &integrator) {
    const std::string file = scratch_file("restart");
    Simulation writer(SETUP + fix(integrator) + "write_restart " + file + "\nrun 1");
    Simulation reader("read_restart " + file + "\n" + PAIR + fix(integrator) + "run 1");
    EXPECT_EQ(different_bits(writer.state().v, reader.state().v), 0) << integrator;
    EXPECT_LT(writer.state().v[2].z, -0.009) << integrator;
  });
}

TEST(RestartExact, AtomsCreatedSinceTheLastRun)
{
  for_all([](const std::string &integrator) {
    const std::string file = scratch_file("restart");
    Simulation writer(
        SETUP + fix(integrator) +
        "run 5\ncreate_atoms 1 single 5 5 5\nset atom 5 diameter 1.0 density 2.0\nwrite_restart " +
        file + "\nrun 1");
    Simulation reader("read_restart " + file + "\n" + PAIR + fix(integrator) + "run 1");
    EXPECT_NEAR(reader.state().v.at(4).z, -0.0098, 1e-15) << integrator;
    EXPECT_EQ(writer.state().v.at(4).z, reader.state().v.at(4).z) << integrator;
  });
}

TEST(RestartExact, ForcesOfAnotherStepAreNotUsed)
{
  for (const auto &integrator : SPHERE_INTEGRATORS) {
    const std::string file = scratch_file("restart"),
                      exact = fix(integrator.fix + " restart exact\n");
    Simulation writer(SETUP + exact + "run 5\nwrite_restart " + file);
    Simulation plain("read_restart " + file + "\n" + PAIR + fix(integrator.fix) + "\nrun 1");
    Simulation reader("read_restart " + file + "\n" + PAIR + exact);
    const std::string output = reader.output_of("reset_timestep 0\nrun 1");
    EXPECT_TRUE(
        contains(output, "forces of the restart file belong to step 5, but the run starts at step"))
        << output;
    EXPECT_EQ(different_bits(reader.state().v, plain.state().v), 0) << integrator.fix;
  }
}

TEST(RestartExact, InitIsForFilesWithoutOrientations)
{
  const std::string file = scratch_file("restart"), property = "fix q all property/atom d2_q 4\n";
  Simulation writer(SETUP + property + "set group all d2_q[1] 1 d2_q[4] 1\n" +
                    fix("nve/sphere/leapfrog restart exact\n") + "run 5\nwrite_restart " + file);
  for (const std::string integrator : {"nve/sphere/leapfrog update quat", "nve/sphere/rodrigues",
                                       "nve/sphere/rodrigues map exact"}) {
    Simulation reader("read_restart " + file + "\n" + PAIR + property +
                      fix(integrator + " init d2_q restart exact\n") + "run 0");
    for (const Quat &q : reader.state("1").q) EXPECT_NEAR(q.z, std::sqrt(0.5), 1e-15) << integrator;
  }
}

// A dynamic group finds its atoms in the set-up, when the velocities are those
// of the half step

TEST(RestartExact, AtomsThatJoinADynamicGroup)
{
  for_all([](const std::string &integrator) {
    const std::string file = scratch_file("restart");
    Simulation first(SETUP + fix(integrator) + "run 20\nwrite_restart " + file);
    Simulation again("read_restart " + file + "\n" + PAIR +
                     "region all block INF INF INF INF INF INF\n"
                     "group now dynamic all region all every 10\n" +
                     GRAVITY + "fix 1 now " + integrator + "run 0");
    EXPECT_LE(largest_difference(first.state().v, again.state().v), 1e-14) << integrator;
    EXPECT_LE(largest_difference(first.state().omega, again.state().omega), 1e-14) << integrator;
  });
}
