// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_MOTION_H
#define VARDEM_TEST_MOTION_H

#include "kernels/rotation/rodrigues.h"
#include "reference/spiral.h"
#include "test_bodies.h"
#include "test_eigen.h"

#include <algorithm>

namespace VARDEM {

/** A turning body: orientation and space angular momentum. */
struct Motion {
  Quat q;
  Vec3 L;
};

/** Angular momentum in body components of a body with principal moments I that turns at omega. */
inline Vec3 body_angular_momentum(const Vec3 &I, const Vec3 &omega)
{
  return {I.x * omega.x, I.y * omega.y, I.z * omega.z};
}

// Torques, in space components, as functions of the orientation

struct NoTorque {
  Vec3 operator()(const Quat &) const { return {0.0, 0.0, 0.0}; }
};

/** Torque that is constant in the body. */
struct BodyTorque {
  Vec3 T;
  Vec3 operator()(const Quat &q) const { return body_to_space(q, T); }
};

/** Weight of a body that is held at a point, with the center of mass at rho in the body and m g = 1
 *  along +e3. */
struct Weight {
  Vec3 rho;
  Vec3 operator()(const Quat &q) const { return cross(body_to_space(q, rho), {0.0, 0.0, 1.0}); }
  double potential(const Quat &q) const { return -body_to_space(q, rho).z; }
};

inline double total_energy(const Motion &m, const Vec3 &I, const Weight &weight)
{
  return rotational_energy(m.q, m.L, I) + weight.potential(m.q);
}

/** Step of the styles: half kick, rotation at constant L, half kick. */
template <class Rotation, class Torque>
Motion kick_rotate_kick(const Motion &m, const Vec3 &I, double h, const Rotation &rotate,
                        const Torque &torque)
{
  const Vec3 L_half = m.L + (0.5 * h) * torque(m.q);
  const Quat q = rotate(m.q, m.L, L_half, I, h);
  return {q, L_half + (0.5 * h) * torque(q)};
}

/** Motion after a time t, by n steps of the classical Runge-Kutta rule for orientation and body
 *  angular velocity: the reference of all others, which work on the space angular momentum. */
template <class Torque>
Motion runge_kutta(const Motion &start, const Vec3 &I, const Torque &torque, double t, int n)
{
  const double h = t / n;
  const auto rate = [&](const SpiralState &s) {
    return SpiralState{derivative(s.q, s.omega),
                       angular_acceleration(s.omega, space_to_body(s.q, torque(s.q)), I)};
  };
  const auto ahead = [](const SpiralState &s, double step, const SpiralState &k) {
    return SpiralState{s.q + step * k.q, s.omega + step * k.omega};
  };
  SpiralState s = {start.q, angular_velocity(start.q, start.L, I)};
  for (int i = 0; i < n; i++) {
    const SpiralState k1 = rate(s);
    const SpiralState k2 = rate(ahead(s, 0.5 * h, k1));
    const SpiralState k3 = rate(ahead(s, 0.5 * h, k2));
    const SpiralState k4 = rate(ahead(s, h, k3));
    s = ahead(ahead(s, h / 6.0, k1), h / 3.0, k2);
    s = ahead(ahead(s, h / 3.0, k3), h / 6.0, k4);
    s.q = normalized(s.q);
  }
  return {s.q, body_to_space(s.q, body_angular_momentum(I, s.omega))};
}

/** The asymmetric top of doc/notes/rotations.md 4.6, and its angular velocity at the start, in the
 *  body. */
constexpr Vec3 TOP = {1.0, 1.6, 2.2};
constexpr Vec3 TOP_RATE = {0.3, 1.0, 0.5};

/** The free motion of such a body up to t = 20, |omega| t = 23: the reference is exact to 1e-12. */
struct FreeTop {
  Vec3 I = TOP;
  Vec3 omega = TOP_RATE;

  static constexpr double T = 20.0;

  Motion start() const { return {{1.0, 0.0, 0.0, 0.0}, body_angular_momentum(I, omega)}; }

  Quat orientation_at_T() const { return runge_kutta(start(), I, NoTorque(), T, 40000).q; }

  /** Error of the orientation at T [rad] with steps h. */
  template <class Rotation> double error(double h, const Rotation &rotate) const
  {
    const int nsteps = static_cast<int>(std::lround(T / h));
    Motion m = start();
    for (int n = 0; n < nsteps; n++) m.q = rotate(m.q, m.L, m.L, I, h);
    return angle_between(orientation_at_T(), m.q);
  }
};

/** The same top under its weight, and its start. */
constexpr Weight HEAVY_TOP = {{0.2, 0.1, 1.0}};

inline Motion heavy_top_start()
{
  const Quat q = exponential({0.3, -0.5, 0.4});
  return {q, body_to_space(q, body_angular_momentum(TOP, TOP_RATE))};
}

/** Largest element of D^T W(m') D - W(m), where D is the derivative of the map m' = map(m) with
 *  respect to rotations in space (as Rodrigues vectors) and L, by central differences of order 6,
 *  and W(m) = [S(L) 1; -1 0] is the symplectic form of the rotation group in these coordinates,
 *  S(L) a = L x a. */
template <class Map> double symplectic_defect(const Map &map, const Motion &m)
{
  using Matrix = Eigen::Matrix<double, 6, 6>;
  using Vector = Eigen::Matrix<double, 6, 1>;
  const Motion end = map(m);

  const auto displaced = [&](int k, double d) {
    double a[6] = {};
    a[k] = d;
    const Motion b =
        map({rotated(m.q, {a[0], a[1], a[2]}, IncrementNewmark()), m.L + Vec3{a[3], a[4], a[5]}});
    const Quat turn = b.q * conjugate(end.q);
    const Vec3 dL = b.L - end.L;
    Vector v;
    v << 2.0 * turn.x / turn.w, 2.0 * turn.y / turn.w, 2.0 * turn.z / turn.w, dL.x, dL.y, dL.z;
    return v;
  };
  const auto form = [](const Vec3 &L) {
    Matrix W = Matrix::Zero();
    W.topLeftCorner<3, 3>() = cross_matrix(L);
    W.topRightCorner<3, 3>().setIdentity();
    W.bottomLeftCorner<3, 3>() = -Eigen::Matrix3d::Identity();
    return W;
  };

  constexpr double d = 5e-3;
  Matrix D;
  for (int k = 0; k < 6; k++)
    D.col(k) = (45.0 * (displaced(k, d) - displaced(k, -d)) -
                9.0 * (displaced(k, 2 * d) - displaced(k, -2 * d)) + displaced(k, 3 * d) -
                displaced(k, -3 * d)) /
        (60.0 * d);
  return (D.transpose() * form(end.L) * D - form(m.L)).cwiseAbs().maxCoeff();
}

/** What is left of a step forth and a step back: angle [rad] and angular momentum, the larger of
 *  both. */
template <class Map> double reversibility_defect(const Map &map, const Motion &m)
{
  const Motion forth = map(m);
  const Motion back = map({forth.q, -1.0 * forth.L});
  return std::max(angle_between(m.q, back.q), norm(m.L + back.L));
}

/** Order of an error between two steps, the coarse one `ratio` times the fine one. */
inline double slope(double coarse, double fine, double ratio)
{
  return std::log(coarse / fine) / std::log(ratio);
}

}    // namespace VARDEM
#endif
