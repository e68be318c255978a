// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Access to LAMMPS' regions, host/lammps/internals_regions.h: the surfaces of
// kernels/walls/wall_shapes.h are those that Region::surface() gives, for random points. It fails
// when a version of LAMMPS changes what the entry relies on.

#include "scenario.h"

#include "host/lammps/internals_regions.h"
#include "host/walls/wall_geometry.h"

#include "domain.h"
#include "lammps.h"
#include "region.h"

#include <algorithm>
#include <random>

using namespace LAMMPS_NS;
using namespace scenario;
using VARDEM::WallShape;
using VARDEM::WallTouch;
using VARDEM_NS::WallGeometry;

namespace {

const std::string BOX =
    "units lj\natom_style sphere\nboundary f f f\nregion box block -4 4 -4 4 -4 4\n"
    "create_box 1 box\nvariable dx equal 0.3\nvariable dz equal -0.2\nvariable t equal 0.7\n";
const std::string MOVED = " move v_dx NULL v_dz", TURNED = " rotate v_t 0.1 -0.2 0.3 1 2 -0.5";

const std::string RELIES =
    "wall_shape() relies on src/region_block.h, src/region_sphere.h, src/region_cylinder.h, "
    "src/region_cone.h, src/region_plane.h and the rules in src/region_*.cpp of LAMMPS, which have "
    "changed: ";

/** A wall of the plugin around a region with these arguments, at its place. */
struct Wall {
  Simulation sim;
  WallGeometry geometry;
  WallShape shape;

  /** members: commands of other regions, without the first word. */
  explicit Wall(const std::string &region, const std::string &members = "") :
      sim(BOX + (members.empty() ? "" : "region " + members + "\n") + "region wall " + region),
      geometry(sim.lammps(), "Test")
  {
    char words[2][8] = {"region", "wall"};
    char *arg[] = {words[0], words[1]};
    geometry.parse(0, 2, arg);
    geometry.of_region()->init();
    geometry.place();
    EXPECT_TRUE(geometry.shape().has_value()) << RELIES << region;
    if (geometry.shape()) shape = *geometry.shape();
  }

  std::vector<WallTouch> of_region(const Vec3 &x, double reach) const
  {
    Region *region = geometry.of_region();
    std::vector<WallTouch> touches;
    // intersections also give surfaces to points outside of them
    if (region->reglist && !region->match(x.x, x.y, x.z)) return touches;
    const int n = region->surface(x.x, x.y, x.z, reach);
    for (int k = 0; k < n; k++) {
      const Region::Contact &c = region->contact[k];
      if (c.r > 0.0)
        touches.push_back({{-c.delx / c.r, -c.dely / c.r, -c.delz / c.r},
                           c.r,
                           c.radius == 0.0 ? 0.0 : 1.0 / c.radius,
                           c.iwall});
    }
    return touches;
  }
  std::vector<WallTouch> of_shape(const Vec3 &x, double reach) const
  {
    std::vector<WallTouch> touches;
    shape.near(x, reach, [&](const WallTouch &t) {
      touches.push_back(t);
    });
    return touches;
  }
};

/** How far a point is along the axis of a cylinder or a cone, and from this axis. */
std::pair<double, double> cylindrical(const WallShape &shape, const Vec3 &x)
{
  const Vec3 d = shape.place.turn_back(x - shape.place.a) - shape.a;
  return {dot(d, shape.b), norm(d - dot(d, shape.b) * shape.b)};
}

bool is_outside(const WallShape &s, double along, double r)
{
  return along < s.lo || along > s.hi ||
      r > s.radius + (s.radius_hi - s.radius) * (along - s.lo) / (s.hi - s.lo);
}

/** LAMMPS does not set the nearest point of a cylinder without its mantle for points beside it, and
 *  gives cones another curvature outside. */
bool is_undefined(const WallShape &shape, const Vec3 &x)
{
  if (shape.kind != WallShape::CYLINDER) return false;
  const auto [along, r] = cylindrical(shape, x);
  if (shape.radius_hi == shape.radius) return (shape.open & 4u) && r >= shape.radius;
  return is_outside(shape, along, r);
}

/** The difference of a touch in LAMMPS' region: lengths here are about 1. LAMMPS divides by the
 *  distance to find the normal. */
double difference(const WallTouch &a, const WallTouch &b)
{
  return std::max({std::abs(a.distance - b.distance), norm(a.n - b.n) * std::min(1.0, a.distance),
                   std::abs(a.curvature - b.curvature)});
}

/** Compares 20,000 random points, and returns how many touches there were. */
int compare(const Wall &wall, const std::string &region)
{
  std::mt19937 random(4711);
  std::uniform_real_distribution<double> coordinate(-2.5, 2.5);
  int touches = 0, wrong = 0;
  double largest = 0.0;
  for (int n = 0; n < 20000; n++) {
    const Vec3 x = {coordinate(random), coordinate(random), coordinate(random)};
    if (is_undefined(wall.shape, x)) continue;
    const double reach = n % 2 ? 0.3 : 1.5;
    const auto expected = wall.of_region(x, reach), found = wall.of_shape(x, reach);
    touches += expected.size();
    wrong += expected.size() != found.size();
    for (std::size_t k = 0; k < std::min(expected.size(), found.size()); k++) {
      wrong += expected[k].surface != found[k].surface;
      largest = larger(largest, difference(expected[k], found[k]));
    }
  }
  EXPECT_EQ(wrong, 0) << RELIES << region;
  EXPECT_LE(largest, 1e-14) << RELIES << region;
  return touches;
}

const std::string STYLES[] = {"plane 0.1 0.2 -0.3 1 -2 0.5",     "block -1 1.5 -0.5 0.7 -1.2 1",
                              "block INF 0.5 -0.4 INF INF 1",    "sphere 0.1 -0.2 0.3 1.2",
                              "cylinder x 0.3 -0.1 0.9 -1 1.3",  "cylinder y 0.3 -0.1 0.9 -1 0.2",
                              "cylinder z 0.3 -0.1 1.3 INF 0.4", "cone x 0.3 -0.1 0.9 1.6 -1 1.3",
                              "cone z 0.3 -0.1 1.6 0.5 -1 1.3"};

}    // namespace

