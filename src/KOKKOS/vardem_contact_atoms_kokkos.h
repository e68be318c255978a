// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_VARDEM_CONTACT_ATOMS_KOKKOS_H
#define LMP_VARDEM_CONTACT_ATOMS_KOKKOS_H

#include "atom_kokkos.h"
#include "fix_neigh_history_kokkos.h"
#include "host/pair/contact_batches.h"
#include "neigh_list_kokkos.h"
#include "vardem_atom_accessors_kokkos.h"
#include "vardem_space_kokkos.h"
#include "vardem_tallies_kokkos.h"

#include <Kokkos_ScatterView.hpp>

#include <limits>
#include <type_traits>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

// Accessors of Kokkos views for ContactLoop (host/pair/contact_loop.h). NEIGHFLAG is LAMMPS' kind
// of neighbor list: with HALF one thread works, with HALFTHREAD several add to the same atom, and
// with FULL each thread adds to its own atoms only.

/** What threads add to a view of the atoms. On the host each thread has rows of its own, which are
 *  kept from step to step; on a device the additions are atomic. */
template <class View, int NEIGHFLAG, class DeviceType> class ThreadSums {
  typedef NeedDup_v<NEIGHFLAG, DeviceType> Copies;
  typedef KKScatterView<typename View::traits::data_type, typename View::traits::array_layout,
                        typename KKDevice<DeviceType>::value, KKScatterSum, Copies>
      Sums;
  static constexpr bool COPIED = std::is_same_v<Copies, Kokkos::Experimental::ScatterDuplicated>;

 public:
  /** To be called before the threads add. */
  void begin(const View &view)
  {
    if (COPIED && rows == view.extent(0))
      sums.reset();
    else
      sums = Sums(view);
    rows = view.extent(0);
  }
  /** To be called when the threads have added. */
  void end(const View &view)
  {
    if (COPIED) sums.contribute_into(view);
  }

  VARDEM_INLINE auto access() const
  {
    return sums.template access<AtomicDup_v<NEIGHFLAG, DeviceType>>();
  }

 private:
  Sums sums;
  std::size_t rows = 0;
};

/** Calls f with the NEIGHFLAG of loops over half lists: HALFTHREAD where several threads may add to
 *  an atom, as on a device, otherwise HALF. Only what can run here is compiled. */
template <class DeviceType, class F> void with_half_list(const F &f)
{
  using Threads = typename DeviceType::execution_space;
#ifdef KOKKOS_ENABLE_SERIAL
  constexpr bool SERIAL = std::is_same_v<Threads, Kokkos::Serial>;
#else
  constexpr bool SERIAL = false;
#endif
  if constexpr (!std::is_same_v<typename DeviceType::memory_space, Kokkos::HostSpace>)
    f(std::integral_constant<int, HALFTHREAD>());
  else if constexpr (SERIAL)
    f(std::integral_constant<int, HALF>());
  else if (Threads().concurrency() > 1)
    f(std::integral_constant<int, HALFTHREAD>());
  else
    f(std::integral_constant<int, HALF>());
}

/** Results of a force loop: forces and torques of atoms and, where they are asked for, their
 *  energies and virials. */
