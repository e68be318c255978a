// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_LANES_H
#define VARDEM_LANES_H

#include "kernels/leapfrog.h"

namespace VARDEM {

// Rotation in vector lanes. A loop calls the scalar kernel of a rotation once for each lane, and
// the compiler turns the loop into vector instructions. The loop works on the arrays below, a
// transposed copy of up to LANES bodies. The results have the bits of the scalar kernel, because
// VARDEM is compiled without contraction of products and sums (cmake/VARDEM-sources.cmake).

constexpr int LANES = 16;

/** With fewer bodies than this the lanes are slower than the scalar kernel, because most of them
 *  are empty. */
constexpr int ENOUGH_LANES = LANES / 4;

/** What the lanes of all kinds of bodies share: the orientations, and functions that read and write
 *  lane l of an array. */
struct Lanes {
  double q[4][LANES];

  VARDEM_INLINE static Vec3 get(const double (&a)[3][LANES], int l)
  {
    return {a[0][l], a[1][l], a[2][l]};
  }

  VARDEM_INLINE static void set(double (&a)[3][LANES], int l, const Vec3 &b)
  {
    a[0][l] = b.x;
    a[1][l] = b.y;
    a[2][l] = b.z;
  }

  VARDEM_INLINE static Quat get(const double (&a)[4][LANES], int l)
  {
    return {a[0][l], a[1][l], a[2][l], a[3][l]};
  }

  VARDEM_INLINE static void set(double (&a)[4][LANES], int l, const Quat &b)
  {
    a[0][l] = b.w;
    a[1][l] = b.x;
    a[2][l] = b.y;
    a[3][l] = b.z;
  }

  VARDEM_INLINE Quat orientation(int l) const { return get(q, l); }
  VARDEM_INLINE void set_orientation(int l, const Quat &b) { set(q, l, b); }
};

/** Indices of the bodies i0 <= i < i1 that b.selects(i), i1 - i0 <= LANES; returns how many. */
template <class B> VARDEM_INLINE int selected(const B &b, int i0, int i1, int (&index)[LANES])
{
  int n = 0;
  for (int i = i0; i < i1; i++)
    if (b.selects(i)) index[n++] = i;
  return n;
}

// --- spheres ---

struct SphereLanes : Lanes {
  double w[3][LANES];    // h omega at t + h/2, space components
};

template <class Increment>
VARDEM_INLINE void rotate_lanes(SphereLanes &sphere, const Increment &increment)
{
  for (int l = 0; l < LANES; l++)
    sphere.set_orientation(l, rotated(sphere.orientation(l), Lanes::get(sphere.w, l), increment));
}

/** Does open_sphere() with orientation for all spheres i0 <= i < i1 that b.selects(i), i1 - i0 <=
 *  LANES. rotate_all is the compiled loop over lanes that calls increment. */
template <class B, class Increment, class RotateAll>
VARDEM_HOST_INLINE void open_spheres(const B &b, int i0, int i1, const Step &s, double c,
                                     const Increment &increment, const RotateAll &rotate_all)
{
  int index[LANES];
  const int n = selected(b, i0, i1, index);
  if (n < ENOUGH_LANES) {
    for (int l = 0; l < n; l++) open_sphere(b, index[l], s, c, increment);
    return;
  }

  SphereLanes lanes;
  for (int l = 0; l < n; l++) {
    const int i = index[l];
    Lanes::set(lanes.w, l, s.h * b.rotating(open_sphere(b, i, s, c)));
    lanes.set_orientation(l, b.q(i));
  }
  for (int l = n; l < LANES; l++) {
    Lanes::set(lanes.w, l, Lanes::get(lanes.w, 0));
    lanes.set_orientation(l, lanes.orientation(0));
  }
  rotate_all(lanes);
  for (int l = 0; l < n; l++) b.set_q(index[l], lanes.orientation(l));
}

// --- aspherical bodies ---

struct RotorLanes : Lanes {
  double L[3][LANES];         // space angular momentum at t
  double L_half[3][LANES];    // and at t + h/2
  double I[3][LANES];         // principal moments

  VARDEM_INLINE void copy_lane(int to, int from)
  {
    set_orientation(to, orientation(from));
    set(L, to, get(L, from));
    set(L_half, to, get(L_half, from));
    set(I, to, get(I, from));
  }
};

/** Rotates the bodies of all lanes: rotate(q, L, L_half, I, h) returns the orientation at t + h. */
template <class Rotation>
VARDEM_INLINE void rotate_lanes(RotorLanes &body, double h, const Rotation &rotate)
{
  for (int l = 0; l < LANES; l++)
    body.set_orientation(l,
                         rotate(body.orientation(l), RotorLanes::get(body.L, l),
                                RotorLanes::get(body.L_half, l), RotorLanes::get(body.I, l), h));
}

/** Opening of a step of aspherical body i: half kicks, drift, and rotation by rotate(q, L, L_half,
 *  I, h). */
template <class B, class Rotation>
VARDEM_INLINE void open_step(const B &b, int i, const Step &s, const Rotation &rotate)
{
  kick_drift(b, i, s);
  const Vec3 L = b.L(i);
  const Vec3 L_half = kick_angular_momentum(b, i, s);
  b.set_q(i, rotate(b.q(i), b.rotating(L), b.rotating(L_half), b.inertia(i), s.h));
}

/** open_step() for all bodies i0 <= i < i1 that b.selects(i), i1 - i0 <= LANES. rotate is the
 *  scalar kernel. rotate_all is the compiled loop over lanes that calls it; it is used if at least
 *  ENOUGH_LANES lanes are filled. */
template <class B, class Rotation, class RotateAll>
VARDEM_HOST_INLINE void open_steps(const B &b, int i0, int i1, const Step &s,
                                   const Rotation &rotate, const RotateAll &rotate_all)
{
  int index[LANES];
  const int n = selected(b, i0, i1, index);
  if (n < ENOUGH_LANES) {
    for (int l = 0; l < n; l++) open_step(b, index[l], s, rotate);
    return;
  }

  RotorLanes lanes;
  for (int l = 0; l < n; l++) {
    const int i = index[l];
    kick_drift(b, i, s);
    RotorLanes::set(lanes.L, l, b.rotating(b.L(i)));
    RotorLanes::set(lanes.L_half, l, b.rotating(kick_angular_momentum(b, i, s)));
    RotorLanes::set(lanes.I, l, b.inertia(i));
    lanes.set_orientation(l, b.q(i));
  }
  for (int l = n; l < LANES; l++) lanes.copy_lane(l, 0);
  rotate_all(lanes, s.h);
  for (int l = 0; l < n; l++) b.set_q(index[l], lanes.orientation(l));
}

/** Closing of a step of aspherical body i: half kicks. */
template <class B> VARDEM_INLINE void close_step(const B &b, int i, const Step &s)
{
  kick(b, i, s);
  kick_angular_momentum(b, i, s);
}

}    // namespace VARDEM
#endif
