// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_RIGID_MEMBERS_H
#define VARDEM_HOST_RIGID_MEMBERS_H

#include "atom.h"
#include "fix.h"
#include "host/lammps/clumps.h"
#include "modify.h"
#include "utils.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

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
  RigidBodies(Fix *fix, int first) :
      rigid(fix), small(utils::strmatch(fix->style, "^rigid.*/small")), first(first)
  {
  }

  /** Of all fixes with rigid bodies, in the order of the input. Call it in init() or later; it is
   *  valid for the run. */
  static std::vector<RigidBodies> of_all_fixes(Modify *modify)
  {
    std::vector<RigidBodies> all;
    int ncommon = 0;
    for (Fix *fix : modify->get_fix_list()) {
      if (!fix->rigid_flag || !utils::strmatch(fix->style, "^rigid")) continue;
      all.emplace_back(fix, ncommon);
      ncommon += all.back().common_bodies();
    }
    return all;
  }

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
  void find_members(const LAMMPS *lmp, std::vector<Member> &members) const
  {
    const MemberTable table = members_of_fix();
    if (!table.body) return;
    const Clumps clumps = bodies();
    for (int i = 0; i < lmp->atom->nlocal; i++) {
      const int k = table.body[i];
      if (k < 0) continue;
      const RigidBody b = body(clumps, k, small ? table.owner[i] : 0);
      members[i] = {b.body, b.mass, clumps.to_space(k, table.displace[i])};
    }
  }
  /** Appends the bodies that this process owns, or that all processes know. */
  void add_bodies(const LAMMPS *lmp, std::vector<RigidBody> &some) const
  {
    const Clumps clumps = bodies();
    for (int k = 0; k < clumps.size(); k++)
      some.push_back(body(clumps, k, small ? lmp->atom->tag[clumps.owner(k)] : 0));
  }

 private:
  Fix *rigid;
  bool small;
  int first;

  BodyTable bodies_of_fix() const
  {
    return small ? small_body_table(rigid) : common_body_table(rigid);
  }
  MemberTable members_of_fix() const
  {
    return small ? small_member_table(rigid) : common_member_table(rigid);
  }
  RigidBody body(const Clumps &clumps, int k, tagint owner) const
  {
    const double name = small ? static_cast<double>(owner) : -1.0 - first - k;
    return {name, clumps.mass(k), clumps.inertia(k), clumps.ex(k), clumps.ey(k), clumps.ez(k)};
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
