// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix nve/sphere/leapfrog and fix nve/sphere/rodrigues against fix nve/sphere in LAMMPS' own
// granular benchmark: the same arithmetic, so the same bits.

#include "../../soak.h"
#include "scenario.h"

using namespace scenario;

namespace {

State flow(const std::string &integrator, int steps, const std::string &orientation_fix = "")
{
  Simulation sim(chute(integrator));
  sim.run("run " + std::to_string(steps));
  return sim.state(orientation_fix);
}

}    // namespace

// 1000 steps: a requirement (make soak). All 32,000 particles are in contact and exchanged from the
// first steps on, so that a wrong bit shows within 100 steps as well.

TEST(Chute, LeapfrogGivesTheBitsOfNveSphere)
{
  const int steps = VARDEM::at_size(100, 1000);
  expect_same_bits(flow("nve/sphere/leapfrog", steps), flow("nve/sphere", steps));
}

TEST(Chute, OrientationsAndExactRestartsChangeNothing)
{
  const State stock = flow("nve/sphere", 50);
  for (const std::string integrator : {"nve/sphere/leapfrog update quat", "nve/sphere/rodrigues"}) {
    const State ours = flow(integrator + " restart exact", 50, "3");
    expect_same_bits(ours, stock);
    EXPECT_LE(largest_norm_error(ours.q), 1e-15) << integrator;
  }
}
