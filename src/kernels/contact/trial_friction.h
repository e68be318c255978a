// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TRIAL_FRICTION_H
#define VARDEM_TRIAL_FRICTION_H

#include "kernels/contact/grain_block.h"

#include <cmath>

namespace VARDEM {

// --- the tangential load of a contact with friction, at a trial state of an implicit step ---
//
// Spring and dashpot are parallel, a slider is in series with both (soft_contact.h), and Coulomb's
// bound is held while the step is solved (Tresca's friction). So the load is the derivative of a
// convex potential of the slip t of the step, doc/notes/implicit-steps.md 2.5:
//   Y = start + slope t,    L = Y min(1, bound/|Y|),    slope = part kt + ct/h.
// Source of the bound that is held: Panagiotopoulos, Ingenieur-Archiv 44 (1975) 421. Return
// mapping: Simo & Laursen, Comput. Struct. 42 (1992) 97.

/** A contact with friction while a step is solved. */
struct TrialFriction {
  Vec3 start;      // load of the spring before the step, in the tangent plane of the dashpot
  double slope;    // force per slip
  double bound;    // of the load, >= 0
};

/** Tangential stiffnesses of a contact in a step [force/length]. If the overlap grows, so does the
 *  stiffness, but the load of the old spring stays as it was (tangential_spring.h). All are zero if
 *  the contact is open now. */
struct TangentialStiffness {
  double old;     // load of the spring before the step, over that spring
  double slip;    // load per slip in the step
  double now;     // load of the spring behind the step, over that spring
};

/** before, now: the overlaps, where the step starts and where the load is found; R: effective
 *  radius. A contact that begins has the slip only while it touches. */
template <class NormalForce>
VARDEM_INLINE TangentialStiffness tangential_stiffness(const ContactParameters &law, double R,
                                                       double before, double now)
{
  if (!(now > 0.0)) return {0.0, 0.0, 0.0};
  const double k = law.tangential_stiffness + law.tangential_modulus * NormalForce::size_factor(R),
               a = NormalForce::power_radius(now);
  if (!(before > 0.0))
    return {0.0, k * NormalForce::mean_radius(0.0, a) * now / (now - before), k * a};
  const double a_before = NormalForce::power_radius(before);
  if (!(a_before < a)) return {k * a, k * a, k * a};
  return {k * a_before, k * NormalForce::mean_radius(a_before, a), k * a};
}

/** spring: before the step, in the tangent plane. part: of the slip that the spring has in the
 *  balance. tangential: coefficient of the dashpot. h > 0: time step. */
VARDEM_INLINE TrialFriction trial_friction(const TangentialStiffness &k, const Vec3 &spring,
                                           double part, double tangential, double h, double bound)
{
  return {k.old * spring, part * k.slip + tangential / h, bound};
}

/** A spring that has turned with its contact: n is the present normal. It keeps its length. */
VARDEM_INLINE Vec3 laid_into_plane(const Vec3 &spring, const Vec3 &n)
{
  const Vec3 flat = spring - dot(spring, n) * n;
  const double square = dot(flat, flat);
  return square > 0.0 ? std::sqrt(dot(spring, spring) / square) * flat : flat;
}

/** The load is minus the tangential force on the first sphere. Its derivative by the slip is slope
 *  (1 - n n^T) where the contact sticks, and cut (1 - n n^T - y y^T) where it slides. */
struct TangentialTrial {
  Vec3 load;
  Vec3 y;         // direction of the load, 0 if there is none
  double drag;    // of 1 - n n^T in the derivative, >= 0
  double cut;     // of y y^T: drag if the contact slides, otherwise 0
  double potential;
};

VARDEM_INLINE TangentialTrial tangential_trial(const TrialFriction &f, const Vec3 &slip)
{
  const Vec3 unbounded = f.start + f.slope * slip;
  const double size = norm(unbounded);
  const bool slides = size > f.bound || !(f.bound > 0.0);
  const double load = slides ? f.bound : size;
  const Vec3 y = (size > 0.0 ? 1.0 / size : 0.0) * unbounded;
  const double drag = !slides ? f.slope : size > 0.0 ? f.slope * (load / size) : 0.0;
  return {load * y, y, drag, slides ? drag : 0.0,
          f.slope > 0.0 ? load * (size - 0.5 * load) / f.slope : 0.0};
}

/** The part of the slip that spring and dashpot have taken. The slider has the rest. */
VARDEM_INLINE Vec3 taken_slip(const TrialFriction &f, const TangentialTrial &t)
{
  return (f.slope > 0.0 ? 1.0 / f.slope : 0.0) * (t.load - f.start);
}

/** The spring behind the step. Its load is not above the bound. */
VARDEM_INLINE Vec3 spring_behind(const TangentialStiffness &k, const TrialFriction &f,
                                 const TangentialTrial &t)
{
  if (!(k.now > 0.0)) return {0.0, 0.0, 0.0};
  Vec3 load = f.start + k.slip * taken_slip(f, t);
  shorten(load, f.bound);
  return (1.0 / k.now) * load;
}

/** The stiffness of a contact with friction: a GrainBlock, whose `drag` is also part of A, minus
 *  the stiffness along the direction in which the contact slides. It has no negative eigenvalue but
 *  for the geometric stiffness. */
struct FrictionBlock : GrainBlock {
  Vec3 y;
  double cut;

  static constexpr int NUMBERS = GrainBlock::NUMBERS + 4;
};

/** Adds `scale` times the derivative of a load to a block that has only normal stiffness. */
VARDEM_INLINE FrictionBlock with_friction(const GrainBlock &normal, const TangentialTrial &t,
                                          double scale)
{
  FrictionBlock K = {normal, t.y, scale * t.cut};
  K.drag = scale * t.drag;
  add_uniaxial(K.A, K.n, 0.0, K.drag);
  return K;
}

/** As for GrainBlock. */
template <int DOF>
VARDEM_INLINE ContactWrench times(const FrictionBlock &K, const double *v1, const double *v2,
                                  bool stressed)
{
  ContactWrench push = times<DOF>(static_cast<const GrainBlock &>(K), v1, v2, stressed);
  const double along = dot(slip_of<DOF>(K.n, K.lever_1, K.lever_2, v1, v2), K.y);
  const ContactWrench freed = tangential_wrench(K.n, (K.cut * along) * K.y);
  return {push.force - freed.force, push.moment - freed.moment};
}

/** As for GrainBlock. */
template <int DOF> VARDEM_INLINE void add_own_block(const FrictionBlock &K, int a, double *block)
{
  add_own_block<DOF>(static_cast<const GrainBlock &>(K), a, block);
  const double side = a == 1 ? 1.0 : -1.0, lever = a == 1 ? K.lever_1 : K.lever_2;
  double way[DOF] = {};
  add_wrench<DOF>(tangential_wrench(K.n, K.y), side, lever, way);
  for (int k = 0, m = 0; k < DOF; k++)
    for (int l = 0; l <= k; l++) block[m++] -= K.cut * way[k] * way[l];
}

}    // namespace VARDEM
#endif
