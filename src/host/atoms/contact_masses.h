// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CONTACT_MASSES_H
#define VARDEM_HOST_CONTACT_MASSES_H

#include "atom.h"
#include "fix.h"
#include "host/atoms/rigid_members.h"
#include "modify.h"
#include "pointers.h"
#include "update.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The inverse masses of atoms in contacts. The effective mass of two atoms is 1/(sum of both). It
 *  is 0 for atoms that fix freeze holds. Members of rigid bodies have the mass of their body. */
class ContactMasses : protected Pointers {
 public:
  explicit ContactMasses(LAMMPS *lmp) : Pointers(lmp) {}

  /** Looks for fixes freeze and rigid. Call it in init_style(). */
  void init()
  {
    frozenbits = 0;
    for (const auto *fix : modify->get_fix_by_style("^freeze")) frozenbits |= fix->groupbit;
    bodies = !RigidBodies::of_all_fixes(modify).empty();
    // commands between runs, such as write_restart, change no bodies: run ... pre no goes on
    if (!bodies || Pointers::update->whichflag) body_mass.clear();
  }

  /** Are there rigid bodies? Then find_bodies() must be called after each build of the neighbor
   *  lists and before update(), and the masses of the bodies go to the ghosts by pack() and
   *  unpack(), 1 number for each atom. */
  bool have_bodies() const { return bodies; }
  /** The fixes have their bodies since the set-up of the run, and new members since the last
   *  insertion. */
  void find_bodies()
  {
    std::vector<Member> members(atom->nlocal);
    for (const RigidBodies &fix : RigidBodies::of_all_fixes(modify)) fix.find_members(lmp, members);
    body_mass.assign(atom->nlocal + atom->nghost, 0.0);
    for (int i = 0; i < atom->nlocal; i++) body_mass[i] = members[i].mass;
  }
  int pack(int n, const int *list, double *buf) const
  {
    for (int k = 0; k < n; k++) buf[k] = body_mass[list[k]];
    return n;
  }
  void unpack(int n, int first, const double *buf)
  {
    for (int k = 0; k < n; k++) body_mass[first + k] = buf[k];
  }

  /** Inverse masses of all owned and ghost atoms now: masses may change in any step. The array is
   *  valid until the next call. */
  const double *update()
  {
    const int n = atom->nlocal + atom->nghost;
    if (static_cast<int>(inverse.size()) < n) inverse.resize(atom->nmax);
    if (bodies)
      for (int i = 0; i < n; i++) inverse[i] = inverse_mass(i);
    else {
      const double *rmass = atom->rmass;
      const int *mask = atom->mask;
      double *result = inverse.data();
      for (int i = 0; i < n; i++) result[i] = mask[i] & frozenbits ? 0.0 : 1.0 / rmass[i];
    }
    return inverse.data();
  }
  double inverse_mass(int i) const
  {
    if (atom->mask[i] & frozenbits) return 0.0;
    const bool known = i < static_cast<int>(body_mass.size());
    return 1.0 / (known && body_mass[i] > 0.0 ? body_mass[i] : atom->rmass[i]);
  }

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
