// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_TRIANGLES_H
#define VARDEM_HOST_TRIANGLES_H

#include "kernels/walls/wall_mesh.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The corners of the triangles of an STL file, three of each, from a binary file or from one of
 *  text. LAMMPS has a reader since 2026, which throws away what a message needs. Throws
 *  std::runtime_error that says what is wrong with the file. */
std::vector<VARDEM::Vec3> read_stl(const std::string &file);

/** The memory of a WallMesh: triangles whose equal corners are one, which know those beside them,
 *  and a tree of boxes around them. Triangles without an area are left out, and so are those with
 *  the corners of another one. */
class Triangles {
 public:
  std::vector<VARDEM::Vec3> corners;
  std::vector<VARDEM::MeshTriangle> triangles;
  std::vector<VARDEM::MeshBox> boxes;
  // what was found: triangles that are left out, edges of one triangle, and of more than two, which
  // are open edges for each of them
  std::size_t without_area = 0, twice = 0, open_edges = 0, crowded_edges = 0;

  /** of_file: three corners of each triangle. */
  explicit Triangles(std::vector<VARDEM::Vec3> of_file)
  {
    join_corners(std::move(of_file));
    leave_out_doubles();
    make_tree();
    find_neighbors();
  }

  VARDEM::WallMesh mesh() const
  {
    return {corners.data(), triangles.data(), boxes.data(), static_cast<int>(boxes.size())};
  }
  std::size_t bytes() const
  {
    return corners.capacity() * sizeof(VARDEM::Vec3) +
        triangles.capacity() * sizeof(VARDEM::MeshTriangle) +
        boxes.capacity() * sizeof(VARDEM::MeshBox);
  }

 private:
  using Vec3 = VARDEM::Vec3;

  /** Numbers corners by their places, of which equal ones are next to each other, and keeps
   *  triangles with an area. */
  void join_corners(std::vector<Vec3> of_file)
  {
    struct Place {
      Vec3 p;
      int of;
    };
    const int n = static_cast<int>(of_file.size());
    std::vector<Place> places(n);
    for (int k = 0; k < n; k++) places[k] = {of_file[k], k};
    const auto key = [](const Place &a) {
      return std::tie(a.p.x, a.p.y, a.p.z);
    };
    std::sort(places.begin(), places.end(), [&](const Place &a, const Place &b) {
      return key(a) < key(b);
    });
    std::vector<int> number(n);
    for (int k = 0; k < n; k++) {
      if (k == 0 || key(places[k - 1]) != key(places[k])) corners.push_back(places[k].p);
      number[places[k].of] = static_cast<int>(corners.size()) - 1;
    }
    triangles.reserve(n / 3);
    for (int k = 0; k + 2 < n; k += 3) add({number[k], number[k + 1], number[k + 2]}, k / 3);
  }

  void add(const std::array<int, 3> &c, int number)
  {
    constexpr double LEAST = 1e-12;    // of the product of two sides
    const Vec3 ab = corners[c[1]] - corners[c[0]], ac = corners[c[2]] - corners[c[0]],
               area = cross(ab, ac);
    const double size = norm(area);
    if (size > LEAST * norm(ab) * norm(ac) && size > LEAST * dot(ab - ac, ab - ac))
      triangles.push_back({{c[0], c[1], c[2]}, {-1, -1, -1}, area / size, number});
    else
      without_area++;
  }

  void leave_out_doubles()
  {
    struct Key {
      std::array<int, 3> corners;
      int triangle;
      bool operator<(const Key &b) const
      {
        return std::tie(corners, triangle) < std::tie(b.corners, b.triangle);
      }
    };
    std::vector<Key> keys;
    keys.reserve(triangles.size());
    for (const auto &[c, beside, normal, number] : triangles) {
      keys.push_back({{c[0], c[1], c[2]}, static_cast<int>(keys.size())});
      std::sort(keys.back().corners.begin(), keys.back().corners.end());
    }
    std::sort(keys.begin(), keys.end());
    std::vector<bool> is_double(triangles.size(), false);
    for (std::size_t k = 1; k < keys.size(); k++)
      is_double[keys[k].triangle] = keys[k].corners == keys[k - 1].corners;
    std::size_t left = 0;
    for (std::size_t k = 0; k < triangles.size(); k++)
      if (!is_double[k]) triangles[left++] = triangles[k];
    twice = triangles.size() - left;
    triangles.resize(left);
  }

