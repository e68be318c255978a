// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_VARDEM_GHOSTS_OF_FIX_KOKKOS_H
#define LMP_VARDEM_GHOSTS_OF_FIX_KOKKOS_H

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "kokkos_base.h"
#include "vardem_exchange_kokkos.h"

namespace LAMMPS_NS::VARDEM_NS {

/** The hooks of communication on the device, for a fix of grains whose messages are those of a
 *  GhostsKokkos. A Kokkos fix derives from it behind its base class. Base: KokkosBase, or a class
 *  with other hooks of it. */
template <class DeviceType, class Base = KokkosBase> class GhostsOfFixKokkos : public Base {
 public:
  using Base::Base;

  int pack_forward_comm_kokkos(int n, DAT::tdual_int_1d k_list, DAT::tdual_double_1d &k_buf,
                               int /*pbc_flag*/, int * /*pbc*/) override
  {
    return ghosts->pack_on_device(n, k_list, k_buf);
  }
  void unpack_forward_comm_kokkos(int n, int first, DAT::tdual_double_1d &k_buf) override
  {
    ghosts->unpack_on_device(n, first, k_buf);
  }
  int pack_reverse_comm_kokkos(int n, int first, DAT::tdual_double_1d &k_buf) override
  {
    return ghosts->pack_reverse_on_device(n, first, k_buf);
  }
  void unpack_reverse_comm_kokkos(int n, DAT::tdual_int_1d k_list,
                                  DAT::tdual_double_1d &k_buf) override
  {
    ghosts->unpack_reverse_on_device(n, k_list, k_buf);
  }

 protected:
  GhostsKokkos<DeviceType> *ghosts = nullptr;    // of the steps

  /** of_steps: a GhostsKokkos. */
  void take_ghosts(Ghosts &of_steps)
  {
    ghosts = static_cast<GhostsKokkos<DeviceType> *>(&of_steps);
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
