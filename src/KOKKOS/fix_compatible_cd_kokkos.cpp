/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "fix_compatible_cd_kokkos.h"

#include "domain.h"
#include "error.h"
#include "host/gravity.h"
#include "kokkos.h"
#include "memory_kokkos.h"
#include "neigh_request.h"
#include "neighbor.h"
#include "vardem_bodies_kokkos.h"
#include "vardem_travel_kokkos.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::SolverReport;

namespace LAMMPS_NS {

// Loops over rows

template <class Points> struct VardemAddWeights {
  Points points;    // those that the gravity acts on
  const int *atom_of;
  VARDEM::Vec3 g;
  double *load;

  KOKKOS_INLINE_FUNCTION void operator()(const int row) const
  {
    const int i = atom_of[row];
    if (!points.selects(i)) return;
    const double m = points.mass(i);
    load[3 * row] += m * g.x;
    load[3 * row + 1] += m * g.y;
    load[3 * row + 2] += m * g.z;
  }
};

/** Copies numbers of atoms to one component of the vectors of rows. */
struct VardemTakeComponent {
  const int *atom_of;
  const double *values;
  int component;
  double *vectors;

  KOKKOS_INLINE_FUNCTION void operator()(const int row) const
  {
    vectors[3 * row + component] = values[atom_of[row]];
  }
};

struct VardemFlatten {
  double *vectors;

  KOKKOS_INLINE_FUNCTION void operator()(const int row) const { vectors[3 * row + 2] = 0.0; }
};

/** Counts loads that are not finite, and loads of rows without contacts. */
struct VardemCheckLoads {
  const int *first;
  const double *load;

  KOKKOS_INLINE_FUNCTION void operator()(const int row, VARDEM::Sums<2> &sums) const
  {
    const double *a = load + 3 * row;
    for (int k = 0; k < 3; k++) sums.s[0] += !(a[k] - a[k] == 0.0);
    sums.s[1] += first[row] == first[row + 1] && (a[0] != 0.0 || a[1] != 0.0 || a[2] != 0.0);
  }
};

struct VardemUnloadRowsWithoutContacts {
  const int *first;
  double *load;

  KOKKOS_INLINE_FUNCTION void operator()(const int row) const
  {
    if (first[row] < first[row + 1]) return;
    for (int k = 0; k < 3; k++) load[3 * row + k] = 0.0;
  }
};

/** Copies the motions of atoms to the rows. */
template <class Store> struct VardemTakeMotion {
  const int *atom_of;
  Store motion;
  double *u;

  KOKKOS_INLINE_FUNCTION void operator()(const int row) const
  {
    for (int k = 0; k < 3; k++) u[3 * row + k] = motion(atom_of[row], k);
  }
};

/** Copies the motions of rows to the atoms; or zero, because a useless motion may hold NaN. */
template <class Store> struct VardemKeepMotion {
  const int *atom_of;
  Store motion;
  const double *u;
  bool useful;

  KOKKOS_INLINE_FUNCTION void operator()(const int row) const
  {
    for (int k = 0; k < 3; k++) motion(atom_of[row], k) = useful ? u[3 * row + k] : 0.0;
  }
};

/** Per-atom results of an owned atom. */
template <class Law, class Contacts, class Store> struct VardemAtomResults {
  Contacts contacts;
  const int *column;
  const double *u;
  double least, units;    // of stress x volume
  Store results;
  int ncolumns;

  KOKKOS_INLINE_FUNCTION void operator()(const int i) const
  {
    double stress[6] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0}, loaded = 0.0;
    contacts.of_atom(i, [&](int j, const VARDEM::TouchingSpheres &touch, double k) {
      const double force = Law::force(k, touch.overlap(u + 3 * column[i], u + 3 * column[j]));
      VARDEM::add_half_stress(touch, units * force, stress);
      loaded += force > least;
    });
    for (int k = 0; k < 6; k++) results(i, k) = stress[k];
    results(i, ncolumns - 1) = loaded;
  }
};

// Per-atom arrays move with the atoms to other processes

template <class Store> struct VardemMotionAndResults {
  Store motion, results;

  KOKKOS_INLINE_FUNCTION int size() const { return motion.extent(1) + results.extent(1); }
  KOKKOS_INLINE_FUNCTION double &at(int i, int k) const
  {
    const int n = motion.extent(1);
    return k < n ? motion(i, k) : results(i, k - n);
  }
};

