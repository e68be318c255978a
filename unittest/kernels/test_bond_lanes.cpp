// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "binder_bonds.h"
#include "kernels/bond/bond_lanes.h"

#include <cstring>
#include <gtest/gtest.h>

using namespace VARDEM;

namespace {

// Vector lanes have the bits of the scalar kernel, as those of contacts (test_contact_lanes.cpp).
// No tolerance.

VARDEM_CLONES void in_lanes(ShearB, BondLanes &lanes, bool damped, bool tally)
{
  find_bond_forces<ShearB>(lanes, damped, tally);
}

VARDEM_CLONES void in_lanes(ShearN, BondLanes &lanes, bool damped, bool tally)
{
  find_bond_forces<ShearN>(lanes, damped, tally);
}

/** A bond, and the velocities and spins of its bodies. */
struct MovingBond {
  BondedPair pair;
  Binder law;
  PairDisplacement v;
};

/** Every fifth is free of strain. */
MovingBond random_bond(int n, Random &random)
{
  const double angle = random_angle(n, random);
  return {n % 5 ? strained_bond(angle, random) : bond_at_rest(random),
          random_binder(n % 2 == 0, random),
          {random.vector(), random.vector(), random.vector(), random.vector()}};
}

void set_lane(BondLanes &lanes, int l, const MovingBond &bond)
{
  double numbers[STORED_BOND];
  set_bond_reference_at<false>(numbers, bond.pair.reference);
  for (int c = 0; c < STORED_BOND; c++) lanes.reference[c][l] = numbers[c];
  Lanes::set(lanes.e, l, bond.pair.x2 - bond.pair.x1);
  Lanes::set(lanes.q1, l, bond.pair.q1);
  Lanes::set(lanes.q2, l, bond.pair.q2);
  lanes.set_law(l, bond.law);
  lanes.set_taken(l, bond.law);
  Lanes::set(lanes.u, l, bond.v.u2 - bond.v.u1);
  Lanes::set(lanes.w1, l, bond.v.th1);
  Lanes::set(lanes.w2, l, bond.v.th2);
}

struct Found {
  PairForce f;
  double energy, dashpot_power;
  BondStrain strain;
};

template <class Shear> Found alone(const MovingBond &bond, bool damped)
{
  const BondGeometry g = bond.pair.geometry();
  const BondForce springs = binder_force<Shear>(bond.law, g);
  Found found = {springs.f, total(springs.energy), 0.0, springs.strain};
  if (!damped) return found;
  const BondRates rates = bond_rates(g, bond.v);
  found.f = found.f + dashpot_force(bond.law, g, rates);
  found.dashpot_power = dashpot_power(bond.law, rates);
  return found;
}

/** Lanes with other bits than the scalar kernel. */
template <class Shear> int different_lanes(bool damped, bool tally)
{
  Random random;
  int different = 0;
  for (int trial = 0; trial < 60; trial++) {
    BondLanes lanes = {};
    MovingBond bonds[LANES];
    for (int l = 0; l < LANES; l++) {
      bonds[l] = random_bond(LANES * trial + l, random);
      set_lane(lanes, l, bonds[l]);
    }
    in_lanes(Shear(), lanes, damped, tally);
    for (int l = 0; l < LANES; l++) {
      Found scalar = alone<Shear>(bonds[l], damped);
      if (!tally) scalar = {scalar.f, 0.0, 0.0, {0.0, 0.0, 0.0}};
      const Found lane = {lanes.forces(l), lanes.energy[l], lanes.dashpot_power[l],
                          lanes.bond_strain(l)};
      different += std::memcmp(&scalar, &lane, sizeof lane) != 0;
    }
  }
  return different;
}

template <class Shear> struct BondLanesOf : testing::Test {
};
using Forms = testing::Types<ShearB, ShearN>;

}    // namespace

TYPED_TEST_SUITE(BondLanesOf, Forms);

TYPED_TEST(BondLanesOf, LanesHaveTheBitsOfTheScalarKernel)
{
  for (bool damped : {false, true})
    for (bool tally : {false, true})
      EXPECT_EQ(different_lanes<TypeParam>(damped, tally), 0) << damped << " " << tally;
}
