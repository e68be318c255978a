// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_TABLE_OF_BONDS_H
#define VARDEM_HOST_TABLE_OF_BONDS_H

#include "kernels/flow.h"
#include "kernels/macros.h"
#include "lmptype.h"
#include "solvers/network/space.h"

#include <cmath>

namespace LAMMPS_NS::VARDEM_NS {

// The bonds of this process as a table, which is made anew with each neighbor list, and the loops
// that make it from the bonds of the atoms and from what each atom keeps about them
// (fix_bond_records.h). A bond is from the atom with the lower ID to the other one, so that all
// processes that have it compute the same numbers in the same order.
//
// A bond is in the table once if this process owns both atoms, whatever periodic boundary it
// crosses. Without newton, a bond of atoms of two processes is in the tables of both.

/** Numbers of boxes between two atoms, in one int. */
struct BoxSteps {
  static constexpr int BITS = 10, ZERO = 1 << (BITS - 1), MASK = (1 << BITS) - 1;
  static constexpr int SAME = ZERO | ZERO << BITS | ZERO << 2 * BITS;    // no step

  VARDEM_INLINE static int packed(int x, int y, int z)
  {
    return (x + ZERO) | (y + ZERO) << BITS | (z + ZERO) << 2 * BITS;
  }
  VARDEM_INLINE static VARDEM::Vec3 vector(int packed)
  {
    return {static_cast<double>((packed & MASK) - ZERO),
            static_cast<double>((packed >> BITS & MASK) - ZERO),
            static_cast<double>((packed >> 2 * BITS & MASK) - ZERO)};
  }
};

/** The periodic cell. */
struct BondCell {
  VARDEM::UpperTriangle H, inverse;
  int periodic[3];

  /** The numbers of boxes that bring x nearest to 0, as Domain::minimum_image() of LAMMPS finds
   *  them. It goes from the last edge of the cell to the first one, since a step along the last
   *  edge changes all components. */
  VARDEM_INLINE int nearest(const VARDEM::Vec3 &x) const
  {
    const int z = steps(2, x.z * inverse.zz);
    const int y = steps(1, (x.y + z * H.yz) * inverse.yy);
    const int first = steps(0, (x.x + z * H.xz + y * H.xy) * inverse.xx);
    return BoxSteps::packed(first, y, z);
  }

 private:
  VARDEM_INLINE int steps(int d, double boxes) const
  {
    return periodic[d] ? -static_cast<int>(std::lround(boxes)) : 0;
  }
};

/** A bond as compute contact/force needs it. */
struct ListedBond {
  VARDEM::Vec3 x, e;    // place of the first body, branch vector
  VARDEM::Vec3 F, M;    // force and moment on the first body
  double gap;
};

struct BondTable {
  int n;
  int nlocal;
  bool newton;
  const int *first, *second;    // atoms; a second one that is not owned has the index of a ghost
  int *type;                    // 0: has broken; -type: breaks now
  const int *steps;             // BoxSteps from first to second
  const double *reference;      // component c of bond k is reference[c * stride + k]
  const double *stiffness;      // KA, KS, KM, KT of beams in the same way; null if there are none
  int stride;

