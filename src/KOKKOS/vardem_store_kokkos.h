// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_VARDEM_STORE_KOKKOS_H
#define LMP_VARDEM_STORE_KOKKOS_H

#include "host/store/per_atom_store.h"
#include "kokkos_base.h"
#include "kokkos_type.h"
#include "memory_kokkos.h"
#include "vardem_labels.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

// The buffer for atoms that go to other ranks, as pack_exchange_kokkos() and
// unpack_exchange_kokkos() get it

/** Its numbers on the device. */
template <class DeviceType> double *flat_buffer(DAT::tdual_double_2d_lr &k_buf)
{
  k_buf.template sync<DeviceType>();
  return k_buf.template view<DeviceType>().data();
}

/** To be called after the buffer was filled: LAMMPS may send it from the other space, host or
 *  device. */
template <class DeviceType>
void offer_buffer(DAT::tdual_double_2d_lr &k_buf, ExecutionSpace sent_from)
{
  if (sent_from == ExecutionSpaceFromDevice<DeviceType>::space) return;
  k_buf.template modify<DeviceType>();
  k_buf.sync_device();
  k_buf.sync_host();
  k_buf.clear_sync_state();
}

/** To be called before the buffer is read: LAMMPS may have received it in the other space, host or
 *  device. */
template <class DeviceType>
void take_buffer(DAT::tdual_double_2d_lr &k_buf, ExecutionSpace received_on)
{
  if (received_on == ExecutionSpaceFromDevice<DeviceType>::space) return;
  if (received_on == Device)
    k_buf.modify_device();
  else
    k_buf.modify_host();
  k_buf.template sync<DeviceType>();
  k_buf.clear_sync_state();
}

/** The tables of a store on the device, for kernels. */
template <class DeviceType> struct TablesKokkos {
  typedef ArrayTypes<DeviceType> AT;
  static constexpr int MAX = 4;    // tables of a store

  typename AT::t_double_2d_lr rows[MAX];    // the first n are in use
  int n;

  KOKKOS_INLINE_FUNCTION int columns() const
  {
    int sum = 0;
    for (int k = 0; k < n; k++) sum += rows[k].extent(1);
    return sum;
  }

  KOKKOS_INLINE_FUNCTION void copy(int i, int j) const
  {
    for (int k = 0; k < n; k++)
      for (int c = 0; c < static_cast<int>(rows[k].extent(1)); c++) rows[k](j, c) = rows[k](i, c);
  }

  KOKKOS_INLINE_FUNCTION void pack(int i, double *to) const
  {
    for (int k = 0; k < n; k++)
      for (int c = 0; c < static_cast<int>(rows[k].extent(1)); c++) *to++ = rows[k](i, c);
  }

  KOKKOS_INLINE_FUNCTION void unpack(int i, const double *from) const
  {
    for (int k = 0; k < n; k++)
      for (int c = 0; c < static_cast<int>(rows[k].extent(1)); c++) rows[k](i, c) = *from++;
  }
};

/** What travels with an atom beside the tables: nothing. Another one copies data of atom i to the
 *  tables, or back. */
struct NoCargo {
  KOKKOS_INLINE_FUNCTION void take(int) const {}
  KOKKOS_INLINE_FUNCTION void give(int) const {}
};

template <class DeviceType, class Cargo> struct PackAtoms {
  TablesKokkos<DeviceType> tables;
  Cargo cargo;
  double *buf;
  const int *sendlist, *copylist;
  int columns;

  KOKKOS_INLINE_FUNCTION void operator()(const int n) const
  {
    const int i = sendlist[n], j = copylist[n];
    cargo.take(i);
    tables.pack(i, buf + n * columns);
    if (j < 0) return;
    cargo.take(j);
    tables.copy(j, i);
    cargo.give(i);
  }
};

template <class DeviceType, class Cargo> struct UnpackAtoms {
  TablesKokkos<DeviceType> tables;
  Cargo cargo;
  const double *buf;
  const int *indices;
  int columns;

  KOKKOS_INLINE_FUNCTION void operator()(const int n) const
  {
    const int i = indices[n];
    if (i < 0) return;
    tables.unpack(i, buf + n * columns);
    cargo.give(i);
  }
};

/** Rows of a PerAtomStore on the host and on the device. A Kokkos variant hands it to the store by
 *  PerAtomStore::move_to() in its constructor, so that the callbacks of its base class work on the
 *  host. Those on the device are pack(), unpack() and sort(). */
