// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CONTACT_TABLE_H
#define VARDEM_HOST_CONTACT_TABLE_H

#include "host/interfaces/contact_forces.h"
#include "kernels/contact/sphere_contact.h"

#include <cstddef>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

VARDEM_INLINE void set_columns(const VARDEM::Vec3 &a, double *row)
{
  row[0] = a.x;
  row[1] = a.y;
  row[2] = a.z;
}

/** Lists have the contact of an atom with its own image in two directions e. It is listed with one
 *  of them. */
VARDEM_INLINE bool is_listed_direction(const VARDEM::Vec3 &e)
{
  return e.z != 0.0 ? e.z > 0.0 : (e.y != 0.0 ? e.y > 0.0 : e.x > 0.0);
}

/** Fills a row of ContactForces. c is seen from the atom with the ID tag; the row from the atom
 *  with the lower ID, or from the only one at a wall, where other is 0 or minus the number of a
 *  triangle. There is no classic force,
 *  and no moment but that of the force and the couple. */
VARDEM_INLINE void fill_row(tagint tag, tagint other, int kind, const VARDEM::ListedContact &c,
                            double *row)
{
  using Row = ContactForces;
  const bool swap = kind == Row::PAIR && other < tag;
  const VARDEM::ListedContact seen = swap ? swapped(c) : c;
  row[Row::TAG_1] = static_cast<double>(swap ? other : tag);
  row[Row::TAG_2] = static_cast<double>(swap ? tag : other);
  row[Row::KIND] = kind;
  set_columns(seen.normal, row + Row::NORMAL);
  set_columns(seen.point, row + Row::POINT);
  row[Row::GAP] = seen.gap;
  set_columns(seen.force, row + Row::FORCE);
  for (int k = Row::CLASSIC; k < Row::COUPLE; k++) row[k] = 0.0;
  set_columns(seen.couple, row + Row::COUPLE);
}

/** Rows of ContactForces. Compute contact/force has a table, to which one source after the other
 *  appends its rows. */
class ContactTable {
 public:
  void clear() { numbers.clear(); }
  int count() const { return static_cast<int>(numbers.size() / ContactForces::COLUMNS); }
  double *row(int n)
  {
    return numbers.data() + static_cast<std::size_t>(n) * ContactForces::COLUMNS;
  }
  const double *row(int n) const { return const_cast<ContactTable *>(this)->row(n); }

  /** Appends n rows, which the caller fills. They stay where they are until more are appended. */
  double *extend(int n)
  {
    const int before = count();
    numbers.resize(static_cast<std::size_t>(before + n) * ContactForces::COLUMNS);
    return row(before);
  }
  /** Appends a row, see fill_row(). */
  double *add(tagint tag, tagint other, int kind, const VARDEM::ListedContact &c)
  {
    double *const added = extend(1);
    fill_row(tag, other, kind, c, added);
    return added;
  }
  double bytes() const { return static_cast<double>(numbers.capacity()) * sizeof(double); }

 private:
  std::vector<double> numbers;
};

template <class Source> struct CountListedRows {
  Source source;
  int *count;

  VARDEM_INLINE void operator()(int n) const
  {
    int found = 0;
    source.each(n, [&](const auto &) {
      found++;
    });
    count[n] = found;
  }
};

template <class Source> struct FillListedRows {
  Source source;
  const int *first;
  double *rows;

  VARDEM_INLINE void operator()(int n) const
  {
    double *row = rows + static_cast<bigint>(ContactForces::COLUMNS) * first[n];
    source.each(n, [&](const auto &contact) {
      source.fill(contact, row);
      row += ContactForces::COLUMNS;
    });
  }
};

/** Appends rows by loops of a Space, in the order of their index, whatever the threads do. A source
 *  has each(n, f), which calls f(contact) for the contacts of index n that are listed, and
 *  fill(contact, row). */
template <class Space> class RowLoops {
 public:
  /** Returns the number of rows. */
  template <class Source> int append(Space &space, int n, const Source &source, ContactTable &to)
  {
    space.allocate(first, n + 1);
    space.for_each(n, CountListedRows<Source>{source, first.data()});
    const int number = space.scan(n, first.data());
    if (number == 0) return 0;
    const std::size_t size = static_cast<std::size_t>(number) * ContactForces::COLUMNS;
    double *const rows = to.extend(number);
    double *const reachable = space.shadow(rows, size, copy);
    space.for_each(n, FillListedRows<Source>{source, first.data(), reachable});
    space.copy_to_host(reachable, size, rows);
    return number;
  }
  /** Of each index of the last append(): how many rows come before its rows. */
  const int *starts() const { return first.data(); }

 private:
  typename Space::template Array<int> first;
  typename Space::template Array<double> copy;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
