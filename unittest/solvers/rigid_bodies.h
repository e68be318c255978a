// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_RIGID_BODIES_H
#define VARDEM_TEST_RIGID_BODIES_H

// Rigid bodies of several spheres that move by ContactDynamics.

#include "kernels/contact/body_row.h"
#include "kernels/rotation/variational.h"
#include "networks.h"
#include "solvers/contact_dynamics.h"

#include <memory>
#include <vector>

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
#endif
