// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_DYNAMIC_CLUMPS_H
#define VARDEM_TEST_DYNAMIC_CLUMPS_H

#include "packing/packing.h"

#include <array>

namespace scenario {

// Rigid bodies of spheres of diameter 1 and mass 1 under fix rigid/small/cd.

const std::string CD = "fix d bodies rigid/small/cd molecule ";
const std::string STEP = "timestep 0.01\n";

inline Box molecules(const std::string &boundary = "f f f",
                     const std::string &region = "block -19 19 -19 19 -19 19",
                     const std::string &before = "")
{
  return {before, boundary, region, "hybrid sphere molecular"};
}

/** Spheres of mass 1, with the molecule IDs of their bodies; 0 is no body. */
inline void create(Simulation &sim, const std::vector<Vec3> &x, const std::vector<int> &molecule)
{
  scenario::create(sim, x);
  std::string sets;
  for (std::size_t k = 0; k < x.size(); k++)
    sets += "set atom " + std::to_string(k + 1) + " mol " + std::to_string(molecule[k]) + "\n";
  // the temperature of particles does not know how few ways bodies have to move
  sim.run(sets + "group bodies molecule > 0\nthermo_style custom step\n");
}

/** Motions do not change where periodic boundaries cut bodies. moved(region, shift, newton) returns
 *  the velocities at the end; the last box is triclinic. Returns those of a body that is not cut. */
template <class Moved> std::vector<Vec3> expect_alike_across_boundaries(const Moved &moved)
{
  const std::string block = "block 0 9 0 9 0 9", prism = "prism 0 9 0 9 0 9 1 2 1.5";
  const Vec3 shift = {5.2, 4.8, 4.9};
  const std::vector<Vec3> reference = moved(block, Vec3{0, 0, 0}, "on");
  EXPECT_LE(largest_difference(moved(block, shift, "on"), reference), 1e-6);
  EXPECT_LE(largest_difference(moved(block, shift, "off"), reference), 1e-6);
  EXPECT_LE(largest_difference(moved(prism, shift, "on"), reference), 1e-6);
  return reference;
}

/** Two bodies of three spheres that fly towards each other and turn. */
inline void two_bodies(Simulation &sim, const Vec3 &shift)
{
  std::vector<Vec3> x;
  for (const Vec3 &a : {Vec3{2, 4, 4}, {2.8, 4, 4}, {2, 4.9, 4.2}}) x.push_back(a);
  for (const Vec3 &a : {Vec3{4.2, 4.3, 4.2}, {4.9, 4.5, 4.1}, {4.4, 3.4, 4.3}}) x.push_back(a);
  create(sim, x, {1, 1, 1, 2, 2, 2});
  sim.run("displace_atoms all move " + number(shift.x) + " " + number(shift.y) + " " +
          number(shift.z) + " units box\n");    // with image flags, by which bodies are made
  sim.run("variable vx atom 1.5*(id<4)-0.5\nset group all vx v_vx\nset group all vy 0.2\n"
          "variable vz atom 0.3*(id==2)-0.4*(id==5)\nset group all vz v_vz\n");
}

/** 24 dimers on a lattice, whose spheres all touch, and which fly in all directions. */
inline void cluster_of_dimers(Simulation &sim)
{
  std::vector<Vec3> x;
  std::vector<int> molecule;
  for (int k = 0; k < 48; k++) {
    x.push_back({0.999 * (k % 4), 0.999 * (k / 4 % 4), 0.999 * (k / 16)});
    molecule.push_back(1 + k / 2);
  }
  create(sim, x, molecule);
  sim.run("variable vx atom sin(7*mol)\nvariable vy atom sin(11*mol)\n"
          "variable vz atom sin(13*mol)\nset group all vx v_vx vy v_vy vz v_vz\n"
          "neigh_modify exclude molecule/intra all\n");
}

const std::string ROUGH = "pair_coeff * * stiffness 1 restitution 0.5 mu 0.4\n";
const std::string FLOOR =
    "fix w all wall/contact plane 0 0 0 0 0 1 stiffness 1 restitution 0.5 mu 0.4\n";

/** What a body of spheres has at a time, from the state of its members. */
struct Body {
  double mass = 0.0;
  Vec3 x = {0, 0, 0}, v = {0, 0, 0}, L = {0, 0, 0};    // L about x
  std::array<Vec3, 3> moment;                          // columns of the tensor of inertia in space

  Body(const State &s, int first, int n)
  {
    constexpr double OWN = 0.1;    // moment of inertia of a sphere
    for (int k = first; k < first + n; k++) {
      mass += 1.0;
      x = x + s.x[k];
      v = v + s.v[k];
    }
    x = x / mass;
    v = v / mass;
    for (int m = 0; m < 3; m++) moment[m] = mass * OWN * axis(m);
    for (int k = first; k < first + n; k++) {
      const Vec3 r = s.x[k] - x;
      L = L + cross(r, s.v[k]) + OWN * s.omega[k];
      for (int m = 0; m < 3; m++) moment[m] = moment[m] + cross(r, cross(axis(m), r));
    }
  }

  static Vec3 axis(int k) { return {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0}; }
  Vec3 omega_of(const Vec3 &angular_momentum) const;
  /** The velocity of a point at r from x, and the velocity that an impulse there gives to it. */
  Vec3 velocity_at(const Vec3 &r) const { return v + cross(omega_of(L), r); }
  Vec3 answer(const Vec3 &r, const Vec3 &j) const
  {
    return j / mass + cross(omega_of(cross(r, j)), r);
  }
};

/** Cramer's rule. */
inline Vec3 solved(const std::array<Vec3, 3> &columns, const Vec3 &b)
{
  const auto &[p, q, r] = columns;
  const double det = dot(p, cross(q, r));
  return {dot(b, cross(q, r)) / det, dot(p, cross(b, r)) / det, dot(p, cross(q, b)) / det};
}

inline Vec3 Body::omega_of(const Vec3 &angular_momentum) const
{
  return solved(moment, angular_momentum);
}

}    // namespace scenario
#endif
