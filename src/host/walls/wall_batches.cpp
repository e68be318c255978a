/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/walls/wall_batches.h"

using namespace LAMMPS_NS;
using VARDEM::SoftContact;
using VARDEM::SpringMotion;
using VARDEM::StepTime;
using VARDEM::WallLanes;

VARDEM_CLONES void VARDEM_NS::hooke_walls_in_lanes(WallLanes &lanes, const SoftContact &law,
                                                   StepTime time, bool root, SpringMotion springs)
{
  VARDEM::find_wall_forces<VARDEM::HookeForce>(lanes, law, time, root, springs);
}

VARDEM_CLONES void VARDEM_NS::hertz_walls_in_lanes(WallLanes &lanes, const SoftContact &law,
                                                   StepTime time, bool root, SpringMotion springs)
{
  VARDEM::find_wall_forces<VARDEM::HertzForce>(lanes, law, time, root, springs);
}
