// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_CONTACT_TANGENT_H
#define VARDEM_TEST_CONTACT_TANGENT_H

#include "kernels/bond/bond_shear.h"
#include "kernels/contact/soft_contact.h"
#include "kernels/contact/springs.h"

namespace VARDEM {

// --- the derivative of the force of one soft contact ---
//
// Derived in doc/notes/soft-contacts.md 5. The springs are differentiated by the displacements and
// rotations of the two bodies, with dashpots that stay as they are; the dashpots are differentiated
// by velocities and spins. Both have the same form. The tangent is that at the state itself: what
// has turned since the beginning of a finite step is left out.

/** The derivative of PairForce by PairDisplacement. */
struct ContactTangent {
  Vec3 n;                         // unit normal from the first to the second body
  double lever_1, lever_2;        // lever arms
  double shorter_1, shorter_2;    // by how much they become shorter with the overlap
  double turning;                 // angle of n over the displacement across it
  double N;                       // force that turns with n,
  Vec3 T;                         // and force that turns with n and the bodies
  double normal, tangent;         // stiffness against the overlap and against slip
  Vec3 along;                     // change of the tangential force over that of the overlap
  // if the contact slides: unit vector in which slip meets no stiffness; otherwise 0
  Vec3 sliding;
};

struct ContactTangents {
  ContactTangent springs, dashpots;
};

/** The tangent of a contact in the state for which contact_force() has the same arguments. loading:
 *  does the overlap grow? Then Hertz' tangential spring keeps its force, otherwise its length. A
 *  contact whose load is at Coulomb's bound slides. */
template <class NormalForce, bool SQRT_DASHPOT>
VARDEM_INLINE ContactTangents contact_tangents(const ContactParameters &law, const SphereContact &c,
                                               const ContactVelocity &v, double m,
                                               const SpringStep &step, bool loading)
{
  constexpr double BOUND = 1.0 - 1.0e-12, POWER = NormalForce::EXPONENT - 2.0;
  const ElasticForce elastic = elastic_force<NormalForce>(law, c.overlap, c.R);
  const Coefficients of = coefficients<NormalForce>(law, elastic, m);
  const double normal = elastic.force + of.c.normal * v.closing;
  const double bound = friction_bound<NormalForce>(law, normal, c.overlap, c.R);
  const Vec3 spring = -of.k.tangent * step.spring;
  Vec3 direction = spring - of.c.tangent * v.sliding;
  const double load = norm(direction);

  ContactTangent k = {c.n,
                      c.lever_1,
                      c.lever_2,
                      law.lever,
                      c.wall ? 0.0 : law.lever,
                      c.turning,
                      elastic.force,
                      spring,
                      of.k.normal,
                      of.k.tangent,
                      (loading ? 0.0 : POWER / c.overlap) * spring,
                      {0.0, 0.0, 0.0}};
  ContactTangent d = {c.n,
                      c.lever_1,
                      c.lever_2,
                      0.0,
                      0.0,
                      0.0,
                      0.0,
                      {0.0, 0.0, 0.0},
                      of.c.normal,
                      of.c.tangent,
                      {0.0, 0.0, 0.0},
                      {0.0, 0.0, 0.0}};
  if (load < BOUND * bound) return {k, d};

  const double part = load > 0.0 ? bound / load : 0.0;
  direction = (load > 0.0 ? 1.0 / load : 0.0) * direction;
  const double friction = bound > law.unlimited ? law.friction : 0.0;
  k.T = part * k.T;
  k.along =
      part * (k.along - dot(k.along, direction) * direction) + (friction * of.k.normal) * direction;
  d.along = (friction * of.c.normal) * direction;
  k.tangent *= part;
  d.tangent *= part;
  k.sliding = d.sliding = direction;
  return {k, d};
}

/** Change of force and moments with a small motion, or velocities. */
VARDEM_INLINE PairForce operator*(const ContactTangent &t, const PairDisplacement &a)
{
  const Vec3 u = a.u1 - a.u2;
  const double closing = dot(u, t.n);
  const Vec3 across = u - closing * t.n, dn = -t.turning * across;
  const Vec3 slip = across + cross(t.lever_1 * a.th1 + t.lever_2 * a.th2, t.n);
  const Vec3 moment = cross(t.n, t.T);
  const Vec3 dT = (0.5 * dot(a.th1 + a.th2, t.n)) * moment - dot(dn, t.T) * t.n +
      closing * t.along - t.tangent * (slip - dot(slip, t.sliding) * t.sliding);
  const Vec3 change = cross(dn, t.T) + cross(t.n, dT);
  return {dT - (t.normal * closing) * t.n - t.N * dn,
          t.lever_1 * change - (t.shorter_1 * closing) * moment,
          t.lever_2 * change - (t.shorter_2 * closing) * moment};
}

/** The part of the tangent that is symmetric and not negative: the springs as they are, without
 *  what turns and without sliding. add_contact() of stable_step.h adds it to a matrix. */
VARDEM_INLINE Springs springs_of(const ContactTangent &t)
{
  return {t.normal, t.tangent, 0.0, 0.0};
}

}    // namespace VARDEM
#endif
