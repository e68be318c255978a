// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_FIX_BOND_RECORDS_KOKKOS_H
#define LMP_FIX_BOND_RECORDS_KOKKOS_H

#include "fix_bond_records.h"
#include "kokkos_type.h"
#include "vardem_bonded_bodies_kokkos.h"
#include "vardem_store_kokkos.h"

namespace LAMMPS_NS {

/** Kokkos variant: the records stay on the device, and the states of ghosts come there. */
template <class DeviceType>
class FixBondRecordsKokkos : public FixBondRecords, public VARDEM_NS::StoreOnDevice<DeviceType> {
 public:
  typedef VARDEM_NS::BondedBodiesKokkos<DeviceType> Bodies;

  FixBondRecordsKokkos(class LAMMPS *, int, char **);
  /** As of the base class; only Kokkos variants of bond styles create it. */
  static const char *style_in(Modify *);

  int pack_forward_comm(int n, int *list, double *buf, int, int *) override
  {
    return bodies->pack(n, list, buf);
  }
  void unpack_forward_comm(int n, int first, double *buf) override
  {
    bodies->unpack(n, first, buf);
  }
  int pack_forward_comm_kokkos(int, DAT::tdual_int_1d, DAT::tdual_double_1d &, int, int *) override;
  void unpack_forward_comm_kokkos(int, int, DAT::tdual_double_1d &) override;

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
