// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_SOFT_CONTACTS_H
#define VARDEM_TEST_SOFT_CONTACTS_H

#include "../larger.h"
#include "kernels/bond/bond_shear.h"
#include "kernels/contact/soft_contact.h"
#include "test_bodies.h"

namespace VARDEM {

/** Displacements and rotations of two bodies, or their velocities and spins. */
struct Motion {
  Vec3 u1, th1, u2, th2;
};

inline Motion operator*(double s, const Motion &a)
{
  return {s * a.u1, s * a.th1, s * a.u2, s * a.th2};
}

/** Forces on the first and on the second body, and moments about their centres. */
struct Forces {
  Vec3 F1, M1, F2, M2;
};

inline PairDisplacement displacement(const Motion &a)
{
  return {a.u1, a.th1, a.u2, a.th2};
}

inline Forces forces(const PairForce &f)
{
  return {f.F, f.M1, -f.F, f.M2};
}

inline Forces operator-(const Forces &a, const Forces &b)
{
  return {a.F1 - b.F1, a.M1 - b.M1, a.F2 - b.F2, a.M2 - b.M2};
}

inline Forces operator+(const Forces &a, const Forces &b)
{
  return {a.F1 + b.F1, a.M1 + b.M1, a.F2 + b.F2, a.M2 + b.M2};
}

inline Forces operator*(double s, const Forces &a)
{
  return {s * a.F1, s * a.M1, s * a.F2, s * a.M2};
}

inline double dot(const Forces &f, const Motion &a)
{
  return dot(f.F1, a.u1) + dot(f.M1, a.th1) + dot(f.F2, a.u2) + dot(f.M2, a.th2);
}

/** The largest component of forces, moments being divided by the length R. */
inline double largest(const Forces &f, double R)
{
  double most = 0.0;
  for (const Vec3 &a : {f.F1, f.F2, (1.0 / R) * f.M1, (1.0 / R) * f.M2})
    for (const double x : {a.x, a.y, a.z}) most = larger(most, std::fabs(x));
  return most;
}

/** The plane whose point nearest to a sphere is at e from its centre. */
inline SphereContact touching_plane(const Vec3 &e, double R1, double lever)
{
  const Vec3 n = (1.0 / norm(e)) * e;
  return touching_wall({n, norm(e), 0.0, 0}, R1, lever, n);
}

/** Two spheres that touch, or a sphere and a plane. */
struct TwoBodies {
  ContactParameters law;
  double R1, R2;
  Vec3 x1, x2;
  Motion v;       // velocities now
  Vec3 spring;    // in the tangent plane
  double m;       // effective mass
  bool plane;

  SphereContact contact() const
  {
    const Vec3 e = x2 - x1;
    return plane ? touching_plane(e, R1, law.lever) : touching(e, norm(e), R1, R2, law.lever);
  }
  ContactVelocity velocity(const SphereContact &c) const
  {
    return contact_velocity(c, v.u1 - v.u2, v.th1, v.th2);
  }

  /** After a motion that takes the time h, and the spring with them. */
  template <class NormalForce> TwoBodies moved(const Motion &a, double h = 1.0) const
  {
    TwoBodies next = *this;
    const Vec3 u = a.u1 - a.u2;
    if (plane) {
      const Vec3 n = (1.0 / norm(x2 - x1)) * (x2 - x1);
      next.x2 = x2 - dot(u, n) * n;
    } else
      next.x2 = x2 - u;
    next.step = spring_step<NormalForce>(law, spring, next.contact(), (1.0 / h) * u,
                                         (1.0 / h) * a.th1, (1.0 / h) * a.th2, law.lever, h);
    next.spring = next.step.spring;
    return next;
  }
  SpringStep step = {};

  /** The force after moved() or now(). */
  template <class NormalForce> ContactForce force(Vec3 &new_spring) const
  {
    const SphereContact c = contact();
    return contact_force<NormalForce, true>(law, c, velocity(c), m, step, new_spring);
  }
  /** At this very state: as in the set-up of a run, no time has passed. */
  template <class NormalForce> TwoBodies now() const
  {
    TwoBodies same = *this;
    const Vec3 zero = {0.0, 0.0, 0.0};
    same.step = spring_step<NormalForce>(law, spring, contact(), zero, zero, zero, law.lever, 0.0);
    return same;
  }

  template <class NormalForce> Forces forces() const
  {
    Vec3 unused;
    const SphereContact c = contact();
    const ContactForce f = force<NormalForce>(unused);
    const Vec3 F = total_force(c, f), M = moment_per_lever(c, f);
    return {F, c.lever_1 * M, -F, c.lever_2 * M};
  }
};

/** A law without friction and dashpots; the force does not exceed 1e4. */
inline ContactParameters elastic_law(Random &random, double lever)
{
  ContactParameters law = {};
  law.stiffness = random.between(500.0, 2000.0);
  law.modulus = random.between(500.0, 2000.0);
  law.unlimited = UNLIMITED;
  law.lever = lever;
  return law;
}

inline void add_dashpots(ContactParameters &law, Random &random)
{
  law.normal = {random.between(0.0, 2.0), random.between(0.0, 2.0), random.between(0.0, 0.3)};
  law.tangential = {random.between(0.0, 2.0), random.between(0.0, 2.0), random.between(0.0, 0.3)};
}

inline void add_friction(ContactParameters &law, Random &random, double mu)
{
  law.tangential_modulus = law.tangential_stiffness = random.between(100.0, 500.0);
  law.friction = mu;
  law.unlimited = 0.0;
}

inline Vec3 tangent_to(const Vec3 &n, const Vec3 &a)
{
  return a - dot(a, n) * n;
}

/** Overlaps of 1 % to 20 %, springs of about a tenth of the radius, speeds of about 1. */
inline TwoBodies two_bodies(const ContactParameters &law, Random &random, bool plane = false)
{
  TwoBodies two = {};
  two.law = law;
  two.plane = plane;
  two.R1 = random.between(0.3, 0.7);
  two.R2 = random.between(0.3, 0.7);
  two.x1 = random.vector();
  Vec3 n = random.vector();
  n = (1.0 / norm(n)) * n;
  const double reach = plane ? two.R1 : two.R1 + two.R2;
  two.x2 = two.x1 + (reach * random.between(0.8, 0.99)) * n;
  two.v = {random.vector(), random.vector(), random.vector(), random.vector()};
  two.m = random.between(0.2, 2.0);
  two.spring = tangent_to(two.contact().n, 0.05 * random.vector());
  return two;
}

/** A motion that keeps the contact closed, with a slip of about the length of a spring. */
inline Motion random_motion(const TwoBodies &two, Random &random)
{
  const SphereContact c = two.contact();
  const Vec3 u = 0.02 * random.vector();
  return {tangent_to(c.n, u) + (c.overlap * random.between(-0.4, 0.4)) * c.n,
          0.1 * random.vector(),
          {0.0, 0.0, 0.0},
          two.plane ? Vec3{0.0, 0.0, 0.0} : 0.1 * random.vector()};
}

/** The same laws for all tests. */
constexpr int STATES = 1000;

}    // namespace VARDEM
#endif
