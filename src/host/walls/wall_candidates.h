// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_WALL_CANDIDATES_H
#define VARDEM_HOST_WALL_CANDIDATES_H

#include "atom.h"
#include "host/walls/wall_atoms.h"
#include "host/walls/wall_geometry.h"
#include "neighbor.h"
#include "pointers.h"
#include "update.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The owned atoms that can touch a wall before LAMMPS builds neighbor lists again, or before the
 *  wall has moved by half of the neighbor skin: a neighbor list of the wall. It also has the atoms
 *  with springs of contacts with the wall, wherever they are. */
class WallCandidates : protected Pointers {
 public:
  explicit WallCandidates(LAMMPS *lmp) : Pointers(lmp) {}

  /** law_reach: gap up to which the law of the wall may act. each_step: may neighbor lists stay as
   *  they are while atoms come near, because they grow or since lists are built once? */
  void forget(double law_reach, bool each_step)
  {
    build = -1;
    reach = law_reach;
    always = each_step;
  }
  double reach_of_law() const { return reach; }
  /** Must someone look for them anew? The answer counts as done. Before a set-up, commands may
   *  have moved atoms at the same step. */
  bool outdated(const WallGeometry &geometry, const VARDEM::RigidMotion &place)
  {
    const bool near = !geometry.moves() || !has_moved(geometry, place);
    if (!always && build == neighbor->lastcall && !update->setupflag && near) return false;
    build = neighbor->lastcall;
    place_then = place;
    return true;
  }
  /** Up to which gap an atom can be one. An atom stays within half of the skin from its place at
   *  the last build. If the wall moves, this may be in the middle between two builds: then the
   *  atom may cross the whole skin while the wall crosses half of it. Triangles are those of
   *  this list, so that half of the skin is left for the loop. */
  double margin(const WallGeometry &geometry) const
  {
    return (geometry.moves() ? (geometry.is_mesh() ? 2.0 : 1.5) : 1.0) * neighbor->skin + reach;
  }
  /** Looks for them if the last ones may be outdated. place: of the wall. */
  const std::vector<int> &find(const WallGeometry &geometry, const VARDEM::RigidMotion &place,
                               const WallRows &springs, int groupbit)
  {
    if (outdated(geometry, place)) collect(geometry, springs, groupbit);
    return atoms;
  }
  /** Up to which gap the loop over them needs surfaces. */
  double reach_of_loop(const WallGeometry &geometry) const
  {
    return (geometry.is_mesh() ? 0.5 : 1.0) * neighbor->skin + reach;
  }
  /** Of a wall of triangles, for each atom that the last find() has given. */
  const ListedTriangles &near_triangles() const { return triangles; }
  double memory_usage() const { return atoms.capacity() * sizeof(int) + triangles.bytes(); }

 private:
  std::vector<int> atoms;
  double reach = 0.0;
  bool always = false;
  bigint build = -1;    // step at which the neighbor lists were built
  VARDEM::RigidMotion place_then = VARDEM::NO_MOTION;
  std::vector<VARDEM::WallTouch> touches;
  ListedTriangles triangles;

  /** By half of the skin? */
  bool has_moved(const WallGeometry &geometry, const VARDEM::RigidMotion &place) const
  {
    const VARDEM::RigidMotion since = place * inverse(place_then);
    const auto way = [&](const VARDEM::Vec3 &p) {
      return norm(since.place(p) - p);
    };
    return geometry.farthest(place_then, way) >= 0.5 * neighbor->skin;
  }
  void collect(const WallGeometry &geometry, const WallRows &springs, int groupbit)
  {
    const double gap = margin(geometry);
    touches.resize(geometry.most_near());
    triangles.start(geometry.is_mesh() ? atom->nlocal : 0);
    atoms.clear();
    for (int i = 0; i < atom->nlocal; i++) {
      const bool mine = atom->mask[i] & groupbit;
      const bool near = mine && is_near(geometry, i, atom->radius[i] + gap);
      if (near || springs.of(i).used()) atoms.push_back(i);
    }
  }
  bool is_near(const WallGeometry &geometry, int i, double reach)
  {
    const VARDEM::Vec3 x = *VARDEM::vectors_at(atom->x[i]);
    if (geometry.is_mesh()) return triangles.find(*geometry.shape(), i, x, reach);
    return geometry.near(x, reach, touches.data()) || geometry.is_behind(x);
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
