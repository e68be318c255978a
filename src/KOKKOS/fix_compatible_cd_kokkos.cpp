/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "fix_compatible_cd_kokkos.h"

#include "error.h"
#include "host/packing_solver_on.h"
#include "kokkos.h"
#include "memory_kokkos.h"
#include "vardem_travel_kokkos.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace LAMMPS_NS {

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
    FixCompatibleCD(checked(lmp, arg[2]), narg, arg)
{
  auto solver =
      std::make_unique<PackingSolverOn<PackingPlatformKokkos<DeviceType>>>(lmp, this, solve.rules);
  ghosts = &solver->where().ghosts;
  solve.take_solver(std::move(solver));
  kokkosable = 1;
  forward_comm_device = exchange_comm_device = sort_device = 1;
  maxexchange = 3 + RESULT_COLUMNS;
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
  if (solve.direct)
    error->all(FLERR, Error::NOLASTLINE, "Fix {} keyword solver: direct is not supported by /kk",
               style);
  atomKK->sync(Host, MASK_MASK | RADIUS_MASK);
  FixCompatibleCD::init();
  sync_masses<DeviceType>(atomKK);
}

/* ----------------------------------------------------------------------
   what the solve keeps for each atom
------------------------------------------------------------------------- */

template <class DeviceType> double *FixCompatibleCDKokkos<DeviceType>::motions_of_atoms()
{
  k_motion.template sync<DeviceType>();
  k_motion.template modify<DeviceType>();
  return k_motion.template view<DeviceType>().data();
}

template <class DeviceType> double *FixCompatibleCDKokkos<DeviceType>::results_of_atoms()
{
  k_results.template sync<DeviceType>();
  k_results.template modify<DeviceType>();
  return k_results.template view<DeviceType>().data();
}

template <class DeviceType> void FixCompatibleCDKokkos<DeviceType>::results_are_set()
{
  k_results.sync_host();
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
  memoryKK->grow_kokkos(k_results, results, nmax, RESULT_COLUMNS, "compatible/cd:results");
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
  Kokkos::parallel_for(
      label(style, "exchange::pack"), Kokkos::RangePolicy<DeviceType>(0, nsend),
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
  Kokkos::parallel_for(
      label(style, "exchange::unpack"), Kokkos::RangePolicy<DeviceType>(0, nrecv),
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
int FixCompatibleCDKokkos<DeviceType>::pack_forward_comm_kokkos(int n, DAT::tdual_int_1d k_list,
                                                                DAT::tdual_double_1d &k_buf,
                                                                int /*pbc_flag*/, int * /*pbc*/)
{
  return ghosts->pack_on_device(n, k_list, k_buf);
}

template <class DeviceType>
void FixCompatibleCDKokkos<DeviceType>::unpack_forward_comm_kokkos(int n, int first,
                                                                   DAT::tdual_double_1d &k_buf)
{
  ghosts->unpack_on_device(n, first, k_buf);
}

/* ---------------------------------------------------------------------- */

namespace LAMMPS_NS {
template class FixCompatibleCDKokkos<LMPDeviceType>;
#ifdef LMP_KOKKOS_GPU
template class FixCompatibleCDKokkos<LMPHostType>;
#endif
}    // namespace LAMMPS_NS
