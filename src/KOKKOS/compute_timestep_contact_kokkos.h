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
#include "vardem_space_kokkos.h"

namespace LAMMPS_NS {

namespace VARDEM_NS {

  /** Single spheres on a device, for SolveBlocks (host/timestep/stability_bound.h). */
  template <class DeviceType> struct MovingSpheresKokkos {
    static constexpr uint64_t READ = X_MASK | RADIUS_MASK | RMASS_MASK | TYPE_MASK | MASK_MASK;

    typename ArrayTypes<DeviceType>::t_int_1d mask;
    typename ArrayTypes<DeviceType>::t_kkfloat_1d rmass, radius;
    MovingGroups groups;
    double unit;    // force times it is mass times acceleration
    bool planar;

    VARDEM_INLINE bool moves(int i) const { return groups.moves(mask(i)); }
    VARDEM_INLINE bool is_member(int) const { return false; }
    VARDEM_INLINE VARDEM::InverseInertia inverse_inertia(int i) const
    {
      return VARDEM::inverse_inertia(rmass(i), radius(i), groups.inertia.of(mask(i)), unit, planar);
    }
    /** As ContactBodies::effective_mass(). */
    VARDEM_INLINE double effective_mass(int i, int j) const
    {
      const double mi = rmass(i), mj = rmass(j);
      if (mask(i) & groups.frozenbit) return mj;
      return mask(j) & groups.frozenbit ? mi : mi * mj / (mi + mj);
    }
  };

}    // namespace VARDEM_NS

/** Kokkos variant. Pairs of styles contact/hooke/kk and contact/hertz/kk, the blocks of all spheres
 *  and their steps are on the device, walls and bonds on the host. With other pair styles, or with
 *  rigid bodies, everything is on the host. Arrays are copied only in steps where it is invoked. */
template <class DeviceType> class ComputeTimestepContactKokkos : public ComputeTimestepContact {
 public:
  ComputeTimestepContactKokkos(class LAMMPS *, int, char **);
  void compute_peratom() override;

 protected:
  VARDEM_NS::StabilityBound &collect() override;

 private:
  typedef VARDEM_NS::SpaceKokkos<DeviceType> Space;
  template <class T> using Array = typename Space::template Array<T>;
  static constexpr ExecutionSpace HERE = ExecutionSpaceFromDevice<DeviceType>::space;

  Space space;
  Array<int> places;
  Array<VARDEM::Vec3> velocities;
  Array<VARDEM::ContactParameters> laws;
  VARDEM_NS::StabilityBoundOn<Space, VARDEM_NS::MovingSpheresKokkos<DeviceType>> here;

  class Pair *pair_on_device() const;
  VARDEM_NS::MovingSpheresKokkos<DeviceType> spheres() const;
  template <class Law> void take_pairs(class Pair *);
};

}    // namespace LAMMPS_NS
#endif
#endif
