// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// kernels/walls/wall_mesh.h and host/walls/triangles.h: what a grain touches of a surface of
// triangles, beside planes and bodies of which the nearest points are known

#include "../meshes.h"

#include "host/walls/triangles.h"
#include "kernels/walls/wall_shapes.h"

#include "gtest/gtest.h"

using namespace VARDEM;
using LAMMPS_NS::VARDEM_NS::Triangles;

namespace {

struct Touches {
  std::vector<WallTouch> all;

  template <class Surface> Touches(const Surface &surface, const Vec3 &x, double reach)
  {
    surface.near(x, reach, [&](const WallTouch &touch) {
      all.push_back(touch);
    });
  }
};

/** Random points in a cube with sides 2 size. */
class Points {
 public:
  explicit Points(double size) : part(-size, size) {}
  Vec3 operator()()
  {
    const double x = part(random), y = part(random), z = part(random);
    return {x, y, z};
  }

 private:
  std::mt19937 random{5};
  std::uniform_real_distribution<double> part;
};

/** Any rotation with numbers that are not round. */
RigidMotion slanted()
{
  const double a = 0.7, b = 1.9;
  const RigidMotion about_z = {{0, 0, 0},
                               {{std::cos(a), std::sin(a), 0},
                                {-std::sin(a), std::cos(a), 0},
                                {0, 0, 1}}},
                    about_x = {
                        {0.3, -0.2, 0.4},
                        {{1, 0, 0}, {0, std::cos(b), std::sin(b)}, {0, -std::sin(b), std::cos(b)}}};
  return about_x * about_z;
}

Mesh moved(Mesh mesh, const RigidMotion &by)
{
  for (Vec3 &p : mesh) p = by.place(p);
  return mesh;
}

/** All that `expected` has, in any order. */
void expect_same(const std::vector<WallTouch> &found, const std::vector<WallTouch> &expected,
                 const RigidMotion &by, double tolerance)
{
  ASSERT_EQ(found.size(), expected.size());
  for (const WallTouch &one : expected) {
    double least = HUGE_VAL;
    for (const WallTouch &other : found)
      least = std::fmin(least,
                        norm(by.turn(one.n) - other.n) + std::fabs(one.distance - other.distance));
    EXPECT_LT(least, tolerance);
  }
}

WallShape block(bool inner)
{
  WallShape shape = {};
  shape.kind = WallShape::BLOCK;
  shape.inner = inner;
  shape.outer = !inner;
  shape.a = {-1.0, -0.8, -0.6};
  shape.b = {1.0, 0.8, 0.6};
  shape.place = NO_MOTION;
  return shape;
}

/** Two half planes that meet on the y axis: the floor beside it, and one that rises by an angle on
 *  the other side. */
Mesh bent(double angle)
{
  return grid(6, 6, [&](double u, double v) {
    const double along = 8.0 * u - 4.0, y = 8.0 * v - 4.0;
    return along > 0.0 ? Vec3{along, y, 0.0}
                       : Vec3{along * std::cos(angle), y, -along * std::sin(angle)};
  });
}

}    // namespace

// --- a plane, however it is cut, is one surface also at overlaps that no grain has ---

TEST(WallMesh, PlaneOfTriangles)
{
  const RigidMotion by = slanted();
  const Triangles plane(moved(grid(
                                  40, 25,
                                  [](double u, double v) {
                                    return Vec3{8.0 * u - 4.0, 8.0 * v - 4.0, 0.0};
                                  },
                                  0.2),
                              by));
  EXPECT_EQ(plane.triangles.size(), 2000u);
  EXPECT_EQ(plane.open_edges, 130u);
  Points points(1.0);
  for (int n = 0; n < 2000; n++) {
    const Vec3 p = points(), x = by.place(p);
    const Touches found(plane.mesh(), x, 1.7);
    ASSERT_EQ(found.all.size(), 1u) << n;
    EXPECT_NEAR(found.all[0].distance, std::fabs(p.z), 1e-14);
    EXPECT_LT(norm(found.all[0].n - by.turn({0, 0, p.z > 0.0 ? -1.0 : 1.0})), 1e-13);
  }
}

// above seams and corners of triangles, where round-off decides which triangle is nearest

