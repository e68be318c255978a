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
#include "solvers/network/network_loops.h"
#include "vardem_space_kokkos.h"

#include <algorithm>

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

struct RowsOfColumns {
  const int *column;    // of each atom; null: an atom has the row of its own number
  double *vector;
  int width, stride;    // numbers of a message, and from row to row

  VARDEM_INLINE void pack(int i, double *row) const
  {
    for (int k = 0; k < width; k++) row[k] = of(i)[k];
  }
  VARDEM_INLINE void unpack(int i, const double *row) const
  {
    for (int k = 0; k < width; k++) of(i)[k] = row[k];
  }

 private:
  VARDEM_INLINE double *of(int i) const
  {
    return vector + static_cast<bigint>(stride) * (column ? column[i] : i);
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
    double *const to = numbers + static_cast<bigint>(width) * list[n];
    for (int k = 0; k < width; k++) to[k] += buf[static_cast<bigint>(width) * n + k];
  }
};

/** Writes the number of each column to it. */
struct NumberColumnsThemselves {
  double *vector;

  KOKKOS_INLINE_FUNCTION void operator()(const int c) const { vector[c] = c; }
};

/** The column that each ghost has its numbers from, out of a vector that has been forwarded. */
struct KeepSources {
  const int *column;
  int nlocal;
  const double *vector;
  int *source;

  KOKKOS_INLINE_FUNCTION void operator()(const int g) const
  {
    source[g] = static_cast<int>(vector[column[nlocal + g]]);
  }
};

/** Copies rows of numbers from atoms to their images. */
struct CopyToImages {
  const int *column;
  int nlocal;
  const int *source;
  double *vector;
  int width;

  KOKKOS_INLINE_FUNCTION void operator()(const int g) const
  {
    double *const to = vector + static_cast<bigint>(width) * column[nlocal + g];
    const double *const from = vector + static_cast<bigint>(width) * source[g];
    for (int k = 0; k < width; k++) to[k] = from[k];
  }
};

/** Messages of rows that are on a device. Rows is as for PackRows. */
template <class DeviceType> class MessagesKokkos {
 public:
  typedef SpaceKokkos<DeviceType> Space;

  explicit MessagesKokkos(Space &space_in) : space(space_in) {}
  MessagesKokkos(const MessagesKokkos &) = delete;

  // from device to device

  template <class Rows>
  int pack_on_device(const Rows &rows, int n, const int *list, double *buf, int width)
  {
    loop(n, PackRows<Rows>{rows, list, buf, width});
    return n * width;
  }
  template <class Rows>
  void unpack_on_device(const Rows &rows, int n, int first, const double *buf, int width)
  {
    loop(n, UnpackRows<Rows>{rows, first, buf, width});
  }
  /** f: as AddToAtoms. */
  template <class F> void loop(int n, const F &f)
  {
    const typename Space::Phase phase(space, "messages");
    space.for_each(n, f);
  }

  // that LAMMPS wants on the host, such as with comm_style tiled: nothing else is copied

  template <class Rows> int pack(const Rows &rows, int n, const int *list, double *buf, int width)
  {
    double *const here = space.shadow(buf, n * width, message);
    run(n, PackRows<Rows>{rows, bring(list, n, listed), here, width});
    if (n) space.copy_to_host(here, n * width, buf);
    return n * width;
  }
  template <class Rows>
  void unpack(const Rows &rows, int n, int first, const double *buf, int width)
  {
    run(n, UnpackRows<Rows>{rows, first, bring(buf, n * width, message), width});
  }
  void add(double *numbers, int n, const int *list, const double *buf, int width)
  {
    run(n, AddToAtoms{bring(list, n, listed), numbers, width, bring(buf, n * width, message)});
  }

 private:
  Space &space;
  typename Space::template Array<int> listed;
  typename Space::template Array<double> message;

  /** Messages are small, so that threads of the host do not share this work. The next copy waits
   *  for a loop of the device. */
  template <class F> void run(int n, const F &f)
  {
    if constexpr (Space::ON_HOST)
      for (int k = 0; k < n; k++) f(k);
    else
      loop(n, f);
  }

  template <class T, class Array> const T *bring(const T *from, int n, Array &copy)
  {
    if (Space::ON_HOST || n == 0) return from;
    space.allocate(copy, n);
    space.copy_from_host(from, n, copy.data());
    return copy.data();
  }
};