// -----------------------------------------------------------------------

TEST(Internals, wall_shape)
{
  for (const auto &style : STYLES)
    for (const std::string side : {" side in", " side out"})
      for (const auto &motion : {std::string(), MOVED, TURNED, MOVED + TURNED}) {
        const std::string region = style + side + motion;
        if (contains(region, "cone") && contains(region, "out")) continue;    // below
        EXPECT_GT(compare(Wall(region), region), 200) << region;
      }
}

// The surfaces of the members that are not hidden. LAMMPS also has hidden ones, from outside of a
// union.

TEST(Internals, wall_shape_of_all)
{
  NEEDS_LAMMPS(20260704, "right normals of cylinders with open faces");
  const std::string solids =
                        "wall_a sphere 0.4 0.3 0.2 1.3\nregion wall_b block -1 1.5 -0.5 0.7 -1 1\n"
                        "region wall_c cone x 0.3 -0.1 0.9 1.6 -0.9 1.3",
                    tubes = "wall_a cylinder x 0.3 -0.1 0.9 -1 1 open 1 open 2\n"
                            "region wall_b cylinder x 0.3 -0.1 1.6 1 2 open 1 open 2\n"
                            "region wall_c plane 0 0.1 0 0.3 1 -0.5",
                    hollows = "wall_a sphere 0.4 0.3 0.2 1.3 side out\n"
                              "region wall_b block -1 1.5 -0.5 0.7 -1.2 1 side out\n"
                              "region wall_c plane 0 0.1 0 0.3 1 -0.5";
  for (const std::string whole : {"union", "intersect"})
    for (const std::string &members : {solids, tubes, hollows}) {
      const std::string region = whole + " 3 wall_a wall_b wall_c";
      EXPECT_GT(compare(Wall(region, members), region + " of " + members), 200);
    }
}

// Two spheres from outside: the surface of their union is that of the sphere on the same side, and
// that of what they share is that of the sphere on the other side.

