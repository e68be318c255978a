// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_CELL_H
#define VARDEM_CELL_H

#include "bodies/free_ellipsoid.h"
#include "kernels/flow.h"

#include <functional>

// A deforming cell, and particles that have nothing but its motion:
// doc/notes/leapfrog-cell-damping.md 3.5.

namespace scenario {

using VARDEM::UpperTriangle;

inline const UpperTriangle H0 = {1.0, 1.3, 0.9, -0.2, 0.1, 0.2};
inline const UpperTriangle G = {0.3, -0.4, 0.2, 0.25, -0.2, 0.5};
inline const Vec3 CORNER = {-0.6, -0.7, -0.3};

/** What goes into the six components of keyword gradv, and the lines before; L at time t, and at
 *  the start. */
struct Gradient {
  std::string lines, words;
  std::function<UpperTriangle(double)> L;
};

inline std::string words_of(const UpperTriangle &L)
{
  return numbers({L.xx, L.yy, L.zz}) + " " + numbers({L.xy, L.xz, L.yz});
}

/** L(t) = factor(t) G; formula is the factor in LAMMPS' words, with v_t for the time at
 *  mid-step. */
inline Gradient times_G(const std::string &formula, const std::function<double(double)> &factor)
{
  std::string lines = "variable t equal (step+0.5)*dt\nvariable factor equal " + formula + "\n",
              words;
  const double components[] = {G.xx, G.yy, G.zz, G.xy, G.xz, G.yz};
  for (int c = 0; c < VARDEM::UPPER; c++) {
    const std::string name = "L" + std::to_string(c);
    lines += "variable " + name + " equal " + number(components[c]) + "*v_factor\n";
    words += " v_" + name;
  }
  return {lines, words, [factor](double t) {
            return factor(t) * G;
          }};
}

inline const std::vector<Gradient> GRADIENTS = {{"", words_of(G),
                                                 [](double) {
                                                   return G;
                                                 }},
                                                times_G("ternary(v_t<1,v_t,1)",
                                                        [](double t) {
                                                          return t < 1.0 ? t : 1.0;
                                                        }),
                                                times_G("cos(3*v_t)",
                                                        [](double t) {
                                                          return std::cos(3.0 * t);
                                                        }),
                                                times_G("v_t>0.5", [](double t) {
                                                  return t > 0.5 ? 1.0 : 0.0;
                                                })};

/** The cell H0 from CORNER, without atoms. */
inline std::string cell(const std::string &atom_style, const std::string &first = "units lj")
{
  return first + "\natom_style " + atom_style + R"(
    atom_modify map array
    region box prism -0.6 0.4 -0.7 0.6 -0.3 0.6 0.2 0.1 -0.2
    create_box 1 box
    pair_style none
    comm_modify cutoff 0.1
    timestep 0.01
)";
}

const std::string TEN = "create_atoms 1 random 10 4711 box\n";
const std::string BALLS = TEN + "set group all diameter 0.1\nset group all mass 0.7\n";
const std::string EGGS =
    TEN + "set group all shape 0.1 0.2 0.3\nset group all mass 0.7\nset group all quat/random 99\n";

/** Grains that collide, in a cube of 3 with these tilts. */
inline std::string packing(const std::string &tilts, const std::string &pair_style)
{
  return R"(
    units lj
    atom_style sphere
    atom_modify map array
    comm_modify vel yes
    lattice fcc 1.5
    region box prism 0 3 0 3 0 3 )" +
      tilts + R"(
    create_box 1 box
    create_atoms 1 box
    set group all diameter 1.0 density 1.9
    velocity all create 0.1 4711 loop geom
    neighbor 0.2 bin
    neigh_modify every 1 delay 0
    pair_style )" +
      pair_style + R"( 1000 NULL 10 NULL 0.5 1
    pair_coeff * *
    timestep 0.002
)";
}

/** Where particles are in a cell with this corner: x = corner + H lamda. */
inline std::vector<Vec3> places_in(const UpperTriangle &H, const Vec3 &corner,
                                   const std::vector<Vec3> &x)
{
  std::vector<Vec3> lamda;
  for (const Vec3 &a : x) lamda.push_back(inverse(H) * (a - corner));
  return lamda;
}

/** Largest component of the way between two places in the same cell, of the nearest images. */
inline double largest_way(const std::vector<Vec3> &a, const std::vector<Vec3> &b)
{
  std::vector<Vec3> way;
  for (std::size_t i = 0; i < a.size(); i++) {
    const Vec3 d = a[i] - b.at(i);
    way.push_back({d.x - std::round(d.x), d.y - std::round(d.y), d.z - std::round(d.z)});
  }
  return largest(way);
}

/** Components n, n+1, ... of the vector of a fix. */
inline UpperTriangle upper_of(const Simulation &sim, const std::string &fix, int n)
{
  double six[VARDEM::UPPER];
  for (int c = 0; c < VARDEM::UPPER; c++)
    six[c] = sim.value("f_" + fix + "[" + std::to_string(n + c) + "]");
  return {six[0], six[1], six[2], six[5], six[4], six[3]};    // they are xx yy zz xy xz yz
}

inline UpperTriangle deformation_of(const Simulation &sim, const std::string &fix)
{
  const auto F = [&](int n) {
    return sim.value("f_" + fix + "[" + std::to_string(n) + "]");
  };
  return {F(13), F(17), F(21), F(18), F(15), F(14)};
}

inline double largest(const UpperTriangle &a)
{
  return largest(std::vector<Vec3>{{a.xx, a.yy, a.zz}, {a.yz, a.xz, a.xy}});
}

}    // namespace scenario
#endif
