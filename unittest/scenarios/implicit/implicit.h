// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_SCENARIO_IMPLICIT_H
#define VARDEM_SCENARIO_IMPLICIT_H

#include "scenario.h"

#include "fix.h"
#include "lammps.h"
#include "library.h"
#include "modify.h"

#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace scenario {

// Grains of diameter 1 and mass 1 under fix nve/sphere/implicit i, with the stiffness and the time
// of a contact of De Klerk et al., arXiv:2103.01757.

constexpr double PI = 3.14159265358979323846, STIFFNESS = 195000.0;
const double CONTACT_TIME = PI * std::sqrt(0.5 / STIFFNESS);    // of two grains

const std::string IMPLICIT = "fix i all nve/sphere/implicit ", EXPLICIT = "fix i all nve/sphere ";

/** All forms of the step. */
const std::vector<std::string> FORMS = {"alpha 0 ",   "alpha 0.3 ", "alpha 0.5 ",
                                        "theta 0.5 ", "theta 1 ",   "scheme energy "};

inline std::string step_of(double parts_of_contact)
{
  return "timestep " + number(CONTACT_TIME / parts_of_contact) + "\n";
}

/** Coefficients of the pair style, with the dashpots of `mass_velocity gamma gamma/2` if gamma >
 *  0. */
inline std::string law(double gamma)
{
  const std::string damping =
      gamma > 0.0 ? " damping mass_velocity " + number(gamma) + " " + number(gamma / 2) : "";
  return "k " + number(STIFFNESS) + damping;
}
inline std::string hooke(double gamma)
{
  return "pair_style contact/hooke\npair_coeff * * " + law(gamma) + "\n";
}

/** The keyword of friction, and all forms of the step that have it. */
const std::string TRESCA = "friction tresca ";
const std::vector<std::string> ROUGH_FORMS = {"alpha 0.5 ", "theta 0.5 ", "theta 1 ",
                                              "scheme energy "};

/** A law with springs of 2/7 of the stiffness. */
inline std::string rough(double mu, double gamma = 30.0)
{
  return law(gamma) + " kt " + number(2.0 / 7.0 * STIFFNESS) + " mu " + number(mu);
}
inline std::string rough_grains(double mu, double gamma = 30.0)
{
  return "pair_style contact/hooke\npair_coeff * * " + rough(mu, gamma) + "\n";
}

/** The input up to the atoms: a box of two types from -9 to 9, or another region. */
struct GrainBox {
  std::string before;    // commands
  std::string boundary = "f f f";
  std::string region = "block -9 9 -9 9 -9 9";
};

inline std::string grain_box(const GrainBox &b = {})
{
  return "units lj\n" + b.before + "\natom_style sphere\natom_modify map array\nboundary " +
      b.boundary + "\nregion box " + b.region +
      "\ncreate_box 2 box\nneighbor 0.3 bin\nneigh_modify every 1 delay 0\n"
      "thermo_modify norm no lost error\n";
}

/** Grains with tags from 1. */
inline void create_grains(Simulation &sim, const std::vector<Vec3> &x,
                          const std::vector<Vec3> &v = {})
{
  std::vector<int> type(x.size(), 1);
  lammps_create_atoms(sim.lammps(), (int) x.size(), nullptr, type.data(), &x[0].x,
                      v.empty() ? nullptr : &v[0].x, nullptr, 0);
  sim.run("set group all diameter 1\nset group all mass 1\n");
}

/** An output of the fix, from 1. */
enum { NEWTON = 1, PRODUCTS, RESIDUAL, FAILED, POTENTIAL, GAIN, PARTS };
inline double output(const Simulation &sim, int n)
{
  return sim.lammps()->modify->get_fix_by_id("i")->compute_vector(n - 1);
}

/** Two blocks of 8 grains that hit each other, in the middle of a box or across its periodic
 *  boundaries. integrator: pair style, and the fix up to its tolerance. */
