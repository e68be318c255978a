// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_GRAIN_BLOCK_H
#define VARDEM_GRAIN_BLOCK_H

#include "kernels/contact/soft_contact.h"
#include "kernels/symmetric_block.h"

namespace VARDEM {

// --- the elastic force of a contact at a trial state of an implicit step ---
//
// Source: De Klerk et al., arXiv:2103.01757, (20) and (22), with the derivatives of
// doc/notes/implicit-steps.md 2. Nothing is changed by these functions: they may be called for any
// trial state. overlap < 0: the contact is open, and all results are zero.

/** The force pushes the bodies apart along a unit vector. */
struct TrialForce {
  double force;        // N >= 0
  double stiffness;    // dN/d(overlap) >= 0
  double energy;
};

/** The force at one overlap. */
template <class NormalForce>
VARDEM_INLINE TrialForce trial_force(const ContactParameters &law, double overlap, double R)
{
  if (!(overlap > 0.0)) return {0.0, 0.0, 0.0};
  const ElasticForce elastic = elastic_force<NormalForce>(law, overlap, R);
  return {elastic.force, elastic.tangent, elastic.energy};
}

/** The discrete gradient between the overlaps at the start and at the end of a step: N (end -
 *  start) is the change of the energy. It is the mean of the force over the overlap, so that a step
 *  with this force conserves the energy (Gonzalez, J. Nonlinear Sci. 6 (1996) 449). The stiffness
 *  is dN/d(end). energy: at the end. */
template <class NormalForce>
VARDEM_INLINE TrialForce mean_trial_force(const ContactParameters &law, double start, double end,
                                          double R)
{
  if (!(start > 0.0) && !(end > 0.0)) return {0.0, 0.0, 0.0};
  const TrialForce at_end = trial_force<NormalForce>(law, end, R);
  const double size = NormalForce::size_factor(R),
               k = stiffness_of(law.stiffness, law.modulus, size);
  if (start > 0.0 && end > 0.0) {
    const double a = NormalForce::power_radius(start), b = NormalForce::power_radius(end);
    return {k * NormalForce::mean_force(start, end, a, b),
            k * NormalForce::mean_tangent(start, end, a, b), at_end.energy};
  }
  const double change = end - start, at_start = trial_force<NormalForce>(law, start, R).energy;
  const double mean = (at_end.energy - at_start) / change;
  return {mean, (at_end.force - mean) / change, at_end.energy};
}

/** The dashpots of a contact at a state that is held while a step is solved, or at the trial state.
 *  Their forces are a coefficient times the displacements in the step. */
struct TrialDashpot {
  Vec3 n;                       // unit vector from the first to the second body
  double normal, tangential;    // coefficients [force/velocity]; both zero: the contact is open
  double lever_1, lever_2;      // lever arms over the radii
};

/** m: effective mass. wall: the motion of the second body, a wall, is that of its point at the
 *  centre of the first one, and its radius counts as 1. So it has the same lever arm, backwards. */
template <class NormalForce>
VARDEM_INLINE TrialDashpot trial_dashpot(const ContactParameters &law, const Vec3 &n,
                                         double overlap, double R1, double R2, double R, double m,
                                         bool wall)
{
  if (!(overlap > 0.0)) return {n, 0.0, 0.0, 1.0, wall ? -R1 : 1.0};
  const ElasticForce elastic = elastic_force<NormalForce>(law, overlap, R);
  const ContactDashpots c = dashpots<NormalForce, true>(law, elastic, elastic.kt, m);
  const double shorter = law.lever * overlap;
  return {n, c.normal, c.tangential, 1.0 - shorter / R1, wall ? shorter - R1 : 1.0 - shorter / R2};
}

// --- the stiffness of one contact of two spheres in an implicit step, springs and dashpots
//     together
//
// The motion of a sphere has six numbers: the displacement u of its centre, and R theta, its
// rotation times its radius. A row of the balance has the unit of a force: moments are divided by
// R. Three numbers are left if spheres do not rotate by their contacts.
//   K = A                                  on the relative displacement u1 - u2: springs along the
//                                          normal, and dashpots
//     + drag (1 - n n^T)                   on the slip (lever_1 theta_1 + lever_2 theta_2) x n that
//                                          rotations add
//     - across (1 - m m^T)                 geometric stiffness: a force N turns with its normal m
// Derived in doc/notes/implicit-steps.md 2.3. All but the last term is symmetric without negative
// eigenvalues.

struct GrainBlock {
  Symmetric A;
  Vec3 n;                     // normal of the dashpots
  double drag;                // of the tangential dashpot
  double lever_1, lever_2;    // over the radii
  Vec3 m;                     // normal of the springs
  double across;    // N over the distance of the centres; 0 where the normal does not turn

  static constexpr int NUMBERS = 16;

