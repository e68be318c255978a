// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CLUMP_FLOW_H
#define VARDEM_HOST_CLUMP_FLOW_H

#include "atom.h"
#include "domain.h"
#include "fix.h"
#include "force.h"
#include "host/cell/cell_streaming.h"
#include "host/dynamics/rigid_steps.h"
#include "host/interfaces/flow_of_cell.h"
#include "host/lammps/clumps.h"
#include "kernels/streaming.h"
#include "pointers.h"
#include "update.h"

#include <cmath>
#include <cstring>

namespace LAMMPS_NS::VARDEM_NS {

/** The flow of the cell (FlowOfCell) on clumps: their forces, their kick at the start, and their
 *  periodic images. A member that lies in another image than the center of its clump moves with the
 *  velocity of that image, which FixRigidSmall does not know. So between the functions of
 *  FixRigidSmall the members have the velocities of their images, and within these functions they
 *  have not: leave_images() and enter_images(). Without a flow all functions do nothing. */
class ClumpFlow : protected Pointers {
 public:
  explicit ClumpFlow(LAMMPS *lmp) : Pointers(lmp) {}

  /** Finds the fix of the flow. The user may delete it between runs, so this is for init() and for
   *  the start of each step. */
  void find()
  {
    const auto flows = fixes_with<FlowOfCell>(modify);
    flow = flows.empty() ? nullptr : &flows.front()->cell_streaming();
    if (flow) groupbit = dynamic_cast<const Fix *>(flows.front())->groupbit;
  }

  bool acts() const { return flow != nullptr; }

  // Set-up of a run. The input has velocities of clumps, whatever image a member is in.

  /** Before FixRigidSmall makes bodies. from_members: it computes their velocities from the
   *  velocities of members. */
  void before_bodies(bool from_members, const MemberTable &members)
  {
    if (!flow) return;
    cell = VARDEM::upper(domain->h);
    if (from_members) unwrap_members(members, rate_of_members());
  }
  /** After it has made them. */
  void after_bodies(bool from_members, const MemberTable &members, const Clumps &clumps)
  {
    if (!flow) return;
    if (from_members) {
      const VARDEM::UpperTriangle rate = rate_of_members();
      unwrap_members(members, -1.0 * rate);
      for (int i = 0; i < clumps.size(); i++)
        clumps.set_v(i, clumps.v(i) - rate * boxes(clumps.image(i)));
    }
    image_rate = rate_of_members();
  }
  /** Adds the flow to the velocities of clumps if its fix does so for single particles now. Returns
   *  true if it has: then velocities of members must follow. */
  bool kick(const Clumps &clumps) const
  {
    const VARDEM::UpperTriangle zero = {};
    if (!flow) return false;
    const VARDEM::UpperTriangle L = flow->clump_kick;
    if (memcmp(&L, &zero, sizeof(L)) == 0) return false;

    const VARDEM::Vec3 w = flow->spin ? spin(L) : VARDEM::Vec3{0.0, 0.0, 0.0};
    for (int i = 0; i < clumps.size(); i++) {
      clumps.set_v(i, clumps.v(i) + L * (clumps.x(i) - flow->origin));
      clumps.set_L(i, clumps.L(i) + angular_momentum(clumps.q(i), w, clumps.inertia(i)));
      clumps.set_omega(i, clumps.omega_of_L(i));
    }
    return true;
  }

  // Each step

  /** Adds the part of the flow to forces and torques of clumps. not_yet: the fix of the flow has
   *  not run yet; then the part is added by the next add_what_is_due(). */
  void add(const Clumps &clumps, bool not_yet)
  {
    if (!flow) return;
    if (not_yet)
      due = true;
    else
      add(clumps);
  }
  void add_what_is_due(const Clumps &clumps)
  {
    if (due) add(clumps);
  }
  /** What the flow has added to this part of the force of a single particle, if that was there
   *  before. */
  VARDEM::Vec3 added_to(const VARDEM::Vec3 &force, int i) const
  {
    if (!flow || !(atom->mask[i] & groupbit)) return {0.0, 0.0, 0.0};
    return flow->now.of_a * force;
  }

  /** Takes the velocities of images from the members, or adds them. */
  void leave_images(const MemberTable &members) const
  {
    if (flow) shift_members(members, -1.0 * image_rate, 0.0);
  }
  void enter_images(const MemberTable &members)
  {
    if (!flow) return;
    image_rate = VARDEM::upper(domain->h_rate);
    shift_members(members, image_rate, 0.0);
  }
  /** Between runs, where members have got the velocities of their clumps. */
  void enter_images_again(const MemberTable &members) const
  {
    if (flow) shift_members(members, image_rate, 0.0);
  }
  /** The fix of the flow goes away, between runs. */
  void end(const MemberTable &members)
  {
    leave_images(members);
    image_rate = {};
    flow = nullptr;
  }
  /** The same after FixRigidSmall has moved the members by a step h. Images move on in the step,
   *  too. */
  void enter_images_of_next_step(const MemberTable &members, double h)
  {
    if (!flow) return;
    image_rate = flow->next_rate;
    shift_members(members, image_rate, h);
  }
  /** The same at the end of the step. */
  void enter_images_full_step(const MemberTable &members)
  {
    if (!flow) return;
    image_rate = flow->full_step_rate;
    shift_members(members, image_rate, 0.0);
  }

