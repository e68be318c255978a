// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_FLOW_H
#define VARDEM_FLOW_H

#include "kernels/vector3.h"

#include <cmath>

namespace VARDEM {

/** Upper triangular matrix; its six components are in LAMMPS' order. The cell H of LAMMPS is such a
 *  matrix, and so is each velocity gradient L = dH/dt H^-1 that the cell can follow. L_xy =
 *  dv_x/dy. */
struct UpperTriangle {
  double xx, yy, zz, yz, xz, xy;
};

/** Number of its components. */
constexpr int UPPER = 6;

/** From the six doubles of domain->h or domain->h_rate. */
VARDEM_INLINE UpperTriangle upper(const double *six)
{
  return {six[0], six[1], six[2], six[3], six[4], six[5]};
}

VARDEM_INLINE UpperTriangle operator+(const UpperTriangle &a, const UpperTriangle &b)
{
  return {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.yz + b.yz, a.xz + b.xz, a.xy + b.xy};
}

VARDEM_INLINE UpperTriangle operator-(const UpperTriangle &a, const UpperTriangle &b)
{
  return {a.xx - b.xx, a.yy - b.yy, a.zz - b.zz, a.yz - b.yz, a.xz - b.xz, a.xy - b.xy};
}

VARDEM_INLINE UpperTriangle operator*(double s, const UpperTriangle &a)
{
  return {s * a.xx, s * a.yy, s * a.zz, s * a.yz, s * a.xz, s * a.xy};
}

VARDEM_INLINE Vec3 operator*(const UpperTriangle &a, const Vec3 &x)
{
  return {a.xx * x.x + a.xy * x.y + a.xz * x.z, a.yy * x.y + a.yz * x.z, a.zz * x.z};
}

VARDEM_INLINE UpperTriangle operator*(const UpperTriangle &a, const UpperTriangle &b)
{
  return {a.xx * b.xx,
          a.yy * b.yy,
          a.zz * b.zz,
          a.yy * b.yz + a.yz * b.zz,
          a.xx * b.xz + a.xy * b.yz + a.xz * b.zz,
          a.xx * b.xy + a.xy * b.yy};
}

/** The six different components of the product a a. */
VARDEM_INLINE UpperTriangle square(const Vec3 &a)
{
  return {a.x * a.x, a.y * a.y, a.z * a.z, a.y * a.z, a.x * a.z, a.x * a.y};
}

constexpr UpperTriangle IDENTITY = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0};

VARDEM_INLINE double determinant(const UpperTriangle &a)
{
  return a.xx * a.yy * a.zz;
}

/** Inverse, by back substitution. The diagonal must not vanish. */
VARDEM_INLINE UpperTriangle inverse(const UpperTriangle &a)
{
  const double xx = 1.0 / a.xx, yy = 1.0 / a.yy, zz = 1.0 / a.zz;
  const double yz = -yy * a.yz * zz;
  return {xx, yy, zz, yz, -xx * (a.xy * yz + a.xz * zz), -xx * a.xy * yy};
}

/** A bound of how fast a flow changes lengths in any direction, over these lengths: the norm of the
 *  symmetric part of L. */
VARDEM_INLINE double most_stretch(const UpperTriangle &L)
{
  return std::sqrt(L.xx * L.xx + L.yy * L.yy + L.zz * L.zz +
                   0.5 * (L.yz * L.yz + L.xz * L.xz + L.xy * L.xy));
}

/** A homogeneous flow with velocity u(x) = u0 + L (x - x0) [length/time]. */
struct Flow {
  UpperTriangle L;
  Vec3 x0, u0;
};

VARDEM_INLINE Vec3 velocity(const Flow &flow, const Vec3 &x)
{
  return flow.u0 + flow.L * (x - flow.x0);
}

/** Angular velocity of the flow, half of its curl: v_x = g y turns with omega_z = -g/2. Woo,
 *  "Motion integration", prints the opposite sign. */
VARDEM_INLINE Vec3 spin(const UpperTriangle &L)
{
  return {-0.5 * L.yz, 0.5 * L.xz, -0.5 * L.xy};
}

