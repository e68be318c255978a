// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/pair/contact_laws.h"
#include "kernels/contact/wall_lanes.h"

namespace LAMMPS_NS::VARDEM_NS {
VARDEM_NORMAL_LAW(hooke_law, VARDEM::HookeForce);
VARDEM_NORMAL_LAW(hertz_law, VARDEM::HertzForce);
}    // namespace LAMMPS_NS::VARDEM_NS
