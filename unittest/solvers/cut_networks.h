// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_CUT_NETWORKS_H
#define VARDEM_TEST_CUT_NETWORKS_H

// The part of a network that one process has. All processes know the whole packing.

#include "networks.h"

#include <utility>

namespace networks {

/** The same contacts, with their rows stored. */
inline RowPacking<3> with_rows(const Packing &p)
{
  RowPacking<3> q;
  q.fixed = p.fixed;
  q.load = p.load;
  for (const Packing::Contact &c : p.contacts) {
    const VARDEM::Vec3 d = p.x[c.b] - p.x[c.a];
    RowPacking<3>::Contact row = {c.a, c.b, c.stiffness, {}, {}};
    for (int k = 0; k < 3; k++) { row.A[k] = row.B[k] = (&d.x)[k] / norm(d); }
    q.contacts.push_back(row);
  }
  return q;
}

/** Which process has which bodies, and which contacts go through ghosts although one process has
 *  both bodies. */
struct Cut {
  std::vector<int> process;      // of each body
  std::vector<bool> is_image;    // of each contact

  /** The free bodies as they follow each other, in pieces of the same size. */
  template <class AnyPacking>
  Cut(const AnyPacking &p, int pieces) : is_image(p.contacts.size(), false)
  {
    long free = 0, count = 0;
    for (bool fixed : p.fixed) free += !fixed;
    for (bool fixed : p.fixed) process.push_back(fixed ? 0 : count++ * pieces / free);
  }
};

/** Periodic images on one process: each ghost column takes over the motion of its row. */
struct Images : VARDEM::NoExchange {
  int nrows = 0;
  const std::vector<int> *owner = nullptr;
  void forward(double *v, int dof)
  {
    for (std::size_t g = 0; g < owner->size(); g++)
      for (int k = 0; k < dof; k++) v[dof * (nrows + g) + k] = v[dof * (*owner)[g] + k];
  }
};

/** The rows of one process. Each contact with a body of another process, or with an image, has a
 *  ghost column of its own. */
template <class Space, int n> struct CutNetwork {
  using Geometry = VARDEM::StoredGeometry<n>;
  VARDEM::ContactNetwork<Space, Geometry> network;
  std::vector<double> load;
  std::vector<int> body;       // of each row
  std::vector<int> contact;    // of each contact: its number in the packing

  CutNetwork(const RowPacking<n> &p, const Cut &cut, int me) : number(p.fixed.size())
  {
    number_rows(p, cut, me);
    std::vector<std::vector<Entry>> low(body.size()), high(body.size());
    for (std::size_t c = 0; c < p.contacts.size(); c++) {
      const int a = p.contacts[c].a, b = p.contacts[c].b;
      const int contact = static_cast<int>(c);
      const bool here = is_row(p, cut, me, a), there = is_row(p, cut, me, b);
      if (here && there && !cut.is_image[c]) {
        const bool swapped = number[b] > number[a];
        low[std::max(number[a], number[b])].push_back(
            {std::min(number[a], number[b]), contact, swapped});
        continue;
      }
      if (here) high[number[a]].push_back({column_of(p, cut, b), contact, false});
      if (there) high[number[b]].push_back({column_of(p, cut, a), contact, true});
    }
    fill(p, low, high);
  }

 private:
  struct Entry {
    int column, contact;
    bool swapped;    // the row's body is the second one of the contact
  };
  static constexpr int FIXED = -1;
  std::vector<int> number;    // of each body: its row on the process that has it
  std::vector<double> ab;

  static bool is_row(const RowPacking<n> &p, const Cut &cut, int me, int i)
  {
    return !p.fixed[i] && cut.process[i] == me;
  }

  void number_rows(const RowPacking<n> &p, const Cut &cut, int me)
  {
    std::vector<int> next(1 + *std::max_element(cut.process.begin(), cut.process.end()), 0);
    network.nbodies = 0;
    for (std::size_t i = 0; i < p.fixed.size(); i++) {
      if (p.fixed[i]) continue;
      network.nbodies++;
      number[i] = next[cut.process[i]]++;
      if (cut.process[i] != me) continue;
      body.push_back(static_cast<int>(i));
      for (int k = 0; k < n; k++) load.push_back(p.load[n * i + k]);
    }
    network.nrows = static_cast<int>(body.size());
  }

  /** A new ghost column, or FIXED. */
  int column_of(const RowPacking<n> &p, const Cut &cut, int partner)
  {
    if (p.fixed[partner]) return FIXED;
    network.owners.process.push_back(cut.process[partner]);
    network.owners.row.push_back(number[partner]);
    return network.nrows + static_cast<int>(network.owners.row.size()) - 1;
  }

  void fill(const RowPacking<n> &p, const std::vector<std::vector<Entry>> &low,
            const std::vector<std::vector<Entry>> &high)
  {
    network.first_fixed = network.nrows + static_cast<int>(network.owners.row.size());
    network.ncolumns = network.first_fixed + 1;    // one stands for all that is fixed
    for (int i = 0; i < network.nrows; i++) {
      network.first.push_back(network.ncontacts);
      for (const auto *list : {&low[i], &high[i]}) {
        if (list == &high[i]) network.middle.push_back(network.ncontacts);
        for (const Entry &e : *list) add(p.contacts[e.contact], e);
      }
    }
    network.first.push_back(network.ncontacts);
    network.geometry = {ab.data()};
  }

  void add(const typename RowPacking<n>::Contact &c, const Entry &e)
  {
    network.ncontacts++;
    contact.push_back(e.contact);
    network.column.push_back(e.column == FIXED ? network.first_fixed : e.column);
    network.stiffness.push_back(c.stiffness);
    for (double k : e.swapped ? c.B : c.A) ab.push_back(e.swapped ? -k : k);
    for (double k : e.swapped ? c.A : c.B) ab.push_back(e.swapped ? -k : k);
  }
};

}    // namespace networks
#endif