TEST(WallMesh, SeamsOfAPlane)
{
  const RigidMotion by = slanted();
  const Mesh flat = grid(
      9, 9,
      [](double u, double v) {
        return Vec3{8.0 * u - 4.0, 8.0 * v - 4.0, 0.0};
      },
      0.2);
  const Triangles plane(moved(flat, by));
  for (std::size_t k = 0; k < flat.size(); k++)
    for (const double part : {0.0, 0.5, 1.0 / 3.0}) {
      const std::size_t next = k % 3 == 2 ? k - 2 : k + 1;
      const Vec3 p = (1.0 - part) * flat[k] + part * flat[next] + Vec3{0.0, 0.0, 0.3};
      if (std::fabs(p.x) > 3.5 || std::fabs(p.y) > 3.5) continue;
      const Touches found(plane.mesh(), by.place(p), 0.5);
      ASSERT_EQ(found.all.size(), 1u);
      EXPECT_NEAR(found.all[0].distance, 0.3, 1e-14);
      EXPECT_LT(norm(found.all[0].n - by.turn({0, 0, -1})), 1e-13);
    }
}

// --- edges and corners ---

TEST(WallMesh, BlockFromOutsideAndInside)
{
  const RigidMotion by = slanted();
  const Triangles mesh(moved(block_of_triangles({-1.0, -0.8, -0.6}, {1.0, 0.8, 0.6}, 5), by));
  EXPECT_EQ(mesh.open_edges, 0u);
  const WallShape outside = block(false), inside = block(true);
  Points points(1.6);
  int seen[2] = {0, 0};
  for (int n = 0; n < 3000; n++) {
    const Vec3 p = points();
    const bool in = outside.is_behind(p);
    const double reach = in ? 0.5 : 0.9;
    expect_same(Touches(mesh.mesh(), by.place(p), reach).all,
                Touches(in ? inside : outside, p, reach).all, by, 1e-12);
    seen[in]++;
  }
  EXPECT_GT(seen[0], 200);
  EXPECT_GT(seen[1], 200);
}

// hollow edges of more than 21 degrees are two surfaces, others one: the nearer one

TEST(WallMesh, HollowEdges)
{
  constexpr double HEIGHT = 0.96, ASIDE = 1e-3;
  for (const double degrees : {5.0, 20.9, 21.1, 60.0, 90.0, 120.0}) {
    const double angle = degrees * M_PI / 180.0;
    // beside the line that divides the angle between the faces
    const Vec3 x = {HEIGHT * std::tan(0.5 * angle) + ASIDE, 0.3, HEIGHT};
    const Triangles faces(bent(angle));
    const Touches found(faces.mesh(), x, 1.0);
    const bool one_piece = degrees < 21.0;
    ASSERT_EQ(found.all.size(), one_piece ? 1u : 2u) << degrees;
    EXPECT_NEAR(found.all[0].distance, HEIGHT, 1e-14);
    EXPECT_NEAR(found.all.back().distance, HEIGHT + (one_piece ? 0.0 : ASIDE * std::sin(angle)),
                1e-14);
  }
}

// inside of a prism, beside and on its edges: 18 sides or more are one piece, also by round-off

TEST(WallMesh, PrismsOf17And18Sides)
{
  const RigidMotion by = slanted();
  for (const int sides : {17, 18}) {
    const Triangles mesh(moved(prism(sides, 2.0, -4.0, 4.0, 8), by));
    for (int k = 0; k < sides; k++)
      for (const double aside : {0.0, 1e-12, -1e-6, 1e-3}) {
        const double angle = 2.0 * M_PI * k / sides + aside;
        const Vec3 x = {1.1 * std::cos(angle), 0.37 * k / sides, 1.1 * std::sin(angle)};
        const Touches found(mesh.mesh(), by.place(x), 0.9);
        EXPECT_EQ(found.all.size(), sides == 17 ? 2u : 1u) << sides << " " << k << " " << aside;
      }
  }
}

// a small triangle far from the origin has no gaps at its edges

TEST(WallMesh, SeamsFarFromTheOrigin)
{
  const Vec3 far = {70.0, 60.0, 40.0};
  constexpr double SIZE = 1e-5;
  const Mesh flat = grid(
      9, 9,
      [&](double u, double v) {
        return far + SIZE * Vec3{8.0 * u - 4.0, 8.0 * v - 4.0, 2.0 * u + 3.0 * v};
      },
      0.2);
  const Triangles plane(flat);
  Vec3 up = {-0.25, -0.375, 1.0};
  up = up / norm(up);
  for (std::size_t k = 0; k < flat.size(); k++)
    for (const double part : {0.1, 0.5, 1.0 / 3.0}) {
      const Vec3 &next = flat[k % 3 == 2 ? k - 2 : k + 1];
      const Vec3 p = (1.0 - part) * flat[k] + part * next, from = p - far;
      if (std::fabs(from.x) > 3.0 * SIZE || std::fabs(from.y) > 3.0 * SIZE) continue;
      EXPECT_EQ(Touches(plane.mesh(), p + 0.4 * SIZE * up, 0.5 * SIZE).all.size(), 1u);
    }
}

