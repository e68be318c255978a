/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_FORCES_OF_CONTACTS_H
#define VARDEM_HOST_FORCES_OF_CONTACTS_H

#include "atom.h"
#include "force.h"
#include "host/implicit/implicit_steps.h"
#include "host/interfaces/wall_contacts.h"
#include "solvers/resting_spheres.h"

#include <algorithm>
#include <type_traits>

namespace LAMMPS_NS::VARDEM_NS {

/** Body of a loop: copies forces and torques of atoms. */
template <class Spheres> struct CopyForces {
  Spheres atoms;
  double *to;    // FORCE_COLUMNS numbers of each

  VARDEM_INLINE void operator()(int i) const
  {
    VARDEM::vectors_at(to)[2 * i] = atoms.f(i);
    VARDEM::vectors_at(to)[2 * i + 1] = atoms.torque(i);
  }
};

/** What pairs, bonds and walls have last added to the forces and torques of atoms. Platform is as SphereStepsOn has it
 *  (host/dynamics/sphere_steps_on.h). */
template <class Platform> class ForcesOfContacts : protected Pointers {
 public:
  using Space = typename Platform::Space;

  ForcesOfContacts(LAMMPS *lmp, Platform &platform_in, Space &space_in) :
      Pointers(lmp), platform(platform_in), space(space_in)
  {
  }

  /** Takes those of pairs and bonds: the arrays of atoms have them, also of ghosts, and no others. */
  void take_pairs()
  {
    const int all = FORCE_COLUMNS * (atom->nlocal + atom->nghost);
    space.allocate(of_pairs, all);
    space.for_each(all, VARDEM::SetZero{of_pairs.data()});
    const auto atoms = platform.spheres();
    space.for_each(atom->nlocal + (force->newton ? atom->nghost : 0),
                   CopyForces<std::decay_t<decltype(atoms)>>{atoms, of_pairs.data()});
    if (force->newton) platform.ghosts.reverse(of_pairs.data(), FORCE_COLUMNS);
    taken = FORCE_COLUMNS * atom->nlocal;
  }

  /** Sums those of pairs, bonds and walls: FORCE_COLUMNS numbers of each owned atom. */
  const double *sum()
  {
    const int n = FORCE_COLUMNS * atom->nlocal;
    space.allocate(of_all, n);
    space.for_each(n, VARDEM::SetZero{of_all.data()});
    add(of_pairs.data(), std::min(n, taken));
    for (const auto *wall : fixes_with<WallContacts>(modify)) {
      const WallContacts::KeptForces kept = wall->kept_forces();
      add(kept.forces, std::min(n, FORCE_COLUMNS * kept.atoms));
    }
    return of_all.data();
  }

 private:
  Platform &platform;
  Space &space;
  typename Space::template Array<double> of_pairs, of_all;
  int taken = 0;

  void add(const double *forces, int n)
  {
    space.for_each(n, VARDEM::AddTo{of_all.data(), forces, of_all.data()});
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
