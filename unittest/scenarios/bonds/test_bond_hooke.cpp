// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Bond style contact/hooke: the two-sided Hookean bond of De Klerk et al., arXiv:2103.01757, 3.3.

#include "bonds/bonded.h"

#include <cmath>

using namespace scenario;

namespace {

const std::string HOOKE = "bond_style contact/hooke\nbond_coeff * k 1000\n";

}    // namespace

// The bond is there in tension and in compression, and the rest length is the distance when it was
// first seen

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

// Kelvin-Voigt: the amplitude of two equal masses falls as exp(-g t) with g = c/m, c = GN m/2 of
// `mass_velocity GN`: exp(-GN t/2)

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
