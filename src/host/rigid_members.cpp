/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/rigid_members.h"

#include "atom.h"
#include "fix.h"
#include "utils.h"

// Of package RIGID only layouts and virtual functions are used, because LAMMPS may have been built without it
#include "RIGID/fix_rigid.h"
#include "RIGID/fix_rigid_small.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Vec3;

namespace {

// Names of protected members of stock styles

struct Common : public FixRigid {
  static int nbody_of(const FixRigid *f) { return f->*(&Common::nbody); }
  static const int *body_of(const FixRigid *f) { return f->*(&Common::body); }
  static double **displace_of(const FixRigid *f) { return f->*(&Common::displace); }
  static const double *mass_of(const FixRigid *f) { return f->*(&Common::masstotal); }
  static double **inertia_of(const FixRigid *f) { return f->*(&Common::inertia); }
  static double **ex_of(const FixRigid *f) { return f->*(&Common::ex_space); }
  static double **ey_of(const FixRigid *f) { return f->*(&Common::ey_space); }
  static double **ez_of(const FixRigid *f) { return f->*(&Common::ez_space); }
};

struct Small : public FixRigidSmall {
  static int owned_bodies(const FixRigidSmall *f) { return f->*(&Small::nlocal_body); }
  static const Body *bodies_of(const FixRigidSmall *f) { return f->*(&Small::body); }
  static const int *body_of(const FixRigidSmall *f) { return f->*(&Small::atom2body); }
  static const tagint *owner_of(const FixRigidSmall *f) { return f->*(&Small::bodytag); }
  static double **displace_of(const FixRigidSmall *f) { return f->*(&Small::displace); }
};

Vec3 vec(const double *a)
{
  return {a[0], a[1], a[2]};
}

/** From the axes of a body to space. */
Vec3 to_space(const RigidBody &b, const double *d)
{
  return d[0] * b.ex + d[1] * b.ey + d[2] * b.ez;
}

RigidBody common_body(const FixRigid *f, int k, int first)
{
  return {-1.0 - first - k,         Common::mass_of(f)[k],    vec(Common::inertia_of(f)[k]),
          vec(Common::ex_of(f)[k]), vec(Common::ey_of(f)[k]), vec(Common::ez_of(f)[k])};
}

template <class Body> RigidBody small_body(const Body &b, tagint owner)
{
  return {static_cast<double>(owner),
          b.mass,
          vec(b.inertia),
          vec(b.ex_space),
          vec(b.ey_space),
          vec(b.ez_space)};
}

}    // namespace

/* ---------------------------------------------------------------------- */

RigidBodies::RigidBodies(Fix *fix, int first) :
    fix(fix), small(utils::strmatch(fix->style, "/small")), first(first)
{
}

/* ---------------------------------------------------------------------- */

bool RigidBodies::is_set_up() const
{
  int dim;
  return fix->extract("body", dim) != nullptr;
}

/* ---------------------------------------------------------------------- */

int RigidBodies::common_bodies() const
{
  return small ? 0 : Common::nbody_of(static_cast<FixRigid *>(fix));
}

/* ---------------------------------------------------------------------- */

void RigidBodies::find_members(const LAMMPS *lmp, std::vector<Member> &members) const
{
  if (!is_set_up()) return;
  const auto *f = static_cast<FixRigid *>(fix);
  const auto *s = static_cast<FixRigidSmall *>(fix);
  const int *const body = small ? Small::body_of(s) : Common::body_of(f);
  double **const displace = small ? Small::displace_of(s) : Common::displace_of(f);
  for (int i = 0; i < lmp->atom->nlocal; i++) {
    const int k = body[i];
    if (k < 0) continue;
    const RigidBody b = small ? small_body(Small::bodies_of(s)[k], Small::owner_of(s)[i])
                              : common_body(f, k, first);
    members[i] = {b.body, b.mass, to_space(b, displace[i])};
  }
}

/* ---------------------------------------------------------------------- */

void RigidBodies::add_bodies(const LAMMPS *lmp, std::vector<RigidBody> &bodies) const
{
  if (!is_set_up()) return;
  const auto *s = static_cast<FixRigidSmall *>(fix);
  const int n = small ? Small::owned_bodies(s) : common_bodies();
  for (int k = 0; k < n; k++)
    bodies.push_back(
        small ? small_body(Small::bodies_of(s)[k], lmp->atom->tag[Small::bodies_of(s)[k].ilocal])
              : common_body(static_cast<FixRigid *>(fix), k, first));
}
