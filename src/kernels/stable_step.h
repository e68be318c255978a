// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_STABLE_STEP_H
#define VARDEM_STABLE_STEP_H

#include "kernels/contact/full_step_velocity.h"
#include "kernels/contact/springs.h"
#include "kernels/symmetric_block.h"

#include <cmath>

namespace VARDEM {

/** Block K_ii of one particle with the parts K_uu of the translation u, K_rr of the rotation, and
 *  K_ur = -[lever]x. A vector is enough for K_ur, because the lever arms of spheres are along the
 *  normals. */
struct StiffnessBlock {
  Symmetric uu, rr;
  Vec3 lever;
};

/** Adds one contact to the block of one of its particles: J^T (kn n n^T + kt (1 - n n^T)) J with J
 *  = [1, -[R n]x], n the unit normal out of the particle and R its lever arm; rolling and twisting
 *  springs act on the rotation alone. */
VARDEM_INLINE void add_contact(StiffnessBlock &K, const Vec3 &n, double R, const Springs &k)
{
  add_uniaxial(K.uu, n, k.normal, k.tangent);
  add_uniaxial(K.rr, n, k.twist, k.tangent * R * R + k.roll);
  K.lever = K.lever + (k.tangent * R) * n;
}

/** Inverse masses and moments of inertia per axis. They are 0 where there is no motion, such as out
 *  of the plane in 2d. */
struct InverseInertia {
  Vec3 mass, moment;
};

/** For round-off in largest eigenvalues, which must not be too small. */
constexpr double EIGENVALUE_MARGIN = 1.0e-13;    // relative

/** K_ii as a matrix. */
struct BlockMatrix {
  double rows[6][6];

  VARDEM_INLINE explicit BlockMatrix(const StiffnessBlock &K) :
      rows{{K.uu.xx, K.uu.xy, K.uu.xz, 0.0, K.lever.z, -K.lever.y},
           {K.uu.xy, K.uu.yy, K.uu.yz, -K.lever.z, 0.0, K.lever.x},
           {K.uu.xz, K.uu.yz, K.uu.zz, K.lever.y, -K.lever.x, 0.0},
           {0.0, -K.lever.z, K.lever.y, K.rr.xx, K.rr.xy, K.rr.xz},
           {K.lever.z, 0.0, -K.lever.x, K.rr.xy, K.rr.yy, K.rr.yz},
           {-K.lever.y, K.lever.x, 0.0, K.rr.xz, K.rr.yz, K.rr.zz}}
  {
  }
};

/** Largest eigenvalue [1/time^2, in units of K/M] of M^-1/2 K_ii M^-1/2, from above. */
VARDEM_INLINE double largest_eigenvalue(const StiffnessBlock &K, const InverseInertia &inverse)
{
  const Vec3 &w = inverse.mass, &t = inverse.moment;
  const double s[] = {std::sqrt(w.x), std::sqrt(w.y), std::sqrt(w.z),
                      std::sqrt(t.x), std::sqrt(t.y), std::sqrt(t.z)};
  BlockMatrix A(K);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) A.rows[i][j] *= s[i] * s[j];
  return (1.0 + EIGENVALUE_MARGIN) * largest_eigenvalue(A.rows);
}

/** Largest diagonal entry of M^-1/2 K_ii M^-1/2. Woo's DynDt, min sqrt(2 m/K_ii), sqrt(2
 *  I_i/Krot_ii), is stable_step() of twice this. Source: Woo, "Motion integration", time step. It
 *  leaves out the coupling of translation and rotation and is not a bound. */
VARDEM_INLINE double largest_diagonal(const StiffnessBlock &K, const InverseInertia &inverse)
{
  const double entries[] = {K.uu.xx * inverse.mass.x,   K.uu.yy * inverse.mass.y,
                            K.uu.zz * inverse.mass.z,   K.rr.xx * inverse.moment.x,
                            K.rr.yy * inverse.moment.y, K.rr.zz * inverse.moment.z};
  double largest = 0.0;
  for (const double entry : entries) largest = larger_or_nan(largest, entry);
  return largest;
}

