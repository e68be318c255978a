/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/clump_steps.h"

#include "atom.h"
#include "domain.h"
#include "fix.h"
#include "force.h"
#include "host/rigid_steps_loops.h"
#include "kernels/leapfrog.h"
#include "neighbor.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Vec3;

namespace {

// What ghost columns know of their body: attitude, length, and parts of the moments (kernels/contact/body_row.h)
constexpr int FRAME_NUMBERS = 8;

}    // namespace

/* ---------------------------------------------------------------------- */

ClumpSteps::ClumpSteps(LAMMPS *lmp, Fix *fix_in, MovedClumps &clumps, ContactRules &rules_in) :
    RigidSteps(lmp), fix(fix_in), moved(clumps), rules(rules_in), exchange(lmp, fix_in),
    space(Exchange{&exchange}), contacts(lmp, fix_in, rules_in, exchange)
{
  network.full = network.has_gaps = true;
}

/* ---------------------------------------------------------------------- */

void ClumpSteps::request_list(Fix *fix_in)
{
  neighbor->add_request(fix_in, NeighConst::REQ_SIZE | NeighConst::REQ_NEWTON_OFF);
}

/* ---------------------------------------------------------------------- */

void ClumpSteps::collect(NeighList *list, double h)
{
  contacts.collect(list, h);
  number_columns();
  for (auto *a : {&velocity, &free_velocity, &u}) a->assign(DOF * network.ncolumns, 0.0);
  exchange.plan(network.nrows, network.owners);
  find_frames();
  fill_rows();
  places.assign(VARDEM::vectors_at(atom->nlocal ? atom->x[0] : nullptr),
                VARDEM::vectors_at(atom->nlocal ? atom->x[0] : nullptr) + atom->nlocal);
}

/* ----------------------------------------------------------------------
   First the bodies of this process, then those of others in the order of the processes, then one column for each contact with
   something that cannot move
------------------------------------------------------------------------- */

void ClumpSteps::number_columns()
{
  const auto &all = contacts.contacts();
  const int me = exchange.me();
  network.nrows = Clumps(small_body_table(fix)).size();
  network.nbodies = rules.all(network.nrows);
  order_contacts();
  std::vector<std::pair<int, int>> others;
  for (const MemberContact &c : all)
    if (c.other_process >= 0 && c.other_process != me)
      others.emplace_back(c.other_process, c.other_row);
  std::sort(others.begin(), others.end());
  others.erase(std::unique(others.begin(), others.end()), others.end());
  network.owners.clear();
  for (const auto &[process, row] : others) {
    network.owners.process.push_back(process);
    network.owners.row.push_back(row);
  }
  network.first_fixed = network.nrows + static_cast<int>(others.size());
  network.ncolumns = network.first_fixed;
  network.column.resize(all.size());
  for (int c = 0; c < network.ncontacts; c++) {
    const MemberContact &of = all[number_of[c]];
    if (of.other_process < 0)
      network.column[c] = network.ncolumns++;
    else if (of.other_process == me)
      network.column[c] = of.other_row;
    else
      network.column[c] = network.nrows +
          static_cast<int>(std::lower_bound(others.begin(), others.end(),
                                            std::pair(of.other_process, of.other_row)) -
                           others.begin());
  }
}

/* ----------------------------------------------------------------------
   by rows, and in the order in which they came
------------------------------------------------------------------------- */

void ClumpSteps::order_contacts()
{
  const auto &all = contacts.contacts();
  network.ncontacts = static_cast<int>(all.size());
  network.first.assign(network.nrows + 1, 0);
  for (const MemberContact &c : all) network.first[c.row]++;
  space.scan(network.nrows, network.first.data());
  std::vector<int> next(network.first);
  number_of.resize(all.size());
  for (std::size_t k = 0; k < all.size(); k++) number_of[next[all[k].row]++] = static_cast<int>(k);
}

/* ---------------------------------------------------------------------- */

