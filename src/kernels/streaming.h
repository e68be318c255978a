// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_STREAMING_H
#define VARDEM_STREAMING_H

#include "kernels/flow.h"
#include "kernels/inertia.h"

namespace VARDEM {

// Motion with a homogeneous flow u(x) = L (x - o) in the leapfrog scheme. L- and L+ belong to the
// steps before and after t, v- and v+ are the half-step velocities, a is force/mass. Source: Woo,
// "Motion integration", (31)-(33); doc/notes/leapfrog-cell-damping.md 3. The velocity relative to
// the flow at mid-step is
//   v_f- = v- - L- (x - o - h v-/2)       v_f+ = v+ - L+ (x - o + h v+/2)
// and the closures determine how it changes:
//   EXACT    v_f+ = v_f- + h a                                   dv_f/dt = a, for any L(t)
//   SLLOD    v_f+ = v_f- + h a - h L (v_f- + v_f+)/2
//       dv_f/dt = a - L v_f, Newton's law with moving images
//   GRADV2   (31), (32) as printed
//       as EXACT for constant L, else second order
// Each is linear in x, v and a: three matrices, the same for all particles, give the motion.

enum class Closure { EXACT, GRADV2, SLLOD };

/** The matrix of one step of the cell, equation (33): H(t + h) = (1 - h L/2)^-1 (1 + h L/2)
 *  H(t). */
inline UpperTriangle midpoint_step(const UpperTriangle &L, double h)
{
  return inverse(IDENTITY - 0.5 * h * L) * (IDENTITY + 0.5 * h * L);
}

/** (H(t + h) - H(t))/h of that step, from H(t + h) and L. Velocities of periodic images differ by
 *  this rate. */
inline UpperTriangle cell_rate(const UpperTriangle &L, double h, const UpperTriangle &H_after)
{
  return L * inverse(IDENTITY + 0.5 * h * L) * H_after;
}

/** The gradient L of the step that changes cell H to H': (2/h) (H' - H) (H' + H)^-1. */
inline UpperTriangle gradient_of_step(const UpperTriangle &H, const UpperTriangle &H_after,
                                      double h)
{
  return (2.0 / h) * ((H_after - H) * inverse(H_after + H));
}

/** What the flow adds to a = force/mass of a particle in the half kicks before and after t: of_x (x
 *  - o) + of_v v + of_a a; and what it adds to the rate of the angular velocity. [1/time^2, 1/time,
 *  1; 1/time^2] */
struct Streaming {
  Vec3 origin;
  UpperTriangle of_x, of_v, of_a;
  Vec3 spin;
};

/** The same as a force, for a particle with mass m and force f. In units where an acceleration is
 *  force/mass times a factor, m is the mass divided by that factor. */
VARDEM_INLINE Vec3 streaming_force(const Streaming &s, const Vec3 &x, const Vec3 &v, const Vec3 &f,
                                   double m)
{
  return m * (s.of_x * (x - s.origin) + s.of_v * v) + s.of_a * f;
}

/** Within a run, where the velocity of a particle is v-. L_before is L-, L_after is L+. */
inline Streaming streaming(Closure closure, const Vec3 &origin, const UpperTriangle &L_before,
                           const UpperTriangle &L_after, double h)
{
  const UpperTriangle change = (1.0 / h) * (L_after - L_before), mean = 0.5 * (L_before + L_after);
  const Vec3 turn = (1.0 / h) * (spin(L_after) - spin(L_before));
  if (closure == Closure::SLLOD) {
    const UpperTriangle S = inverse(IDENTITY + 0.5 * h * mean), T = S * (IDENTITY - 0.5 * h * mean);
    const UpperTriangle inverse_M = IDENTITY - 0.5 * h * L_after, M = inverse(inverse_M);
    return {origin, (1.0 / h) * (M * (L_after - T * L_before)),
            (1.0 / h) * (M * (T * (IDENTITY + 0.5 * h * L_before) - inverse_M)),
            M * (S - inverse_M), turn};
  }
  const UpperTriangle implicit = (closure == Closure::EXACT) ? 0.5 * h * L_after : 0.5 * h * mean;
  const UpperTriangle M = inverse(IDENTITY - implicit);
  return {origin, M * change, M * mean, M * implicit, turn};
}

/** At the start of a run that continues, where the velocity of a particle is the full-step velocity
 *  v(t) = v- + h/2 (a + what the flow adds). This equation is solved for v-, and the same is added
 *  as within a run. */
inline Streaming streaming_full_step(Closure closure, const Vec3 &origin,
                                     const UpperTriangle &L_before, const UpperTriangle &L_after,
                                     double h)
{
  const Streaming s = streaming(closure, origin, L_before, L_after, h);
  const UpperTriangle of_v = s.of_v * inverse(IDENTITY + 0.5 * h * s.of_v);
  const UpperTriangle rest = IDENTITY - 0.5 * h * of_v;
  return {origin, rest * s.of_x, of_v, rest * (IDENTITY + s.of_a) - IDENTITY, s.spin};
}

/** At the very first step, where the velocity of a particle is the full-step velocity v, and L_now
 *  is the gradient at that time. Only a half kick is due, from v_f = v - L_now (x - o). The source
 *  says nothing about it for GRADV2, which uses the half kick of EXACT. SLLOD uses v_f+ = v_f + h/2
 *  (a - L+ v_f+), which in shear is Newton's v+ = v + h/2 a. */
inline Streaming streaming_start(Closure closure, const Vec3 &origin, const UpperTriangle &L_now,
                                 const UpperTriangle &L_after, double h)
{
  const double half = 0.5 * h;
  const UpperTriangle jump = (1.0 / half) * (L_after - L_now);
  const Vec3 turn = (1.0 / half) * (spin(L_after) - spin(L_now));
  const UpperTriangle inverse_M = IDENTITY - half * L_after, M = inverse(inverse_M);
  if (closure != Closure::SLLOD) return {origin, M * jump, M * L_after, half * (M * L_after), turn};
  const UpperTriangle S = inverse(IDENTITY + half * L_after);
  return {origin, (1.0 / half) * (M * (L_after - S * L_now)), (1.0 / half) * (M * (S - inverse_M)),
          M * (S - inverse_M), turn};
}

/** The same for an integrator whose first step has no half kick: its forces act over the whole
 *  step. */
inline Streaming streaming_staggered(Closure closure, const Vec3 &origin,
                                     const UpperTriangle &L_now, const UpperTriangle &L_after,
                                     double h)
{
  const Streaming s = streaming_start(closure, origin, L_now, L_after, h);
  return {origin, 0.5 * s.of_x, 0.5 * s.of_v, s.of_a, 0.5 * s.spin};
}

/** Correction of a particle that has moved with another L+ than the cell: of_v v+ + of_x (x(t + h)
 *  - o) is added to v+, and h times this sum to x(t + h). v_f+ does not change. */
struct FlowCorrection {
  Vec3 origin;
  UpperTriangle of_x, of_v;
  Vec3 spin;
  double h;
};

/** The difference of v+ = (1 - h L/2)^-1 (v_f+ + L (x(t) - o)) between the right L and the assumed
 *  one. */
inline FlowCorrection flow_correction(const Vec3 &origin, const UpperTriangle &assumed,
                                      const UpperTriangle &L, double h)
{
  const UpperTriangle M_difference = inverse(IDENTITY - 0.5 * h * L) * (L - assumed);
  return {origin, M_difference, -0.5 * h * M_difference, spin(L) - spin(assumed), h};
}

VARDEM_INLINE Vec3 correction_of_velocity(const FlowCorrection &c, const Vec3 &x, const Vec3 &v)
{
  return c.of_x * (x - c.origin) + c.of_v * v;
}

// What is done with particle i of an accessor b (kernels/leapfrog.h), on host and device.

/** Adds the part of the flow to the force. per_acceleration: force/(mass acceleration) in the units
 *  of the accessor. */
struct StreamForce {
  Streaming streaming;
  double per_acceleration;

