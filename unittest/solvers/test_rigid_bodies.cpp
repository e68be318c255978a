// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// Steps of rigid bodies with six numbers per motion (kernels/rigid/body_row.h).

#include "kernels/rigid/body_row.h"
#include "kernels/rotation/variational.h"
#include "networks.h"
#include "solvers/dynamics/contact_dynamics.h"

#include "gtest/gtest.h"

#include <memory>
#include <random>
#include <vector>

// Rigid bodies of several spheres that move by ContactDynamics.

namespace networks {

using namespace VARDEM;

struct RigidBody {
  double mass;
  Vec3 moments;    // principal
  Vec3 x, v = {0, 0, 0}, L = {0, 0, 0};
  Quat q = {1, 0, 0, 0};
  bool fixed = false;

  BodyShape shape() const { return BodyShape::of(mass, moments); }
  Vec3 spin() const { return shape().spin_numbers(q, L, mass); }
  Vec3 omega() const { return body_to_space(q, (1.0 / shape().length) * spin()); }
  double kinetic_energy() const { return 0.5 * (mass * dot(v, v) + dot(omega(), L)); }
};

/** A point of contact of two bodies, n from a to b. */
struct BodyContact {
  int a, b;
  double stiffness;
  Vec3 point, n;
  double gap;
};

struct RigidBodies {
  std::vector<RigidBody> bodies;
  std::vector<BodyContact> contacts;
  std::vector<Vec3> load, torque;    // of bodies
  double h = 1.0, restitution = 0.0;
  DynamicsOptions options;
  bool full = false;
  std::vector<int> order;    // of the contacts, for GAUSS_SEIDEL

  SolverReport report;
  std::vector<double> force;    // of contacts
  using Dynamics = ContactDynamics<SerialSpace, BodyGeometry>;
  std::unique_ptr<Dynamics> dynamics = std::make_unique<Dynamics>();

  Vec3 momentum() const
  {
    Vec3 sum = {0, 0, 0};
    for (const RigidBody &b : bodies)
      if (!b.fixed) sum = sum + b.mass * b.v;
    return sum;
  }

  Vec3 angular_momentum() const
  {
    Vec3 sum = {0, 0, 0};
    for (const RigidBody &b : bodies)
      if (!b.fixed) sum = sum + b.L + b.mass * cross(b.x, b.v);
    return sum;
  }

  double kinetic_energy() const
  {
    double sum = 0.0;
    for (const RigidBody &b : bodies)
      if (!b.fixed) sum += b.kinetic_energy();
    return sum;
  }

  Vec3 velocity_at(int body, const Vec3 &point) const
  {
    const RigidBody &b = bodies[body];
    return b.v + cross(b.omega(), point - b.x);
  }

  /** The rate of the gap of contact c. */
  double rate(int c) const
  {
    const BodyContact &k = contacts[c];
    return dot(k.n, velocity_at(k.b, k.point) - velocity_at(k.a, k.point));
  }

  /** Finds the velocities at the end of a step, and moves the bodies. */
  void step()
  {
    network = std::make_unique<Net>(
        Listed{fixed(), contacts, std::vector<double>(6 * bodies.size())}, full);
    fill_rows();
    const std::size_t n = bodies.size();
    std::vector<double> now(6 * n), free(6 * n), D(6 * n), F(6 * n), u(6 * n, 0.0),
        e(network->network.ncontacts, restitution);
    for (std::size_t i = 0; i < n; i++)
      set_state(i, network->column[i], now.data(), free.data(), D.data(), F.data());
    dynamics->order.clear();
    for (int c : order.empty() ? std::vector<int>() : order)
      for (int k = 0; k < network->network.ncontacts; k++)
        if (network->contact[k] == c) {
          dynamics->order.push_back(k);
          break;
        }
    SerialSpace space;
    dynamics->setup(space, network->network);
    report =
        dynamics->solve<HookeLaw>({h, F.data(), now.data(), free.data(), e.data(), 1e-3 / h, 1.0},
                                  D.data(), u.data(), options);
    force.assign(contacts.size(), 0.0);
    for (int k = 0; k < network->network.ncontacts; k++)
      force[network->contact[k]] = dynamics->force()[k];
    for (std::size_t i = 0; i < n; i++)
      if (!bodies[i].fixed) move(bodies[i], &u[6 * network->column[i]]);
  }

 private:
  struct Listed {
    std::vector<bool> fixed;
    std::vector<BodyContact> contacts;
    std::vector<double> load;
  };
  using Net = Topology<SerialSpace, BodyGeometry>;
  std::unique_ptr<Net> network;
  std::vector<double> numbers;

