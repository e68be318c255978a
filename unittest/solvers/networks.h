// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_NETWORKS_H
#define VARDEM_TEST_NETWORKS_H

// Networks made by code. Bodies are numbered, and a contact is a pair of bodies.

#include "../larger.h"
#include "kernels/vector3.h"
#include "reference/stored_geometry.h"
#include "solvers/network/contact_network.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

namespace networks {

using VARDEM::SerialSpace;

/** A packing of spheres, from which a ContactNetwork is made. */
struct Packing {
  std::vector<VARDEM::Vec3> x;
  std::vector<bool> fixed;
  struct Contact {
    int a, b;
    double stiffness;
  };
  std::vector<Contact> contacts;
  std::vector<double> load;    // 3 per body
};

/** A pyramid of spheres of diameter 1 and weight 1 (Olsen & Kamrin, section 8.2). Its layers are
 *  squares, and the spheres of each lie in the pockets of the layer below. The lowest layer is
 *  fixed. Numbers increase with x first, then with y, then upwards. stiffness(a, b) is that of a
 *  contact. */
inline Packing pyramid(int n, const std::function<double(int, int)> &stiffness)
{
  Packing p;
  std::vector<int> offset;
  for (int layer = 0; layer < n; layer++) {
    offset.push_back(p.x.size());
    for (int iy = 0; iy < n - layer; iy++)
      for (int ix = 0; ix < n - layer; ix++) {
        p.x.push_back({ix + 0.5 * layer, iy + 0.5 * layer, layer * std::sqrt(0.5)});
        p.fixed.push_back(layer == 0);
        for (double f : {0.0, 0.0, layer ? -1.0 : 0.0}) p.load.push_back(f);
      }
  }
  for (int layer = 0; layer < n; layer++) {
    const int m = n - layer;
    for (int iy = 0; iy < m; iy++)
      for (int ix = 0; ix < m; ix++) {
        const int a = offset[layer] + iy * m + ix;
        const auto touch = [&](int b) {
          p.contacts.push_back({b, a, stiffness(b, a)});
        };
        if (layer && ix) touch(a - 1);
        if (layer && iy) touch(a - m);
        if (layer)
          for (int k = 0; k < 4; k++)
            touch(offset[layer - 1] + (iy + k / 2) * (m + 1) + ix + k % 2);
      }
  }
  return p;
}

/** One with the same stiffness of all contacts. */
inline Packing pyramid(int n)
{
  return pyramid(n, [](int, int) {
    return 1.0;
  });
}

inline double largest(const std::vector<double> &f)
{
  double most = 0.0;
  for (double force : f) most = VARDEM::larger(most, std::fabs(force));
  return most;
}

/** Largest difference of f and g. */
inline double apart(const std::vector<double> &f, const std::vector<double> &g)
{
  double most = 0.0;
  for (std::size_t c = 0; c < f.size(); c++) most = VARDEM::larger(most, std::fabs(f[c] - g[c]));
  return most;
}

/** The same, relative to the largest g. */
inline double difference(const std::vector<double> &f, const std::vector<double> &g)
{
  return apart(f, g) / std::max(largest(g), 1e-300);
}

/** |f - g| / |g| in 2-norms. */
inline double distance(const std::vector<double> &f, const std::vector<double> &g)
{
  double square = 0.0, whole = 0.0;
  for (std::size_t c = 0; c < f.size(); c++) {
    square += (f[c] - g[c]) * (f[c] - g[c]);
    whole += g[c] * g[c];
  }
  return std::sqrt(square / whole);
}

/** Bodies of any kind. Each contact has its row [A, B] of the matrix -B
 *  (kernels/rigid/contact_row.h), where A and B have length 1. */
template <int n> struct RowPacking {
  std::vector<bool> fixed;
  struct Contact {
    int a, b;
    double stiffness;
    std::array<double, n> A, B;
  };
  std::vector<Contact> contacts;
  std::vector<double> load;    // n per body

  /** Sets load = -B^T f, so that the forces f carry it. */
  void load_by(const std::vector<double> &f)
  {
    load.assign(n * fixed.size(), 0.0);
    for (std::size_t c = 0; c < contacts.size(); c++)
      for (int k = 0; k < n; k++) {
        load[n * contacts[c].a + k] += f[c] * contacts[c].A[k];
        load[n * contacts[c].b + k] -= f[c] * contacts[c].B[k];
      }
  }
};

/** Rows, columns and contacts of a network. The rows are the free bodies, in their order. */
template <class Space, class G> struct Topology {
  VARDEM::ContactNetwork<Space, G> network;
  std::vector<double> load;
  std::vector<int> contact;     // of each contact of the network: its number in the packing
  std::vector<int> column;      // of each body
  std::vector<bool> swapped;    // of each contact: its first body is the second one in the packing

  template <class AnyPacking> Topology(const AnyPacking &p, bool full)
  {
    const int n = p.fixed.size();
    column.resize(n);
    int next = 0;
    for (bool fixed : {false, true}) {
      for (int i = 0; i < n; i++)
        if (p.fixed[i] == fixed) column[i] = next++;
      if (!fixed) network.nrows = network.first_fixed = next;
    }
    network.ncolumns = n;
    network.nbodies = network.nrows;
    network.full = full;
    load.resize(G::DOF * network.nrows);
    for (int i = 0; i < n; i++)
      for (int k = 0; k < G::DOF; k++)
        if (!p.fixed[i]) load[G::DOF * column[i] + k] = p.load[G::DOF * i + k];
    fill(p);
  }

 private:
  struct Entry {
    int column, contact;
    bool swapped;
  };

  template <class AnyPacking> void fill(const AnyPacking &p)
  {
    std::vector<std::vector<Entry>> low(network.nrows), high(network.nrows);
    for (int c = 0; c < static_cast<int>(p.contacts.size()); c++) {
      const int a = column[p.contacts[c].a], b = column[p.contacts[c].b], m = std::min(a, b),
                M = std::max(a, b);
      if (m >= network.nrows) continue;
      if (M >= network.nrows || network.full) high[m].push_back({M, c, m == b});
      if (M >= network.nrows) continue;
      (network.full ? high[M] : low[M]).push_back({m, c, M == b});
    }
    for (int i = 0; i < network.nrows; i++) {
      network.first.push_back(contact.size());
      for (const auto *list : {&low[i], &high[i]}) {
        if (list == &high[i]) network.middle.push_back(contact.size());
        for (const Entry &e : *list) {
          network.column.push_back(e.column);
          network.stiffness.push_back(p.contacts[e.contact].stiffness);
          contact.push_back(e.contact);
          swapped.push_back(e.swapped);
        }
      }
    }
    network.first.push_back(contact.size());
    network.ncontacts = contact.size();
  }
};

/** The ContactNetwork of a Packing, and the arrays it points to. */
template <class Space> struct SphereNetwork : Topology<Space, VARDEM::CentralGeometry> {
  using Geometry = VARDEM::CentralGeometry;
  std::vector<double> x;

  SphereNetwork(const Packing &p, bool full) : Topology<Space, Geometry>(p, full)
  {
    x.resize(3 * p.x.size());
    for (std::size_t i = 0; i < p.x.size(); i++)
      for (int k = 0; k < 3; k++) x[3 * this->column[i] + k] = (&p.x[i].x)[k];
    this->network.geometry = {x.data()};
  }
};

template <class Space, int n> struct RowNetwork : Topology<Space, VARDEM::StoredGeometry<n>> {
  using Geometry = VARDEM::StoredGeometry<n>;
  std::vector<double> ab;

  RowNetwork(const RowPacking<n> &p, bool full) : Topology<Space, Geometry>(p, full)
  {
    for (int c = 0; c < this->network.ncontacts; c++) {
      const auto &of = p.contacts[this->contact[c]];
      const bool s = this->swapped[c];
      for (double k : s ? of.B : of.A) ab.push_back(s ? -k : k);
      for (double k : s ? of.A : of.B) ab.push_back(s ? -k : k);
    }
    this->network.geometry = {ab.data()};
  }
};

inline SphereNetwork<SerialSpace> network_of(const Packing &p, bool full)
{
  return {p, full};
}

template <int n> RowNetwork<SerialSpace, n> network_of(const RowPacking<n> &p, bool full)
{
  return {p, full};
}

}    // namespace networks
#endif
