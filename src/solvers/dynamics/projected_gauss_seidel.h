// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_PROJECTED_GAUSS_SEIDEL_H
#define VARDEM_PROJECTED_GAUSS_SEIDEL_H

#include "solvers/dynamics/rigid_contacts.h"

#include <cmath>
#include <stdexcept>
#include <vector>

namespace VARDEM {

// --- rigid contacts by projected Gauss-Seidel, one contact after the other ---
//
//   f_c <- max(0, f_c - (N f + gap)_c / N_cc)
//
// doc/notes/projected-solvers.md 2.2. Where forces are not unique they depend on the order of the
// contacts. The motions u = D^-1 B^T f follow each change of a force, so that a contact costs the
// same in any network. This needs all rows in one process. A contact may be stored twice, in full
// rows or if one of its columns is a ghost across a periodic boundary. Both copies then change at
// the same time, and the ghosts must have owners (operator.h).

/** Where each contact of a network acts, if one process has all rows. */
template <class Space, class G> class ContactEnds {
  static_assert(Space::SERIAL && Space::ON_HOST, "contacts come one after the other, on the host");

 public:
  static constexpr int NONE = -1;
  using Network = ContactNetwork<Space, G>;

  /** Two copies of a contact have opposite rows and the same gap. Gaps count in units of
   *  `scale`. */
  void find(const Space &space, const Network &n, double scale)
  {
    if (space.processes() > 1)
      throw std::logic_error("projected Gauss-Seidel needs all rows in one process");
    network = &n;
    find_rows();
    find_copies(scale);
  }

  int row(int contact) const { return rows[contact]; }
  /** The row of the other body, or its column if it cannot move. */
  int other(int contact) const { return others[contact]; }
  /** The other copy of a contact, or NONE. */
  int copy(int contact) const { return copies[contact]; }

 private:
  const Network *network = nullptr;
  std::vector<int> rows, others, copies;

  void find_rows()
  {
    const Network &n = *network;
    const GhostColumns ghosts = {n.nrows, n.first_fixed, &n.owners};
    rows.resize(n.ncontacts);
    others.resize(n.ncontacts);
    for (int i = 0; i < n.nrows; i++)
      for (int c = n.first[i]; c < n.first[i + 1]; c++) {
        const int j = n.column[c];
        const bool ghost = j >= n.nrows && j < n.first_fixed;
        rows[c] = i;
        others[c] = ghost ? ghosts.row_of(j).second : j;
      }
  }

  void find_copies(double scale)
  {
    const auto view = network->rows();
    copies.assign(network->ncontacts, NONE);
    for (int i = 0; i < view.nrows; i++)
      for (int c = view.middle[i]; c < view.first[i + 1]; c++)
        if (others[c] < view.nrows && copies[c] == NONE) {
          copies[c] = most_alike(c, scale);
          copies[copies[c]] = c;
        }
  }

  /** The contact in the row of the other body that is most like a copy of this one. */
  int most_alike(int contact, double scale) const
  {
    const auto view = network->rows();
    const int j = others[contact];
    int best = NONE;
    double least = HUGE_VAL;
    for (int c = view.middle[j]; c < view.first[j + 1]; c++) {
      if (others[c] != rows[contact] || copies[c] != NONE || c == contact) continue;
      const double square = difference(contact, c, scale);
      if (best != NONE && !(square < least)) continue;
      least = square;
      best = c;
    }
    if (best == NONE) throw std::logic_error("a contact with a ghost is stored once only");
    return best;
  }

  double difference(int a, int b, double scale) const
  {
    const auto of_a = row_of(a), of_b = row_of(b);
    const double la = std::sqrt(of_a.square()), lb = std::sqrt(of_b.square()),
                 gap = (network->gap[a] - network->gap[b]) / scale;
    double sum = gap * gap;
    for (int k = 0; k < G::DOF; k++) {
      const double first = of_a.first(k) / la + of_b.second(k) / lb,
                   second = of_a.second(k) / la + of_b.first(k) / lb;
      sum += first * first + second * second;
    }
    return sum;
  }

  auto row_of(int c) const { return network->geometry.row(rows[c], network->column[c], c); }
};

template <class Space, class G> class ProjectedGaussSeidel {
 public:
  static constexpr int DOF = G::DOF;
  template <class T> using Array = typename Space::template Array<T>;
  using Network = ContactNetwork<Space, G>;
  using Problem = RigidContacts<Space, G>;

  /** The contacts of a sweep, by their numbers in the network. Of a contact that is stored twice it
   *  has one copy or both; both cost twice. */
  std::vector<int> order;

  /** The report counts sweeps as steps and as products. */
  SolverReport solve(Space &s, const Network &n, Problem &problem, double *f,
                     const SolverOptions &options)
  {
    SolverReport report;
    if (problem.stays_open(f, report)) return report;
    ends.find(s, n, problem.scale());
    for (auto *a : {&Nf, &best}) s.allocate(*a, n.ncontacts);
    s.for_each(n.ncontacts, Copy{f, best.data()});
    double least = HUGE_VAL;
    while (true) {
      problem.apply(f, Nf.data());    // from f, so that round-off does not pile up in u
      const double error = problem.largest_error(f, Nf.data());
      if (error < least) {
        least = error;
        s.for_each(n.ncontacts, Copy{f, best.data()});
      }
      report.residual = least;
      if (options.progress) options.progress(report);
      if (ends_at(error, options, report)) break;
      for (int c : order) relax(problem, n, c, f);
      report.steps++;
      report.products++;
    }
    s.for_each(n.ncontacts, Copy{best.data(), f});
    problem.finish(f);
    return report;
  }

 private:
  ContactEnds<Space, G> ends;
  Array<double> Nf, best;

  /** Sets the force of a contact so that it neither overlaps nor pulls. A contact of bodies that
   *  cannot move keeps its force. */
  void relax(Problem &problem, const Network &n, int c, double *f) const
  {
    double *const u = problem.motions();
    const double N = problem.inverse_effective_masses()[c];
    if (!(N > 0.0)) return;
    const int i = ends.row(c), j = ends.other(c), copy = ends.copy(c);
    const auto r = n.geometry.row(i, n.column[c], c);
    const double length = std::sqrt(r.square());
    const double left = n.gap[c] - r.approach(u + DOF * i, u + DOF * j) / length;
    const double step = f[c] - left / N, force = step > 0.0 ? step : 0.0;
    const double change = (force - f[c]) / length;
    f[c] = force;
    if (copy >= 0) f[copy] = force;
    double first[DOF] = {}, second[DOF] = {};
    add_to_first<DOF>(r, change, first);
    add_to_second<DOF>(r, change, second);
    const auto follow = [&](int body, const double *push) {
      for (int k = DOF * body; k < DOF * (body + 1); k++)
        u[k] += problem.inverse_inertia()[k] * push[k - DOF * body];
    };
    follow(i, first);
    if (j < n.nrows) follow(j, second);
  }
};

}    // namespace VARDEM
#endif