template <class DeviceType> class PerAtomMemoryKokkos : public PerAtomMemory {
 public:
  typedef ArrayTypes<DeviceType> AT;
  typedef typename AT::t_double_2d_lr Rows;

  /** on_host is called each time when the rows have come to the host. */
  explicit PerAtomMemoryKokkos(
      MemoryKokkos *memoryKK,
      std::function<void()> on_host =
          [] {
          }) :
      PerAtomMemory(memoryKK),
      memoryKK(memoryKK), on_host(std::move(on_host))
  {
  }

  void grow(PerAtomTable &table, int nmax) override
  {
    if (table.number >= MAX) Kokkos::abort("PerAtomMemoryKokkos: a store has too many tables");
    used[table.number] = true;
    memoryKK->grow_kokkos(dual[table.number], table.rows, nmax, table.columns, table.name.c_str());
  }

  void free(PerAtomTable &table) override
  {
    memoryKK->destroy_kokkos(dual[table.number], table.rows);
    dual[table.number] = {};
    used[table.number] = false;
  }

  void to_host() override
  {
    for_used([](auto &k_rows) {
      k_rows.sync_host();
    });
    on_host();
  }

  /** Only table k. */
  void to_host(int k) { dual[k].sync_host(); }

  void changed_on_host() override
  {
    for_used([](auto &k_rows) {
      k_rows.modify_host();
    });
  }

  void changed_on_host(int k) { dual[k].modify_host(); }

  void to_device()
  {
    for_used([](auto &k_rows) {
      k_rows.template sync<DeviceType>();
    });
  }

  void changed_on_device()
  {
    for_used([](auto &k_rows) {
      k_rows.template modify<DeviceType>();
    });
  }

  void changed_on_device(int k) { dual[k].template modify<DeviceType>(); }

  /** Table k on the device; empty if it is not used. */
  Rows rows(int k) const { return dual[k].template view<DeviceType>(); }

  /** KokkosBase::sort_kokkos(). */
  template <class Sorter> void sort(Sorter &sorter)
  {
    for_used([&](auto &k_rows) {
      k_rows.sync_device();
      sorter.sort(LMPDeviceType(), k_rows.view_device());
      k_rows.modify_device();
    });
  }

  /** Fix::pack_exchange_kokkos(). The rows must be on the device, and so must be what the cargo
   *  copies. label: of the kernel. */
  template <class Cargo = NoCargo>
  int pack(const std::string &label, int nsend, DAT::tdual_double_2d_lr &k_buf,
           DAT::tdual_int_1d &k_sendlist, DAT::tdual_int_1d &k_copylist, ExecutionSpace space,
           const Cargo &cargo = Cargo())
  {
    k_sendlist.template sync<DeviceType>();
    k_copylist.template sync<DeviceType>();
    const auto all = tables();
    Kokkos::parallel_for(label, Kokkos::RangePolicy<DeviceType>(0, nsend),
                         PackAtoms<DeviceType, Cargo>{all, cargo, flat_buffer<DeviceType>(k_buf),
                                                      k_sendlist.template view<DeviceType>().data(),
                                                      k_copylist.template view<DeviceType>().data(),
                                                      all.columns()});
    changed_on_device();
    offer_buffer<DeviceType>(k_buf, space);
    return nsend * all.columns();
  }

  /** Fix::unpack_exchange_kokkos(). */
  template <class Cargo = NoCargo>
  void unpack(const std::string &label, int nrecv, DAT::tdual_double_2d_lr &k_buf,
              DAT::tdual_int_1d &k_indices, ExecutionSpace space, const Cargo &cargo = Cargo())
  {
    take_buffer<DeviceType>(k_buf, space);
    k_indices.template sync<DeviceType>();
    const auto all = tables();
    Kokkos::parallel_for(label, Kokkos::RangePolicy<DeviceType>(0, nrecv),
                         UnpackAtoms<DeviceType, Cargo>{
                             all, cargo, flat_buffer<DeviceType>(k_buf),
                             k_indices.template view<DeviceType>().data(), all.columns()});
    changed_on_device();
  }

 private:
  static constexpr int MAX = TablesKokkos<DeviceType>::MAX;

  MemoryKokkos *memoryKK;
  std::function<void()> on_host;
  DAT::tdual_double_2d_lr dual[MAX];    // of each table
  bool used[MAX] = {};

  template <class F> void for_used(const F &f)
  {
    for (int k = 0; k < MAX; k++)
      if (used[k]) f(dual[k]);
  }

  TablesKokkos<DeviceType> tables() const
  {
    TablesKokkos<DeviceType> all;
    all.n = 0;
    for (int k = 0; k < MAX; k++)
      if (used[k]) all.rows[all.n++] = rows(k);
    return all;
  }
};

/** The hooks by which the rows of a store go to other places, for a fix that has no other numbers
 *  of atoms on the device. A Kokkos fix derives from it behind its base class, and moves its store
 *  here. */
template <class DeviceType> class StoreOnDevice : public KokkosBase {
 public:
  void sort_kokkos(Kokkos::BinSort<KeyViewType, BinOp> &sorter) override
  {
    d_store->sort(sorter);
    rows_moved();
  }

  int pack_exchange_kokkos(const int &nsend, DAT::tdual_double_2d_lr &k_buf,
                           DAT::tdual_int_1d k_sendlist, DAT::tdual_int_1d k_copylist,
                           ExecutionSpace space) override
  {
    d_store->to_device();
    const int n = d_store->pack(pack_label, nsend, k_buf, k_sendlist, k_copylist, space);
    rows_moved();
    return n;
  }

  void unpack_exchange_kokkos(DAT::tdual_double_2d_lr &k_buf, DAT::tdual_int_1d &k_indices,
                              int nrecv, int /*nrecv1*/, int /*nextrarecv1*/,
                              ExecutionSpace space) override
  {
    d_store->to_device();
    d_store->unpack(unpack_label, nrecv, k_buf, k_indices, space);
    rows_moved();
  }

 protected:
  PerAtomMemoryKokkos<DeviceType> *d_store = nullptr;    // owned by the store

  explicit StoreOnDevice(const char *style) :
      pack_label(label(style, "exchange::pack")), unpack_label(label(style, "exchange::unpack"))
  {
  }
  /** A loop has given them to other processes, or another order. */
  virtual void rows_moved() {}
  template <class... OnHost>
  void move_here(PerAtomStore &store, MemoryKokkos *memoryKK, const OnHost &...on_host)
  {
    auto rows = std::make_unique<PerAtomMemoryKokkos<DeviceType>>(memoryKK, on_host...);
    d_store = rows.get();
    store.move_to(std::move(rows));
  }
  /** The rows of table k, brought to the device. */
  typename PerAtomMemoryKokkos<DeviceType>::Rows rows_on_device(int k) const
  {
    d_store->to_device();
    return d_store->rows(k);
  }

 private:
  const std::string pack_label, unpack_label;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
