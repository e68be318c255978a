// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TEST_CUT_EXCHANGE_H
#define VARDEM_TEST_CUT_EXCHANGE_H

// An Exchange between processes without LAMMPS: ghosts ask the owners that the network has for
// them.

#include "host/network/mpi_trade.h"
#include "solvers/operator.h"

#include <memory>
#include <vector>

namespace networks {

class CutExchange {
 public:
  CutExchange() : state(std::make_shared<State>()) {}

  /** All processes must call it. */
  void connect(int nrows, const VARDEM::GhostOwners &owners)
  {
    State &s = *state;
    s = State();
    s.nrows = nrows;
    std::vector<std::vector<int>> rows(processes()), asked;
    s.ghosts.resize(processes());
    for (std::size_t g = 0; g < owners.row.size(); g++) {
      rows[owners.process[g]].push_back(owners.row[g]);
      s.ghosts[owners.process[g]].push_back(static_cast<int>(g));
    }
    trade(rows, asked);
    std::size_t expected = 0;
    for (int p = 0; p < processes(); p++) {
      s.sent.push_back({p, s.rows.size(), static_cast<int>(asked[p].size())});
      s.expected.push_back({p, expected, static_cast<int>(rows[p].size())});
      s.rows.insert(s.rows.end(), asked[p].begin(), asked[p].end());
      expected += rows[p].size();
    }
    s.nghosts = expected;
  }

  bool alone() const { return processes() == 1; }

  void forward(double *v, int dof)
  {
    const State &s = *state;
    std::vector<double> from, to(dof * s.nghosts);
    for (int row : s.rows) from.insert(from.end(), v + dof * row, v + dof * (row + 1));
    trade(dof, s.sent, from.data(), s.expected, to.data());
    const double *next = to.data();
    for (const auto &list : s.ghosts)
      for (int g : list)
        for (int k = 0; k < dof; k++) v[dof * (s.nrows + g) + k] = *next++;
  }

  void sum(double *values, int n)
  {
    MPI_Allreduce(MPI_IN_PLACE, values, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  void max(double *values, int n)
  {
    MPI_Allreduce(MPI_IN_PLACE, values, n, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  }
  int processes() const
  {
    int n;
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    return n;
  }
  int me() const
  {
    int p;
    MPI_Comm_rank(MPI_COMM_WORLD, &p);
    return p;
  }
  void trade(const std::vector<std::vector<int>> &send, std::vector<std::vector<int>> &received)
  {
    LAMMPS_NS::VARDEM_NS::MpiTrade(MPI_COMM_WORLD).lists(send, received);
  }
  void trade(int width, const std::vector<VARDEM::Parcel> &sent, const double *from,
             const std::vector<VARDEM::Parcel> &expected, double *to)
  {
    LAMMPS_NS::VARDEM_NS::MpiTrade(MPI_COMM_WORLD).parcels(width, sent, from, expected, to);
  }

 private:
  struct State {
    int nrows = 0;
    std::size_t nghosts = 0;
    std::vector<std::vector<int>> ghosts;    // of each process: ghosts of its rows
    std::vector<int> rows;                   // that other processes ask for
    std::vector<VARDEM::Parcel> sent, expected;
  };
  std::shared_ptr<State> state;    // of all copies
};

}    // namespace networks
#endif
