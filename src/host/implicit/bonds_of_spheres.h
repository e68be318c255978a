// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_BONDS_OF_SPHERES_H
#define VARDEM_HOST_BONDS_OF_SPHERES_H

#include "atom.h"
#include "bond.h"
#include "comm.h"
#include "error.h"
#include "force.h"
#include "host/atoms/orientations.h"
#include "host/dynamics/steps_loops.h"
#include "host/interfaces/soft_contacts.h"
#include "host/lammps/bond_styles.h"
#include "host/network/mpi_trade.h"
#include "host/network/network_builder_loops.h"
#include "kernels/flow.h"
#include "pointers.h"
#include "solvers/implicit/step_bonds.h"
#include "solvers/network/space.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

// Loops that bring the bonds of an implicit step into the rows of a network, as
// solvers/implicit/step_bonds.h has them. Each struct is the body of one loop of a Space.

/** The bonds of atoms, and the columns of these. */
struct BondsOfColumns {
  const SoftBonds::Ends *bonds;
  const int *column;    // of atoms
  int nrows, first_fixed;

  VARDEM_INLINE bool exists(int k) const { return bonds[k].i >= 0; }
  VARDEM_INLINE int first(int k) const { return column[bonds[k].i]; }
  VARDEM_INLINE int second(int k) const { return column[bonds[k].j]; }
  VARDEM_INLINE bool is_free_ghost(int c) const { return c >= nrows && c < first_fixed; }
};

/** Are there bonds, bonds with ghosts that can move, and dashpots that act now? */
struct LookAtBonds {
  BondsOfColumns of;
  const VARDEM::TrialBond *laws;

  VARDEM_INLINE void operator()(int k, VARDEM::Maxima<3> &found) const
  {
    if (!of.exists(k)) return;
    found.take(0, 1.0);
    if (of.is_free_ghost(of.first(k)) || of.is_free_ghost(of.second(k))) found.take(1, 1.0);
    if (laws[k].damped) found.take(2, 1.0);
  }
};

/** The ends of bonds in rows: end 2 k is that of the first body of bond k, and 2 k + 1 that of its
 *  second one. Those of row i are head[i], next[head[i]], and so on to -1. full: each of two rows
 *  has their bond, as where threads make the rows; otherwise that with the higher number has it. */
struct EndsOfRows {
  BondsOfColumns of;
  int *head, *next;
  bool full;

  VARDEM_INLINE int other(int end) const
  {
    return end & 1 ? of.first(end / 2) : of.second(end / 2);
  }
  VARDEM_INLINE bool has(int row, int end) const
  {
    return full || other(end) >= of.nrows || other(end) < row;
  }
  /** Is it that of a bond that the other row does not have? */
  VARDEM_INLINE bool is_once(int end) const { return !full && other(end) < of.nrows; }
};

template <class Space> struct LinkEnds {
  EndsOfRows ends;

  VARDEM_INLINE void operator()(int k) const
  {
    if (!ends.of.exists(k)) return;
    link(ends.of.first(k), 2 * k);
    link(ends.of.second(k), 2 * k + 1);
  }

 private:
  VARDEM_INLINE void link(int row, int end) const
  {
    if (row < ends.of.nrows) ends.next[end] = Space::swap(ends.head + row, end);
  }
};

/** Counts the bonds of each row: all, and those that the other row does not have. */
struct CountEnds {
  EndsOfRows ends;
  int *count, *once;

  VARDEM_INLINE void operator()(int i) const
  {
    count[i] = once[i] = 0;
    for (int end = ends.head[i]; end >= 0; end = ends.next[end])
      if (ends.has(i, end)) {
        count[i]++;
        once[i] += ends.is_once(end);
      }
  }
};

/** Fills the rows from first[i] on: before the middle, bonds that the other row does not have, and
 *  both parts in the order of the bonds, whatever the threads did. middle: their number before. */
struct FillEnds {
  EndsOfRows ends;
  const int *first;
  int *middle, *column;
  VARDEM::BondEnd *end_of;

  VARDEM_INLINE void operator()(int i) const
  {
    middle[i] += first[i];
    int n = first[i];
    for (int end = ends.head[i]; end >= 0; end = ends.next[end]) {
      if (!ends.has(i, end)) continue;
      int p = n++;
      for (; p > first[i] && is_before(end, code(end_of[p - 1])); p--) end_of[p] = end_of[p - 1];
      end_of[p] = {end / 2, (end & 1) != 0};
    }
    for (int p = first[i]; p < n; p++) column[p] = ends.other(code(end_of[p]));
  }

