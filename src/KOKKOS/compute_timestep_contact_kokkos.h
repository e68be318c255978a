// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef COMPUTE_CLASS
// clang-format off
ComputeStyle(timestep/contact/kk,ComputeTimestepContactKokkos<LMPDeviceType>);
ComputeStyle(timestep/contact/kk/device,ComputeTimestepContactKokkos<LMPDeviceType>);
ComputeStyle(timestep/contact/kk/host,ComputeTimestepContactKokkos<LMPHostType>);
// clang-format on
#else

#ifndef LMP_COMPUTE_TIMESTEP_CONTACT_KOKKOS_H
#define LMP_COMPUTE_TIMESTEP_CONTACT_KOKKOS_H

#include "compute_timestep_contact.h"
#include "vardem_contact_atoms_kokkos.h"

namespace LAMMPS_NS {

/** Kokkos variant. Pairs of styles contact/hooke/kk and contact/hertz/kk, and the blocks and rates
 *  of all spheres are on the device, walls and bonds on the host. With other pair styles, or with
 *  rigid bodies, everything is on the host. Arrays are copied only in steps where it is invoked. */
template <class DeviceType> class ComputeTimestepContactKokkos : public ComputeTimestepContact {
 public:
  ComputeTimestepContactKokkos(class LAMMPS *, int, char **);
  double memory_usage() override { return ComputeTimestepContact::memory_usage() + space.bytes(); }

 protected:
  void sync_to_host() override;
  VARDEM_NS::StabilityBound &collect() override;

 private:
  typedef VARDEM_NS::SpaceKokkos<DeviceType> Space;
  template <class T> using Array = typename Space::template Array<T>;
  static constexpr ExecutionSpace HERE = ExecutionSpaceFromDevice<DeviceType>::space;

  Space space;
  VARDEM_NS::StabilityBoundOn<Space> here;
  Array<int> places;
  Array<VARDEM::Vec3> velocities;
  Array<VARDEM::ContactParameters> laws;

  class Pair *pair_on_device() const;
  template <class Law> void take_pairs(class Pair *);
};

}    // namespace LAMMPS_NS
#endif
#endif
