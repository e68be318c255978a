// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(wall/contact/kk,FixWallContactKokkos<LMPDeviceType>);
FixStyle(wall/contact/kk/device,FixWallContactKokkos<LMPDeviceType>);
FixStyle(wall/contact/kk/host,FixWallContactKokkos<LMPHostType>);
// clang-format on
#else

#ifndef LMP_FIX_WALL_CONTACT_KOKKOS_H
#define LMP_FIX_WALL_CONTACT_KOKKOS_H

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "fix_velocity_onstep_kokkos.h"
#include "fix_wall_contact.h"
#include "kokkos_type.h"
#include "solvers/network/network_loops.h"
#include "vardem_labels.h"
#include "vardem_space_kokkos.h"
#include "vardem_store_kokkos.h"
#include "vardem_wall_atoms_kokkos.h"

namespace LAMMPS_NS {

/** Kokkos variant, for planes, triangles, regions of style plane, block, sphere, cylinder and cone,
 *  and unions and intersections of these. The host finds the place of the wall, and the device the
 *  atoms near it and their forces. */
template <class DeviceType>
class FixWallContactKokkos : public FixWallContact, public VARDEM_NS::StoreOnDevice<DeviceType> {
 public:
  typedef ArrayTypes<DeviceType> AT;

  FixWallContactKokkos(class LAMMPS *, int, char **,
                       const std::vector<const VARDEM::NormalLaw *> &laws = VARDEM_NS::all_laws());
  void init() override;
  void setup(int) override;
  void place_wall() override;
  double memory_usage() override;

  void list_contacts(int groupbit, VARDEM_NS::ContactTable &to) override;
  VARDEM_NS::HeldSprings held_springs() override;
  KeptForces kept_forces() const override { return {d_kept.data(), nkept}; }

 protected:
  void run_loop() override;
  template <class NormalForce> void loop();

  std::string velocity_style() const override;
  void find_bodies() override;
  void find_forces() override;
  double *numbers_of(int table) override { return d_store->rows(table).data(); }
  void keep_difference(double sign) override;

 private:
  using VARDEM_NS::StoreOnDevice<DeviceType>::d_store;
  typedef VARDEM_NS::SpaceKokkos<DeviceType> Space;
  template <class T> using Array = typename Space::template Array<T>;
  static constexpr ExecutionSpace HERE = ExecutionSpaceFromDevice<DeviceType>::space;

  bool reads_atoms;    // may the variables of the wall read atoms?
  Kokkos::View<VARDEM::ContactParameters *, typename DeviceType::memory_space> d_laws;    // by type
  typename AT::t_double_1d d_body_mass;    // of owned atoms; empty without rigid bodies
  VARDEM_NS::StepChangesKokkos<DeviceType> step_changes;
  Space space;
  Array<VARDEM::Vec3> d_corners;    // of triangles
  Array<VARDEM::MeshTriangle> d_triangles;
  Array<VARDEM::MeshBox> d_boxes;
  VARDEM::SeldomCopied<Space, VARDEM::WallBody> bodies_here;
  VARDEM::WallMesh mesh_here = {};    // of these; without boxes until they are here
  Array<int> d_candidates;            // atoms that can touch the wall soon
  Array<int> d_next;                  // where contacts of an atom go
  Array<VARDEM_NS::WallContact> d_record;
  VARDEM_NS::RowLoops<Space> row_loops;
  VARDEM_NS::HeldSpringsOn<Space> held_here;
  Array<double> d_kept;                   // of owned atoms: force and torque of the wall
  typename AT::t_kkfloat_1d_3 d_still;    // velocities of atoms at rest
  int ncandidates, nrecorded, nkept;

  VARDEM_NS::WallAtomsKokkos<DeviceType> atoms();
  typename AT::t_kkfloat_1d_3 velocities_at_rest();
  /** The surfaces where loops can reach them. */
  VARDEM::WallShape shape_here();
  void find_candidates(const VARDEM::WallShape &);
  template <class NormalForce> VARDEM_NS::WallRecordKokkos record(const VARDEM::WallShape &);
  template <class NormalForce, VARDEM_NS::TangentialMemory SPRINGS> void loop_with();
};

// The force loop of FixWallContactKokkos, for each law.

template <class DeviceType>
template <class NormalForce>
void FixWallContactKokkos<DeviceType>::loop()
{
  VARDEM::with_memory<NormalForce>(
      law.has_springs(), law.full_step(), velocities.needed(), [this](auto memory) {
        this->template loop_with<NormalForce, decltype(memory)::value>();
      });
}

template <class DeviceType>
template <class NormalForce, VARDEM_NS::TangentialMemory SPRINGS>
void FixWallContactKokkos<DeviceType>::loop_with()
{
  using namespace VARDEM_NS;
  typedef WallLoop<NormalForce, SPRINGS, WallAtomsKokkos<DeviceType>, ShapedWall, WallRecordKokkos>
      Loop;
  const VARDEM::WallShape surfaces = shape_here();
  find_candidates(surfaces);
  const Loop loop = {wall_step(), atoms(), {surfaces}, springs(), record<NormalForce>(surfaces)};
  if (ncandidates == 0) return;    // the host waits for the sums
  Kokkos::parallel_reduce(
      label(style, "post_force"), Kokkos::RangePolicy<DeviceType>(0, ncandidates),
      WallForces<Loop, typename AT::t_int_1d>{loop, d_candidates.data(),
                                              atomKK->k_mask.template view<DeviceType>(), groupbit},
      sums);
}

// Where the loop lists the contacts if this step is recorded: in the order of the atoms, whatever
// the threads do.
template <class DeviceType>
template <class NormalForce>
VARDEM_NS::WallRecordKokkos
FixWallContactKokkos<DeviceType>::record(const VARDEM::WallShape &surfaces)
{
  using namespace VARDEM_NS;
  if (!begin_record()) return {};
  const typename Space::Phase phase(space, "record");
  atomKK->sync(HERE, TAG_MASK);
  typedef CountWallContacts<NormalForce, WallAtomsKokkos<DeviceType>, typename AT::t_int_1d> Count;
  const int n = atom->nlocal;
  space.allocate(d_next, n + 1);
  space.for_each(n, VARDEM::SetZero{d_next.data()});
  space.for_each(ncandidates,
                 Count{atoms(), springs(), atomKK->k_mask.template view<DeviceType>(), groupbit,
                       candidates.reach_of_loop(geometry), surfaces, d_candidates.data(),
                       d_next.data()});
  nrecorded = space.scan(n, d_next.data());
  space.allocate(d_record, nrecorded);
  return {d_next.data(), d_record.data(), atomKK->k_tag.template view<DeviceType>().data(),
          atomKK->k_mask.template view<DeviceType>().data()};
}

}    // namespace LAMMPS_NS
#endif
#endif
