// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_FIX_BOND_RECORDS_KOKKOS_H
#define LMP_FIX_BOND_RECORDS_KOKKOS_H

#include "fix_bond_records.h"
#include "host/lammps/internals.h"
#include "kokkos_type.h"
#include "modify.h"
#include "vardem_bonded_bodies_kokkos.h"
#include "vardem_store_kokkos.h"
#include "vardem_with_kokkos.h"

namespace LAMMPS_NS {

/** Kokkos variant: the records stay on the device, and the states of ghosts come there. */
template <class DeviceType>
class FixBondRecordsKokkos : public FixBondRecords, public VARDEM_NS::StoreOnDevice<DeviceType> {
 public:
  typedef VARDEM_NS::BondedBodiesKokkos<DeviceType> Bodies;

  FixBondRecordsKokkos(LAMMPS *lmp, int narg, char **arg) :
      FixBondRecords(VARDEM_NS::with_kokkos(lmp, std::string("Fix ") + arg[2]), narg, arg),
      VARDEM_NS::StoreOnDevice<DeviceType>(style), bodies(nullptr)
  {
    VARDEM_NS::work_on<DeviceType>(this);
    exchange_comm_device = sort_device = forward_comm_device = 1;
    this->move_here(store, memoryKK);
  }

  /** As of the base class; only Kokkos variants of bond styles create it. LAMMPS takes /kk off the
   *  name in restart files, so that these are the same for both variants. */
  static const char *style_in(Modify *modify)
  {
    const char *const name = std::is_same_v<DeviceType, LMPDeviceType> ? "BOND_RECORDS/kk"
                                                                       : "BOND_RECORDS/kk/host";
    return VARDEM_NS::add_internal_style<FixBondRecordsKokkos<DeviceType>>(modify, name);
  }

  int pack_forward_comm(int n, int *list, double *buf, int, int *) override
  {
    return bodies->pack(n, list, buf);
  }
  void unpack_forward_comm(int n, int first, double *buf) override
  {
    bodies->unpack(n, first, buf);
  }
  int pack_forward_comm_kokkos(int n, DAT::tdual_int_1d k_list, DAT::tdual_double_1d &k_buf, int,
                               int *) override
  {
    return bodies->pack_on_device(n, k_list.template view<DeviceType>().data(),
                                  k_buf.template view<DeviceType>().data());
  }
  void unpack_forward_comm_kokkos(int n, int first, DAT::tdual_double_1d &k_buf) override
  {
    bodies->unpack_on_device(n, first, k_buf.template view<DeviceType>().data());
  }

  /** The states that it communicates. */
  void communicate(Bodies *bodies_in) { bodies = bodies_in; }
  /** rows() on the device. */
  typename ArrayTypes<DeviceType>::t_double_2d_lr records_on_device() const
  {
    return this->rows_on_device(table);
  }
  /** After a kernel that changed them. */
  void rows_modified() { d_store->changed_on_device(table); }

 private:
  using VARDEM_NS::StoreOnDevice<DeviceType>::d_store;

  Bodies *bodies;
};

}    // namespace LAMMPS_NS
#endif