  std::vector<bool> fixed() const
  {
    std::vector<bool> all;
    for (const RigidBody &b : bodies) all.push_back(b.fixed);
    return all;
  }

  Vec3 arm(int body, const BodyContact &c, double sign) const
  {
    const RigidBody &b = bodies[body];
    if (b.fixed) return {0, 0, 0};
    return b.shape().torque_numbers(b.q, cross(c.point - b.x, sign * c.n));
  }

  void fill_rows()
  {
    auto &net = network->network;
    numbers.clear();
    net.has_gaps = true;
    for (int k = 0; k < net.ncontacts; k++) {
      const BodyContact &c = contacts[network->contact[k]];
      const bool swapped = network->swapped[k];
      const double sign = swapped ? -1.0 : 1.0;
      for (const Vec3 &part :
           {sign * c.n, arm(swapped ? c.b : c.a, c, sign), arm(swapped ? c.a : c.b, c, sign)})
        numbers.insert(numbers.end(), {part.x, part.y, part.z});
      net.gap.push_back(c.gap);
    }
    net.geometry = {numbers.data()};
  }

  void set_state(int i, int column, double *now, double *free, double *D, double *F) const
  {
    const RigidBody &b = bodies[i];
    const Vec3 spin = b.fixed ? Vec3{0, 0, 0} : b.spin(),
               turning = b.fixed ? Vec3{0, 0, 0} : b.shape().torque_numbers(b.q, torque[i]);
    for (int k = 0; k < 6; k++) {
      const int at = 6 * column + k;
      now[at] = free[at] = (k < 3 ? (&b.v.x)[k] : (&spin.x)[k - 3]);
      if (b.fixed) continue;
      const double inertia = b.shape().inertia(b.mass, k);
      F[at] = (k < 3 ? (&load[i].x)[k] : (&turning.x)[k - 3]);
      free[at] += h * F[at] / inertia;
      D[at] = inertia / (h * h);
    }
  }

  void move(RigidBody &b, const double *u) const
  {
    b.v = b.v + (1.0 / h) * Vec3{u[0], u[1], u[2]};
    b.L = b.L + b.shape().angular_momentum(b.q, (1.0 / h) * Vec3{u[3], u[4], u[5]}, b.mass);
    b.x = b.x + h * b.v;
    b.q = free_rotation(b.q, b.L, b.moments, h);
  }
};

}    // namespace networks

using namespace networks;
using Solver = DynamicsOptions::Solver;

namespace {

enum { L, M, R };

/** The beam of doc/notes/projected-solvers.md 3.1: weight 10 on supports at -1, 0, 1; uniform, of
 *  length 2. */
RigidBodies beam(const std::vector<double> &stiffness = {1, 1, 1}, double open = 0.0)
{
  RigidBodies s;
  const double mass = 10.0, moment = mass * 4.0 / 12.0;
  s.bodies.push_back({mass, {0.1, moment, moment}, {0, 0, 0}});
  for (int k = 0; k < 3; k++) {
    s.bodies.push_back({1, {1, 1, 1}, {k - 1.0, 0, -1}});
    s.bodies.back().fixed = true;
    s.contacts.push_back(
        {0, k + 1, stiffness[k], {k - 1.0, 0, -0.5}, {0, 0, -1}, k == M ? open : 0.0});
  }
  s.load = s.torque = std::vector<Vec3>(4, {0, 0, 0});
  s.load[0] = {0, 0, -mass};
  s.h = 1.0 / 15.96;    // a millisecond: doc/notes/contact-dynamics.md 5
  s.options.tolerance = 1e-12;
  return s;
}

void expect_forces(RigidBodies s, Solver solver, double left, double middle, double right,
                   double accuracy = 1e-8)
{
  s.options.solver = solver;
  s.step();
  EXPECT_EQ(s.report.reason, SolverReport::CONVERGED);
  EXPECT_NEAR(s.force[L], left, accuracy);
  EXPECT_NEAR(s.force[M], middle, accuracy);
  EXPECT_NEAR(s.force[R], right, accuracy);
}

void expect_of_orders(const RigidBodies &at_rest, const std::vector<std::vector<int>> &orders,
                      double left, double middle, double right)
{
  for (bool full : {false, true})
    for (const auto &order : orders) {
      RigidBodies s;
      s.bodies = at_rest.bodies;
      s.contacts = at_rest.contacts;
      s.load = at_rest.load;
      s.torque = at_rest.torque;
      s.h = at_rest.h;
      s.options = at_rest.options;
      s.full = full;
      s.order = order;
      expect_forces(std::move(s), DynamicsOptions::GAUSS_SEIDEL, left, middle, right);
    }
}

/** A rod of mass 2 and moments .3, .5, .6, turned by q, which a sphere of mass 3 hits off its
 *  centre. */
RigidBodies rod_and_sphere(const Quat &q, bool heavy)
{
  RigidBodies s;
  s.bodies.push_back({2.0, {0.3, 0.5, 0.6}, {0.1, -0.2, 0.3}, {0.2, 0.1, 0}, {0.05, -0.1, 0.2}, q});
  s.bodies.push_back({3.0, {0.7, 0.7, 0.7}, {1.2, 0.4, 0.1}, {-1.5, -0.2, 0.1}, {0.1, 0.3, -0.4}});
  s.bodies[1].fixed = heavy;
  if (heavy) s.bodies[1].L = {0, 0, 0};
  const Vec3 n = Vec3{2, 1, -0.5} / norm(Vec3{2, 1, -0.5});
  s.contacts.push_back({0, 1, 1.0, {0.7, 0.3, 0.1}, n, 0.0});
  s.load = s.torque = std::vector<Vec3>(2, {0, 0, 0});
  s.h = 0.01;
  s.options.tolerance = 1e-12;
  return s;
}

const Quat TURNED = normalized({0.8, 0.3, -0.4, 0.2});

/** 1/m + (r x n) I^-1 (r x n), with the tensor in space. A wire has no moment about its axis x. */
double mobility_of(const RigidBody &b, const Vec3 &point, const Vec3 &n)
{
  const Vec3 t = space_to_body(b.q, cross(point - b.x, n));
  const double about_x = b.moments.x > 0.0 ? t.x * t.x / b.moments.x : 0.0;
  return 1.0 / b.mass + about_x + t.y * t.y / b.moments.y + t.z * t.z / b.moments.z;
}

}    // namespace

