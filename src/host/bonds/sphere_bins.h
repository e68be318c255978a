// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_SPHERE_BINS_H
#define VARDEM_HOST_SPHERE_BINS_H

#include <algorithm>
#include <cmath>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** Points sorted into bins, to find those that are near a place. LAMMPS' neighbor lists leave out
 *  pairs that special_bonds and neigh_modify exclude hide. These bins do not. */
class SphereBins {
 public:
  /** Of the first n points. width > 0: of a bin; bins are wider where the points are few. */
  SphereBins(double **x, int n, double width) : next(n, -1)
  {
    double hi[3];
    for (int d = 0; d < 3; d++) {
      lo[d] = hi[d] = n ? x[0][d] : 0.0;
      for (int i = 1; i < n; i++) {
        lo[d] = std::min(lo[d], x[i][d]);
        hi[d] = std::max(hi[d], x[i][d]);
      }
    }
    const double most = 4.0 * n + 64.0;    // bins
    do {
      size = width;
      width *= 1.25;
    } while (bins_along(0, hi) * bins_along(1, hi) * bins_along(2, hi) > most);
    for (int d = 0; d < 3; d++) count[d] = static_cast<int>(bins_along(d, hi));
    first.assign(static_cast<std::size_t>(count[0]) * count[1] * count[2], -1);
    for (int i = n - 1; i >= 0; i--) {
      int &head = first[at(bin(x[i][0], 0), bin(x[i][1], 1), bin(x[i][2], 2))];
      next[i] = head;
      head = i;
    }
  }

  /** Calls f(j) for all points in the bins that a cube around the place reaches into. range: half
   *  the side of the cube. */
  template <class F> void near(const double *place, double range, const F &f) const
  {
    int from[3], to[3];
    for (int d = 0; d < 3; d++) {
      from[d] = bin(place[d] - range, d);
      to[d] = bin(place[d] + range, d);
    }
    for (int a = from[0]; a <= to[0]; a++)
      for (int b = from[1]; b <= to[1]; b++)
        for (int c = from[2]; c <= to[2]; c++)
          for (int j = first[at(a, b, c)]; j >= 0; j = next[j]) f(j);
  }

 private:
  double lo[3], size;
  int count[3];
  std::vector<int> first, next;

  double bins_along(int d, const double *hi) const
  {
    return std::floor((hi[d] - lo[d]) / size) + 1;
  }
  int bin(double place, int d) const
  {
    const double k = std::floor((place - lo[d]) / size);
    return static_cast<int>(std::max(0.0, std::min(k, count[d] - 1.0)));
  }
  std::size_t at(int a, int b, int c) const
  {
    return (static_cast<std::size_t>(c) * count[1] + b) * count[0] + a;
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