template <class DeviceType, int NEIGHFLAG> struct ContactResultsKokkos {
  typedef ArrayTypes<DeviceType> AT;
  template <class View> using Sums = ThreadSums<View, NEIGHFLAG, DeviceType>;

  Sums<typename AT::t_kkacc_1d_3> forces, torques;
  Sums<typename AT::t_kkacc_1d> energies;
  Sums<typename AT::t_kkacc_1d_6> virials;
  bool has_energies, has_virials;

  /** Forces and torques are added to the arrays of the atoms, from begin() to end(). */
  void begin(const AtomKokkos *atomKK, const TalliesKokkos<DeviceType> &tallies)
  {
    has_energies = tallies.has_energies;
    has_virials = tallies.has_virials;
    forces.begin(atomKK->k_f.template view<DeviceType>());
    torques.begin(atomKK->k_torque.template view<DeviceType>());
    if (has_energies) energies.begin(tallies.energies());
    if (has_virials) virials.begin(tallies.virials());
  }
  void end(const AtomKokkos *atomKK, const TalliesKokkos<DeviceType> &tallies)
  {
    forces.end(atomKK->k_f.template view<DeviceType>());
    torques.end(atomKK->k_torque.template view<DeviceType>());
    if (has_energies) energies.end(tallies.energies());
    if (has_virials) virials.end(tallies.virials());
  }

  /** Half of a contact. */
  VARDEM_INLINE void tally(int i, double energy, const double (&virial)[6]) const
  {
    if (has_energies) energies.access()(i) += 0.5 * energy;
    if (!has_virials) return;
    const auto rows = virials.access();
    for (int d = 0; d < 6; d++) rows(i, d) += 0.5 * virial[d];
  }
};

template <class Access> VARDEM_INLINE void add_to_row(const Access &a, int i, const VARDEM::Vec3 &b)
{
  a(i, 0) += b.x;
  a(i, 1) += b.y;
  a(i, 2) += b.z;
}

/** LAMMPS' arrays of spheres, owned and ghost. */
template <class DeviceType> struct ContactArraysKokkos {
  typedef ArrayTypes<DeviceType> AT;
  static constexpr uint64_t READ = X_MASK | V_MASK | OMEGA_MASK | F_MASK | TORQUE_MASK |
      RADIUS_MASK | RMASS_MASK | TYPE_MASK | MASK_MASK;

  typename AT::t_kkfloat_1d_3_lr xs;
  typename AT::t_kkfloat_1d_3 v_at_half, w_at_half;    // half-step velocities
  typename AT::t_kkfloat_1d_3 vs, ws;                  // velocities that dashpots act on
  typename AT::t_kkfloat_1d radii;
  typename AT::t_int_1d type;
  typename AT::t_double_1d inverse_masses;
  Kokkos::View<const VARDEM::ContactParameters *, typename DeviceType::memory_space> laws;
  int no_type;
  int nadd;    // forces are added to atoms below this index

  VARDEM_INLINE VARDEM::Vec3 x(int i) const { return row_at(xs, i); }
  VARDEM_INLINE double radius(int i) const { return radii(i); }
  VARDEM_INLINE double inverse_mass(int i) const { return inverse_masses(i); }
  VARDEM_INLINE VARDEM::Vec3 v(int i) const { return row_at(vs, i); }
  VARDEM_INLINE VARDEM::Vec3 w(int i) const { return row_at(ws, i); }
  VARDEM_INLINE VARDEM::Vec3 v_half(int i) const { return row_at(v_at_half, i); }
  VARDEM_INLINE VARDEM::Vec3 w_half(int i) const { return row_at(w_at_half, i); }
  VARDEM_INLINE int types(int i, int j) const { return type(i) * no_type + type(j); }
  VARDEM_INLINE const VARDEM::ContactParameters &law(int i, int j) const
  {
    return laws(types(i, j));
  }
};

/** The accessor of atoms for ContactLoop, for one thread. Forces, Torques: where this thread adds
 *  them. */
