// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_ENERGY_SOURCES_H
#define VARDEM_HOST_ENERGY_SOURCES_H

#include "host/interfaces/energy_source.h"
#include "pointers.h"

#include <string>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** One number for each part of the energy balance [energy]. Plain data, which a restart file
 *  contains byte by byte. */
struct Energies {
  double value[ENERGY_PARTS];

  double &operator[](EnergyPart part) { return value[static_cast<int>(part)]; }
  double operator[](EnergyPart part) const { return value[static_cast<int>(part)]; }
};

/** Do the numbers of a fix belong to the atoms of the ledger's group? They do if this group is all,
 *  or the group of the fix. */
inline bool covers(const Fix *ledger, const Fix *fix)
{
  return ledger->igroup == 0 || ledger->igroup == fix->igroup;
}

/** Does the ledger take this part from the fix? */
bool takes(const Fix *ledger, const EnergySource *fix, EnergyPart part);

/** The name of a fix in messages. */
std::string name_of(const Fix *);

/** The fixes, pair styles and bond styles that offer interface EnergySource, for a fix that keeps
 *  the books (the ledger).
 *
 *  Of a part that a source accumulates, the ledger counts the difference to the beginning of the
 *  run: the user may define and delete sources between runs, and a source may have begun before the
 *  ledger. Energies of the present state count as they are. Numbers of pair and bond styles are
 *  about all atoms. They count if the group of the ledger is all. */
class EnergySources : protected Pointers {
 public:
  struct Source {
    EnergySource *energy;
    const Fix *fix;      // null if it is a pair or bond style
    std::string name;    // as in messages
    bool covered;        // its numbers count in the books of this ledger
  };

  EnergySources(LAMMPS *lmp, const Fix *ledger_in) : Pointers(lmp), ledger(ledger_in) {}

  /** All sources of the input. */
  std::vector<Source> in_input() const;
  /** Asks the sources to accumulate in the next run: to be called by init(). */
  void ask() const
  {
    for (const auto &source : in_input()) source.energy->keep_books();
  }
  /** Starts a run: from now on the energies that sources accumulate count. All processes must call
   *  this function and the next two. */
  void start();
  /** Adds the energies that sources have accumulated since start(). A source that was deleted since
   *  then adds nothing. */
  void add_accumulated(Energies &sum) const;
  /** The powers of dashpots and friction in the half kick that follows. */
  Energies powers() const;
  /** Adds energies of the present state. */
  void add_present(Energies &sum) const;

 private:
  struct Account {
    std::string key;
    EnergyPart part;
    double start;
  };

  const Fix *ledger;
  std::vector<Account> accounts;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
