// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_FRICTIONAL_CLUMPS_H
#define VARDEM_HOST_FRICTIONAL_CLUMPS_H

#include "atom.h"
#include "domain.h"
#include "force.h"
#include "host/clumps/clump_network.h"
#include "host/dynamics/frictional_solve.h"
#include "host/lammps/over_processes.h"

#include <algorithm>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The contacts of a step of rigid bodies as cones, as FrictionalSpheres has them
 *  (host/dynamics/frictional_spheres.h). Bodies have the inertia in space that belongs to their
 *  orientations at the start of the step. */
class FrictionalClumps : protected Pointers {
 public:
  FrictionalSolve<ClumpModel, VARDEM::BodyLevers, VARDEM::InverseBody> solver;

  FrictionalClumps(LAMMPS *lmp, ClumpModel &of_bodies) :
      Pointers(lmp), solver(of_bodies), model(of_bodies)
  {
  }

  /** The velocities of the model are those of ghosts and of what cannot move, too, but the
   *  angular velocities of bodies are in principal axes, which only the owner of a body knows. */
  void start()
  {
    constexpr int NUMBERS = 7;
    static_assert(sizeof(VARDEM::InverseBody) == NUMBERS * sizeof(double));
    const auto &network = model.builder.network;
    const ClumpRows bodies = model.builder.bodies();
    solver.take_columns();
    std::fill(solver.inverse.begin(), solver.inverse.end(), VARDEM::InverseBody{});
    for (const auto &[from, to] : {std::pair(&model.velocity, &solver.motion),
                                   std::pair(&model.free_velocity, &solver.free_motion)}) {
      std::copy(from->begin(), from->end(), to->begin());
      for (int i = 0; i < network.nrows; i++)
        VARDEM::vectors_at(to->data())[2 * i + 1] = model.builder.shapes[i].turn_of(
            bodies.q(i), VARDEM::vectors_at(from->data())[2 * i + 1]);
      model.space.forward(to->data(), 6);
    }
    for (int i = 0; i < network.nrows; i++) {
      const double mass = bodies.mass(i) / force->ftm2v;    // force over this is acceleration
      solver.inverse[i] = {1.0 / mass, model.builder.shapes[i].inverse_moment(bodies.q(i), mass)};
    }
    model.space.forward(reinterpret_cast<double *>(solver.inverse.data()), NUMBERS);
  }
  /** Both levers of two members end in one point, which divides the gap in the middle. At a wall
   *  the lever of the member is its radius, wherever the wall is in the step. */
  void take_contacts(const StepInput &step)
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
      VARDEM::Vec3 second = {0.0, 0.0, 0.0};    // of a body that can move
      if (of.other_process >= 0) second = of.other_arm - rest * of.n;
      solver.levers[c] = {of.n, of.arm + first * of.n, second,
                          is_wall ? first : first * rest / of.distance};
      const int fixed = network.column[c] - network.first_fixed;
      if (points && fixed >= 0)
        points[fixed] = {c, is_wall ? of.other_row : -1, of.centre + of.radius * of.n};
      VARDEM::Vec3 *const before = VARDEM::vectors_at(solver.impulse_before.data()) + c;
      before[0] = step.h * of.before;
      if (step.rolling) before[network.ncontacts] = step.h * of.moment_before;
      VARDEM::vectors_at(of_images.data())[c] = of.image;
    }
    solver.of_images = step.flows() ? of_images.data() : nullptr;
    solver.start_walls();
  }
  VARDEM::SolverReport solve(const RigidStepSettings &settings, const StepInput &step,
                             const StepCoefficients &of, double *u)
  {
    const VARDEM::SolverReport report = solver.solve(settings, step, of, domain);
    const ClumpRows bodies = model.builder.bodies();
    const VARDEM::Vec3 *before = VARDEM::vectors_at(solver.motion.data()),
                       *after = VARDEM::vectors_at(solver.dynamics.velocities());
    for (int i = 0; i < model.builder.network.nrows; i++) {
      VARDEM::Vec3 *to = VARDEM::vectors_at(u) + 2 * i;
      to[0] = step.h * (after[2 * i] - before[2 * i]);
      to[1] = model.builder.shapes[i].turn_numbers(bodies.q(i),
                                                   step.h * (after[2 * i + 1] - before[2 * i + 1]));
    }
    model.space.forward(u, 6);
    const VARDEM::Vec3 *given = VARDEM::vectors_at(model.velocity.data());    // zero for free walls
    for (int c = model.builder.network.first_fixed; c < model.builder.network.ncolumns; c++)
      VARDEM::vectors_at(u)[2 * c] = step.h * (after[2 * c] - given[2 * c]);
    return report;
  }
  int most_contacts()
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
  void remember(const ContactMemory &memory, double /*h*/)
  {
    for (int i = 0; i < atom->nlocal; i++) memory.clear(i);
    for (const auto &push : kept) {
      if (push.other == 0.0) continue;
      const double normal = -dot(push.push, push.n);
      VARDEM::Vec3 across = {0.0, 0.0, 0.0};
      if (solver.has_friction()) across = -push.push - normal * push.n;
      memory.add(push.atom, push.other, normal, across, -push.moment);
    }
  }
  /** What contact c does to its second body. */
  ClumpContacts::Load load(int c) const
  {
    const ContactImpulses of = solver.of_step();
    return {of.force(c), of.turn ? of.moment(c) : VARDEM::Vec3{0.0, 0.0, 0.0}};
  }

 private:
  ClumpModel &model;
  std::vector<double> of_images;                   // of contacts
  std::vector<ClumpContacts::ForceOnAtom> kept;    // forces of contacts that go on
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