inline State blocks_that_collide(const std::string &newton, const std::string &region,
                                 const Vec3 &shift, const std::string &integrator)
{
  Simulation sim(grain_box({"newton " + newton, "p p p", region}));
  std::vector<Vec3> x, v;
  for (int side : {0, 1})
    for (int k = 0; k < 8; k++) {
      const Vec3 place = {0.99 * (k % 2), 0.99 * (k / 2 % 2), 0.99 * (k / 4) + 2.0 * side};
      x.push_back(place + Vec3{0.2 * side, 0.1 * side, 0} + shift);
      v.push_back({0, 0, side ? -3.0 : 3.0});
    }
  create_grains(sim, x, v);
  sim.run(integrator + "tol 1e-11\n" + step_of(16) + "run 100");
  EXPECT_LT(largest(sim.state().v), 100.0);
  return sim.state();
}

/** Newton on or off, a box that is tilted or not, and where its boundaries are, make no
 *  difference. */
inline void expect_same_in_other_boxes(const std::string &integrator, double tolerance)
{
  const std::string block = "block 0 8 0 8 0 8", prism = "prism 0 8 0 8 0 8 1 2 1.5";
  const State first = blocks_that_collide("on", block, {3, 3, 2}, integrator);
  for (const auto &[newton, region] :
       {std::pair{"off", block}, {"on", block}, {"on", prism}, {"off", prism}}) {
    const State other = blocks_that_collide(newton, region, {7.2, 7.3, 6.4}, integrator);
    EXPECT_LE(largest_difference(other.v, first.v), tolerance) << integrator << newton << region;
    EXPECT_LE(largest_difference(other.omega, first.omega), tolerance)
        << integrator << newton << region;
  }
}

/** 25 discs of two dimensions, which stay in the plane. commands: pair style and fix. */
inline State discs(const std::string &commands, double steps_per_contact, int steps)
{
  Simulation sim(grain_box({"dimension 2", "p p p", "block 0 5 0 5 -0.5 0.5"}));
  std::vector<Vec3> x, v;
  for (int k = 0; k < 25; k++) {
    x.push_back({k % 5 + 0.5 + 0.05 * std::sin(k), k / 5 + 0.5 + 0.05 * std::cos(k), 0});
    v.push_back({std::sin(2.0 * k), std::cos(3.0 * k), 0});
  }
  create_grains(sim, x, v);
  sim.run(commands + "\nfix e all enforce2d\n" + step_of(steps_per_contact) + "run " +
          std::to_string(steps));
  const State end = sim.state();
  for (std::size_t k = 0; k < end.x.size(); k++) {
    EXPECT_EQ(end.x[k].z, 0.0);
    EXPECT_EQ(end.v[k].z, 0.0);
    EXPECT_EQ(end.omega[k].x, 0.0);
  }
  return end;
}

/** A gas of grains that overlap by up to a few percent at first, in a periodic box with sides of 6,
 *  at a packing fraction of about 0.5. They move and spin. */
inline std::string dense_gas(const std::string &before = "", double speed = 1.0)
{
  std::string lines = grain_box({before, "p p p", "block 0 6 0 6 0 6"});
  for (int k = 0; k < 6; k++)
    for (int j = 0; j < 6; j++)
      for (int i = 0; i < 6; i++) {
        const double wave = 0.05 * std::sin(7.0 * i + 3.0 * j + 5.0 * k);
        lines += "create_atoms 1 single " + number(i + 0.5 + wave) + " " +
            number(j + 0.5 - 0.5 * wave) + " " + number(k + 0.5 + 0.3 * wave) + "\n";
      }
  return lines + "set group all diameter 1\nset group all mass 1\nvariable vx atom " +
      number(speed) + "*sin(3*id)\nvariable vy atom " + number(speed) +
      "*sin(5*id)\nvariable vz atom " + number(speed) +
      "*sin(7*id)\nvelocity all set v_vx v_vy v_vz\n"
      "variable w atom 2*cos(id)\nset group all omega v_w v_w v_w\n";
}

}    // namespace scenario
#endif
