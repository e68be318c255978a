// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_OVERLAPPING_ROWS_H
#define VARDEM_OVERLAPPING_ROWS_H

#include "solvers/network/operator.h"

#include <algorithm>
#include <vector>

namespace VARDEM {

// --- the rows of this process with layers of rows of other processes, for any operator K
//     (operator.h), on the host
//
// The first layer has the rows that ghost columns stand for. The next layer has the rows that the
// first one is coupled to, and so on. All ghost columns that stand for one row are one row here,
// and those that stand for an own row are that row.
//
// A row that is borrowed is complete: its owner sends its blocks. A block of two borrowed rows
// comes from the owner of the one with the higher number. Own rows have the numbers that they have
// in K, and borrowed ones follow, sorted by process and row.

/** The columns of each row of K, where each of two own rows has the other one. */
template <class Operator> std::vector<std::vector<int>> couplings_of(const Operator &K)
{
  const int n = K.shape().nrows;
  std::vector<std::vector<int>> columns(n);
  K.pattern([&](int i, int j) {
    if (i == j) return;
    columns[i].push_back(j);
    if (j < n) columns[j].push_back(i);
  });
  return columns;
}

/** Copies or adds vectors of rows. The rows of one call differ from each other. */
template <bool ADD, class From, class To> struct CopyRows {
  int width;
  const int *from_row, *to_row;    // or null: the rows as they follow each other
  const From *from;
  To *to;

  VARDEM_INLINE void operator()(int i) const
  {
    const From *a = from + width * (from_row ? from_row[i] : i);
    To *b = to + width * (to_row ? to_row[i] : i);
    for (int k = 0; k < width; k++) b[k] = static_cast<To>(ADD ? b[k] + a[k] : a[k]);
  }
};

template <class Space> class OverlappingRows {
 public:
  using Name = std::pair<int, int>;    // process, row

  /** All processes must call it with the same number of layers. */
  template <class Operator> void setup(Space &space, const Operator &K, int layers)
  {
    nown = K.shape().nrows;
    me = space.me();
    for (auto *a : {&lent, &ghost}) a->clear();
    for (auto *a : {&lent_to, &borrowed_of, &asked_by, &wanted_of}) a->clear();
    for (auto *a : {&asked, &wanted}) a->clear();
    borrowed.clear();
    std::vector<Name> edge = mark_ghosts(K);
    if (layers > 0 && space.processes() > 1) {
      std::vector<Coupling> couplings;
      find_layers(space, K, layers, edge, couplings);
      agree(space, couplings);
    }
    const GhostColumns ghosts = K.ghosts();
    for (std::size_t g = 0; g < ghost.size(); g++)
      if (ghost[g] >= 0) ghost[g] = number_of(ghosts.row_of(nown + static_cast<int>(g)));
    buffer.resize(lent.size());
  }

  int own() const { return nown; }
  int all() const { return nown + static_cast<int>(borrowed.size()); }

  /** K with borrowed rows: pattern(f), and blocks(f) without those between two borrowed rows, which
   *  trade_blocks() brings. */
  template <class Operator> struct Source {
    const OverlappingRows &rows;
    const Operator &K;

    template <class F> void pattern(const F &f) const
    {
      K.pattern([&](int i, int j) {
        if (const int number = rows.number_of_column(j); number >= 0) f(i, number);
      });
      for (const Pair &pair : rows.wanted) f(pair.row, pair.column);
    }
    template <class F> void blocks(const F &f) const
    {
      K.blocks([&](int i, int j, const auto &entry) {
        const int number = rows.number_of_column(j);
        if (number >= 0 && (number <= i || number >= rows.nown)) f(i, number, entry);
      });
    }
  };
  template <class Operator> Source<Operator> of(const Operator &K) const { return {*this, K}; }

  /** Copies vectors of own rows to the processes that borrow them. others: of the borrowed rows. */
  template <class Real> void bring(Space &space, int width, const Real *own, double *others)
  {
    if (is_alone()) return;
    buffer.resize(width * lent.size());
    space.for_each(static_cast<int>(lent.size()),
                   CopyRows<false, Real, double>{width, lent.data(), nullptr, own, buffer.data()});
    space.trade(width, lent_to, buffer.data(), borrowed_of, others);
  }

  /** Sends vectors of borrowed rows to their owners, which add them up in the order of the
   *  processes. */
  template <class Real> void give_back(Space &space, int width, const double *others, Real *own)
  {
    if (is_alone()) return;
    buffer.resize(width * lent.size());
    space.trade(width, borrowed_of, others, lent_to, buffer.data());
    for (const Parcel &parcel : lent_to)
      space.for_each(parcel.count,
                     CopyRows<true, double, Real>{width, nullptr, lent.data() + parcel.first,
                                                  buffer.data() + width * parcel.first, own});
  }

  /** Brings the blocks of two borrowed rows. get(i, j, block) reads a block of `size` numbers,
   *  set(i, j, block) writes one. */
  template <class Get, class Set>
  void trade_blocks(Space &space, int size, const Get &get, const Set &set)
  {
    if (is_alone()) return;
    std::vector<double> send(size * asked.size()), received(size * wanted.size());
    for (std::size_t p = 0; p < asked.size(); p++)
      get(asked[p].row, asked[p].column, send.data() + size * p);
    space.trade(size, asked_by, send.data(), wanted_of, received.data());
    for (std::size_t p = 0; p < wanted.size(); p++)
      set(wanted[p].row, wanted[p].column, received.data() + size * p);
  }

  double bytes() const
  {
    return static_cast<double>(lent.capacity() + ghost.capacity()) * sizeof(int) +
        static_cast<double>(borrowed.capacity()) * sizeof(Name) +
        static_cast<double>(asked.capacity() + wanted.capacity()) * sizeof(Pair) +
        static_cast<double>(buffer.capacity()) * sizeof(double);
  }

 private:
  struct Pair {
    int row, column;    // their numbers here
  };
  struct Coupling {
    Name row, column;
  };
  using Lists = std::vector<std::vector<int>>;    // of each process

  int nown = 0, me = 0;
  std::vector<Name> borrowed;    // sorted
  std::vector<int> ghost;        // of each ghost column: its number here, or -1
  std::vector<int> lent;         // own rows that other processes borrow
  std::vector<Parcel> lent_to, borrowed_of;
  std::vector<Pair> asked, wanted;    // blocks that others borrow, and blocks that come from others
  std::vector<Parcel> asked_by, wanted_of;
  std::vector<double> buffer;

  bool is_alone() const { return lent.empty() && borrowed.empty(); }

  int number_of_column(int column) const { return column < nown ? column : ghost[column - nown]; }

  /** Returns -1 for a row that is not here. */
  int number_of(const Name &name) const
  {
    if (name.first == me) return name.second;
    const auto found = std::lower_bound(borrowed.begin(), borrowed.end(), name);
    if (found == borrowed.end() || *found != name) return -1;
    return nown + static_cast<int>(found - borrowed.begin());
  }

  template <class T> static void sort(std::vector<T> &list)
  {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }

  /** Sets `ghost` to 0 where K has the column, otherwise to -1. Returns the rows of other processes
   *  that these stand for. */
  template <class Operator> std::vector<Name> mark_ghosts(const Operator &K)
  {
    const GhostColumns ghosts = K.ghosts();
    ghost.assign(ghosts.first_fixed - nown, -1);
    K.pattern([&](int, int j) {
      if (j >= nown) ghost[j - nown] = 0;
    });
    std::vector<Name> others;
    for (int j = nown; j < ghosts.first_fixed; j++)
      if (ghost[j - nown] == 0 && ghosts.row_of(j).first != me) others.push_back(ghosts.row_of(j));
    sort(others);
    return others;
  }

  /** Finds the rows to be borrowed, and the rows that they are coupled to. edge: the rows of the
   *  first layer. */
  template <class Operator>
  void find_layers(Space &space, const Operator &K, int layers, std::vector<Name> edge,
                   std::vector<Coupling> &couplings)
  {
    const Lists own = couplings_of(K);
    const GhostColumns ghosts = K.ghosts();
    for (int layer = 1; layer <= layers; layer++) {
      borrowed.insert(borrowed.end(), edge.begin(), edge.end());
      sort(borrowed);
      const std::size_t before = couplings.size();
      ask_couplings(space, own, ghosts, edge, couplings);
      edge.clear();
      for (std::size_t c = before; c < couplings.size(); c++)
        if (number_of(couplings[c].column) < 0) edge.push_back(couplings[c].column);
      sort(edge);
    }
  }

  /** Asks the owners of rows for the rows that these are coupled to. */
  void ask_couplings(Space &space, const Lists &own, const GhostColumns &ghosts,
                     const std::vector<Name> &edge, std::vector<Coupling> &couplings)
  {
    Lists rows(space.processes()), asked_rows, answers(space.processes()), received;
    for (const Name &name : edge) rows[name.first].push_back(name.second);
    space.trade(rows, asked_rows);
    for (std::size_t p = 0; p < answers.size(); p++)
      for (int row : asked_rows[p]) answer(own, ghosts, row, answers[p]);
    space.trade(answers, received);
    for (int p = 0; p < space.processes(); p++) {
      const int *next = received[p].data();
      for (int row : rows[p])
        for (int count = *next++; count > 0; count--, next += 2)
          couplings.push_back({{p, row}, {next[0], next[1]}});
    }
  }

  /** Writes how many rows the row is coupled to, and which. */
  void answer(const Lists &own, const GhostColumns &ghosts, int row, std::vector<int> &list) const
  {
    std::vector<Name> names;
    for (int j : own[row]) names.push_back(j < nown ? Name(me, j) : ghosts.row_of(j));
    sort(names);
    list.push_back(static_cast<int>(names.size()));
    for (const Name &name : names) list.insert(list.end(), {name.first, name.second});
  }

  /** Tells the owners which rows and blocks this process borrows, and hears what others borrow. */
  void agree(Space &space, const std::vector<Coupling> &couplings)
  {
    Lists wishes(space.processes()), received;
    borrowed_of = borrow(wishes);
    wanted_of = want(couplings, wishes);
    space.trade(wishes, received);
    for (int p = 0; p < space.processes(); p++) {
      const std::vector<int> &list = received[p];
      if (list.empty()) continue;
      const int *rows = list.data() + 1, *blocks = rows + list[0], *end = list.data() + list.size();
      add_parcel(lent_to, p, lent.size(), list[0]);
      lent.insert(lent.end(), rows, blocks);
      add_parcel(asked_by, p, asked.size(), static_cast<int>(end - blocks) / 3);
      for (; blocks < end; blocks += 3)
        asked.push_back({blocks[0], number_of({blocks[1], blocks[2]})});
    }
  }

  static void add_parcel(std::vector<Parcel> &parcels, int process, std::size_t first, int count)
  {
    if (count > 0) parcels.push_back({process, first, count});
  }

  /** Appends to the wishes: number of rows, rows. */
  std::vector<Parcel> borrow(Lists &wishes) const
  {
    std::vector<Parcel> parcels;
    for (std::size_t b = 0, e; b < borrowed.size(); b = e) {
      const int p = borrowed[b].first;
      for (e = b; e < borrowed.size() && borrowed[e].first == p;) e++;
      add_parcel(parcels, p, b, static_cast<int>(e - b));
      wishes[p].push_back(static_cast<int>(e - b));
      for (std::size_t k = b; k < e; k++) wishes[p].push_back(borrowed[k].second);
    }
    return parcels;
  }

  /** Appends to the wishes: row, process and row of the column of each block. */
  std::vector<Parcel> want(const std::vector<Coupling> &couplings, Lists &wishes)
  {
    std::vector<std::pair<Name, Name>> blocks;
    for (const Name &name : borrowed) blocks.emplace_back(name, name);
    for (const Coupling &c : couplings)
      if (c.column.first != me && c.column < c.row && number_of(c.column) >= 0)
        blocks.emplace_back(c.row, c.column);
    sort(blocks);
    std::vector<Parcel> parcels;
    for (const auto &[row, column] : blocks) {
      if (parcels.empty() || parcels.back().process != row.first)
        parcels.push_back({row.first, wanted.size(), 0});
      parcels.back().count++;
      wanted.push_back({number_of(row), number_of(column)});
      wishes[row.first].insert(wishes[row.first].end(), {row.second, column.first, column.second});
    }
    return parcels;
  }
};

}    // namespace VARDEM
#endif