template <class DeviceType, int NEIGHFLAG, class Forces, class Torques> struct ContactAtomsKokkos {
  const ContactArraysKokkos<DeviceType> &a;
  const ContactResultsKokkos<DeviceType, NEIGHFLAG> &results;
  const Forces &forces;
  const Torques &torques;

  VARDEM_INLINE VARDEM::Vec3 x(int i) const { return a.x(i); }
  VARDEM_INLINE double radius(int i) const { return a.radius(i); }
  VARDEM_INLINE double inverse_mass(int i) const { return a.inverse_mass(i); }
  VARDEM_INLINE VARDEM::Vec3 v(int i) const { return a.v(i); }
  VARDEM_INLINE VARDEM::Vec3 w(int i) const { return a.w(i); }
  VARDEM_INLINE VARDEM::Vec3 v_half(int i) const { return a.v_half(i); }
  VARDEM_INLINE VARDEM::Vec3 w_half(int i) const { return a.w_half(i); }
  VARDEM_INLINE int types(int i, int j) const { return a.types(i, j); }
  VARDEM_INLINE const VARDEM::ContactParameters &law(int i, int j) const { return a.law(i, j); }

  /** For threads of a CPU. */
  template <bool HALF> void fetch(int j) const
  {
    VARDEM_PREFETCH(&a.vs(j, 0));
    VARDEM_PREFETCH(&a.ws(j, 0));
    if constexpr (HALF) VARDEM_PREFETCH(&a.v_at_half(j, 0));
    if constexpr (HALF) VARDEM_PREFETCH(&a.w_at_half(j, 0));
  }
  VARDEM_INLINE void add(int i, const VARDEM::Vec3 &F, const VARDEM::Vec3 &T) const
  {
    add_to_row(forces, i, F);
    add_to_row(torques, i, T);
  }
  /** In a full list the other atom has this contact, too. */
  VARDEM_INLINE void add_other(int j, const VARDEM::Vec3 &F, const VARDEM::Vec3 &T) const
  {
    if constexpr (NEIGHFLAG != FULL)
      if (j < a.nadd) add(j, F, T);
  }
  VARDEM_INLINE void tally(int i, int j, double energy, const double (&virial)[6]) const
  {
    results.tally(i, energy, virial);
    if constexpr (NEIGHFLAG != FULL)
      if (j < a.nadd) results.tally(j, energy, virial);
  }
};

/** A neighbor list with the history of its contacts, for ContactLoop. */
template <class DeviceType> class ContactListKokkos {
 public:
  typedef ArrayTypes<DeviceType> AT;

  ContactListKokkos() = default;
  /** full: each pair is in it twice. history: null without springs; columns: numbers of a contact
   *  in it. */
  ContactListKokkos(NeighList *list, const double *special_lj, int nlocal, bool newton, bool full,
                    FixNeighHistoryKokkos<DeviceType> *history, int columns_in) :
      columns(columns_in)
  {
    if (!newton) nwhole = full ? 0 : nlocal;
    const auto *kk_list = static_cast<NeighListKokkos<DeviceType> *>(list);
    ilist = kk_list->d_ilist;
    numneigh = kk_list->d_numneigh;
    entries = kk_list->d_neighbors;
    for (int k = 0; k < 4; k++) specials[k] = special_lj[k];
    if (!history) return;
    touches = history->k_firstflag.template view<DeviceType>();
    springs = history->k_firstvalue.template view<DeviceType>();
  }

  VARDEM_INLINE int atom(int n) const { return ilist(n); }
  VARDEM_INLINE int size(int i) const { return numneigh(i); }
  VARDEM_INLINE int entry(int i, int k) const { return entries(i, k); }
  VARDEM_INLINE int other(int i, int k) const { return entry(i, k) & NEIGHMASK; }
  VARDEM_INLINE double special(int entry) const { return specials[entry >> SBBITS & 3]; }
  VARDEM_INLINE double share(int j) const { return j < nwhole ? 1.0 : 0.5; }
  VARDEM_INLINE int &touch(int i, int k) const { return touches(i, k); }
  VARDEM_INLINE VARDEM::Vec3 spring(int i, int k) const { return row_at(springs, i, columns * k); }
  void fetch(int i, int k) const
  {
    for (int n : {0, columns - 1}) VARDEM_PREFETCH(&springs(i, columns * k + n));
  }
  VARDEM_INLINE void set_spring(int i, int k, const VARDEM::Vec3 &spring) const
  {
    set_row_at(springs, i, spring, columns * k);
  }
  VARDEM_INLINE VARDEM::Vec3 turning(int i, int k) const
  {
    return row_at(springs, i, columns * k + 3);
  }
  VARDEM_INLINE void set_turning(int i, int k, const VARDEM::Vec3 &turning) const
  {
    set_row_at(springs, i, turning, columns * k + 3);
  }

 private:
  int columns = 0;
  typename AT::t_int_1d ilist, numneigh;
  typename AT::t_neighbors_2d entries;
  double specials[4];
  int nwhole = std::numeric_limits<int>::max();    // contacts with j below count once, others twice
  typename AT::t_int_2d touches;
  typename AT::t_kkfloat_2d springs;
};

