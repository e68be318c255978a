/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifdef FIX_CLASS
// clang-format off
FixStyle(nve/sphere/implicit/kk,FixNVESphereImplicitKokkos<LMPDeviceType>);
FixStyle(nve/sphere/implicit/kk/device,FixNVESphereImplicitKokkos<LMPDeviceType>);
FixStyle(nve/sphere/implicit/kk/host,FixNVESphereImplicitKokkos<LMPHostType>);
// clang-format on
#else

#ifndef LMP_FIX_NVE_SPHERE_IMPLICIT_KOKKOS_H
#define LMP_FIX_NVE_SPHERE_IMPLICIT_KOKKOS_H

#include "fix_nve_sphere_implicit.h"
#include "kokkos_type.h"
#include "vardem_ghosts_of_fix_kokkos.h"

namespace LAMMPS_NS {

/** Kokkos variant: forces, contacts, solver and motion are on the device. Surfaces of walls are found on the host, and so is the limit of explicit
 *  steps, at the ends of a run. */
template <class DeviceType>
class FixNVESphereImplicitKokkos :
    public FixNVESphereImplicit,
    public VARDEM_NS::GhostsOfFixKokkos<DeviceType> {
 public:
  FixNVESphereImplicitKokkos(class LAMMPS *, int, char **);
  void init() override;
  void setup(int) override;
  void initial_integrate(int) override;

 protected:
  double limit() override;
};

}    // namespace LAMMPS_NS
#endif
#endif
