// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_FRICTIONAL_WORLD_H
#define VARDEM_TEST_FRICTIONAL_WORLD_H

#include "kernels/inertia.h"
#include "solvers/dynamics/frictional_dynamics.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <vector>

namespace friction {

using namespace VARDEM;

struct Sphere {
  Vec3 x, v = {0, 0, 0}, spin = {0, 0, 0};
  double radius = 1.0, mass = 1.0;
  bool fixed = false;

  double moment() const { return INERTIA_BALL * mass * radius * radius; }
};

struct Plane {
  Vec3 point, normal, velocity = {0, 0, 0};
  bool smooth = false;    // without friction
};

/** Spheres and planes that steps with friction move. */
class World {
 public:
  std::vector<Sphere> spheres;
  std::vector<Plane> planes;
  Vec3 gravity = {0, 0, 0};
  double h = 1e-3, mu = 0.5, rho = 0.0, e = 0.0;
  PushingOut push_out = 1e-3;
  double reach = 0.5;         // pairs with larger gaps are no contacts
  bool poisson = false;       // restitution by Poisson's law
  bool full = false;          // contacts in both rows
  bool one_number = false;    // without friction: by contacts with one number
  bool sweeps = false;        // Gauss-Seidel; not with `full`
  ContactCompliance compliance;
  SolverOptions options;
  SolverReport report;
  long products = 0, most_products = 0;
  double kept = 1.0;       // restitution that the guard has kept in the last step
  double pushing = 0.0;    // contacts that push
  std::vector<Vec3> impulses, normals, moments;

  World()
  {
    options.tolerance = 3e-11;
    options.most_products = 4000;
    options.most_steps = 1000000;
  }

  void step()
  {
    const FrictionalStep in = begin_step();
    dynamics.turns = turns();
    report = dynamics.solve(space, view(), in, inverse.data(), options);
    products += report.products;
    most_products = std::max(most_products, report.products);
    kept = dynamics.kept_restitution();
    remember();
    move();
  }

  /** Solves the step that comes next from impulses of zero, and does not go it. */
  SolverReport solve_from_zero(bool one_scale)
  {
    const FrictionalStep in = begin_step();
    std::vector<double> impulse(3 * levers.size(), 0.0);
    Contacts contacts;
    contacts.setup(space, view(), in, inverse.data(), dynamics.walls, one_scale, nullptr);
    if (sweeps)
      return ConeSweeps<SerialSpace, Contacts>().solve(space, contacts, turns(), impulse.data(),
                                                       options);
    ConeMemory none;
    return ConeGradients<SerialSpace, Contacts>().solve(space, contacts, impulse.data(), options,
                                                        none);
  }

  void steps(int n)
  {
    for (int k = 0; k < n; k++) step();
  }

  /** Steps have another length from here on: forces stay. */
  void change_step(double to)
  {
    for (auto &[key, kept] : kept_of) {
      kept.normal *= to / h;
      kept.across = (to / h) * kept.across;
      kept.moment = (to / h) * kept.moment;
    }
    h = to;
  }

  double rolling_radius(std::size_t contact) const { return levers[contact].rolling_radius(); }
  /** Memory of the solver. */
  double bytes_per_contact() const { return space.bytes() / network.ncontacts; }

  double kinetic() const
  {
    double sum = 0.0;
    for (const Sphere &s : spheres)
      if (!s.fixed) sum += 0.5 * s.mass * dot(s.v, s.v) + 0.5 * s.moment() * dot(s.spin, s.spin);
    return sum;
  }

 private:
  using Geometry = LeverGeometry<SphereLevers>;
  using Dynamics = FrictionalDynamics<SerialSpace, Geometry, InverseSphere>;
  using Contacts = FrictionalContacts<SerialSpace, Geometry, InverseSphere, ConeContact>;
  using Key = std::tuple<int, int>;    // sphere, and sphere or -1 - plane
  struct Pair {
    Key key;
    bool turned;    // is the first sphere of the key the second one here?
  };

