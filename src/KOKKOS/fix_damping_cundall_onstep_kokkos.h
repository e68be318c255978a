// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(damping/cundall/onstep/kk,FixDampingCundallOnstepKokkos<LMPDeviceType>);
FixStyle(damping/cundall/onstep/kk/device,FixDampingCundallOnstepKokkos<LMPDeviceType>);
FixStyle(damping/cundall/onstep/kk/host,FixDampingCundallOnstepKokkos<LMPHostType>);
// clang-format on
#else

#ifndef LMP_FIX_DAMPING_CUNDALL_ONSTEP_KOKKOS_H
#define LMP_FIX_DAMPING_CUNDALL_ONSTEP_KOKKOS_H

#include "fix_damping_cundall_onstep.h"
#include "kokkos_type.h"

#include <vector>

namespace LAMMPS_NS {

/** The energies are summed and kept on the device, and copied to the host for output only. Clumps
 *  belong to a fix without a Kokkos variant. The list of their members is copied to the device
 *  after the neighbor list has been built. */
template <class DeviceType> class FixDampingCundallOnstepKokkos : public FixDampingCundallOnstep {
 public:
  typedef ArrayTypes<DeviceType> AT;
  typedef Kokkos::View<VARDEM_NS::DampingSums, DeviceType> Sums;

  FixDampingCundallOnstepKokkos(class LAMMPS *, int, char **);
  void init() override;
  void setup(int) override;

 protected:
  void damp(bool midstep, bool first) override;
  VARDEM_NS::Dissipation dissipated_by_particles() override;

 private:
  class AtomVecEllipsoidKokkos *avec;
  Kokkos::View<double *, DeviceType> d_ratio;    // by atom type
  Sums d_rotors, d_others;                       // of the present step
  Kokkos::View<VARDEM_NS::Dissipation, DeviceType> d_dissipation;
  std::vector<Kokkos::View<int *, DeviceType>> d_members;    // of the clumps of each fix

  uint64_t mask_read(const VARDEM_NS::CundallStep &) const;
  VARDEM_NS::DampedParticles single_particles_on_device(bool first);
};

}    // namespace LAMMPS_NS
#endif
#endif
