// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_ATOM_TURNOVER_H
#define VARDEM_HOST_ATOM_TURNOVER_H

#include "fix.h"
#include "pointers.h"

#include <optional>

namespace LAMMPS_NS::VARDEM_NS {

/** Two numbers by which sets of atoms differ: how many atoms there are, and a sum over their
 *  IDs. */
struct AtomSet {
  bigint count, ids;    // ids: a sum of 32 bits of each

  bool operator!=(const AtomSet &other) const { return count != other.count || ids != other.ids; }
};

/** Finds the atoms of a group over all processes. All processes must call it. */
AtomSet find_atom_set(const Atom *atom, int groupbit, MPI_Comm world);

/** Finds the energy that atoms of a group bring when they are inserted and take along when they
 *  are deleted. It compares energies at the same instant, and counts the difference only if the
 *  set of atoms has changed. All processes must call all functions. Energies are over all
 *  processes. */
class AtomTurnover : protected Pointers {
 public:
  AtomTurnover(LAMMPS *lmp, const Fix *ledger_in) : Pointers(lmp), ledger(ledger_in) {}

  /** To be called behind the first half kick of a step: may atoms come or go in this step? Some
   *  fix has asked for a new neighbor list in this step, or atoms may leave through a boundary
   *  that is not periodic. */
  bool expected() const;
  /** The energy before atoms may come or go. */
  void open(double energy);
  /** Is there an energy to compare with? */
  bool is_open() const { return before.has_value(); }
  /** The energy that atoms have brought since open(). The argument is the energy now. */
  double close(double energy);
  /** Forgets the energy of open(). */
  void forget() { before.reset(); }

 private:
  struct State {
    AtomSet atoms;
    double energy;
  };

  const Fix *ledger;
  std::optional<State> before;

  AtomSet atoms_now() const { return find_atom_set(atom, ledger->groupbit, world); }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