/** Ghosts of a device. Where there is one process, all ghosts are images of its own atoms. Then a
 *  vector takes one kernel, not two for each direction of space and side, as messages do. */
template <class DeviceType> class GhostsKokkos : public Ghosts {
 public:
  typedef SpaceKokkos<DeviceType> Space;
  typedef typename Space::template Array<int> Columns;

  GhostsKokkos(LAMMPS *lmp, Fix *fix_in) :
      Ghosts(lmp, fix_in), space(VARDEM::NoExchange(), fix_in->style), messages(space)
  {
  }

  /** columns: of each atom. */
  void reset(const Columns &columns, bool needed)
  {
    d_column = columns;
    in_use = needed;
    found = false;
  }

  void forward(double *vector_in, int width_in) override
  {
    stride = width_in;
    if (!in_use || !alone()) return Ghosts::forward(vector_in, width_in);
    if (!found) find_sources();
    messages.loop(nghosts,
                  CopyToImages{d_column.data(), nlocal, source.data(), vector_in, width_in});
  }

  /** Copies rows of atoms to their ghosts. Rows may be longer than the messages of the fix. */
  void forward_rows(double *of_atoms, int columns)
  {
    const Columns of_network = d_column;
    d_column = Columns();
    stride = columns;
    for (int first = 0; first < columns; first += fix->comm_forward) {
      vector = of_atoms + first;
      width = std::min(fix->comm_forward, columns - first);
      comm->forward_comm(fix, width);
    }
    d_column = of_network;
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
    if (n) Space::copy_to_host(vector + static_cast<bigint>(width) * first, n * width, buf);
    return n * width;
  }
  void unpack_reverse(int n, const int *list, const double *buf) override
  {
    messages.add(vector, n, list, buf, width);
  }

 private:
  Space space;
  Columns d_column, source;    // of atoms; of ghosts
  typename Space::template Array<double> numbers;
  int nlocal = 0, nghosts = 0;
  int stride = 0;    // from row to row
  bool found = false;
  MessagesKokkos<DeviceType> messages;

  void find_sources()
  {
    nlocal = Pointers::atom->nlocal;
    nghosts = Pointers::atom->nghost;
    space.allocate(numbers, nlocal + nghosts);
    space.allocate(source, nghosts);
    messages.loop(nlocal + nghosts, NumberColumnsThemselves{numbers.data()});
    stride = 1;
    Ghosts::forward(numbers.data(), 1);
    messages.loop(nghosts, KeepSources{d_column.data(), nlocal, numbers.data(), source.data()});
    found = true;
  }

  RowsOfColumns rows() const { return {d_column.data(), vector, width, stride}; }
  template <class, class> friend class GhostsOfFixKokkos;
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
    return ghosts->messages.pack_on_device(ghosts->rows(), n, here(k_list), here(k_buf),
                                           ghosts->width);
  }
  void unpack_forward_comm_kokkos(int n, int first, DAT::tdual_double_1d &k_buf) override
  {
    ghosts->messages.unpack_on_device(ghosts->rows(), n, first, here(k_buf), ghosts->width);
  }
  int pack_reverse_comm_kokkos(int n, int first, DAT::tdual_double_1d &k_buf) override
  {
    const int width = ghosts->width;
    ghosts->messages.loop(
        n * width, VARDEM::Copy{ghosts->vector + static_cast<bigint>(width) * first, here(k_buf)});
    return n * width;
  }
  void unpack_reverse_comm_kokkos(int n, DAT::tdual_int_1d k_list,
                                  DAT::tdual_double_1d &k_buf) override
  {
    ghosts->messages.loop(n, AddToAtoms{here(k_list), ghosts->vector, ghosts->width, here(k_buf)});
  }

 protected:
  GhostsKokkos<DeviceType> *ghosts = nullptr;    // of the steps

  /** of_steps: a GhostsKokkos. */
  void take_ghosts(Ghosts &of_steps)
  {
    ghosts = static_cast<GhostsKokkos<DeviceType> *>(&of_steps);
  }

 private:
  template <class Dual> static auto here(Dual &k_a)
  {
    return k_a.template view<DeviceType>().data();
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
