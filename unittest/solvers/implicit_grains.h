// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_IMPLICIT_GRAINS_H
#define VARDEM_TEST_IMPLICIT_GRAINS_H

// Soft spheres that move by ImplicitStep.  All pairs are contacts of the network.

#include "kernels/inertia.h"
#include "solvers/implicit/implicit_step.h"
#include "solvers/linear/sparse_direct.h"

#include "gtest/gtest.h"

#include <cmath>
#include <map>
#include <memory>
#include <random>
#include <utility>
#include <vector>

namespace implicit_grains {

using namespace VARDEM;

struct Plane {
  Vec3 p, n;    // n to the side of the grains
};

inline ContactParameters hooke(double k, double gamma_n = 0.0, double gamma_t = 0.0)
{
  ContactParameters law = {};
  law.stiffness = k;
  law.normal.by_mass = gamma_n;
  law.tangential.by_mass = gamma_t;
  law.unlimited = UNLIMITED;
  law.lever = 0.5;
  return law;
}

/** What moves, and how. */
struct Setting {
  std::vector<Vec3> x, v, w;    // positions, velocities and spins at the step
  std::vector<double> R, m;
  std::vector<Vec3> loads;    // constant forces, or empty
  std::vector<Plane> planes;
  std::vector<std::pair<int, int>> bonded;    // pairs without contact
  ContactParameters law = hooke(1.0);
  Vec3 g = {0, 0, 0};
  double h = 1e-3;
  bool full = false;
  StepForm form;
  SolverOptions options;
};

template <class NormalForce = HookeForce, int DOF = 6,
          template <class, class> class Linear = ConjugateGradients,
          class Bonds = NoStepBonds<SerialSpace>, class Friction = NoStepFriction<SerialSpace>>
struct Grains : Setting {
  using Network = ContactNetwork<SerialSpace, CentralGeometry>;
  using Step = ImplicitStep<SerialSpace, Network, DOF, Linear, Bonds, Friction>;

  SerialSpace space;
  Network network;
  std::unique_ptr<Step> step = std::make_unique<Step>();
  std::vector<double> centres, radii, size, mass, load, D, u_free, u;
  std::vector<int> kind, row_of_wall_point;
  std::vector<WallPointCurvature> curvature;
  std::vector<std::pair<int, int>> touching;    // the bodies of each contact; < 0: planes
  std::map<std::pair<int, int>, Vec3> springs;
  SolverReport report;
  long newton = 0, products = 0, evaluations = 0, failed = 0, steps = 0;

  Grains()
  {
    options.tolerance = 1e-10;
    options.most_steps = 50;
  }
  explicit Grains(const Setting &s) : Setting(s) {}

  void add(const Vec3 &at, const Vec3 &velocity = {0, 0, 0}, const Vec3 &spin = {0, 0, 0},
           double radius = 0.5, double mass_of = 1.0)
  {
    x.push_back(at);
    v.push_back(velocity);
    w.push_back(spin);
    R.push_back(radius);
    m.push_back(mass_of);
  }

  int count() const { return static_cast<int>(x.size()); }
  double moment(int i) const { return INERTIA_BALL * m[i] * R[i] * R[i]; }

  /** Pairs with gaps up to `reach`, and all planes within it. */
  void collect(double reach)
  {
    const int n = count();
    network = Network();
    network.full = full;
    network.nrows = network.first_fixed = n;
    network.nbodies = n;
    centres.clear();
    radii = R;
    for (const Vec3 &a : x) centres.insert(centres.end(), {a.x, a.y, a.z});
    kind.clear();
    size.clear();
    mass.clear();
    row_of_wall_point.clear();
    curvature.clear();
    touching.clear();
    for (int i = 0; i < n; i++) {
      network.first.push_back(static_cast<int>(network.column.size()));
      for (int j = 0; j < n; j++) {
        if (full ? j == i : j >= i) continue;
        if (gap_exceeds(i, j, reach)) continue;
        network.column.push_back(j);
        touching.push_back({i, j});
        size.push_back(effective_radius(R[i], R[j]));
        mass.push_back(m[i] * m[j] / (m[i] + m[j]));
      }
      network.middle.push_back(full ? network.first.back()
                                    : static_cast<int>(network.column.size()));
      for (const Plane &plane : planes) add_wall_point(i, plane, reach);
    }
    network.first.push_back(static_cast<int>(network.column.size()));
    network.ncontacts = static_cast<int>(network.column.size());
    network.ncolumns = static_cast<int>(radii.size());
    network.stiffness.assign(network.ncontacts, 1.0);
    kind.assign(network.ncontacts, 0);
    network.geometry = {centres.data()};
  }

