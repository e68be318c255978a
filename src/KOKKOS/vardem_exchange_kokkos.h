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
#include "solvers/network_loops.h"
#include "vardem_space_kokkos.h"

namespace LAMMPS_NS::VARDEM_NS {

/** Copies rows of numbers to a message, in the order of a list of atoms. Rows has pack(i, row) and
 *  unpack(i, row) of atom i. */
template <class Rows> struct PackRows {
  Rows rows;
  const int *list;
  double *buf;
  int width;

  KOKKOS_INLINE_FUNCTION void operator()(const int n) const
  {
    rows.pack(list[n], buf + static_cast<bigint>(width) * n);
  }
};

/** Copies a message to the rows of the atoms from `first` on. */
template <class Rows> struct UnpackRows {
  Rows rows;
  int first;
  const double *buf;
  int width;

  KOKKOS_INLINE_FUNCTION void operator()(const int n) const
  {
    rows.unpack(first + n, buf + static_cast<bigint>(width) * n);
  }
};

/** The rows of a vector of columns. */
struct RowsOfColumns {
  const int *column;
  double *vector;
  int width;

  VARDEM_INLINE void pack(int i, double *row) const
  {
    for (int k = 0; k < width; k++) row[k] = vector[width * column[i] + k];
  }
  VARDEM_INLINE void unpack(int i, const double *row) const
  {
    for (int k = 0; k < width; k++) vector[width * column[i] + k] = row[k];
  }
};

/** Adds a message to rows of numbers of atoms, in the order of a list, which has an atom only
 *  once. */
struct AddToAtoms {
  const int *list;
  double *numbers;
  int width;
  const double *buf;

  KOKKOS_INLINE_FUNCTION void operator()(const int n) const
  {
    for (int k = 0; k < width; k++) numbers[width * list[n] + k] += buf[width * n + k];
  }
};

/** Messages that LAMMPS wants on the host, such as with comm_style tiled. Loops of the device pack
 *  them, and nothing else is copied. Rows is as for PackRows. */
template <class DeviceType> class HostMessages {
 public:
  explicit HostMessages(const std::string &style) : space(VARDEM::NoExchange(), style) {}

  template <class Rows> int pack(const Rows &rows, int n, const int *list, double *buf, int width)
  {
    const typename Space::Phase phase(space, "messages");
    double *const here = space.shadow(buf, n * width, message);
    space.for_each(n, PackRows<Rows>{rows, bring(list, n, listed), here, width});
    space.wait();
    if (n) space.copy_to_host(here, n * width, buf);
    return n * width;
  }

  template <class Rows>
  void unpack(const Rows &rows, int n, int first, const double *buf, int width)
  {
    const typename Space::Phase phase(space, "messages");
    space.for_each(n, UnpackRows<Rows>{rows, first, bring(buf, n * width, message), width});
    space.wait();
  }

  /** As AddToAtoms. */
  void add(double *numbers, int n, const int *list, const double *buf, int width)
  {
    const typename Space::Phase phase(space, "messages");
    space.for_each(
        n, AddToAtoms{bring(list, n, listed), numbers, width, bring(buf, n * width, message)});
    space.wait();
  }

  double bytes() const { return space.bytes(); }

 private:
  typedef SpaceKokkos<DeviceType> Space;
  Space space;
  typename Space::template Array<int> listed;
  typename Space::template Array<double> message;

  template <class T, class Array> const T *bring(const T *from, int n, Array &copy)
  {
    if (Space::ON_HOST || n == 0) return from;
    space.allocate(copy, n);
    space.copy_from_host(from, n, copy.data());
    return copy.data();
  }
};

/** Ghosts for vectors on a device. */
template <class DeviceType> class GhostsKokkos : public Ghosts {
 public:
  typedef Kokkos::View<int *, typename DeviceType::memory_space> Columns;

  GhostsKokkos(LAMMPS *lmp, Fix *fix_in) : Ghosts(lmp, fix_in), messages(fix_in->style) {}

  /** columns: the column of each of n atoms. */
  void reset(const Columns &columns, int /*n*/, bool needed)
  {
    d_column = columns;
    in_use = needed;
  }

  int pack(int n, const int *list, double *buf) override
  {
    return messages.pack(rows(), n, list, buf, width);
  }
  void unpack(int n, int first, const double *buf) override
  {
    messages.unpack(rows(), n, first, buf, width);
  }
  int pack_reverse(int n, int first, double *buf) override
  {
    if (n) SpaceKokkos<DeviceType>::copy_to_host(vector + width * first, n * width, buf);
    return n * width;
  }
  void unpack_reverse(int n, const int *list, const double *buf) override
  {
    messages.add(vector, n, list, buf, width);
  }

  int pack_on_device(int n, DAT::tdual_int_1d k_list, DAT::tdual_double_1d &k_buf) const
  {
    Kokkos::parallel_for(label(fix->style, "forward::pack"), Range(0, n),
                         PackRows<RowsOfColumns>{rows(), k_list.template view<DeviceType>().data(),
                                                 k_buf.template view<DeviceType>().data(), width});
    return n * width;
  }
  void unpack_on_device(int n, int first, DAT::tdual_double_1d &k_buf) const
  {
    Kokkos::parallel_for(
        label(fix->style, "forward::unpack"), Range(0, n),
        UnpackRows<RowsOfColumns>{rows(), first, k_buf.template view<DeviceType>().data(), width});
  }
  int pack_reverse_on_device(int n, int first, DAT::tdual_double_1d &k_buf) const
  {
    Kokkos::parallel_for(
        label(fix->style, "reverse::pack"), Range(0, n * width),
        VARDEM::Copy{vector + width * first, k_buf.template view<DeviceType>().data()});
    return n * width;
  }
  void unpack_reverse_on_device(int n, DAT::tdual_int_1d k_list, DAT::tdual_double_1d &k_buf) const
  {
    Kokkos::parallel_for(label(fix->style, "reverse::unpack"), Range(0, n),
                         AddToAtoms{k_list.template view<DeviceType>().data(), vector, width,
                                    k_buf.template view<DeviceType>().data()});
  }

 private:
  typedef Kokkos::RangePolicy<DeviceType> Range;

  Columns d_column;
  HostMessages<DeviceType> messages;

  RowsOfColumns rows() const { return {d_column.data(), vector, width}; }
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
