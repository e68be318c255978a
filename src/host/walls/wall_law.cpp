// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/walls/wall_law.h"

#include "atom.h"
#include "error.h"
#include "force.h"
#include "host/input/coefficient_reader.h"
#include "host/input/keyword_reader.h"
#include "host/pair/contact_laws.h"
#include "host/pair/materials.h"

#include <algorithm>
#include <cstring>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

void WallLaw::parse(int iarg, int narg, char **arg)
{
  std::vector<char *> words = take_kind(iarg, narg, arg);
  const std::string first = words.empty() ? "" : words[0];
  if (first == "stiffness" && words.size() > 1 && words[1] == std::string("material"))
    return parse_rigid_materials(words);
  if (first == "stiffness") return parse_rigid(words);
  if (first == "material") return parse_materials(words);
  check_form(words);
  take(std::vector<ContactCoefficients>(
      atom->ntypes + 1,
      ContactCoefficients::read(lmp, style_name, kind(), 0, static_cast<int>(words.size()),
                                words.data(), ContactCoefficients::RADIUS)));
}

// Keywords that begin another form of the command.
void WallLaw::check_form(const std::vector<char *> &words) const
{
  for (const std::string word : words)
    if (word == "stiffness" || word == "material")
      error->all(FLERR, Error::NOPOINTER,
                 "{} keyword {} cannot follow {}: it begins a form of this command without k "
                 "and E; remove the other keywords, or this one",
                 style_name, word, words[0]);
}

// Without keyword law: a material has moduli.
void WallLaw::use_moduli()
{
  if (!kind_given)
    law_kind = *std::find_if(choice.begin(), choice.end() - 1, [](const VARDEM::NormalLaw *law) {
      return law->has_moduli;
    });
}

// The wall does not act on types whose material is NULL.
void WallLaw::parse_materials(std::vector<char *> &words)
{
  const int n = static_cast<int>(words.size());
  use_moduli();
  const MaterialsOfTypes given(lmp, style_name, MaterialsOfTypes::WALL, 1, n, words.data());
  std::vector<ContactCoefficients> by_type(1);
  bool taken = false;
  for (int type = 1; type <= atom->ntypes; type++) {
    ContactCoefficients c;
    if (given.has(type)) c = given.of_types(type, 0, kind());
    c.lever = ContactCoefficients::RADIUS;
    taken |= c.read_style_of(lmp, style_name, given.next(), n, words.data());
    if (!given.has(type)) c.wet = 0;
    by_type.push_back(c);
  }
  require_surface_energy(error, style_name, taken);
  take(by_type);
}

// Keyword law may stand anywhere; returns the other words.
std::vector<char *> WallLaw::take_kind(int iarg, int narg, char **arg)
{
  std::vector<char *> others;
  for (; iarg < narg; iarg++) {
    if (strcmp(arg[iarg], "law") != 0) {
      others.push_back(arg[iarg]);
      continue;
    }
    KeywordReader reader(lmp, style_name, iarg, narg, arg);
    if (kind_given)
      error->all(FLERR, iarg, "{} keyword law is given twice; keep one of them", style_name);
    kind_given = reader.is("law", 1);
    std::vector<std::string> names;
    for (const VARDEM::NormalLaw *law : choice) {
      names.push_back(law->name);
      if (names.back() == reader.word(1)) law_kind = law;
    }
    std::sort(names.begin(), names.end());
    reader.require(reader.word(1) == law_kind->name, 1, joined(names, " or "));
    iarg++;
  }
  return others;
}

void WallLaw::parse_rigid(std::vector<char *> &words)
{
  RigidCoefficients c;
  CoefficientReader reader(lmp, style_name, {words.begin(), words.end()});
  while (reader.next_keyword()) {
    reader.once();
    if (!read_number(reader, c))
      refuse_keyword(error, Error::NOPOINTER, style_name + ": a rigid wall (keyword stiffness)",
                     reader.name(), {"stiffness", "law", "restitution", "mu", "rolling"});
  }
  take_rigid(std::vector<RigidCoefficients>(atom->ntypes + 1, c));
}

// Words `stiffness material FILE WALL NAME1 ... NAMEn`.
void WallLaw::parse_rigid_materials(std::vector<char *> &words)
{
  const int n = static_cast<int>(words.size());
  use_moduli();
  const MaterialsOfTypes given(lmp, style_name, MaterialsOfTypes::WALL, 2, n, words.data());
  if (given.next() < n)
    refuse_keyword(error, Error::NOPOINTER, style_name + ": a rigid wall of a material",
                   words[given.next()], {"law"});
  std::vector<RigidCoefficients> by_type(1);
  for (int type = 1; type <= atom->ntypes; type++) {
    if (!given.has(type))
      error->all(FLERR, Error::NOPOINTER,
                 "{} keyword stiffness: type {} has no material (NULL), but a rigid wall acts on "
                 "all types of its group; name a material, or give the wall another group",
                 style_name, type);
    by_type.push_back(given.rigid_of_types(type, 0, kind()));
  }
  take_rigid(by_type);
}

void WallLaw::take_rigid(const std::vector<RigidCoefficients> &by_type)
{
  rigid = true;
  rigid_of_types = by_type;
  of_types.assign(by_type.size(), {});
  for (std::size_t type = 0; type < by_type.size(); type++)
    of_types[type].stiffness = by_type[type].stiffness;
}

void WallLaw::take(const std::vector<ContactCoefficients> &by_type)
{
  const VARDEM::NormalLaw &plain = *law_kind;
  LawOptions options;
  of_types.clear();
  for (const ContactCoefficients &c : by_type) {
    of_types.push_back(c.law(plain, force));
    c.add_to(options);
    springs |= c.has_spring() || c.resists_rolling();
    root |= c.dashpots == ContactCoefficients::RESTITUTION;
    damped |= c.is_damped();
    at_step = c.velocity == ContactCoefficients::FULL_STEP;
  }
  refuse_both(error, style_name, options);
  whole_kind = &with_options(plain, options);
  springs |= kind().remembers;
}