  VARDEM_INLINE bool is_zero() const { return !(A.xx + A.yy + A.zz > 0.0); }
};

/** Force and moment of a contact: the force on the first sphere (the second feels the opposite),
 *  and the moment of the tangential force at a lever arm of one radius. */
struct ContactWrench {
  Vec3 force, moment;
};

VARDEM_INLINE ContactWrench operator+(const ContactWrench &a, const ContactWrench &b)
{
  return {a.force + b.force, a.moment + b.moment};
}
VARDEM_INLINE ContactWrench operator*(double s, const ContactWrench &a)
{
  return {s * a.force, s * a.moment};
}

template <int DOF> VARDEM_INLINE Vec3 rotation_of(const double *v)
{
  if constexpr (DOF == 6)
    return {v[3], v[4], v[5]};
  else
    return {0.0, 0.0, 0.0};
}

/** The slip of two spheres with the motions v1, v2. Levers are over the radii. */
template <int DOF>
VARDEM_INLINE Vec3 slip_of(const Vec3 &n, double lever_1, double lever_2, const double *v1,
                           const double *v2)
{
  const Vec3 u = {v1[0] - v2[0], v1[1] - v2[1], v1[2] - v2[2]};
  return u - dot(u, n) * n +
      cross(lever_1 * rotation_of<DOF>(v1) + lever_2 * rotation_of<DOF>(v2), n);
}

/** A tangential force with its moment, at a lever arm of one radius. */
VARDEM_INLINE ContactWrench tangential_wrench(const Vec3 &n, const Vec3 &load)
{
  return {load, cross(n, load)};
}

/** `scale` times the dashpots times the motions v1, v2. */
template <int DOF>
VARDEM_INLINE ContactWrench times(const TrialDashpot &d, double scale, const double *v1,
                                  const double *v2)
{
  const Vec3 u = {v1[0] - v2[0], v1[1] - v2[1], v1[2] - v2[2]};
  const ContactWrench push = {(scale * d.normal * dot(u, d.n)) * d.n, {0.0, 0.0, 0.0}};
  if (!(d.tangential > 0.0)) return push;
  return push +
      tangential_wrench(d.n,
                        (scale * d.tangential) * slip_of<DOF>(d.n, d.lever_1, d.lever_2, v1, v2));
}

/** K times the motions v1, v2. stressed: with the geometric stiffness. */
template <int DOF>
VARDEM_INLINE ContactWrench times(const GrainBlock &K, const double *v1, const double *v2,
                                  bool stressed)
{
  const Vec3 u = {v1[0] - v2[0], v1[1] - v2[1], v1[2] - v2[2]};
  ContactWrench push = {K.A * u, {0.0, 0.0, 0.0}};
  if (stressed) push.force = push.force - K.across * (u - dot(u, K.m) * K.m);
  if (DOF == 6 && K.drag > 0.0) {
    const Vec3 slip =
        cross(K.lever_1 * rotation_of<DOF>(v1) + K.lever_2 * rotation_of<DOF>(v2), K.n);
    push.force = push.force + K.drag * slip;
    push.moment = K.drag * cross(K.n, u + slip);
  }
  return push;
}

/** Adds force and moment to the numbers of a sphere. side: 1 for the first one, -1 for the
 *  second. */
template <int DOF>
VARDEM_INLINE void add_wrench(const ContactWrench &p, double side, double lever, double *to)
{
  to[0] += side * p.force.x;
  to[1] += side * p.force.y;
  to[2] += side * p.force.z;
  if constexpr (DOF == 6) {
    to[3] += lever * p.moment.x;
    to[4] += lever * p.moment.y;
    to[5] += lever * p.moment.z;
  }
}

/** The work of force and moment along the motions v1, v2. K: has the lever arms over the radii. */
template <int DOF, class Levers>
VARDEM_INLINE double work_of(const Levers &K, const ContactWrench &p, const double *v1,
                             const double *v2)
{
  const Vec3 u = {v1[0] - v2[0], v1[1] - v2[1], v1[2] - v2[2]};
  return dot(p.force, u) +
      dot(p.moment, K.lever_1 * rotation_of<DOF>(v1) + K.lever_2 * rotation_of<DOF>(v2));
}

/** Entry of the block of K between the numbers k of sphere a and l of sphere b, where a and b are 1
 *  or 2. */
template <int DOF, class Block>
VARDEM_INLINE double entry_of(const Block &K, int a, int k, int b, int l, bool stressed)
{
  double v[2][DOF] = {}, unit[DOF] = {}, sum[DOF] = {};
  unit[l] = 1.0;
  for (int i = 0; i < DOF; i++) v[b - 1][i] = unit[i];
  const ContactWrench p = times<DOF>(K, v[0], v[1], stressed);
  add_wrench<DOF>(p, a == 1 ? 1.0 : -1.0, a == 1 ? K.lever_1 : K.lever_2, sum);
  return sum[k];
}

/** Adds the diagonal block of sphere a (1 or 2), without the geometric stiffness, to a symmetric
 *  block. */
template <int DOF> VARDEM_INLINE void add_own_block(const GrainBlock &K, int a, double *block)
{
  const double lever = a == 1 ? K.lever_1 : K.lever_2, side = a == 1 ? 1.0 : -1.0;
  const Symmetric &A = K.A;
  block[0] += A.xx;
  block[1] += A.xy;
  block[2] += A.yy;
  block[3] += A.xz;
  block[4] += A.yz;
  block[5] += A.zz;
  if constexpr (DOF == 6) {
    if (!(K.drag > 0.0)) return;
    // rows of moments: drag lever n x u, and drag lever^2 (1 - n n^T) theta
    const double c = side * lever * K.drag, d = lever * lever * K.drag;
    const Vec3 &n = K.n;
    block[block_index(3, 1)] -= c * n.z;
    block[block_index(3, 2)] += c * n.y;
    block[block_index(4, 0)] += c * n.z;
    block[block_index(4, 2)] -= c * n.x;
    block[block_index(5, 0)] -= c * n.y;
    block[block_index(5, 1)] += c * n.x;
    block[block_index(3, 3)] += d * (1.0 - n.x * n.x);
    block[block_index(4, 3)] -= d * n.x * n.y;
    block[block_index(4, 4)] += d * (1.0 - n.y * n.y);
    block[block_index(5, 3)] -= d * n.x * n.z;
    block[block_index(5, 4)] -= d * n.y * n.z;
    block[block_index(5, 5)] += d * (1.0 - n.z * n.z);
  }
}

}    // namespace VARDEM
#endif
