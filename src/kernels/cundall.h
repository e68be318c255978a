// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_CUNDALL_H
#define VARDEM_CUNDALL_H

#include "kernels/flow.h"
#include "kernels/inertia.h"

#include <type_traits>

namespace VARDEM {

// Cundall's non-viscous damping. Source: Woo, "Motion integration", (34), with both factors inside
// the sign; doc/notes/leapfrog-cell-damping.md 4.1.
//   F_w <- F_w (1 - lambda s_w),   w = x, y, z
//   ONSTEP    s_w = sgn(F_w u_w), sgn(0) = 0. u = v(t - h/2) + a h/2 is the full-step velocity, and
//             a the undamped acceleration.
//   REGULAR   s_w = clamp(u_w/(lambda |a_w| h/2), -1, 1) sgn(F_w). This differs from ONSTEP only
//             for |u_w| < lambda |a_w| h/2, and there it keeps the damping from doing positive work
//             over the step.
//   MIDSTEP   s_w = sgn(F_w v_w(t - h/2)), sgn(0) = 1. This is the original form and that of
//             LAMMPS' fix damping/cundall.
// Torques are damped in the same way. Velocities may be relative to the flow of a deforming cell.

enum class Cundall { ONSTEP, MIDSTEP, REGULAR };

/** Stiffness of ONSTEP. It is so large that any velocity but 0 gives the full damping. */
constexpr double AT_ONCE = 1.0e300;

/** Damped component of a force, without a branch, because signs are random. u: velocity, which is
 *  v(t - h/2) for MIDSTEP. stiffness: slope of the damping over the velocity, up to its full value
 *  lambda |F|. It is 1/(h/2 mobility) in REGULAR. */
template <Cundall FORM>
VARDEM_INLINE double damped(double F, double u, double lambda, double stiffness)
{
  if constexpr (FORM == Cundall::MIDSTEP)
    return F * (1.0 - std::copysign(lambda, F * u + 0.0));    // + 0.0: no negative zero
  const double full = lambda * std::fabs(F), soft = std::fabs(u) * stiffness;
  return F - std::copysign(soft < full ? soft : full, u);
}

/** Damped force. change: by how much a unit force changes the velocity in h/2. */
template <Cundall FORM>
VARDEM_INLINE Vec3 damped(const Vec3 &F, const Vec3 &u, double lambda, double change)
{
  double stiffness = AT_ONCE;
  if (FORM == Cundall::REGULAR && change > 0.0) stiffness = 1.0 / change;
  return {damped<FORM>(F.x, u.x, lambda, stiffness), damped<FORM>(F.y, u.y, lambda, stiffness),
          damped<FORM>(F.z, u.z, lambda, stiffness)};
}

// Mobility times force is acceleration. A body with a mass or a moment of inertia of 0 does not
// accelerate.

/** Mobility of a point particle, or of the rotation of a sphere: a number. */
struct IsotropicMobility {
  double inverse;

  VARDEM_INLINE Vec3 operator()(const Vec3 &F) const { return inverse * F; }
  VARDEM_INLINE double largest() const { return inverse; }
};

VARDEM_INLINE IsotropicMobility isotropic_mobility(double inertia, double ftm2v)
{
  return {inertia > 0.0 ? ftm2v / inertia : 0.0};
}

/** Mobility of the rotation of an aspherical body with orientation q: R I^-1 R^T. With its largest
 *  eigenvalue, REGULAR never does work on the body. */
struct RotorMobility {
  Quat q;
  Vec3 inverse;

  VARDEM_INLINE Vec3 operator()(const Vec3 &T) const
  {
    const Vec3 t = space_to_body(q, T);
    return body_to_space(q, {t.x * inverse.x, t.y * inverse.y, t.z * inverse.z});
  }
  VARDEM_INLINE double largest() const
  {
    return std::fmax(inverse.x, std::fmax(inverse.y, inverse.z));
  }
};

/** Time from the given velocities to the velocities in the sign of (34), and to the full-step
 *  velocities. Within a run half-step velocities v(t - h/2) are given, and both times are h/2.
 *  Before the first step full-step velocities are given. */
struct DampingStep {
  double in_sign, at_step;
  double ftm2v;    // LAMMPS' factor from force/mass to acceleration
};

VARDEM_INLINE DampingStep damping_in_step(double h, double ftm2v)
{
  return {0.5 * h, 0.5 * h, ftm2v};
}

/** Before the first step, the damping acts in one half kick only. Its mean velocity is that of a
 *  quarter step later. */
VARDEM_INLINE DampingStep damping_before_steps(Cundall form, double h, double ftm2v)
{
  return {form == Cundall::REGULAR ? 0.25 * h : 0.0, 0.0, ftm2v};
}

// Energy. The leapfrog applies the damping dF of a time step in two half kicks. The mean velocities
// are (v(t - h/2) + v(t))/2 in the half kick before it and (v(t) + v(t + h/2))/2 in the one after
// it. With a = (F + dF)/m they are v(t) -+ a h/4.

/** For one body or summed over bodies: the power -dF.v(t) that the damping takes, and the rate
 *  -dF.a of this power in the two half kicks. */
struct DampingPower {
  double power, rate;
};

VARDEM_INLINE DampingPower operator+(const DampingPower &a, const DampingPower &b)
{
  return {a.power + b.power, a.rate + b.rate};
}

VARDEM_INLINE DampingPower &operator+=(DampingPower &a, const DampingPower &b)
{
  return a = a + b;
}

/** Energy dissipated in the half kick before the time step; below, in the one after it. */
VARDEM_INLINE double dissipated_before(const DampingPower &p, double h)
{
  return 0.5 * h * (p.power - 0.25 * h * p.rate);
}

VARDEM_INLINE double dissipated_after(const DampingPower &p, double h)
{
  return 0.5 * h * (p.power + 0.25 * h * p.rate);
}

/** Energy dissipated up to the last time step, and the power in the half kick that follows. The
 *  step h may change between the two half kicks. */
struct Dissipation {
  double energy;
  DampingPower now;