  /** Before a step: notes the cell, in order to detect a flip. */
  void note_cell()
  {
    if (flow) cell = VARDEM::upper(domain->h);
  }
  /** After a flip of the cell: changes image flags of clumps as Domain does with those of atoms
   *  (Domain::image_flip()), and adds the velocities of new images. */
  void remap(const Clumps &clumps)
  {
    if (!flow) return;
    const VARDEM::UpperTriangle now = VARDEM::upper(domain->h);
    const int p = static_cast<int>(std::lround((now.yz - cell.yz) / now.yy));
    const int m = static_cast<int>(std::lround((now.xy - cell.xy) / now.xx));
    const int n = static_cast<int>(std::lround((now.xz - cell.xz - p * cell.xy) / now.xx));
    cell = now;
    image_rate = VARDEM::upper(domain->h_rate);

    for (int i = 0; i < clumps.size(); i++) {
      const VARDEM::Vec3 before = boxes(clumps.image(i));
      const double y = before.y - p * before.z;
      const VARDEM::Vec3 flipped = {before.x - m * y - n * before.z, y, before.z};
      clumps.image(i) = image_of(flipped);
      domain->remap(clumps.position(i), clumps.image(i));
      clumps.set_v(i, clumps.v(i) - image_rate * (boxes(clumps.image(i)) - flipped));
    }
  }

 private:
  CellStreaming *flow = nullptr;    // null if no fix makes the cell flow
  int groupbit = 0;                 // of that fix
  bool due = false;                 // forces and torques do not contain the part of the flow yet
  // times image flags: the velocity of a periodic image that members have, between the functions
  VARDEM::UpperTriangle image_rate = {};
  VARDEM::UpperTriangle cell = {};    // edges at the start of the step

  /** In a set-up. Command velocity makes one between runs; the fix of the flow gives the cell the
   *  rate that members have then. */
  VARDEM::UpperTriangle rate_of_members() const
  {
    return update->whichflag ? flow->start_rate : VARDEM::upper(domain->h_rate);
  }
  void add(const Clumps &clumps)
  {
    due = false;
    if (!flow) return;
    const double per_acceleration = 1.0 / force->ftm2v;
    const VARDEM::Vec3 w = flow->spin ? per_acceleration * flow->now.spin
                                      : VARDEM::Vec3{0.0, 0.0, 0.0};
    for (int i = 0; i < clumps.size(); i++) {
      const VARDEM::Vec3 f = clumps.f(i);
      const VARDEM::Vec3 part = streaming_force(flow->now, clumps.x(i), clumps.v(i), f,
                                                per_acceleration * clumps.mass(i));
      clumps.set_f(i, f + part);
      clumps.set_torque(i, clumps.torque(i) + angular_momentum(clumps.q(i), w, clumps.inertia(i)));
    }
  }
  /** FixRigidSmall gives members the velocity of the body without that of their image, and a
   *  position that ignores how the cell moves in the step h. */
  void shift_members(const MemberTable &members, const VARDEM::UpperTriangle &rate, double h) const
  {
    for (int i = 0; i < atom->nlocal; i++) {
      if (members.body[i] < 0) continue;
      const VARDEM::Vec3 n = boxes(members.image[i]);
      if (n.x == 0.0 && n.y == 0.0 && n.z == 0.0) continue;
      const VARDEM::Vec3 shift = rate * n;
      set_vector_at(atom->v[i], vector_at(atom->v[i]) - shift);
      set_vector_at(atom->x[i], vector_at(atom->x[i]) - h * shift);
    }
  }
  /** Sets velocities of members as if none had crossed a face of the cell. */
  void unwrap_members(const MemberTable &members, const VARDEM::UpperTriangle &rate) const
  {
    for (int i = 0; i < atom->nlocal; i++)
      if (members.owner[i])
        set_vector_at(atom->v[i], vector_at(atom->v[i]) + rate * boxes(atom->image[i]));
  }
};

/** Sum over clumps of M v_f v_f, v_f = V - L (X - origin), of this process [mass velocity^2]. */
inline VARDEM::UpperTriangle kinetic_stress(const Clumps &clumps, const VARDEM::UpperTriangle &L,
                                            const VARDEM::Vec3 &origin)
{
  VARDEM::UpperTriangle sum = {};
  for (int i = 0; i < clumps.size(); i++)
    sum = sum + clumps.mass(i) * square(clumps.v(i) - L * (clumps.x(i) - origin));
  return sum;
}

/** Sums over owned members of r f, its symmetric part, and of r x f, where r is the arm of force f
 *  from the center of the clump [force distance], and the gyroscopic power of the clumps [mass
 *  velocity^2/time]. frame: the spin with which they turn. of_contacts: forces and torques of
 *  contact dynamics (host/dynamics/rigid_steps.h), whose virial is that of bodies; or null. */
inline VARDEM::FlowMoments flow_moments(const Clumps &clumps, const MemberTable &members,
                                        int nlocal, const VARDEM::Vec3 *f,
                                        const VARDEM::Vec3 &frame,
                                        const double *of_contacts = nullptr)
{
  VARDEM::FlowMoments sum = {};
  for (int i = 0; i < nlocal; i++) {
    if (members.body[i] < 0) continue;
    const VARDEM::Vec3 r = clumps.to_space(members.body[i], members.displace[i]), F = f[i];
    double s[6];
    VARDEM::Vec3 push = {0.0, 0.0, 0.0}, torque = push;
    if (of_contacts) {
      push = vector_at(of_contacts + CONTACT_FORCE_COLUMNS * i);
      torque = vector_at(of_contacts + CONTACT_FORCE_COLUMNS * i + TORQUE_COLUMN);
    }
    symmetric_part(r, F - push, s);
    sum.virial = sum.virial + VARDEM::UpperTriangle{s[0], s[1], s[2], s[5], s[4], s[3]};
    sum.torque = sum.torque + cross(r, F) + torque;
  }
  const VARDEM::GyroscopicPower power = {frame};
  for (int i = 0; i < clumps.size(); i++) sum.gyroscopic += power(clumps, i);
  return sum;
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