// the far side of a blade is behind the near one

TEST(WallMesh, FarSideOfABladeIsNotSeen)
{
  const double slope = std::tan(M_PI / 6.0);
  Mesh blade = grid(8, 8, [](double u, double v) {
    return Vec3{-4.0 * u, 8.0 * v - 4.0, 0.0};
  });
  const Mesh below = grid(8, 8, [&](double u, double v) {
    return Vec3{-4.0 * u, 8.0 * v - 4.0, -slope * 4.0 * u};
  });
  blade.insert(blade.end(), below.begin(), below.end());
  const Triangles mesh(blade);
  Points points(1.0);
  for (int n = 0; n < 500; n++) {
    Vec3 x = points();
    x.z = 0.2 + 0.3 * std::fabs(x.z);
    const Touches found(mesh.mesh(), x, 0.7);
    const double distance = x.x < 0.0 ? x.z : std::hypot(x.x, x.z);
    ASSERT_EQ(found.all.size(), distance < 0.7 ? 1u : 0u);
    for (const WallTouch &one : found.all) EXPECT_NEAR(one.distance, distance, 1e-14);
  }
}

// triangles that do not fit together: at overlaps below 6.6 % a plane stays one surface

TEST(WallMesh, CracksDoNoHarm)
{
  Mesh loose = grid(
      12, 12,
      [](double u, double v) {
        return Vec3{8.0 * u - 4.0, 8.0 * v - 4.0, 0.0};
      },
      0.2);
  for (std::size_t k = 0; k < loose.size(); k += 3) {
    const Vec3 middle = (loose[k] + loose[k + 1] + loose[k + 2]) / 3.0;
    for (int c = 0; c < 3; c++) loose[k + c] = middle + 0.9999 * (loose[k + c] - middle);
  }
  const Triangles mesh(loose);
  EXPECT_EQ(mesh.open_edges, 3u * mesh.triangles.size());
  Points points(3.0);
  for (int n = 0; n < 2000; n++) {
    Vec3 x = points();
    x.z = 0.95;
    const Touches found(mesh.mesh(), x, 1.0);
    ASSERT_EQ(found.all.size(), 1u);
    EXPECT_NEAR(found.all[0].distance, 0.95, 1e-6);
  }
}

// --- the tree finds what a search through all triangles finds ---

TEST(WallMesh, NearestOfManyTriangles)
{
  Points points(3.0), small(0.4);
  Mesh soup;
  for (int n = 0; n < 700; n++) {
    const Vec3 p = points();
    add_triangle(soup, p + small(), p + small(), p + small());
  }
  const Triangles mesh(soup);
  for (int n = 0; n < 1000; n++) {
    const Vec3 x = points();
    // the foot on the plane if it is inside of the triangle, otherwise the nearest of its edges
    double least = HUGE_VAL;
    for (std::size_t k = 0; k < soup.size(); k += 3) {
      const Vec3 *const c = &soup[k];
      const Vec3 area = cross(c[1] - c[0], c[2] - c[0]), unit = area / norm(area);
      const Vec3 foot = x - dot(x - c[0], unit) * unit;
      bool inside = true;
      for (int e = 0; e < 3; e++) {
        const Vec3 side = c[(e + 1) % 3] - c[e];
        inside &= dot(cross(side, foot - c[e]), area) >= 0.0;
        const double part = std::fmin(std::fmax(dot(x - c[e], side) / dot(side, side), 0.0), 1.0);
        least = std::fmin(least, norm(c[e] + part * side - x));
      }
      if (inside) least = std::fmin(least, norm(foot - x));
    }
    const Touches found(mesh.mesh(), x, 0.8);
    ASSERT_EQ(found.all.empty(), least >= 0.8);
    EXPECT_NEAR(found.all.empty() ? least : found.all[0].distance, least, 1e-14);
  }
}

// --- a list of triangles serves as long as its point has moved by less than its margin ---

