// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/pair/contact_laws.h"
#include "kernels/contact/rolling.h"

using namespace VARDEM;

namespace LAMMPS_NS::VARDEM_NS {
const NormalLaw rolling_hooke_law = normal_law<WithRolling<HookeForce>>(nullptr, nullptr),
                rolling_hertz_law = normal_law<WithRolling<HertzForce>>(nullptr, nullptr),
                rolling_cohesive_hooke_law =
                    normal_law<WithRolling<WithCohesion<HookeForce>>>(nullptr, nullptr),
                rolling_cohesive_hertz_law =
                    normal_law<WithRolling<WithCohesion<HertzForce>>>(nullptr, nullptr);
}    // namespace LAMMPS_NS::VARDEM_NS
