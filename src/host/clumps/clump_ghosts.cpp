/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/clumps/clump_ghosts.h"

#include "comm.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Parcel;

/* ---------------------------------------------------------------------- */

std::vector<Parcel> VARDEM_NS::parcels_of(const std::vector<int> &counts)
{
  std::vector<Parcel> parcels;
  std::size_t first = 0;
  for (std::size_t p = 0; p < counts.size(); p++) {
    if (counts[p] > 0) parcels.push_back({static_cast<int>(p), first, counts[p]});
    first += counts[p];
  }
  return parcels;
}

/* ---------------------------------------------------------------------- */

void ClumpGhosts::forward_atoms(double *numbers, int width_in)
{
  vector = numbers;
  width = width_in;
  atoms = true;
  comm->forward_comm(fix, width);
  atoms = false;
}

/* ---------------------------------------------------------------------- */

void ClumpGhosts::reverse(double *numbers, int width_in)
{
  atoms = true;
  Ghosts::reverse(numbers, width_in);
  atoms = false;
}

/* ---------------------------------------------------------------------- */

int ClumpGhosts::pack(int n, const int *list, double *buf)
{
  for (int i = 0; i < n; i++, buf += width) std::copy_n(vector + width * list[i], width, buf);
  return width * n;
}

/* ---------------------------------------------------------------------- */

void ClumpGhosts::unpack(int n, int first, const double *buf)
{
  std::copy_n(buf, width * n, vector + width * first);
}

/* ---------------------------------------------------------------------- */

void ClumpGhosts::plan(int nrows_in, const VARDEM::GhostOwners &owners)
{
  nrows = nrows_in;
  if (alone()) return;
  std::vector<std::vector<int>> wanted(processes()), asked;
  for (std::size_t k = 0; k < owners.row.size(); k++)
    wanted[owners.process[k]].push_back(owners.row[k]);
  trade(wanted, asked);
  rows_sent.clear();
  std::vector<int> counts[2];
  for (int p = 0; p < processes(); p++) {
    rows_sent.insert(rows_sent.end(), asked[p].begin(), asked[p].end());
    counts[0].push_back(static_cast<int>(asked[p].size()));
    counts[1].push_back(static_cast<int>(wanted[p].size()));
  }
  sent = parcels_of(counts[0]);
  expected = parcels_of(counts[1]);
}

/* ---------------------------------------------------------------------- */

void ClumpGhosts::forward(double *columns, int width_in)
{
  if (alone()) return;
  buffer.resize(width_in * rows_sent.size());
  for (std::size_t k = 0; k < rows_sent.size(); k++)
    std::copy_n(columns + width_in * rows_sent[k], width_in, buffer.data() + width_in * k);
  trade(width_in, sent, buffer.data(), expected, columns + width_in * nrows);
}

/* ---------------------------------------------------------------------- */

double ClumpGhosts::bytes() const
{
  return static_cast<double>(rows_sent.capacity()) * sizeof(int) +
      static_cast<double>(buffer.capacity()) * sizeof(double);
}
