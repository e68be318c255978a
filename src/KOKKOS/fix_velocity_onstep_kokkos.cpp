// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_velocity_onstep_kokkos.h"

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "host/lammps/internals.h"
#include "kernels/contact/full_step_velocity.h"
#include "modify.h"
#include "vardem_atom_accessors_kokkos.h"
#include "vardem_labels.h"
#include "vardem_with_kokkos.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {

/** Velocities, angular velocities and the rows that are made of them. */
template <class DeviceType> struct VelocityRows {
  typename ArrayTypes<DeviceType>::t_kkfloat_1d_3 v, w;
  typename ArrayTypes<DeviceType>::t_double_2d_lr rows;
  typename ArrayTypes<DeviceType>::t_int_1d mask;
  int full_step_groups;    // whose atoms have full-step velocities
};

template <class DeviceType> struct KeepVelocities {
  VelocityRows<DeviceType> atoms;

  KOKKOS_INLINE_FUNCTION void operator()(const int i) const
  {
    set_row_at(atoms.rows, i, row_at(atoms.v, i));
    set_row_at(atoms.rows, i, row_at(atoms.w, i), 3);
  }
};

template <class DeviceType> struct FindChanges {
  VelocityRows<DeviceType> atoms;

  KOKKOS_INLINE_FUNCTION void operator()(const int i) const
  {
    if (atoms.mask(i) & atoms.full_step_groups) {
      for (int k = 0; k < HalfKickChanges::COLUMNS; k++) atoms.rows(i, k) = 0.0;
      return;
    }
    const VARDEM::Vec3 v = row_at(atoms.rows, i), w = row_at(atoms.rows, i, 3);
    set_row_at(atoms.rows, i, VARDEM::half_step_change(row_at(atoms.v, i), v));
    set_row_at(atoms.rows, i, VARDEM::half_step_change(row_at(atoms.w, i), w), 3);
  }
};

}    // namespace

template <class DeviceType>
FixVelocityOnstepKokkos<DeviceType>::FixVelocityOnstepKokkos(LAMMPS *lmp, int narg, char **arg) :
    FixVelocityOnstep(with_kokkos(lmp, std::string("Fix ") + arg[2]), narg, arg),
    VARDEM_NS::StoreOnDevice<DeviceType>(style)
{
  work_on<DeviceType>(this);
  exchange_comm_device = sort_device = 1;
  this->move_here(store, memoryKK);
}

template <class DeviceType>
std::string FixVelocityOnstepKokkos<DeviceType>::style_in(Modify *modify)
{
  const char *const name = HERE == Device ? "VELOCITY/ONSTEP/kk" : "VELOCITY/ONSTEP/kk/host";
  return add_internal_style<FixVelocityOnstepKokkos<DeviceType>>(modify, name);
}

template <class DeviceType>
template <template <class> class Loop>
void FixVelocityOnstepKokkos<DeviceType>::on_device(const char *phase)
{
  atomKK->sync(HERE, V_MASK | OMEGA_MASK | MASK_MASK);
  d_store->to_device();
  Kokkos::parallel_for(
      label(style, phase), Kokkos::RangePolicy<DeviceType>(0, atom->nlocal),
      Loop<DeviceType>{{atomKK->k_v.template view<DeviceType>(),
                        atomKK->k_omega.template view<DeviceType>(), d_store->rows(table),
                        atomKK->k_mask.template view<DeviceType>(), loops.full_step_groups()}});
  d_store->changed_on_device(table);
}

template <class DeviceType> void FixVelocityOnstepKokkos<DeviceType>::keep()
{
  on_device<KeepVelocities>("keep");
}

// With members of rigid bodies and atoms of fix move, since these fixes run on the host, and with
// integrators that keep changes there.
template <class DeviceType> bool FixVelocityOnstepKokkos<DeviceType>::must_find_on_host() const
{
  if (loops.any_special()) return true;
  for (const auto *integrator : loops.full_step_integrators())
    if (!dynamic_cast<const FullStepIntegratorKokkos<DeviceType> *>(integrator) &&
        integrator->changes_full_step())
      return true;
  return false;
}

template <class DeviceType> void FixVelocityOnstepKokkos<DeviceType>::take_changes()
{
  for (const auto *integrator : loops.full_step_integrators()) {
    const auto *other = dynamic_cast<const FullStepIntegratorKokkos<DeviceType> *>(integrator);
    if (!other) continue;
    const auto changes = other->changes_on_device();
    if (changes.extent(0) == 0) continue;
    Kokkos::parallel_for(label(style, "take"), Kokkos::RangePolicy<DeviceType>(0, atom->nlocal),
                         CopyRows<DeviceType>{changes, d_store->rows(table),
                                              atomKK->k_mask.template view<DeviceType>(),
                                              integrator->full_step_groups()});
  }
}

template <class DeviceType> void FixVelocityOnstepKokkos<DeviceType>::find()
{
  if (!must_find_on_host()) {
    on_device<FindChanges>("find");
    return take_changes();
  }
  atomKK->sync(Host, V_MASK | OMEGA_MASK | F_MASK | RMASS_MASK | MASK_MASK);
  d_store->to_host(table);
  FixVelocityOnstep::find();
  d_store->changed_on_host(table);
}

template <class DeviceType>
const double *const *FixVelocityOnstepKokkos<DeviceType>::changes() const
{
  d_store->to_host(table);
  return FixVelocityOnstep::changes();
}

VARDEM_KOKKOS_VARIANT(FixVelocityOnstepKokkos);
