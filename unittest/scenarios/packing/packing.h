// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_SCENARIO_PACKING_H
#define VARDEM_SCENARIO_PACKING_H

#include "packing/contact_rows.h"
#include "refused.h"

#include "atom.h"
#include "fix.h"
#include "lammps.h"
#include "library.h"
#include "modify.h"
#include "update.h"

#include <cmath>
#include <regex>
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

/** Places of n^3 grains on a lattice around the origin, each moved a little. */
inline std::vector<Vec3> moved_lattice(int n, double distance)
{
  std::vector<Vec3> x;
  const double low = -0.5 * (n - 1) * distance;
  for (int k = 0; k < n * n * n; k++) {
    const double off = 0.04 * std::sin(1.7 * k);
    x.push_back({low + distance * (k % n) + off, low + distance * (k / n % n) - off,
                 low + distance * (k / n / n) + 0.5 * off});
  }
  return x;
}

const std::string GRAVITY = "fix g all gravity 1 vector 0 0 -1\n";
const std::string FORCES = "compute f all contact/force\n";
const std::string COMPATIBLE = "fix c all compatible/cd 1 tol 1e-12\n" + FORCES;

/** A pyramid on its frozen base, in a box that it does not fill; the fix is given without `fix c
 *  all compatible/cd 1`. */
inline void build_pyramid(Simulation &sim, int n, const std::string &fix = "tol 1e-12")
{
  create(sim, pyramid(n));
  sim.run("group base id <= " + std::to_string(n * n) + "\nfix b base freeze\n" + GRAVITY +
          "fix c all compatible/cd 1 " + fix + "\n" + FORCES);
}

/** Differences between the sums of rows and the forces and torques of the atoms; largest component
 *  by largest size. shorter: part of the overlap with a wall by which lever arms are shorter than
 *  the radius. weight: z component of another force on each atom. */
struct Balance {
  double force, torque;
  int at_walls;    // contacts
};

inline Balance balance(const Simulation &sim, double shorter = 0.0, double weight = 0.0)
{
  auto *atom = sim.lammps()->atom;
  const int n = atom->nlocal;
  std::vector<Vec3> F(n), T(n), f(n), t(n);
  int walls = 0;
  for (int i = 0; i < n; i++) {
    f[i] = {atom->f[i][0], atom->f[i][1], atom->f[i][2] - weight};
    t[i] = {atom->torque[i][0], atom->torque[i][1], atom->torque[i][2]};
  }
  for (const auto &c : contact_forces(sim)) {
    EXPECT_EQ(c.kind == 1, c.j == 0);
    const int i = atom->map(c.i);
    const double part = c.kind == 1 ? shorter : 0.5;
    F[i] = F[i] + c.force;
    T[i] = T[i] + (atom->radius[i] + part * c.gap) * cross(c.normal, c.force) + c.couple;
    walls += c.kind;
    if (c.kind == 1) continue;
    const int j = atom->map(c.j);
    F[j] = F[j] - c.force;
    T[j] = T[j] + (atom->radius[j] + part * c.gap) * cross(c.normal, c.force) - c.couple;
  }
  return {largest_difference(F, f) / largest(f), largest_difference(T, t) / largest(t), walls};
}

/** Contacts with mu 0.4 have rolling friction, too. */
inline std::string rolling(std::string commands)
{
  for (std::size_t at = 0; (at = commands.find("mu 0.4", at)) != std::string::npos; at += 18)
    commands.insert(at, "rolling 0.1 ");
  return commands;
}

/** The same without friction. */
inline std::string smooth(const std::string &commands)
{
  return std::regex_replace(commands, std::regex("mu 0.4"), "mu 0");
}

/** A command that reads the rows of compute contact/force f. */
inline std::string dump_local()
{
  return "write_dump all local " + scratch_file("dump") + " c_f[1]\n";
}

/** An output of fixes nve/sphere/cd and rigid/small/cd, from 1. */
enum {
  D_STEPS = 1,
  D_PRODUCTS,
  D_RESIDUAL,
  D_RESTARTS,
  D_BOUND,
  D_CONTACTS,
  D_PUSHING,
  D_OVERLAP,
  D_LOST,
  D_FRICTION,
  D_MISSED,
  D_ROLLING
};

/** An output of fix compatible/cd, from 1. */
enum { GAP = 1, BALANCE, STEPS, PRODUCTS, CLOSED, LOADED, LARGEST };
inline double output(const Simulation &sim, int n, const std::string &id = "c")
{
  return sim.lammps()->modify->get_fix_by_id(id)->compute_vector(n - 1);
}
inline double result(const Simulation &sim, int n)
{
  return output(sim, n, "d");
}

/** Two clusters of 14 grains, and how they fly towards each other. */
inline std::vector<Vec3> two_clusters(const Vec3 &shift = {0, 0, 0})
{
  std::vector<Vec3> x = pyramid(3);
  for (int k = 0; k < 14; k++) x.push_back(Vec3{2.3, 2.2, 4.1} - x[k]);
  for (Vec3 &a : x) a = a + shift;
  return x;
}
const std::string FLY = "variable vz atom 1-2*(id>14)\nset group all vz v_vz\n";

}    // namespace scenario
#endif
