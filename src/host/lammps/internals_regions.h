// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_INTERNALS_REGIONS_H
#define VARDEM_HOST_INTERNALS_REGIONS_H

#include "kernels/walls/wall_shapes.h"

#include <optional>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class Region;

namespace VARDEM_NS {

  // A part of the access to what LAMMPS does not publish (host/lammps/internals.h): the parameters
  // of regions.

  /** The surfaces of a region of style plane, block, sphere, cylinder or cone where the input has
   *  it, without keywords move and rotate. Empty for other styles. Relies on: protected members of
   *  RegBlock, src/region_block.h, and RegSphere, src/region_sphere.h; private members of
   *  RegCylinder, src/region_cylinder.h, RegCone, src/region_cone.h, and RegPlane,
   *  src/region_plane.h; and the rules in their surface_interior() and surface_exterior(). */
  std::optional<VARDEM::WallShape> wall_shape(const Region *region);

  /** The same, and those of unions and intersections of such regions, whose members come into
   *  `bodies`. Relies on: Region::reglist, src/region.h, and the rules in src/region_union.cpp and
   *  src/region_intersect.cpp. */
  std::optional<VARDEM::WallShape> wall_shape_of_all(const Region *region,
                                                     std::vector<VARDEM::WallBody> &bodies);

  /** Where a point of the region of the input is now. Region::prematch() has found its motion in
   *  this step. Relies on: Region::forward_transform(), src/region.h, which older versions
   *  protect. */
  VARDEM::Vec3 moved_with(Region *region, VARDEM::Vec3 p);

  /** The names of the variables by which a region moves and rotates. Relies on: private members of
   *  Region, src/region.h. */
  std::vector<std::string> motion_variables(const Region *region);

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
