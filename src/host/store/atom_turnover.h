// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_ATOM_TURNOVER_H
#define VARDEM_HOST_ATOM_TURNOVER_H

#include "fix.h"
#include "pointers.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** A number that looks random. Source: splitmix64, Steele, Lea & Flood, OOPSLA 2014. */
std::uint64_t scrambled(std::uint64_t);

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
  void open(double energy) { before = State{atoms_now(), energy}; }
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

/** Detects whether atoms were added, removed, moved or resized since the last run. The results of a
 *  fix of the last step of a run are valid for the same atoms only. */
class AtomsOfRun : protected Pointers {
 public:
  AtomsOfRun(LAMMPS *lmp) : Pointers(lmp) {}

  /** The post_run() of the fix calls this. All processes must call it. */
  void keep();
  /** The init() of the fix calls this, before atoms go to other processes. */
  void look() { moved = moved || have_moved(); }
  /** The set_arrays() of the fix calls this, and its copy_arrays() where an atom goes: LAMMPS must
   *  not read again what computes have read. */
  void come_or_go(bool has_come);
  /** Are there other atoms, or are they at other places or of another size? All processes must call
   *  it. */
  bool are_others() const;

 private:
  struct Place {
    tagint tag;
    double x[3], radius;
  };

  bool known = false;                       // has there been a run?
  bool have_come = false, moved = false;    // since then, on this process
  AtomSet kept = {};
  std::vector<Place> places;    // of owned atoms, in their order

  bool have_moved() const;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
