// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_STOCK_ENERGIES_H
#define VARDEM_HOST_STOCK_ENERGIES_H

#include "host/energy/energy_sources.h"
#include "pointers.h"
#include "update.h"

#include <string>

namespace LAMMPS_NS {
class Compute;
class Fix;
}    // namespace LAMMPS_NS

namespace LAMMPS_NS::VARDEM_NS {

/** The energies that LAMMPS itself sums, for a fix that keeps the books (the ledger). LAMMPS sums
 *  the energies of pairs and bonds only in steps in which a compute needs them. So the ledger has
 *  two computes, ID_elastic and ID_bond. Their energies belong to all atoms, and count if the
 *  group of the ledger is all. In units of energy; all processes must call the functions. */
class PotentialEnergy : protected Pointers {
 public:
  PotentialEnergy(LAMMPS *lmp, const Fix *ledger);
  void add_computes();
  void delete_computes();

  /** Lets LAMMPS sum these energies in a step to come. */
  void tally_at(bigint step) const;
  /** Are they summed in this step? */
  bool tallied() const { return update->eflag_global == update->ntimestep; }

  /** Of pair styles, kspace, walls, and fixes that the user counts by fix_modify energy yes. */
  double elastic() const;
  /** For a reader of the same step, who gets the values of another one: LAMMPS must know that both
   *  computes were used, to compute them at the next step of this reader, too. */
  void mark_as_used() const;
  /** Of bonds, angles, dihedrals and impropers. */
  double bond() const;

 private:
  const Fix *ledger;
  std::string id_elastic, id_bond;

  Compute *compute_of(const std::string &id_compute) const;
  double value_of(const std::string &id_compute) const;
};

/** The parts of the input whose energies the books of a fix (the ledger) do not contain, for the
 *  log: a line for each part that does not contain something, with the styles; one with the fixes
 *  that may change the energy in a way that no part contains; and one with the consequence. Nothing
 *  if all is contained. LAMMPS' own styles are known by name. All processes must call it. */
std::vector<std::string> missing_energies(LAMMPS *, const Fix *ledger,
                                          const EnergySources &sources);

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
