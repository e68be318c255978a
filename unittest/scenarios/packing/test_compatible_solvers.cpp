// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix compatible/cd: keywords solver, precond, tolgrain and maxproducts.

#include "packing/packing.h"

using namespace scenario;

namespace {

const std::vector<std::string> SOLVERS = {"solver auto",
                                          "solver newton precond block",
                                          "solver newton precond ict",
                                          "solver newton precision mixed",
                                          "solver ipm precond block precision mixed",
                                          "solver direct",
                                          "solver ipm precond block",
                                          "solver ipm precond ict 1e-3 60"};

/** What the log says about solver auto. */
std::string taken(const std::string &text)
{
  const auto at = text.find("solver auto has taken");
  return at == std::string::npos ? "" : text.substr(at, text.find('\n', at) - at);
}

}    // namespace

// Across a periodic boundary the factors have both bodies in the same matrix

// no device: some of the solvers need memory of the host
TEST(CompatibleSolvers, AllFindTheSameForcesOfPeriodicImages)
{
  for (const std::string law : {"hooke", "hertz"}) {
    Sizes first;
    for (const auto &solver : SOLVERS) {
      Simulation sim(box(periodic("block 0 4 0 4 -9 9")));
      std::vector<Vec3> x;
      for (int layer = 0; layer < 4; layer++)
        for (int iy = 0; iy < 4; iy++)
          for (int ix = 0; ix < 4; ix++)
            x.push_back({0.5 * (layer % 2) + ix, 0.5 * (layer % 2) + iy, layer * std::sqrt(0.5)});
      create(sim, x);
      sim.run("group base id <= 16\nfix b base freeze\n" + GRAVITY +
              "pair_coeff * * stiffness 1 law " + law + "\nfix c all compatible/cd 1 tol 1e-11 " +
              solver + "\n" + FORCES + "run 0");
      EXPECT_LE(output(sim, BALANCE), 1e-11) << solver;
      const Sizes forces = force_sizes(sim);
      if (first.empty()) first = forces;
      EXPECT_LE(relative_difference(forces, first), 1e-8) << solver << " " << law;
    }
  }
}

TEST(CompatibleSolvers, LogTellsWhatAutoHasTaken)
{
  Simulation sim(box({}));
  build_pyramid(sim, 8, "");
  const std::string first = taken(sim.output_of("run 0"));
  EXPECT_TRUE(contains(first, "solver newton, precond block, because the packing has many more"))
      << first;
  EXPECT_EQ(taken(sim.output_of("run 0")), "");    // nothing has changed
  Simulation asked(box({}));
  build_pyramid(asked, 8, "solver ipm");
  EXPECT_EQ(taken(asked.output_of("run 0")), "");
}

// The forces of overlaps take several solves, of which the last one only looks

// no device: it has no factors to take
TEST(CompatibleSolvers, LogTellsWhatWasTakenForOverlaps)
{
  for (const auto &[solver, told] : {std::make_pair("auto", "solver auto has taken solver newton"),
                                     {"direct", "sparse factors by"}}) {
    Simulation sim(box({}));
    build_pyramid(sim, 4, std::string("overlap yes solver ") + solver);
    const std::string text = sim.output_of("pair_coeff * * stiffness 1e4\nrun 0");
    EXPECT_TRUE(contains(text, told)) << text;
  }
}

// no device: some of the solvers need memory of the host
TEST(CompatibleSolvers, OneGrain)
{
  for (const auto &solver : SOLVERS) {
    Simulation sim(box({}));
    create(sim, {{0, 0, 0}, {0, 0, 1}});
    sim.run("group base id 1\nfix b base freeze\n" + GRAVITY +
            "fix c all compatible/cd 1 tol 1e-12 " + solver + "\n" + FORCES + "run 0");
    EXPECT_NEAR(output(sim, LARGEST), 1.0, 1e-11) << solver;
    EXPECT_EQ(output(sim, LOADED), 1) << solver;
  }
}

// no device: some of the solvers need memory of the host
TEST(CompatibleSolvers, ToleranceOfEachGrain)
{
  // a grain of a millionth of the mass lies on top of a heavy pyramid
  const std::string light = "set atom 204 mass 1e-6\n";
  for (const auto &solver : SOLVERS) {
    Simulation all(box({})), each(box({}));
    build_pyramid(all, 8, "tol 1e-6 " + solver);
    build_pyramid(each, 8, "tol 1e-6 tolgrain yes " + solver);
    for (auto *sim : {&all, &each}) sim->run(light + "run 0");
    double force = 0.0;    // of the light grain
    for (const auto &c : contact_forces(each))
      if (c.j == 204) force -= c.force.z;
    EXPECT_NEAR(force, 1e-6, 1.5e-12) << solver;
    EXPECT_LE(output(each, BALANCE), 1e-6) << solver;
  }
}
