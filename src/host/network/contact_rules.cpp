// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/network/contact_rules.h"

#include "comm.h"
#include "domain.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "host/interfaces/integrators.h"
#include "host/interfaces/soft_contacts.h"
#include "host/lammps/internals.h"
#include "host/network/message_prefix.h"
#include "modify.h"
#include "neighbor.h"
#include "pair.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

void ContactRules::init()
{
  const Source contacts = find_contacts();
  require_simple_laws(contacts);
  if (contacts.soft) tell_of_friction(*contacts.soft);
  require_skin();
  require_ghosts();
  held = find_held();
}

// The only place: all that solve for contact forces have these rules.
void ContactRules::require_simple_laws(const Source &contacts) const
{
  const auto require = [&](const VARDEM::NormalLaw &law, const std::string &owner) {
    if (law.can_pull)
      error->all(FLERR, Error::NOLASTLINE,
                 "{} solves for contact forces that only push, and the law {} of {} can pull; "
                 "use a law that only pushes there, or an integrator that follows the forces of "
                 "that style, such as fix nve/sphere",
                 prefix_of(fix), law.name, owner);
    if (law.resists_rolling)
      error->all(FLERR, Error::NOLASTLINE,
                 "{} knows no moments of soft contacts against rolling and twisting, and {} "
                 "has them; leave out keywords rolling and twisting there, or use an integrator "
                 "that follows the forces of that style, such as fix nve/sphere",
                 prefix_of(fix), owner);
  };
  if (contacts.soft) require(contacts.soft->law_kind(), "pair style " + pair_style);
  for (const auto *wall : fixes_with<WallContacts>(modify)) {
    const Fix *owner = dynamic_cast<const Fix *>(wall);
    require(wall->wall_law_kind(), fmt::format("fix {} {}", owner->style, owner->id));
  }
}

void ContactRules::require_spheres() const
{
  if (modify->check_rigid_group_overlap(fix->groupbit))
    error->all(FLERR, Error::NOLASTLINE,
               "{} takes each particle for a single sphere, so members of the bodies of a fix "
               "rigid cannot be in its group; exclude them",
               prefix_of(fix));
}

HeldAtoms ContactRules::find_held() const
{
  HeldAtoms now = {moved_bits(fix), 0};
  for (const char *style : {"^freeze", "^move"})
    for (const Fix *holder : modify->get_fix_by_style(style)) now.held_bits |= holder->groupbit;
  for (const Fix *holder : modify->get_fix_list())
    if (sets_force_to_zero(holder, domain->dimension == 2)) now.held_bits |= holder->groupbit;
  return now;
}

ContactRules::Source ContactRules::find_contacts()
{
  std::vector<Source> stiff, soft;
  for (const SubStyle &sub : pair_styles(lmp)) {
    const Source found = {dynamic_cast<const StiffContacts *>(sub.pair),
                          dynamic_cast<const SoftContacts *>(sub.pair)};
    if (found.stiff) stiff.push_back(found);
    if (found.soft) soft.push_back(found);
    if (found.stiff || (found.soft && stiff.empty())) pair_style = sub.name;
  }
  const std::vector<Source> &found = stiff.empty() ? soft : stiff;
  if (found.size() > 1)
    error->all(FLERR, Error::NOLASTLINE,
               "{} needs one pair style {}, and pair style {} has more than one; give the "
               "coefficients of all types to one of them",
               prefix_of(fix), stiff.empty() ? "contact/hooke or contact/hertz" : "contact/rigid",
               force->pair_style);
  if (found.empty())
    error->all(FLERR, Error::NOLASTLINE,
               "{} needs pair style contact/rigid, contact/hooke or contact/hertz, alone or in "
               "hybrid/overlay; the pair style is {}",
               prefix_of(fix), force->pair_style ? force->pair_style : "none");
  return found.front();
}

// A modulus of Hooke's law does not depend on the size: it is a stiffness.
ContactRules::Given ContactRules::given_by(const Source &contacts, int itype, int jtype)
{
  if (contacts.stiff) {
    const StiffContacts::Coefficients c = contacts.stiff->of_types(itype, jtype);
    return {c.stiffness, 0.0, c.law, c.in_input};
  }
  const VARDEM::ContactParameters &c = contacts.soft->law_of_types(itype, jtype);
  const VARDEM::NormalLaw &law = contacts.soft->law_kind();
  const bool in_input = c.stiffness > 0.0 || c.modulus > 0.0;
  if (law.linear)
    return {VARDEM::stiffness_of(c.stiffness, c.modulus, law.size_factor(0.0)), 0.0, law.kind,
            in_input};
  return {c.stiffness, c.modulus, law.kind, in_input};
}

