// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_INTERNALS_BODIES_H
#define VARDEM_HOST_INTERNALS_BODIES_H

#include "lmptype.h"

#include <cstddef>

namespace LAMMPS_NS {

class Fix;

namespace VARDEM_NS {

  // A part of the access to what LAMMPS does not publish (host/lammps/internals.h): where LAMMPS'
  // rigid fixes keep bodies and members. Only the layouts of their classes are used, and nothing of
  // package RIGID is linked, because LAMMPS may have been built without it. The addresses are valid
  // until LAMMPS reallocates the arrays, that is within one hook of a fix.

  /** Numbers of one kind of all bodies. The numbers of body i begin at at(i). */
  template <class T> struct BodyColumn {
    T *first = nullptr;
    std::ptrdiff_t stride = 0;    // from one body to the next, in units of T

    T *at(int i) const { return first + i * stride; }
  };

  /** The bodies of a fix. All columns have entries for the first n bodies. */
  struct BodyTable {
    // rigid/small: bodies that this process owns; rigid: all bodies, which all processes have
    int n = 0;
    BodyColumn<double> mass;
    BodyColumn<double> x, v;          // center of mass
    BodyColumn<double> L, omega;      // about the center, in space
    BodyColumn<double> f, torque;     // sums over members
    BodyColumn<double> quat;          // w x y z, from the principal axes to space
    BodyColumn<double> inertia;       // principal moments
    BodyColumn<double> ex, ey, ez;    // principal axes in space
    BodyColumn<imageint> image;       // periodic image in which x lies
    BodyColumn<const int> natoms;     // number of members of which the body was made
    BodyColumn<const int> owner;      // index of the atom that owns the body; null for fix rigid
  };

  /** The members of the bodies of a fix, by index of an owned atom. */
  struct MemberTable {
    // index of its body in the table, or -1; rigid/small: >= n is a ghost of a body
    const int *body = nullptr;
    const tagint *owner = nullptr;    // ID of the atom that owns its body, or 0; null for fix rigid
    // periodic image in which it lies, relative to the center of its body
    const imageint *image = nullptr;
    double *const *displace = nullptr;    // from the center of its body, along the axes of the body
  };

  /** Bodies of a fix rigid, or of a style derived from it. Relies on: protected members of
   *  FixRigid, src/RIGID/fix_rigid.h. */
  BodyTable common_body_table(const Fix *rigid);

  /** Its members. Before the set-up of the fix, there are none. Relies on: the same. */
  MemberTable common_member_table(const Fix *rigid);

  /** Bodies of a fix rigid/small, or of a style derived from it. Relies on: struct
   *  FixRigidSmall::Body and protected members, src/RIGID/fix_rigid_small.h. */
  BodyTable small_body_table(const Fix *rigid_small);

  /** Its members. Before the set-up of the fix, only `owner` is known. Relies on: protected members
   *  of FixRigidSmall, src/RIGID/fix_rigid_small.h; when they are known,
   *  src/RIGID/fix_rigid_small.cpp. */
  MemberTable small_member_table(const Fix *rigid_small);

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
