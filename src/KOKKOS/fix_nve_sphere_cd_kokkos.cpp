// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_nve_sphere_cd_kokkos.h"

#include "host/dynamics/rigid_body_step.h"
#include "host/dynamics/rigid_spheres.h"
#include "vardem_solvers_kokkos.h"
#include "vardem_with_kokkos.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

template <class DeviceType>
FixNVESphereCDKokkos<DeviceType>::FixNVESphereCDKokkos(LAMMPS *lmp, int narg, char **arg) :
    FixNVESphereCD(with_kokkos(lmp, std::string("Fix ") + arg[2]), narg, arg),
    VARDEM_NS::GhostsOfFixKokkos<DeviceType, VARDEM_NS::StoreOnDevice<DeviceType>>(style)
{
  using Spheres = RigidSpheres<PlatformKokkos<DeviceType>>;
  steps.take_contacts(std::make_unique<RigidBodyStep<Spheres>>(lmp, this, steps.contact_rules()));
  this->take_ghosts(steps.rigid_steps().ghosts());
  work_on<DeviceType>(this);
  forward_comm_device = reverse_comm_device = exchange_comm_device = sort_device = 1;

  this->move_here(store, memoryKK);
}

template <class DeviceType> void FixNVESphereCDKokkos<DeviceType>::post_run()
{
  atomKK->sync(Host, X_MASK | TAG_MASK | MASK_MASK | RADIUS_MASK);
  FixNVESphereCD::post_run();
}

template <class DeviceType> void FixNVESphereCDKokkos<DeviceType>::init()
{
  atomKK->sync(Host, ALL_MASK);
  FixNVESphereCD::init();
  // commands between runs change arrays on the host, and LAMMPS marks these only where they are
  // brought to the device before the set-up
  atomKK->sync(execution_space, ALL_MASK);
}

template <class DeviceType> void FixNVESphereCDKokkos<DeviceType>::setup(int vflag)
{
  atomKK->sync(Host, MASK_MASK | TAG_MASK);    // are they the atoms of the last run?
  FixNVESphereCD::setup(vflag);
}

template <class DeviceType> void FixNVESphereCDKokkos<DeviceType>::initial_integrate(int vflag)
{
  FixNVESphereCD::initial_integrate(vflag);
  d_store->changed_on_device(contact_force_table);
}

template <class DeviceType> void FixNVESphereCDKokkos<DeviceType>::memory_to_ghosts()
{
  this->ghosts->forward_rows(memory_rows(), steps.columns_of_memory());
  d_store->changed_on_device(memory_table);
}

// Making room moves both tables over the host.
template <class DeviceType> void FixNVESphereCDKokkos<DeviceType>::remember()
{
  d_store->changed_on_device(contact_force_table);
  FixNVESphereCD::remember();
  d_store->changed_on_device(memory_table);
}

// LAMMPS has the virials of atoms on the host.
template <class DeviceType> void FixNVESphereCDKokkos<DeviceType>::tally_virial()
{
  const int n = atom->nlocal;
  if (vflag_global) {
    VARDEM::Sums<VIRIALS> sums;
    Kokkos::parallel_reduce(label(style, "post_force::virial"),
                            Kokkos::RangePolicy<DeviceType>(0, n),
                            Reduction<VIRIALS, SumVirial>{{contact_forces()}}, sums);
    for (int k = 0; k < VIRIALS; k++) virial[k] += sums.s[k];
  }
  if (!vflag_atom) return;
  d_store->to_host(contact_force_table);
  double **const rows = store.rows(contact_force_table);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < VIRIALS; k++) vatom[i][k] += rows[i][3 + k];
}

VARDEM_KOKKOS_VARIANT(FixNVESphereCDKokkos);