// With overlaps, the forces of a packing at rest are those of the pair style.
void ContactRules::require_own_law(const SoftContacts &contacts) const
{
  if (overlap && law_given && contacts.law_kind().kind != law)
    error->all(FLERR, Error::NOLASTLINE,
               "{} keyword law must be that of pair style {} if overlap is yes, because the "
               "present overlaps belong to that law; remove the keyword",
               prefix_of(fix), pair_style);
}

void ContactRules::tell_of_friction(const SoftContacts &contacts)
{
  if (friction) return;
  bool any = false;
  for (int i = 1; i < no_type(); i++)
    for (int j = i; j < no_type(); j++) any |= contacts.law_of_types(i, j).friction > 0.0;
  if (any && !told_of_friction && comm->me == 0)
    utils::logmesg(lmp,
                   "{}: the contacts of pair style {} have friction, which the fix leaves out\n",
                   prefix_of(fix), pair_style);
  told_of_friction |= any;
}

// A contact with a ghost is in the lists of both sides, so the large grain must see the small one.
// LAMMPS refuses such ghosts for lists of all neighbors and with newton off, but not for these.
void ContactRules::require_ghosts() const
{
  if (lacks_small_ghosts(comm))
    error->all(FLERR, Error::NOLASTLINE,
               "{}: comm_modify reduce/multi leaves out ghosts of small particles that large ones "
               "touch; use comm_modify mode multi without reduce/multi",
               prefix_of(fix));
}

// The neighbor list has only pairs with gaps up to the skin.
void ContactRules::require_skin() const
{
  double radius = 0.0;
  for (int i = 0; i < atom->nlocal; i++) radius = std::max(radius, atom->radius[i]);
  const double largest = over_processes(radius, MPI_MAX, world);
  const double gap = closed.gap(largest, largest);
  if (gap > neighbor->skin)
    error->all(FLERR, Error::NOLASTLINE,
               "{} keyword closed: the largest gap of particles that touch, closed plus {} of "
               "the largest diameter, is {} and exceeds the neighbor skin {}; increase the skin, "
               "or decrease closed",
               prefix_of(fix), closed.part, gap, neighbor->skin);
}

double ContactRules::find_reach(double largest_overlap)
{
  if (largest_overlap > neighbor->skin)
    error->all(FLERR, Error::NOLASTLINE,
               "{} keyword overlap: the largest overlap is {} and exceeds the neighbor skin {}, so "
               "that neighbor lists lack particles that may come into contact; increase the skin",
               prefix_of(fix), largest_overlap, neighbor->skin);
  return present_reach = std::max({closed.length, largest_overlap, least_reach});
}

void ContactRules::update()
{
  const Source contacts = find_contacts();
  if (contacts.soft) require_own_law(*contacts.soft);
  const int n = no_type();
  K.assign(2 * n * n, 0.0);
  if (contacts.soft) of_moduli = contacts.soft->law_kind().kind;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) {
      const Given given = given_by(contacts, i, j);
      K[i * n + j] = given.stiffness;
      K[(n + i) * n + j] = given.modulus;
    }
  for (int kind = 0; kind < 4; kind++) excluded[kind] = force->special_lj[kind] == 0.0;
  if (!law_given) find_laws(contacts);
  held = find_held();
  least_reach = 0.0;
}

ContactCriteria ContactRules::criteria() const
{
  ContactCriteria c = {closed, held, {}, no_type(), nullptr, nullptr, of_moduli};
  std::copy_n(excluded, 4, c.excluded);
  return c;
}

std::vector<double> ContactRules::of_types(double RigidCoefficients::*coefficient)
{
  const int n = no_type();
  std::vector<double> table(n * n, 0.0);
  const StiffContacts *stiff = find_contacts().stiff;
  for (int i = 1; i < n && stiff; i++)
    for (int j = 1; j < n; j++) table[i * n + j] = stiff->of_types(i, j).*coefficient;
  return table;
}