  template <class B> VARDEM_INLINE void operator()(const B &b, int i) const
  {
    const Vec3 f = b.f(i);
    const double m = per_acceleration * b.mass(i);
    b.set_f(i, f + streaming_force(streaming, b.x(i), b.v(i), f, m));
  }
};

struct CorrectMotion {
  FlowCorrection correction;

  template <class B> VARDEM_INLINE void operator()(const B &b, int i) const
  {
    const Vec3 x = b.x(i), v = b.v(i);
    const Vec3 change = correction_of_velocity(correction, x, v);
    b.set_v(i, v + change);
    b.set_x(i, x + correction.h * change);
  }
};

/** Adds the flow L (x - origin) to the velocity. */
struct AddFlow {
  UpperTriangle L;
  Vec3 origin;

  template <class B> VARDEM_INLINE void operator()(const B &b, int i) const
  {
    b.set_v(i, b.v(i) + L * (b.x(i) - origin));
  }
};

struct AddAngularVelocity {
  Vec3 w;

  template <class B> VARDEM_INLINE void operator()(const B &b, int i) const
  {
    b.set_omega(i, b.omega(i) + w);
  }
};

/** Adds I w to the torque, I is the inertia tensor in space; b.angular_momentum(i, w) is I w. */
struct AddTorque {
  Vec3 w;

