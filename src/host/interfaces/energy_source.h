// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_ENERGY_SOURCE_H
#define VARDEM_HOST_ENERGY_SOURCE_H

#include "host/interfaces/styles_with.h"

namespace LAMMPS_NS::VARDEM_NS {

/** Parts of the energy balance, in the order of the vector of fix energy/ledger. */
enum class EnergyPart {
  TRANSLATION,
  ROTATION,
  ELASTIC,
  BOND,
  GRAVITY,
  WALLS,
  CELL,
  DASHPOTS,
  FRICTION,
  DAMPING,
  IMPACTS,
  INSERTIONS,
  FRACTURE
};
constexpr int ENERGY_PARTS = static_cast<int>(EnergyPart::FRACTURE) + 1;

/** Kinetic and potential energies are those of the present state. All other parts are work or
 *  dissipation that adds up. */
constexpr bool is_accumulated(EnergyPart part)
{
  return part > EnergyPart::BOND;
}

/** A fix, pair or bond style with parts of the energy balance that fix energy/ledger does not know
 *  otherwise, such as work or dissipation. LAMMPS sums the energies of pair and bond styles
 *  (eng_vdwl, energy), so these styles do not offer ELASTIC or BOND. A fix that offers this
 *  interface tells all of its energies by it: its scalar does not count, whatever fix_modify energy
 *  says. */
class EnergySource {
 public:
  /** The parts to which it contributes, during a run the same. */
  virtual std::vector<EnergyPart> energy_parts() const = 0;
  /** Someone needs what this style accumulates in the next run. The ledger calls it in its init(),
   *  thus behind the init_style() of pair styles. A style that accumulates at no cost does not need
   *  this call. */
  virtual void keep_books() {}
  /** Its number for one of these parts, over all processes, in units of energy. All processes must
   *  call it. If the part is accumulated: what it has added up so far, from any start. Otherwise
   *  the energy of the present state. */
  virtual double energy(EnergyPart part) = 0;
  /** The rate at which DASHPOTS or FRICTION grows in the half kick that follows, if the number of
   *  that half kick is not counted yet; over all processes, as energy(). */
  virtual double power(EnergyPart) { return 0.0; }

 protected:
  ~EnergySource() = default;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
