// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CLOSED_CONTACTS_H
#define VARDEM_HOST_CLOSED_CONTACTS_H

#include "host/network/contact_rules.h"
#include "kernels/contact/no_tension.h"
#include "kernels/contact/sphere_contact.h"
#include "kernels/rigid/impact.h"
#include "neigh_list.h"

namespace LAMMPS_NS::VARDEM_NS {

// The contacts of atoms, as loops on the host and on devices see them. Atoms is an accessor of the
// atoms of this process, with their ghosts, and of a neighbor list:
//   HALF                       does the list have each pair of this process once, and a pair with a
//                              ghost on both processes (newton off)? Otherwise each owned atom has
//                              all of its neighbors
//   x(i), radius(i), type(i), mask(i), tag(i)    of atom i, owned or ghost; x is a Vec3
//   count(), atom(n)           number of owned atoms in the list; the n-th of them
//   neighbors(i), neighbor(i, k)                 how many neighbors atom i has; the k-th, with
//                                                LAMMPS' bits of special bonds

/** Spheres of LAMMPS on the host, in a half list. It is valid until LAMMPS reallocates the
 *  arrays. */
class ListedSpheres {
 public:
  static constexpr bool HALF = true;

  ListedSpheres() = default;
  /** list may be null if no neighbors are asked for. */
  ListedSpheres(const Atom *atom, const NeighList *list) :
      xs(atom->x ? VARDEM::vectors_at(atom->x[0]) : nullptr), radii(atom->radius),
      types(atom->type), masks(atom->mask), tags(atom->tag)
  {
    if (!list) return;
    inum = list->inum;
    ilist = list->ilist;
    numneigh = list->numneigh;
    firstneigh = list->firstneigh;
  }

  VARDEM_INLINE const VARDEM::Vec3 &x(int i) const { return xs[i]; }
  VARDEM_INLINE double radius(int i) const { return radii[i]; }
  VARDEM_INLINE int type(int i) const { return types[i]; }
  VARDEM_INLINE int mask(int i) const { return masks[i]; }
  VARDEM_INLINE tagint tag(int i) const { return tags[i]; }
  int count() const { return inum; }
  VARDEM_INLINE int atom(int n) const { return ilist[n]; }
  VARDEM_INLINE int neighbors(int i) const { return numneigh[i]; }
  VARDEM_INLINE int neighbor(int i, int k) const { return firstneigh[i][k]; }

 private:
  const VARDEM::Vec3 *xs = nullptr;
  const double *radii = nullptr;
  const int *types = nullptr, *masks = nullptr;
  const tagint *tags = nullptr;
  int inum = 0;
  const int *ilist = nullptr, *numneigh = nullptr;
  int *const *firstneigh = nullptr;
};

/** The motions of a step, in which pairs that stay apart by more than a margin are no contacts. */
struct StepAhead {
  double h = 0.0, margin = 0.0;    // h = 0: there is no step
  const int *column = nullptr;     // of atoms
  // of columns: at the start of the step, and at its end without contact forces
  const double *velocity = nullptr, *free_velocity = nullptr;

  VARDEM_INLINE VARDEM::RigidGap gap(int i, int j, const VARDEM::TouchingSpheres &touch) const
  {
    const int a = 3 * column[i], b = 3 * column[j];
    return {touch.gap, -touch.overlap(velocity + a, velocity + b),
            -touch.overlap(free_velocity + a, free_velocity + b)};
  }
  VARDEM_INLINE double least_gap(int i, int j, const VARDEM::TouchingSpheres &touch) const
  {
    return VARDEM::least_gap(gap(i, j, touch), h);
  }
};

/** Finds the contacts of atoms in their neighbor list. */
template <class Atoms> struct ClosedContacts {
  static constexpr bool HALF = Atoms::HALF;
  Atoms atoms;
  ContactCriteria criteria;
  StepAhead step = {};

  VARDEM_INLINE bool is_fixed(int i) const { return criteria.held.is_fixed(atoms.mask(i)); }
  VARDEM_INLINE int code_of_types(int i, int j) const
  {
    return type_pair_code(atoms.type(i), atoms.type(j), criteria.no_type);
  }

  /** Calls f(j, TouchingSpheres, stiffness) for each contact in the list of atom i with an atom j,
   *  unless both are fixed. A contact with a ghost is also in the list of the process that owns the
   *  other atom. */
  template <class F> VARDEM_INLINE void of_atom(int i, const F &f) const
  {
    const bool fixed = is_fixed(i);
    const VARDEM::Vec3 at = atoms.x(i);
    const double xi[3] = {at.x, at.y, at.z}, radius = atoms.radius(i);
    const int first_type = atoms.type(i) * criteria.no_type;
    VARDEM::TouchingSpheres touch;
    for (int k = 0; k < atoms.neighbors(i); k++) {
      const int entry = atoms.neighbor(i, k), j = entry & NEIGHMASK;
      if (criteria.excluded[entry >> SBBITS & 3]) continue;
      if ((fixed && is_fixed(j)) || (atoms.tag(i) == atoms.tag(j)) != criteria.own_images) continue;
      const VARDEM::Vec3 there = atoms.x(j);
      const double xj[3] = {there.x, there.y, there.z};
      const int types = first_type + atoms.type(j);
      if (VARDEM::are_closed(xi, radius, xj, atoms.radius(j), criteria.closed, touch) &&
          criteria.has_law(types) && !(step.h > 0.0 && step.least_gap(i, j, touch) > step.margin))
        f(j, touch, stiffness(types, radius, atoms.radius(j)));
    }
  }

 private:
  VARDEM_INLINE double stiffness(int types, double Ri, double Rj) const
  {
    const double K = criteria.stiffness[types], modulus = criteria.modulus[types];
    if (modulus == 0.0) return K;
    return VARDEM::stiffness_by(criteria.of_moduli, K, modulus, VARDEM::effective_radius(Ri, Rj));
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