/** Counts pairs of a list that LAMMPS has for images of bonded particles, but which are nearer than
 *  half of the box. */
template <class DeviceType> struct MisreadBonds {
  typedef ArrayTypes<DeviceType> AT;

  MisreadBonds(const ContactListKokkos<DeviceType> &list_in, const AtomKokkos *atomKK,
               const double *special_lj) :
      list(list_in),
      x(atomKK->k_x.view<DeviceType>()), tag(atomKK->k_tag.view<DeviceType>()),
      special(atomKK->k_special.view<DeviceType>()), nspecial(atomKK->k_nspecial.view<DeviceType>())
  {
    for (int kind = 0; kind < 4; kind++) counts[kind] = special_lj[kind] != 1.0;
  }

  double half[3];    // of the periodic box lengths

  KOKKOS_INLINE_FUNCTION void operator()(const int n, int &found) const
  {
    const int i = list.atom(n), size = list.size(i);
    for (int k = 0; k < size; k++) {
      const int entry = list.entry(i, k);
      if (entry >> SBBITS & 3) continue;
      if (is_special(i, tag(entry & NEIGHMASK)) && is_near(i, entry & NEIGHMASK)) found++;
    }
  }

 private:
  ContactListKokkos<DeviceType> list;
  typename AT::t_kkfloat_1d_3_lr x;
  typename AT::t_tagint_1d tag;
  typename AT::t_tagint_2d special;
  typename AT::t_int_2d nspecial;
  bool counts[4];    // kinds of bonded particles that do not act on each other like others

  KOKKOS_INLINE_FUNCTION bool is_special(int i, tagint other) const
  {
    for (int kind = 1, k = 0; kind < 4; kind++)
      for (; k < nspecial(i, kind - 1); k++)
        if (special(i, k) == other) return counts[kind];
    return false;
  }
  KOKKOS_INLINE_FUNCTION bool is_near(int i, int j) const
  {
    for (int k = 0; k < 3; k++)
      if (Kokkos::fabs(x(i, k) - x(j, k)) > half[k]) return false;
    return true;
  }
};

/** The sum of two structs of numbers of type double. */
template <class Numbers>
KOKKOS_INLINE_FUNCTION void add_numbers(Numbers &sums, const Numbers &others)
{
  constexpr int N = sizeof(Numbers) / sizeof(double);
  auto *a = reinterpret_cast<double *>(&sums);
  const auto *b = reinterpret_cast<const double *>(&others);
  for (int k = 0; k < N; k++) a[k] += b[k];
}

/** The first of n indices in a block of about n / nblocks. */
KOKKOS_INLINE_FUNCTION int first_of(int block, int n, int nblocks)
{
  return static_cast<int>(static_cast<bigint>(n) * block / nblocks);
}

/** Common part of the loops over contacts: atoms, results and list, and how threads add their
 *  sums. */
template <class DeviceType, int NEIGHFLAG, class NormalForce, bool SQRT_DASHPOT,
          TangentialMemory SPRINGS, bool TALLY>
struct ContactsKokkos {
  typedef ContactSums value_type;
  typedef ContactListKokkos<DeviceType> List;

  ContactArraysKokkos<DeviceType> arrays;
  ContactResultsKokkos<DeviceType, NEIGHFLAG> results;
  List list;
  VARDEM::StepTime time;
  bool advance, forget;    // as for ContactLoop

