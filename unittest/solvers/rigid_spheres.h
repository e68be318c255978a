// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_RIGID_SPHERES_H
#define VARDEM_TEST_RIGID_SPHERES_H

// Rigid spheres that move by ContactDynamics.

#include "kernels/rigid/touching_spheres.h"
#include "networks.h"
#include "solvers/dynamics/contact_dynamics.h"
#include "solvers/packing/compatible_forces.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace networks {

using namespace VARDEM;

/** Spheres whose contacts may be those of a packing. Its loads act on them. */
struct RigidSpheres {
  Packing packing;    // with the present positions
  std::vector<double> radius, mass;
  std::vector<Vec3> v;
  double h = 1.0, restitution = 0.0;
  DynamicsOptions options;
  bool full = false;    // full rows, otherwise half rows

  double closed = -1.0;    // >= 0: finds compatible forces, too, on contacts with gaps up to this

  SolverReport report;
  std::vector<double> force;         // per contact
  std::vector<double> compatible;    // per contact
  int touching = 0;                  // contacts that can have such forces
  using Dynamics = ContactDynamics<SerialSpace, CentralGeometry>;
  std::unique_ptr<Dynamics> dynamics = std::make_unique<Dynamics>();    // factors cannot be moved

  explicit RigidSpheres(const Packing &p) :
      packing(p), radius(p.x.size(), 0.5), mass(p.x.size(), 1.0), v(p.x.size(), Vec3{0, 0, 0})
  {
  }

  double gap(const Packing::Contact &c) const
  {
    return norm(packing.x[c.b] - packing.x[c.a]) - radius[c.a] - radius[c.b];
  }

  double rate(const Packing::Contact &c) const
  {
    const Vec3 e = packing.x[c.b] - packing.x[c.a];
    return dot(e, v[c.b] - v[c.a]) / norm(e);
  }

  double largest_overlap() const
  {
    double most = 0.0;
    for (const auto &c : packing.contacts) most = std::max(most, -gap(c));
    return most;
  }

  Vec3 momentum() const
  {
    Vec3 sum = {0, 0, 0};
    for (std::size_t i = 0; i < v.size(); i++)
      if (!packing.fixed[i]) sum = sum + mass[i] * v[i];
    return sum;
  }

  double kinetic_energy() const
  {
    double sum = 0.0;
    for (std::size_t i = 0; i < v.size(); i++)
      if (!packing.fixed[i]) sum += 0.5 * mass[i] * dot(v[i], v[i]);
    return sum;
  }

  void step()
  {
    SphereNetwork<SerialSpace> s(packing, full);
    auto &network = s.network;
    const int nbodies = packing.x.size();
    std::vector<double> start(3 * nbodies), free(3 * nbodies), D(3 * network.nrows),
        u(3 * nbodies, 0.0), e(network.ncontacts, restitution);
    for (int i = 0; i < nbodies; i++)
      for (int k = 0; k < 3; k++) {
        const int at = 3 * s.column[i] + k;
        start[at] = free[at] = (&v[i].x)[k];
        if (packing.fixed[i]) continue;
        free[at] += h * packing.load[3 * i + k] / mass[i];
        D[at] = mass[i] / (h * h);
      }
    network.has_gaps = true;
    for (int c : s.contact) network.gap.push_back(gap(packing.contacts[c]));
    const std::vector<double> gaps = network.gap;
    dynamics->setup(space, network);
    report = dynamics->solve<HookeLaw>(
        {h, s.load.data(), start.data(), free.data(), e.data(), 1e-3 / h, 1.0}, D.data(), u.data(),
        options);
    force.assign(packing.contacts.size(), 0.0);
    for (int c = 0; c < network.ncontacts; c++) force[s.contact[c]] = dynamics->force()[c];
    if (closed >= 0.0)
      find_compatible(s, {h, start.data(), u.data(), gaps.data(), dynamics->force()});
    for (int i = 0; i < nbodies; i++) {
      for (int k = 0; k < 3 && !packing.fixed[i]; k++) (&v[i].x)[k] += u[3 * s.column[i] + k] / h;
      packing.x[i] = packing.x[i] + h * v[i];
    }
  }

 private:
  SerialSpace space;

  void find_compatible(const SphereNetwork<SerialSpace> &s, const StepResult &step)
  {
    StepForces<SerialSpace, CentralGeometry> of_step;
    of_step.select(space, s.network, step, dynamics->stiffening(), closed);
    std::vector<double> u(3 * s.network.ncolumns, 0.0);
    SolverOptions tight;
    tight.tolerance = 1e-12;
    EXPECT_EQ(of_step.solve(HOOKE, u.data(), tight).reason, SolverReport::CONVERGED);
    touching = of_step.network.ncontacts;
    compatible.assign(packing.contacts.size(), 0.0);
    for (int k = 0; k < touching; k++)
      compatible[s.contact[of_step.contact()[k]]] = of_step.compatible()[k];
  }
};

}    // namespace networks
#endif