template <class Store, class Buffer, class List> struct VardemPackMotion {
  VardemMotionAndResults<Store> atoms;
  Buffer buf;
  List sendlist, copylist;

  KOKKOS_INLINE_FUNCTION void operator()(const int n) const
  {
    const int i = sendlist(n), j = copylist(n), size = atoms.size();
    for (int k = 0; k < size; k++) buf(n * size + k) = atoms.at(i, k);
    if (j < 0) return;
    for (int k = 0; k < size; k++) atoms.at(i, k) = atoms.at(j, k);
  }
};

template <class Store, class Buffer, class List> struct VardemUnpackMotion {
  VardemMotionAndResults<Store> atoms;
  Buffer buf;
  List indices;

  KOKKOS_INLINE_FUNCTION void operator()(const int n) const
  {
    const int i = indices(n), size = atoms.size();
    if (i < 0) return;
    for (int k = 0; k < size; k++) atoms.at(i, k) = buf(n * size + k);
  }
};

}    // namespace LAMMPS_NS

/* ----------------------------------------------------------------------
   This check comes before the base class is made: LAMMPS cannot destroy a fix with callbacks whose constructor throws.
------------------------------------------------------------------------- */

template <class DeviceType>
LAMMPS *FixCompatibleCDKokkos<DeviceType>::checked(LAMMPS *lmp, const char *style)
{
  if (!lmp->kokkos || !lmp->kokkos->kokkos_exists)
    lmp->error->all(FLERR, Error::NOPOINTER, "Fix {} requires KOKKOS: run LAMMPS with -k on",
                    style);
  return lmp;
}

/* ---------------------------------------------------------------------- */

template <class DeviceType>
FixCompatibleCDKokkos<DeviceType>::FixCompatibleCDKokkos(LAMMPS *lmp, int narg, char **arg) :
    FixCompatibleCD(checked(lmp, arg[2]), narg, arg), d_ghosts(lmp, this), d_packing(lmp, rules),
    d_space(Exchange{&d_ghosts})
{
  kokkosable = 1;
  forward_comm_device = exchange_comm_device = sort_device = 1;
  maxexchange = 3 + COLUMNS;
  atomKK = (AtomKokkos *) atom;
  execution_space = ExecutionSpaceFromDevice<DeviceType>::space;
  datamask_read = EMPTY_MASK;
  datamask_modify = EMPTY_MASK;

  memory->destroy(motion);    // of the base class; they hold no results yet
  memory->destroy(results);
  grow_arrays(atom->nmax);
  for (int i = 0; i < atom->nlocal; i++) set_arrays(i);
}

/* ---------------------------------------------------------------------- */

template <class DeviceType> FixCompatibleCDKokkos<DeviceType>::~FixCompatibleCDKokkos()
{
  if (copymode) return;
  memoryKK->destroy_kokkos(k_motion, motion);
  memoryKK->destroy_kokkos(k_results, results);
}

/* ---------------------------------------------------------------------- */

template <class DeviceType> void FixCompatibleCDKokkos<DeviceType>::init()
{
  if (direct)
    error->all(FLERR, Error::NOLASTLINE, "Fix {} keyword solver: direct is not supported by /kk",
               style);
  atomKK->sync(Host, MASK_MASK | RADIUS_MASK);
  FixCompatibleCD::init();
  sync_masses<DeviceType>(atomKK);
}

/* ----------------------------------------------------------------------
   LAMMPS has no full Kokkos list whose cutoffs come from the radii, so the cutoffs are those of the pair style
------------------------------------------------------------------------- */

template <class DeviceType> void FixCompatibleCDKokkos<DeviceType>::request_list()
{
  auto *request = neighbor->add_request(this, NeighConst::REQ_FULL | NeighConst::REQ_OCCASIONAL);
  request->set_kokkos_host(std::is_same_v<DeviceType, LMPHostType> &&
                           !std::is_same_v<DeviceType, LMPDeviceType>);
  request->set_kokkos_device(std::is_same_v<DeviceType, LMPDeviceType>);
}

/* ---------------------------------------------------------------------- */

template <class DeviceType> bigint FixCompatibleCDKokkos<DeviceType>::collect_contacts()
{
  atomKK->sync(execution_space, Packing::Contacts::READ);
  d_packing.collect(d_space, list);
  d_ghosts.reset_device(d_packing.column, d_packing.network.ncolumns, d_packing.needs_ghosts());
  return d_packing.network.ncontacts;
}