  /** Calls f(loop) with the ContactLoop of this thread. */
  template <class F> VARDEM_INLINE void with_loop(const F &f) const
  {
    const auto forces = results.forces.access();
    const auto torques = results.torques.access();
    typedef ContactAtomsKokkos<DeviceType, NEIGHFLAG, std::decay_t<decltype(forces)>,
                               std::decay_t<decltype(torques)>>
        Atoms;
    const Atoms atoms = {arrays, results, forces, torques};
    f(ContactLoop<NormalForce, SQRT_DASHPOT, SPRINGS, TALLY, const Atoms &, const List &>{
        atoms, list, time, advance, forget});
  }

  KOKKOS_INLINE_FUNCTION void init(value_type &sums) const { sums = value_type(); }
  KOKKOS_INLINE_FUNCTION void join(value_type &sums, const value_type &others) const
  {
    add_numbers(sums, others);
  }
};

/** The contacts of the n-th atom of the list. For devices. */
template <class Contacts> struct ContactsOfAtom : Contacts {
  KOKKOS_INLINE_FUNCTION void operator()(const int n, ContactSums &sums) const
  {
    const int i = this->list.atom(n);
    this->with_loop([i, &sums](const auto &loop) {
      loop(i, sums);
    });
  }

  /** Without sums. */
  KOKKOS_INLINE_FUNCTION void operator()(const int n) const
  {
    ContactSums unused;
    operator()(n, unused);
  }
};

/** The contacts of the atoms of a block, in vector lanes. For threads of a CPU. */
template <class Contacts> struct ContactsOfBlock : Contacts {
  int inum, nblocks;    // atoms of the list; blocks of about equal size
  VARDEM::ForcesInLanes *in_lanes;
  const LawTable *laws;
  int longest;    // as for ContactBatches

  void operator()(const int block, ContactSums &sums) const
  {
    this->with_loop([&](const auto &loop) {
      ContactBatches<std::decay_t<decltype(loop)>> batches(loop, in_lanes, *laws, longest);
      batches(first_of(block, inum, nblocks), first_of(block + 1, inum, nblocks), sums);
    });
  }

  void operator()(const int block) const
  {
    ContactSums unused;
    operator()(block, unused);
  }
};

/** ContactMasses::update() on the device. body_mass: empty without rigid bodies. */
template <class DeviceType> struct InverseMasses {
  typedef ArrayTypes<DeviceType> AT;
  typename AT::t_kkfloat_1d rmass;
  typename AT::t_int_1d mask;
  int frozenbits;
  typename AT::t_double_1d body_mass, inverse_mass;

  KOKKOS_INLINE_FUNCTION double of(int i) const
  {
    const bool member = body_mass.extent(0) > 0 && body_mass(i) > 0.0;
    const double mass = member ? body_mass(i) : static_cast<double>(rmass(i));
    return mask(i) & frozenbits ? 0.0 : 1.0 / mass;
  }
  KOKKOS_INLINE_FUNCTION void operator()(const int i) const { inverse_mass(i) = of(i); }
};

/** A neighbor list of the device on the host, as LAMMPS has it there. */
class ListOnHost {
 public:
  template <class DeviceType> explicit ListOnHost(const NeighListKokkos<DeviceType> &list)
  {
    const auto copy = [](const auto &view) {
      return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
    };
    const auto atoms = copy(list.d_ilist);
    const auto numbers = copy(list.d_numneigh);
    const auto entries = copy(list.d_neighbors);
    numneigh.resize(numbers.extent(0));
    rows.resize(numneigh.size());
    first.resize(numneigh.size());
    for (int n = 0; n < list.inum; n++) {
      const int i = atoms(n);
      ilist.push_back(i);
      numneigh[i] = numbers(i);
      for (int k = 0; k < numneigh[i]; k++) rows[i].push_back(entries(i, k));
      first[i] = rows[i].data();
    }
  }

  std::vector<int> ilist, numneigh;
  std::vector<int *> first;

 private:
  std::vector<std::vector<int>> rows;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