TEST(Internals, wall_shape_of_all_from_outside)
{
  const std::string spheres = "wall_a sphere -0.4 0 0 1\nregion wall_b sphere 0.4 0 0 1";
  const Wall both("union 2 wall_a wall_b side out", spheres),
      shared("intersect 2 wall_a wall_b side out", spheres);
  std::mt19937 random(4713);
  std::uniform_real_distribution<double> coordinate(-2.0, 2.0);
  int compared[] = {0, 0};
  for (int n = 0; n < 4000; n++) {
    const Vec3 x = {coordinate(random), coordinate(random), coordinate(random)};
    const double far[] = {norm(x - Vec3{-0.4, 0, 0}) - 1.0, norm(x - Vec3{0.4, 0, 0}) - 1.0};
    for (const bool whole : {true, false}) {
      const auto touches = (whole ? both : shared).of_shape(x, 0.5);
      const int right = (x.x > 0.0) == whole;
      const double distance = far[right];
      if (distance <= 0.0) { EXPECT_TRUE(touches.empty()); }
      if (!(distance > 0.0 && distance < 0.5)) continue;
      // beside the edge, no point of a sphere has the normal to x
      const Vec3 centre = {right ? 0.4 : -0.4, 0, 0};
      const double foot = (centre + (x - centre) / norm(x - centre)).x;
      if ((foot > 0.0) != (right == whole)) continue;
      compared[whole]++;
      int seen = 0;
      for (const WallTouch &touch : touches) {
        EXPECT_TRUE(whole || touch.surface == right);    // a notch has two surfaces
        if (touch.surface != right) continue;
        seen++;
        EXPECT_NEAR(touch.distance, distance, 1e-14);
      }
      EXPECT_EQ(seen, 1);
    }
  }
  EXPECT_GT(compared[0], 100);
  EXPECT_GT(compared[1], 100);
}

// Where faces of several members are flush, a grain feels the face once, and nothing of edges in
// it. The coordinates have no exact sums.

TEST(Internals, wall_shape_of_all_with_flush_faces)
{
  struct Case {
    const char *region, *members;
    Vec3 from, to, n;    // points on this line see the wall in this direction
  };
  const Case cases[] = {
      {"union 2 wall_a wall_b",    // a vessel like an L: one floor
       "wall_a block 0 1.1 0 1.1 0.1 1.7\nregion wall_b block 0.3 2.3 0 1.1 0.1 0.9",
       {0.5, 0.6, 0.41},
       {1.8, 0.6, 0.41},
       {0, 0, -1}},
      {"union 2 wall_a wall_b",    // a joint of two vessels: no wall between them
       "wall_a block 0 1.1 0 1.1 0.1 1.7\nregion wall_b block 1.1 2.3 0 1.1 0.1 1.7",
       {0.5, 0.6, 0.41},
       {1.8, 0.6, 0.41},
       {0, 0, -1}},
      {"intersect 2 wall_a wall_b",
       "wall_a block 0 2.1 0 1.1 0.1 1.7\nregion wall_b block -1 2.3 0 1.9 0.1 0.9",
       {0.5, 0.6, 0.41},
       {1.6, 0.6, 0.41},
       {0, 0, -1}},
      {"union 2 wall_a wall_b side out",    // crossed bars with one top
       "wall_a block -1.9 1.9 -0.3 0.3 -0.3 0.1\nregion wall_b block -0.3 0.3 -1.9 1.9 -0.3 0.1",
       {-0.9, 0.1, 0.47},
       {0.9, 0.1, 0.47},
       {0, 0, -1}},
      {"union 2 wall_a wall_b side out",    // one block on the other
       "wall_a block 0 0.7 0 1.1 -1.3 0.1\nregion wall_b block 0 0.7 0 1.1 0.1 1.7",
       {1.03, 0.6, -0.4},
       {1.03, 0.6, 0.6},
       {-1, 0, 0}},
      {"union 2 wall_a wall_b",    // a tube of two pieces
       "wall_a cylinder z 0 0 0.7 0.1 1.7\nregion wall_b cone z 0 0 0.7 0.7 -1.3 0.1",
       {0.37, 0, -0.4},
       {0.37, 0, 0.6},
       {1, 0, 0}}};
  for (const Case &c : cases) {
    const Wall wall(c.region, c.members);
    for (int k = 0; k <= 1000; k++) {
      const Vec3 x = c.from + 0.001 * k * (c.to - c.from);
      const auto touches = wall.of_shape(x, 0.45);
      ASSERT_EQ(touches.size(), 1) << c.region << " of " << c.members << " at " << k;
      EXPECT_NEAR(norm(touches[0].n - c.n), 0.0, 1e-12) << c.members << " at " << k;
    }
  }
}

// Through an open face points see the others from outside.

