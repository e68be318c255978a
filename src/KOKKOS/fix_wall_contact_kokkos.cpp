// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_wall_contact_kokkos.h"

#include "vardem_host_readers.h"
#include "vardem_with_kokkos.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::WallShape;

template <class DeviceType>
FixWallContactKokkos<DeviceType>::FixWallContactKokkos(
    LAMMPS *lmp, int narg, char **arg, const std::vector<const VARDEM::NormalLaw *> &laws) :
    FixWallContact(with_kokkos(lmp, std::string("Fix ") + arg[2]), narg, arg, laws),
    VARDEM_NS::StoreOnDevice<DeviceType>(style), reads_atoms(false),
    space(VARDEM::NoExchange(), style), held_here(Space(VARDEM::NoExchange(), style)),
    ncandidates(0), nrecorded(0), nkept(0)
{
  work_on<DeviceType>(this);
  atomKK = (AtomKokkos *) atom;
  exchange_comm_device = sort_device = 1;
  this->move_here(store, memoryKK);
}

template <class DeviceType> std::string FixWallContactKokkos<DeviceType>::velocity_style() const
{
  return FixVelocityOnstepKokkos<DeviceType>::style_in(modify);
}

template <class DeviceType> void FixWallContactKokkos<DeviceType>::init()
{
  atomKK->sync(Host, MASK_MASK | RADIUS_MASK | TYPE_MASK);
  FixWallContact::init();
  reads_atoms = may_read_atoms(lmp, variables());
  copy_from(masses.body_masses(), d_body_mass);
  copy_from(law.laws(), d_laws);
  if (!is_rigid()) shape();    // stops here if the kernels do not have the region
}

// The host looks at the grains.
template <class DeviceType> void FixWallContactKokkos<DeviceType>::setup(int vflag)
{
  atomKK->sync(Host, X_MASK | RADIUS_MASK | RMASS_MASK | TYPE_MASK | MASK_MASK);
  FixWallContact::setup(vflag);
}

template <class DeviceType> void FixWallContactKokkos<DeviceType>::place_wall()
{
  if (reads_atoms) atomKK->sync(Host, ALL_MASK);
  FixWallContact::place_wall();
}

template <class DeviceType> void FixWallContactKokkos<DeviceType>::find_bodies()
{
  atomKK->sync(Host, ALL_MASK);
  FixWallContact::find_bodies();
  copy_from(masses.body_masses(), d_body_mass);
}

template <class DeviceType> void FixWallContactKokkos<DeviceType>::find_forces()
{
  atomKK->sync(HERE, WallAtomsKokkos<DeviceType>::READ);
  d_store->to_device();
  run_loop();
  atomKK->modified(HERE, F_MASK | TORQUE_MASK);
  d_store->changed_on_device();
}

template <class DeviceType> void FixWallContactKokkos<DeviceType>::run_loop()
{
  this->with_known_law([this](auto normal) {
    this->template loop<decltype(normal)>();
  });
}

template <class DeviceType> void FixWallContactKokkos<DeviceType>::keep_difference(double sign)
{
  const typename Space::Phase phase(space, "post_force");
  atomKK->sync(HERE, F_MASK | TORQUE_MASK);
  typedef KeepForces<typename AT::t_kkacc_1d_3> Keep;
  nkept = atom->nlocal;
  space.allocate(d_kept, 6 * nkept);
  if (sign < 0.0) space.for_each(6 * nkept, VARDEM::SetZero{d_kept.data()});
  space.for_each(nkept,
                 Keep{atomKK->k_f.template view<DeviceType>(),
                      atomKK->k_torque.template view<DeviceType>(), sign, d_kept.data()});
}

// Triangles never change, so they are copied once.
template <class DeviceType> WallShape FixWallContactKokkos<DeviceType>::shape_here()
{
  WallShape shape = this->shape();
  shape.bodies = bodies_here.of(space, geometry.members());
  if (!geometry.is_mesh()) return shape;
  if (!mesh_here.boxes) {
    Triangles &all = *geometry.mesh();
    mesh_here = {copy_here(space, all.corners, d_corners),
                 copy_here(space, all.triangles, d_triangles), copy_here(space, all.boxes, d_boxes),
                 shape.mesh.nboxes};
  }
  shape.mesh = mesh_here;
  return shape;
}

template <class DeviceType>
void FixWallContactKokkos<DeviceType>::find_candidates(const WallShape &surfaces)
{
  if (!candidates.outdated(geometry, surfaces.place)) return;
  const typename Space::Phase phase(space, "candidates");
  typedef ChooseWallAtoms<typename AT::t_kkfloat_1d_3_lr, typename AT::t_kkfloat_1d,
                          typename AT::t_int_1d>
      Choose;
  const int n = atom->nlocal;
  space.allocate(d_candidates, n);
  ncandidates = space.select(
      n,
      Choose{atomKK->k_x.template view<DeviceType>(), atomKK->k_radius.template view<DeviceType>(),
             atomKK->k_mask.template view<DeviceType>(), group_of_candidates(),
             candidates.margin(geometry), surfaces, springs(), d_candidates.data()});
}

template <class DeviceType>
typename ArrayTypes<DeviceType>::t_kkfloat_1d_3
FixWallContactKokkos<DeviceType>::velocities_at_rest()
{
  if (static_cast<int>(d_still.extent(0)) < atom->nlocal)
    d_still = typename AT::t_kkfloat_1d_3("vardem:still", atom->nmax);
  return d_still;
}

template <class DeviceType> WallAtomsKokkos<DeviceType> FixWallContactKokkos<DeviceType>::atoms()
{
  return {atomKK->k_x.template view<DeviceType>(),
          sees_rest() ? velocities_at_rest() : atomKK->k_v.template view<DeviceType>(),
          sees_rest() ? velocities_at_rest() : atomKK->k_omega.template view<DeviceType>(),
          step_changes.find(velocities, atom, in_step()),
          atomKK->k_radius.template view<DeviceType>(),
          {atomKK->k_rmass.template view<DeviceType>(),
           atomKK->k_mask.template view<DeviceType>(),
           masses.frozen_bits(),
           d_body_mass,
           {}},
          atomKK->k_type.template view<DeviceType>(),
          d_laws,
          atomKK->k_f.template view<DeviceType>(),
          atomKK->k_torque.template view<DeviceType>()};
}

template <class DeviceType>
void FixWallContactKokkos<DeviceType>::list_contacts(int bits, ContactTable &to)
{
  const typename Space::Phase phase(space, "listing");
  row_loops.append(space, nrecorded, WallRowsOfRecord{d_record.data(), bits, geometry.is_mesh()},
                   to);
}

template <class DeviceType> HeldSprings FixWallContactKokkos<DeviceType>::held_springs()
{
  if (slots > 0) d_store->to_device();
  return held_here.find(SpringsOfWall<WallRows>{springs(), slots}, slots > 0 ? atom->nlocal : 0);
}

template <class DeviceType> double FixWallContactKokkos<DeviceType>::memory_usage()
{
  return FixWallContact::memory_usage() + space.bytes() + step_changes.bytes() +
      sizeof(double) * static_cast<double>(d_body_mass.extent(0) + 3 * d_still.extent(0));
}

VARDEM_KOKKOS_VARIANT(FixWallContactKokkos);