  SerialSpace space;
  ContactNetwork<SerialSpace, Geometry> network;
  Dynamics dynamics;
  std::vector<int> column;    // of spheres
  std::vector<SphereLevers> levers;
  std::vector<Pair> pairs;
  std::vector<double> mus, rhos, es, starts, moments_before, velocity, free_velocity;
  std::vector<InverseSphere> inverse;
  struct Kept {
    double normal;
    Vec3 across, moment;
  };
  std::map<Key, Kept> kept_of;
  double cell_size = 1.0;
  std::map<std::array<int, 3>, std::vector<std::size_t>> cells;

  FrictionalStep begin_step()
  {
    number_rows();
    list_contacts();
    fill_velocities();
    return {h,
            velocity.data(),
            free_velocity.data(),
            one_number ? nullptr : mus.data(),
            e > 0.0 ? es.data() : nullptr,
            starts.data(),
            push_out,
            1e-15 / h,
            compliance,
            rho > 0.0 ? rhos.data() : nullptr,
            nullptr,
            poisson};
  }

  Contacts::Network view() const
  {
    return {network.rows(), network.gap.data(), network.ncontacts, network.ncolumns};
  }

  std::vector<ContactTurn> turns() const
  {
    std::vector<ContactTurn> all;
    for (int i = 0; sweeps && i < network.nrows; i++)
      for (int c = network.first[i]; c < network.first[i + 1]; c++)
        all.push_back({c, i, network.column[c], -1});
    return all;
  }

  void number_rows()
  {
    column.resize(spheres.size());
    int n = 0;
    for (std::size_t i = 0; i < spheres.size(); i++)
      if (!spheres[i].fixed) column[i] = n++;
    network.nrows = network.first_fixed = n;
    network.nbodies = n;
    for (std::size_t i = 0; i < spheres.size(); i++)
      if (spheres[i].fixed) column[i] = n++;
    network.ncolumns = n + static_cast<int>(planes.size());
  }

  void list_contacts()
  {
    levers.clear(), pairs.clear(), network.column.clear(), network.gap.clear();
    network.first.assign(1, 0), network.middle.clear();
    starts.clear(), moments_before.clear();
    fill_cells();
    for (std::size_t i = 0; i < spheres.size(); i++) {
      if (spheres[i].fixed) continue;
      const std::vector<std::size_t> near = neighbors(i);
      for (std::size_t j : near)
        if (!spheres[j].fixed && (full ? i != j : j < i)) add_pair(i, j);
      network.middle.push_back(static_cast<int>(levers.size()));
      for (std::size_t j : near)
        if (spheres[j].fixed) add_pair(i, j);
      for (std::size_t p = 0; p < planes.size(); p++) add_plane(i, p);
      network.first.push_back(static_cast<int>(levers.size()));
    }
    network.full = full;
    network.ncontacts = static_cast<int>(levers.size());
    network.geometry.levers = levers.data();
    if (rho > 0.0) starts.insert(starts.end(), moments_before.begin(), moments_before.end());
    rhos.assign(levers.size(), rho);
    mus.assign(levers.size(), mu), es.assign(levers.size(), e);
    for (std::size_t c = 0; c < levers.size(); c++) {
      const int p = -1 - std::get<1>(pairs[c].key);
      if (p >= 0 && planes[p].smooth) mus[c] = 0.0;
    }
  }

  using Cell = std::array<int, 3>;

  Cell cell_of(const Vec3 &x) const
  {
    const auto floor = [this](double a) {
      return static_cast<int>(std::floor(a / cell_size));
    };
    return {floor(x.x), floor(x.y), floor(x.z)};
  }

  void fill_cells()
  {
    cells.clear();
    cell_size = 0.0;
    for (const Sphere &s : spheres) cell_size = std::max(cell_size, 2.0 * s.radius + reach);
    for (std::size_t i = 0; i < spheres.size(); i++) cells[cell_of(spheres[i].x)].push_back(i);
  }

