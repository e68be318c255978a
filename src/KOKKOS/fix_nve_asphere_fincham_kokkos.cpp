/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "fix_nve_asphere_fincham_kokkos.h"

#include "vardem_bodies_kokkos.h"
#include "vardem_rotations.h"

using namespace LAMMPS_NS;

/* ---------------------------------------------------------------------- */

template <class DeviceType>
FixNVEAsphereFinchamKokkos<DeviceType>::FixNVEAsphereFinchamKokkos(LAMMPS *lmp, int narg,
                                                                   char **arg) :
    FixNVERotationKokkos<DeviceType, FixNVEAsphereFincham>(lmp, narg, arg)
{
  if (this->atom->superellipsoid_flag)
    this->error->all(FLERR, Error::NOPOINTER,
                     "Fix {} does not support superellipsoid atoms; use fix nve/asphere/fincham",
                     this->style);
  avecKK = dynamic_cast<AtomVecEllipsoidKokkos *>(this->avec);
  if (!avecKK)
    this->error->all(FLERR, Error::NOPOINTER, "Fix {} requires atom style ellipsoid/kk",
                     this->style);
}

/* ---------------------------------------------------------------------- */

template <class DeviceType>
void FixNVEAsphereFinchamKokkos<DeviceType>::initial_integrate(int /*vflag*/)
{
  this->use_restarted_forces();
  open_step<false>();
}

/* ---------------------------------------------------------------------- */

template <class DeviceType>
void FixNVEAsphereFinchamKokkos<DeviceType>::fused_integrate(int /*vflag*/)
{
  open_step<true>();
}

/* ---------------------------------------------------------------------- */

template <class DeviceType>
template <bool FUSED>
void FixNVEAsphereFinchamKokkos<DeviceType>::open_step()
{
  using Ellipsoids = VardemEllipsoidsKokkos<DeviceType>;
  this->atomKK->sync(this->execution_space, Ellipsoids::READ);

  const Ellipsoids bodies(this->atomKK, this->groupbit, avecKK, this->domain->dimension == 2);
  const VARDEM::Step step = {this->dtv, this->dtf};
  const std::string name = this->kernel_name(FUSED ? "fused" : "initial");
  const int n = this->nlocal_integrated();
  if (this->half == this->ORIENT)
    vardem_open_steps<DeviceType, FUSED>(name, bodies, n, step, VARDEM::FinchamOrient(),
                                         vardem_rotate_fincham_orient);
  else
    vardem_open_steps<DeviceType, FUSED>(name, bodies, n, step, VARDEM::FinchamCurrent(),
                                         vardem_rotate_fincham_current);

  this->atomKK->modified(this->execution_space, X_MASK | V_MASK | ANGMOM_MASK | BONUS_MASK);
}

/* ---------------------------------------------------------------------- */

template <class DeviceType> void FixNVEAsphereFinchamKokkos<DeviceType>::final_integrate()
{
  using Ellipsoids = VardemEllipsoidsKokkos<DeviceType>;
  this->atomKK->sync(this->execution_space,
                     V_MASK | ANGMOM_MASK | F_MASK | TORQUE_MASK | RMASS_MASK | MASK_MASK);

  Kokkos::parallel_for(
      this->kernel_name("final"), Kokkos::RangePolicy<DeviceType>(0, this->nlocal_integrated()),
      VardemCloseBodies<Ellipsoids>{Ellipsoids(this->atomKK, this->groupbit, avecKK, false),
                                    {this->dtv, this->dtf}});

  this->atomKK->modified(this->execution_space, V_MASK | ANGMOM_MASK);
}

/* ---------------------------------------------------------------------- */

namespace LAMMPS_NS {
template class FixNVEAsphereFinchamKokkos<LMPDeviceType>;
#ifdef LMP_KOKKOS_GPU
template class FixNVEAsphereFinchamKokkos<LMPHostType>;
#endif
}    // namespace LAMMPS_NS
