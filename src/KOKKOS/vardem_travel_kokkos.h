// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_VARDEM_TRAVEL_KOKKOS_H
#define LMP_VARDEM_TRAVEL_KOKKOS_H

#include "kokkos_type.h"

namespace LAMMPS_NS::VARDEM_NS {

// The buffer for atoms that go to other ranks, as pack_exchange_kokkos() and
// unpack_exchange_kokkos() get it

/** Returns the buffer as one row of numbers on the device. */
template <class DeviceType>
typename ArrayTypes<DeviceType>::t_double_1d_um flat_buffer(DAT::tdual_double_2d_lr &k_buf)
{
  typedef typename ArrayTypes<DeviceType>::t_double_1d_um Flat;
  k_buf.template sync<DeviceType>();
  return Flat(k_buf.template view<DeviceType>().data(), k_buf.extent(0) * k_buf.extent(1));
}

/** To be called after the buffer was filled: LAMMPS may send it from the other space, host or
 *  device. */
template <class DeviceType>
void offer_buffer(DAT::tdual_double_2d_lr &k_buf, ExecutionSpace sent_from)
{
  if (sent_from == ExecutionSpaceFromDevice<DeviceType>::space) return;
  k_buf.template modify<DeviceType>();
  if (sent_from == Device)
    k_buf.sync_device();
  else
    k_buf.sync_host();
  k_buf.clear_sync_state();
}

/** To be called before the buffer is read: LAMMPS may have received it in the other space, host or
 *  device. */
template <class DeviceType>
void take_buffer(DAT::tdual_double_2d_lr &k_buf, ExecutionSpace received_on)
{
  if (received_on == ExecutionSpaceFromDevice<DeviceType>::space) return;
  if (received_on == Device)
    k_buf.modify_device();
  else
    k_buf.modify_host();
  k_buf.template sync<DeviceType>();
  k_buf.clear_sync_state();
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
