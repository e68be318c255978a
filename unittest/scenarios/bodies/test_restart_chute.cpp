// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Restart of LAMMPS' chute flow. In LAMMPS' setup, the dashpots use another velocity than in the
// unbroken run, and setup changes the history of sliding contacts to suit it. With `restart exact`
// they use the half-step velocities.

#include "scenario.h"

using namespace scenario;

namespace {

/** The flow with tangential dashpots (dampflag 1), which see the spin. */
std::string flow(const std::string &integrator)
{
  std::string script = chute(integrator);
  script.replace(script.find("0.5 0\n"), 5, "0.5 1");
  return script;
}

/** The flow 50 steps after the start, at which a restart file is written, and then `steps` steps
 *  on, with no setup in between. Each in a process of its own: the ID of the contact history counts
 *  the pair styles of a process. */
State unbroken(const std::string &script, const std::string &file, int steps)
{
  return in_own_process([&]() {
    Simulation sim(script + "restart 50 " + file + ".*\nrun 50\nrestart 0\nrun " +
                   std::to_string(steps) + " pre no");
    return sim.state();
  });
}

/** The flow from that file. */
State restarted(std::string script, const std::string &file, int steps)
{
  return in_own_process([&]() {
    script.erase(0, script.find("pair_style"));    // all before it is in the restart file
    Simulation sim("newton off\nread_restart " + file + ".50\n" + script + "run " +
                   std::to_string(steps));
    return sim.state();
  });
}

}    // namespace

// 1e-12 after one step: a requirement

TEST(RestartOfTheChute, IsExact)
{
  const std::string file = scratch_file("restart");
  for (const std::string integrator : {"leapfrog", "rodrigues", "rodrigues map euler"}) {
    const std::string script = flow("nve/sphere/" + integrator + " restart exact");
    const State reference = unbroken(script, file, 1), found = restarted(script, file, 1);
    EXPECT_LE(largest_difference(reference.x, found.x), 1e-12) << integrator;
    EXPECT_LE(largest_difference(reference.v, found.v), 1e-12) << integrator;
    EXPECT_LE(largest_difference(reference.omega, found.omega), 1e-12) << integrator;
    remove((file + ".50").c_str());
  }
}
