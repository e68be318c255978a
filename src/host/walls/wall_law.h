// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_WALL_LAW_H
#define VARDEM_HOST_WALL_LAW_H

#include "atom.h"
#include "error.h"
#include "force.h"
#include "host/input/coefficient_reader.h"
#include "host/input/keyword_reader.h"
#include "host/interfaces/soft_contacts.h"
#include "host/pair/contact_coefficients.h"
#include "host/pair/contact_laws.h"
#include "host/pair/materials.h"
#include "pointers.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The law of a wall with the particles of each type, as the input gives it. Messages begin with
 *  `style_name`. */
class WallLaw : protected Pointers {
 public:
  /** laws: those that keyword law chooses from; the first one is that without the keyword. */
  WallLaw(LAMMPS *lmp, std::string style_name_in, std::vector<const VARDEM::NormalLaw *> laws_in) :
      Pointers(lmp), style_name(std::move(style_name_in)), choice(std::move(laws_in)),
      law_kind(choice.front())
  {
  }

  /** Reads the arguments from arg[iarg] on. */
  void parse(int iarg, int narg, char **arg)
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

  const VARDEM::NormalLaw &kind() const { return whole_kind ? *whole_kind : *law_kind; }
  /** Without cohesion, and without resistance against rolling. */
  const VARDEM::NormalLaw &plain_kind() const { return *law_kind; }
  bool is_rigid() const { return rigid; }
  const RigidCoefficients &rigid_of_type(int type) const { return rigid_of_types[type]; }
  /** The gap up to which a contact of grains with the effective radius R may hold. */
  double reach(double R) const
  {
    double most = 0.0;
    for (std::size_t type = 1; type < of_types.size(); type++)
      most = std::max(most, kind().reach(of_types[type], R, true));
    return most;
  }
  const std::vector<VARDEM::ContactParameters> &laws() const { return of_types; }
  bool has_springs() const { return springs; }
  bool has_root() const { return root; }    // any dashpots of restitution?
  bool has_dashpots() const { return damped; }
  bool full_step() const { return at_step; }

 private:
  const std::string style_name;
  const std::vector<const VARDEM::NormalLaw *> choice;
  const VARDEM::NormalLaw *law_kind, *whole_kind = nullptr;    // whole: null until it is known
  bool kind_given = false, rigid = false, springs = false, root = false, damped = false,
       at_step = true;
  std::vector<RigidCoefficients> rigid_of_types;
  std::vector<VARDEM::ContactParameters> of_types;

  /** Keyword law may stand anywhere; returns the other words. */
  std::vector<char *> take_kind(int iarg, int narg, char **arg)
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
  /** Keywords that begin another form of the command. */
  void check_form(const std::vector<char *> &words) const
  {
    for (const std::string word : words)
      if (word == "stiffness" || word == "material")
        error->all(FLERR, Error::NOPOINTER,
                   "{} keyword {} cannot follow {}: it begins a form of this command without k and "
                   "E; remove the other keywords, or this one",
                   style_name, word, words[0]);
  }
  /** The wall does not act on types whose material is NULL. */
  void parse_materials(std::vector<char *> &words)
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
  void parse_rigid(std::vector<char *> &words)
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
  /** Words `stiffness material FILE WALL NAME1 ... NAMEn`. */
  void parse_rigid_materials(std::vector<char *> &words)
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
  /** Without keyword law: a material has moduli. */
  void use_moduli()
  {
    if (!kind_given)
      law_kind = *std::find_if(choice.begin(), choice.end() - 1, [](const VARDEM::NormalLaw *law) {
        return law->has_moduli;
      });
  }
  void take(const std::vector<ContactCoefficients> &by_type)
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
    whole_kind = &variant_of(plain, options);
    springs |= kind().remembers;
  }
  void take_rigid(const std::vector<RigidCoefficients> &by_type)
  {
    rigid = true;
    rigid_of_types = by_type;
    of_types.assign(by_type.size(), {});
    for (std::size_t type = 0; type < by_type.size(); type++)
      of_types[type].stiffness = by_type[type].stiffness;
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