void ClumpSteps::find_frames()
{
  const Clumps bodies(small_body_table(fix));
  shapes.clear();
  frames.assign(FRAME_NUMBERS * network.ncolumns, 0.0);
  for (int i = 0; i < network.nrows; i++) {
    shapes.push_back(VARDEM::BodyShape::of(bodies.mass(i), bodies.inertia(i)));
    double *frame = &frames[FRAME_NUMBERS * i];
    VARDEM::set_quat_at(frame, bodies.q(i));
    frame[4] = shapes[i].length;
    set_vector_at(frame + 5, shapes[i].part);
  }
  space.forward(frames.data(), FRAME_NUMBERS);
}

/* ---------------------------------------------------------------------- */

Vec3 ClumpSteps::torque_numbers(int column, const Vec3 &torque) const
{
  const double *frame = &frames[FRAME_NUMBERS * column];
  return VARDEM::BodyShape(frame[4], vector_at(frame + 5))
      .torque_numbers(VARDEM::quat_at(frame), torque);
}

/* ---------------------------------------------------------------------- */

void ClumpSteps::fill_rows()
{
  network.stiffness.resize(network.ncontacts);
  network.gap.resize(network.ncontacts);
  rows.resize(VARDEM::BODY_ROW_NUMBERS * network.ncontacts);
  for (int i = 0; i < network.nrows; i++)
    for (int c = network.first[i]; c < network.first[i + 1]; c++) {
      const MemberContact &of = contacts.contacts()[number_of[c]];
      const int j = network.column[c];
      network.stiffness[c] = of.stiffness;
      network.gap[c] = of.gap;
      double *row = &rows[VARDEM::BODY_ROW_NUMBERS * c];
      set_vector_at(row, of.n);
      set_vector_at(row + 3, torque_numbers(i, cross(of.arm, of.n)));
      set_vector_at(row + 6,
                    j < network.first_fixed ? torque_numbers(j, cross(of.other_arm, of.n))
                                            : Vec3{0.0, 0.0, 0.0});
    }
  network.geometry = {rows.data()};
}

/* ---------------------------------------------------------------------- */

Overlaps ClumpSteps::overlaps(double least)
{
  const double *gap = network.gap.data();
  space.reduce<1>(network.nrows, CountOverlaps<Rows>{network.rows(), gap, least}, 0);
  const double number = space.fetch(1)[0];
  return {number,
          space.maximum(network.nrows, VARDEM::DeepestOverlap<Geometry>{network.rows(), gap})};
}

/* ---------------------------------------------------------------------- */

StepFindings ClumpSteps::advance(const RigidStepSettings &settings, const PresentStep &step,
                                 double *pushes)
{
  StepFindings found;
  moved.sum_forces(pushes);
  take_bodies(step.h);
  take_fixed(step);
  space.reduce<1>(network.nrows, CountNotFinite<DOF>{free_velocity.data()}, 0);
  found.not_finite = space.fetch(1)[0];
  if (found.not_finite > 0.0) return found;
  found.overlap = space.maximum(
      network.nrows, VARDEM::DeepestOverlap<Geometry>{network.rows(), network.gap.data()});
  found.report = solve(settings, step);
  sum_contacts(step.h, found);
  push_atoms(pushes);
  move(step.h);
  return found;
}

/* ----------------------------------------------------------------------
   The angular velocity at the start of a step is that of L and of the attitude there.
------------------------------------------------------------------------- */

void ClumpSteps::take_bodies(double h)
{
  const Clumps bodies(small_body_table(fix));
  const double unit = force->ftm2v;    // force times unit is mass times acceleration
  load.resize(DOF * network.nrows);
  inertia.resize(DOF * network.nrows);
  for (int i = 0; i < network.nrows; i++) {
    const double mass = bodies.mass(i);
    const VARDEM::BodyShape &shape = shapes[i];
    const VARDEM::Quat q = bodies.q(i);
    double *v = &velocity[DOF * i], *F = &load[DOF * i];
    set_vector_at(v, bodies.v(i));
    set_vector_at(v + 3, shape.spin_numbers(q, bodies.L(i), mass));
    set_vector_at(F, bodies.f(i));
    set_vector_at(F + 3, shape.torque_numbers(q, bodies.torque(i)));
    for (int k = 0; k < DOF; k++) {
      const double of_motion = shape.inertia(mass, k) / unit;
      inertia[DOF * i + k] = of_motion / (h * h);
      free_velocity[DOF * i + k] = v[k] + (h / of_motion) * F[k];
    }
  }
  for (auto *a : {&velocity, &free_velocity}) space.forward(a->data(), DOF);
}

