/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "vardem_packing.h"

#include "error.h"
#include "fix.h"
#include "modify.h"
#include "neighbor.h"
#include "pair.h"

#include <algorithm>

using namespace LAMMPS_NS;

/* ---------------------------------------------------------------------- */

void VardemContactRules::init()
{
  int dim;
  Pair *pair = force->pair ? force->pair_match("^contact/rigid", 0) : nullptr;
  if (!pair)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} needs pair style contact/rigid, alone or in hybrid/overlay: {}", fix->style,
               force->pair_style ? force->pair_style : "none");
  K = static_cast<double **>(pair->extract("stiffness", dim));
  if (!law_given) take_law(static_cast<int **>(pair->extract("law", dim)), pair->setflag);
  if (closed.length > neighbor->skin)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} keyword closed must not be larger than the neighbor skin: {} > {}",
               fix->style, closed.length, neighbor->skin);
  groupbit = fix->groupbit;
  held_bits = 0;
  for (const char *style : {"^freeze", "^move"})
    for (const Fix *holder : modify->get_fix_by_style(style)) held_bits |= holder->groupbit;
}

/* ----------------------------------------------------------------------
   one law for all type pairs
------------------------------------------------------------------------- */

void VardemContactRules::take_law(int **laws, int **set)
{
  bool has[2] = {false, false};
  for (int i = 1; i <= atom->ntypes; i++)
    for (int j = i; j <= atom->ntypes; j++)
      if (set[i][j]) has[laws[i][j] == VARDEM::HERTZ] = true;
  if (has[0] && has[1])
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {}: laws hooke and hertz of pair style contact/rigid cannot be mixed in one "
               "network; keyword law of the fix "
               "overrides them",
               fix->style);
  law = has[1] ? VARDEM::HERTZ : VARDEM::HOOKE;
}

/* ---------------------------------------------------------------------- */

void VardemPacking::find_owners(VardemGhosts &ghosts)
{
  std::vector<double> row(3 * network.ncolumns, -1.0);
  for (int i = 0; i < network.nrows; i++) row[3 * i] = i;
  ghosts.forward(row.data(), 3);
  network.owner.clear();
  for (int c = network.nrows; c < network.first_fixed; c++)
    network.owner.push_back(static_cast<int>(row[3 * c]));
}

/* ----------------------------------------------------------------------
   in pair style hybrid/overlay not all type pairs have coefficients
------------------------------------------------------------------------- */

void VardemContactRules::require_stiffness(int missing) const
{
  int least;
  MPI_Allreduce(&missing, &least, 1, MPI_INT, MPI_MIN, world);
  if (least < no_types())
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {}: grains of types {} and {} touch, but have no stiffness in pair style "
               "contact/rigid",
               fix->style, least / no_type(), least % no_type());
}

/* ---------------------------------------------------------------------- */

void VardemPacking::collect(NeighList *half_list)
{
  list = half_list;
  number_columns();
  fill_rows();
  require_stiffness();
}

/* ----------------------------------------------------------------------
   free atoms, free ghosts, then all that are fixed
------------------------------------------------------------------------- */

void VardemPacking::number_columns()
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
  for (int c = 0; c < nall; c++) std::copy_n(atom->x[atom_of[c]], 3, &centres[3 * c]);
  network.geometry = {centres.data()};
}

/* ----------------------------------------------------------------------
   half rows: see solvers/contact_network.h
------------------------------------------------------------------------- */

void VardemPacking::fill_rows()
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
  for_closed([&](const Contact &contact) {
    const int a = column[contact.i], b = column[contact.j];
    const bool both = a < n && b < n;
    const int row = both ? std::max(a, b) : std::min(a, b);
    if (row >= n) return;    // a fixed atom here, a free one of another process
    const int other = a + b - row;
    entries.push_back({row, other, contact.stiffness});
    network.first[row]++;
    network.middle[row] += both;
    ghosts |= other >= n && other < network.first_fixed;
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

void VardemPacking::require_stiffness()
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

double VardemPacking::memory_usage() const
{
  const auto bytes = [](const auto &v) {
    return static_cast<double>(v.capacity() * sizeof(v[0]));
  };
  return bytes(column) + bytes(atom_of) + bytes(centres) + bytes(network.first) +
      bytes(network.middle) + bytes(network.column) + bytes(network.stiffness);
}