  VARDEM_INLINE void start(const DampingPower &first) { now = first; }
  VARDEM_INLINE void step(const DampingPower &next, double h)
  {
    energy += dissipated_after(now, h) + dissipated_before(next, h);
    now = next;
  }
};

/** Power of a damping that takes `taken` from the force. a: acceleration by the damped force. */
VARDEM_INLINE DampingPower damping_power(const Vec3 &taken, const Vec3 &v, const Vec3 &a,
                                         const DampingStep &s)
{
  const double rate = dot(taken, a);
  return {dot(taken, v) + s.at_step * rate, rate};
}

struct Damped {
  Vec3 force;
  DampingPower power;
};

/** Damps a force or torque F on a body with velocity v. */
template <Cundall FORM, class Mobility>
VARDEM_INLINE Damped damp(const Vec3 &F, const Vec3 &v, const Mobility &mobility, double lambda,
                          const DampingStep &s)
{
  const Vec3 u = FORM == Cundall::MIDSTEP ? v : v + s.in_sign * mobility(F);
  const Vec3 total = damped<FORM>(F, u, lambda, s.in_sign * mobility.largest());
  const Vec3 a = mobility(total), taken = F - total;
  return {total, damping_power(taken, v, a, s)};
}

/** As damp(), for a force F whose part `spared` is not damped. The whole force accelerates the
 *  body. */
template <Cundall FORM, class Mobility>
VARDEM_INLINE Damped damp(const Vec3 &F, const Vec3 &undamped, const Vec3 &v,
                          const Mobility &mobility, double lambda, const DampingStep &s)
{
  const Vec3 u = FORM == Cundall::MIDSTEP ? v : v + s.in_sign * mobility(F);
  const Vec3 part = F - undamped;
  const Vec3 rest = damped<FORM>(part, u, lambda, s.in_sign * mobility.largest());
  const Vec3 total = rest + undamped, a = mobility(total), taken = part - rest;
  return {total, damping_power(taken, v, a, s)};
}

// A body is reached through an accessor B as in kernels/leapfrog.h, with set_f and set_torque.
// Frame gives its velocities relative to the flow.

/** The whole force is damped. */
struct NothingUndamped {};

/** Damps the force on body i. spare(b, i): the part of it that is not damped. */
template <Cundall FORM, class B, class Frame, class Spare>
VARDEM_INLINE DampingPower damp_force(const B &b, int i, const Frame &frame, const Spare &spare,
                                      double lambda, const DampingStep &s)
{
  const IsotropicMobility mobility = isotropic_mobility(b.mass(i), s.ftm2v);
  const Vec3 v = frame.velocity(b, i);
  Damped d;
  if constexpr (std::is_same_v<Spare, NothingUndamped>)
    d = damp<FORM>(b.f(i), v, mobility, lambda, s);
  else
    d = damp<FORM>(b.f(i), spare(b, i), v, mobility, lambda, s);
  b.set_f(i, d.force);
  return d.power;
}

/** Damps the torque on sphere i with moment of inertia c mass radius^2. */
template <Cundall FORM, class B, class Frame>
VARDEM_INLINE DampingPower damp_sphere_torque(const B &b, int i, const Frame &frame, double c,
                                              double lambda, const DampingStep &s)
{
  const double R = b.radius(i);
  const Damped d = damp<FORM>(b.torque(i), frame.omega(b.omega(i)),
                              isotropic_mobility(c * b.mass(i) * R * R, s.ftm2v), lambda, s);
  b.set_torque(i, d.force);
  return d.power;
}

/** Damps the torque on aspherical body i. The energy is exact, because the orientation does not
 *  change in the half kicks. */
template <Cundall FORM, class B, class Frame>
VARDEM_INLINE DampingPower damp_rotor_torque(const B &b, int i, const Frame &frame, double lambda,
                                             const DampingStep &s)
{
  const Vec3 inverse = inverse_inertia(b.inertia(i));
  const RotorMobility turning = {b.q(i), inverse};
  const Vec3 omega = frame.omega(turning(b.L(i)));
  const RotorMobility mobility = {turning.q, s.ftm2v * inverse};
  const Damped d = damp<FORM>(b.torque(i), omega, mobility, lambda, s);
  b.set_torque(i, d.force);
  return d.power;
}

}    // namespace VARDEM
#endif
