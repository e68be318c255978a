// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_VARDEM_EXCHANGE_KOKKOS_H
#define LMP_VARDEM_EXCHANGE_KOKKOS_H

#include "atom.h"
#include "comm.h"
#include "fix.h"
#include "host/network/ghosts.h"
#include "kokkos_base.h"
#include "kokkos_type.h"
#include "vardem_labels.h"

namespace LAMMPS_NS::VARDEM_NS {

/** Copies rows of a vector to buf, in the order of a list of atoms. */
template <class List, class Columns, class Buffer> struct PackColumns {
  List list;
  Columns column;
  const double *vector;
  int width;
  Buffer buf;

  KOKKOS_INLINE_FUNCTION void operator()(const int n) const
  {
    const double *from = vector + width * column(list(n));
    for (int k = 0; k < width; k++) buf(n * width + k) = from[k];
  }
};

/** Copies buf to rows of a vector, for the atoms from `first` on. */
template <class Columns, class Buffer> struct UnpackColumns {
  int first;
  Columns column;
  double *vector;
  int width;
  Buffer buf;

  KOKKOS_INLINE_FUNCTION void operator()(const int n) const
  {
    double *to = vector + width * column(first + n);
    for (int k = 0; k < width; k++) to[k] = buf(n * width + k);
  }
};

/** Adds buf to rows of numbers of atoms, in the order of a list, which has an atom only once. */
template <class List, class Buffer> struct AddToAtoms {
  List list;
  double *numbers;
  int width;
  Buffer buf;

  KOKKOS_INLINE_FUNCTION void operator()(const int n) const
  {
    double *to = numbers + width * list(n);
    for (int k = 0; k < width; k++) to[k] += buf(n * width + k);
  }
};

/** Copies numbers to buf. */
template <class Buffer> struct PackNumbers {
  const double *numbers;
  Buffer buf;

  KOKKOS_INLINE_FUNCTION void operator()(const int n) const { buf(n) = numbers[n]; }
};

/** Ghosts for vectors on a device. LAMMPS communicates on the host if the MPI library cannot use
 *  device memory, and with comm_style tiled. Then the whole vector is copied to the host and
 *  back. */
template <class DeviceType> class GhostsKokkos : public Ghosts {
 public:
  typedef Kokkos::View<int *, typename DeviceType::memory_space> Columns;

  GhostsKokkos(LAMMPS *lmp, Fix *fix_in) :
      Ghosts(lmp, fix_in), pack_label(label(fix_in->style, "forward::pack")),
      unpack_label(label(fix_in->style, "forward::unpack")),
      pack_reverse_label(label(fix_in->style, "reverse::pack")),
      unpack_reverse_label(label(fix_in->style, "reverse::unpack"))
  {
  }

  /** columns: the column of each of n atoms. */
  void reset(const Columns &columns, int n, bool needed)
  {
    d_column = columns;
    ncolumns = n;
    has_host_columns = ON_HOST;
    column = ON_HOST ? d_column.data() : nullptr;
    in_use = needed;
  }

  void forward(double *v, int w) override
  {
    if (!in_use) return;
    start(v, w, ncolumns);
    comm->forward_comm(fix, width);
    if (!ON_HOST && is_on_host) Kokkos::deep_copy(on_device(), on_host());
  }

  int pack(int n, const int *list, double *buf) override
  {
    sync_to_host();
    return Ghosts::pack(n, list, buf);
  }

  void unpack(int n, int first, const double *buf) override
  {
    sync_to_host();
    Ghosts::unpack(n, first, buf);
  }

  void reverse(double *numbers, int w) override
  {
    start(numbers, w, atom->nlocal + atom->nghost);
    comm->reverse_comm(fix, width);
    if (!ON_HOST && is_on_host) Kokkos::deep_copy(on_device(), on_host());
  }

  int pack_reverse(int n, int first, double *buf) override
  {
    sync_to_host();
    return Ghosts::pack_reverse(n, first, buf);
  }

  void unpack_reverse(int n, const int *list, const double *buf) override
  {
    sync_to_host();
    Ghosts::unpack_reverse(n, list, buf);
  }

  int pack_reverse_on_device(int n, int first, DAT::tdual_double_1d &k_buf) const
  {
    const auto buf = k_buf.template view<DeviceType>();
    Kokkos::parallel_for(pack_reverse_label, Kokkos::RangePolicy<DeviceType>(0, n * width),
                         PackNumbers<decltype(buf)>{device_vector + width * first, buf});
    return n * width;
  }

  void unpack_reverse_on_device(int n, DAT::tdual_int_1d k_list, DAT::tdual_double_1d &k_buf) const
  {
    const auto list = k_list.template view<DeviceType>();
    const auto buf = k_buf.template view<DeviceType>();
    Kokkos::parallel_for(
        unpack_reverse_label, Kokkos::RangePolicy<DeviceType>(0, n),
        AddToAtoms<decltype(list), decltype(buf)>{list, device_vector, width, buf});
  }

  int pack_on_device(int n, DAT::tdual_int_1d k_list, DAT::tdual_double_1d &k_buf) const
  {
    const auto list = k_list.template view<DeviceType>();
    const auto buf = k_buf.template view<DeviceType>();
    Kokkos::parallel_for(pack_label, Kokkos::RangePolicy<DeviceType>(0, n),
                         PackColumns<decltype(list), Columns, decltype(buf)>{
                             list, d_column, device_vector, width, buf});
    return n * width;
  }

  void unpack_on_device(int n, int first, DAT::tdual_double_1d &k_buf) const
  {
    const auto buf = k_buf.template view<DeviceType>();
    Kokkos::parallel_for(
        unpack_label, Kokkos::RangePolicy<DeviceType>(0, n),
        UnpackColumns<Columns, decltype(buf)>{first, d_column, device_vector, width, buf});
  }

 private:
  static constexpr bool ON_HOST =
      std::is_same<typename DeviceType::memory_space, Kokkos::HostSpace>::value;
  typedef Kokkos::MemoryTraits<Kokkos::Unmanaged> Unmanaged;

  const std::string pack_label, unpack_label, pack_reverse_label, unpack_reverse_label;
  Columns d_column;
  int ncolumns = 0, rows = 0;    // rows: of the vector
  double *device_vector = nullptr;
  bool is_on_host = false, has_host_columns = false;
  Kokkos::View<int *, Kokkos::HostSpace> h_column;
  Kokkos::View<double *, Kokkos::HostSpace> h_vector;

  void start(double *v, int w, int n)
  {
    device_vector = vector = v;
    width = w;
    rows = n;
    is_on_host = ON_HOST;
  }

  auto on_device() const
  {
    return Kokkos::View<double *, typename DeviceType::memory_space, Unmanaged>(device_vector,
                                                                                width * rows);
  }
  auto on_host() const
  {
    return Kokkos::View<double *, Kokkos::HostSpace, Unmanaged>(h_vector.data(), width * rows);
  }

  void sync_to_host()
  {
    if (is_on_host) return;
    if (!has_host_columns) {
      h_column = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), d_column);
      column = h_column.data();
      has_host_columns = true;
    }
    if (static_cast<int>(h_vector.extent(0)) < width * rows)
      h_vector = Kokkos::View<double *, Kokkos::HostSpace>("vardem:ghosts", width * rows);
    vector = h_vector.data();
    Kokkos::deep_copy(on_host(), on_device());
    is_on_host = true;
  }
};

