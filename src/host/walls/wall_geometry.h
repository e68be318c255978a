// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_WALL_GEOMETRY_H
#define VARDEM_HOST_WALL_GEOMETRY_H

#include "host/walls/triangles.h"
#include "host/walls/wall_loop.h"
#include "kernels/contact/sphere_contact.h"
#include "kernels/walls/wall_motion.h"
#include "kernels/walls/wall_shapes.h"
#include "pointers.h"
#include "region.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The surface of a wall: a plane, the surface of a region of LAMMPS, or triangles. All but a plane
 *  may move and rotate as a whole. Messages begin with `style_name`. */
class WallGeometry : protected Pointers {
 public:
  WallGeometry(LAMMPS *lmp, std::string style_name_in) :
      Pointers(lmp), style_name(std::move(style_name_in))
  {
  }
  ~WallGeometry() override;

  /** Reads plane px py pz nx ny nz, region ID, or stl FILE with its keywords, from arg[iarg] on.
   *  Returns the index of the next argument. */
  int parse(int iarg, int narg, char **arg);
  /** Finds the region of the input and checks it. */
  void find_region();
  /** A point about which torques are given: of the plane, or the origin. */
  const VARDEM::Vec3 &reference() const { return point; }
  /** As in the input. */
  std::string text() const;
  /** What must be the same in a restart file: triangles may come from a file of another name. */
  std::string text_of_surface() const;

  bool is_plane() const { return region_id.empty() && !triangles; }
  bool is_mesh() const { return triangles != nullptr; }
  Region *of_region() const { return region; }
  const VARDEM::Vec3 &normal() const { return n; }

  bool moves_by_variables() const { return region && region->dynamic; }
  bool moves() const { return is_free || moves_by_variables(); }
  /** The wall is free: it is where this motion takes it from where the input has it. */
  void put(const VARDEM::RigidMotion &motion);
  /** Brings the region to its place at this step, by its variables. All processes must call it.
   *  Returns its motion from where the input has it. */
  VARDEM::RigidMotion place();

  /** So many surfaces can touch a grain at the same time, and so many can be near to it. */
  int most_touching() const
  {
    if (is_mesh()) return WallSlots::OF_MESH;
    return region ? std::min(region->tmax, WallSlots::MOST) : 1;
  }
  int most_near() const { return is_mesh() ? VARDEM::WallMesh::MOST : (region ? region->cmax : 1); }
  /** As WallContacts (host/interfaces/soft_contacts.h) has it. triangles: as WallMesh::near() has
   *  them, if they are known. */
  int near(const VARDEM::Vec3 &x, double reach, VARDEM::WallTouch *touches,
           const VARDEM::NearTriangles *triangles = nullptr) const;
  /** Is the point on the side of a plane or of a closed region where no grain should be, so that
   *  near() finds nothing? */
  bool is_behind(const VARDEM::Vec3 &x) const;
  /** The same surfaces as plain data. Empty if the kernels do not have the style of the
   *  region. */
  const std::optional<VARDEM::WallShape> &shape() const { return known; }
  /** The largest norm way(p), which is convex, of the points p of the wall at this place, or of the
   *  box if that is smaller: particles are in the box. */
  template <class F> double farthest(const VARDEM::RigidMotion &at, const F &way) const
  {
    const double in_box = of_corners(box(), VARDEM::NO_MOTION, way);
    const VARDEM::BoundingBox own = bounds();
    const bool ends = norm(own.hi - own.lo) < 1e19;    // far away, round-off would hide the way
    return ends ? std::min(in_box, of_corners(own, at, way)) : in_box;
  }
  /** Those of a union or an intersection that kernels have. */
  std::vector<VARDEM::WallBody> &members() { return bodies; }
  /** The triangles, or null. */
  Triangles *mesh() const { return triangles.get(); }

 private:
  const std::string style_name;
  VARDEM::Vec3 point = {0.0, 0.0, 0.0}, n = {0.0, 0.0, 0.0};    // of a plane
  std::string region_id;
  Region *region = nullptr;    // of triangles: only its motion counts
  std::string stl;             // name of the file of the triangles
  std::unique_ptr<Triangles> triangles;
  std::optional<VARDEM::WallShape> known;
  std::vector<VARDEM::WallBody> bodies;    // of `known`
  bool is_free = false;
  VARDEM::RigidMotion put_there = VARDEM::NO_MOTION;    // of a free wall

  VARDEM::BoundingBox box() const;
  /** Of the wall where the input has it. */
  VARDEM::BoundingBox bounds() const { return known ? known->bounds() : VARDEM::UNBOUNDED; }
  template <class F>
  static double of_corners(const VARDEM::BoundingBox &of, const VARDEM::RigidMotion &at,
                           const F &way)
  {
    const VARDEM::Vec3 end[] = {of.lo, of.hi};
    double most = 0.0;
    for (int k = 0; k < 8; k++)
      most = std::fmax(most, way(at.place({end[k & 1].x, end[k >> 1 & 1].y, end[k >> 2].z})));
    return most;
  }
  void parse_plane(int iarg, int narg, char **arg);
  int parse_triangles(int iarg, int narg, char **arg);
  void read_triangles(double scale, const VARDEM::Vec3 &shift);
  void tell_of_triangles() const;
  void check_2d(const VARDEM::WallBody &body) const;
  void check_motion() const;
  void check_members(const Region *whole, bool turned) const;
  int near_region(const VARDEM::Vec3 &x, double reach, VARDEM::WallTouch *touches) const;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
