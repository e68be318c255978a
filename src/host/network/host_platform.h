// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_HOST_PLATFORM_H
#define VARDEM_HOST_HOST_PLATFORM_H

#include "domain.h"
#include "host/atoms/atom_accessors.h"
#include "host/atoms/grain_radii.h"
#include "host/atoms/orientations.h"
#include "host/network/closed_contacts.h"
#include "host/network/ghosts.h"
#include "neighbor.h"

namespace LAMMPS_NS::VARDEM_NS {

/** The platform of CompatibleSolverOn and SphereNetwork for the host. */
class HostPlatform : protected Pointers {
 public:
  using Space = VARDEM::HostSpace<Exchange>;
  using Atoms = ListedSpheres;
  Ghosts ghosts;

  HostPlatform(LAMMPS *lmp, Fix *fix) : Pointers(lmp), ghosts(lmp, fix) {}

  Space make_space() { return Space(Exchange{&ghosts}); }
  /** often: LAMMPS builds the list at each reneighboring; otherwise when the fix asks for it. */
  void request_list(Fix *fix, bool often = false)
  {
    neighbor->add_request(
        fix,
        NeighConst::REQ_NEWTON_OFF |
            (often ? touch_list_flag(modify) : NeighConst::REQ_SIZE | NeighConst::REQ_OCCASIONAL));
  }
  Atoms atoms(NeighList *list) const { return {atom, list}; }
  Points points(int bits) const { return {atom, bits}; }
  Spheres spheres(int groupbit = 0) const
  {
    return {atom, groupbit, nullptr, domain->dimension == 2};
  }
  const double *orientations(Orientations &all, const Space &) const { return all.rows(); }
  void set_orientations(Orientations &all, const double *q, const int *column, int count,
                        const Space & /*space*/) const
  {
    all.set(q, column, count);
  }
  const imageint *images() const { return atom->image; }
  void sync_tags_to_host() {}
  void sync_all_to_host() {}
  void changed_motion() {}
  void changed_forces() {}
  void changed_torques() {}
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
