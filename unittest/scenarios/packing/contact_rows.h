// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_SCENARIO_CONTACT_ROWS_H
#define VARDEM_SCENARIO_CONTACT_ROWS_H

#include "scenario.h"

#include "atom.h"
#include "compute.h"
#include "lammps.h"
#include "modify.h"

#include <cmath>
#include <map>
#include <utility>

namespace scenario {

/** Piled spheres, n x n at the bottom: doc/notes/compatible-forces.md 4.2. Tags from 1, layer by
 *  layer, x fastest. */
inline std::vector<Vec3> pyramid(int n)
{
  std::vector<Vec3> x;
  for (int layer = 0; layer < n; layer++)
    for (int iy = 0; iy < n - layer; iy++)
      for (int ix = 0; ix < n - layer; ix++)
        x.push_back({0.5 * layer + ix, 0.5 * layer + iy, layer * std::sqrt(0.5)});
  return x;
}

/** A row of compute contact/force. */
struct ContactForce {
  int i, j, kind;
  Vec3 normal, point;
  double gap;
  Vec3 force, classic, moment, couple;

  double size() const { return VARDEM::norm(force); }
};

inline std::vector<ContactForce> contact_forces(const Simulation &sim, const std::string &id = "f")
{
  auto *compute = sim.lammps()->modify->get_compute_by_id(id);
  compute->compute_local();
  EXPECT_EQ(compute->size_local_cols, 22);
  std::vector<ContactForce> contacts;
  for (int k = 0; k < compute->size_local_rows; k++) {
    const double *r = compute->array_local[k];
    contacts.push_back({(int) r[0],
                        (int) r[1],
                        (int) r[2],
                        {r[3], r[4], r[5]},
                        {r[6], r[7], r[8]},
                        r[9],
                        {r[10], r[11], r[12]},
                        {r[13], r[14], r[15]},
                        {r[16], r[17], r[18]},
                        {r[19], r[20], r[21]}});
  }
  return contacts;
}

/** The rows of contacts between particles add up to the forces of the atoms, which are returned. */
inline std::vector<Vec3> expect_rows_add_up(const Simulation &sim)
{
  auto *atom = sim.lammps()->atom;
  const Vec3 *f = VARDEM::vectors_at(atom->f[0]);
  const std::vector<Vec3> forces(f, f + atom->nlocal);
  std::vector<Vec3> sums(atom->nlocal);
  for (const auto &c : contact_forces(sim)) {
    const int i = atom->map(c.i), j = atom->map(c.j);
    sums[i] = sums[i] + c.force;
    sums[j] = sums[j] - c.force;
  }
  EXPECT_LT(largest_difference(sums, forces), 1e-11 * largest(forces));
  return forces;
}

using Sizes = std::map<std::pair<int, int>, double>;

/** Sizes of forces by pairs of tags; those of a pair that touches twice are added up. */
inline Sizes force_sizes(const Simulation &sim, const std::string &id = "f")
{
  Sizes sizes;
  for (const auto &c : contact_forces(sim, id)) sizes[{c.i, c.j}] += c.size();
  return sizes;
}

/** |a - b|/|b| over all contacts; a contact that one of them lacks has no force there. */
inline double relative_difference(const Sizes &a, const Sizes &b)
{
  double difference = 0.0, size = 0.0;
  for (const auto &[pair, f] : b) {
    const auto other = a.find(pair);
    const double d = (other == a.end() ? 0.0 : other->second) - f;
    difference += d * d;
    size += f * f;
  }
  for (const auto &[pair, f] : a)
    if (!b.count(pair)) difference += f * f;
  return std::sqrt(difference / size);
}

/** Forces of all atoms, in the order of their IDs. */
inline std::vector<Vec3> forces_of_atoms(const Simulation &sim)
{
  const auto *atom = sim.lammps()->atom;
  std::vector<Vec3> f(atom->nlocal);
  for (int i = 0; i < atom->nlocal; i++)
    f.at(atom->tag[i] - 1) = {atom->f[i][0], atom->f[i][1], atom->f[i][2]};
  return f;
}

}    // namespace scenario
#endif
