// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_MESHES_H
#define VARDEM_TEST_MESHES_H

#include "kernels/vector3.h"

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace VARDEM {

// --- surfaces of triangles: three corners of each ---

typedef std::vector<Vec3> Mesh;

inline void add_triangle(Mesh &to, const Vec3 &a, const Vec3 &b, const Vec3 &c)
{
  to.insert(to.end(), {a, b, c});
}

/** The corners as a function of two numbers from 0 to 1, on a grid of nx x ny pieces that are cut
 *  along one or the other diagonal. skew > 0: by chance, and inner grid points are at other places,
 *  by up to this part of a piece, which is below 1/4 so that no pieces overlap. */
template <class F> Mesh grid(int nx, int ny, const F &place, double skew = 0.0)
{
  std::mt19937 random(17);
  std::uniform_real_distribution<double> part(-skew, skew);
  std::vector<Vec3> at;
  for (int i = 0; i <= nx; i++)
    for (int j = 0; j <= ny; j++) {
      const double u = i > 0 && i < nx ? i + part(random) : i,
                   v = j > 0 && j < ny ? j + part(random) : j;
      at.push_back(place(u / nx, v / ny));
    }
  Mesh mesh;
  for (int i = 0; i < nx; i++)
    for (int j = 0; j < ny; j++) {
      const auto c = [&](int a, int b) {
        return at[(i + a) * (ny + 1) + j + b];
      };
      if (skew > 0.0 && part(random) > 0.0) {
        add_triangle(mesh, c(0, 0), c(1, 0), c(1, 1));
        add_triangle(mesh, c(0, 0), c(1, 1), c(0, 1));
      } else {
        add_triangle(mesh, c(0, 0), c(1, 0), c(0, 1));
        add_triangle(mesh, c(1, 0), c(1, 1), c(0, 1));
      }
    }
  return mesh;
}

/** The six faces of a block, each cut into 2 n n triangles. */
inline Mesh block_of_triangles(const Vec3 &lo, const Vec3 &hi, int n = 1)
{
  Mesh mesh;
  const Vec3 size = hi - lo;
  const auto part = [&](double x, double y, double z) {
    // exact at both ends, where faces meet
    const auto of = [](double a, double b, double s, double u) {
      return u == 1.0 ? b : a + u * s;
    };
    return Vec3{of(lo.x, hi.x, size.x, x), of(lo.y, hi.y, size.y, y), of(lo.z, hi.z, size.z, z)};
  };
  for (const double end : {0.0, 1.0})
    for (int axis = 0; axis < 3; axis++) {
      const Mesh face = grid(n, n, [&](double u, double v) {
        return axis == 0 ? part(end, u, v) : (axis == 1 ? part(v, end, u) : part(u, v, end));
      });
      mesh.insert(mesh.end(), face.begin(), face.end());
    }
  return mesh;
}

/** The mantle of a cylinder around the y axis, a prism with its corners on the cylinder. */
inline Mesh prism(int sides, double radius, double lo, double hi, int rings = 1)
{
  return grid(sides, rings, [&](double u, double v) {
    const double angle = u == 1.0 ? 0.0 : 2.0 * M_PI * u;
    return Vec3{radius * std::cos(angle), lo + v * (hi - lo), radius * std::sin(angle)};
  });
}

/** A sphere with 8 n n triangles, from an octahedron. */
inline Mesh ball_of_triangles(int n, double radius)
{
  Mesh mesh;
  for (int octant = 0; octant < 8; octant++) {
    const Vec3 sign = {octant & 1 ? -1.0 : 1.0, octant & 2 ? -1.0 : 1.0, octant & 4 ? -1.0 : 1.0};
    const auto at = [&](int i, int j) {
      const Vec3 p = {1.0 * i, 1.0 * j, 1.0 * (n - i - j)};
      const double scale = radius / norm(p);
      return Vec3{i ? scale * sign.x * p.x : 0.0, j ? scale * sign.y * p.y : 0.0,
                  n - i - j ? scale * sign.z * p.z : 0.0};
    };
    for (int i = 0; i < n; i++)
      for (int j = 0; i + j < n; j++) {
        add_triangle(mesh, at(i, j), at(i + 1, j), at(i, j + 1));
        if (i + j + 1 < n) add_triangle(mesh, at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
      }
  }
  return mesh;
}

/** As an STL file of text, with all digits. */
inline std::string stl_text(const Mesh &mesh)
{
  std::string text = "solid test\n";
  char line[200];
  for (std::size_t k = 0; k < mesh.size(); k += 3) {
    text += "facet normal 0 0 0\n  outer loop\n";
    for (int c = 0; c < 3; c++) {
      const Vec3 &p = mesh[k + c];
      snprintf(line, sizeof line, "    vertex %.17g %.17g %.17g\n", p.x, p.y, p.z);
      text += line;
    }
    text += "  endloop\nendfacet\n";
  }
  return text + "endsolid test\n";
}

inline void write_file(const std::string &file, const std::string &text)
{
  FILE *const to = fopen(file.c_str(), "wb");
  fwrite(text.data(), 1, text.size(), to);
  fclose(to);
}

}    // namespace VARDEM
#endif
