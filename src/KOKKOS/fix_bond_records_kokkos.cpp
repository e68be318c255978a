// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_bond_records_kokkos.h"

#include "host/lammps/internals.h"
#include "modify.h"
#include "vardem_with_kokkos.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

template <class DeviceType>
FixBondRecordsKokkos<DeviceType>::FixBondRecordsKokkos(LAMMPS *lmp, int narg, char **arg) :
    FixBondRecords(with_kokkos(lmp, std::string("Fix ") + arg[2]), narg, arg),
    VARDEM_NS::StoreOnDevice<DeviceType>(style), bodies(nullptr)
{
  work_on<DeviceType>(this);
  exchange_comm_device = sort_device = forward_comm_device = 1;
  this->move_here(store, memoryKK);
}

// LAMMPS takes /kk off the name in restart files, so that these are the same for both variants.
template <class DeviceType> const char *FixBondRecordsKokkos<DeviceType>::style_in(Modify *modify)
{
  const char *const name = std::is_same_v<DeviceType, LMPDeviceType> ? "BOND_RECORDS/kk"
                                                                     : "BOND_RECORDS/kk/host";
  return add_internal_style<FixBondRecordsKokkos<DeviceType>>(modify, name);
}

template <class DeviceType>
int FixBondRecordsKokkos<DeviceType>::pack_forward_comm_kokkos(int n, DAT::tdual_int_1d k_list,
                                                               DAT::tdual_double_1d &k_buf,
                                                               int /*pbc_flag*/, int * /*pbc*/)
{
  return bodies->pack_on_device(n, k_list.template view<DeviceType>().data(),
                                k_buf.template view<DeviceType>().data());
}

template <class DeviceType>
void FixBondRecordsKokkos<DeviceType>::unpack_forward_comm_kokkos(int n, int first,
                                                                  DAT::tdual_double_1d &k_buf)
{
  bodies->unpack_on_device(n, first, k_buf.template view<DeviceType>().data());
}

VARDEM_KOKKOS_VARIANT(FixBondRecordsKokkos);
