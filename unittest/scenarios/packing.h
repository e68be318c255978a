// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_SCENARIO_PACKING_H
#define VARDEM_SCENARIO_PACKING_H

#include "scenario.h"

#include "compute.h"
#include "fix.h"
#include "lammps.h"
#include "library.h"
#include "modify.h"
#include "update.h"

#include "gtest/gtest.h"

#include <cmath>
#include <map>
#include <utility>

namespace scenario {

// Packings of grains of diameter 1 and mass 1 under fix compatible/cd c, and their forces by
// compute contact/force f.

/** The input up to the atoms: a box from lo to hi in all directions, grains of two types. */
struct Box {
  std::string before;    // commands
  std::string boundary = "f f f";
  std::string region = "block -9 29 -9 29 -9 29";
  std::string style = "sphere";
};

inline std::string box(const Box &b)
{
  return "units lj\n" + b.before + "\natom_style " + b.style +
      "\natom_modify map array\nboundary " + b.boundary + "\nregion box " + b.region +
      "\ncreate_box 2 box\nneighbor 0.3 bin\npair_style contact/rigid\n"
      "pair_coeff * * stiffness 1\n";
}

inline Box periodic(const std::string &region, const std::string &before = "")
{
  return {before, "p p p", region, "sphere"};
}

/** Grains with tags from 1. */
inline void create(Simulation &sim, const std::vector<Vec3> &x)
{
  std::vector<int> type(x.size(), 1);
  lammps_create_atoms(sim.lammps(), (int) x.size(), nullptr, type.data(), &x[0].x, nullptr, nullptr,
                      0);
  sim.run("set group all mass 1\n");
}

const std::string GRAVITY = "fix g all gravity 1 vector 0 0 -1\n";
const std::string FORCES = "compute f all contact/force\n";
const std::string COMPATIBLE = "fix c all compatible/cd 1 tol 1e-12\n" + FORCES;

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

/** A pyramid on its frozen base, in a box that it does not fill; the fix is given without `fix c
 *  all compatible/cd 1`. */
inline void build_pyramid(Simulation &sim, int n, const std::string &fix = "tol 1e-12")
{
  create(sim, pyramid(n));
  sim.run("group base id <= " + std::to_string(n * n) + "\nfix b base freeze\n" + GRAVITY +
          "fix c all compatible/cd 1 " + fix + "\n" + FORCES);
}

/** A row of compute contact/force. */
struct ContactForce {
  int i, j, kind;
  Vec3 normal, point;
  double gap;
  Vec3 force, classic, moment;

  double size() const { return VARDEM::norm(force); }
};

inline std::vector<ContactForce> contact_forces(const Simulation &sim, const std::string &id = "f")
{
  auto *compute = sim.lammps()->modify->get_compute_by_id(id);
  compute->compute_local();
  EXPECT_EQ(compute->size_local_cols, 19);
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
                        {r[16], r[17], r[18]}});
  }
  return contacts;
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

/** An output of fix compatible/cd, from 1. */
enum { GAP = 1, BALANCE, STEPS, PRODUCTS, CLOSED, LOADED, LARGEST };
inline double output(const Simulation &sim, int n, const std::string &id = "c")
{
  return sim.lammps()->modify->get_fix_by_id(id)->compute_vector(n - 1);
}

}    // namespace scenario
#endif