/** Largest stable step of the leapfrog with forces -K x - C v, where v is the velocity of half a
 *  step before. It follows from h^2 K + 2 h C <= 4 M and is 2/sqrt(lambda) without dashpots. lambda
 *  and gamma are bounds of M^-1 K [1/time^2] and of M^-1 C [1/time], and one of them must be >
 *  0. */
VARDEM_INLINE double stable_step(double lambda, double gamma)
{
  return 4.0 / (gamma + std::sqrt(gamma * gamma + 4.0 * lambda));
}

/** How many times a dashpot of velocity onstep counts in h^2 K + 2 h C <= 4 M: twice, less the part
 *  of the change of velocities that it leaves out. g = h c/m of its contact alone. Derived in
 *  doc/notes/soft-contacts.md 6. */
VARDEM_INLINE double full_step_count(double g)
{
  return 2.0 - left_out(g);
}

/** Largest stable step of one mode of a contact; rate: c/m of the contact, for full_step_count().
 *  0: its dashpots count once. A dashpot never counts more in a longer step, so each pass gives a
 *  longer step that is stable. */
VARDEM_INLINE double stable_step(double lambda, double gamma, double rate)
{
  constexpr int PASSES = 40;
  if (!(rate > 0.0)) return stable_step(lambda, gamma);
  double step = stable_step(lambda, 2.0 * gamma);
  for (int n = 0; n < PASSES; n++) step = stable_step(lambda, full_step_count(step * rate) * gamma);
  return step;
}

/** Weight of a contact i-j in the block of i, for positive potentials t_i and t_j. It is 1 if j
 *  does not move, with t_j = 0. The largest eigenvalue of the weighted blocks is a rigorous bound
 *  for any potentials. This follows from Young's inequality for each contact, |a + b|^2 <= (1 +
 *  t_j/t_i) |a|^2 + (1 + t_i/t_j) |b|^2. Let lambda_i be the largest eigenvalue of the block
 *  without weights. With t_i = lambda_i, the bound is at most the largest lambda_i + lambda_j of
 *  all contacts (wall: lambda_i), see doc/notes/leapfrog-cell-damping.md 5.2. */
VARDEM_INLINE double young_weight(double ti, double tj)
{
  return 1.0 + tj / ti;
}

/** Next potential of a particle, for a better bound. t: present potential; step: the step that
 *  follows from the weights of the present potentials; least: the least step of all particles. With
 *  the exponent 1, this is the power iteration t_i -> t_i mu_i of a positive map. Its bound max
 *  mu_i falls to the bound of the Perron vector (Collatz and Wielandt). The exponent 3/2 converges
 *  faster. */
VARDEM_INLINE double next_potential(double t, double step, double least)
{
  constexpr double TINY = 1.0e-200;
  const double ratio = least / step, next = t * ratio * ratio * ratio;
  return t > 0.0 && next < TINY ? TINY : next;
}

/** Stable step with Cundall's damping, form ONSTEP (Woo (34)). */
VARDEM_INLINE double damped_step(double step, double damping)
{
  return step / std::sqrt(1.0 + damping);
}

/** Time of a pressure wave through a radius, R sqrt(density/M), with the modulus of plane waves M =
 *  E (1 - nu)/((1 + nu)(1 - 2 nu)). It is an estimate for particles without a contact. Source: Woo,
 *  "Motion integration", pWave (there with nu = 0). */
VARDEM_INLINE double wave_step(double R, double density, double E, double nu)
{
  const double M = E * (1.0 - nu) / ((1.0 + nu) * (1.0 - 2.0 * nu));
  return R * std::sqrt(density / M);
}

}    // namespace VARDEM
#endif