std::vector<double> ContactRules::of_walls(double RigidCoefficients::*coefficient) const
{
  std::vector<double> table;
  for (const auto *wall : fixes_with<WallContacts>(modify))
    for (int type = 0; type < no_type(); type++)
      table.push_back(wall->is_rigid() ? wall->rigid_of_type(type).*coefficient : 0.0);
  return table;
}

double ContactRules::largest(double RigidCoefficients::*coefficient)
{
  double most = 0.0;
  for (const auto &table : {of_types(coefficient), of_walls(coefficient)})
    for (const double value : table) most = std::max(most, value);
  return most;
}

void ContactRules::find_laws(const Source &contacts)
{
  std::vector<bool> has(VARDEM::LAW_KINDS);
  laws.assign(no_types(), VARDEM::HOOKE);
  for (int i = 1; i < no_type(); i++)
    for (int j = i; j < no_type(); j++) {
      const Given given = given_by(contacts, i, j);
      if (!given.in_input) continue;
      laws[code_of_types(i, j)] = given.law;
      has[given.law] = true;
    }
  two_laws = std::count(has.begin(), has.end(), true) > 1;
  const auto last = std::find(has.rbegin(), has.rend(), true);
  law = last == has.rend() ? VARDEM::HOOKE : static_cast<VARDEM::LawKind>(has.rend() - last - 1);
}

// All contacts of a network must have the same law.
void ContactRules::take_law(std::vector<int> touching)
{
  MPI_Allreduce(MPI_IN_PLACE, touching.data(), touching.size(), MPI_INT, MPI_MAX, world);
  const std::vector<std::string> names = names_of_laws();
  std::string found;
  law = VARDEM::HOOKE;
  for (std::size_t kind = 0; kind < names.size(); kind++) {
    const std::string pairs = touching_with(touching, kind);
    if (pairs.empty()) continue;
    const std::string here = fmt::format("{} (types {})", names[kind], pairs);
    if (!found.empty())
      error->all(
          FLERR, Error::NOLASTLINE,
          "{}: particles touch whose law in pair style {} is {} and {}, but all contacts need "
          "the same law; give them one in pair_coeff, or with keyword law of the fix",
          prefix_of(fix), pair_style, found, here);
    found = here;
    law = static_cast<VARDEM::LawKind>(kind);
  }
}

std::string ContactRules::touching_with(const std::vector<int> &touching, int wanted) const
{
  std::string pairs;
  for (int code = 0; code < no_types(); code++)
    if (touching[code] && laws[code] == wanted)
      pairs +=
          fmt::format("{}{} {}", pairs.empty() ? "" : ", ", code / no_type(), code % no_type());
  return pairs;
}

// A wall that no particle touches may have any law.
void ContactRules::require_walls(std::vector<int> touched) const
{
  MPI_Allreduce(MPI_IN_PLACE, touched.data(), touched.size(), MPI_INT, MPI_MAX, world);
  const auto walls = fixes_with<WallContacts>(modify);
  for (std::size_t k = 0; k < touched.size(); k++) {
    if (touched[k] == WALL_AWAY) continue;
    const Fix *wall = dynamic_cast<const Fix *>(walls[k]);
    const std::string touch = fmt::format("particles touch fix {} {}", wall->style, wall->id);
    if (touched[k] == WALL_AT_CENTRE)
      error->all(FLERR, Error::NOLASTLINE,
                 "{}: {}, and the centre of one is on the wall, so that the contact has no "
                 "normal; move or delete it",
                 prefix_of(fix), touch);
    const bool overridden = law_given && (walls[k]->is_rigid() || !overlap);
    if (walls[k]->wall_law_kind().kind == law || overridden) continue;
    error->all(FLERR, Error::NOLASTLINE,
               "{}: {}, whose law is {}, but that of the other contacts is {}, and all "
               "contacts need the same law; give them one{}",
               prefix_of(fix), touch, walls[k]->wall_law_kind().name, name_of_law(law),
               overlap || trial ? "" : ", or use keyword law of the fix");
  }
}

// Such a contact would have no normal.
void ContactRules::not_apart(tagint low, tagint high) const
{
  error->all(FLERR, Error::NOLASTLINE,
             "{}: particles {} and {} are at the same place, so their contact has no normal; "
             "move or delete one of them",
             prefix_of(fix), low, high);
}
