/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_TEST_NETWORKS_H
#define VARDEM_TEST_NETWORKS_H

// Networks made by code. A body is a number; contacts are pairs of bodies.

#include "kernels/vector3.h"
#include "solvers/contact_network.h"

#include <cmath>
#include <functional>
#include <utility>
#include <vector>

namespace networks {

using VARDEM::SerialSpace;

/** Contacts of spheres, before they become a ContactNetwork. */
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

/** Spheres of diameter 1 and unit weight in square layers, the next one in the pockets of the one below (note: Olsen & Kamrin 8.2), the lowest fixed;
 *  numbered x fastest, then y, then upwards. stiffness(a, b). */
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

/** A ContactNetwork of a Packing, with what it points to: free bodies are the rows, in their order. */
template <class Space> struct SphereNetwork {
  VARDEM::ContactNetwork<Space, VARDEM::CentralGeometry> network;
  std::vector<double> x, load;
  std::vector<int> contact, column;    // of the packing, per contact of the network; of bodies

  SphereNetwork(const Packing &p, bool full)
  {
    const int n = p.x.size();
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
    x.resize(3 * n);
    load.resize(3 * network.nrows);
    for (int i = 0; i < n; i++)
      for (int k = 0; k < 3; k++) {
        x[3 * column[i] + k] = (&p.x[i].x)[k];
        if (!p.fixed[i]) load[3 * column[i] + k] = p.load[3 * i + k];
      }
    network.geometry = {x.data()};
    fill(p);
  }

 private:
  struct Entry {
    int column, contact;
  };

  void fill(const Packing &p)
  {
    std::vector<std::vector<Entry>> low(network.nrows), high(network.nrows);
    for (int c = 0; c < static_cast<int>(p.contacts.size()); c++) {
      const int a = column[p.contacts[c].a], b = column[p.contacts[c].b], m = std::min(a, b),
                M = std::max(a, b);
      if (m >= network.nrows) continue;
      if (M >= network.nrows)
        high[m].push_back({M, c});
      else if (network.full) {
        high[m].push_back({M, c});
        high[M].push_back({m, c});
      } else
        low[M].push_back({m, c});
    }
    for (int i = 0; i < network.nrows; i++) {
      network.first.push_back(contact.size());
      for (const auto *list : {&low[i], &high[i]}) {
        if (list == &high[i]) network.middle.push_back(contact.size());
        for (const Entry &e : *list) {
          network.column.push_back(e.column);
          network.stiffness.push_back(p.contacts[e.contact].stiffness);
          contact.push_back(e.contact);
        }
      }
    }
    network.first.push_back(contact.size());
    network.ncontacts = contact.size();
  }
};

}    // namespace networks
#endif
