// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_RIGID_MEMBERS_H
#define VARDEM_HOST_RIGID_MEMBERS_H

#include "host/lammps/clumps.h"

#include <vector>

namespace LAMMPS_NS {

class LAMMPS;
class Modify;

namespace VARDEM_NS {

  /** A particle as a member of a rigid body. */
  struct Member {
    // 0: none; > 0: ID of the atom that owns the body; < 0: -1 - number of a body that all
    // processes have
    double body = 0.0;
    double mass = 0.0;                   // of the body
    VARDEM::Vec3 r = {0.0, 0.0, 0.0};    // from the center of mass of the body to the particle
  };

  /** A rigid body with its principal moments of inertia and axes. */
  struct RigidBody {
    double body;    // as in Member
    double mass;
    VARDEM::Vec3 inertia, ex, ey, ez;
  };

  /** The rigid bodies of one fix rigid or rigid/small, or of a style derived from them, and their
   *  members. All styles find bodies and members in this way. Only data of these classes are read,
   *  and nothing of package RIGID is linked. */
  class RigidBodies {
   public:
    /** first: number of bodies of the fixes before this one that all processes know. */
    RigidBodies(Fix *fix, int first);

    /** Of all fixes with rigid bodies, in the order of the input. Call it in init() or later; it is
     *  valid for the run. */
    static std::vector<RigidBodies> of_all_fixes(Modify *modify);

    Fix *fix() const { return rigid; }

    /** True if each body belongs to one process: rigid/small. False if all processes have all
     *  bodies: rigid. */
    bool is_small() const { return small; }

    /** For each owned atom the index of its body in bodies(), or -1; null before the set-up of the
     *  fix. The body of a member may be a ghost: then its index is >= size(). */
    const int *body_of_atoms() const { return members_of_fix().body; }

    /** Mass, center, velocity, L, moments, orientation, force and torque of bodies. With
     *  rigid/small this process has the bodies that it owns, with rigid all. There are none before
     *  the set-up of the fix. Valid within a hook. */
    Clumps bodies() const { return Clumps(body_of_atoms() ? bodies_of_fix() : BodyTable()); }

    /** How many bodies of this fix all processes know: those of fix rigid. */
    int common_bodies() const { return small ? 0 : bodies_of_fix().n; }
    /** Enters the owned members. Before the set-up of the fix there are none. */
    void find_members(const LAMMPS *lmp, std::vector<Member> &members) const;
    /** Appends the bodies that this process owns, or that all processes know. */
    void add_bodies(const LAMMPS *lmp, std::vector<RigidBody> &bodies) const;

   private:
    Fix *rigid;
    bool small;
    int first;

    BodyTable bodies_of_fix() const;
    MemberTable members_of_fix() const;
    RigidBody body(const Clumps &, int k, tagint owner) const;
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