  ImplicitInput input()
  {
    const int n = count();
    D.clear();
    load.clear();
    u_free.assign(DOF * network.ncolumns, 0.0);
    for (int i = 0; i < n; i++) {
      const double numbers[6] = {v[i].x,        v[i].y,        v[i].z,
                                 R[i] * w[i].x, R[i] * w[i].y, R[i] * w[i].z};
      const Vec3 f = load_of(i);
      const double loaded[6] = {f.x, f.y, f.z, 0, 0, 0};
      for (int k = 0; k < DOF; k++) {
        D.push_back((k < 3 ? m[i] : moment(i) / (R[i] * R[i])) / (h * h));
        load.push_back(loaded[k]);
        u_free[DOF * i + k] = h * numbers[k];
      }
    }
    u.resize(DOF * network.ncolumns, 0.0);
    return {form,
            h,
            {centres.data(), radii.data(), n, network.ncolumns - n, row_of_wall_point.data(),
             curvature.data()},
            {std::is_same_v<NormalForce, HertzForce> ? HERTZ : HOOKE, &law, kind.data(),
             size.data(), mass.data()},
            load.data(),
            D.data(),
            u_free.data(),
            0.25};
  }

  Vec3 load_of(int i) const { return loads.empty() ? m[i] * g : loads[i] + m[i] * g; }

  /** Elastic forces and loads over masses. */
  std::vector<Vec3> accelerations() const
  {
    std::vector<Vec3> a(count());
    for (int i = 0; i < count(); i++) a[i] = load_of(i) / m[i];
    for (int i = 0; i < count(); i++) {
      for (int j = 0; j < i; j++) {
        if (gap_exceeds(i, j, 0.0)) continue;
        const Vec3 e = x[j] - x[i];
        const double d = norm(e);
        const Vec3 f = (force(R[i] + R[j] - d, effective_radius(R[i], R[j])) / d) * e;
        a[i] = a[i] - f / m[i];
        a[j] = a[j] + f / m[j];
      }
      for (const Plane &plane : planes)
        a[i] = a[i] + (force(R[i] - dot(x[i] - plane.p, plane.n), R[i]) / m[i]) * plane.n;
    }
    return a;
  }

  /** One step; reach: gap of the pairs that are looked at. */
  void advance(double reach = 0.2)
  {
    const int n = count();
    if (form.ahead != 0.0) kick(-form.ahead);
    collect(reach);
    const ImplicitInput in = input();
    step->setup(space, network);
    if constexpr (Friction::EXIST) put_springs();
    report = step->solve(in, u.data(), options);
    newton += report.steps;
    products += report.products;
    evaluations += step->force_evaluations();
    failed += report.reason != SolverReport::CONVERGED;
    steps++;
    if constexpr (Friction::EXIST) take_springs();
    std::vector<double> contact_forces(DOF * n, 0.0);
    step->add_contact_forces(u.data(), contact_forces.data());
    for (int i = 0; i < n; i++) {
      x[i] = x[i] + motion(i);
      if (form.two_starts)
        follow_motion(i);
      else
        take(i, contact_forces.data() + DOF * i);
    }
    if (form.ahead != 0.0) kick(form.ahead);
  }

  /** One step of velocity-Verlet, without dashpots. */
  void advance_by_verlet()
  {
    kick(0.5);
    for (int i = 0; i < count(); i++) x[i] = x[i] + h * v[i];
    kick(0.5);
  }

