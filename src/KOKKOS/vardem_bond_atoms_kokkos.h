// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_VARDEM_BOND_ATOMS_KOKKOS_H
#define LMP_VARDEM_BOND_ATOMS_KOKKOS_H

#include "host/bonds/bond_loop.h"
#include "vardem_bonded_bodies_kokkos.h"
#include "vardem_contact_atoms_kokkos.h"

namespace LAMMPS_NS::VARDEM_NS {

/** BondTopology (host/bonds/bond_partners.h) on the device. */
template <class DeviceType> struct BondTopologyKokkos {
  typedef ArrayTypes<DeviceType> AT;
  static constexpr uint64_t READ = TAG_MASK | BOND_MASK;

  typename AT::t_int_1d numbers;
  typename AT::t_tagint_2d partners;
  typename AT::t_int_2d types;
  typename AT::t_tagint_1d tags;
  const int *is_set;    // by type of bond: are they of this style?
  int nall, map_style;
  DAT::tdual_int_1d map_array;
  dual_hash_type map_hash;

  /** Atoms must be on the device. */
  BondTopologyKokkos(AtomKokkos *atomKK, const int *is_set_in) :
      numbers(atomKK->k_num_bond.view<DeviceType>()),
      partners(atomKK->k_bond_atom.view<DeviceType>()),
      types(atomKK->k_bond_type.view<DeviceType>()), tags(atomKK->k_tag.view<DeviceType>()),
      is_set(is_set_in), nall(atomKK->nlocal + atomKK->nghost), map_style(atomKK->map_style)
  {
    if (map_style == Atom::MAP_ARRAY) {
      atomKK->k_map_array.sync<DeviceType>();
      map_array = atomKK->k_map_array;
    } else {
      atomKK->k_map_hash.sync<DeviceType>();
      map_hash = atomKK->k_map_hash;
    }
  }

  KOKKOS_INLINE_FUNCTION int bonds(int i) const { return numbers(i); }
  KOKKOS_INLINE_FUNCTION tagint partner(int i, int m) const { return partners(i, m); }
  KOKKOS_INLINE_FUNCTION int type(int i, int m) const { return types(i, m); }
  KOKKOS_INLINE_FUNCTION bool is_mine(int type) const { return is_set[type] != 0; }
  KOKKOS_INLINE_FUNCTION tagint tag(int i) const { return tags(i); }
  /** The map of LAMMPS may still have atoms that were deleted. */
  KOKKOS_INLINE_FUNCTION int local(tagint tag) const
  {
    const int j = AtomKokkos::map_kokkos<DeviceType>(tag, map_style, map_array, map_hash);
    return j >= 0 && j < nall && tags(j) == tag ? j : -1;
  }
};

/** The accessor of atoms for BondLoop, for one thread. Forces, Torques: where this thread adds
 *  them. */
template <class DeviceType, int NEIGHFLAG, class Forces, class Torques> struct BondedAtomsKokkos {
  const BondedStatesKokkos<DeviceType> &states;
  const ContactResultsKokkos<DeviceType, NEIGHFLAG> &results;
  const Forces &forces;
  const Torques &torques;
  int nadd;    // forces are added to atoms below this index

  VARDEM_INLINE VARDEM::Vec3 x(int i) const { return states.x(i); }
  VARDEM_INLINE VARDEM::Quat orientation(int i) const { return states.orientation(i); }
  VARDEM_INLINE VARDEM::Vec3 v(int i) const { return states.v(i); }
  VARDEM_INLINE VARDEM::Vec3 w(int i) const { return states.w(i); }
  VARDEM_INLINE VARDEM::Vec3 v_change(int i) const { return states.v_change(i); }
  VARDEM_INLINE VARDEM::Vec3 w_change(int i) const { return states.w_change(i); }
  VARDEM_INLINE double kick() const { return states.kick_of_step; }
  VARDEM_INLINE double radius(int i) const { return states.radius(i); }
  VARDEM_INLINE double inverse_mass(int i) const { return states.inverse_mass(i); }

  VARDEM_INLINE double power(int i, const VARDEM::Vec3 &F, const VARDEM::Vec3 &M,
                             const VARDEM::Vec3 &faster) const
  {
    return i < states.nlocal ? dot(F, v(i) + faster) + dot(M, w(i)) : 0.0;
  }
  VARDEM_INLINE void add(int i, const VARDEM::Vec3 &F, const VARDEM::Vec3 &M) const
  {
    if (i >= nadd) return;
    add_to_row(forces, i, F);
    add_to_row(torques, i, M);
  }
  VARDEM_INLINE void tally(int i, int j, double energy, const double (&virial)[6]) const
  {
    if (i < nadd) results.tally(i, energy, virial);
    if (j < nadd) results.tally(j, energy, virial);
  }
};

/** Common part of the loop over bonds for all laws. */
struct BondsNow {
  BondTable table;
  BondCell cell;
  VARDEM::UpperTriangle image_rate;
  bool can_break;
  double half_step;    // as for BondLoop
  ListedBond *listing;
  int nadd;
};

/** The force loop of a law over blocks of bonds. A thread of a CPU has a large block. On a device a
 *  block is one bond. */
template <class DeviceType, int NEIGHFLAG, class Physics, bool TALLY> struct BondForces {
  typedef BondSums value_type;

  BondedStatesKokkos<DeviceType> states;
  ContactResultsKokkos<DeviceType, NEIGHFLAG> results;
  Physics physics;
  BondsNow now;
  int nblocks;

  KOKKOS_INLINE_FUNCTION void operator()(const int block, BondSums &sums) const
  {
    const auto forces = results.forces.access();
    const auto torques = results.torques.access();
    typedef BondedAtomsKokkos<DeviceType, NEIGHFLAG, std::decay_t<decltype(forces)>,
                              std::decay_t<decltype(torques)>>
        Atoms;
    const BondLoop<Physics, Atoms, TALLY> loop = {
        physics,        {states, results, forces, torques, now.nadd},
        now.table,      now.cell,
        now.image_rate, now.can_break,
        now.half_step,  now.listing};
    const int end = first_of(block + 1, now.table.n, nblocks);
    for (int k = first_of(block, now.table.n, nblocks); k < end; k++) loop(k, sums);
  }

  /** Without sums. */
  KOKKOS_INLINE_FUNCTION void operator()(const int block) const
  {
    BondSums unused;
    operator()(block, unused);
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
