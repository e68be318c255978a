// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix energy/ledger with fix nve/sphere/implicit: what dashpots take, bonds that break, and
// particles that are inserted

#include "bonds/bonded.h"
#include "energy/ledger.h"
#include "implicit/implicit.h"

#include <algorithm>

using namespace scenario;

namespace {

/** Changes of the sum and of the dissipated energy in a run. */
struct Change {
  double sum, taken;
};

Change change_in(Simulation &sim, int steps)
{
  sim.run("run 0");
  const double first = sum(sim), taken = part(sim, DASHPOTS);
  sim.run("run " + std::to_string(steps));
  return {sum(sim) - first, part(sim, DASHPOTS) - taken};
}

std::string floor(const std::string &of_law)
{
  return "fix w all wall/contact plane 0 0 0 0 0 1 " + of_law + "\n";
}

}    // namespace

// --- bonds ---

namespace {

/** Two grains that spin against each other, and bend their bond. */
std::string bent_pair(const std::string &coefficients)
{
  return bonded_box("newton on off\n") +
      "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 1.2 0 0\n" + MASS_ONE +
      "create_bonds single/bond 1 1 2\nbond_style binder\n"
      "bond_coeff * axial 200 shear 60 moment 10 form N energy linear " +
      coefficients + "\n" + hooke(0) + "set atom 1 omega 0 1 0\nset atom 2 omega 0 -1 0\n";
}

}    // namespace

/** Implicit steps have the force of a bond until the end of the step in which it breaks. */
TEST(ImplicitLedger, BreakingKeepsTheSumToSecondOrder)
{
  const auto change = [](const std::string &form, double h) {
    Simulation sim(bent_pair("break bend 0.05") + IMPLICIT + form + "tol 1e-12\n" + LEDGER +
                   "timestep " + number(h) + "\n");
    const double found = change_in(sim, static_cast<int>(std::lround(0.04 / h))).sum;
    EXPECT_GT(part(sim, FRACTURE), 5e-3);
    return found;
  };
  for (const std::string form : {"alpha 0 ", "alpha 0.5 "})
    EXPECT_LT(std::fabs(change(form, 1.25e-3)), 1e-5) << form;
}

// --- particles that come and go in a run ---

/** The work of gravity on a particle begins behind the step in which it comes: the sum is the same
 *  to round-off. */
TEST(ImplicitLedger, ParticlesThatComeAndGo)
{
  for (const std::string form : {"alpha 0 ", "alpha 0.5 ", "theta 1 "}) {
    Simulation sim(
        grain_box({"", "p p f", "block 0 6 0 6 0 30"}) +
        "create_atoms 1 single 1 1 28\nset group all diameter 1\nset group all mass 1\n" +
        hooke(0) +
        "fix g all gravity 10 vector 0 0 -1\n"
        "region above block 1 5 1 5 10 25\nregion everywhere block INF INF INF INF INF INF\n"
        "fix in all deposit 5 1 7 4711 region above near 1.1 vz -2 -2\n" +
        IMPLICIT + form + "\n" + LEDGER + "timestep 0.01\n");
    const Change found = change_in(sim, 50);
    EXPECT_EQ(sim.value("atoms"), 6.0);
    EXPECT_NEAR(found.sum, 0.0, 1e-11) << form;
    if (form == "alpha 0 ") continue;    // within a step its velocities are those of another time
    const double before = sum(sim);
    sim.run("fix out all evaporate 1 1 everywhere 9876\nrun 3");
    EXPECT_EQ(sim.value("atoms"), 3.0);
    EXPECT_NEAR(sum(sim), before, 1e-11) << form;
  }
}
