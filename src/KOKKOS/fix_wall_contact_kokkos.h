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
#include "solvers/network_loops.h"
#include "vardem_labels.h"
#include "vardem_space_kokkos.h"
#include "vardem_store_kokkos.h"
#include "vardem_wall_atoms_kokkos.h"

#include <algorithm>
#include <type_traits>

namespace LAMMPS_NS {

/** Kokkos variant, for planes, triangles, and regions of style plane, block, sphere, cylinder and
 *  cone. The host finds the place of the wall, and the device the atoms near it and their forces. */
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
  std::vector<HeldSpring> held_springs() override;
  KeptForces kept_forces() const override { return {d_kept.data(), nkept}; }

 protected:
  void run_loop() override;
  template <class NormalForce> void loop();

  std::string velocity_style() const override;
  void find_bodies() override;
  void find_forces() override;
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
  VARDEM::WallMesh mesh_here = {};    // of these; without boxes until they are here
  Array<int> d_candidates;            // atoms that can touch the wall soon
  Array<int> d_next;                  // where contacts of an atom go
  Array<int> d_numbers, d_counts;     // as NearPieces has them
  Array<VARDEM::WallTouch> d_touches;
  Array<VARDEM_NS::WallContact> d_record;
  VARDEM_NS::RowLoops<Space> row_loops;
  Array<double> d_kept;                   // of owned atoms: force and torque of the wall
  typename AT::t_kkfloat_1d_3 d_still;    // velocities of atoms at rest
  int ncandidates, nrecorded, nkept;

  VARDEM_NS::WallAtomsKokkos<DeviceType> atoms();
  typename AT::t_kkfloat_1d_3 velocities_at_rest();
  VARDEM_NS::WallRowsKokkos<DeviceType> springs();
  /** The surfaces where loops can reach them. */
  VARDEM::WallShape shape_here();
  void find_candidates(const VARDEM::WallShape &);
  template <class Loops>
  void with_surfaces(const VARDEM::WallShape &, const VARDEM_NS::WallStep &, const Loops &);
  VARDEM_NS::NearPieces find_pieces(const VARDEM::WallShape &, const VARDEM_NS::WallStep &,
                                    const int *some, int n);
  VARDEM_NS::WallRecordKokkos record();
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
  const VARDEM::WallShape shape = shape_here();
  find_candidates(shape);
  const WallStep step = wall_step();
  const auto mask = atomKK->k_mask.template view<DeviceType>();
  const auto with_loops = [&](const WallRecordKokkos &listing, bool advance, const auto &run) {
    with_surfaces(shape, step, [&](const auto &surfaces, const int *some, int n) {
      WallLoop<NormalForce, SPRINGS, WallAtomsKokkos<DeviceType>, std::decay_t<decltype(surfaces)>,
               WallRowsKokkos<DeviceType>, WallRecordKokkos>
          loop = {step, atoms(), surfaces, springs(), listing};
      loop.advance = advance;
      run(loop, some, n);
    });
  };
  WallRecordKokkos listing = {};
  if (begin_record()) {
    space.allocate(d_next, atom->nlocal + 1);
    Kokkos::deep_copy(d_next, 0);
    with_loops(listing, false, [&](const auto &loop, const int *some, int n) {
      typedef CountWallContacts<std::decay_t<decltype(loop)>, typename AT::t_int_1d> Count;
      space.for_each(n, Count{loop, some, mask, groupbit, d_next.data()});
    });
    listing = record();
  }
  sums = WallSums();
  with_loops(listing, step.advance, [&](const auto &loop, const int *some, int n) {
    typedef WallForces<std::decay_t<decltype(loop)>, typename AT::t_int_1d> Forces;
    WallSums more;
    Kokkos::parallel_reduce(label(style, "post_force"), Kokkos::RangePolicy<DeviceType>(0, n),
                            Forces{loop, some, mask, groupbit}, more);
    add_numbers(sums, more);
  });
}

// Gives loops over candidates the surfaces. Pieces of triangles are found before the loop, for a
// part of the candidates at a time, so that their list stays small.
template <class DeviceType>
template <class Loops>
void FixWallContactKokkos<DeviceType>::with_surfaces(const VARDEM::WallShape &shape,
                                                     const VARDEM_NS::WallStep &step,
                                                     const Loops &loops)
{
  constexpr int PART = 1 << 16;    // their list takes 50 MB, or 63 MB if it has grown
  if (!geometry.is_mesh())
    return loops(VARDEM_NS::ShapedWall{shape}, d_candidates.data(), ncandidates);
  for (int first = 0; first < ncandidates; first += PART) {
    const int *const some = d_candidates.data() + first;
    const int n = std::min(PART, ncandidates - first);
    loops(find_pieces(shape, step, some, n), some, n);
  }
}

}    // namespace LAMMPS_NS
#endif
#endif
