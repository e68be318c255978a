// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_RANDOM_NETWORKS_H
#define VARDEM_TEST_RANDOM_NETWORKS_H

// Networks without any order and with awkward parts: bodies without contacts, two contacts in
// parallel or against each other, all rows of a network in one plane (which leaves motions free),
// bodies that have only one contact with the ground, and several materials.

#include "networks.h"

#include <random>

namespace networks {

template <int n> class RandomNetwork {
 public:
  RowPacking<n> packing;
  std::vector<double> carrying;    // forces >= 0 that carry the load; half of them are 0

  /** Stiffnesses are between 1/ratio and 1. */
  RandomNetwork(unsigned seed, double ratio) : random(seed)
  {
    const int bodies = 2 + any(40), contacts = 1 + any(4 * bodies);
    flat = any(4) == 0;
    for (int i = 0; i < bodies; i++) packing.fixed.push_back(i == 0 || any(8) == 0);
    const int rattlers = any(3);    // the last bodies, without contacts
    for (int c = 0; c < contacts; c++) add(bodies - std::min(rattlers, bodies - 2), ratio);
    for (int c = 0; c < contacts; c++) carrying.push_back(any(2) ? uniform() : 0.0);
    packing.load_by(carrying);
  }

  /** Adds a load that cannot be carried: a motion that opens all contacts, and on which the whole
   *  load does the work `work` times its square. Contacts that it closes are turned round. Returns
   *  false if all bodies are fixed. */
  bool overload(unsigned seed, double work)
  {
    std::mt19937_64 generator(seed);
    std::normal_distribution<double> normal;
    std::vector<double> z(packing.load.size());
    for (std::size_t i = 0; i < z.size(); i++)
      z[i] = packing.fixed[i / n] ? 0.0 : normal(generator);
    for (auto &c : packing.contacts) {
      double closing = 0.0;
      for (int k = 0; k < n; k++) closing += c.A[k] * z[n * c.a + k] - c.B[k] * z[n * c.b + k];
      for (auto *r : {&c.A, &c.B})
        for (double &k : *r) k = closing > 0.0 ? -k : k;
    }
    packing.load_by(carrying);
    double carried = 0.0, square = 0.0;
    for (std::size_t i = 0; i < z.size(); i++) {
      carried += packing.load[i] * z[i];
      square += z[i] * z[i];
    }
    if (square == 0.0) return false;
    for (std::size_t i = 0; i < z.size(); i++) packing.load[i] += (work - carried / square) * z[i];
    return true;
  }

 private:
  std::mt19937_64 random;
  bool flat;

  double uniform() { return std::uniform_real_distribution<double>()(random); }
  int any(int below) { return static_cast<int>(below * uniform()); }

  std::array<double, n> row()
  {
    std::array<double, n> r;
    double square = 0.0;
    for (int k = 0; k < n; k++) {
      r[k] = flat && k == n - 1 ? 0.0 : 2.0 * uniform() - 1.0;
      square += r[k] * r[k];
    }
    for (double &k : r) k /= std::sqrt(square);
    return r;
  }

  void add(int bodies, double ratio)
  {
    const int kind = packing.contacts.empty() ? 9 : any(10);
    typename RowPacking<n>::Contact c{0, 0, 0.0, {}, {}};
    if (kind == 0)    // parallel to the last contact
      c = packing.contacts.back();
    else {
      c.a = any(bodies);
      c.b = (c.a + 1 + any(bodies - 1)) % bodies;
      c.A = c.B = row();
    }
    if (kind == 1) {    // opposite to the last contact
      c = packing.contacts.back();
      for (auto *r : {&c.A, &c.B})
        for (double &k : *r) k = -k;
    }
    if (kind == 2) c.b = 0;
    if (c.a == c.b) c.b = (c.a + 1) % bodies;
    c.stiffness = std::pow(ratio, -uniform());
    packing.contacts.push_back(c);
  }
};

}    // namespace networks
#endif