/* ---------------------------------------------------------------------- */

template <class DeviceType> int FixCompatibleCDKokkos<DeviceType>::changes() const
{
  atomKK->sync(execution_space, Packing::Contacts::READ);
  return d_packing.changes();
}

/* ---------------------------------------------------------------------- */

template <class DeviceType> void FixCompatibleCDKokkos<DeviceType>::collect_loads()
{
  const int n = d_packing.network.nrows;
  d_space.allocate(d_load, 3 * n);
  d_space.for_each(3 * n, VARDEM::SetZero{d_load.data()});
  if (load_from == VARIABLE)
    add_variables();
  else
    add_gravity();
  if (domain->dimension == 2) d_space.for_each(n, VardemFlatten{d_load.data()});
  check_loads();
}

/* ---------------------------------------------------------------------- */

template <class DeviceType> void FixCompatibleCDKokkos<DeviceType>::add_gravity()
{
  typedef PointsKokkos<DeviceType> Points;
  atomKK->sync(execution_space, MASK_MASK | RMASS_MASK | TYPE_MASK);
  for (const Fix *gravity : acting_gravity(lmp)) {
    const double *g = acceleration_of(gravity);
    d_space.for_each(d_packing.network.nrows,
                     VardemAddWeights<Points>{Points(atomKK, gravity->groupbit),
                                              d_packing.atom_of.data(),
                                              {g[0], g[1], g[2]},
                                              d_load.data()});
  }
}

/* ----------------------------------------------------------------------
   LAMMPS evaluates variables on the host
------------------------------------------------------------------------- */

template <class DeviceType> void FixCompatibleCDKokkos<DeviceType>::add_variables()
{
  atomKK->sync(Host, ALL_MASK);
  d_space.allocate(d_values, atom->nlocal);
  evaluate_variables([this](int k, const std::vector<double> &values) {
    d_space.copy_from_host(values.data(), values.size(), d_values.data());
    d_space.for_each(
        d_packing.network.nrows,
        VardemTakeComponent{d_packing.atom_of.data(), d_values.data(), k, d_load.data()});
  });
}

/* ----------------------------------------------------------------------
   data come to the host only if there are particles to be named
------------------------------------------------------------------------- */

template <class DeviceType> void FixCompatibleCDKokkos<DeviceType>::check_loads()
{
  const auto &network = d_packing.network;
  d_space.template reduce<2>(network.nrows, VardemCheckLoads{network.first.data(), d_load.data()},
                             0);
  const double *sums = d_space.fetch(2);
  const bool not_finite = sums[0] > 0.0, unsupported = sums[1] > 0.0;
  Grains grains;
  if (not_finite) {
    tagint wrong = MAXTAGINT;
    for (const auto &grain : grains_of(d_load.data()))
      if (!std::isfinite(grain.first)) wrong = std::min(wrong, grain.second);
    require_finite(wrong);
  }
  if (!unsupported) return;
  std::vector<int> first(network.nrows + 1);
  d_space.copy_to_host(network.first.data(), first.size(), first.data());
  const Grains all = grains_of(d_load.data());
  for (int i = 0; i < network.nrows; i++)
    if (first[i] == first[i + 1] && all[i].first > 0.0) grains.push_back(all[i]);
  d_space.for_each(network.nrows,
                   VardemUnloadRowsWithoutContacts{network.first.data(), d_load.data()});
  name_unsupported(grains);
}

/* ----------------------------------------------------------------------
   length of the vector of each row, with the ID of its atom
------------------------------------------------------------------------- */

template <class DeviceType>
FixCompatibleCD::Grains FixCompatibleCDKokkos<DeviceType>::grains_of(const double *vectors) const
{
  const int n = d_packing.network.nrows;
  std::vector<double> v(3 * n);
  std::vector<int> atom_of(n);
  d_space.copy_to_host(vectors, v.size(), v.data());
  d_space.copy_to_host(d_packing.atom_of.data(), atom_of.size(), atom_of.data());
  atomKK->sync(Host, TAG_MASK);
  Grains grains;
  for (int i = 0; i < n; i++)
    grains.emplace_back(VARDEM::norm(VARDEM::vectors_at(v.data())[i]), atom->tag[atom_of[i]]);
  return grains;
}

