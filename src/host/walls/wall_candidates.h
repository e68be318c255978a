// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_WALL_CANDIDATES_H
#define VARDEM_HOST_WALL_CANDIDATES_H

#include "host/walls/wall_atoms.h"
#include "pointers.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

class WallGeometry;

/** The owned atoms that can touch a wall before LAMMPS builds neighbor lists again, or before the
 *  wall has moved by half of the neighbor skin: a neighbor list of the wall. It also has the atoms
 *  with springs of contacts with the wall, wherever they are. */
class WallCandidates : protected Pointers {
 public:
  explicit WallCandidates(LAMMPS *lmp) : Pointers(lmp) {}

  /** law_reach: gap up to which the law of the wall may act. */
  void forget(double law_reach)
  {
    build = -1;
    reach = law_reach;
  }
  double reach_of_law() const { return reach; }
  /** Must someone look for them anew? The answer counts as done. */
  bool outdated(const WallGeometry &geometry, const VARDEM::RigidMotion &place);
  /** Up to which gap an atom can be one. */
  double margin(const WallGeometry &geometry) const;
  /** Looks for them if the last ones may be outdated. place: of the wall. */
  const std::vector<int> &find(const WallGeometry &geometry, const VARDEM::RigidMotion &place,
                               const WallRows &springs, int groupbit);
  /** Up to which gap the loop over them needs surfaces. */
  double reach_of_loop(const WallGeometry &geometry) const;
  /** Of a wall of triangles, for each atom that the last find() has given. */
  const ListedTriangles &near_triangles() const { return triangles; }
  double memory_usage() const { return atoms.capacity() * sizeof(int) + triangles.bytes(); }

 private:
  std::vector<int> atoms;
  double reach = 0.0;
  bigint build = -1;    // step at which the neighbor lists were built
  VARDEM::RigidMotion place_then = VARDEM::NO_MOTION;
  std::vector<VARDEM::WallTouch> touches;
  ListedTriangles triangles;

  bool has_moved(const WallGeometry &geometry, const VARDEM::RigidMotion &place) const;
  void collect(const WallGeometry &geometry, const WallRows &springs, int groupbit);
  bool is_near(const WallGeometry &geometry, int i, double reach);
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
