// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/clumps/clump_steps.h"

#include "atom.h"
#include "domain.h"
#include "fix.h"
#include "force.h"
#include "host/clumps/frictional_clumps.h"
#include "host/dynamics/rigid_body_step.h"
#include "host/lammps/over_processes.h"
#include "kernels/rotation/variational.h"
#include "neighbor.h"

#include <algorithm>
#include <vector>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Vec3;

namespace {

/** The bodies of a fix that derives from FixRigidSmall, on the host, as RigidBodyStep moves them
 *  (host/dynamics/rigid_body_step.h, which says what the functions do). */
class ClumpBodies : protected Pointers {
 public:
  using Model = ClumpModel;
  static constexpr int DOF = Model::Network::Geometry::DOF;
  using Closed = SolvedContacts<VARDEM::ContactRows<VARDEM::BodyGeometry>, MemberEnds>;

  ClumpModel model;
  std::vector<double> load, inertia;
  FrictionalClumps frictional;

  ClumpBodies(LAMMPS *lmp, Fix *fix_in, ContactRules &rules, MovedClumps &clumps) :
      Pointers(lmp), model(lmp, fix_in, rules), frictional(lmp, model), fix(fix_in), moved(clumps)
  {
  }

  void collect(NeighList *list, const StepInput &step, const double * /*contact_forces*/,
               double & /*margin*/)
  {
    model.builder.collect(model.space, model.platform.ghosts, list, step);
    for (auto *a : {&model.velocity, &model.free_velocity})
      a->assign(DOF * model.builder.network.ncolumns, 0.0);
    last = step;
    places.clear();
    for (int i = 0; i < atom->nlocal; i++) places.push_back(vector_at(atom->x[i]));
  }

  void start(const StepInput &step, const double *contact_forces)
  {
    moved.sum_forces(contact_forces);
    take_bodies(step.h, contact_forces);
    take_fixed(step);
  }

  bool find_gaps(double *gap, double h) const
  {
    model.builder.find_gaps(gap, h);
    return last.flows();
  }
  /** Bodies do not come nearer than the neighbor list allows for. */
  static bool has_all_contacts(const StepInput &, const std::vector<double> &, double &)
  {
    return true;
  }
  double finish(const StepInput &step, const std::vector<double> &u, double *contact_forces)
  {
    find_contact_forces(step, contact_forces);
    double power = power_of_gravity(step);
    move(step.h, u);
    power += power_of_gravity(step);
    return over_processes(0.5 * step.h * power, MPI_SUM, world);
  }

  void add_to_forces(const double *contact_forces)
  {
    for (int i = 0; i < atom->nlocal; i++)
      for (int k = 0; k < 3; k++) {
        atom->f[i][k] += contact_forces[CONTACT_FORCE_COLUMNS * i + k];
        atom->torque[i][k] += contact_forces[CONTACT_FORCE_COLUMNS * i + TORQUE_COLUMN + k];
      }
  }

  Motion motion()
  {
    double ways[2] = {0.0, 0.0};
    for (int i = 0; i < atom->nlocal; i++) {
      const Vec3 way = vector_at(atom->x[i]) - places[i];
      ways[0] = std::max(ways[0], norm(way - by_flow(places[i])));
      ways[1] = std::max(ways[1], norm(way));
    }
    model.platform.ghosts.max(ways, 2);
    return with_flow(ways[0], ways[1]);
  }

  /** A member turns about its centre: its way in a step is not longer than those of both. */
  Motion next_motion(double h)
  {
    const Clumps bodies(small_body_table(fix));
    const MemberTable members = small_member_table(fix);
    double speeds[3] = {0.0, 0.0, change_of_speed()};
    for (int i = 0; i < atom->nlocal; i++) {
      const int body = members.body[i];
      const Vec3 centre = body < 0 ? vector_at(atom->x[i]) : bodies.x(body),
                 v = body < 0 ? vector_at(atom->v[i]) : bodies.v(body),
                 u = v - by_flow(centre) / last.h, w = vector_at(atom->v[i]),
                 z = w - by_flow(vector_at(atom->x[i])) / last.h;
      speeds[0] = std::max(speeds[0], norm(u) + norm(z - u));
      speeds[1] = std::max(speeds[1], norm(v) + norm(w - v));
    }
    model.platform.ghosts.max(speeds, 3);
    return with_flow(h * (speeds[0] + speeds[2]), h * (speeds[1] + speeds[2]));
  }

