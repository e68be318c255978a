// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// fix nve/sphere/cd with solvers that begin with the forces of the last step: apgd and pgs.

#include "packing/packing.h"

using namespace scenario;

namespace {

/** A pyramid whose layers are 5 % of a radius too far apart, on its frozen base:
 *  doc/notes/contact-dynamics.md 5, in units of diameters and of sqrt(d/g); the step is 1 ms. */
std::string drop(Simulation &sim, int n, const std::string &solver)
{
  std::vector<Vec3> x = pyramid(n);
  for (Vec3 &a : x) a.z *= 1.0 + 0.025 / std::sqrt(0.5);
  create(sim, x);
  return GRAVITY + "group base id <= " + std::to_string(n * n) +
      "\nfix b base freeze\nfix d all nve/sphere/cd solver " + solver +
      " tol 1e-7\ntimestep 0.06265\n";
}

/** Forces on the particles of the base, which are those of their contacts. */
std::vector<Vec3> base_forces(const Simulation &sim, int n)
{
  std::vector<Vec3> f = forces_of_atoms(sim);
  f.resize(n * n);
  return f;
}

double relative_change(const std::vector<Vec3> &a, const std::vector<Vec3> &b)
{
  double change = 0.0, size = 0.0;
  for (std::size_t k = 0; k < a.size(); k++) {
    change += dot(a[k] - b[k], a[k] - b[k]);
    size += dot(b[k], b[k]);
  }
  return std::sqrt(change / size);
}

}    // namespace

// The first stiffness of Newton's method is that of a pile. In 2d piles of as many particles are
// higher: 241 products, and 618 with the stiffness that a pile of spheres would have
// (doc/notes/contact-dynamics.md 3.5)
TEST(ContactDynamicsStart, FirstStepOfAPileOfDiscs)
{
  constexpr int LAYERS = 20;
  Simulation sim(box({"dimension 2", "f f p", "block -2 22 -2 22 -0.5 0.5", "sphere"}));
  std::vector<Vec3> x;
  for (int layer = 0; layer < LAYERS; layer++)
    for (int k = 0; k < LAYERS - layer; k++)
      x.push_back({k + 0.5 * layer, layer * std::sqrt(0.75), 0.0});
  create(sim, x);
  sim.run("fix g all gravity 1 vector 0 -1 0\ngroup base id <= 20\nfix b base freeze\n"
          "fix d all nve/sphere/cd solver newton tol 1e-6\ntimestep 0.0625\nrun 1");
  EXPECT_LE(output(sim, D_PRODUCTS, "d"), 400);
  EXPECT_EQ(output(sim, D_MISSED, "d"), 0);
}

// At rest the forces of the last step solve the next one: the products are those before the first
// step of the solver. From zero they are as many as in the fall

TEST(ContactDynamicsStart, AtRestNothingIsLeftToDo)
{
  for (const std::string solver : {"apgd", "pgs"}) {
    Simulation sim(box({}));
    sim.run(drop(sim, 6, solver + " warm yes") + "run 40");
    EXPECT_NEAR(largest(sim.state().v), 0.0, 1e-7) << solver;
    EXPECT_LE(output(sim, D_PRODUCTS, "d"), 10) << solver;
    EXPECT_EQ(output(sim, D_MISSED, "d"), 0) << solver;
    Simulation cold(box({}));
    cold.run(drop(cold, 6, solver) + "run 40");
    EXPECT_GE(output(cold, D_PRODUCTS, "d"), 50) << solver;
    EXPECT_LE(largest_difference(cold.state().x, sim.state().x), 1e-5) << solver;
  }
}

// The forces of impacts stay where the balance of forces does not determine them: the largest force
// of 6 layers is then 2.39 times the compatible one, and that from zero 1.02 times
// (doc/notes/projected-solvers.md 3.3). Here: forces on the base.
TEST(ContactDynamicsStart, ImpactsStayInTheForces)
{
  constexpr int N = 6;
  Simulation newton(box({}));
  newton.run(drop(newton, N, "newton") + "run 40");
  const auto compatible = base_forces(newton, N);
  for (const std::string solver : {"apgd", "pgs"}) {
    Simulation sim(box({}));
    sim.run(drop(sim, N, solver + " warm yes") + "run 40");
    const double change = relative_change(base_forces(sim, N), compatible);
    EXPECT_GT(change, 0.2) << solver;
  }
}