TEST(RigidBodies, BeamByDescentAndByNewton)
{
  const double third = 10.0 / 3.0;
  expect_forces(beam(), DynamicsOptions::PROJECTED_GRADIENTS, third, third, third);
  expect_forces(beam(), DynamicsOptions::NEWTON, third, third, third, 1e-4);
  expect_forces(beam({1, 3, 1}), DynamicsOptions::NEWTON, 2.0, 6.0, 2.0, 1e-4);
}

TEST(RigidBodies, BeamWithALowSupport)
{
  const RigidBodies s = beam({1, 1, 1}, 1e-6);
  expect_of_orders(s, {{L, M, R}, {M, L, R}, {L, R, M}}, 5.0, 0.0, 5.0);
  for (Solver solver :
       {DynamicsOptions::NEWTON, DynamicsOptions::PROJECTED_GRADIENTS, DynamicsOptions::AUTO})
    expect_forces(beam({1, 1, 1}, 1e-6), solver, 5.0, 0.0, 5.0);
}

/** Each linear solver of Newton's method. */
TEST(RigidBodies, BeamByEachLinearSolver)
{
  for (LinearChoice::Kind kind :
       {LinearChoice::BLOCK, LinearChoice::INCOMPLETE, LinearChoice::DIRECT})
    for (bool full : {false, true}) {
      RigidBodies s = beam({1, 3, 1});
      s.full = full;
      s.dynamics->newton.choice.linear.kind = kind;
      expect_forces(std::move(s), DynamicsOptions::NEWTON, 2.0, 6.0, 2.0, 1e-4);
    }
}

/** Newton's rule off the centre: the impulse is (1 + e) times the approach over the sum of the
 *  mobilities, and both momenta stay. */
TEST(RigidBodies, ImpactOffTheCentre)
{
  for (Solver solver : {DynamicsOptions::NEWTON, DynamicsOptions::PROJECTED_GRADIENTS})
    for (double kappa : {0.0, 100.0})
      for (bool heavy : {false, true})
        for (double e : {0.0, 0.5, 1.0}) {
          if (kappa > 0.0 && solver != DynamicsOptions::NEWTON) continue;
          RigidBodies s = rod_and_sphere(TURNED, heavy);
          s.restitution = e;
          s.options.solver = solver;
          s.options.kappa = kappa;
          const BodyContact c = s.contacts[0];
          const double rate = s.rate(0),
                       inverse_effective_mass = mobility_of(s.bodies[0], c.point, c.n) +
              (heavy ? 0.0 : mobility_of(s.bodies[1], c.point, c.n));
          ASSERT_LT(rate, -0.5);
          const RigidBody before = s.bodies[0];
          const Vec3 P = s.momentum(), spin = s.angular_momentum();
          const double energy = s.kinetic_energy();
          s.step();
          const double impulse = -(1.0 + e) * rate / inverse_effective_mass;
          EXPECT_NEAR(s.force[0] * s.h, impulse, 1e-9);
          const RigidBody &after = s.bodies[0];
          EXPECT_LT(norm(after.v - before.v + (impulse / before.mass) * c.n), 1e-9);
          EXPECT_LT(norm(after.L - before.L + impulse * cross(c.point - before.x, c.n)), 1e-9);
          if (heavy) continue;
          EXPECT_LT(norm(s.momentum() - P), 1e-14);
          EXPECT_LT(norm(s.angular_momentum() - spin), 1e-14);
          // orientations move after the impact with the momentum of before the move: an error of
          // order h
          EXPECT_NEAR(s.kinetic_energy(),
                      energy - 0.5 * (1.0 - e * e) * rate * rate / inverse_effective_mass,
                      0.5 * s.h);
        }
}

