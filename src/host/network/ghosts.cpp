// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/network/ghosts.h"

#include "host/network/mpi_trade.h"

#include <algorithm>
#include <cstring>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

void Ghosts::forward(double *vector_in, int width_in)
{
  if (!in_use) return;
  vector = vector_in;
  width = width_in;
  comm->forward_comm(fix, width);
}

int Ghosts::pack(int n, const int *list, double *buf)
{
  int m = 0;
  for (int i = 0; i < n; i++) {
    const double *from = vector + width * column[list[i]];
    std::memcpy(buf + m, from, width * sizeof(double));    // words, which may be pairs of floats
    m += width;
  }
  return m;
}

void Ghosts::unpack(int n, int first, const double *buf)
{
  for (int i = first; i < first + n; i++) {
    double *to = vector + width * column[i];
    std::memcpy(to, buf, width * sizeof(double));
    buf += width;
  }
}

void Ghosts::reverse(double *numbers, int width_in)
{
  vector = numbers;
  width = width_in;
  comm->reverse_comm(fix, width);
}

int Ghosts::pack_reverse(int n, int first, double *buf)
{
  std::copy_n(vector + width * first, width * n, buf);
  return width * n;
}

void Ghosts::unpack_reverse(int n, const int *list, const double *buf)
{
  for (int i = 0; i < n; i++)
    for (int k = 0; k < width; k++) vector[width * list[i] + k] += *buf++;
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
