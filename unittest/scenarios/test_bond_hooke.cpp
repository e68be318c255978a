/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// Bond style contact/hooke: the two-sided Hookean bond of De Klerk et al., arXiv:2103.01757, 3.3.

#include "bonded.h"

#include <cmath>

using namespace scenario;

namespace {

const std::string HOOKE = "bond_style contact/hooke\nbond_coeff * k 1000\n";

double energy(const Simulation &sim)
{
  return sim.value("ke") + sim.value("ebond");
}

}    // namespace

// Source: doc/notes/binder-bonds.md 8: a chain of two springs k of three equal masses has w^2 = k/m (one end against the other) and
// 3 k/m (the middle against the ends). Second order in the time step: h w = 0.03 gives 1e-4 of the phase.

TEST(BondHooke, ChainHasTheFrequenciesOfItsSprings)
{
  for (const bool middle : {false, true}) {
    Simulation sim(bonded_box() +
                   "create_atoms 1 single -1 0 0\ncreate_atoms 1 single 0 0 0\n"
                   "create_atoms 1 single 1 0 0\n" +
                   MASS_ONE + "create_bonds single/bond 1 1 2\ncreate_bonds single/bond 1 2 3\n" +
                   HOOKE + NO_CONTACTS + "fix nve all nve/sphere\nrun 0\n");
    const double d = 0.01, w = std::sqrt(middle ? 3000.0 : 1000.0);
    const double mode[] = {middle ? -0.5 * d : d, middle ? d : 0.0, middle ? -0.5 * d : -d};
    for (int i = 0; i < 3; i++)
      sim.run("set atom " + std::to_string(i + 1) + " x " + std::to_string(i - 1 + mode[i]));
    sim.run("run 200");    // t = 0.1
    const State s = sim.state();
    EXPECT_NEAR(s.x[0].x + 1.0, mode[0] * std::cos(0.1 * w), 1e-3 * d);
    EXPECT_NEAR(s.x[1].x, mode[1] * std::cos(0.1 * w), 1e-3 * d);
  }
}

// The bond is there in tension and in compression, and the rest length is the distance when it was first seen

TEST(BondHooke, ForceIsTwoSided)
{
  Simulation sim(bonded_pair() + HOOKE + NO_CONTACTS + "fix nve all nve/sphere\n" +
                 "velocity all set 0 0 0\nrun 0\n");
  const double l0 = std::sqrt(0.36 + 0.25 + 0.49);
  EXPECT_EQ(sim.value("ebond"), 0.0);
  for (const double factor : {0.9, 1.2}) {
    const auto at = [&](double a) {
      return std::to_string(factor * a);
    };
    sim.run("set atom 2 x " + at(0.6) + " y " + at(0.5) + " z " + at(0.7) + "\nrun 0\n");
    const double stretch = (factor - 1.0) * l0;
    EXPECT_NEAR(sim.value("2*ebond"), 0.5 * 1000.0 * stretch * stretch,
                1e-9);    // LAMMPS gives it per atom
    EXPECT_NEAR(sim.value("fx[1]"), 1000.0 * stretch * 0.6 / l0, 1e-9);
  }
}

TEST(BondHooke, BalancesAreExact)
{
  Simulation sim(bonded_pair() +
                 "bond_style contact/hooke\n"
                 "bond_coeff * k 1000 damping velocity 0 0\n" +
                 NO_CONTACTS + "fix nve all nve/sphere\nrun 0\n");
  const double before = energy(sim);
  sim.run("run 5000");
  // second order: the error of the energy is that of the phase space, w h = 0.02
  EXPECT_NEAR(energy(sim), before, 3e-4 * before);
}

// Kelvin-Voigt: the amplitude of two equal masses falls as exp(-g t) with g = c/m, c = GN m/2 of `mass_velocity GN`: exp(-GN t/2)

TEST(BondHooke, DashpotsDampAsThoseOfContacts)
{
  Simulation sim(bonded_box() + "create_atoms 1 single -0.5 0 0\ncreate_atoms 1 single 0.5 0 0\n" +
                 MASS_ONE +
                 "create_bonds single/bond 1 1 2\nbond_style contact/hooke\n"
                 "bond_coeff * k 1000 damping mass_velocity 4 0\n" +
                 NO_CONTACTS + "fix nve all nve/sphere\nrun 0\nset atom 2 x 0.52\nrun 1000\n");
  const State s = sim.state();
  const double t = 0.5, g = 4.0 * 0.5, w = std::sqrt(2000.0 - g * g);
  const double expected = 0.02 * std::exp(-g * t) * (std::cos(w * t) + g / w * std::sin(w * t));
  EXPECT_NEAR(s.x[1].x - s.x[0].x - 1.0, expected, 1e-3 * 0.02);
}

// newton, periodic boundaries and the integrator do not matter

TEST(BondHooke, NewtonAndBoundariesDoNotMatter)
{
  const auto run = [](const std::string &before, const std::string &shift) {
    Simulation sim(bonded_pair(before) + "displace_atoms all move " + shift +
                   "\nbond_style contact/hooke\nbond_coeff * k 1000 damping restitution 0.5\n" +
                   NO_CONTACTS + "fix nve all nve/sphere\nrun 500\n");
    return sim.state();
  };
  const State expected = run("newton on", "0 0 0");
  for (const std::string newton : {"newton on", "newton off"})
    for (const std::string shift : {"4.8 0 0", "4.8 4.7 4.6"}) {
      const State found = run(newton, shift);
      EXPECT_LE(largest_difference(found.v, expected.v), 1e-11);
      EXPECT_LE(largest_difference(found.omega, expected.omega), 1e-11);
    }
}
