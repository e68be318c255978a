// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "kernels/contact/contact_lanes.h"
#include "soft_contacts.h"

#include <cstring>
#include <gtest/gtest.h>

using namespace VARDEM;

namespace {

// Vector lanes have the bits of the scalar kernel: the results of a run depend neither on the
// vector width of the machine nor on the contacts that share a batch. No tolerance: without
// contraction each operation is rounded alike.

VARDEM_CLONES void in_lanes(HookeForce, ContactLanes &lanes, const ContactParameters &law,
                            StepTime time, LaneLoop loop)
{
  find_forces<HookeForce>(lanes, law, time, loop);
}

VARDEM_CLONES void in_lanes(HertzForce, ContactLanes &lanes, const ContactParameters &law,
                            StepTime time, LaneLoop loop)
{
  find_forces<HertzForce>(lanes, law, time, loop);
}

ContactParameters frictional_law(Random &random)
{
  ContactParameters law = elastic_law(random, 0.5);
  add_dashpots(law, random);
  add_friction(law, random, 0.03);
  return law;
}

/** Every third pair was apart at the step before, and every fifth cannot move. */
GrainPair random_pair(const ContactParameters &law, Random &random, int n)
{
  const TwoBodies two = two_bodies(law, random);
  GrainPair pair = {};
  pair.e = two.x2 - two.x1;
  pair.R1 = two.R1;
  pair.R2 = two.R2;
  pair.state.inverse_mass = n % 5 == 0 ? 0.0 : 1.0 / two.m;
  pair.state.now = {two.v.u1, two.v.th1, two.v.th2};
  pair.state.half = {random.vector(), random.vector(), random.vector()};
  pair.state.spring = two.spring;
  if (n % 3 == 0) pair.state.now.v = pair.state.half.v = (50.0 / norm(pair.e)) * pair.e;
  return pair;
}

/** How many of the contacts slide; -1 if a lane has other bits than the scalar kernel. */
template <class NormalForce, bool SQRT_DASHPOT, TangentialMemory SPRINGS>
int compare_lanes(StepTime time)
{
  Random random;
  int sliding = 0;
  for (int trial = 0; trial < 50; trial++) {
    const ContactParameters law = frictional_law(random);
    ContactLanes lanes = {};
    GrainPair pairs[LANES];
    for (int l = 0; l < LANES; l++) {
      pairs[l] = random_pair(law, random, LANES * trial + l);
      lanes.set_pair<SPRINGS>(l, pairs[l]);
    }
    in_lanes(NormalForce(), lanes, law, time, {SQRT_DASHPOT, SPRINGS, true});
    for (int l = 0; l < LANES; l++) {
      const GrainForces alone =
          grain_forces<NormalForce, SQRT_DASHPOT, SPRINGS>(law, pairs[l], time);
      const GrainForces lane = lanes.forces<SPRINGS, true>(l);
      if (std::memcmp(&alone, &lane, sizeof alone) != 0) return -1;
      const double N = dot(alone.force, pairs[l].e) / norm(pairs[l].e);
      const Vec3 T = alone.force - (N / norm(pairs[l].e)) * pairs[l].e;
      sliding += norm(T) > 0.999 * law.friction * std::fabs(N);
    }
  }
  return sliding;
}

template <class NormalForce, bool SQRT_DASHPOT> void compare_motions()
{
  // both branches of Coulomb's law, of 800 contacts
  for (const int sliding :
       {compare_lanes<NormalForce, SQRT_DASHPOT, TangentialMemory::NONE>(0.0),
        compare_lanes<NormalForce, SQRT_DASHPOT, TangentialMemory::HALF_STEP>(0.01),
        compare_lanes<NormalForce, SQRT_DASHPOT, TangentialMemory::FULL_STEP>(0.01),
        // the strong dashpots of some lanes leave a change of velocity out, or nearly all of it
        compare_lanes<NormalForce, SQRT_DASHPOT, TangentialMemory::FULL_STEP>({0.01, 0.03}),
        compare_lanes<NormalForce, SQRT_DASHPOT, TangentialMemory::NONE_FULL_STEP>({0.01, 0.03}),
        compare_lanes<NormalForce, SQRT_DASHPOT, TangentialMemory::NONE_FULL_STEP>({0.01, 9.0})}) {
    EXPECT_GT(sliding, 20);
    EXPECT_LT(sliding, 780);
  }
  // set-up
  EXPECT_GE((compare_lanes<NormalForce, SQRT_DASHPOT, TangentialMemory::FULL_STEP>(0.0)), 0);
}

}    // namespace

TEST(ContactLanes, HaveTheBitsOfTheScalarKernelForHooke)
{
  compare_motions<HookeForce, false>();
  compare_motions<HookeForce, true>();
}

TEST(ContactLanes, HaveTheBitsOfTheScalarKernelForHertz)
{
  compare_motions<HertzForce, false>();
  compare_motions<HertzForce, true>();
}