  /** Where the corners of a triangle have their mean, and which it is. */
  struct Centre {
    Vec3 p;
    int triangle;
  };

  /** Sorts the triangles into boxes, and puts them into the order of the boxes. */
  void make_tree()
  {
    std::vector<Centre> centres;
    centres.reserve(triangles.size());
    for (const auto &[c, beside, normal, number] : triangles)
      centres.push_back({(corners[c[0]] + corners[c[1]] + corners[c[2]]) / 3.0,
                         static_cast<int>(centres.size())});
    if (!centres.empty()) add_box(centres, 0, static_cast<int>(centres.size()));
    boxes.shrink_to_fit();
    std::vector<VARDEM::MeshTriangle> sorted;
    sorted.reserve(triangles.size());
    for (const Centre &one : centres) sorted.push_back(triangles[one.triangle]);
    triangles.swap(sorted);
  }

  static void widen(Vec3 &lo, Vec3 &hi, const Vec3 &p)
  {
    lo = {std::min(lo.x, p.x), std::min(lo.y, p.y), std::min(lo.z, p.z)};
    hi = {std::max(hi.x, p.x), std::max(hi.y, p.y), std::max(hi.z, p.z)};
  }

  /** The box of the triangles from `first` to before `end`, and those in it: halves along the
   *  longest side. */
  void add_box(std::vector<Centre> &centres, int first, int end)
  {
    constexpr int FEW = 4;    // triangles
    const std::size_t mine = boxes.size();
    const Vec3 endless = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
    VARDEM::MeshBox box = {endless, -endless, 0, 0, 0};
    for (int k = first; k < end; k++)
      for (const int c : triangles[centres[k].triangle].corners) widen(box.lo, box.hi, corners[c]);
    const bool last = end - first <= FEW;
    if (last) {
      box.first = first;
      box.count = end - first;
    }
    boxes.push_back(box);
    if (!last) {
      const Vec3 size = box.hi - box.lo;
      double Vec3::*const axis = size.x >= size.y && size.x >= size.z ? &Vec3::x
          : size.y >= size.z                                          ? &Vec3::y
                                                                      : &Vec3::z;
      const int middle = (first + end) / 2;
      std::nth_element(centres.begin() + first, centres.begin() + middle, centres.begin() + end,
                       [&](const Centre &a, const Centre &b) {
                         return std::tie(a.p.*axis, a.triangle) < std::tie(b.p.*axis, b.triangle);
                       });
      add_box(centres, first, middle);
      add_box(centres, middle, end);
    }
    boxes[mine].skip = static_cast<int>(boxes.size());
  }

  /** An edge of two triangles joins them. */
  void find_neighbors()
  {
    struct Edge {
      int low, high, triangle, k;
      std::pair<int, int> ends() const { return {low, high}; }
    };
    std::vector<Edge> edges;
    edges.reserve(3 * triangles.size());
    for (std::size_t t = 0; t < triangles.size(); t++)
      for (int k = 0; k < 3; k++) {
        const int a = triangles[t].corners[k], b = triangles[t].corners[(k + 1) % 3];
        edges.push_back({std::min(a, b), std::max(a, b), static_cast<int>(t), k});
      }
    std::sort(edges.begin(), edges.end(), [](const Edge &a, const Edge &b) {
      return std::tie(a.low, a.high, a.triangle) < std::tie(b.low, b.high, b.triangle);
    });
    for (std::size_t k = 0, end = 0; k < edges.size(); k = end) {
      while (end < edges.size() && edges[end].ends() == edges[k].ends()) end++;
      open_edges += end - k == 1;
      crowded_edges += end - k > 2;
      if (end - k != 2) continue;
      triangles[edges[k].triangle].beside[edges[k].k] = edges[k + 1].triangle;
      triangles[edges[k + 1].triangle].beside[edges[k + 1].k] = edges[k].triangle;
    }
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
