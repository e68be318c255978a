// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_RESTART_IMAGES_H
#define VARDEM_HOST_RESTART_IMAGES_H

#include "atom.h"
#include "domain.h"
#include "fix.h"
#include "host/cell/cell_flow.h"
#include "host/cell/cell_shape.h"
#include "host/interfaces/flow_of_cell.h"
#include "host/interfaces/styles_with.h"
#include "update.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** Velocities and image flags in restart files that are written while the cell deforms. Atoms may
 *  be outside of the cell, and LAMMPS writes the positions of their images inside, but velocities
 *  and image flags of the atoms themselves (src/write_restart.cpp). So an atom has those of this
 *  image from start(), which a fix calls in its write_restart(), to finish(), in its
 *  write_restart_file(), which LAMMPS calls when it has written the atoms. */
class RestartImages : protected Pointers {
 public:
  RestartImages(LAMMPS *lmp, Fix *fix_in) : Pointers(lmp), fix(fix_in)
  {
    fix->restart_file = 1;
    fix->force_reneighbor = 1;
    fix->next_reneighbor = -1;
  }

  /** For post_integrate(): the last step of a run builds neighbor lists, as LAMMPS does where it
   *  writes the files of command restart. Then atoms are in the cell before their forces are found,
   *  which keyword restart exact needs: its forces depend on the velocities of images. */
  void end_inside()
  {
    if (update->ntimestep == update->laststep) fix->next_reneighbor = update->ntimestep;
  }
  /** Of several fixes the first one does it. */
  void start()
  {
    if (dynamic_cast<const Fix *>(fixes_with<FlowOfCell>(modify).front()) != fix) return;
    const bool at_half_step = fixes_with<FlowOfCell>(modify).front()->cell_streaming().is_staggered;
    const VARDEM::UpperTriangle rate = at_half_step
        ? VARDEM::upper(domain->h_rate)
        : full_step_flow(lmp).flow.L * VARDEM::upper(domain->h);
    for (int i = 0; i < atom->nlocal; i++) {
      const Edges by = edges_of(atom->x[i]);
      if (by.a == 0 && by.b == 0 && by.c == 0) continue;
      VARDEM::Vec3 &v = *VARDEM::vectors_at(atom->v[i]);
      const imageint image = atom->image[i];
      kept.push_back({i, v, image});
      const int pbc[] = {by.a, by.b, by.c, by.c, by.c, by.b};
      if (atom->mask[i] & domain->deform_groupbit) v = v + image_velocity(rate, pbc);
      const auto flag = [image](int shift, int edges) {
        return (((image >> shift) - edges) & IMGMASK) << shift;
      };
      atom->image[i] = flag(0, by.a) | flag(IMGBITS, by.b) | flag(IMG2BITS, by.c);
    }
  }
  void finish()
  {
    for (const Kept &one : kept) {
      *VARDEM::vectors_at(atom->v[one.i]) = one.v;
      atom->image[one.i] = one.image;
    }
    kept.clear();
  }

 private:
  struct Kept {
    int i;
    VARDEM::Vec3 v;
    imageint image;
  };
  struct Edges {
    int a, b, c;
  };

  Fix *fix;
  std::vector<Kept> kept;

  /** By how many edges of the cell LAMMPS moves it. */
  Edges edges_of(const double *x) const
  {
    double place[] = {x[0], x[1], x[2]};
    if (domain->triclinic) domain->x2lamda(place, place);
    const double *const lo = domain->triclinic ? domain->boxlo_lamda : domain->boxlo,
                        *const hi = domain->triclinic ? domain->boxhi_lamda : domain->boxhi;
    const auto along = [&](int d) {
      if (!domain->periodicity[d]) return 0;
      return place[d] < lo[d] ? 1 : place[d] >= hi[d] ? -1 : 0;
    };
    return {along(0), along(1), along(2)};
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
