// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/clumps/clump_flow.h"

#include "atom.h"
#include "fix.h"
#include "force.h"
#include "host/cell/cell_streaming.h"
#include "host/dynamics/rigid_steps.h"
#include "host/interfaces/flow_of_cell.h"

#include <cmath>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::UpperTriangle;
using VARDEM::Vec3;

void ClumpFlow::find()
{
  const auto flows = fixes_with<FlowOfCell>(modify);
  flow = flows.empty() ? nullptr : &flows.front()->cell_streaming();
  if (flow) groupbit = dynamic_cast<const Fix *>(flows.front())->groupbit;
}

void ClumpFlow::before_bodies(bool from_members, const MemberTable &members)
{
  if (!flow) return;
  cell = VARDEM::upper(domain->h);
  if (from_members) unwrap_members(members, flow->start_rate);
}

void ClumpFlow::after_bodies(bool from_members, const MemberTable &members, const Clumps &clumps)
{
  if (!flow) return;
  if (from_members) {
    const UpperTriangle rate = flow->start_rate;
    unwrap_members(members, -1.0 * rate);
    for (int i = 0; i < clumps.size(); i++)
      clumps.set_v(i, clumps.v(i) - rate * boxes(clumps.image(i)));
  }
  image_rate = VARDEM::upper(domain->h_rate);
}

// Sets velocities of members as if none had crossed a face of the cell.
void ClumpFlow::unwrap_members(const MemberTable &members, const UpperTriangle &rate) const
{
  for (int i = 0; i < atom->nlocal; i++)
    if (members.owner[i])
      set_vector_at(atom->v[i], vector_at(atom->v[i]) + rate * boxes(atom->image[i]));
}

bool ClumpFlow::kick(const Clumps &clumps) const
{
  const UpperTriangle zero = {};
  if (!flow) return false;
  const UpperTriangle L = flow->clump_kick;
  flow->clump_kick = zero;
  if (memcmp(&L, &zero, sizeof(L)) == 0) return false;

  const Vec3 w = flow->spin ? spin(L) : Vec3{0.0, 0.0, 0.0};
  for (int i = 0; i < clumps.size(); i++) {
    clumps.set_v(i, clumps.v(i) + L * (clumps.x(i) - flow->origin));
    clumps.set_L(i, clumps.L(i) + angular_momentum(clumps.q(i), w, clumps.inertia(i)));
    clumps.set_omega(i, clumps.omega_of_L(i));
  }
  return true;
}

void ClumpFlow::add(const Clumps &clumps, bool not_yet)
{
  if (!flow) return;
  if (not_yet)
    due = true;
  else
    add(clumps);
}

Vec3 ClumpFlow::added_to(const Vec3 &force, int i) const
{
  if (!flow || !(atom->mask[i] & groupbit)) return {0.0, 0.0, 0.0};
  return flow->now.of_a * force;
}

void ClumpFlow::add(const Clumps &clumps)
{
  due = false;
  if (!flow) return;
  const double per_acceleration = 1.0 / force->ftm2v;
  const Vec3 w = flow->spin ? per_acceleration * flow->now.spin : Vec3{0.0, 0.0, 0.0};
  for (int i = 0; i < clumps.size(); i++) {
    const Vec3 f = clumps.f(i);
    const Vec3 part =
        streaming_force(flow->now, clumps.x(i), clumps.v(i), f, per_acceleration * clumps.mass(i));
    clumps.set_f(i, f + part);
    clumps.set_torque(i, clumps.torque(i) + angular_momentum(clumps.q(i), w, clumps.inertia(i)));
  }
}

void ClumpFlow::enter_images_of_next_step(const MemberTable &members, double h)
{
  if (!flow) return;
  image_rate = flow->next_rate;
  shift_members(members, image_rate, h);
}

void ClumpFlow::enter_images_full_step(const MemberTable &members)
{
  if (!flow) return;
  image_rate = flow->full_step_rate;
  shift_members(members, image_rate, 0.0);
}

// FixRigidSmall gives members the velocity of the body without that of their image, and a position
// that ignores how the cell moves in the step h.
void ClumpFlow::shift_members(const MemberTable &members, const UpperTriangle &rate, double h) const
{
  for (int i = 0; i < atom->nlocal; i++) {
    if (members.body[i] < 0) continue;
    const Vec3 n = boxes(members.image[i]);
    if (n.x == 0.0 && n.y == 0.0 && n.z == 0.0) continue;
    const Vec3 shift = rate * n;
    set_vector_at(atom->v[i], vector_at(atom->v[i]) - shift);
    set_vector_at(atom->x[i], vector_at(atom->x[i]) - h * shift);
  }
}

void ClumpFlow::remap(const Clumps &clumps)
{
  if (!flow) return;
  const UpperTriangle now = VARDEM::upper(domain->h);
  const int p = static_cast<int>(std::lround((now.yz - cell.yz) / now.yy));
  const int m = static_cast<int>(std::lround((now.xy - cell.xy) / now.xx));
  const int n = static_cast<int>(std::lround((now.xz - cell.xz - p * cell.xy) / now.xx));
  cell = now;
  image_rate = VARDEM::upper(domain->h_rate);

  for (int i = 0; i < clumps.size(); i++) {
    const Vec3 before = boxes(clumps.image(i));
    const double y = before.y - p * before.z;
    const Vec3 flipped = {before.x - m * y - n * before.z, y, before.z};
    clumps.image(i) = image_of(flipped);
    domain->remap(clumps.position(i), clumps.image(i));
    clumps.set_v(i, clumps.v(i) - image_rate * (boxes(clumps.image(i)) - flipped));
  }
}

UpperTriangle VARDEM_NS::kinetic_stress(const Clumps &clumps, const UpperTriangle &L,
                                        const Vec3 &origin)
{
  UpperTriangle sum = {};
  for (int i = 0; i < clumps.size(); i++)
    sum = sum + clumps.mass(i) * square(clumps.v(i) - L * (clumps.x(i) - origin));
  return sum;
}

VARDEM::FlowMoments VARDEM_NS::flow_moments(const Clumps &clumps, const MemberTable &members,
                                            int nlocal, double **f, const Vec3 &frame,
                                            const double *of_contacts)
{
  VARDEM::FlowMoments sum = {};
  for (int i = 0; i < nlocal; i++) {
    if (members.body[i] < 0) continue;
    const Vec3 r = clumps.to_space(members.body[i], members.displace[i]), F = vector_at(f[i]);
    double s[6];
    Vec3 push = {0.0, 0.0, 0.0}, torque = push;
    if (of_contacts) {
      push = vector_at(of_contacts + CONTACT_FORCE_COLUMNS * i);
      torque = vector_at(of_contacts + CONTACT_FORCE_COLUMNS * i + TORQUE_COLUMN);
    }
    symmetric_part(r, F - push, s);
    sum.virial = sum.virial + UpperTriangle{s[0], s[1], s[2], s[5], s[4], s[3]};
    sum.torque = sum.torque + cross(r, F) + torque;
  }
  const VARDEM::GyroscopicPower power = {frame};
  for (int i = 0; i < clumps.size(); i++) sum.gyroscopic += power(clumps, i);
  return sum;
}
