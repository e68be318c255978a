// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_STOCK_ENERGIES_H
#define VARDEM_HOST_STOCK_ENERGIES_H

#include "host/energy/energy_sources.h"

namespace LAMMPS_NS::VARDEM_NS {

// What is known about the energies of LAMMPS' own styles, by name. Styles that offer interface
// EnergySource tell theirs.

/** Does a pair style tell its energy? */
bool has_pair_energy(const std::string &pair_style);
/** Is the scalar of this fix an elastic energy: that of a wall, or of a fix with fix_modify energy
 *  yes? */
bool has_elastic_energy(const Fix *fix);

/** The parts of the input whose energies the books of a fix (the ledger) do not contain. All
 *  processes must make it. */
class MissingEnergies : protected Pointers {
 public:
  MissingEnergies(LAMMPS *lmp, const Fix *ledger, const EnergySources &sources);

  /** For the log: a line for each part that does not contain something, with the styles; one with
   *  the fixes that may change the energy in a way that no part contains; and one with the
   *  consequence. Nothing if all is contained. */
  std::vector<std::string> lines() const;

 private:
  const Fix *ledger;
  std::vector<std::string> of[ENERGY_PARTS], others;

  void add(const std::vector<EnergyPart> &parts, const std::string &what);
  void look_at_interactions();
  void look_at_fix(Fix *fix);
  bool any_moves(int groupbit) const;
  bool is_told(EnergyPart, bool of_bodies) const;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
