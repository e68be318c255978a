// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/clumps/frictional_clumps.h"

#include "atom.h"
#include "domain.h"
#include "force.h"
#include "host/lammps/over_processes.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Vec3;
using VARDEM::vectors_at;

namespace {

constexpr int INVERSE_NUMBERS = 7;

}    // namespace

// The velocities of the model are those of ghosts and of what cannot move, too, but their angular
// velocities are in principal axes, which only the owner of a body knows.
void FrictionalClumps::start(const StepInput & /*step*/, const double * /*contact_forces*/)
{
  static_assert(sizeof(VARDEM::InverseBody) == INVERSE_NUMBERS * sizeof(double));
  const auto &network = model.builder.network;
  const ClumpRows bodies = model.builder.bodies();
  solver.take_columns();
  std::fill(solver.inverse.begin(), solver.inverse.end(), VARDEM::InverseBody{});
  for (const auto &[from, to] : {std::pair(&model.velocity, &solver.motion),
                                 std::pair(&model.free_velocity, &solver.free_motion)}) {
    for (int c = 0; c < network.ncolumns; c++)
      vectors_at(to->data())[2 * c] = vectors_at(from->data())[2 * c];
    for (int i = 0; i < network.nrows; i++)
      vectors_at(to->data())[2 * i + 1] =
          model.builder.shapes[i].turn_of(bodies.q(i), vectors_at(from->data())[2 * i + 1]);
    model.space.forward(to->data(), 6);
  }
  for (int i = 0; i < network.nrows; i++) {
    const double mass = bodies.mass(i) / force->ftm2v;    // force over this is acceleration
    solver.inverse[i] = {1.0 / mass, model.builder.shapes[i].inverse_moment(bodies.q(i), mass)};
  }
  model.space.forward(reinterpret_cast<double *>(solver.inverse.data()), INVERSE_NUMBERS);
}

VARDEM::SolverReport FrictionalClumps::solve(const RigidStepSettings &settings,
                                             const StepInput &step, const StepCoefficients &of,
                                             double *u)
{
  take_levers(step.h);
  const VARDEM::SolverReport report = solver.solve(settings, step, of, domain);
  const ClumpRows bodies = model.builder.bodies();
  const Vec3 *before = vectors_at(solver.motion.data()), *after = vectors_at(solver.velocities());
  for (int i = 0; i < model.builder.network.nrows; i++) {
    Vec3 *to = vectors_at(u) + 2 * i;
    to[0] = step.h * (after[2 * i] - before[2 * i]);
    to[1] = model.builder.shapes[i].turn_numbers(bodies.q(i),
                                                 step.h * (after[2 * i + 1] - before[2 * i + 1]));
  }
  model.space.forward(u, 6);
  return report;
}

// Both levers of two members end in one point, which divides the gap in the middle. At a wall the
// lever of the member is its radius, wherever the wall is in the step.
void FrictionalClumps::take_levers(double h)
{
  const auto &network = model.builder.network;
  solver.take_contacts();
  for (int c = 0; c < network.ncontacts; c++) {
    const MemberContact &of = model.builder.contact(c);
    const double half = of.other_process == MemberContact::WALL ? 0.0 : 0.5 * of.gap;
    Vec3 second = {0.0, 0.0, 0.0};    // of a body that can move
    if (of.other_process >= 0) second = of.other_arm - (of.distance - of.radius - half) * of.n;
    solver.levers[c] = {of.n, of.arm + (of.radius + half) * of.n, second};
    vectors_at(solver.impulse_before.data())[c] = h * of.before;
  }
}

int FrictionalClumps::most_contacts()
{
  const auto goes_on = [&](int c) {
    const double normal = solver.forces()[c];
    if (!(normal > 0.0)) return Vec3{0.0, 0.0, 0.0};
    return solver.hits()[c] ? normal * solver.levers[c].n : vectors_at(solver.vector_forces())[c];
  };
  model.builder.bring_back(model.platform.ghosts, goes_on, kept);
  std::vector<int> count(atom->nlocal + 1, 0);    // not empty
  for (const auto &push : kept)
    if (push.other != 0.0) count[push.atom]++;
  return over_processes(*std::max_element(count.begin(), count.end()), MPI_MAX, world);
}

void FrictionalClumps::remember(const ContactMemory &memory, double /*h*/)
{
  for (int i = 0; i < atom->nlocal; i++) memory.clear(i);
  for (const auto &push : kept) {
    if (push.other == 0.0) continue;
    const double normal = -dot(push.push, push.n);
    memory.add(push.atom, push.other, normal, -push.push - normal * push.n);
  }
}
