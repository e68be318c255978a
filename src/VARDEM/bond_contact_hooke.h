// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef BOND_CLASS
// clang-format off
BondStyle(contact/hooke,BondContactHooke);
// clang-format on
#else

#ifndef LMP_BOND_CONTACT_HOOKE_H
#define LMP_BOND_CONTACT_HOOKE_H

#include "bond_of_types.h"
#include "host/bonds/bond_physics.h"
#include "host/pair/contact_coefficients.h"

namespace LAMMPS_NS {

/** The two-sided Hookean bond of De Klerk et al., arXiv:2103.01757, 3.3: doc/notes/binder-bonds.md
 *  8. */
class BondContactHooke : public BondOfTypes<VARDEM_NS::ContactCoefficients> {
 public:
  BondContactHooke(class LAMMPS *);
  void init_style() override;
  void compute(int, int) override;
  void find_trial_bonds(Ends *ends, VARDEM::TrialBond *trials) override
  {
    find_trials(physics(), ends, trials);
  }

 protected:
  std::vector<VARDEM::ContactParameters> laws;    // by type, for loops

  int reference_size() const override { return VARDEM_NS::RestLength::SIZE; }
  VARDEM_NS::BondedBodies::Needs needs() const override { return {false, damped, full_step, true}; }
  VARDEM_NS::BondDetails details(int k) const override
  {
    return physics().details(table(), atoms(), pair(k));
  }
  void add_all_springs(std::vector<Spring> &springs) const override
  {
    add_springs(physics(), springs);
  }
  VARDEM_NS::ContactCoefficients read_coefficients(int narg, char **arg) const override;
  VARDEM_NS::HookeBondPhysics physics() const { return {laws.data(), bodies.has_dashpots()}; }
};

}    // namespace LAMMPS_NS
#endif
#endif