TEST(Internals, wall_shape_with_open_faces)
{
  NEEDS_LAMMPS(20260704, "right normals of cylinders with open faces");
  const std::string block = STYLES[1], tube = STYLES[4], disc = STYLES[5];
  for (const std::string faces :
       {" open 1", " open 6", " open 2 open 3", " open 5 open 6", " open 1 open 2 open 3 open 4",
        " open 1 open 3 open 5 open 4 open 6"})
    for (const std::string more : {"", " side out", " rotate v_t 0.1 -0.2 0.3 1 2 -0.5"})
      EXPECT_GT(compare(Wall(block + faces + more), block + faces + more), 200);
  for (const auto &cylinder : {tube, disc})
    for (const std::string faces :
         {" open 1", " open 2", " open 3", " open 1 open 2", " open 1 open 3"})
      for (const std::string more : {"", " side out", " rotate v_t 0.1 -0.2 0.3 1 2 -0.5"})
        EXPECT_GT(compare(Wall(cylinder + faces + more), cylinder + faces + more), 200);
}

// Cones and cylinders from outside, also where LAMMPS is wrong: the nearest of many points of the
// surface. These lie in the half plane of the axis and of the point x; with a spacing s their
// distance is up to s^2/(8 d) too large.

TEST(WallShape, NearestPointsOfConesAndCylinders)
{
  constexpr int POINTS = 3000;    // of a line that is no longer than 3
  constexpr double SPACING = 3.0 / POINTS, LEAST = 0.05, REACH = 0.6;
  for (const std::string region :
       {"cone z 0 0 0 1.5 -1 1", "cone y 0 0 1.5 0 -1 1", "cone x 0 0 0.5 1.5 -1 1",
        "cone x 0 0 1.5 0.5 -1 1 open 3", "cone y 0 0 0 1.5 -1 1 open 2",
        "cylinder z 0 0 1.2 -1 1 open 3", "cylinder x 0 0 1.2 -1 1 open 1 open 3"}) {
    const Wall wall(region + " side out");
    const WallShape &s = wall.shape;
    const std::pair<Vec3, Vec3> lines[] = {{{s.lo, 0, 0}, {s.lo, s.radius, 0}},
                                           {{s.hi, 0, 0}, {s.hi, s.radius_hi, 0}},
                                           {{s.lo, s.radius, 0}, {s.hi, s.radius_hi, 0}}};
    std::mt19937 random(4712);
    std::uniform_real_distribution<double> coordinate(-2.5, 2.5);
    int compared = 0;
    for (int n = 0; n < 400; n++) {
      Vec3 x = {coordinate(random), coordinate(random), coordinate(random)};
      if (n % 10 == 0) x = x.z * s.b;    // on the axis
      const auto [along, r] = cylindrical(s, x);
      if (!is_outside(s, along, r)) continue;
      double least = HUGE_VAL, radius = 0.0;
      for (int face = 0; face < 3; face++)
        for (int k = 0; k <= POINTS && !(s.open >> face & 1u); k++) {
          const Vec3 p =
              lines[face].first + double(k) / POINTS * (lines[face].second - lines[face].first);
          const double distance = std::hypot(p.x - along, p.y - r);
          if (distance < least) radius = p.y;
          least = std::min(least, distance);
        }
      if (least < LEAST || std::abs(least - REACH) < 1e-4 || (r == 0.0 && radius > 0.0)) continue;
      const auto touches = wall.of_shape(x, REACH);
      ASSERT_EQ(touches.size(), least < REACH ? 1u : 0u) << region << " " << along << " " << r;
      if (touches.empty()) continue;
      compared++;
      EXPECT_NEAR(touches[0].distance, least, SPACING * SPACING / (8.0 * LEAST)) << region;
      const auto wall_point = cylindrical(s, x + touches[0].distance * touches[0].n);
      EXPECT_NEAR(wall_point.second, radius, 0.02) << region;
    }
    EXPECT_GT(compared, 20) << region;
  }
}

// Nearest points where LAMMPS has none: beside a cylinder without its mantle, and outside of an
// endless block with an open face

