// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The compatible forces of a time step, beside those that the solver of the step has picked.

#include "rigid_spheres.h"
#include "rigid_steps.h"
#include "solutions.h"

namespace networks {

/** A uniform beam of weight 10 and length 2 on supports at -1, 0, 1, at rest, with g = dt = 1.
 *  Motions are that of the centre and the turn. The support in the middle is lower by `gap`. One
 *  step is enough: each later step from rest is the same problem. */
inline RigidStep<RowPacking<2>> beam(double gap)
{
  RowPacking<2> p;
  p.fixed = {false, true, true, true};
  for (int i = 1; i <= 3; i++) p.contacts.push_back({0, i, 1.0, {-1.0, 2.0 - i}, {-1.0, 0.0}});
  p.load = {-10.0, 0.0, 0, 0, 0, 0, 0, 0};
  const double mass = 10.0, moment = mass * 2.0 * 2.0 / 12.0;
  auto step = step_from_rest(p, {mass, moment, 1, 1, 1, 1, 1, 1});
  step.gap[1] += gap;
  return step;
}

/** The supports. */
enum { L, M, R };

}    // namespace networks

using namespace networks;

namespace {

/** The compatible forces of a step of the beam whose forces and motions are given. */
std::vector<double> compatible_of(const RigidStep<RowPacking<2>> &step, double gap,
                                  const RigidSolution &s, LawKind law, bool full)
{
  auto of = network_of(step.packing, full);
  SerialSpace space;
  std::vector<double> velocity(s.u.size(), 0.0), motion(s.u), gaps, force, u(s.u.size(), 0.0);
  for (int k = 0; k < 2; k++) motion[k] += step.packing.load[k] / step.inertia[k];
  for (int c : of.contact) {
    gaps.push_back(c == M ? gap : 0.0);
    force.push_back(s.force[c]);
  }
  StepForces<SerialSpace, StoredGeometry<2>> of_step;
  of_step.select(space, of.network,
                 {1.0, velocity.data(), motion.data(), gaps.data(), force.data()}, 1.0, 1e-9);
  EXPECT_EQ(of_step.solve(law, u.data(), to(1e-13)).reason, SolverReport::CONVERGED);
  std::vector<double> result(3, 0.0);
  for (int k = 0; k < of_step.network.ncontacts; k++)
    result[of.contact[of_step.contact()[k]]] = of_step.compatible()[k];
  return result;
}

/** Stiffness of the supports, the gap below the beam in the middle, and the compatible forces:
 *  table 3 of doc/notes/projected-solvers.md 3.1. */
struct BeamCase {
  std::vector<double> stiffness;
  double gap;
  std::vector<double> forces;
};

RigidSpheres resting_pyramid(int n, DynamicsOptions::Solver solver)
{
  RigidSpheres s(pyramid(n));
  s.h = 1.0 / 15.96;
  s.options.solver = solver;
  s.options.tolerance = 1e-10;
  s.options.most_steps = 10000;
  s.closed = 1e-9;
  return s;
}

}    // namespace

// Whatever the order of the sweeps is, and whatever the law.
TEST(StepForces, Beam)
{
  const std::vector<BeamCase> cases = {{{1, 1, 1}, 0.0, {10.0 / 3, 10.0 / 3, 10.0 / 3}},
                                       {{1, 3, 1}, 0.0, {2, 6, 2}},
                                       {{1, 1, 1}, 1e-6 / 3.9e-3, {5, 0, 5}}};
  for (const BeamCase &beam_case : cases)
    for (const std::vector<int> &order :
         std::vector<std::vector<int>>{{L, M, R}, {L, R, M}, {M, L, R}})
      for (bool full : {false, true})
        for (LawKind law : {HOOKE, HERTZ}) {
          auto step = beam(beam_case.gap);
          for (int c : {L, M, R}) step.packing.contacts[c].stiffness = beam_case.stiffness[c];
          RigidStart start;
          start.full = full;
          start.order = &order;
          const auto f =
              compatible_of(step, beam_case.gap, by_pgs(step, within(1e-13), start), law, full);
          for (int c : {L, M, R}) EXPECT_NEAR(f[c], beam_case.forces[c], 1e-9) << c;
        }
}

// The forces of the step are off by percents, the compatible ones are those of the packing under
// its weight.
TEST(StepForces, Pyramid)
{
  for (int n : {6, 10})
    for (auto solver : {DynamicsOptions::PROJECTED_GRADIENTS, DynamicsOptions::GAUSS_SEIDEL}) {
      RigidSpheres s = resting_pyramid(n, solver);
      const Packing p = s.packing;
      for (std::size_t c = 0; c < p.contacts.size(); c++) s.dynamics->order.push_back(c);
      s.step();
      ASSERT_EQ(s.report.reason, SolverReport::CONVERGED);
      const std::vector<double> expected = by_gradients<HookeLaw>(p, 1e-13).force;
      EXPECT_LE(difference(s.compatible, expected), 1e-8);
      EXPECT_GE(difference(s.force, expected), 1e-2);
    }
}

// Nothing touches: no contact is left, and there are no forces.
TEST(StepForces, FreeFlight)
{
  RigidSpheres s = resting_pyramid(3, DynamicsOptions::AUTO);
  s.step();
  EXPECT_GT(s.touching, 0);
  for (Vec3 &x : s.packing.x) x = 1.1 * x;
  s.step();
  EXPECT_EQ(s.touching, 0);
  EXPECT_EQ(largest(s.compatible), 0.0);
}
