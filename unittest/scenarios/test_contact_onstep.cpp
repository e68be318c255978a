/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

// Dashpots of pair styles contact/hooke and contact/hertz that act on velocities at the step: order of convergence.

#include "clumps.h"

#include "gtest/gtest.h"

#include <cmath>
#include <string>
#include <vector>

using namespace scenario;

namespace {

// Two grains of different size, pressed into each other. They move and spin, and stay in contact to the end of the run.

const std::string START = R"(units lj
    atom_style sphere
    atom_modify map array
    newton off
    comm_modify vel yes
    region box block -3 3 -3 3 -3 3
    create_box 1 box
)";
const std::string GRAINS = R"(
    create_atoms 1 single -0.5 0.02 0.01
    create_atoms 1 single 0.48 -0.03 0.05
    set atom 1 diameter 1.1
    set atom 2 diameter 1.0
    set group all density 1.2
    set atom 1 omega 0.5 -1.0 2.0
    set atom 2 omega -0.7 0.4 1.5
    group first id 1
    group second id 2
    velocity first set 0.8 -0.05 0.3
    velocity second set -0.7 0.5 -0.1
)";
const std::string HOOKE = "pair_style contact/hooke\npair_coeff * * k 1000 ";
const std::string HERTZ = "pair_style contact/hertz\npair_coeff * * k 3000 ";
const std::string NVE = "\nfix 1 all nve/sphere";

constexpr double TIME = 0.025;    // the grains are in contact until .035

State end_of(const std::string &script, int steps)
{
  Simulation sim(script + "\ntimestep " + number(TIME / steps) + "\nrun " + std::to_string(steps));
  return sim.state();
}

double distance(const std::vector<Vec3> &a, const std::vector<Vec3> &b)
{
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); i++) sum += dot(a[i] - b[i], a[i] - b[i]);
  return std::sqrt(sum);
}

struct Orders {
  double x, v, w;
};

/** The order at which the end of a run converges: from the differences of runs with steps h, h/2 and h/4. */
Orders orders_of(const std::string &script, int steps = 400)
{
  const State one = end_of(script, steps), two = end_of(script, 2 * steps),
              four = end_of(script, 4 * steps);
  const auto order = [](const std::vector<Vec3> &a, const std::vector<Vec3> &b,
                        const std::vector<Vec3> &c) {
    return std::log2(distance(a, b) / distance(b, c));
  };
  return {order(one.x, two.x, four.x), order(one.v, two.v, four.v),
          order(one.omega, two.omega, four.omega)};
}

void expect_order(double p, const std::string &name, const std::string &script)
{
  const Orders found = orders_of(script);
  std::printf("%-60s x %.3f v %.3f omega %.3f\n", name.c_str(), found.x, found.v, found.w);
  EXPECT_NEAR(found.x, p, 0.05) << name;
  EXPECT_NEAR(found.v, p, 0.05) << name;
  if (!std::isnan(found.w)) EXPECT_NEAR(found.w, p, 0.05) << name;    // nan: nothing turns the grains
}

const std::vector<std::string> LAWS = {
    HOOKE + "damping velocity 3 2",  HOOKE + "damping mass_velocity 8 6",
    HERTZ + "damping velocity 3 2",  HERTZ + "damping mass_velocity 30 20",
    HERTZ + "damping restitution 0.5"};

}    // namespace

// The dashpot of a half-step velocity is half a step late: order 1. The extrapolated velocity has order 2; see
// kernels/contact/on_step_velocity.h

TEST(OnStep, SmoothContactIsOfSecondOrder)
{
  for (const auto &law : LAWS) expect_order(2.0, law.substr(11), START + GRAINS + law + NVE);
}

TEST(OnStep, HalfStepVelocitiesAreOfFirstOrder)
{
  for (const auto &law : LAWS)
    expect_order(1.0, law.substr(11), START + GRAINS + law + " velocity mid" + NVE);
  expect_order(1.0, "gran/hooke",
               START + GRAINS + "pair_style gran/hooke 1000 NULL 8 6 1000 1\npair_coeff * *" + NVE);
}
