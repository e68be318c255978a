// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/lammps/internals_bodies.h"

#include "fix.h"

#include "RIGID/fix_rigid.h"
#include "RIGID/fix_rigid_small.h"

#include <type_traits>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {

template <class T> BodyColumn<T> rows(T *const *table)
{
  constexpr std::ptrdiff_t VECTOR = 3;
  return {table ? table[0] : nullptr, VECTOR};
}

/** Names of protected members. */
struct Common : public FixRigid {
  static BodyTable bodies(const FixRigid *fix)
  {
    BodyTable table;
    table.n = fix->*(&Common::nbody);
    table.mass = {fix->*(&Common::masstotal), 1};
    table.x = rows(fix->*(&Common::xcm));
    table.v = rows(fix->*(&Common::vcm));
    table.L = rows(fix->*(&Common::angmom));
    table.omega = rows(fix->*(&Common::omega));
    table.f = rows(fix->*(&Common::fcm));
    table.torque = rows(fix->*(&Common::torque));
    table.quat = {(fix->*(&Common::quat))[0], 4};
    table.inertia = rows(fix->*(&Common::inertia));
    table.ex = rows(fix->*(&Common::ex_space));
    table.ey = rows(fix->*(&Common::ey_space));
    table.ez = rows(fix->*(&Common::ez_space));
    table.image = {fix->*(&Common::imagebody), 1};
    table.natoms = {fix->*(&Common::nrigid), 1};
    return table;
  }

  static MemberTable members(const FixRigid *fix)
  {
    return {fix->*(&Common::body), nullptr, fix->*(&Common::xcmimage), fix->*(&Common::displace)};
  }
};

struct Small : public FixRigidSmall {
  static BodyTable bodies(const FixRigidSmall *fix)
  {
    static_assert(sizeof(Body) % sizeof(double) == 0, "columns have whole numbers");
    BodyTable table;
    table.n = fix->*(&Small::nlocal_body);
    Body *const b = fix->*(&Small::body);
    if (!b) return table;
    const auto column = [](auto &first) {
      using T = std::remove_reference_t<decltype(first)>;
      return BodyColumn<T>{&first, sizeof(Body) / sizeof(T)};
    };
    table.mass = column(b->mass);
    table.x = column(b->xcm[0]);
    table.v = column(b->vcm[0]);
    table.L = column(b->angmom[0]);
    table.omega = column(b->omega[0]);
    table.f = column(b->fcm[0]);
    table.torque = column(b->torque[0]);
    table.quat = column(b->quat[0]);
    table.inertia = column(b->inertia[0]);
    table.ex = column(b->ex_space[0]);
    table.ey = column(b->ey_space[0]);
    table.ez = column(b->ez_space[0]);
    table.image = column(b->image);
    const Body *const constant = b;
    table.natoms = column(constant->natoms);
    table.owner = column(constant->ilocal);
    return table;
  }

  static MemberTable members(const FixRigidSmall *fix, bool known)
  {
    if (!known) return {nullptr, fix->*(&Small::bodytag), nullptr, nullptr};
    return {fix->*(&Small::atom2body), fix->*(&Small::bodytag), fix->*(&Small::xcmimage),
            fix->*(&Small::displace)};
  }
};

/** The fix has computed its bodies. */
bool is_set_up(const Fix *rigid)
{
  int dim;
  return const_cast<Fix *>(rigid)->extract("body", dim);
}

}    // namespace

BodyTable VARDEM_NS::common_body_table(const Fix *rigid)
{
  return Common::bodies(static_cast<const FixRigid *>(rigid));
}

MemberTable VARDEM_NS::common_member_table(const Fix *rigid)
{
  return is_set_up(rigid) ? Common::members(static_cast<const FixRigid *>(rigid)) : MemberTable();
}

BodyTable VARDEM_NS::small_body_table(const Fix *rigid_small)
{
  return Small::bodies(static_cast<const FixRigidSmall *>(rigid_small));
}

MemberTable VARDEM_NS::small_member_table(const Fix *rigid_small)
{
  return Small::members(static_cast<const FixRigidSmall *>(rigid_small), is_set_up(rigid_small));
}
