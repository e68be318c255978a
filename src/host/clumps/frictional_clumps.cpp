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

// The velocities of the model are those of ghosts and of what cannot move, too, but the angular
// velocities of bodies are in principal axes, which only the owner of a body knows.
void FrictionalClumps::start()
{
  static_assert(sizeof(VARDEM::InverseBody) == INVERSE_NUMBERS * sizeof(double));
  const auto &network = model.builder.network;
  const ClumpRows bodies = model.builder.bodies();
  solver.take_columns();
  std::fill(solver.inverse.begin(), solver.inverse.end(), VARDEM::InverseBody{});
  for (const auto &[from, to] : {std::pair(&model.velocity, &solver.motion),
                                 std::pair(&model.free_velocity, &solver.free_motion)}) {
    std::copy(from->begin(), from->end(), to->begin());
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
  const VARDEM::SolverReport report = solver.solve(settings, step, of, domain);
  const ClumpRows bodies = model.builder.bodies();
  const Vec3 *before = vectors_at(solver.motion.data()),
             *after = vectors_at(solver.dynamics.velocities());
  for (int i = 0; i < model.builder.network.nrows; i++) {
    Vec3 *to = vectors_at(u) + 2 * i;
    to[0] = step.h * (after[2 * i] - before[2 * i]);
    to[1] = model.builder.shapes[i].turn_numbers(bodies.q(i),
                                                 step.h * (after[2 * i + 1] - before[2 * i + 1]));
  }
  model.space.forward(u, 6);
  const Vec3 *given = vectors_at(model.velocity.data());    // zero for free walls
  for (int c = model.builder.network.first_fixed; c < model.builder.network.ncolumns; c++)
    vectors_at(u)[2 * c] = step.h * (after[2 * c] - given[2 * c]);
  return report;
}

// Both levers of two members end in one point, which divides the gap in the middle. At a wall the
// lever of the member is its radius, wherever the wall is in the step.
void FrictionalClumps::take_contacts(const StepInput &step)
{
  const auto &network = model.builder.network;
  solver.take_contacts(step);
  VARDEM::WallPoint *const points =
      solver.dynamics.walls.allocate(model.space, network.first_fixed, network.ncolumns);
  of_images.resize(3 * network.ncontacts + 1);    // not null
  for (int c = 0; c < network.ncontacts; c++) {
    const MemberContact &of = model.builder.contact(c);
    const bool is_wall = of.other_process == MemberContact::WALL;
    const double first = of.radius + (is_wall ? 0.0 : 0.5 * of.gap), rest = of.distance - first;
    Vec3 second = {0.0, 0.0, 0.0};    // of a body that can move
    if (of.other_process >= 0) second = of.other_arm - rest * of.n;
    solver.levers[c] = {of.n, of.arm + first * of.n, second,
                        is_wall ? first : first * rest / of.distance};
    const int fixed = network.column[c] - network.first_fixed;
    if (points && fixed >= 0)
      points[fixed] = {c, is_wall ? of.other_row : -1, of.centre + of.radius * of.n};
    Vec3 *const before = vectors_at(solver.impulse_before.data()) + c;
    before[0] = step.h * of.before;
    if (step.rolling) before[network.ncontacts] = step.h * of.moment_before;
    vectors_at(of_images.data())[c] = of.image;
  }
  solver.of_images = step.flows() ? of_images.data() : nullptr;
  solver.start_walls();
}

int FrictionalClumps::most_contacts()
{
  const auto goes_on = [&](int c) {
    const double normal = dot(solver.of_step().force(c), solver.levers[c].n);
    if (!(normal > 0.0)) return ClumpContacts::Load{};
    return solver.dynamics.hits()[c] ? ClumpContacts::Load{normal * solver.levers[c].n, {}}
                                     : load(c);
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
    Vec3 across = {0.0, 0.0, 0.0};
    if (solver.has_friction()) across = -push.push - normal * push.n;
    memory.add(push.atom, push.other, normal, across, -push.moment);
  }
}
