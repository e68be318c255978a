// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_MPI_TRADE_H
#define VARDEM_HOST_MPI_TRADE_H

#include "solvers/network/space.h"

#include <mpi.h>
#include <type_traits>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** What an Exchange of solvers/network/space.h trades, by MPI. It needs no LAMMPS. */
class MpiTrade {
 public:
  explicit MpiTrade(MPI_Comm world_in) : world(world_in) {}

  /** Sends send[p] to each process p. All processes must call it. */
  template <class T>
  void lists(const std::vector<std::vector<T>> &send, std::vector<std::vector<T>> &received)
  {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(int) == 0);
    constexpr int INTS = sizeof(T) / sizeof(int);    // as which a T travels
    std::vector<int> sizes, their_sizes(send.size());
    for (const auto &list : send) sizes.push_back(static_cast<int>(list.size()));
    MPI_Alltoall(sizes.data(), 1, MPI_INT, their_sizes.data(), 1, MPI_INT, world);
    received.assign(send.size(), {});
    for (int p = 0; p < static_cast<int>(send.size()); p++) {
      received[p].resize(their_sizes[p]);
      get(received[p].data(), INTS * their_sizes[p], MPI_INT, p);
    }
    for (int p = 0; p < static_cast<int>(send.size()); p++)
      put(send[p].data(), INTS * sizes[p], MPI_INT, p);
    wait();
  }

  /** Sends parcels of vectors of this width, and waits for those that are expected. */
  void parcels(int width, const std::vector<VARDEM::Parcel> &sent, const double *from,
               const std::vector<VARDEM::Parcel> &expected, double *to)
  {
    for (const VARDEM::Parcel &p : expected)
      get(to + width * p.first, width * p.count, MPI_DOUBLE, p.process);
    for (const VARDEM::Parcel &p : sent)
      put(from + width * p.first, width * p.count, MPI_DOUBLE, p.process);
    wait();
  }

 private:
  static constexpr int TAG = 17;
  MPI_Comm world;
  std::vector<MPI_Request> requests;

  void get(void *to, int n, MPI_Datatype type, int process)
  {
    if (n == 0) return;
    requests.emplace_back();
    MPI_Irecv(to, n, type, process, TAG, world, &requests.back());
  }
  void put(const void *from, int n, MPI_Datatype type, int process)
  {
    if (n == 0) return;
    requests.emplace_back();
    MPI_Isend(from, n, type, process, TAG, world, &requests.back());
  }
  void wait()
  {
    if (requests.empty()) return;
    std::vector<MPI_Status> statuses(requests.size());
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), statuses.data());
    requests.clear();
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