TEST(ContactDynamicsStart, RunsInPiecesAndRestarts)
{
  const std::string file = scratch_file("contact_dynamics_start.restart");
  const std::string sorted = "neigh_modify every 1 delay 0 check no\natom_modify sort 0 0\n";
  Simulation whole(box({})), pieces(box({}));
  whole.run(sorted + drop(whole, 4, "apgd warm yes") + "run 20");
  pieces.run(sorted + drop(pieces, 4, "apgd warm yes") + "run 7 post no\nrun 13");
  EXPECT_EQ(different_bits(whole.state().x, pieces.state().x), 0);
  EXPECT_EQ(different_bits(whole.state().v, pieces.state().v), 0);

  whole.run("write_restart " + file);
  Simulation other("atom_modify map array sort 0 0\nread_restart " + file +
                   "\nneighbor 0.3 bin\nneigh_modify every 1 delay 0 check no\npair_style "
                   "contact/rigid\npair_coeff * * stiffness 1\n");
  other.run(GRAVITY + "fix b base freeze\nfix d all nve/sphere/cd solver apgd warm yes tol 1e-7\n");
  for (auto *each : {&whole, &other}) each->run("run 10");
  EXPECT_EQ(largest_difference(whole.state().x, other.state().x), 0.0);
  EXPECT_EQ(largest_difference(whole.state().v, other.state().v), 0.0);
}

// A contact across a periodic boundary is stored twice, and both copies must begin with the same
// force: otherwise momentum is lost. Round-off of the two gaps, 2e-15, over the step of .01 is a
// momentum of 2e-13 for each contact and step. Measured: 5e-12 after 200 steps

TEST(ContactDynamicsStart, AcrossPeriodicBoundaries)
{
  for (const std::string solver : {"apgd", "pgs"}) {
    Simulation sim(box(periodic("block 0 9 0 9 0 9")));
    create(sim, two_clusters({7.5, 7.5, 6.5}));
    sim.run(FLY + "fix d all nve/sphere/cd solver " + solver +
            " warm yes tol 1e-9\ntimestep 0.01\nrun 200");
    EXPECT_NEAR(norm(sum(sim.state().v)), 0.0, 5e-11) << solver;
    EXPECT_EQ(output(sim, D_MISSED, "d"), 0) << solver;
  }
}

// A grain lies in the gap between a frozen grain and its image: both contacts have the same two
// atoms. They remember their forces as those of different grains do, here in two periods side by
// side
TEST(ContactDynamicsStart, TwoContactsOfTheSameGrains)
{
  constexpr double PERIOD = 1.2;
  const auto state_of = [](int periods) {
    Simulation sim(box(periodic("block 0 " + number(PERIOD * periods) + " 0 4 -2 3")));
    std::vector<Vec3> x;
    for (const double up : {0.0, 0.81})
      for (int k = 0; k < periods; k++) x.push_back({(k + (up > 0.0 ? 0.5 : 0.0)) * PERIOD, 2, up});
    create(sim, x);
    sim.run(GRAVITY + "group base id <= " + std::to_string(periods) +
            "\nfix b base freeze\nfix d all nve/sphere/cd restitution 0.5 tol 1e-10\ntimestep 0.02\nrun 400");
    return std::pair(sim.state().x.back(), sim.state().v.back());
  };
  const auto [x1, v1] = state_of(1);
  const auto [x2, v2] = state_of(2);
  EXPECT_NEAR(x1.z, x2.z, 1e-12);
  EXPECT_NEAR(v1.z, v2.z, 1e-10);
  EXPECT_NEAR(v1.z, 0.0, 1e-6);
}