/** A wire has no moment about its axis: torques about it do nothing, nor do contacts turn it. */
TEST(RigidBodies, WireHasNoRotationAboutItsAxis)
{
  for (const double torque : {0.0, 3.0}) {
    RigidBodies s = rod_and_sphere(TURNED, true);
    RigidBody &wire = s.bodies[0];
    wire.moments = {0.0, 0.5, 0.5};
    wire.L = body_to_space(TURNED, {0.0, 0.2, 0.1});
    s.torque[0] = body_to_space(TURNED, {torque, 0.0, 0.0});
    const BodyContact c = s.contacts[0];
    const RigidBody before = wire;
    const double impulse = -s.rate(0) / mobility_of(before, c.point, c.n);
    s.step();
    EXPECT_EQ(s.report.reason, SolverReport::CONVERGED);
    EXPECT_NEAR(s.force[0] * s.h, impulse, 1e-9);
    EXPECT_LT(norm(wire.v - before.v + (impulse / wire.mass) * c.n), 1e-9);
    const Vec3 L = space_to_body(TURNED, wire.L),
               gained = space_to_body(TURNED, cross(c.point - before.x, -impulse * c.n));
    EXPECT_LT(norm(L - Vec3{0.0, 0.2 + gained.y, 0.1 + gained.z}), 1e-9);
  }
}

/** All methods find the same motions of bodies that have many contacts with each other. */
TEST(RigidBodies, SolversFindTheSameMotions)
{
  std::mt19937_64 engine(7);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  const auto vector = [&] {
    return Vec3{any(engine), any(engine), any(engine)};
  };
  std::vector<RigidBody> bodies;
  std::vector<BodyContact> contacts;
  for (int i = 0; i < 12; i++) {
    bodies.push_back(
        {1.0 + 0.5 * any(engine), {0.3, 0.4, 0.5}, 2.0 * vector(), vector(), vector()});
    bodies.back().q = normalized({any(engine), any(engine), any(engine), any(engine)});
    bodies.back().fixed = i > 9;
  }
  for (int c = 0; c < 40; c++) {
    const int a = c % 10, b = (a + 1 + c % 11) % 12;
    const Vec3 along = bodies[b].x - bodies[a].x + 0.3 * vector();
    contacts.push_back({a, b, 1.0 + 0.5 * any(engine),
                        0.5 * (bodies[a].x + bodies[b].x) + 0.2 * vector(), along / norm(along),
                        0.01 * (1.0 + any(engine))});
  }
  std::vector<RigidBody> first;
  for (Solver solver : {DynamicsOptions::PROJECTED_GRADIENTS, DynamicsOptions::GAUSS_SEIDEL,
                        DynamicsOptions::NEWTON, DynamicsOptions::AUTO})
    for (bool full : {false, true}) {
      RigidBodies s;
      s.bodies = bodies;
      s.contacts = contacts;
      s.load = std::vector<Vec3>(12, {0, 0, -1});
      s.torque = std::vector<Vec3>(12, {0, 0.5, 0});
      s.h = 0.05;
      s.full = full;
      s.options.solver = solver;
      s.options.tolerance = 1e-10;
      s.options.most_steps = 100000;
      for (int c = 0; c < 40; c++) s.order.push_back(c);
      s.step();
      EXPECT_EQ(s.report.reason, SolverReport::CONVERGED) << solver;
      if (first.empty()) first = s.bodies;
      for (int i = 0; i < 10; i++) {
        EXPECT_LT(norm(s.bodies[i].v - first[i].v), 1e-6) << solver << i;
        EXPECT_LT(norm(s.bodies[i].L - first[i].L), 1e-6) << solver << i;
      }
    }
}
