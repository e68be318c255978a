/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/wall_candidates.h"

#include "atom.h"
#include "domain.h"
#include "host/wall_geometry.h"
#include "neighbor.h"
#include "update.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::RigidMotion;
using VARDEM::Vec3;

/* ---------------------------------------------------------------------- */

const std::vector<int> &WallCandidates::find(const WallGeometry &geometry, const RigidMotion &place,
                                             int groupbit)
{
  if (outdated(geometry, place)) collect(geometry, groupbit);
  return atoms;
}

/* ----------------------------------------------------------------------
   before a set-up, commands may have moved atoms at the same step
------------------------------------------------------------------------- */

bool WallCandidates::outdated(const WallGeometry &geometry, const RigidMotion &place)
{
  const bool near = !geometry.moves() || !has_moved(place);
  if (build == neighbor->lastcall && !update->setupflag && near) return false;
  build = neighbor->lastcall;
  place_then = place;
  return true;
}

/* ----------------------------------------------------------------------
   Has any point of the box moved with the wall by half of the skin? No point moves farther than the farthest corner.
------------------------------------------------------------------------- */

bool WallCandidates::has_moved(const RigidMotion &place) const
{
  const RigidMotion since = place * inverse(place_then);
  const double *const ends[] = {domain->triclinic ? domain->boxlo_bound : domain->boxlo,
                                domain->triclinic ? domain->boxhi_bound : domain->boxhi};
  double most = 0.0;
  for (int corner = 0; corner < 8; corner++) {
    const Vec3 p = {ends[corner & 1][0], ends[corner >> 1 & 1][1], ends[corner >> 2][2]};
    most = std::fmax(most, norm(since.place(p) - p));
  }
  return most >= 0.5 * neighbor->skin;
}

/* ---------------------------------------------------------------------- */

void WallCandidates::collect(const WallGeometry &geometry, int groupbit)
{
  touches.resize(geometry.most_near());
  atoms.clear();
  const Vec3 *x = VARDEM::vectors_at(atom->x[0]);
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    const double reach = atom->radius[i] + neighbor->skin;
    if (geometry.near(x[i], reach, touches.data()) || geometry.is_behind(x[i])) atoms.push_back(i);
  }
}
