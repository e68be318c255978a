// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The pendulum of Baker & Gonzalez, arXiv:2112.01623, (39)-(42), in LAMMPS: a sphere whose torque
// is a function of its orientation. Figures: doc/notes/rotations.md 3.2 ("the table" below).

#include "scenario.h"

#include "../../kernels/test_bodies.h"
#include "kernels/rotation/rodrigues.h"

#include <cmath>

using namespace scenario;
using VARDEM::IncrementExact;
using VARDEM::IncrementExponential;
using VARDEM::IncrementNewmark;

namespace {

// m = g = J = 1, a weight at rho0 = e3, gravity along +e3: U = -(R e3).e3, torque (R e3) x e3. It
// starts turned by 3/4 pi about e2 and with Omega = (.2, 0, .2), which are the start of the table
// (kernels/test_pendulum.cpp).

const Quat START = VARDEM::exponential({0.0, 0.75 * M_PI, 0.0});
const Vec3 OMEGA = {0.2, 0.0, 0.2};
const Vec3 WEIGHT = {0.0, 0.0, 1.0};
constexpr double T = 10.0;

Vec3 torque(const Quat &q)
{
  const Vec3 r = body_to_space(q, WEIGHT);
  return {r.y, -r.x, 0.0};
}

/** The pendulum, not yet run. J = 1, for which the diameter, or keyword inertia, has to be right.
 *  The torque on a step is that of the orientation of this step: LAMMPS computes it in post_force,
 *  when the fix has moved the orientation there. */
std::string pendulum(const std::string &integrator, double h, const std::string &diameter = "2")
{
  return R"(
    units lj
    atom_style sphere
    region box block -5 5 -5 5 -5 5
    create_box 1 box
    create_atoms 1 single 0 0 0
    set atom 1 mass 1 omega 0.2 0 0.2
    pair_style none
    comm_modify cutoff 1
    thermo 0
    fix start all property/atom d2_start 4
    set atom 1 d2_start[1] $(cos(3*PI/8)) d2_start[3] $(sin(3*PI/8))
    set atom 1 diameter )" +
      diameter + "\nfix 1 all " + integrator + R"( init d2_start
    variable x atom 2*(f_1[2]*f_1[4]+f_1[1]*f_1[3])    # R e3
    variable y atom 2*(f_1[3]*f_1[4]-f_1[1]*f_1[2])
    variable mx atom -v_x
    fix 2 all addtorque/atom v_y v_mx 0
    timestep )" +
      std::to_string(h) + "\n";
}

const std::string MAP = "nve/sphere/rodrigues inertia 1 map ";

/** Orientation and spin at t, in steps of h. */
State swung(const std::string &integrator, double h, double t = T,
            const std::string &diameter = "2")
{
  Simulation sim(pendulum(integrator, h, diameter));
  sim.run("run " + std::to_string(std::lround(t / h)));
  return sim.state("1");
}

/** Steps of a kernel map without LAMMPS: opening, torque, closing; without a closing, (27), for
 *  half_kick = h. */
template <class Increment>
VARDEM::TestBodies::Body kernel_run(const Increment &increment, double h, double half_kick)
{
  std::vector<VARDEM::TestBodies::Body> body(1);
  const VARDEM::TestBodies bodies{body};
  const VARDEM::Step step = {h, half_kick};
  body[0].q = START;
  body[0].omega = OMEGA;
  body[0].torque = torque(START);
  const int n = (int) std::lround(T / h);
  for (int i = 0; i < n; i++) {
    open_sphere(bodies, 0, step, 1.0, increment);
    body[0].torque = torque(body[0].q);
    if (half_kick < h) close_sphere(bodies, 0, step, 1.0);
  }
  return body[0];
}

void expect_same(const VARDEM::TestBodies::Body &kernel, const State &s)
{
  EXPECT_LE(angle_between(kernel.q, s.q[0]), 1e-12);
  EXPECT_LE(largest_difference({kernel.omega}, s.omega), 1e-12);
}

}    // namespace

// LAMMPS runs the maps of the kernels: the torque belongs to the orientation, in every step

TEST(Pendulum, RunsTheMapsOfTheKernels)
{
  NEEDS_LAMMPS(20260704, "fix addtorque/atom");
  const double h = 0.01;
  expect_same(kernel_run(IncrementNewmark(), h, 0.5 * h), swung(MAP + "newmark", h));
  expect_same(kernel_run(IncrementExact(), h, 0.5 * h), swung(MAP + "exact", h));
  expect_same(kernel_run(IncrementExponential(), h, 0.5 * h), swung(MAP + "exponential", h));
  expect_same(kernel_run(IncrementNewmark(), h, h), swung(MAP + "euler", h));
  expect_same(kernel_run(IncrementExponential(), h, 0.5 * h),
              swung("nve/sphere/leapfrog update quat inertia 1", h));
}
