// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/pair/contact_laws.h"
#include "kernels/contact/contact_lanes.h"

using namespace VARDEM;

// Few grains of most flows touch a wall, so there are no lanes of walls.
#define ROLLING_LAW(law, NormalForce)                    \
  namespace {                                            \
    VARDEM_PAIRS_IN_LANES(law, WithRolling<NormalForce>) \
  }                                                      \
  const NormalLaw law = normal_law<WithRolling<NormalForce>>(law##_of_pairs, nullptr)

namespace LAMMPS_NS::VARDEM_NS {
ROLLING_LAW(rolling_hooke_law, HookeForce);
ROLLING_LAW(rolling_hertz_law, HertzForce);
ROLLING_LAW(rolling_cohesive_hooke_law, WithCohesion<HookeForce>);
ROLLING_LAW(rolling_cohesive_hertz_law, WithCohesion<HertzForce>);
ROLLING_LAW(rolling_jkr_law, JKRForce);
ROLLING_LAW(rolling_bridge_hooke_law, WithBridge<HookeForce>);
ROLLING_LAW(rolling_bridge_hertz_law, WithBridge<HertzForce>);
}    // namespace LAMMPS_NS::VARDEM_NS
