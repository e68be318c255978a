// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CLUMP_FLOW_H
#define VARDEM_HOST_CLUMP_FLOW_H

#include "domain.h"
#include "host/lammps/clumps.h"
#include "kernels/streaming.h"
#include "pointers.h"

namespace LAMMPS_NS::VARDEM_NS {

class CellStreaming;

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
  void find();

  // Set-up of a run. The input has velocities of clumps, whatever image a member is in.

  /** Before FixRigidSmall makes bodies. from_members: it computes their velocities from the
   *  velocities of members. */
  void before_bodies(bool from_members, const MemberTable &members);
  /** After it has made them. */
  void after_bodies(bool from_members, const MemberTable &members, const Clumps &clumps);
  /** Adds the flow to the velocities of clumps if its fix does so for single particles now. Returns
   *  true if it has: then velocities of members must follow. */
  bool kick(const Clumps &clumps) const;

  // Each step

  /** Adds the part of the flow to forces and torques of clumps. not_yet: the fix of the flow has
   *  not run yet; then the part is added by the next add_what_is_due(). */
  void add(const Clumps &clumps, bool not_yet);
  void add_what_is_due(const Clumps &clumps)
  {
    if (due) add(clumps);
  }
  /** What the flow has added to this part of the force of a single particle, if that was there
   *  before. */
  VARDEM::Vec3 added_to(const VARDEM::Vec3 &force, int i) const;

  /** Takes the velocities of images from the members, or adds them. */
  void leave_images(const MemberTable &members) const
  {
    if (flow) shift_members(members, -1.0 * image_rate, 0.0);
  }
  void enter_images(const MemberTable &members) const
  {
    if (flow) shift_members(members, image_rate, 0.0);
  }
  /** The same after FixRigidSmall has moved the members by a step h. Images move on in the step,
   *  too. */
  void enter_images_of_next_step(const MemberTable &, double h);
  /** The same at the end of the step. */
  void enter_images_full_step(const MemberTable &);

  /** Before a step: notes the cell, in order to detect a flip. */
  void note_cell()
  {
    if (flow) cell = VARDEM::upper(domain->h);
  }
  /** After a flip of the cell: changes image flags of clumps as Domain does with those of atoms
   *  (Domain::image_flip()), and adds the velocities of new images. */
  void remap(const Clumps &);

 private:
  CellStreaming *flow = nullptr;    // null if no fix makes the cell flow
  int groupbit = 0;                 // of that fix
  bool due = false;                 // forces and torques do not contain the part of the flow yet
  VARDEM::UpperTriangle image_rate = {};    // times image flags: velocity of a periodic image
  VARDEM::UpperTriangle cell = {};          // edges at the start of the step

  void add(const Clumps &);
  void shift_members(const MemberTable &, const VARDEM::UpperTriangle &rate, double h) const;
  void unwrap_members(const MemberTable &, const VARDEM::UpperTriangle &rate) const;
};

/** Sum over clumps of M v_f v_f, v_f = V - L (X - origin), of this process [mass velocity^2]. */
VARDEM::UpperTriangle kinetic_stress(const Clumps &, const VARDEM::UpperTriangle &L,
                                     const VARDEM::Vec3 &origin);

/** Sums over owned members of r f, its symmetric part, and of r x f, where r is the arm of force f
 *  from the center of the clump [force distance], and the gyroscopic power of the clumps [mass
 *  velocity^2/time]. frame: the spin with which they turn. of_contacts: forces and torques of
 *  contact dynamics (host/dynamics/rigid_steps.h), whose virial is that of bodies; or null. */
VARDEM::FlowMoments flow_moments(const Clumps &, const MemberTable &, int nlocal, double **f,
                                 const VARDEM::Vec3 &frame, const double *of_contacts = nullptr);

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
