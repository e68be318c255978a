/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/pair/contact_laws.h"
#include "kernels/contact/wall_lanes.h"

namespace LAMMPS_NS::VARDEM_NS {
VARDEM_NORMAL_LAW(hooke_law, VARDEM::HookeForce);
}
