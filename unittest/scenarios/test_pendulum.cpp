/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// The pendulum of Baker & Gonzalez, arXiv:2112.01623, (39)-(42), in LAMMPS: a sphere whose torque is a function of its
// attitude. Figures: doc/notes/rotations.md 3.2 ("the table" below).

#include "scenario.h"

#include "../kernels/test_bodies.h"
#include "kernels/rotation/rodrigues.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>

using namespace scenario;
using VARDEM::IncrementExact;
using VARDEM::IncrementExponential;
using VARDEM::IncrementNewmark;

namespace {

// m = g = J = 1, a weight at rho0 = e3, gravity along +e3: U = -(R e3).e3, torque (R e3) x e3. It starts turned by 3/4 pi
// about e2 and with Omega = (.2, 0, .2), which are the start of the table (kernels/test_pendulum.cpp).

const Quat START = VARDEM::exponential({0.0, 0.75 * M_PI, 0.0});
const Vec3 OMEGA = {0.2, 0.0, 0.2};
const Vec3 WEIGHT = {0.0, 0.0, 1.0};
constexpr double T = 10.0;

Vec3 torque(const Quat &q)
{
  const Vec3 r = body_to_space(q, WEIGHT);
  return {r.y, -r.x, 0.0};
}

double energy(const Quat &q, const Vec3 &omega)
{
  return 0.5 * dot(omega, omega) - body_to_space(q, WEIGHT).z;
}

double energy(const State &s)
{
  return energy(s.q[0], s.omega[0]);
}

const double E0 = energy(START, OMEGA);

/** The pendulum, not yet run. J = 1, for which the diameter, or keyword inertia, has to be right. The torque on a step is
 *  that of the attitude of this step: LAMMPS computes it in post_force, when the fix has moved the attitude there. */
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

/** Attitude and spin at t, in steps of h. */
State swung(const std::string &integrator, double h, double t = T,
            const std::string &diameter = "2")
{
  Simulation sim(pendulum(integrator, h, diameter));
  sim.run("run " + std::to_string(std::lround(t / h)));
  return sim.state("1");
}

/** Largest |E - E0|/E0 of n steps. */
double energy_error(Simulation &sim, int n)
{
  double most = 0.0;
  for (int i = 0; i < n; i++) {
    sim.run("run 1 pre no post no");
    most = std::max(most, std::fabs(energy(sim.state("1")) / E0 - 1.0));
  }
  return most;
}

double energy_error(const std::string &map, double h)
{
  Simulation sim(pendulum(MAP + map, h));
  sim.run("run 0");
  return energy_error(sim, (int) std::lround(T / h));
}

/** Attitude at T by the classical Runge-Kutta method with steps of 1e-3, exact to 1e-12. */
Quat exact_attitude()
{
  struct Motion {
    Quat q;
    Vec3 w;
  };
  auto rate = [](const Motion &m) {
    return Motion{0.5 * (Quat{0.0, m.w.x, m.w.y, m.w.z} * m.q), torque(m.q)};
  };
  auto sum = [](const Motion &a, double s, const Motion &b) {
    return Motion{a.q + s * b.q, a.w + s * b.w};
  };
  const int n = 10000;
  const double h = T / n;
  Motion m = {START, OMEGA};
  for (int i = 0; i < n; i++) {
    const Motion k1 = rate(m), k2 = rate(sum(m, 0.5 * h, k1)), k3 = rate(sum(m, 0.5 * h, k2)),
                 k4 = rate(sum(m, h, k3));
    m = sum(sum(sum(sum(m, h / 6.0, k1), h / 3.0, k2), h / 3.0, k3), h / 6.0, k4);
    m.q = normalized(m.q);
  }
  return m.q;
}

double attitude_error(const std::string &map, double h)
{
  return angle_between(exact_attitude(), swung(MAP + map, h).q[0]);
}

/** Steps of a kernel map without LAMMPS: opening, torque, closing; without a closing, (27), for half_kick = h. */
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

// LAMMPS runs the maps of the kernels: the torque belongs to the attitude, in every step

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

// J = 2/5 m R^2 = 1 of a ball of diameter sqrt(10)

TEST(Pendulum, BallOfThisInertiaSwingsAlike)
{
  NEEDS_LAMMPS(20260704, "fix addtorque/atom");
  for (const std::string map : {"newmark", "exact", "exponential", "euler"}) {
    const State ball = swung("nve/sphere/rodrigues map " + map, 0.01, T, "3.1622776601683795");
    const State given = swung(MAP + map, 0.01);
    EXPECT_LE(largest_angle(ball.q, given.q), 1e-12) << map;
  }
}

// The table: max dE/E0 at h = .1 and .01

TEST(Pendulum, EnergyErrorIsThatOfTheTable)
{
  NEEDS_LAMMPS(20260704, "fix addtorque/atom");
  const struct {
    const char *map;
    double coarse, fine;
  } table[] = {
      {"exact", 1.10e-2, 1.10e-4}, {"newmark", 8.36e-4, 8.37e-6}, {"euler", 9.49e-2, 9.23e-3}};
  for (const auto &row : table) {
    EXPECT_NEAR(energy_error(row.map, 0.1), row.coarse, 0.005 * row.coarse) << row.map;
    EXPECT_NEAR(energy_error(row.map, 0.01), row.fine, 0.005 * row.fine) << row.map;
  }
  EXPECT_NEAR(energy_error("exponential", 0.01), 4.20e-5, 0.005 * 4.20e-5);
}

// Second order, and first order of (27): orders 2 and 1 in the table

TEST(Pendulum, OrderOfTheMaps)
{
  NEEDS_LAMMPS(20260704, "fix addtorque/atom");
  for (const std::string map : {"newmark", "exact", "exponential", "euler"}) {
    const double slope = std::log2(attitude_error(map, 0.005) / attitude_error(map, 0.0025));
    EXPECT_NEAR(slope, map == "euler" ? 1.0 : 2.0, 0.02) << map;
  }
}

// The largest errors of long runs, h = .1, T = 2000: doc/notes/rotations.md 3.2

// no kk: a long run; kokkos/ shows that the motions are those of the host style
TEST(Pendulum, EnergyStaysWhereItIsInLongRuns)
{
  NEEDS_LAMMPS(20260704, "fix addtorque/atom");
  const struct {
    const char *map;
    double bound;
  } rows[] = {{"exact", 1.10e-2}, {"newmark", 8.4e-4}, {"exponential", 4.2e-3}, {"euler", 9.5e-2}};
  for (const auto &row : rows) {
    Simulation sim(pendulum(MAP + row.map, 0.1));
    sim.run("run 0");
    for (int window = 0; window < 5; window++) {
      const double most = energy_error(sim, 4000);
      EXPECT_LE(most, 1.01 * row.bound) << row.map << ", window " << window;
      EXPECT_GE(most, 0.97 * row.bound) << row.map << ", window " << window;
    }
  }
}

// Invariants of the sphere and of this torque: the spin about the rod and that about the vertical

TEST(Pendulum, SpinAboutRodAndVerticalIsConstant)
{
  NEEDS_LAMMPS(20260704, "fix addtorque/atom");
  for (const std::string map : {"newmark", "exact", "exponential", "euler"}) {
    const State s = swung(MAP + map, 0.01, 20.0);
    EXPECT_EQ(s.omega[0].z, OMEGA.z) << map;
    EXPECT_NEAR(dot(body_to_space(s.q[0], WEIGHT), s.omega[0]),
                dot(body_to_space(START, WEIGHT), OMEGA), 1e-13)
        << map;
  }
}