/* ----------------------------------------------------------------------
   LAMMPS' array may have a velocity of an atom that no fix moves
------------------------------------------------------------------------- */

void ClumpSteps::take_fixed(const PresentStep &step)
{
  for (int c = 0; c < network.ncontacts; c++) {
    const MemberContact &of = contacts.contacts()[number_of[c]];
    const bool moves = of.other_process == MemberContact::WALL ||
        ((of.other_bits & step.moved_bits) && !(of.other_bits & step.still_bits));
    if (of.other_process >= 0 || !moves) continue;
    Vec3 v = of.other_velocity;
    if (domain->dimension == 2) v.z = 0.0;
    for (auto *a : {&velocity, &free_velocity})
      set_vector_at(a->data() + DOF * network.column[c], v);
  }
}

/* ---------------------------------------------------------------------- */

const double *ClumpSteps::take_restitution(double given)
{
  restitution.resize(network.ncontacts);
  for (int c = 0; c < network.ncontacts; c++)
    restitution[c] = given >= 0.0 ? given : contacts.contacts()[number_of[c]].restitution;
  return restitution.data();
}

/* ----------------------------------------------------------------------
   A sweep takes contacts by the IDs of their particles, the lower one first; those with walls follow those with particles. Both copies
   of a contact change together, so that a sweep has one of them.
------------------------------------------------------------------------- */

void ClumpSteps::order_by_tags()
{
  const auto keys = [&](int c) {
    const MemberContact &of = contacts.contacts()[number_of[c]];
    const tagint other = of.other_tag ? of.other_tag : MAXTAGINT;
    return std::pair(std::min(of.tag, other), std::max(of.tag, other));
  };
  dynamics.order.clear();
  for (int c = 0; c < network.ncontacts; c++) {
    const MemberContact &of = contacts.contacts()[number_of[c]];
    if (of.other_process < 0 || of.tag < of.other_tag) dynamics.order.push_back(c);
  }
  std::stable_sort(dynamics.order.begin(), dynamics.order.end(), [&](int a, int b) {
    return keys(a) < keys(b);
  });
}

/* ---------------------------------------------------------------------- */

VARDEM::SolverReport ClumpSteps::solve(const RigidStepSettings &settings, const PresentStep &step)
{
  const VARDEM::DynamicsStep rigid = {step.h,
                                      load.data(),
                                      velocity.data(),
                                      free_velocity.data(),
                                      take_restitution(settings.restitution),
                                      PUSHED_OUT * step.smallest / step.h,
                                      step.mean,
                                      round_off_of_gaps(domain)};
  dynamics.newton.free_motions = domain->dimension == 2 ? 3 : 6;
  dynamics.setup(space, network);
  if (settings.options.solver == VARDEM::DynamicsOptions::GAUSS_SEIDEL) order_by_tags();
  return VARDEM::with_law(rules.law, [&](auto law) {
    return dynamics.solve<decltype(law)>(rigid, inertia.data(), u.data(), settings.options);
  });
}

/* ---------------------------------------------------------------------- */

void ClumpSteps::sum_contacts(double h, StepFindings &found)
{
  space.forward(u.data(), DOF);
  space.reduce<3>(network.nrows,
                  SumContacts<Rows>{network.rows(), h, dynamics.force(), velocity.data(), u.data()},
                  0);
  const double *sums = space.fetch(3);
  found.dissipated = sums[0];
  found.contacts = sums[1];
  found.pushing = sums[2];
}

/* ---------------------------------------------------------------------- */

void ClumpSteps::push_atoms(double *pushes)
{
  of_contacts.resize(network.ncontacts);
  for (int c = 0; c < network.ncontacts; c++) of_contacts[number_of[c]] = dynamics.force()[c];
  pushes_of_all.assign(PUSH_COLUMNS * (atom->nlocal + atom->nghost) + 1, 0.0);    // not empty
  contacts.push_atoms(of_contacts, pushes_of_all.data());
  exchange.reverse(pushes_of_all.data(), PUSH_COLUMNS);
  std::copy_n(pushes_of_all.data(), PUSH_COLUMNS * atom->nlocal, pushes);
}