  template <class B> VARDEM_INLINE void operator()(const B &b, int i) const
  {
    b.set_torque(i, b.torque(i) + b.angular_momentum(i, w));
  }
};

struct AddAngularMomentum {
  Vec3 w;

  template <class B> VARDEM_INLINE void operator()(const B &b, int i) const
  {
    b.set_L(i, b.L(i) + b.angular_momentum(i, w));
  }
};

// Work of the flow: doc/notes/leapfrog-cell-damping.md 3.6.

/** The part of the interactions and of the rotation of bodies in the work of a flow. */
struct FlowMoments {
  UpperTriangle virial;    // V sigma, symmetric part [energy]
  Vec3 torque;             // sum over all bodies of the moments of the interactions [energy]
  double gyroscopic;       // sum of GyroscopicPower [energy/time]
  Vec3 unbalanced;         // sum of the moments of contacts, with those of their forces [energy]

  VARDEM_INLINE FlowMoments &operator+=(const FlowMoments &a)
  {
    virial = virial + a.virial;
    torque = torque + a.torque;
    gyroscopic += a.gyroscopic;
    unbalanced = unbalanced + a.unbalanced;
    return *this;
  }
};

/** Rate of the work that the flow does on bodies whose angular velocities are counted relative to
 *  `frame`: the spin of the flow, or 0 if bodies do not turn with it [energy/time]. The
 *  antisymmetric part of the stress is the torque without what contacts leave unbalanced. */
VARDEM_INLINE double power_of_flow(const FlowMoments &m, const UpperTriangle &L, const Vec3 &frame)
{
  const UpperTriangle &s = m.virial;
  return s.xx * L.xx + s.yy * L.yy + s.zz * L.zz + s.yz * L.yz + s.xz * L.xz + s.xy * L.xy +
      dot(spin(L), m.torque - m.unbalanced) - dot(frame, m.torque) + m.gyroscopic;
}

/** Rate of 1/2 w.I w of a body without moments, w = omega - frame: -omega . (frame x I frame). b:
 *  q, inertia, L. */
struct GyroscopicPower {
  Vec3 frame;

  template <class B> VARDEM_INLINE double operator()(const B &b, int i) const
  {
    const Quat q = b.q(i);
    const Vec3 I = b.inertia(i), s = space_to_body(q, frame);
    return -dot(angular_velocity(q, b.L(i), I), cross(s, {I.x * s.x, I.y * s.y, I.z * s.z}));
  }
};

/** m v_f v_f, v_f = v - L (x - origin). */
struct PeculiarStress {
  UpperTriangle L;
  Vec3 origin;

  template <class B> VARDEM_INLINE UpperTriangle operator()(const B &b, int i) const
  {
    return b.mass(i) * square(b.v(i) - L * (b.x(i) - origin));
  }
};

}    // namespace VARDEM
#endif