  /** Each of two particles has the part of the stress that its own body has. */
  void set_results(const Closed &closed, double least, double *results)
  {
    std::vector<double> all(RESULT_COLUMNS * (atom->nlocal + atom->nghost) + 1,
                            0.0);    // not empty
    std::vector<double> normal(model.builder.network.ncontacts, 0.0);
    for (int k = 0; k < closed.rows.first[closed.rows.nrows]; k++)
      normal[closed.number(k)] = closed.force[k];
    const auto of_contact = [&](int c) {
      return ClumpContacts::Load{normal[c] * model.builder.contact(c).n, {}};
    };
    model.builder.bring_back(model.platform.ghosts, of_contact, pushing);
    for (const auto &push : pushing) {
      double part[CONTACT_FORCE_COLUMNS] = {}, *to = &all[RESULT_COLUMNS * push.atom];
      VARDEM::add_force_at(push.push, push.arm, part);
      for (int k = 0; k < STRESS_COLUMNS; k++) to[k] -= force->nktv2p * part[3 + k];
      to[STRESS_COLUMNS] += norm(push.push) > least;
    }
    model.platform.ghosts.reverse(all.data(), RESULT_COLUMNS);
    std::copy_n(all.data(), RESULT_COLUMNS * atom->nlocal, results);
  }

  /** The arrays of fix compatible/cd have motions of atoms, not of bodies. */
  void take_start(const double * /*motion*/, double *start) const
  {
    std::fill_n(start, DOF * model.builder.network.nrows, 0.0);
  }

  void keep_start(double *motion, const double * /*start*/, bool /*useful*/) const
  {
    std::fill_n(motion, 3 * atom->nlocal, 0.0);
  }

  std::vector<tagint> names_of_rows() const
  {
    const ClumpRows bodies = model.builder.bodies();
    std::vector<tagint> names;
    for (int i = 0; i < model.builder.network.nrows; i++)
      names.push_back(atom->tag[bodies.owner(i)]);
    return names;
  }

 private:
  Fix *fix;
  MovedClumps &moved;
  std::vector<double> all_contact_forces;
  std::vector<ClumpContacts::ForceOnAtom> pushing;
  std::vector<VARDEM::Vec3> places;    // of owned atoms at the start of the step
  StepInput last = {};

  /** The angular velocity at the start of a step is that of L and of the orientation there. */
  void take_bodies(double h, const double *contact_forces)
  {
    const auto &network = model.builder.network;
    const ClumpRows bodies = model.builder.bodies();
    const Vec3 pull = moved.pull_of_bodies();
    const double unit = force->ftm2v;    // force times unit is mass times acceleration
    load.resize(DOF * network.nrows);
    inertia.resize(DOF * network.nrows);
    for (int i = 0; i < network.nrows; i++) {
      const double mass = bodies.mass(i);
      const VARDEM::BodyShape &shape = model.builder.shapes[i];
      const VARDEM::Quat q = bodies.q(i);
      double *v = &model.velocity[DOF * i], *F = &load[DOF * i];
      set_vector_at(v, bodies.v(i));
      set_vector_at(v + 3, shape.spin_numbers(q, bodies.L(i), mass));
      Vec3 load_of = bodies.load(i, contact_forces, pull),
           torque = bodies.torque(i, contact_forces + TORQUE_COLUMN);
      if (domain->dimension == 2) load_of.z = torque.x = torque.y = 0.0;
      set_vector_at(F, load_of);
      set_vector_at(F + 3, shape.torque_numbers(q, torque));
      for (int k = 0; k < DOF; k++) {
        const double of_motion = shape.inertia(mass, k) / unit;
        inertia[DOF * i + k] = of_motion / (h * h);
        model.free_velocity[DOF * i + k] = v[k] + (h / of_motion) * F[k];
      }
    }
    for (auto *a : {&model.velocity, &model.free_velocity}) model.space.forward(a->data(), DOF);
  }

  /** LAMMPS' array may have a velocity of an atom that no fix moves. */
  void take_fixed(const StepInput &step)
  {
    const auto &network = model.builder.network;
    for (int c = 0; c < network.ncontacts; c++) {
      const MemberContact &of = model.builder.contact(c);
      const bool moves = of.other_process == MemberContact::WALL ||
          (of.groups[1] & step.driven_bits);
      if (of.other_process >= 0 || !moves) continue;
      Vec3 v = of.other_velocity, spin = of.other_spin;
      if (domain->dimension == 2) v.z = spin.x = spin.y = 0.0;
      for (auto *a : {&model.velocity, &model.free_velocity}) {
        set_vector_at(a->data() + DOF * network.column[c], v);
        set_vector_at(a->data() + DOF * network.column[c] + 3, spin);
      }
    }
  }

