/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/packing.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

void Packing::find_owners(Ghosts &ghosts)
{
  std::vector<double> row(3 * network.ncolumns, -1.0);
  for (int i = 0; i < network.nrows; i++) row[3 * i] = i;
  ghosts.forward(row.data(), 3);
  network.owner.clear();
  for (int c = network.nrows; c < network.first_fixed; c++)
    network.owner.push_back(static_cast<int>(row[3 * c]));
}

/* ---------------------------------------------------------------------- */

void Packing::collect(NeighList *half_list)
{
  list = half_list;
  number_columns();
  fill_rows();
  require_distance();
  require_stiffness();
  if (rules.has_two_laws()) take_law();
}

/* ----------------------------------------------------------------------
   first the owned atoms that can move, then the ghosts that can move, then all fixed ones
------------------------------------------------------------------------- */

void Packing::number_columns()
{
  const int nlocal = atom->nlocal, nall = nlocal + atom->nghost;
  column.resize(nall);
  atom_of.resize(nall);
  int next = 0;
  const auto number = [&](int from, int to, bool fixed) {
    for (int i = from; i < to; i++)
      if (rules.is_fixed(atom->mask[i]) == fixed) {
        atom_of[next] = i;
        column[i] = next++;
      }
  };
  number(0, nlocal, false);
  network.nrows = next;
  number(nlocal, nall, false);
  network.first_fixed = next;
  number(0, nall, true);
  network.ncolumns = nall;

  bigint rows = network.nrows, all;
  MPI_Allreduce(&rows, &all, 1, MPI_LMP_BIGINT, MPI_SUM, world);
  network.nbodies = all;

  centres.resize(3 * nall);
  radii.resize(nall);
  types.resize(nall);
  for (int c = 0; c < nall; c++) {
    std::copy_n(atom->x[atom_of[c]], 3, &centres[3 * c]);
    radii[c] = atom->radius[atom_of[c]];
    types[c] = atom->type[atom_of[c]];
  }
  network.geometry = {centres.data()};
}

/* ---------------------------------------------------------------------- */

int Packing::changes() const
{
  const int nall = atom->nlocal + atom->nghost;
  if (nall != static_cast<int>(column.size())) return MOVED;
  const HeldAtoms held = rules.find_held();
  int found = 0;
  for (int i = 0; i < nall; i++) {
    const int c = column[i];
    if (!std::equal(atom->x[i], atom->x[i] + 3, &centres[3 * c])) found |= MOVED;
    if (atom->radius[i] != radii[c]) found |= RESIZED;
    if (atom->type[i] != types[c]) found |= RETYPED;
    if (held.is_fixed(atom->mask[i]) != (c >= network.first_fixed)) found |= HELD;
  }
  return found;
}

/* ----------------------------------------------------------------------
   each contact is kept in one row: the half rows of solvers/contact_network.h
------------------------------------------------------------------------- */

void Packing::fill_rows()
{
  struct Entry {
    int row, column;
    double stiffness;
  };
  std::vector<Entry> entries;
  const int n = network.nrows;
  network.first.assign(n + 1, 0);
  network.middle.assign(n, 0);
  int ghosts = 0;
  has_same_place = false;
  for_closed([&](const Contact &contact) {
    const int a = column[contact.i], b = column[contact.j];
    const bool both = a < n && b < n;
    const int row = both ? std::max(a, b) : std::min(a, b), other = a + b - row;
    // also of a fixed atom of this process, because its per-atom results are computed here
    ghosts |= is_free_ghost(row) || is_free_ghost(other);
    has_same_place |= !(contact.touch.distance > 0.0);
    if (row >= n) return;    // another process has the row
    entries.push_back({row, other, contact.stiffness});
    network.first[row]++;
    network.middle[row] += both;
  });
  network.ncontacts = Space::scan(n, network.first.data());
  network.column.resize(network.ncontacts);
  network.stiffness.resize(network.ncontacts);
  std::vector<int> low(network.first.begin(), network.first.begin() + n), high(n);
  for (int i = 0; i < n; i++) network.middle[i] = high[i] = low[i] + network.middle[i];
  for (const Entry &e : entries) {
    const int c = e.column < n ? low[e.row]++ : high[e.row]++;
    network.column[c] = e.column;
    network.stiffness[c] = e.stiffness;
  }
  int all;
  MPI_Allreduce(&ghosts, &all, 1, MPI_INT, MPI_MAX, world);
  ghosts_needed = all;
}

/* ---------------------------------------------------------------------- */

void Packing::require_distance()
{
  tagint low = MAXTAGINT, high = MAXTAGINT;
  if (has_same_place)
    for_closed([&](const Contact &contact) {
      const tagint i = atom->tag[contact.i], j = atom->tag[contact.j];
      if (contact.touch.distance > 0.0 || std::min(i, j) >= low) return;
      low = std::min(i, j);
      high = std::max(i, j);
    });
  rules.require_distance(low, high);
}

/* ---------------------------------------------------------------------- */

void Packing::require_stiffness()
{
  int missing = rules.no_types();
  if (std::find(network.stiffness.begin(), network.stiffness.end(), 0.0) != network.stiffness.end())
    for_closed([&](const Contact &contact) {
      if (contact.stiffness > 0.0) return;
      missing =
          std::min(missing, rules.code_of_types(atom->type[contact.i], atom->type[contact.j]));
    });
  rules.require_stiffness(missing);
}

/* ---------------------------------------------------------------------- */

void Packing::take_law()
{
  std::vector<int> touching(rules.no_types(), 0);
  for_closed([&](const Contact &contact) {
    touching[rules.code_of_types(atom->type[contact.i], atom->type[contact.j])] = 1;
  });
  rules.take_law(touching);
}

/* ---------------------------------------------------------------------- */

double Packing::memory_usage() const
{
  const auto bytes = [](const auto &v) {
    return static_cast<double>(v.capacity() * sizeof(v[0]));
  };
  return bytes(column) + bytes(atom_of) + bytes(centres) + bytes(radii) + bytes(types) +
      bytes(network.first) + bytes(network.middle) + bytes(network.column) +
      bytes(network.stiffness);
}
