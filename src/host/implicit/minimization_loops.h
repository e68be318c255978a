/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_MINIMIZATION_LOOPS_H
#define VARDEM_HOST_MINIMIZATION_LOOPS_H

#include "host/lammps/clumps.h"
#include "host/network/contact_rules.h"
#include "kernels/flow.h"
#include "solvers/space.h"

namespace LAMMPS_NS::VARDEM_NS {

// What LAMMPS leaves out of a minimization: gravity, and atoms that are held. Each struct is the body of one loop of a Space.

/** Adds the weight of atoms to their forces. */
template <class Points> struct AddWeight {
  Points atoms;
  VARDEM::Vec3 g;    // weight per mass

  VARDEM_INLINE void operator()(int i) const
  {
    if (atoms.selects(i)) atoms.set_f(i, atoms.f(i) + atoms.mass(i) * g);
  }
};

/** Sums: the potential energy of the weight of atoms, at their places in the box that they have started from. */
template <class Points> struct PotentialOfWeight {
  Points atoms;
  VARDEM::Vec3 g;    // weight per mass
  const imageint *images;
  VARDEM::Upper box;    // edges of the box

  VARDEM_INLINE void operator()(int i, VARDEM::Sums<1> &sums) const
  {
    if (!atoms.selects(i)) return;
    const VARDEM::Vec3 x = atoms.x(i) + box * boxes(images[i]);
    sums.s[0] -= atoms.mass(i) * dot(g, x);
  }
};

/** Takes away the forces and torques of atoms that do not move, so that LAMMPS' norms are those of the others. */
template <class Points, class Spheres> struct ReleaseHeld {
  Points atoms;
  Spheres spheres;
  HeldAtoms held;

  VARDEM_INLINE void operator()(int i) const
  {
    if (!held.is_fixed(atoms.group_bits(i))) return;
    spheres.set_f(i, {0.0, 0.0, 0.0});
    spheres.set_torque(i, {0.0, 0.0, 0.0});
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