  void find_contact_forces(const StepInput &step, double *contact_forces)
  {
    // not empty
    all_contact_forces.assign(CONTACT_FORCE_COLUMNS * (atom->nlocal + atom->nghost) + 1, 0.0);
    const auto of_contact = [&](int c) {
      return frictional.load(c);
    };
    model.builder.bring_back(model.platform.ghosts, of_contact, pushing);
    for (const auto &push : pushing) {
      double *to = &all_contact_forces[CONTACT_FORCE_COLUMNS * push.atom];
      VARDEM::add_force_at(push.push, push.arm, to);
      if (!step.friction) continue;    // torques would be round-off
      Vec3 &torque = VARDEM::vectors_at(to + TORQUE_COLUMN)[0];
      torque = torque + cross(push.lever, push.push) + push.moment;
    }
    model.platform.ghosts.reverse(all_contact_forces.data(), CONTACT_FORCE_COLUMNS);
    std::copy_n(all_contact_forces.data(), CONTACT_FORCE_COLUMNS * atom->nlocal, contact_forces);
  }

  /** v+ = v + u/h; x+ = x + h v+; the orientation moves as that of a free body with L+. */
  void move(double h, const std::vector<double> &u)
  {
    const ClumpRows bodies = model.builder.bodies();
    for (int i = 0; i < model.builder.network.nrows; i++) {
      const double *motion = &u[DOF * i], mass = bodies.mass(i);
      const VARDEM::BodyShape &shape = model.builder.shapes[i];
      const VARDEM::Quat q = bodies.q(i);
      const Vec3 v = bodies.v(i) + vector_at(motion) / h;
      Vec3 L = bodies.L(i) + shape.angular_momentum(q, vector_at(motion + 3) / h, mass);
      if (domain->dimension == 2) L.x = L.y = 0.0;
      bodies.move(i, bodies.x(i) + h * v, VARDEM::free_rotation(q, L, bodies.inertia(i), h), v, L);
    }
    moved.place_clumps();
  }

  VARDEM::Vec3 by_flow(const VARDEM::Vec3 &x) const { return last.flow * (x - last.origin); }
  /** Motions relative to the flow are those of periodic images as well. Two atoms near each other
   *  come together by the flow, too. */
  Motion with_flow(double relative, double farthest) const
  {
    return {2.0 * relative + VARDEM::most_stretch(last.flow) * neighbor->cutneighmax, farthest};
  }

  /** By how much loads may change the speed of a member in a step. */
  double change_of_speed() const
  {
    double largest = 0.0;
    for (int i = 0; i < model.builder.network.nrows; i++) {
      const double *before = &model.velocity[DOF * i], *after = &model.free_velocity[DOF * i];
      largest = std::max(largest,
                         norm(vector_at(after) - vector_at(before)) +
                             model.builder.contacts.extent() / model.builder.shapes[i].length *
                                 norm(vector_at(after + 3) - vector_at(before + 3)));
    }
    return largest;
  }

  /** On members and bodies of this process, with their present velocities. */
  double power_of_gravity(const StepInput &step) const
  {
    const ClumpRows bodies = model.builder.bodies();
    const int *body = small_member_table(fix).body;
    const Vec3 g = moved.pull_of_bodies();
    double power = 0.0;
    for (int i = 0; i < model.builder.network.nrows; i++)
      power += bodies.mass(i) * dot(g, bodies.v(i));
    std::vector<int> atoms = model.builder.contacts.spheres();
    for (int i = 0; i < atom->nlocal; i++)
      if (body[i] >= 0) atoms.push_back(i);
    for (const GravityField &gravity_field : step.gravity_fields)
      for (const int i : atoms)
        if ((atom->mask[i] & gravity_field.bits) == gravity_field.bits)
          power += atom->rmass[i] * dot(gravity_field.acceleration(), vector_at(atom->v[i]));
    return power;
  }
};

}    // namespace

std::unique_ptr<RigidSteps> VARDEM_NS::make_clump_steps(LAMMPS *lmp, Fix *fix, ContactRules &rules,
                                                        MovedClumps &clumps)
{
  return std::make_unique<RigidBodyStep<ClumpBodies>>(lmp, fix, rules, clumps);
}
