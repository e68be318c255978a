// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CONTACT_MASSES_H
#define VARDEM_HOST_CONTACT_MASSES_H

#include "pointers.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The inverse masses of atoms in contacts. The effective mass of two atoms is 1/(sum of both). It
 *  is 0 for atoms that fix freeze holds. Members of rigid bodies have the mass of their body. */
class ContactMasses : protected Pointers {
 public:
  explicit ContactMasses(LAMMPS *lmp) : Pointers(lmp) {}

  /** Looks for fixes freeze and rigid. Call it in init_style(). */
  void init();

  /** Are there rigid bodies? Then find_bodies() must be called after each build of the neighbor
   *  lists and before update(), and the masses of the bodies go to the ghosts by pack() and
   *  unpack(), 1 number for each atom. */
  bool have_bodies() const { return bodies; }
  void find_bodies();
  int pack(int n, const int *list, double *buf) const;
  void unpack(int n, int first, const double *buf);

  /** Inverse masses of all owned and ghost atoms now: masses may change in any step. The array is
   *  valid until the next call. */
  const double *update();
  /** Inverse mass of one atom. */
  double inverse_mass(int i) const;

  // for Kokkos variants, which do the same on the device
  int frozen_bits() const { return frozenbits; }
  /** Masses of the bodies of owned and ghost atoms, 0 of other atoms; empty without bodies. */
  const std::vector<double> &body_masses() const { return body_mass; }

  double memory_usage() const { return (body_mass.size() + inverse.size()) * sizeof(double); }

 private:
  int frozenbits = 0;
  bool bodies = false;
  std::vector<double> body_mass;    // of members; 0 of other atoms
  std::vector<double> inverse;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
