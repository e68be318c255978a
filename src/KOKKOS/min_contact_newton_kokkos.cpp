// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "min_contact_newton_kokkos.h"

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "host/lammps/internals.h"
#include "kokkos_type.h"
#include "vardem_exchange_kokkos.h"
#include "vardem_platform_kokkos.h"
#include "vardem_with_kokkos.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {

/** Kokkos variant: forces, contacts, solver and motion are on the device. */
class FixContactMinimizerKokkos :
    public FixContactMinimizer,
    public GhostsOfFixKokkos<LMPDeviceType> {
 public:
  FixContactMinimizerKokkos(LAMMPS *lmp, int narg, char **arg) : FixContactMinimizer(lmp, narg, arg)
  {
    dynamics.take_steps(make_implicit_steps<PlatformKokkos<LMPDeviceType>>);
    take_ghosts(dynamics.implicit_steps().ghosts());
    work_on<LMPDeviceType>(this);
    forward_comm_device = reverse_comm_device = 1;
  }

  void init() override
  {
    atomKK->sync(Host, ALL_MASK);
    FixContactMinimizer::init();
    take_ghosts(dynamics.implicit_steps().ghosts());    // they may be others
  }
};

}    // namespace

MinContactNewtonKokkos::MinContactNewtonKokkos(LAMMPS *lmp) :
    MinEquilibrium(with_kokkos(lmp, "Min_style contact/newton/kk"))
{
  kokkosable = 1;
}

void MinContactNewtonKokkos::init()
{
  MinEquilibrium::init();
  fix_minimize_kk = nullptr;
}

std::string MinContactNewtonKokkos::style_of_fix()
{
  return add_internal_style<FixContactMinimizerKokkos>(modify, "CONTACT/MINIMIZER/kk");
}

void MinContactNewtonKokkos::sync_to_host()
{
  atomKK->sync(Host, ALL_MASK);
}

void MinContactNewtonKokkos::reset_vectors()
{
  nvec = 3 * atom->nlocal;
  atomKK->sync(Device, X_MASK | F_MASK);
  if (nvec == 0) return;
  xvec = DAT::t_kkfloat_1d(atomKK->k_x.view_device().data(), nvec);
  fvec = DAT::t_kkacc_1d(atomKK->k_f.view_device().data(), nvec);
}