 private:
  VARDEM_INLINE static int code(const VARDEM::BondEnd &end)
  {
    return 2 * end.bond + (end.flipped ? 1 : 0);
  }
  VARDEM_INLINE bool is_before(int a, int b) const
  {
    return ends.is_once(a) == ends.is_once(b) ? a < b : ends.is_once(a);
  }
};

/** What periodic boundaries add to the branch vectors of bonds, in a cell that the displacement
 *  gradient `flow` changes. */
struct FindShifts {
  BondsOfColumns of;
  const double *centres;    // of columns
  VARDEM::UpperTriangle flow;
  double *shift;

  VARDEM_INLINE void operator()(int k) const
  {
    if (!of.exists(k)) return;
    const VARDEM::Vec3 *x = VARDEM::vectors_at(centres);
    const VARDEM::Vec3 e = of.bonds[k].e - (x[of.second(k)] - x[of.first(k)]);
    VARDEM::vectors_at(shift)[k] = e + flow * e;
  }
};

/** Sets the orientations of the columns of owned atoms. Without `kept` they are 1 0 0 0. */
struct TakeOrientations {
  const double *kept;    // w x y z by atoms
  const int *column;
  double *orientation;

  VARDEM_INLINE void operator()(int i) const
  {
    VARDEM::set_quat_at(orientation + 4 * column[i],
                        kept ? VARDEM::quat_at(kept + 4 * i) : VARDEM::Quat{1.0, 0.0, 0.0, 0.0});
  }
};

/** The bonds of a step in the rows of the network, and the orientations of the spheres. A bond of a
 *  free body is known to the process that owns the body: with newton_bond on, where LAMMPS has it
 *  on one process only, the other one gets a copy, by way of the host. The platform of the model
 *  also has
 *    orientations(all, space)    rows w x y z of owned atoms, where loops run; only if all.exist()
 *                        and all.are_there()
 *    set_orientations(all, q, column, count, space)    gives owned atoms new orientations, as
 *                        Orientations::set() has it */