  /** In their order; also the sphere itself. */
  std::vector<std::size_t> neighbors(std::size_t i) const
  {
    const Cell at = cell_of(spheres[i].x);
    std::vector<std::size_t> found;
    for (int k = 0; k < 27; k++) {
      const auto cell = cells.find({at[0] + k % 3 - 1, at[1] + k / 3 % 3 - 1, at[2] + k / 9 - 1});
      if (cell != cells.end()) found.insert(found.end(), cell->second.begin(), cell->second.end());
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  void add_pair(std::size_t i, std::size_t j)
  {
    const Sphere &a = spheres[i], &b = spheres[j];
    const Vec3 e_ij = b.x - a.x;
    const double gap = norm(e_ij) - a.radius - b.radius;
    if (gap > reach) return;
    const int lower = static_cast<int>(std::min(i, j)), higher = static_cast<int>(std::max(i, j));
    add(levers_of_spheres(e_ij, a.radius, b.radius), gap, column[j],
        {Key{lower, higher}, static_cast<int>(i) == higher});
  }

  void add_plane(std::size_t i, std::size_t p)
  {
    const Sphere &a = spheres[i];
    const double distance = dot(a.x - planes[p].point, planes[p].normal);
    if (distance - a.radius > reach) return;
    add({-planes[p].normal, a.radius, 0.0}, distance - a.radius,
        network.ncolumns - static_cast<int>(planes.size() - p),
        {Key{static_cast<int>(i), -1 - static_cast<int>(p)}, false});
  }

  void add(const SphereLevers &with, double gap, int other, const Pair &pair)
  {
    levers.push_back(with);
    network.gap.push_back(gap);
    network.column.push_back(other);
    pairs.push_back(pair);
    const auto before = kept_of.find(pair.key);
    Vec3 impulse = {0, 0, 0}, moment = {0, 0, 0};
    const double sign = pair.turned ? -1.0 : 1.0;
    if (before != kept_of.end()) {
      impulse = turned_impulse(before->second.normal, sign * before->second.across, with.n);
      moment = turned_impulse(0.0, sign * before->second.moment, with.n);
    }
    for (double k : {impulse.x, impulse.y, impulse.z}) starts.push_back(k);
    for (double k : {moment.x, moment.y, moment.z}) moments_before.push_back(k);
  }

  void fill_velocities()
  {
    velocity.assign(6 * network.ncolumns, 0.0);
    inverse.assign(network.ncolumns, {0.0, 0.0});
    for (std::size_t i = 0; i < spheres.size(); i++) {
      const Sphere &s = spheres[i];
      vectors_at(velocity.data())[2 * column[i]] = s.v;
      vectors_at(velocity.data())[2 * column[i] + 1] = s.spin;
      if (!s.fixed) inverse[column[i]] = {1.0 / s.mass, 1.0 / s.moment()};
    }
    for (std::size_t p = 0; p < planes.size(); p++)
      vectors_at(velocity.data())[2 * (network.ncolumns - planes.size() + p)] = planes[p].velocity;
    free_velocity = velocity;
    for (int i = 0; i < network.nrows; i++)
      vectors_at(free_velocity.data())[2 * i] =
          vectors_at(free_velocity.data())[2 * i] + h * gravity;
  }

  void remember()
  {
    kept_of.clear();
    impulses.clear(), normals.clear(), moments.clear();
    pushing = 0.0;
    for (std::size_t c = 0; c < levers.size(); c++) {
      const Vec3 g = vectors_at(dynamics.impulses())[c];
      impulses.push_back(g);
      normals.push_back(levers[c].n);
      const double normal = dot(g, levers[c].n), sign = pairs[c].turned ? -1.0 : 1.0;
      const Vec3 moment = rho > 0.0 ? vectors_at(dynamics.moments())[c] : Vec3{0, 0, 0};
      moments.push_back(moment);
      if (!(normal > 0.0)) continue;
      pushing++;
      const double part = dynamics.hits()[c] ? 0.0 : sign;    // impacts leave no springs
      kept_of[pairs[c].key] = {normal, part * (g - normal * levers[c].n), part * moment};
    }
  }

  void move()
  {
    const Vec3 *V = vectors_at(dynamics.velocities());
    for (std::size_t i = 0; i < spheres.size(); i++) {
      if (!spheres[i].fixed) {
        spheres[i].v = V[2 * column[i]];
        spheres[i].spin = V[2 * column[i] + 1];
      }
      spheres[i].x = spheres[i].x + h * spheres[i].v;
    }
    for (Plane &p : planes) p.point = p.point + h * p.velocity;
  }
};

}    // namespace friction
#endif