TEST(Internals, wall_shape_where_regions_give_no_point)
{
  const Wall discs("cylinder z 0 0 1 -1 1 open 3");
  const auto rim = discs.of_shape({4.0, 0.0, -5.0}, 9.0);
  ASSERT_EQ(rim.size(), 1u);
  EXPECT_DOUBLE_EQ(rim[0].distance, 5.0);
  EXPECT_LE(norm(rim[0].n - Vec3{-0.6, 0.0, 0.8}), 1e-15);
  EXPECT_EQ(rim[0].curvature, 0.0);

  const Wall slot("block INF INF INF INF 0 1 open 6");
  const auto bottom = slot.of_shape({2.5, 3.0, -0.5}, 0.6);
  ASSERT_EQ(bottom.size(), 1u);
  EXPECT_DOUBLE_EQ(bottom[0].distance, 0.5);
  EXPECT_LE(norm(bottom[0].n - Vec3{0.0, 0.0, 1.0}), 1e-15);

  for (const std::string region : {"block -1 1 -1 1 -1 1 open 1 open 2 open 3 open 4 open 5 open 6",
                                   "cylinder y 0 0 1 -1 1 open 1 open 2 open 3"}) {
    const Wall none(region);
    for (const Vec3 &x : {Vec3{0.1, 0.2, 0.3}, Vec3{1.1, 0.2, 0.3}, Vec3{1.1, 1.2, 1.3}})
      EXPECT_TRUE(none.of_shape(x, 9.0).empty()) << region;
  }
}

// Points without a normal: on the axis, in the centre, on an edge

TEST(Internals, wall_shape_at_points_without_a_normal)
{
  EXPECT_EQ(Wall("cylinder y 0.5 0 1 -2 2").of_shape({0.5, 0.0, 0.0}, 5.0).size(), 2u);
  EXPECT_TRUE(Wall("sphere 0.5 0 0 1").of_shape({0.5, 0.0, 0.0}, 5.0).empty());
  for (const std::string region :
       {"block 0 1 0 1 0 1 side out", "sphere -1 0 0 1 side out", "cylinder x 1 0 1 0 1 side out"})
    EXPECT_TRUE(Wall(region).of_shape({0.0, 0.0, 0.0}, 5.0).empty()) << region;
}

TEST(Internals, wall_shape_of_other_styles)
{
  Simulation sim(
      BOX +
      "region prism prism 0 1 0 1 0 1 0.1 0 0\n"
      "region other sphere 0 0 0 1\nregion both union 2 prism other\n"
      "region hollow sphere 0 0 0 1 side out\nregion out intersect 2 other hollow side out\n"
      "region two union 2 other hollow\nregion nested union 2 two other\n");
  std::vector<VARDEM::WallBody> bodies;
  for (const char *id : {"prism", "both", "out", "nested"})
    EXPECT_FALSE(VARDEM_NS::wall_shape_of_all(sim.lammps()->domain->get_region_by_id(id), bodies))
        << id;
}

// Regions go where the variables of these names say.

TEST(Internals, motion_variables)
{
  Simulation sim(BOX +
                 "region rest sphere 0 0 0 1\nregion moved sphere 0 0 0 1 move v_dx NULL v_dz\n"
                 "region turned block 0 1 0 1 0 1 rotate v_t 0 0 0 0 0 1 move NULL v_dx NULL\n");
  typedef std::vector<std::string> Names;
  for (const auto &[id, names] : {std::pair<const char *, Names>{"rest", {}},
                                  {"moved", {"dx", "dz"}},
                                  {"turned", {"dx", "t"}}}) {
    Region *region = sim.lammps()->domain->get_region_by_id(id);
    EXPECT_EQ(VARDEM_NS::motion_variables(region), names)
        << "motion_variables() relies on src/region.h of LAMMPS, which has changed: " << id;
    region->init();
    region->prematch();
    EXPECT_EQ(norm(VARDEM_NS::moved_with(region, {0, 0, 0})) > 0.1, !names.empty()) << id;
  }
}

// BOX moves by (.3, 0, -.2). A quarter turn about the z axis through (1, 0, 0) takes (3, 0, 5) to
// (1, 2, 5); the move is later.

TEST(Internals, moved_with)
{
  Simulation sim(BOX +
                 "variable quarter equal PI/2\nregion rest sphere 0 0 0 1\n"
                 "region moved sphere 0 0 0 1 move v_dx NULL v_dz\n"
                 "region both sphere 0 0 0 1 rotate v_quarter 1 0 0 0 0 1 move v_dx NULL v_dz\n");
  for (const auto &[id, place] : {std::pair<const char *, Vec3>{"rest", {3.0, 0.0, 5.0}},
                                  {"moved", {3.3, 0.0, 4.8}},
                                  {"both", {1.3, 2.0, 4.8}}}) {
    Region *region = sim.lammps()->domain->get_region_by_id(id);
    region->init();
    region->prematch();
    EXPECT_LE(norm(VARDEM_NS::moved_with(region, {3.0, 0.0, 5.0}) - place), 1e-14)
        << "moved_with() relies on forward_transform() of src/region.cpp of LAMMPS: " << id;
  }
}
