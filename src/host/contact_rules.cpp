/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/contact_rules.h"

#include "domain.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "host/interfaces.h"
#include "host/internals.h"
#include "modify.h"
#include "neighbor.h"
#include "pair.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

void ContactRules::init()
{
  find_contacts();
  require_skin();
  held = find_held();
}

/* ---------------------------------------------------------------------- */

HeldAtoms ContactRules::find_held() const
{
  HeldAtoms now = {fix->groupbit, 0};
  for (const char *style : {"^freeze", "^move"})
    for (const Fix *holder : modify->get_fix_by_style(style)) now.held_bits |= holder->groupbit;
  for (const Fix *holder : modify->get_fix_list())
    if (sets_force_to_zero(holder, domain->dimension == 2)) now.held_bits |= holder->groupbit;
  return now;
}

/* ---------------------------------------------------------------------- */

const StiffContacts &ContactRules::find_contacts() const
{
  std::vector<const StiffContacts *> found;
  for (const SubStyle &sub : pair_styles(lmp))
    if (const auto *contacts = dynamic_cast<const StiffContacts *>(sub.pair))
      found.push_back(contacts);
  if (found.size() > 1)
    error->all(
        FLERR, Error::NOLASTLINE,
        "Fix {} needs one pair style contact/rigid, and pair style {} has more than one; give "
        "the coefficients of all types to one of them",
        fix->style, force->pair_style);
  if (found.empty())
    error->all(
        FLERR, Error::NOLASTLINE,
        "Fix {} needs pair style contact/rigid, alone or in hybrid/overlay; the pair style is "
        "{}",
        fix->style, force->pair_style ? force->pair_style : "none");
  return *found.front();
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
  const StiffContacts &contacts = find_contacts();
  const int n = no_type();
  K.assign(n * n, 0.0);
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) K[i * n + j] = contacts.of_types(i, j).stiffness;
  for (int kind = 0; kind < 4; kind++) excluded[kind] = force->special_lj[kind] == 0.0;
  if (!law_given) find_laws(contacts);
  held = find_held();
}

/* ---------------------------------------------------------------------- */

ContactCriteria ContactRules::criteria() const
{
  ContactCriteria c = {closed, held, {}, no_type(), nullptr};
  std::copy_n(excluded, 4, c.excluded);
  return c;
}

/* ---------------------------------------------------------------------- */

void ContactRules::find_laws(const StiffContacts &contacts)
{
  bool has[2] = {false, false};
  laws.assign(no_types(), VARDEM::HOOKE);
  for (int i = 1; i < no_type(); i++)
    for (int j = i; j < no_type(); j++) {
      const StiffContacts::Coefficients given = contacts.of_types(i, j);
      if (!given.in_input) continue;
      laws[code_of_types(i, j)] = given.law;
      has[given.law == VARDEM::HERTZ] = true;
    }
  two_laws = has[0] && has[1];
  law = has[1] ? VARDEM::HERTZ : VARDEM::HOOKE;
}

/* ----------------------------------------------------------------------
   all contacts of a network must have the same law
------------------------------------------------------------------------- */

void ContactRules::take_law(std::vector<int> touching)
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

/* ----------------------------------------------------------------------
   in pair style hybrid, some pairs of types may have no coefficients of contact/rigid
------------------------------------------------------------------------- */

void ContactRules::require_stiffness(std::vector<int> missing) const
{
  MPI_Allreduce(MPI_IN_PLACE, missing.data(), missing.size(), MPI_INT, MPI_MAX, world);
  const int least = std::find(missing.begin(), missing.end(), 1) - missing.begin();
  if (least < no_types())
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {}: particles of types {} and {} touch, but pair style contact/rigid has no "
               "stiffness for these types; add a pair_coeff",
               fix->style, least / no_type(), least % no_type());
}

/* ----------------------------------------------------------------------
   such a contact would have no normal
------------------------------------------------------------------------- */

void ContactRules::not_apart(tagint low, tagint high) const
{
  error->all(
      FLERR, Error::NOLASTLINE,
      "Fix {}: particles {} and {} are at the same place, so their contact has no normal; move "
      "or delete one of them",
      fix->style, low, high);
}

/* ---------------------------------------------------------------------- */

bigint ContactRules::all(bigint mine) const
{
  bigint sum;
  MPI_Allreduce(&mine, &sum, 1, MPI_LMP_BIGINT, MPI_SUM, world);
  return sum;
}