template <class Model> class BondsOfSpheres : protected Pointers {
 public:
  using Space = typename Model::Space;
  using Bonds = VARDEM::StepBonds<Space>;

  BondsOfSpheres(LAMMPS *lmp, Orientations &orientations_in) :
      Pointers(lmp), orientations(orientations_in)
  {
  }

  bool exist() const { return found.s[0] > 0.0; }

  /** Takes them for the columns of the model, with the orientations where the step starts. All
   *  processes must call it. */
  void take(Model &model, Bonds &bonds)
  {
    const auto &network = model.builder.network;
    auto &space = model.space;
    take_from_styles(space, bonds);
    found = space.template maxima<3>(count, LookAtBonds{of_columns(model), bonds.bonds.data()});
    model.bonds_need_ghosts = found.s[1] > 0.0;
    if (model.bonds_need_ghosts && force->newton_bond && comm->nprocs > 1) share(model, bonds);
    bonds.tangent.nrows = network.nrows;
    bonds.tangent.first_fixed = network.first_fixed;
    bonds.tangent.ncolumns = network.ncolumns;
    bonds.natoms = model.builder.atom_columns();
    bonds.damped = found.s[2] > 0.0;
    fill_rows(model, bonds);
    carry(model, {}, bonds);
    take_orientations(model, bonds);
  }

  /** The orientations are those at the start of the step again. */
  void start_orientations(Space &space, Bonds &bonds)
  {
    space.for_each(4 * bonds.natoms,
                   VARDEM::Copy{first_orientation.data(), bonds.orientation.data()});
  }

  void put_orientations(Model &model, Bonds &bonds)
  {
    model.platform.set_orientations(orientations, bonds.orientation.data(),
                                    model.builder.column.data(), model.builder.network.nrows,
                                    model.space);
  }

  /** Bonds across the cell go with it, which the displacement gradient `flow` changes. */
  void carry(Model &model, const VARDEM::UpperTriangle &flow, Bonds &bonds)
  {
    model.space.allocate(bonds.shift, 3 * static_cast<std::size_t>(count));
    model.space.for_each(
        count,
        FindShifts{of_columns(model), model.builder.spheres().centres, flow, bonds.shift.data()});
  }

 private:
  /** A bond for the process that owns one of its atoms. */
  struct SentBond {
    tagint i, j;
    VARDEM::Vec3 e;
    VARDEM::TrialBond law;
  };

  Orientations &orientations;
  int count = 0;              // of places for bonds
  VARDEM::Maxima<3> found;    // of LookAtBonds
  typename Space::template Array<SoftBonds::Ends> ends;
  typename Space::template Array<int> head, next;              // of EndsOfRows
  typename Space::template Array<double> first_orientation;    // of columns, w x y z

  BondsOfColumns of_columns(const Model &model) const
  {
    const auto &network = model.builder.network;
    return {ends.data(), model.builder.column.data(), network.nrows, network.first_fixed};
  }

  void take_from_styles(Space &space, Bonds &bonds)
  {
    std::vector<SoftBonds *> styles;
    std::vector<int> first = {0};
    for (const SubBond &sub : bond_styles(force))
      if (auto *style = dynamic_cast<SoftBonds *>(sub.bond)) {
        styles.push_back(style);
        first.push_back(first.back() + style->trial_bonds());
      }
    count = first.back();
    space.allocate(ends, count);
    space.allocate(bonds.bonds, count);
    for (std::size_t k = 0; k < styles.size(); k++)
      if (first[k] < first[k + 1])
        styles[k]->find_trial_bonds(ends.data() + first[k], bonds.bonds.data() + first[k]);
  }

  void fill_rows(Model &model, Bonds &bonds)
  {
    auto &space = model.space;
    auto &rows = bonds.tangent;
    const int n = rows.nrows;
    space.allocate(head, n);
    space.allocate(next, 2 * count);
    space.allocate(rows.first, n + 1);
    space.allocate(rows.middle, n);
    space.for_each(n, SetTo<int>{-1, head.data()});
    const EndsOfRows all = {of_columns(model), head.data(), next.data(), !Space::SERIAL};
    space.for_each(count, LinkEnds<Space>{all});
    space.for_each(n, CountEnds{all, rows.first.data(), rows.middle.data()});
    bonds.npairs = space.scan(n, rows.first.data());
    space.allocate(rows.column, bonds.npairs);
    space.allocate(bonds.end, bonds.npairs);
    space.for_each(
        n,
        FillEnds{all, rows.first.data(), rows.middle.data(), rows.column.data(), bonds.end.data()});
  }

  /** Sends bonds with ghosts that can move to the owners of these. */
  void share(Model &model, Bonds &bonds)
  {
    const auto &network = model.builder.network;
    auto &space = model.space;
    model.find_all_owners();
    const int *column = model.columns_on_host();
    const VARDEM::GhostColumns ghosts = {network.nrows, network.first_fixed, &network.owners};
    std::vector<SoftBonds::Ends> all(count);
    std::vector<VARDEM::TrialBond> laws(count);
    space.copy_to_host(ends.data(), count, all.data());
    space.copy_to_host(bonds.bonds.data(), count, laws.data());
    std::vector<std::vector<SentBond>> sent(comm->nprocs), received;
    for (int k = 0; k < count; k++)
      for (const int atom_of : {all[k].i, all[k].j}) {
        if (all[k].i < 0) continue;
        const int c = column[atom_of];
        if (c < network.nrows || c >= network.first_fixed) continue;
        sent[ghosts.row_of(c).first].push_back(
            {atom->tag[all[k].i], atom->tag[all[k].j], all[k].e, laws[k]});
      }
    MpiTrade(world).lists(sent, received);
    for (const auto &list : received)
      for (const SentBond &one : list) {
        all.push_back({known_atom(one.i), known_atom(one.j), one.e});
        laws.push_back(one.law);
      }
    count = static_cast<int>(all.size());
    move_to(space, all, ends);
    move_to(space, laws, bonds.bonds);
  }

  int known_atom(tagint tag) const
  {
    const int i = atom->map(tag);
    if (i < 0)
      error->one(FLERR, Error::NOLASTLINE,
                 "A bond with atom {} crosses to another MPI rank, which does not have the atom "
                 "as a ghost; increase the cutoff with command comm_modify cutoff",
                 tag);
    return i;
  }

  void take_orientations(Model &model, Bonds &bonds)
  {
    auto &space = model.space;
    space.allocate(first_orientation, 4 * bonds.natoms);
    space.allocate(bonds.orientation, 4 * bonds.natoms);
    const bool are_kept = orientations.exist() && orientations.are_there();
    space.for_each(
        atom->nlocal,
        TakeOrientations{are_kept ? model.platform.orientations(orientations, space) : nullptr,
                         model.builder.column.data(), first_orientation.data()});
    model.forward_to_all(first_orientation.data(), 4);
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
