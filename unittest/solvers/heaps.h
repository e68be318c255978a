// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_HEAPS_H
#define VARDEM_TEST_HEAPS_H

// Reads the heaps of the folder `heaps`. Its README.md has the format of the files.

#include "networks.h"

#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>

extern const char *const heaps_folder;    // from CMake

namespace networks {

/** A disordered packing, periodic in x and y, of spheres that rest on fixed ones under their
 *  weight. All contacts are closed and have the stiffness 1. */
struct Heap {
  RowPacking<3> packing;        // its load is what `force` carries, exactly
  std::vector<double> x;        // 3 per body
  std::vector<double> force;    // compatible forces of Hooke's law, rounded to float
  int free = 0;                 // bodies that can move; they come first

  /** How far each row is from the top, for the order of incomplete factors. */
  std::vector<double> depth() const
  {
    std::vector<double> keys(free);
    for (int i = 0; i < free; i++) keys[i] = -x[3 * i + 2];
    return keys;
  }
};

class HeapReader {
 public:
  explicit HeapReader(const std::string &file) : in(file, std::ios::binary)
  {
    if (!in) throw std::runtime_error("cannot open " + file);
  }

  Heap read()
  {
    const auto counts = numbers<std::int32_t>(3);
    const double side = numbers<double>(1)[0];
    Heap heap;
    heap.free = counts[1];
    heap.packing.fixed.assign(counts[0], true);
    std::fill_n(heap.packing.fixed.begin(), heap.free, false);
    const auto x = numbers<float>(3 * counts[0]);
    heap.x.assign(x.begin(), x.end());
    const auto pairs = numbers<std::uint16_t>(2 * counts[2]);
    for (int c = 0; c < counts[2]; c++)
      heap.packing.contacts.push_back(contact(heap.x, pairs[2 * c], pairs[2 * c + 1], side));
    const auto force = numbers<float>(counts[2]);
    heap.force.assign(force.begin(), force.end());
    heap.packing.load_by(heap.force);
    return heap;
  }

 private:
  std::ifstream in;

  template <class T> std::vector<T> numbers(std::size_t count)
  {
    std::vector<T> a(count);
    in.read(reinterpret_cast<char *>(a.data()), count * sizeof(T));
    if (!in) throw std::runtime_error("the file of a heap is too short");
    return a;
  }

  static RowPacking<3>::Contact contact(const std::vector<double> &x, int a, int b, double side)
  {
    double d[3], square = 0.0;
    for (int k = 0; k < 3; k++) {
      d[k] = x[3 * b + k] - x[3 * a + k];
      if (k < 2) d[k] -= side * std::round(d[k] / side);    // the nearest image
      square += d[k] * d[k];
    }
    RowPacking<3>::Contact contact{a, b, 1.0, {}, {}};
    for (int k = 0; k < 3; k++) contact.A[k] = contact.B[k] = d[k] / std::sqrt(square);
    return contact;
  }
};

/** name: heap_1e3 or heap_1e4 */
inline Heap read_heap(const std::string &name)
{
  return HeapReader(std::string(heaps_folder) + "/" + name).read();
}

/** Memory of a network, without positions and rows, which belong to the code that uses them. */
template <class Network> double network_bytes(const Network &n)
{
  return sizeof(int) * (n.first.size() + n.middle.size() + n.column.size()) +
      sizeof(double) * n.stiffness.size();
}

}    // namespace networks
#endif
