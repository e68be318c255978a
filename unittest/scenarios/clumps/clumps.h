// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_CLUMPS_H
#define VARDEM_CLUMPS_H

#include "bodies/free_ellipsoid.h"

#include "atom.h"
#include "domain.h"
#include "lammps.h"
#include "library.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

namespace scenario {

const std::string STOCK = "rigid/small", OURS = "rigid/small/variational";

inline std::string steps(double t, double h)
{
  return std::to_string(std::lround(t / h));
}

/** Lines up to the atoms: a box of 20 and spheres with molecule IDs. */
inline std::string box(const std::string &first = "units lj",
                       const std::string &style = "hybrid sphere molecular",
                       const std::string &region = "block -10 10 -10 10 -10 10")
{
  return first + "\natom_style " + style + "\natom_modify map array\nregion box " + region +
      "\ncreate_box 1 box\n";
}

// Two clumps, with centers of mass near 0, which is where their velocities are to be V (set as v_vx
// v_vy v_vz)

const std::string DUMBBELL = R"(
    create_atoms 1 single -0.3 -0.1 0.0
    create_atoms 1 single 0.4 0.3 0.2
    set atom 1 diameter 1.2
    set atom 2 diameter 0.9
    set group all density 1.0
    set group all mol 1
)";

const std::string ANGLE = R"(
    create_atoms 1 single -0.4 -0.4 0.0
    create_atoms 1 single 0.4 -0.4 0.0
    create_atoms 1 single -0.4 0.4 0.0
    create_atoms 1 single -0.4 1.2 0.0
    set group all diameter 1.0
    set group all density 1.0
    set group all mol 1
)";

/** All members move like one body with velocity V at 0 and angular velocity omega; in 2d vz is
 *  "NULL". */
inline std::string moving(const Vec3 &V, const Vec3 &omega, const std::string &group = "all",
                          const std::string &vz = "v_vz")
{
  auto component = [](const char *name, double v, double a, const char *x, double b,
                      const char *y) {
    return std::string("variable ") + name + " atom " + number(v) + "+(" + number(a) + ")*" + x +
        "-(" + number(b) + ")*" + y + "\n";
  };
  return component("vx", V.x, omega.y, "z", omega.z, "y") +
      component("vy", V.y, omega.z, "x", omega.x, "z") +
      component("vz", V.z, omega.x, "y", omega.y, "x") + "velocity " + group + " set v_vx v_vy " +
      vz + "\nset group " + group + " omega " + numbers(omega) + "\n";
}

/** Two clumps, left and right, that hit each other off center, and spin. */
const std::string COLLIDING = R"(
    create_atoms 1 single -1.4 -0.4 0.0
    create_atoms 1 single -0.6 -0.4 0.1
    create_atoms 1 single -1.4 0.4 0.0
    create_atoms 1 single -1.4 1.2 0.0
    create_atoms 1 single 0.9 0.1 0.3
    create_atoms 1 single 1.3 -0.5 0.4
    set group all diameter 1.0
    set group all density 1.0
    set atom 1*4 mol 1
    set atom 5*6 mol 2
    group left molecule 1
    group right molecule 2
)" + moving({1.0, 0.1, 0.2}, {0.3, 0.5, -0.4}, "left") +
    moving({-1.0, 0.0, -0.1}, {0.5, -0.3, 0.6}, "right");

/** Members touch nothing, and a fix as fix 1. */
inline std::string free_with(const std::string &fix)
{
  return "pair_style zero 3.0\npair_coeff * *\nneigh_modify exclude molecule/intra all\n"
         "fix 1 all " +
      fix + "\nthermo_style custom step\n";
}

// What the fix knows of its clumps, by LAMMPS' compute rigid/local

const std::string LISTED =
    "compute clumps all rigid/local 1 mol mass xu yu zu vx vy vz omegax omegay omegaz "
    "angmomx angmomy angmomz inertiax inertiay inertiaz quatw quati quatj quatk\n";

struct Clump {
  int molecule;
  double mass;
  Vec3 x, v, omega, L, inertia;    // x unwrapped, inertia principal, the others in space
  Quat q;
};

/** All clumps of fix 1 in the order of their molecules. LISTED was run before. */
inline std::vector<Clump> clumps_of(const Simulation &sim)
{
  auto extract = [&](int type) {
    return lammps_extract_compute(sim.lammps(), "clumps", LMP_STYLE_LOCAL, type);
  };
  auto **row = static_cast<double **>(extract(LMP_TYPE_ARRAY));
  const int n = *static_cast<int *>(extract(LMP_SIZE_ROWS));
  std::vector<Clump> clumps;
  for (int i = 0; i < n; i++) {
    const double *a = row[i];
    auto vector = [&](int k) {
      return Vec3{a[k], a[k + 1], a[k + 2]};
    };
    clumps.push_back({(int) a[0],
                      a[1],
                      vector(2),
                      vector(5),
                      vector(8),
                      vector(11),
                      vector(14),
                      {a[17], a[18], a[19], a[20]}});
  }
  std::sort(clumps.begin(), clumps.end(), [](const Clump &a, const Clump &b) {
    return a.molecule < b.molecule;
  });
  return clumps;
}

struct Member {
  int molecule;
  double mass, radius;
  Vec3 x, v, omega;    // x unwrapped
};

/** All atoms in the order of their IDs. */
inline std::vector<Member> members_of(const Simulation &sim)
{
  const auto *atom = sim.lammps()->atom;
  std::vector<Member> members(atom->nlocal);
  for (int i = 0; i < atom->nlocal; i++) {
    double x[3];
    sim.lammps()->domain->unmap(atom->x[i], atom->image[i], x);
    members.at(atom->tag[i] - 1) = {(int) atom->molecule[i],
                                    atom->rmass[i],
                                    atom->radius[i],
                                    {x[0], x[1], x[2]},
                                    {atom->v[i][0], atom->v[i][1], atom->v[i][2]},
                                    {atom->omega[i][0], atom->omega[i][1], atom->omega[i][2]}};
  }
  return members;
}

inline std::vector<Vec3> places(const std::vector<Member> &members)
{
  std::vector<Vec3> x;
  for (const Member &m : members) x.push_back(m.x);
  return x;
}

/** A file for keyword infile of the fix, with a line for each clump: orientation that of the space
 *  axes. */
inline std::string infile(const std::vector<Clump> &clumps)
{
  const std::string name = scratch_file("infile");
  std::ofstream file(name);
  file << clumps.size() << "\n";
  for (const Clump &c : clumps)
    file << c.molecule << " " << number(c.mass) << " " << numbers(c.x) << " " << numbers(c.inertia)
         << " 0 0 0 " << numbers(c.v) << " " << numbers(c.L) << " 0 0 0\n";
  return name;
}

}    // namespace scenario
#endif
