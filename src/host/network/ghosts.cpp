// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/network/ghosts.h"

#include "host/network/mpi_trade.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

void Ghosts::forward(double *vector_in, int width_in)
{
  if (!in_use) return;
  vector = vector_in;
  width = width_in;
  comm->forward_comm(fix, width);
}

namespace {

/** Calls f with the width, as a constant where it is that of vectors or of motions: a call of
 *  memcpy() costs more than to copy these. Numbers are words, which may be pairs of floats. */
template <class F> void with_width(int width, const F &f)
{
  if (width == 3) return f(std::integral_constant<bigint, 3>());
  if (width == 6) return f(std::integral_constant<bigint, 6>());
  f(static_cast<bigint>(width));
}

}    // namespace

int Ghosts::pack(int n, const int *list, double *buf)
{
  with_width(width, [&](auto w) {
    for (int i = 0; i < n; i++)
      std::memcpy(buf + w * i, vector + w * column[list[i]], w * sizeof(double));
  });
  return width * n;
}

void Ghosts::unpack(int n, int first, const double *buf)
{
  with_width(width, [&](auto w) {
    for (int i = 0; i < n; i++)
      std::memcpy(vector + w * column[first + i], buf + w * i, w * sizeof(double));
  });
}

void Ghosts::reverse(double *numbers, int width_in)
{
  vector = numbers;
  width = width_in;
  comm->reverse_comm(fix, width);
}

int Ghosts::pack_reverse(int n, int first, double *buf)
{
  std::copy_n(vector + static_cast<bigint>(width) * first, width * n, buf);
  return width * n;
}

void Ghosts::unpack_reverse(int n, const int *list, const double *buf)
{
  for (int i = 0; i < n; i++)
    for (int k = 0; k < width; k++) vector[static_cast<bigint>(width) * list[i] + k] += *buf++;
}

void Ghosts::sum(double *values, int n) const
{
  if (!alone()) MPI_Allreduce(MPI_IN_PLACE, values, n, MPI_DOUBLE, MPI_SUM, world);
}

void Ghosts::max(double *values, int n) const
{
  if (!alone()) MPI_Allreduce(MPI_IN_PLACE, values, n, MPI_DOUBLE, MPI_MAX, world);
}

void Ghosts::trade(const std::vector<std::vector<int>> &send,
                   std::vector<std::vector<int>> &received) const
{
  MpiTrade(world).lists(send, received);
}

void Ghosts::trade(int width_of, const std::vector<VARDEM::Parcel> &sent, const double *from,
                   const std::vector<VARDEM::Parcel> &expected, double *to) const
{
  MpiTrade(world).parcels(width_of, sent, from, expected, to);
}
