// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef MINIMIZE_CLASS
// clang-format off
MinimizeStyle(contact/newton/kk,MinContactNewtonKokkos);
MinimizeStyle(contact/newton/kk/device,MinContactNewtonKokkos);
MinimizeStyle(contact/newton/kk/host,MinContactNewtonKokkos);
// clang-format on
#else

#ifndef LMP_MIN_CONTACT_NEWTON_KOKKOS_H
#define LMP_MIN_CONTACT_NEWTON_KOKKOS_H

#include "min_contact_newton.h"
#include "min_kokkos.h"

namespace LAMMPS_NS {

/** Kokkos variant: the Kokkos variant of the fix makes the steps. Minimizers with Kokkos always
 *  have their vectors on the device. */
class MinContactNewtonKokkos : public MinEquilibrium<MinKokkos> {
 public:
  MinContactNewtonKokkos(class LAMMPS *);
  void init() override;
  void reset_vectors() override;

 protected:
  std::string style_of_fix() override;
  void sync_to_host() override;
};

}    // namespace LAMMPS_NS
#endif
#endif
