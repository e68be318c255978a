// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_SCENARIO_BONDED_BODY_H
#define VARDEM_SCENARIO_BONDED_BODY_H

#include "scenario.h"
#include "timestep/timestep.h"

#include "library.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace scenario {

/** Equal spheres of mass 1. Those that touch are bonded. */
struct BondedBody {
  std::vector<Vec3> x;
  double diameter;
};

/** A circle in the plane z = 0, whose first sphere is at (x0, 0, 0) and whose center is at larger
 *  x. */
inline BondedBody ring(int n, double diameter, double x0 = 0.0)
{
  constexpr double PI = 3.14159265358979323846;
  const double R = 0.5 * diameter / std::sin(PI / n);
  BondedBody body = {{}, diameter};
  for (int i = 0; i < n; i++) {
    const double angle = PI + 2.0 * PI * i / n;
    body.x.push_back({x0 + R + R * std::cos(angle), R * std::sin(angle), 0.0});
  }
  return body;
}

/** A straight line of spheres from the origin along x. */
inline BondedBody line(int bonds, double diameter)
{
  BondedBody body = {{}, diameter};
  for (int i = 0; i <= bonds; i++) body.x.push_back({i * diameter, 0.0, 0.0});
  return body;
}

/** Commands up to the atoms of atom style hybrid sphere bond, in a box that is as large as they
 *  need. */
inline std::string box_of(const BondedBody &body)
{
  Vec3 lo = body.x[0], hi = body.x[0];
  for (const Vec3 &x : body.x) {
    lo = {std::min(lo.x, x.x), std::min(lo.y, x.y), std::min(lo.z, x.z)};
    hi = {std::max(hi.x, x.x), std::max(hi.y, x.y), std::max(hi.z, x.z)};
  }
  const Vec3 edge = {2.0 * body.diameter, 2.0 * body.diameter, 2.0 * body.diameter};
  lo = lo - edge;
  hi = hi + edge;
  return "units lj\natom_style hybrid sphere bond\natom_modify map array\nboundary m m m\nregion "
         "box block " +
      number(lo.x) + " " + number(hi.x) + " " + number(lo.y) + " " + number(hi.y) + " " +
      number(lo.z) + " " + number(hi.z) +
      "\ncreate_box 1 box bond/types 1 extra/bond/per/atom 6 extra/special/per/atom 30\n"
      "neighbor " +
      number(0.1 * body.diameter) + " bin\nspecial_bonds lj 1 1 1\nthermo_modify norm no\n";
}

/** Makes the spheres and their bonds. settings: pair style, bond style, and the integrator, which
 *  knows the orientations. Tags are from 1, in the order of the body. */
inline void create(Simulation &sim, const BondedBody &body, const std::string &settings)
{
  sim.run(box_of(body));
  const std::vector<int> type(body.x.size(), 1);
  lammps_create_atoms(sim.lammps(), static_cast<int>(body.x.size()), nullptr, type.data(),
                      &body.x[0].x, nullptr, nullptr, 0);
  sim.run("set group all diameter " + number(body.diameter) + "\nset group all mass 1\n" +
          settings + "\ncreate_bonds/gap all all 1 0.01\n");
}

/** No forces but those of bonds. */
inline std::string no_contacts(const BondedBody &body)
{
  return "pair_style zero " + number(body.diameter) + "\npair_coeff * *\n";
}

/** map: of fix nve/sphere/rodrigues. J: moment of inertia of spheres of mass 1. */
inline std::string integrator(const BondedBody &body, double J, const std::string &map = "newmark",
                              const std::string &group = "all")
{
  return "fix move " + group + " nve/sphere/rodrigues map " + map + " inertia " +
      number(4.0 * J / (body.diameter * body.diameter)) + "\n";
}

inline std::string binder(const std::string &coefficients)
{
  return "bond_style binder\nbond_coeff 1 " + coefficients + "\n";
}

inline Vec3 momentum(const State &s)
{
  Vec3 P = {0.0, 0.0, 0.0};
  for (const Vec3 &v : s.v) P = P + v;
  return P;
}

/** About the origin. J: as for integrator(). */
inline Vec3 angular_momentum(const State &s, double J)
{
  Vec3 L = {0.0, 0.0, 0.0};
  for (std::size_t i = 0; i < s.x.size(); i++) L = L + cross(s.x[i], s.v[i]) + J * s.omega[i];
  return L;
}

}    // namespace scenario
#endif
