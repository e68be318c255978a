// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_BINDER_BONDS_H
#define VARDEM_TEST_BINDER_BONDS_H

#include "kernels/bond/binder_tangent.h"
#include "reference/stiffness_blocks.h"
#include "soft_contacts.h"

namespace VARDEM {

/** Two bodies and their bond. */
struct BondedPair {
  BondReference reference;
  Vec3 x1, x2;
  Quat q1, q2;

  BondGeometry geometry() const { return bond_geometry(reference, x2 - x1, q1, q2); }

  BondedPair moved(const Motion &a) const
  {
    return {reference, x1 + a.u1, x2 + a.u2, normalized(exponential(a.th1) * q1),
            normalized(exponential(a.th2) * q2)};
  }
  BondedPair turned(const Quat &Q) const
  {
    return {reference, body_to_space(Q, x1), body_to_space(Q, x2), normalized(Q * q1),
            normalized(Q * q2)};
  }
  template <class Shear> Forces force(const Binder &law) const
  {
    return forces(binder_force<Shear>(law, geometry()).f);
  }
  template <class Shear> double energy(const Binder &law) const
  {
    return total(binder_force<Shear>(law, geometry()).energy);
  }
};

inline Binder random_binder(bool quadratic, Random &random)
{
  Binder law = {};
  law.axial = random.between(100.0, 300.0);
  (quadratic ? law.shear_quadratic : law.shear_linear) = random.between(100.0, 300.0);
  law.moment = random.between(100.0, 300.0);
  law.torsion = random.between(100.0, 300.0);
  law.damp_axial = random.between(0.1, 1.0);
  law.damp_shear = random.between(0.1, 1.0);
  law.damp_moment = random.between(0.1, 1.0);
  return law;
}

inline Vec3 unit(const Vec3 &a)
{
  return (1.0 / norm(a)) * a;
}

/** A bond free of stress, of a length of about 1. */
inline BondedPair bond_at_rest(Random &random)
{
  BondedPair pair = {{}, random.vector(), {}, random.orientation(), random.orientation()};
  const Vec3 e = random.between(0.5, 2.0) * unit(random.vector());
  pair.x2 = pair.x1 + e;
  pair.reference = bond_reference(e, pair.q1, pair.q2);
  return pair;
}

/** After random motions: the bond is turned, sheared by any angle, stretched by half of its length,
 *  and bent and twisted by `angle`. */
inline BondedPair strained_bond(double angle, Random &random)
{
  BondedPair pair = bond_at_rest(random).turned(random.orientation());
  const double length = pair.reference.length * random.between(0.5, 1.5);
  pair.x2 = pair.x1 + length * unit(random.vector());
  pair.q1 = normalized(exponential(angle * unit(random.vector())) * pair.q1);
  return pair;
}

/** Angles up to 179 degrees, some of them very small. */
inline double random_angle(int n, Random &random)
{
  const double angle = random.between(0.0, 179.0) * 3.14159265358979323846 / 180.0;
  return n % 4 ? angle : angle * std::pow(10.0, random.between(-8.0, 0.0));
}

/** The derivative of f(t) at 0 by central differences of sixth order. */
template <class Function> auto central_difference(double h, const Function &f)
{
  return (1.0 / (60.0 * h)) *
      (45.0 * (f(h) - f(-h)) - 9.0 * (f(2 * h) - f(-2 * h)) + (f(3 * h) - f(-3 * h)));
}

/** Unit motions. */
inline Motion unit_motion(int k)
{
  Motion a = {};
  (&(&a.u1)[k / 3].x)[k % 3] = 1.0;
  return a;
}

template <class Part> double &component(Part &a, int k)
{
  return (&(&a.F1)[k / 3].x)[k % 3];
}

}    // namespace VARDEM
#endif
