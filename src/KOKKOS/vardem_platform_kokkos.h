// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_VARDEM_PLATFORM_KOKKOS_H
#define LMP_VARDEM_PLATFORM_KOKKOS_H

#include "domain.h"
#include "host/network/closed_contacts.h"
#include "neigh_list_kokkos.h"
#include "neigh_request.h"
#include "neighbor.h"
#include "vardem_atom_accessors_kokkos.h"
#include "vardem_exchange_kokkos.h"
#include "vardem_orientations_kokkos.h"

namespace LAMMPS_NS::VARDEM_NS {

/** Spheres of LAMMPS on a device, in a full list (host/network/closed_contacts.h). */
template <class DeviceType> class ListedSpheresKokkos {
 public:
  typedef ArrayTypes<DeviceType> AT;
  static constexpr uint64_t READ = X_MASK | RADIUS_MASK | TYPE_MASK | MASK_MASK | TAG_MASK;
  static constexpr bool HALF = false;

  ListedSpheresKokkos() = default;
  /** list may be null if no neighbors are asked for. */
  ListedSpheresKokkos(AtomKokkos *atomKK, NeighList *list) :
      xs(atomKK->k_x.view<DeviceType>()), radii(atomKK->k_radius.view<DeviceType>()),
      types(atomKK->k_type.view<DeviceType>()), masks(atomKK->k_mask.view<DeviceType>()),
      tags(atomKK->k_tag.view<DeviceType>())
  {
    if (!list) return;
    const auto *kk_list = static_cast<NeighListKokkos<DeviceType> *>(list);
    inum = list->inum;
    numneigh = kk_list->d_numneigh;
    entries = kk_list->d_neighbors;
  }

  VARDEM_INLINE VARDEM::Vec3 x(int i) const { return row_at(xs, i); }
  VARDEM_INLINE double radius(int i) const { return radii(i); }
  VARDEM_INLINE int type(int i) const { return types(i); }
  VARDEM_INLINE int mask(int i) const { return masks(i); }
  VARDEM_INLINE tagint tag(int i) const { return tags(i); }
  int count() const { return inum; }
  /** A full list begins with the first atoms, in their order. */
  VARDEM_INLINE int atom(int n) const { return n; }
  VARDEM_INLINE int neighbors(int i) const { return numneigh(i); }
  VARDEM_INLINE int neighbor(int i, int k) const { return entries(i, k); }

 private:
  typename AT::t_kkfloat_1d_3_lr xs;
  typename AT::t_kkfloat_1d radii;
  typename AT::t_int_1d types, masks;
  typename AT::t_tagint_1d tags;
  int inum = 0;
  typename AT::t_int_1d numneigh;
  typename AT::t_neighbors_2d entries;
};

/** The platform of CompatibleSolverOn and SphereNetwork (host/compatible/compatible_solver_on.h,
 *  host/dynamics/sphere_network.h) for a device. Contacts are found in a full neighbor list with
 *  the cutoffs of the pair style: LAMMPS has no full Kokkos list with cutoffs of the radii. */
template <class DeviceType> class PlatformKokkos : protected Pointers {
 public:
  typedef SpaceKokkos<DeviceType, Exchange> Space;
  typedef ListedSpheresKokkos<DeviceType> Atoms;
  GhostsKokkos<DeviceType> ghosts;

  PlatformKokkos(LAMMPS *lmp, Fix *fix) : Pointers(lmp), ghosts(lmp, fix), style(fix->style) {}

  Space make_space() { return Space(Exchange{&ghosts}, style); }

  /** often: LAMMPS builds the list at each reneighboring; otherwise when the fix asks for it. */
  void request_list(Fix *fix, bool often = false)
  {
    auto *request = neighbor->add_request(
        fix, NeighConst::REQ_FULL | (often ? NeighConst::REQ_DEFAULT : NeighConst::REQ_OCCASIONAL));
    request->set_kokkos_host(std::is_same_v<DeviceType, LMPHostType> &&
                             !std::is_same_v<DeviceType, LMPDeviceType>);
    request->set_kokkos_device(std::is_same_v<DeviceType, LMPDeviceType>);
  }

  Atoms atoms(NeighList *list) const
  {
    atomKK->sync(HERE, Atoms::READ);
    return {atomKK, list};
  }

  PointsKokkos<DeviceType> points(int bits) const
  {
    atomKK->sync(HERE, PointsKokkos<DeviceType>::READ);
    return {atomKK, bits};
  }

  SpheresKokkos<DeviceType> spheres(int groupbit = 0) const
  {
    atomKK->sync(HERE, SpheresKokkos<DeviceType>::READ);
    return {atomKK, groupbit, {}, domain->dimension == 2};
  }
  void changed_motion() { atomKK->modified(HERE, X_MASK | V_MASK | OMEGA_MASK); }
  void changed_forces() { atomKK->modified(HERE, F_MASK); }
  void changed_torques() { atomKK->modified(HERE, TORQUE_MASK); }

  const double *orientations(Orientations &all, const Space &space)
  {
    return orientations_here.find(all, atomKK, space).data();
  }
  void set_orientations(Orientations &all, const double *q, const int *column, int count,
                        const Space &space) const
  {
    orientations_here.set(all, atomKK, q, column, count, space);
  }

  const imageint *images() const
  {
    atomKK->sync(HERE, IMAGE_MASK);
    return atomKK->k_image.view<DeviceType>().data();
  }

  void sync_tags_to_host() { atomKK->sync(Host, TAG_MASK); }
  void sync_all_to_host() { atomKK->sync(Host, ALL_MASK); }

 private:
  static constexpr ExecutionSpace HERE = ExecutionSpaceFromDevice<DeviceType>::space;
  std::string style;
  OrientationsKokkos<DeviceType> orientations_here;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