  double elastic_energy() const
  {
    double sum = 0.0;
    for (int i = 0; i < count(); i++) {
      for (int j = 0; j < i; j++)
        if (!gap_exceeds(i, j, 0.0))
          sum += trial_force<NormalForce>(law, R[i] + R[j] - norm(x[j] - x[i]),
                                          effective_radius(R[i], R[j]))
                     .energy;
      for (const Plane &plane : planes)
        sum += trial_force<NormalForce>(law, R[i] - dot(x[i] - plane.p, plane.n), R[i]).energy;
    }
    return sum;
  }

  double translation() const
  {
    double sum = 0.0;
    for (int i = 0; i < count(); i++) sum += 0.5 * m[i] * dot(v[i], v[i]);
    return sum;
  }
  double rotation() const
  {
    double sum = 0.0;
    for (int i = 0; i < count(); i++) sum += 0.5 * moment(i) * dot(w[i], w[i]);
    return sum;
  }
  double energy() const
  {
    double sum = translation() + rotation() + elastic_energy();
    for (int i = 0; i < count(); i++) sum -= dot(load_of(i), x[i]);
    return sum;
  }
  Vec3 momentum() const
  {
    Vec3 sum = {0, 0, 0};
    for (int i = 0; i < count(); i++) sum = sum + m[i] * v[i];
    return sum;
  }
  Vec3 angular_momentum() const
  {
    Vec3 sum = {0, 0, 0};
    for (int i = 0; i < count(); i++) sum = sum + m[i] * cross(x[i], v[i]) + moment(i) * w[i];
    return sum;
  }

  Vec3 motion(int i) const { return {u[DOF * i], u[DOF * i + 1], u[DOF * i + 2]}; }
  Vec3 turn(int i) const { return rotation_of<DOF>(u.data() + DOF * i) / R[i]; }

  /** Changes the momenta by the forces. */
  void take(int i, const double *push)
  {
    v[i] = v[i] + (h / m[i]) * (Vec3{push[0], push[1], push[2]} + load_of(i));
    w[i] = w[i] + (h * R[i] / moment(i)) * rotation_of<DOF>(push);
  }

  void put_springs()
  {
    auto &spring = step->friction.spring;
    spring.assign(3 * network.ncontacts, 0.0);
    for (int c = 0; c < network.ncontacts; c++)
      if (springs.count(touching[c])) vectors_at(spring.data())[c] = springs[touching[c]];
  }

