// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/pair/contact_laws.h"
#include "kernels/contact/wall_lanes.h"

namespace LAMMPS_NS::VARDEM_NS {
VARDEM_NORMAL_LAW(cohesive_hooke_law, VARDEM::WithCohesion<VARDEM::HookeForce>);
VARDEM_NORMAL_LAW(cohesive_hertz_law, VARDEM::WithCohesion<VARDEM::HertzForce>);
VARDEM_NORMAL_LAW(jkr_law, VARDEM::JKRForce);
VARDEM_NORMAL_LAW(bridge_hooke_law, VARDEM::WithBridge<VARDEM::HookeForce>);
VARDEM_NORMAL_LAW(bridge_hertz_law, VARDEM::WithBridge<VARDEM::HertzForce>);
}    // namespace LAMMPS_NS::VARDEM_NS
