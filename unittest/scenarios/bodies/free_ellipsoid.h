// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_FREE_ELLIPSOID_H
#define VARDEM_FREE_ELLIPSOID_H

#include "scenario.h"

#include <cmath>
#include <cstdio>

// A free ellipsoid in LAMMPS, and its exact motion.

namespace scenario {

inline const Vec3 INERTIA = {1.0, 1.6, 2.2};    // principal moments
inline const Vec3 OMEGA = {0.3, 1.0, 0.5};      // at t = 0, when body and space axes are the same
inline const Vec3 L = {0.3, 1.6, 1.1};          // INERTIA * OMEGA
inline const Quat IDENTITY = {1.0, 0.0, 0.0, 0.0};
constexpr double T = 20.0;

struct Motion {
  Vec3 w;    // body components of the angular velocity
  Quat q;
};

inline Motion operator+(const Motion &a, const Motion &b)
{
  return {a.w + b.w, a.q + b.q};
}
inline Motion operator*(double s, const Motion &a)
{
  return {s * a.w, s * a.q};
}

/** Euler's equations of a free body, and dq/dt = 1/2 q (0, w). */
inline Motion rate(const Motion &m, const Vec3 &I)
{
  const Vec3 &w = m.w;
  return {
      {(I.y - I.z) * w.y * w.z / I.x, (I.z - I.x) * w.z * w.x / I.y, (I.x - I.y) * w.x * w.y / I.z},
      0.5 * (m.q * Quat{0.0, w.x, w.y, w.z})};
}

/** Orientation at time t of a body that starts with w and body axes along the axes of space, by the
 *  classical Runge-Kutta method. At these steps it is exact to 1e-11. */
inline Quat exact_orientation(const Vec3 &I, const Vec3 &w, double t)
{
  const int n = 20000;
  const double h = t / n;
  Motion m = {w, IDENTITY};
  for (int i = 0; i < n; i++) {
    const Motion k1 = rate(m, I);
    const Motion k2 = rate(m + (0.5 * h) * k1, I);
    const Motion k3 = rate(m + (0.5 * h) * k2, I);
    const Motion k4 = rate(m + h * k3, I);
    m = m + (h / 6.0) * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    m.q = normalized(m.q);
  }
  return m.q;
}

inline std::string numbers(const Vec3 &a)
{
  char text[100];
  snprintf(text, sizeof(text), "%.17g %.17g %.17g", a.x, a.y, a.z);
  return text;
}

/** Full axes of the solid ellipsoid of mass 1 with moments I = m/5 (b^2 + c^2, a^2 + c^2, a^2 +
 *  b^2). */
inline Vec3 diameters(const Vec3 &I)
{
  auto d = [](double s) {
    return 2.0 * std::sqrt(2.5 * s);
  };
  return {d(I.y + I.z - I.x), d(I.x + I.z - I.y), d(I.x + I.y - I.z)};
}

/** Space angular momentum of a body with these moments and this angular velocity, both along the
 *  axes of space. */
inline Vec3 momentum(const Vec3 &I, const Vec3 &w)
{
  return {I.x * w.x, I.y * w.y, I.z * w.z};
}

/** One ellipsoid of mass 1, body axes along the axes of space, with angular momentum L, not yet
 *  run. */
inline std::string ellipsoid(const Vec3 &shape, const Vec3 &L, const std::string &fix, double h)
{
  char step[40];
  snprintf(step, sizeof(step), "%.17g", h);
  return R"(
    units lj
    atom_style ellipsoid
    region box block -10 10 -10 10 -10 10
    create_box 1 box
    create_atoms 1 single 0 0 0
    pair_style none
    comm_modify cutoff 1
    set atom 1 shape )" +
      numbers(shape) + "\nset atom 1 mass 1\nset atom 1 quat 1 0 0 0\nset atom 1 angmom " +
      numbers(L) + "\nfix 1 all " + fix + "\ntimestep " + step + "\n";
}

/** The same after time t. */
inline State spun(const Vec3 &shape, const Vec3 &L, const std::string &fix, double h, double t = T)
{
  Simulation sim(ellipsoid(shape, L, fix, h));
  sim.run("run " + std::to_string(std::lround(t / h)));
  return sim.state();
}

/** Error of the orientation at T of the body with INERTIA and OMEGA [rad]. */
inline double orientation_error(const std::string &fix, double h)
{
  const State s = spun(diameters(INERTIA), L, fix, h);
  EXPECT_LE(largest_norm_error(s.q), 1e-15);
  EXPECT_EQ(different_bits(s.angmom, {L}),
            0);    // nothing turns the space angular momentum of a free body
  return angle_between(exact_orientation(INERTIA, OMEGA, T), s.q[0]);
}

}    // namespace scenario
#endif