/* ---------------------------------------------------------------------- */

template <class DeviceType> SolverReport FixCompatibleCDKokkos<DeviceType>::solve()
{
  const auto &network = d_packing.network;
  const int n = network.nrows, *atom_of = d_packing.atom_of.data();
  k_motion.template sync<DeviceType>();
  const Store d_motion = k_motion.template view<DeviceType>();
  VARDEM::allocate_columns(d_space, network, d_u);
  d_space.for_each(n, VardemTakeMotion<Store>{atom_of, d_motion, d_u.data()});
  const SolverReport report =
      d_forces.solve(d_space, network, rules.law, d_load.data(), d_u.data(), options);
  certificate = d_forces.certificate;
  d_space.for_each(n, VardemKeepMotion<Store>{atom_of, d_motion, d_u.data(), is_useful(report)});
  k_motion.template modify<DeviceType>();
  return report;
}

/* ---------------------------------------------------------------------- */

template <class DeviceType> void FixCompatibleCDKokkos<DeviceType>::per_atom_results()
{
  k_results.template sync<DeviceType>();
  const Store d_results = k_results.template view<DeviceType>();
  VARDEM::with_law(rules.law, [&](auto law) {
    d_space.for_each(atom->nlocal,
                     VardemAtomResults<decltype(law), typename Packing::Contacts, Store>{
                         d_packing.contacts, d_packing.column.data(), d_u.data(), certificate.least,
                         force->nktv2p, d_results, COLUMNS});
  });
  k_results.template modify<DeviceType>();
  k_results.sync_host();
}

/* ---------------------------------------------------------------------- */

template <class DeviceType> FixCompatibleCD::Grains FixCompatibleCDKokkos<DeviceType>::residuals()
{
  return grains_of(d_forces.residual());
}

/* ---------------------------------------------------------------------- */

template <class DeviceType> double FixCompatibleCDKokkos<DeviceType>::memory_usage()
{
  // d_space has allocated the arrays of the solver, of the packing and of this fix
  return memory_of_atoms() + d_space.bytes();
}

/* ---------------------------------------------------------------------- */

template <class DeviceType>
template <class F>
void FixCompatibleCDKokkos<DeviceType>::for_stores(const F &f)
{
  f(k_motion);
  f(k_results);
}

template <class DeviceType> void FixCompatibleCDKokkos<DeviceType>::host()
{
  for_stores([](auto &k_array) {
    k_array.sync_host();
  });
}

template <class DeviceType> void FixCompatibleCDKokkos<DeviceType>::changed_on_host()
{
  for_stores([](auto &k_array) {
    k_array.modify_host();
  });
}

/* ---------------------------------------------------------------------- */

template <class DeviceType> void FixCompatibleCDKokkos<DeviceType>::grow_arrays(int nmax)
{
  host();
  memoryKK->grow_kokkos(k_motion, motion, nmax, 3, "compatible/cd:motion");
  memoryKK->grow_kokkos(k_results, results, nmax, COLUMNS, "compatible/cd:results");
  array_atom = results;
  changed_on_host();
}

/* ---------------------------------------------------------------------- */

template <class DeviceType>
void FixCompatibleCDKokkos<DeviceType>::copy_arrays(int i, int j, int delflag)
{
  host();
  FixCompatibleCD::copy_arrays(i, j, delflag);
  changed_on_host();
}

/* ---------------------------------------------------------------------- */

template <class DeviceType> void FixCompatibleCDKokkos<DeviceType>::set_arrays(int i)
{
  host();
  FixCompatibleCD::set_arrays(i);
  changed_on_host();
}

/* ---------------------------------------------------------------------- */

template <class DeviceType> int FixCompatibleCDKokkos<DeviceType>::pack_exchange(int i, double *buf)
{
  host();
  return FixCompatibleCD::pack_exchange(i, buf);
}

/* ---------------------------------------------------------------------- */

template <class DeviceType>
int FixCompatibleCDKokkos<DeviceType>::unpack_exchange(int nlocal, double *buf)
{
  host();
  const int n = FixCompatibleCD::unpack_exchange(nlocal, buf);
  changed_on_host();
  return n;
}

/* ---------------------------------------------------------------------- */