/* ----------------------------------------------------------------------
   v+ = v + u/h; x+ = x + h v+; the attitude turns by h omega+, where omega+ belongs to the attitude before. L stays when the attitude moves.
------------------------------------------------------------------------- */

void ClumpSteps::move(double h)
{
  const Clumps bodies(small_body_table(fix));
  for (int i = 0; i < network.nrows; i++) {
    const double *motion = &u[DOF * i], mass = bodies.mass(i);
    const VARDEM::BodyShape &shape = shapes[i];
    const VARDEM::Quat q = bodies.q(i);
    const Vec3 v = bodies.v(i) + vector_at(motion) / h;
    Vec3 L = bodies.L(i) + shape.angular_momentum(q, vector_at(motion + 3) / h, mass);
    if (domain->dimension == 2) L.x = L.y = 0.0;
    bodies.set_v(i, v);
    bodies.set_x(i, bodies.x(i) + h * v);
    bodies.set_L(i, L);
    bodies.set_axes_to_q(i);
    bodies.set_q(i, VARDEM::rotated(q, h * bodies.omega_of_L(i), VARDEM::IncrementExponential()));
    bodies.set_axes_to_q(i);
    bodies.set_omega(i, bodies.omega_of_L(i));
  }
  moved.place_clumps();
}

/* ---------------------------------------------------------------------- */

void ClumpSteps::add_to_forces(const double *pushes)
{
  for (int i = 0; i < atom->nlocal; i++)
    for (int k = 0; k < 3; k++) atom->f[i][k] += pushes[PUSH_COLUMNS * i + k];
}

/* ---------------------------------------------------------------------- */

double ClumpSteps::farthest()
{
  double largest = 0.0;
  for (int i = 0; i < atom->nlocal; i++)
    largest = std::max(largest, norm(vector_at(atom->x[i]) - places[i]));
  exchange.max(&largest, 1);
  return largest;
}

/* ----------------------------------------------------------------------
   By how much loads may change the speed of a member in a step
------------------------------------------------------------------------- */

double ClumpSteps::change_of_speed() const
{
  double largest = 0.0;
  for (int i = 0; i < network.nrows; i++) {
    const double *before = &velocity[DOF * i], *after = &free_velocity[DOF * i];
    largest = std::max(largest,
                       norm(vector_at(after) - vector_at(before)) +
                           contacts.extent() / shapes[i].length *
                               norm(vector_at(after + 3) - vector_at(before + 3)));
  }
  return largest;
}

/* ----------------------------------------------------------------------
   A member turns about its centre: its way in a step is not longer than those of both.
------------------------------------------------------------------------- */

double ClumpSteps::next_motion(double h)
{
  const Clumps bodies(small_body_table(fix));
  const MemberTable members = small_member_table(fix);
  double speeds[2] = {0.0, network.nrows ? change_of_speed() : 0.0};
  for (int i = 0; i < atom->nlocal; i++) {
    const Vec3 v = vector_at(atom->v[i]);
    const int body = members.body[i];
    speeds[0] =
        std::max(speeds[0], body < 0 ? norm(v) : norm(bodies.v(body)) + norm(v - bodies.v(body)));
  }
  exchange.max(speeds, 2);
  return h * (speeds[0] + speeds[1]);
}

/* ---------------------------------------------------------------------- */

double ClumpSteps::bytes() const
{
  double numbers = 0.0;
  for (const auto *a : {&rows, &velocity, &free_velocity, &u, &load, &inertia, &restitution,
                        &of_contacts, &frames, &pushes_of_all, &network.stiffness, &network.gap})
    numbers += static_cast<double>(a->capacity());
  return space.bytes() + contacts.bytes() + exchange.bytes() + network.owners.bytes() +
      numbers * sizeof(double) +
      static_cast<double>(network.column.capacity() + number_of.capacity()) * sizeof(int) +
      static_cast<double>(places.capacity()) * sizeof(Vec3);
}
