// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_FIX_CONTACT_MINIMIZER_KOKKOS_H
#define LMP_FIX_CONTACT_MINIMIZER_KOKKOS_H

#include "fix_contact_minimizer.h"
#include "kokkos_type.h"
#include "vardem_exchange_kokkos.h"

namespace LAMMPS_NS {

/** Kokkos variant: forces, contacts, solver and motion are on the device. */
template <class DeviceType>
class FixContactMinimizerKokkos :
    public FixContactMinimizer,
    public VARDEM_NS::GhostsOfFixKokkos<DeviceType> {
 public:
  FixContactMinimizerKokkos(class LAMMPS *, int, char **);
  /** As of the base class. */
  static std::string style_in(class Modify *);
  void init() override;
};

}    // namespace LAMMPS_NS
#endif
