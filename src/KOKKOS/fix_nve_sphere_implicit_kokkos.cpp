// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_nve_sphere_implicit_kokkos.h"

#include "vardem_platform_kokkos.h"
#include "vardem_with_kokkos.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

template <class DeviceType>
FixNVESphereImplicitKokkos<DeviceType>::FixNVESphereImplicitKokkos(LAMMPS *lmp, int narg,
                                                                   char **arg) :
    FixNVESphereImplicit(with_kokkos(lmp, std::string("Fix ") + arg[2]), narg, arg),
    VARDEM_NS::GhostsOfFixKokkos<DeviceType, VARDEM_NS::StoreOnDevice<DeviceType>>(style),
    for_host(lmp, this)
{
  dynamics.take_steps(make_implicit_steps<PlatformKokkos<DeviceType>>);
  this->take_ghosts(dynamics.implicit_steps().ghosts());
  work_on<DeviceType>(this);
  forward_comm_device = reverse_comm_device = exchange_comm_device = sort_device = 1;
  this->move_here(store, memoryKK);
}

template <class DeviceType> void FixNVESphereImplicitKokkos<DeviceType>::init()
{
  atomKK->sync(Host, ALL_MASK);
  FixNVESphereImplicit::init();
  this->take_ghosts(dynamics.implicit_steps().ghosts());    // they may be others
  for_host.init(store.uses(orientation_table) ? d_store : nullptr);
}

template <class DeviceType>
void FixNVESphereImplicitKokkos<DeviceType>::initial_integrate(int vflag)
{
  FixNVESphereImplicit::initial_integrate(vflag);
  for (const int table : {change_table, elastic_table, lag_table})
    if (store.uses(table)) d_store->changed_on_device(table);
}

template <class DeviceType>
void FixNVESphereImplicitKokkos<DeviceType>::pre_reverse(int eflag, int vflag)
{
  for_host.end_step();
  FixNVESphereImplicit::pre_reverse(eflag, vflag);
}

template <class DeviceType> void FixNVESphereImplicitKokkos<DeviceType>::post_run()
{
  for_host.give();
  FixNVESphereImplicit::post_run();
}

template <class DeviceType>
const double *const *FixNVESphereImplicitKokkos<DeviceType>::changes_full_step() const
{
  if (store.uses(change_table)) d_store->to_host(change_table);
  return FixNVESphereImplicit::changes_full_step();
}

template <class DeviceType>
double *const *FixNVESphereImplicitKokkos<DeviceType>::kept_orientations() const
{
  if (store.uses(orientation_table)) d_store->to_host(orientation_table);
  return FixNVESphereImplicit::kept_orientations();
}

template <class DeviceType> void FixNVESphereImplicitKokkos<DeviceType>::orientations_set_on_host()
{
  if (store.uses(orientation_table)) d_store->changed_on_host(orientation_table);
}

template <class DeviceType> void FixNVESphereImplicitKokkos<DeviceType>::orientations_modified()
{
  d_store->changed_on_device(orientation_table);
  for_host.changed();
}

template <class DeviceType> double FixNVESphereImplicitKokkos<DeviceType>::limit()
{
  atomKK->sync(Host, ALL_MASK);
  return FixNVESphereImplicit::limit();
}

VARDEM_KOKKOS_VARIANT(FixNVESphereImplicitKokkos);