  VARDEM_INLINE double component(int c, int k) const { return reference[c * stride + k]; }
  VARDEM_INLINE bool is_shared(int k) const
  {
    return !newton && (first[k] >= nlocal || second[k] >= nlocal);
  }
  /** The part of bond k that this process counts. */
  VARDEM_INLINE double share(int k) const { return is_shared(k) ? 0.5 : 1.0; }
  /** Does this process list the bond, if each bond is listed once over all processes? */
  VARDEM_INLINE bool is_listed(int k) const { return !is_shared(k) || first[k] < nlocal; }
};

/** The record of an atom about one of its bonds: the ID of its partner, or 0, and then the
 *  reference. */
struct BondRecord {
  static constexpr int PARTNER = 0, REFERENCE = 1;
};

/** Numbers of a table in the making. */
struct BondFindings {
  enum { DUPLICATE, ZERO_LENGTH, COUNT };    // 1 + an atom that has it, or 0
};

/** Which bonds of an atom are in the table. Topology has for owned atom i: bonds(i), partner(i, m),
 *  type(i, m) as LAMMPS has it, is_mine(type), tag(i), and local(tag): an owned atom, a ghost, or <
 *  0. */
template <class Topology> struct BondsOfAtom {
  Topology topology;
  int nlocal;
  bool newton;

  /** Calls f(m, type, index of the partner) for each bond of the style that is not turned off. */
  template <class F> VARDEM_INLINE void each(int i, const F &f) const
  {
    for (int m = 0; m < topology.bonds(i); m++) {
      const int type = topology.type(i, m);
      if (type > 0 && topology.is_mine(type)) f(m, type, topology.local(topology.partner(i, m)));
    }
  }
  /** Of two owned atoms that both have the bond, the one with the lower ID lists it. */
  VARDEM_INLINE bool lists(int i, int partner) const
  {
    return newton || partner >= nlocal || topology.tag(i) < topology.tag(partner);
  }
};

/** Counts the bonds of atom i, and finds what is wrong with them. Space (space.h) stores
 *  findings of several threads. */
template <class Topology, class Space> struct CountBonds {
  BondsOfAtom<Topology> atoms;
  int *count;
  int *findings;

  VARDEM_INLINE void operator()(int i) const
  {
    int n = 0;
    atoms.each(i, [&](int m, int, int partner) {
      if (partner < 0) return;
      if (is_double(i, m, partner)) Space::store(findings + BondFindings::DUPLICATE, i + 1);
      if (atoms.lists(i, partner)) n++;
    });
    count[i] = n;
  }

 private:
  VARDEM_INLINE bool is_double(int i, int m, int partner) const
  {
    const Topology &t = atoms.topology;
    bool found = false;
    atoms.each(i, [&](int other, int, int) {
      found = found || (other != m && t.partner(i, other) == t.partner(i, m));
    });
    if (!atoms.newton || partner >= atoms.nlocal) return found;
    atoms.each(partner, [&](int other, int, int) {
      found = found || t.partner(partner, other) == t.tag(i);
    });
    return found;
  }
};

/** Frees the records of bonds that atom i no longer has. A bond that is turned off keeps its
 *  record. rows: of the store; a row has room for `slots` records of `record` numbers. */
template <class Topology, class Rows> struct ForgetGone {
  Topology topology;
  Rows rows;
  int slots, record;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int s = 0; s < slots * record; s += record) {
      const auto partner = static_cast<tagint>(rows(i, s));
      if (partner != 0 && !has_bond(i, partner)) rows(i, s) = 0.0;
    }
  }

 private:
  VARDEM_INLINE bool has_bond(int i, tagint partner) const
  {
    bool found = false;
    for (int m = 0; m < topology.bonds(i); m++) {
      const int type = topology.type(i, m), kind = type < 0 ? -type : type;
      found = found || (topology.partner(i, m) == partner && kind && topology.is_mine(kind));
    }
    return found;
  }
};

/** Fills the rows of atom i, from first_row[i] on, and keeps the reference of bonds that have none
 *  yet. Reference has SIZE, and take(bodies, e, i, j, to): from the branch vector and two atoms.
 *  Bodies has x(i), as its owner has it. rows: of the store; a row has room for `slots` records of
 *  1 + SIZE numbers. Space: as for CountBonds. */
