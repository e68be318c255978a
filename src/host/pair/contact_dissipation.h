// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CONTACT_DISSIPATION_H
#define VARDEM_HOST_CONTACT_DISSIPATION_H

#include "host/interfaces/energy_source.h"
#include "host/pair/contact_loop.h"
#include "kernels/cundall.h"

namespace LAMMPS_NS::VARDEM_NS {

/** The energy that the dashpots and the friction of soft contacts have taken so far, on this
 *  process [energy].
 *
 *  The force of a time step acts in the half kicks before and after it, so the power at the time
 *  step counts for half of each of the two steps. This is the trapezoidal rule, which is also right
 *  where a power jumps because a contact closes. In implicit steps dashpots take what
 *  take_from_dashpots() is told. */
class ContactDissipation {
 public:
  /** At the beginning of init: nobody needs the numbers unless ask() is called. */
  void forget() { asked = false; }
  void ask() { asked = true; }
  bool is_asked() const { return asked; }

  /** What dashpots have taken in the step that ends with the next sums. */
  void take_from_dashpots(double energy)
  {
    dashpots.energy += energy;
    told = true;
  }

  /** Sums at the end of a step h. first: before the first step of a run, which takes nothing
   *  yet. */
  void add(const ContactSums &sums, double h, bool first)
  {
    const VARDEM::DampingPower power = {sums.dashpot_power, 0.0},
                               sliding = {sums.friction_power, 0.0};
    const bool known = told;
    told = false;
    if (first) {
      dashpots.start(power);
      friction.start(sliding);
      return;
    }
    if (!known) dashpots.step(power, h);
    friction.step(sliding, h);
    dashpots.energy += sums.dashpot_loss;
    friction.energy += sums.friction_loss;
  }

  double energy(EnergyPart part) const { return of(part).energy; }
  /** As EnergySource has it. */
  double power(EnergyPart part) const { return of(part).now.power; }

 private:
  bool asked = false, told = false;
  VARDEM::Dissipation dashpots = {}, friction = {};

  const VARDEM::Dissipation &of(EnergyPart part) const
  {
    return part == EnergyPart::DASHPOTS ? dashpots : friction;
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
