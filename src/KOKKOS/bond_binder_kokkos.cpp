// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "bond_binder_kokkos.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

template <class DeviceType>
BondBinderKokkos<DeviceType>::BondBinderKokkos(LAMMPS *lmp) :
    BondGrainsKokkos<DeviceType, BondBinder>(lmp, "binder")
{
}

template <class DeviceType> void BondBinderKokkos<DeviceType>::compute(int eflag, int vflag)
{
  const bool is_new = this->uses(BinderCoefficients::PRINTED)
      ? this->prepare(eflag, vflag, BinderReference<true>())
      : this->prepare(eflag, vflag, BinderReference<false>());
  if (is_new) {
    this->find_laws();
    this->bring(this->laws, laws_here);
    find_beams_here();
  }
  this->for_forms(laws_here.data(), [this](const auto &physics) {
    this->run(physics);
  });
  this->finish();
}

template <class DeviceType>
void BondBinderKokkos<DeviceType>::find_trial_bonds(BondBinder::Ends *ends,
                                                    VARDEM::TrialBond *trials)
{
  this->for_forms(laws_here.data(), [&](const auto &physics) {
    this->find_trials(physics, ends, trials);
  });
}

template <class DeviceType> void BondBinderKokkos<DeviceType>::find_beams_here()
{
  if (!this->any_beams) return;
  typedef FindBeams<BondedStatesKokkos<DeviceType>> Beams;
  const typename Grains::Space::Phase phase(this->space, "table");
  this->bring(this->coefficients, coefficients_here);
  this->space.allocate(this->here.stiffness, std::size_t(4) * this->stride);
  this->space.for_each(this->nbonds,
                       Beams{coefficients_here.data(), this->states.now(), this->table_here(),
                             this->here.stiffness.data()});
}

VARDEM_KOKKOS_VARIANT(BondBinderKokkos);