 private:
  /** Of the contacts that are there. */
  void take_springs()
  {
    std::vector<double> before = step->friction.spring;
    step->advance_springs(u.data());
    springs.clear();
    for (int c = 0; c < network.ncontacts; c++)
      springs[touching[c]] = vectors_at(step->friction.spring.data())[c];
    step->friction.spring = before;
  }
  bool gap_exceeds(int i, int j, double reach) const
  {
    for (const auto &[a, b] : bonded)
      if ((a == i && b == j) || (a == j && b == i)) return true;
    const Vec3 e = x[j] - x[i];
    const double d = R[i] + R[j] + reach;
    return dot(e, e) > d * d;
  }
  double force(double overlap, double size_of) const
  {
    return trial_force<NormalForce>(law, overlap, size_of).force;
  }
  /** The velocities of the theta scheme are those of the motion, by the same equation. Then the
   *  energy does not grow even if the balance is poor: in long steps what is left of it would be a
   *  kick (doc/notes/implicit-steps.md 3.4). */
  void follow_motion(int i)
  {
    v[i] = v[i] + (1.0 / form.at) * (motion(i) / h - v[i]);
    if (DOF == 6) w[i] = w[i] + (1.0 / form.at) * (turn(i) / h - w[i]);
  }
  void kick(double part)
  {
    const std::vector<Vec3> a = accelerations();
    for (int i = 0; i < count(); i++) v[i] = v[i] + (part * h) * a[i];
  }
  void add_wall_point(int i, const Plane &plane, double reach)
  {
    const double distance = dot(x[i] - plane.p, plane.n);
    if (distance - R[i] > reach) return;
    const Vec3 wall_point = x[i] - distance * plane.n,
               along = std::fabs(plane.n.x) < 0.9 ? cross(plane.n, Vec3{1, 0, 0})
                                                  : cross(plane.n, Vec3{0, 1, 0});
    network.column.push_back(static_cast<int>(radii.size()));
    touching.push_back({i, static_cast<int>(planes.data() - &plane) - 1});
    centres.insert(centres.end(), {wall_point.x, wall_point.y, wall_point.z});
    radii.push_back(0.0);
    size.push_back(R[i]);
    mass.push_back(m[i]);
    row_of_wall_point.push_back(i);
    curvature.push_back({along / norm(along), 0.0, 0.0});
  }
};

/** Members of the family, and of the theta scheme. */
inline std::vector<StepForm> potential_forms()
{
  return {form_of_alpha(0.0),  form_of_alpha(0.25), form_of_alpha(0.5),
          form_of_alpha(0.75), form_of_theta(0.6),  form_of_theta(1.0)};
}

/** A cloud of spheres that overlap, some with a plane. */
template <class G> G cloud_of(const StepForm &form, const ContactParameters &law)
{
  std::mt19937 random(1);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  G s;
  s.form = form;
  s.h = 3e-3;
  s.law = law;
  s.planes = {{{0, 0, 0}, {0, 0, 1}}};
  for (int i = 0; i < 12; i++)
    s.add({0.93 * (i % 2) + 0.05 * any(random), 0.93 * (i / 2 % 2) + 0.05 * any(random),
           0.46 + 0.93 * (i / 4) + 0.05 * any(random)},
          {any(random), any(random), any(random)}, {any(random), any(random), any(random)},
          0.5 + 0.02 * any(random), 1.0 + 0.3 * any(random));
  return s;
}

/** By how much the residual at u differs from minus the derivative of the potential along a random
 *  motion, over the sum of the moduli of its terms. t: half of the difference. */
template <class G>
double potential_error(G &s, const ImplicitInput &in, std::vector<double> u, double t)
{
  const int n = 6 * s.network.nrows;
  s.step->look(in, u.data());
  const std::vector<double> r(s.step->residual(), s.step->residual() + n);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  std::vector<double> there[2] = {u, u};
  double along = 0.0, size = 0.0;
  for (int k = 0; k < n; k++) {
    const double d = any(random);
    there[0][k] -= t * d;
    there[1][k] += t * d;
    along += r[k] * d;
    size += std::fabs(r[k] * d);
  }
  const double change = s.step->potential(there[1].data()) - s.step->potential(there[0].data());
  return std::fabs(change / (2.0 * t) + along) / size;
}

/** By how much the tangent at the free motion differs from minus the derivative of the residual
 *  along a random motion, over the largest component of both. t: half of the difference. */
template <class NormalForce, class G>
double tangent_error(G &s, const ImplicitInput &in, double t = 1e-6)
{
  const int nrows = s.network.nrows, n = 6 * nrows;
  std::vector<double> u(in.u_free, in.u_free + 6 * s.network.ncolumns), d(u.size(), 0.0);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (int k = 0; k < n; k++) d[k] = any(random);
  std::vector<double> r[2];
  for (int side : {0, 1}) {
    std::vector<double> there = u;
    for (int k = 0; k < n; k++) there[k] += (side ? t : -t) * d[k];
    s.step->look(in, there.data());
    r[side].assign(s.step->residual(), s.step->residual() + n);
  }
  s.step->look(in, u.data());
  std::vector<double> product(n);
  s.space.template reduce<1>(nrows, s.step->tangent().product(d.data(), product.data()), 0);
  double largest = 0.0, wrong = 0.0;
  for (int k = 0; k < n; k++) {
    largest = std::max(largest, std::fabs(product[k]));
    wrong = std::max(wrong, std::fabs(product[k] + (r[1][k] - r[0][k]) / (2.0 * t)));
  }
  return wrong / largest;
}

}    // namespace implicit_grains
#endif