/** Velocity relative to the flow at t - h/2: v - u(x - h v/2). v is the half-step velocity of a
 *  particle at t - h/2, x its position at t, and flow the flow at t - h/2. v_f- of
 *  doc/notes/leapfrog-cell-damping.md 3.3. */
VARDEM_INLINE Vec3 peculiar_velocity(const Flow &flow, const Vec3 &x, const Vec3 &v, double h)
{
  return v - velocity(flow, x - 0.5 * h * v);
}

// Frames give velocity and angular velocity of body i of an accessor (kernels/leapfrog.h) relative
// to a flow, or to none.

/** No flow: velocities are what they are. */
struct FrameAtRest {
  Vec3 spin{0.0, 0.0, 0.0};

  template <class B> VARDEM_INLINE Vec3 velocity(const B &b, int i) const { return b.v(i); }
  VARDEM_INLINE Vec3 omega(const Vec3 &w) const { return w; }
};

/** Velocities relative to a flow and its spin. h is the time step for half-step velocities, which
 *  like the flow belong to the time h/2 before the positions. It is 0 if all belong to the same
 *  time. */
struct FrameOfFlow {
  Flow flow;
  Vec3 spin;
  double h;

  template <class B> VARDEM_INLINE Vec3 velocity(const B &b, int i) const
  {
    return peculiar_velocity(flow, b.x(i), b.v(i), h);
  }
  VARDEM_INLINE Vec3 omega(const Vec3 &w) const { return w - spin; }
};

/** A cell that the normal stresses along its axes push, as contacts push bodies. Impulses g of
 *  contacts with branches l, from the center of the first body to that of the second one, change
 *  its rate of strain along each axis a by inverse_a times the sum of g_a l_a. All that presses it
 *  besides changes the rate by load_a, but not beyond limit_a: contacts may make it faster, and the
 *  load does not push against that. Bodies move by these changes times their places, and so do
 *  their periodic images (doc/notes/friction.md 6). Sums, changes, rates and inverse have a number
 *  for each axis; places, velocities and impulses are vectors in space. */
struct YieldingCell {
  bool yields = false;                      // otherwise nothing below counts
  Vec3 inverse = {};                        // [1/(mass x length^2)]
  Vec3 load = {}, rate = {}, limit = {};    // of a step; rate: before it [1/time]
  Vec3 origin = {};                         // of places
  const double *centres = nullptr;          // of columns
  int first_fixed = 0;                      // the first column that does not follow the cell

  VARDEM_INLINE Vec3 place(int column) const
  {
    return column < first_fixed ? vectors_at(centres)[column] - origin : Vec3{0.0, 0.0, 0.0};
  }
  /** What an impulse between these columns adds to the sums of g_a l_a. */
  VARDEM_INLINE Vec3 push(int i, int j, const Vec3 &g) const
  {
    return products(g, place(j) - place(i));
  }
  /** What the load changes the rates by, for these sums. */
  VARDEM_INLINE Vec3 change_by_load(const Vec3 &sums) const
  {
    const Vec3 without = rate + products(inverse, sums);
    return {within(load.x, without.x, limit.x), within(load.y, without.y, limit.y),
            within(load.z, without.z, limit.z)};
  }
  /** Of the rates, for these sums. */
  VARDEM_INLINE Vec3 change(const Vec3 &sums) const
  {
    return products(inverse, sums) + change_by_load(sums);
  }
  /** What the second of these columns moves faster than the first one, without impulses. */
  VARDEM_INLINE Vec3 velocity(int i, int j) const
  {
    return yields ? products(change({}), place(j) - place(i)) : Vec3{0.0, 0.0, 0.0};
  }

 private:
  VARDEM_INLINE static double within(double load, double rate, double limit)
  {
    return load < 0.0 ? std::fmax(load, std::fmin(0.0, -limit - rate))
                      : std::fmin(load, std::fmax(0.0, limit - rate));
  }
};

/** What the contacts of a step have done to a cell: sums and changes of the rates of YieldingCell.
 *  Where a part of restitution is taken away, both are means, and a bound of the load is not. */
struct CellResponse {
  Vec3 sums, change;
};

}    // namespace VARDEM
#endif