template <class Topology, class Bodies, class Reference, class Rows, class Space> struct FillBonds {
  BondsOfAtom<Topology> atoms;
  Bodies bodies;
  BondCell cell;
  Reference reference;
  Rows rows;
  int slots;
  const int *first_row;
  int *first, *second, *type, *steps;
  double *columns;
  int stride;
  int *findings;

  static constexpr int RECORD = BondRecord::REFERENCE + Reference::SIZE;

  VARDEM_INLINE void operator()(int i) const
  {
    ForgetGone<Topology, Rows>{atoms.topology, rows, slots, RECORD}(i);
    int row = first_row[i];
    atoms.each(i, [&](int m, int type_of_bond, int partner) {
      if (partner < 0) return;
      const Topology &t = atoms.topology;
      const bool lower = t.tag(i) < t.partner(i, m);
      const int a = lower ? i : partner, b = lower ? partner : i;
      const int between = cell.nearest(bodies.x(b) - bodies.x(a));
      const int slot = record_of(i, m, a, b, between);
      if (!atoms.lists(i, partner)) return;
      first[row] = a;
      second[row] = b;
      type[row] = type_of_bond;
      steps[row] = between;
      for (int c = 0; c < Reference::SIZE; c++)
        columns[c * stride + row] = rows(i, slot + BondRecord::REFERENCE + c);
      row++;
    });
  }

 private:
  /** Place of the record of bond m of atom i in its row. It is made if there is none. */
  VARDEM_INLINE int record_of(int i, int m, int a, int b, int between) const
  {
    const auto partner = static_cast<double>(atoms.topology.partner(i, m));
    int free = -1;
    for (int k = 0; k < slots; k++) {
      const int s = (m + k) % slots * RECORD;    // mostly it is the m-th one
      if (rows(i, s) == partner) return s;
      if (free < 0 && rows(i, s) == 0.0) free = s;
    }
    const VARDEM::Vec3 e = bodies.x(b) - bodies.x(a) + cell.H * BoxSteps::vector(between);
    if (dot(e, e) == 0.0) {
      Space::store(findings + BondFindings::ZERO_LENGTH, i + 1);
      return free;
    }
    double numbers[Reference::SIZE];
    reference.take(bodies, e, a, b, numbers);
    rows(i, free + BondRecord::PARTNER) = partner;
    for (int c = 0; c < Reference::SIZE; c++)
      rows(i, free + BondRecord::REFERENCE + c) = numbers[c];
    return free;
  }
};

/** The memory of a table, where the loops of Space run. */
template <class Space> struct BondTableOn {
  template <class T> using Array = typename Space::template Array<T>;

  int nbonds = 0, stride = 0;
  Array<int> rows;    // of owned atom i from rows[i] to rows[i + 1]
  Array<int> first, second, type, steps;
  Array<double> references, stiffness;

  /** Makes the table anew; the arguments are those of CountBonds and FillBonds. */
  template <class Topology, class Bodies, class Reference, class Rows>
  void make(Space &space, const BondsOfAtom<Topology> &of, const Bodies &bodies,
            const BondCell &cell, const Reference &reference, const Rows &records, int slots,
            int *findings)
  {
    typedef FillBonds<Topology, Bodies, Reference, Rows, Space> Fill;
    space.allocate(rows, of.nlocal + 1);
    space.for_each(of.nlocal, CountBonds<Topology, Space>{of, rows.data(), findings});
    nbonds = stride = space.scan(of.nlocal, rows.data());
    for (auto *a : {&first, &second, &type, &steps}) space.allocate(*a, nbonds);
    space.allocate(references, static_cast<std::size_t>(nbonds) * Reference::SIZE);
    space.for_each(of.nlocal,
                   Fill{of, bodies, cell, reference, records, slots, rows.data(), first.data(),
                        second.data(), type.data(), steps.data(), references.data(), stride,
                        findings});
  }

  BondTable table(int nlocal, bool newton) const
  {
    return {nbonds,
            nlocal,
            newton,
            first.data(),
            second.data(),
            const_cast<int *>(type.data()),
            steps.data(),
            references.data(),
            stiffness.size() ? stiffness.data() : nullptr,
            stride};
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
