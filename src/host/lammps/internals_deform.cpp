// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/lammps/internals_deform.h"

#include "atom.h"
#include "domain.h"
#include "irregular.h"
#include "lammps.h"
#include "update.h"

#include <algorithm>
#include <vector>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {

/** Names a protected member. */
struct DeformSettings : public FixDeform {
  static bool keep_volume(const FixDeform *fix)
  {
    const Set *const all = fix->*(&DeformSettings::set);
    return std::any_of(all, all + 6, [](const Set &one) {
      return one.style == VOLUME;
    });
  }
};

}    // namespace

bool VARDEM_NS::keeps_volume(const FixDeform *fix)
{
  return DeformSettings::keep_volume(fix);
}

void CellDeformation::flip_cell(int yz, int xz, int xy, const VARDEM::UpperTriangle &flipped)
{
  flipyz = yz;
  flipxz = xz;
  flipxy = xy;
  flip = 1;
  set[3].tilt_flip = flipped.yz;
  set[4].tilt_flip = flipped.xz;
  set[5].tilt_flip = flipped.xy;
  next_reneighbor = update->ntimestep;
}

// With KOKKOS the domain works on the device. These versions of LAMMPS give atoms their velocities.
void CellDeformation::pre_exchange()
{
  if (lmp->kokkos || !flip) return FixDeform::pre_exchange();
  domain->yz = set[3].tilt_target = set[3].tilt_flip;
  domain->xz = set[4].tilt_target = set[4].tilt_flip;
  domain->xy = set[5].tilt_target = set[5].tilt_flip;
  domain->set_global_box();
  domain->set_local_box();
  domain->image_flip(flipxy, flipxz, flipyz);
  take_in_atoms();
  domain->x2lamda(atom->nlocal);
  irregular->migrate_atoms();
  domain->lamda2x(atom->nlocal);
  flip = 0;
}

void CellDeformation::take_in_atoms()
{
  const int n = atom->nlocal;
  const std::vector<imageint> before(atom->image, atom->image + n);
  std::vector<VARDEM::Vec3> v(n);
  for (int i = 0; i < n; i++) v[i] = {atom->v[i][0], atom->v[i][1], atom->v[i][2]};
  domain->remap_all();

  const double *const rate = domain->h_rate;
  for (int i = 0; i < n; i++) {
    const auto edges = [&](int shift) {    // by which LAMMPS has moved the atom
      return static_cast<int>((before[i] >> shift) & IMGMASK) -
          static_cast<int>((atom->image[i] >> shift) & IMGMASK);
    };
    const int a = edges(0), b = edges(IMGBITS), c = edges(IMG2BITS);
    v[i].x += a * rate[0];
    v[i].x += b * rate[5];
    v[i].y += b * rate[1];
    v[i].x += c * rate[4];
    v[i].y += c * rate[3];
    v[i].z += c * rate[2];
    atom->v[i][0] = v[i].x;
    atom->v[i][1] = v[i].y;
    atom->v[i][2] = v[i].z;
  }
}
