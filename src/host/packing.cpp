/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/packing.h"

#include "domain.h"
#include "error.h"
#include "fix_setforce.h"
#include "modify.h"
#include "neighbor.h"
#include "pair.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {

/** Has access to the protected members of fix setforce. */
struct HoldingForce : public FixSetForce {
  /** Does this fix set the whole force to zero, so that its particles keep their velocities? */
  static bool holds(const FixSetForce *fix, bool flat)
  {
    const auto is_zero = [fix](int FixSetForce::*kind, double FixSetForce::*value) {
      return fix->*kind == CONSTANT && fix->*value == 0.0;
    };
    return !(fix->*(&HoldingForce::region)) && !(fix->*(&HoldingForce::xstr)) &&
        !(fix->*(&HoldingForce::ystr)) && !(fix->*(&HoldingForce::zstr)) &&
        is_zero(&HoldingForce::xstyle, &HoldingForce::xvalue) &&
        is_zero(&HoldingForce::ystyle, &HoldingForce::yvalue) &&
        (flat || is_zero(&HoldingForce::zstyle, &HoldingForce::zvalue));
  }
};

}    // namespace

/* ---------------------------------------------------------------------- */

void ContactRules::init()
{
  find_pair();
  require_skin();
  held = find_held();
}

/* ---------------------------------------------------------------------- */

HeldAtoms ContactRules::find_held() const
{
  HeldAtoms now = {fix->groupbit, 0};
  for (const char *style : {"^freeze", "^move"})
    for (const Fix *holder : modify->get_fix_by_style(style)) now.held_bits |= holder->groupbit;
  for (const Fix *holder : modify->get_fix_list()) {
    const auto *set = dynamic_cast<const FixSetForce *>(holder);
    if (set && HoldingForce::holds(set, domain->dimension == 2)) now.held_bits |= holder->groupbit;
  }
  return now;
}

/* ---------------------------------------------------------------------- */

Pair *ContactRules::find_pair() const
{
  const char *style = "^contact/rigid";
  Pair *pair = force->pair ? force->pair_match(style, 0) : nullptr;
  if (!pair && force->pair && force->pair_match(style, 0, 2))
    error->all(
        FLERR, Error::NOLASTLINE,
        "Fix {} needs one pair style contact/rigid, and pair style {} has more than one; give "
        "the coefficients of all types to one of them",
        fix->style, force->pair_style);
  if (!pair)
    error->all(
        FLERR, Error::NOLASTLINE,
        "Fix {} needs pair style contact/rigid, alone or in hybrid/overlay; the pair style is "
        "{}",
        fix->style, force->pair_style ? force->pair_style : "none");
  return pair;
}

/* ----------------------------------------------------------------------
   the neighbor list has only pairs with gaps up to the skin
------------------------------------------------------------------------- */

void ContactRules::require_skin() const
{
  double radius = 0.0, largest;
  for (int i = 0; i < atom->nlocal; i++) radius = std::max(radius, atom->radius[i]);
  MPI_Allreduce(&radius, &largest, 1, MPI_DOUBLE, MPI_MAX, world);
  const double gap = closed.gap(largest, largest);
  if (gap > neighbor->skin)
    error->all(
        FLERR, Error::NOLASTLINE,
        "Fix {} keyword closed: the largest gap of particles that touch, closed plus {} of the "
        "largest diameter, is {} and exceeds the neighbor skin {}; increase the skin, or decrease "
        "closed",
        fix->style, closed.part, gap, neighbor->skin);
}

/* ---------------------------------------------------------------------- */

void ContactRules::update()
{
  int dim;
  Pair *pair = find_pair();
  double **stiffness = static_cast<double **>(pair->extract("stiffness", dim));
  const int n = no_type();
  K.assign(n * n, 0.0);
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) K[i * n + j] = stiffness[i][j];
  for (int kind = 0; kind < 4; kind++) excluded[kind] = force->special_lj[kind] == 0.0;
  if (!law_given) find_laws(static_cast<int **>(pair->extract("law", dim)), pair->setflag);
  held = find_held();
}

/* ---------------------------------------------------------------------- */

void ContactRules::find_laws(int **given, int **set)
{
  bool has[2] = {false, false};
  laws.assign(no_types(), VARDEM::HOOKE);
  for (int i = 1; i < no_type(); i++)
    for (int j = i; j < no_type(); j++) {
      if (!set[i][j]) continue;
      laws[code_of_types(i, j)] = given[i][j];
      has[given[i][j] == VARDEM::HERTZ] = true;
    }
  two_laws = has[0] && has[1];
  law = has[1] ? VARDEM::HERTZ : VARDEM::HOOKE;
}

/* ----------------------------------------------------------------------
   all contacts of a network must have the same law
------------------------------------------------------------------------- */

void ContactRules::take_law(std::vector<int> &touching)
{
  MPI_Allreduce(MPI_IN_PLACE, touching.data(), touching.size(), MPI_INT, MPI_MAX, world);
  const std::string hooke = touching_with(touching, VARDEM::HOOKE),
                    hertz = touching_with(touching, VARDEM::HERTZ);
  if (!hooke.empty() && !hertz.empty())
    error->all(
        FLERR, Error::NOLASTLINE,
        "Fix {}: particles touch whose law in pair style contact/rigid is hooke (types {}) and "
        "hertz (types {}), but all contacts need the same law; give them one in pair_coeff, "
        "or with keyword law of the fix",
        fix->style, hooke, hertz);
  law = hertz.empty() ? VARDEM::HOOKE : VARDEM::HERTZ;
}

/* ---------------------------------------------------------------------- */

std::string ContactRules::touching_with(const std::vector<int> &touching, int wanted) const
{
  std::string pairs;
  for (int code = 0; code < no_types(); code++)
    if (touching[code] && laws[code] == wanted)
      pairs +=
          fmt::format("{}{} {}", pairs.empty() ? "" : ", ", code / no_type(), code % no_type());
  return pairs;
}

/* ---------------------------------------------------------------------- */

void Packing::find_owners(Ghosts &ghosts)
{
  std::vector<double> row(3 * network.ncolumns, -1.0);
  for (int i = 0; i < network.nrows; i++) row[3 * i] = i;
  ghosts.forward(row.data(), 3);
  network.owner.clear();
  for (int c = network.nrows; c < network.first_fixed; c++)
    network.owner.push_back(static_cast<int>(row[3 * c]));
}

/* ----------------------------------------------------------------------
   in pair style hybrid, some pairs of types may have no coefficients of contact/rigid
------------------------------------------------------------------------- */

void ContactRules::require_stiffness(int missing) const
{
  int least;
  MPI_Allreduce(&missing, &least, 1, MPI_INT, MPI_MIN, world);
  if (least < no_types())
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {}: particles of types {} and {} touch, but pair style contact/rigid has no "
               "stiffness for these types; add a pair_coeff",
               fix->style, least / no_type(), least % no_type());
}

/* ----------------------------------------------------------------------
   such a contact would have no normal
------------------------------------------------------------------------- */

void ContactRules::require_distance(tagint low, tagint high) const
{
  tagint first, second;
  MPI_Allreduce(&low, &first, 1, MPI_LMP_TAGINT, MPI_MIN, world);
  if (first == MAXTAGINT) return;
  if (low > first) high = MAXTAGINT;
  MPI_Allreduce(&high, &second, 1, MPI_LMP_TAGINT, MPI_MIN, world);
  error->all(
      FLERR, Error::NOLASTLINE,
      "Fix {}: particles {} and {} are at the same place, so their contact has no normal; move "
      "or delete one of them",
      fix->style, first, second);
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
