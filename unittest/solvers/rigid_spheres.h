/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_TEST_RIGID_SPHERES_H
#define VARDEM_TEST_RIGID_SPHERES_H

// Rigid spheres that move by ContactDynamics.

#include "kernels/contact/touching_spheres.h"
#include "networks.h"
#include "solvers/compatible_forces.h"
#include "solvers/contact_dynamics.h"

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

  SolverReport report;
  std::vector<double> force;    // per contact
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
    dynamics->setup(space, network);
    report = dynamics->solve<HookeLaw>(
        {h, s.load.data(), start.data(), free.data(), e.data(), 1e-3 / h, 1.0}, D.data(), u.data(),
        options);
    force.assign(packing.contacts.size(), 0.0);
    for (int c = 0; c < network.ncontacts; c++) force[s.contact[c]] = dynamics->force()[c];
    for (int i = 0; i < nbodies; i++) {
      for (int k = 0; k < 3 && !packing.fixed[i]; k++) (&v[i].x)[k] += u[3 * s.column[i] + k] / h;
      packing.x[i] = packing.x[i] + h * v[i];
    }
  }

 private:
  SerialSpace space;
};

/** The compatible forces that carry the present contact forces on the contacts that push or are closed. */
inline std::vector<double> compatible(const RigidSpheres &s, double tolerance)
{
  Packing p = s.packing;
  std::vector<int> number;
  p.contacts.clear();
  p.load.assign(3 * p.x.size(), 0.0);
  for (std::size_t c = 0; c < s.force.size(); c++) {
    const auto &contact = s.packing.contacts[c];
    const Vec3 e = s.packing.x[contact.b] - s.packing.x[contact.a];
    for (int k = 0; k < 3; k++) {
      const double f = s.force[c] * (&e.x)[k] / norm(e);
      p.load[3 * contact.a + k] += f;
      p.load[3 * contact.b + k] -= f;
    }
    if (!(s.force[c] > 0.0) && s.gap(contact) > 1e-7) continue;
    p.contacts.push_back(contact);
    number.push_back(c);
  }
  SphereNetwork<SerialSpace> of(p, false);
  SerialSpace space;
  CompatibleForces<SerialSpace, CentralGeometry> forces;
  std::vector<double> u(3 * p.x.size(), 0.0), result(s.force.size(), 0.0);
  SolverOptions options;
  options.tolerance = tolerance;
  forces.solve(space, of.network, HOOKE, of.load.data(), u.data(), options);
  for (int c = 0; c < of.network.ncontacts; c++)
    result[number[of.contact[c]]] =
        HookeLaw::force(of.network.stiffness[c], forces.solver.overlap()[c]);
  return result;
}

}    // namespace networks
#endif