template <class DeviceType>
void FixCompatibleCDKokkos<DeviceType>::sort_kokkos(Kokkos::BinSort<KeyViewType, BinOp> &Sorter)
{
  for_stores([&](auto &k_array) {
    k_array.sync_device();
    Sorter.sort(LMPDeviceType(), k_array.view_device());
    k_array.modify_device();
  });
}

/* ---------------------------------------------------------------------- */

template <class DeviceType>
int FixCompatibleCDKokkos<DeviceType>::pack_exchange_kokkos(const int &nsend,
                                                            DAT::tdual_double_2d_lr &k_buf,
                                                            DAT::tdual_int_1d k_sendlist,
                                                            DAT::tdual_int_1d k_copylist,
                                                            ExecutionSpace space)
{
  k_sendlist.template sync<DeviceType>();
  k_copylist.template sync<DeviceType>();
  const auto sendlist = k_sendlist.template view<DeviceType>();
  const auto buf = flat_buffer<DeviceType>(k_buf);
  const auto atoms = travellers();
  d_space.for_each(
      nsend,
      VardemPackMotion<Store, std::decay_t<decltype(buf)>, std::decay_t<decltype(sendlist)>>{
          atoms, buf, sendlist, k_copylist.template view<DeviceType>()});
  changed_on_device();
  offer_buffer<DeviceType>(k_buf, space);
  return nsend * atoms.size();
}

/* ---------------------------------------------------------------------- */

template <class DeviceType>
void FixCompatibleCDKokkos<DeviceType>::unpack_exchange_kokkos(DAT::tdual_double_2d_lr &k_buf,
                                                               DAT::tdual_int_1d &k_indices,
                                                               int nrecv, int /*nrecv1*/,
                                                               int /*nextrarecv1*/,
                                                               ExecutionSpace space)
{
  take_buffer<DeviceType>(k_buf, space);
  k_indices.template sync<DeviceType>();
  const auto indices = k_indices.template view<DeviceType>();
  const auto buf = flat_buffer<DeviceType>(k_buf);
  d_space.for_each(
      nrecv,
      VardemUnpackMotion<Store, std::decay_t<decltype(buf)>, std::decay_t<decltype(indices)>>{
          travellers(), buf, indices});
  changed_on_device();
}

/* ---------------------------------------------------------------------- */

template <class DeviceType>
VardemMotionAndResults<typename FixCompatibleCDKokkos<DeviceType>::Store>
FixCompatibleCDKokkos<DeviceType>::travellers()
{
  for_stores([](auto &k_array) {
    k_array.template sync<DeviceType>();
  });
  return {k_motion.template view<DeviceType>(), k_results.template view<DeviceType>()};
}

/* ---------------------------------------------------------------------- */

template <class DeviceType> void FixCompatibleCDKokkos<DeviceType>::changed_on_device()
{
  for_stores([](auto &k_array) {
    k_array.template modify<DeviceType>();
  });
}

/* ---------------------------------------------------------------------- */

template <class DeviceType>
int FixCompatibleCDKokkos<DeviceType>::pack_forward_comm(int n, int *atoms, double *buf,
                                                         int /*pbc_flag*/, int * /*pbc*/)
{
  return d_ghosts.pack_on_host(n, atoms, buf);
}

template <class DeviceType>
void FixCompatibleCDKokkos<DeviceType>::unpack_forward_comm(int n, int first, double *buf)
{
  d_ghosts.unpack_on_host(n, first, buf);
}

template <class DeviceType>
int FixCompatibleCDKokkos<DeviceType>::pack_forward_comm_kokkos(int n, DAT::tdual_int_1d k_list,
                                                                DAT::tdual_double_1d &k_buf,
                                                                int /*pbc_flag*/, int * /*pbc*/)
{
  return d_ghosts.pack_on_device(n, k_list, k_buf);
}

template <class DeviceType>
void FixCompatibleCDKokkos<DeviceType>::unpack_forward_comm_kokkos(int n, int first,
                                                                   DAT::tdual_double_1d &k_buf)
{
  d_ghosts.unpack_on_device(n, first, k_buf);
}

/* ---------------------------------------------------------------------- */

namespace LAMMPS_NS {
template class FixCompatibleCDKokkos<LMPDeviceType>;
#ifdef LMP_KOKKOS_GPU
template class FixCompatibleCDKokkos<LMPHostType>;
#endif
}    // namespace LAMMPS_NS
