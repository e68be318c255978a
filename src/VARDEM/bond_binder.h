// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef BOND_CLASS
// clang-format off
BondStyle(binder,BondBinder);
// clang-format on
#else

#ifndef LMP_BOND_BINDER_H
#define LMP_BOND_BINDER_H

#include "bond_of_types.h"
#include "host/bonds/binder_coefficients.h"
#include "host/bonds/bond_physics.h"

namespace LAMMPS_NS {

/** The particle-binder bond of Baker & Gonzalez, arXiv:2112.01623, corrected:
 *  doc/notes/binder-bonds.md. */
class BondBinder : public BondOfTypes<VARDEM_NS::BinderCoefficients> {
 public:
  BondBinder(class LAMMPS *);
  void init_style() override;
  void compute(int, int) override;
  void find_trial_bonds(Ends *ends, VARDEM::TrialBond *trials) override;

 protected:
  std::vector<VARDEM_NS::BinderLaw> laws;    // by type, for loops
  bool any_beams;

  int reference_size() const override;
  int reference_meaning() const override { return uses(VARDEM_NS::BinderCoefficients::PRINTED); }
  VARDEM_NS::BondedBodies::Needs needs() const override
  {
    return {true, damped, full_step, damped && full_step};
  }
  VARDEM_NS::BondDetails details(int k) const override;
  void add_all_springs(std::vector<Spring> &springs) const override;
  VARDEM_NS::BinderCoefficients read_coefficients(int narg, char **arg) const override;

  /** Has any type of bonds this form? */
  bool uses(VARDEM_NS::BinderCoefficients::Form) const;
  void find_laws();
  /** Stiffnesses of bonds that are beams, for a new table. */
  void find_beams();
  /** Calls f(physics) for each form of the energy of shear that the bonds have. of_types: the laws,
   *  by type. */
  template <class F> void for_forms(const VARDEM_NS::BinderLaw *of_types, const F &f) const;

 private:
  template <bool PRINTED, class F>
  void for_forms_of(const VARDEM_NS::BinderLaw *of_types, const F &f) const;
};

template <bool PRINTED, class F>
void BondBinder::for_forms_of(const VARDEM_NS::BinderLaw *of_types, const F &f) const
{
  using namespace VARDEM_NS;
  if (uses(BinderCoefficients::B))
    f(BinderPhysics<VARDEM::ShearB, PRINTED>{of_types, BinderCoefficients::B});
  if (uses(BinderCoefficients::N))
    f(BinderPhysics<VARDEM::ShearN, PRINTED>{of_types, BinderCoefficients::N});
  if constexpr (PRINTED)
    f(BinderPhysics<VARDEM::ShearPrinted, true>{of_types, BinderCoefficients::PRINTED});
}

template <class F>
void BondBinder::for_forms(const VARDEM_NS::BinderLaw *of_types, const F &f) const
{
  uses(VARDEM_NS::BinderCoefficients::PRINTED) ? for_forms_of<true>(of_types, f)
                                               : for_forms_of<false>(of_types, f);
}

}    // namespace LAMMPS_NS
#endif
#endif
