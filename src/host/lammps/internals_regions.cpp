// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/lammps/internals_regions.h"

#include "region_block.h"
#include "region_cone.h"
#include "region_cylinder.h"
#include "region_plane.h"
#include "region_sphere.h"
#include "region_union.h"

#include <array>
#include <utility>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::WallShape;

namespace {

// Names of protected members

struct Block : public RegBlock {
  static void read(const RegBlock *r, WallShape &shape)
  {
    shape.a = {r->*(&Block::xlo), r->*(&Block::ylo), r->*(&Block::zlo)};
    shape.b = {r->*(&Block::xhi), r->*(&Block::yhi), r->*(&Block::zhi)};
  }
};

struct Ball : public RegSphere {
  static void read(const RegSphere *r, WallShape &shape)
  {
    shape.a = {r->*(&Ball::xc), r->*(&Ball::yc), r->*(&Ball::zc)};
    shape.radius = r->*(&Ball::radius);
  }
};

void read_plane(const RegPlane *r, WallShape &shape);

/** The members of a plane are private in LAMMPS 4 Feb 2025: only the arguments of an explicit
 *  instantiation may name them. */
template <double RegPlane::*x, double RegPlane::*y, double RegPlane::*z,
          double (RegPlane::*normal)[3]>
struct Plane {
  friend void read_plane(const RegPlane *r, WallShape &shape)
  {
    shape.a = {r->*x, r->*y, r->*z};
    shape.b = {(r->*normal)[0], (r->*normal)[1], (r->*normal)[2]};
  }
};

template struct Plane<&RegPlane::xp, &RegPlane::yp, &RegPlane::zp, &RegPlane::normal>;

void read_cylinder(const RegCylinder *r, WallShape &shape);
void read_cylinder(const RegCone *r, WallShape &shape);

/** As Plane, in all versions, for cylinders and cones. */
template <class R, char R::*axis, double R::*c1, double R::*c2, double R::*lo, double R::*hi,
          double R::*radius_lo, double R::*radius_hi>
struct Cylinder {
  friend void read_cylinder(const R *r, WallShape &shape)
  {
    switch (r->*axis) {
      case 'x':
        shape.a = {0.0, r->*c1, r->*c2};
        shape.b = {1.0, 0.0, 0.0};
        break;
      case 'y':
        shape.a = {r->*c1, 0.0, r->*c2};
        shape.b = {0.0, 1.0, 0.0};
        break;
      default:
        shape.a = {r->*c1, r->*c2, 0.0};
        shape.b = {0.0, 0.0, 1.0};
    }
    shape.lo = r->*lo;
    shape.hi = r->*hi;
    shape.radius = r->*radius_lo;
    shape.radius_hi = r->*radius_hi;
  }
};

template struct Cylinder<RegCylinder, &RegCylinder::axis, &RegCylinder::c1, &RegCylinder::c2,
                         &RegCylinder::lo, &RegCylinder::hi, &RegCylinder::radius,
                         &RegCylinder::radius>;
template struct Cylinder<RegCone, &RegCone::axis, &RegCone::c1, &RegCone::c2, &RegCone::lo,
                         &RegCone::hi, &RegCone::radiuslo, &RegCone::radiushi>;

}    // namespace

std::optional<WallShape> VARDEM_NS::wall_shape(const Region *region)
{
  WallShape shape = {};
  shape.inner = region->openflag || region->interior;
  shape.outer = region->openflag || !region->interior;
  for (int k = 0; k < 6; k++) shape.open |= region->open_faces[k] ? 1u << k : 0u;
  shape.place = VARDEM::NO_MOTION;
  if (const auto *plane = dynamic_cast<const RegPlane *>(region)) {
    shape.kind = WallShape::PLANE;
    read_plane(plane, shape);
  } else if (const auto *block = dynamic_cast<const RegBlock *>(region)) {
    shape.kind = WallShape::BLOCK;
    Block::read(block, shape);
  } else if (const auto *ball = dynamic_cast<const RegSphere *>(region)) {
    shape.kind = WallShape::SPHERE;
    Ball::read(ball, shape);
  } else if (const auto *cylinder = dynamic_cast<const RegCylinder *>(region)) {
    shape.kind = WallShape::CYLINDER;
    read_cylinder(cylinder, shape);
  } else if (const auto *cone = dynamic_cast<const RegCone *>(region)) {
    shape.kind = WallShape::CYLINDER;
    read_cylinder(cone, shape);
  } else
    return {};
  return shape;
}

// A point that sees a region from outside sees one surface of each member. So it is with members
// that are seen from inside once they are turned.
std::optional<WallShape> VARDEM_NS::wall_shape_of_all(const Region *region,
                                                      std::vector<VARDEM::WallBody> &bodies)
{
  if (!region->reglist) return wall_shape(region);
  if (region->openflag) return {};
  bodies.clear();
  for (int k = 0; k < region->nregion; k++) {
    const auto member = wall_shape(region->reglist[k]);
    if (!member || (!region->interior && member->outer)) return {};
    bodies.push_back(*member);
    if (!region->interior) std::swap(bodies.back().inner, bodies.back().outer);
  }
  WallShape shape = {};
  shape.kind = WallShape::BODIES;
  shape.bodies = bodies.data();
  shape.nbodies = static_cast<int>(bodies.size());
  shape.all = (dynamic_cast<const RegUnion *>(region) != nullptr) != (region->interior != 0);
  shape.place = VARDEM::NO_MOTION;
  return shape;
}

namespace {

/** Names a function that LAMMPS 4 Feb 2025 protects. */
struct Mover : public Region {
  static void move(Region *region, VARDEM::Vec3 &p)
  {
    (region->*(&Mover::forward_transform))(p.x, p.y, p.z);
  }
};

}    // namespace

VARDEM::Vec3 VARDEM_NS::moved_with(Region *region, VARDEM::Vec3 p)
{
  Mover::move(region, p);
  return p;
}

namespace {

std::array<const char *, 4> motion_of(const Region *region);

/** As Plane. */
template <char *Region::*x, char *Region::*y, char *Region::*z, char *Region::*angle>
struct Motion {
  friend std::array<const char *, 4> motion_of(const Region *region)
  {
    return {region->*x, region->*y, region->*z, region->*angle};
  }
};

template struct Motion<&Region::xstr, &Region::ystr, &Region::zstr, &Region::tstr>;

}    // namespace

std::vector<std::string> VARDEM_NS::motion_variables(const Region *region)
{
  std::vector<std::string> names;
  for (const char *name : motion_of(region))
    if (name) names.emplace_back(name);
  return names;
}
