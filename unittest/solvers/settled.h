// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_SETTLED_H
#define VARDEM_TEST_SETTLED_H

// A disordered packing, which a test lets settle.

#include "networks.h"

#include <random>

namespace networks {

/** Spheres of radii 0.4 ... 0.6 that have settled in a box under their weight, by damped motion
 *  with stiff contacts. A wall is replaced by a fixed sphere wherever it touches a particle. */
class Settled {
 public:
  Packing packing;

  Settled(int n, unsigned seed)
  {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> uniform;
    for (int i = 0; i < n; i++) {
      x.push_back({side * uniform(random), side * uniform(random), 0.5 + 14.0 * uniform(random)});
      v.push_back({0.0, 0.0, 0.0});
      radius.push_back(0.4 + 0.2 * uniform(random));
    }
    for (int step = 0; step < 60000; step++) {
      if (step % 20 == 0) list();
      move();
    }
    make();
  }

 private:
  const double side = 5.0, stiffness = 1e4, damping = 10.0, dt = 2e-3;
  std::vector<VARDEM::Vec3> x, v, f;
  std::vector<double> radius;
  std::vector<std::pair<int, int>> pairs;

  void list()
  {
    pairs.clear();
    for (std::size_t i = 0; i < x.size(); i++)
      for (std::size_t j = 0; j < i; j++)
        if (norm(x[i] - x[j]) < radius[i] + radius[j] + 0.3) pairs.emplace_back(i, j);
  }

  double weight(int i) const { return 8.0 * radius[i] * radius[i] * radius[i]; }

  /** Calls f(i, overlap, unit normal to the wall). */
  template <class F> void walls(const F &call) const
  {
    for (int i = 0; i < static_cast<int>(x.size()); i++) {
      const double r = radius[i];
      call(i, r - x[i].z, VARDEM::Vec3{0, 0, -1});
      call(i, r - x[i].x, VARDEM::Vec3{-1, 0, 0});
      call(i, r - x[i].y, VARDEM::Vec3{0, -1, 0});
      call(i, r + x[i].x - side, VARDEM::Vec3{1, 0, 0});
      call(i, r + x[i].y - side, VARDEM::Vec3{0, 1, 0});
    }
  }

  void move()
  {
    f.assign(x.size(), {0.0, 0.0, 0.0});
    for (const auto &[i, j] : pairs) {
      const VARDEM::Vec3 d = x[j] - x[i];
      const double length = norm(d), overlap = radius[i] + radius[j] - length;
      if (overlap <= 0.0) continue;
      const VARDEM::Vec3 push = std::min(stiffness * overlap, 1e3) / length * d;
      f[i] = f[i] - push;
      f[j] = f[j] + push;
    }
    walls([&](int i, double overlap, const VARDEM::Vec3 &normal) {
      if (overlap > 0.0) f[i] = f[i] - std::min(stiffness * overlap, 1e3) * normal;
    });
    for (std::size_t i = 0; i < x.size(); i++) {
      const double m = weight(i);
      f[i].z -= m;
      v[i] = 1.0 / (1.0 + 0.5 * damping * dt) * ((1.0 - 0.5 * damping * dt) * v[i] + dt / m * f[i]);
      x[i] = x[i] + dt * v[i];
    }
  }

  /** Makes the packing. Its contacts are those that overlap, and its load is the one that their
   *  forces carry exactly. */
  void make()
  {
    packing.x = x;
    packing.fixed.assign(x.size(), false);
    packing.load.assign(3 * x.size(), 0.0);
    const auto carry = [&](int i, int j, double force) {
      const VARDEM::Vec3 d = packing.x[j] - packing.x[i];
      packing.contacts.push_back({i, j, 1.0});
      for (int k = 0; k < 3; k++) {
        const double push = force * (&d.x)[k] / norm(d);
        packing.load[3 * i + k] += push;
        packing.load[3 * j + k] -= push;
      }
    };
    list();
    walls([&](int i, double overlap, const VARDEM::Vec3 &normal) {
      if (overlap <= 0.0) return;
      packing.x.push_back(x[i] + 2.0 * radius[i] * normal);
      packing.fixed.push_back(true);
      packing.load.insert(packing.load.end(), 3, 0.0);
      carry(i, packing.x.size() - 1, stiffness * overlap);
    });
    for (const auto &[i, j] : pairs) {
      const double overlap = radius[i] + radius[j] - norm(x[i] - x[j]);
      if (overlap > 0.0) carry(i, j, stiffness * overlap);
    }
  }
};

}    // namespace networks
#endif
