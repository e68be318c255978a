// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/atoms/rigid_members.h"

#include "atom.h"
#include "fix.h"
#include "modify.h"
#include "utils.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

RigidBodies::RigidBodies(Fix *fix, int first) :
    rigid(fix), small(utils::strmatch(fix->style, "^rigid.*/small")), first(first)
{
}

std::vector<RigidBodies> RigidBodies::of_all_fixes(Modify *modify)
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

BodyTable RigidBodies::bodies_of_fix() const
{
  return small ? small_body_table(rigid) : common_body_table(rigid);
}

MemberTable RigidBodies::members_of_fix() const
{
  return small ? small_member_table(rigid) : common_member_table(rigid);
}

RigidBody RigidBodies::body(const Clumps &clumps, int k, tagint owner) const
{
  const double name = small ? static_cast<double>(owner) : -1.0 - first - k;
  return {name, clumps.mass(k), clumps.inertia(k), clumps.ex(k), clumps.ey(k), clumps.ez(k)};
}

void RigidBodies::find_members(const LAMMPS *lmp, std::vector<Member> &members) const
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

void RigidBodies::add_bodies(const LAMMPS *lmp, std::vector<RigidBody> &some) const
{
  const Clumps clumps = bodies();
  for (int k = 0; k < clumps.size(); k++)
    some.push_back(body(clumps, k, small ? lmp->atom->tag[clumps.owner(k)] : 0));
}