TEST(WallMesh, ListsServeForPointsThatHaveMoved)
{
  constexpr double REACH = 0.5, MARGIN = 0.4;
  const double far = 1e3;
  Points points(1.9), small(MARGIN / std::sqrt(3.0));
  for (const Vec3 &shift : {Vec3{0, 0, 0}, Vec3{far, -far, 0.5 * far}}) {
    const Triangles drum(
        moved(prism(40, 2.0, -2.0, 2.0, 6), {shift, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}));
    int touching = 0, listed = 0, asked = 0;
    for (int n = 0; n < 2000; n++) {
      const Vec3 then = shift + points(), x = then + small();
      std::vector<NearTriangle> list;
      drum.mesh().each_near(then, REACH + MARGIN, [&](const NearTriangle &one) {
        list.push_back(one);
        listed++;
        asked += one.least_distance(x - then) < REACH;
      });
      list.push_back({-1, 0, 0, 0, 0});
      std::vector<WallTouch> found;
      drum.mesh().near(x, REACH,
                       [&](const WallTouch &touch) {
                         found.push_back(touch);
                       },
                       {list.data(), then});
      expect_same(found, Touches(drum.mesh(), x, REACH).all, NO_MOTION, 1e-300);
      touching += !found.empty();
    }
    EXPECT_GT(touching, 300);
    EXPECT_LT(asked, 0.6 * listed);
  }
}

// --- polyhedra in place of smooth surfaces: one contact, with an error of second order ---

namespace {

template <class Make, class Distance>
double largest_error(const Make &mesh_of, int n, bool inside, const Distance &distance)
{
  const Triangles triangles(mesh_of(n));
  Points points(2.6);
  double largest = 0.0;
  for (int k = 0; k < 4000; k++) {
    Vec3 x = points();
    x.y *= 0.3;
    const double d = distance(x);
    if ((d > 0.0) != inside || std::fabs(d) < 0.3 || std::fabs(d) > 0.7) continue;
    const Touches found(triangles.mesh(), x, 0.75);
    EXPECT_EQ(found.all.size(), 1u);
    if (!found.all.empty())
      largest = std::fmax(largest, std::fabs(found.all[0].distance - std::fabs(d)));
  }
  return largest;
}

}    // namespace

TEST(WallMesh, CylindersAndSpheresAreOneSurface)
{
  const auto cylinder = [](int n) {
    return prism(n, 2.0, -4.0, 4.0, 8);
  };
  const auto to_cylinder = [](const Vec3 &x) {
    return 2.0 - std::hypot(x.x, x.z);
  };
  const auto ball = [](int n) {
    return ball_of_triangles(n, 2.0);
  };
  const auto to_ball = [](const Vec3 &x) {
    return 2.0 - norm(x);
  };
  for (const bool inside : {true, false}) {
    const double of_cylinder[] = {largest_error(cylinder, 60, inside, to_cylinder),
                                  largest_error(cylinder, 120, inside, to_cylinder)};
    EXPECT_NEAR(of_cylinder[0] / of_cylinder[1], 4.0, 0.1);
    // the middle of a side
    EXPECT_LT(of_cylinder[0], 1.001 * 2.0 * (1.0 - std::cos(M_PI / 60)));
    const double of_ball[] = {largest_error(ball, 16, inside, to_ball),
                              largest_error(ball, 32, inside, to_ball)};
    EXPECT_NEAR(of_ball[0] / of_ball[1], 4.0, 0.6);
  }
}

// --- what is left out, and memory ---

TEST(WallMesh, LeavesOutWhatHasNoArea)
{
  Mesh mesh = block_of_triangles({0, 0, 0}, {1, 1, 1}, 3);
  const std::size_t n = mesh.size() / 3;
  add_triangle(mesh, mesh[1], mesh[2], mesh[0]);                // there twice
  add_triangle(mesh, {0, 0, 0}, {1, 1, 1}, {0.5, 0.5, 0.5});    // no area
  add_triangle(mesh, {0, 0, 0}, {0, 0, 0}, {1, 0, 0});
  const Triangles found(mesh);
  EXPECT_EQ(found.triangles.size(), n);
  EXPECT_EQ(found.twice, 1u);
  EXPECT_EQ(found.without_area, 2u);
  EXPECT_EQ(found.open_edges, 0u);

  // three sheets that meet on one edge
  Mesh sheets;
  for (const Vec3 &p : {Vec3{1, 0, 0}, Vec3{-1, 0, 0.2}, Vec3{0, 0, 1}})
    add_triangle(sheets, {0, 0, 0}, {0, 1, 0}, p);
  EXPECT_EQ(Triangles(sheets).crowded_edges, 1u);

  const Triangles large(ball_of_triangles(100, 1.0));
  EXPECT_LE(large.bytes(), 300 * large.triangles.size());
}
