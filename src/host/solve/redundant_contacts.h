// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_REDUNDANT_CONTACTS_H
#define VARDEM_HOST_REDUNDANT_CONTACTS_H

#include "solvers/linear/contact_rank.h"

#include <cstddef>
#include <functional>
#include <mpi.h>
#include <utility>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** Calls f() on each process. If any of them throws an error, all of them throw the first one, so
 *  that none waits for the others. f must not wait for other processes. */
void together(MPI_Comm world, const std::function<void()> &f);

/** For each process, the number of things on all processes before it, and then the total. mine: the
 *  number on this process. Throws an error on all processes if they are 2^31 or more. */
std::vector<int> first_of_all(std::size_t mine, const char *what, MPI_Comm world);

/** The dimension of the null space of a matrix of n rows, of which each process has some entries;
 *  process 0 gathers them. Throws an error on all processes if any of them cannot do its part. */
int null_space_of_all(int n, std::vector<VARDEM::MatrixEntry> entries, MPI_Comm world);

/** How many of the contacts of a network over all processes are beyond the rank of their matrix.
 *  contacts: their number. Throws errors on all processes. */
template <class Space, class Network>
double redundant_contacts(Space &space, const Network &network, double contacts, MPI_Comm world)
{
  const std::size_t mine = static_cast<std::size_t>(Network::Geometry::DOF) * network.nrows;
  const std::vector<int> first = first_of_all(mine, "rows", world);
  std::vector<VARDEM::MatrixEntry> entries;
  together(world, [&] {
    entries = VARDEM::normal_matrix(space, network, first);
  });
  const int n = first.back();
  return contacts - (n - null_space_of_all(n, std::move(entries), world));
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