/** The hooks of communication on the device, for a fix of grains whose messages are those of a
 *  GhostsKokkos. A Kokkos fix derives from it behind its base class. Base: KokkosBase, or a class
 *  with other hooks of it. */
template <class DeviceType, class Base = KokkosBase> class GhostsOfFixKokkos : public Base {
 public:
  using Base::Base;

  int pack_forward_comm_kokkos(int n, DAT::tdual_int_1d k_list, DAT::tdual_double_1d &k_buf,
                               int /*pbc_flag*/, int * /*pbc*/) override
  {
    return ghosts->pack_on_device(n, k_list, k_buf);
  }
  void unpack_forward_comm_kokkos(int n, int first, DAT::tdual_double_1d &k_buf) override
  {
    ghosts->unpack_on_device(n, first, k_buf);
  }
  int pack_reverse_comm_kokkos(int n, int first, DAT::tdual_double_1d &k_buf) override
  {
    return ghosts->pack_reverse_on_device(n, first, k_buf);
  }
  void unpack_reverse_comm_kokkos(int n, DAT::tdual_int_1d k_list,
                                  DAT::tdual_double_1d &k_buf) override
  {
    ghosts->unpack_reverse_on_device(n, k_list, k_buf);
  }

 protected:
  GhostsKokkos<DeviceType> *ghosts = nullptr;    // of the steps

  /** of_steps: a GhostsKokkos. */
  void take_ghosts(Ghosts &of_steps)
  {
    ghosts = static_cast<GhostsKokkos<DeviceType> *>(&of_steps);
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
