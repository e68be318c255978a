// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/pair/materials.h"

#include "atom.h"
#include "error.h"
#include "fmt/format.h"
#include "host/input/arguments.h"
#include "host/input/coefficient_reader.h"
#include "host/pair/contact_laws.h"
#include "utils.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {

// --- a line of a file ---

struct Keyword {
  const char *name;
  int values;
  Quantity quantity;
  NumberRange range;
  bool of_pair;    // may it stand in a line `pair`, too?
};

constexpr Keyword KEYWORDS[] = {
    {"E", 1, Quantities::PRESSURE, Range::POSITIVE, false},
    {"nu", 1, Quantities::NUMBER, Range::POISSON, false},
    {"G", 1, Quantities::PRESSURE, Range::POSITIVE, false},
    {"k", 1, Quantities::STIFFNESS, Range::POSITIVE, false},
    {"kt", 1, Quantities::STIFFNESS, Range::NOT_NEGATIVE, false},
    {"friction", 1, Quantities::NUMBER, Range::NOT_NEGATIVE, true},
    {"rolling_friction", 1, Quantities::NUMBER, Range::NOT_NEGATIVE, true},
    {"restitution", 1, Quantities::NUMBER, Range::RESTITUTION, true},
    {"mass_velocity", 2, Quantities::RATE, Range::NOT_NEGATIVE, true},
    {"velocity", 2, Quantities::DASHPOT, Range::NOT_NEGATIVE, true},
    // in J/m^2, which is N/m
    {"surface_energy", 1, Quantities::STIFFNESS, Range::NOT_NEGATIVE, true},
    {"twisting_friction", 1, Quantities::NUMBER, Range::NOT_NEGATIVE, true},
    {"rolling_stiffness", 1, Quantities::ENERGY, Range::POSITIVE, false}};

/** Keywords of dashpots, of which a line has one. */
const std::pair<const char *, ContactCoefficients::Damping> DAMPINGS[] = {
    {"restitution", ContactCoefficients::RESTITUTION},
    {"mass_velocity", ContactCoefficients::MASS_VELOCITY},
    {"velocity", ContactCoefficients::VELOCITY}};

bool is_keyword(const std::string &word)
{
  return std::any_of(std::begin(KEYWORDS), std::end(KEYWORDS), [&](const Keyword &keyword) {
    return word == keyword.name;
  });
}

/** What can follow the names of materials in a command. */
bool ends_names(const std::string &word)
{
  return word == "cohesion" || word == "capillary" || word == "lever" || word == "velocity" ||
      word == "law";
}

/** The key of a pair in a table. */
std::string pair_of(const std::string &a, const std::string &b)
{
  return std::min(a, b) + " " + std::max(a, b);
}

/** The values of a line behind its names. */
Materials::Values read_values(CoefficientReader &reader, bool is_pair, Error *error)
{
  constexpr double ISOTROPIC = -1.0;    // until E and nu are known
  Materials::Values found;
  const auto is_here = [&](const Keyword &keyword) {
    return (keyword.of_pair || !is_pair) && reader.is(keyword.name);
  };
  while (reader.next_keyword()) {
    reader.once();
    const auto here = std::find_if(std::begin(KEYWORDS), std::end(KEYWORDS), is_here);
    if (here == std::end(KEYWORDS)) reader.unknown();
    std::array<double, 2> &numbers = found[here->name] = {0.0, 0.0};
    if (reader.name() == "G" && reader.takes("isotropic"))
      numbers[0] = ISOTROPIC;
    else
      for (int k = 0; k < here->values; k++)
        numbers[k] = reader.number(here->range, here->quantity);
  }
  const auto given = [&](const auto &damping) {
    return found.count(damping.first) > 0;
  };
  if (std::count_if(std::begin(DAMPINGS), std::end(DAMPINGS), given) > 1)
    error->all(FLERR,
               "{}: restitution, mass_velocity and velocity are three kinds of dashpots; keep one "
               "of them",
               reader.owner());
  if (found.count("G") && found["G"][0] == ISOTROPIC) {
    if (!found.count("E") || !found.count("nu"))
      error->all(FLERR, "{}: G isotropic needs E and nu", reader.owner());
    found["G"][0] = ContactCoefficients::isotropic_shear_modulus(found["E"][0], found["nu"][0]);
  }
  return found;
}

}    // namespace

Materials::Materials(LAMMPS *lmp, const std::string &style_name_in, const std::string &file_in) :
    Pointers(lmp), style_name(style_name_in), file(file_in),
    given(lmp, style_name, "material file", file, {"si"})
{
  for (const std::string &line : given.lines()) read(line);
  for (const auto &pair : pairs)
    for (const std::string &name : utils::split_words(pair.first)) find(name);
}

void Materials::read(const std::string &line)
{
  const std::vector<std::string> words = utils::split_words(line);
  if (words.empty()) return;
  const bool is_pair = words[0] == "pair";
  if (!is_pair && words[0] != "material")
    given.stop(fmt::format("{} must be material or pair", words[0]), line);
  const std::size_t names = is_pair ? 3 : 2;    // and the first word
  if (words.size() < names)
    given.stop(is_pair ? "pair needs the names of two materials" : "material needs a name", line);
  for (std::size_t k = 1; k < names; k++)
    if (is_keyword(words[k]) || ends_names(words[k]) || words[k] == "NULL")
      given.stop(fmt::format("{} cannot be the name of a material", words[k]), line);
  if (is_pair && words[1] == words[2])
    given.stop(fmt::format("the line of material {} has what acts between two of them", words[1]),
               line);
  const std::string name = is_pair ? pair_of(words[1], words[2]) : words[1];
  auto &table = is_pair ? pairs : materials;
  if (table.count(name)) given.stop(fmt::format("{} is there twice", name), line);
  CoefficientReader reader(
      lmp, fmt::format("{}: material file {}: {} {}", style_name, file, words[0], name),
      {words.begin() + names, words.end()}, &given);
  table[name] = read_values(reader, is_pair, error);
}

const Materials::Values &Materials::find(const std::string &name) const
{
  return given.find(materials, "material", name);
}

// Of two bodies of the same material.
ContactCoefficients Materials::coefficients(const std::string &name, const Values &values,
                                            const VARDEM::NormalLaw &law) const
{
  const bool hertz = law.has_moduli;
  const auto value = [&](const char *keyword, const std::string &reason) {
    const auto found = values.find(keyword);
    if (found == values.end())
      error->all(FLERR, "{}: material {} of file {} has no {}, {}", style_name, name, file, keyword,
                 reason);
    return found->second[0];
  };
  ContactCoefficients c;
  if (hertz) {
    const std::string reason =
        "which the law of Hertz needs for its stiffness (k is for that of Hooke)";
    c.stiffness = ContactCoefficients::MATERIAL;
    c.E = value("E", reason);
    c.nu = value("nu", reason);
  } else
    c.k = value("k",
                "which the law of Hooke needs for its stiffness (E and nu are for that of Hertz)");

  for (const auto &[keyword, kind] : DAMPINGS) {
    const auto found = values.find(keyword);
    if (found == values.end()) continue;
    if (hertz && kind == ContactCoefficients::MASS_VELOCITY)
      error->all(FLERR,
                 "{}: material {} of file {} has mass_velocity, which is for the law of Hooke; the "
                 "law of Hertz needs restitution or velocity",
                 style_name, name, file);
    c.dashpots = kind;
    std::copy(found->second.begin(), found->second.end(), c.damping);
  }
  const auto energy = values.find("surface_energy");
  if (energy != values.end() && !(hertz && has_options(law)))
    error->all(FLERR,
               "{}: material {} of file {} has surface_energy, which is for the law of Hertz; take "
               "it from the file, or use that law",
               style_name, name, file);
  if (energy != values.end()) {
    c.cohesion = ContactCoefficients::DMT;
    c.adhesion = energy->second[0];
  }
  const auto friction = values.find("friction");
  if (friction == values.end()) return c;
  c.friction = 1;
  c.shear = hertz;
  c.mu = friction->second[0];
  if (hertz)
    c.G = value("G", "which friction needs with the law of Hertz; add G VALUE or G isotropic");
  else
    c.kt = value("kt", "which friction needs with the law of Hooke; add kt VALUE");
  return c;
}

ContactCoefficients Materials::between(const std::string &a, const std::string &b,
                                       const VARDEM::NormalLaw &law) const
{
  ContactCoefficients c = mixed(a, b, law);
  const auto resist = [&](const char *keyword, ContactCoefficients::Turning &has,
                          double(&numbers)[3]) {
    const double friction = mean(keyword, a, b);
    if (friction == 0.0) return;
    const double first = rolling_stiffness(keyword, a), second = rolling_stiffness(keyword, b);
    has = ContactCoefficients::SPRING;
    numbers[0] = 2.0 * first * second / (first + second);
    numbers[1] = friction;
  };
  resist("rolling_friction", c.rolls, c.rolling);
  resist("twisting_friction", c.twists, c.twisting);
  return c;
}

double Materials::rolling_stiffness(const std::string &keyword, const std::string &name) const
{
  const Values &values = find(name);
  const auto found = values.find("rolling_stiffness");
  if (found == values.end())
    error->all(FLERR,
               "{}: material {} of file {} has no rolling_stiffness, which {} of soft contacts "
               "needs; add it, or remove {} from the file",
               style_name, name, file, keyword, keyword);
  return found->second[0];
}

// What the line `pair` has replaces what the material has.
Materials::Values Materials::values_beside(const std::string &name, const std::string &other) const
{
  Values values = find(name);
  const auto pair = pairs.find(pair_of(name, other));
  if (name == other || pair == pairs.end()) return values;
  for (const auto &[keyword, value] : pair->second) {
    if (keyword == "restitution" || keyword == "mass_velocity" || keyword == "velocity")
      for (const auto &damping : DAMPINGS) values.erase(damping.first);
    values[keyword] = value;
  }
  return values;
}

// The geometric mean, as of friction.
double Materials::mean(const std::string &keyword, const std::string &a, const std::string &b) const
{
  const auto value = [&](const Values &values) {
    const auto found = values.find(keyword);
    return found == values.end() ? 0.0 : found->second[0];
  };
  return std::sqrt(value(values_beside(a, b)) * value(values_beside(b, a)));
}

ContactCoefficients Materials::mixed(const std::string &a, const std::string &b,
                                     const VARDEM::NormalLaw &law) const
{
  if (a == b) return coefficients(a, find(a), law);
  const ContactCoefficients first = coefficients(a, values_beside(a, b), law),
                            second = coefficients(b, values_beside(b, a), law);
  const std::string difference = first.difference(second);
  if (!difference.empty())
    error->all(FLERR,
               "{}: materials {} and {} of file {} have {}, which cannot be mixed; add a line pair "
               "{} {} to the file",
               style_name, a, b, file, difference, a, b);
  return first.mixed(second);
}

RigidCoefficients Materials::rigid_between(const std::string &a, const std::string &b,
                                           const VARDEM::NormalLaw &law) const
{
  const ContactCoefficients c = mixed(a, b, law);
  if (c.dashpots != ContactCoefficients::RESTITUTION)
    error->all(FLERR,
               "{}: materials {} and {} of file {} have no restitution, and contacts of rigid "
               "particles have no dashpots; add restitution to the lines of both, or a line pair "
               "{} {} restitution VALUE",
               style_name, a, b, file, a, b);
  if (c.adhesion > 0.0)
    error->all(FLERR,
               "{}: materials {} and {} of file {} have surface_energy, and contacts of rigid "
               "particles never pull; remove it from the file",
               style_name, a, b, file);
  const VARDEM::ContactParameters parameters = c.law(law, force);
  return {law.has_moduli ? parameters.modulus : parameters.stiffness, c.damping[0],
          c.friction ? c.mu : 0.0, mean("rolling_friction", a, b)};
}

namespace {

/** The file, which the command has behind `* *` if it is pair_coeff. */
std::string file_name(LAMMPS *lmp, const std::string &style_name, MaterialsOfTypes::Kind kind,
                      int iarg, int narg, char **arg)
{
  if (kind == MaterialsOfTypes::GRAINS && (strcmp(arg[0], "*") != 0 || strcmp(arg[1], "*") != 0))
    lmp->error->all(FLERR, "{} keyword material must follow * *, and not {} {}", style_name, arg[0],
                    arg[1]);
  if (iarg >= narg)
    lmp->error->all(FLERR, "{} keyword material needs a file and names of materials", style_name);
  return arg[iarg];
}

}    // namespace

MaterialsOfTypes::MaterialsOfTypes(LAMMPS *lmp, const std::string &style_name, Kind kind, int iarg,
                                   int narg, char **arg) :
    materials(lmp, style_name, file_name(lmp, style_name, kind, iarg, narg, arg)),
    names(1), behind(iarg + 1)
{
  std::vector<std::string> given;
  while (behind < narg && !ends_names(arg[behind])) given.push_back(arg[behind++]);
  const std::size_t ntypes = lmp->atom->ntypes, walls = kind == WALL ? 1 : 0;
  if (given.size() != ntypes + walls)
    lmp->error->all(FLERR,
                    "{} keyword material {} must have {}one name for each of the {} atom types "
                    "behind the file: there are {} names",
                    style_name, arg[iarg], walls ? "the name of the wall's material and " : "",
                    ntypes, given.size());
  if (walls) names[0] = given[0];
  names.insert(names.end(), given.begin() + walls, given.end());
}

std::vector<std::pair<int, int>> VARDEM_NS::types_of(LAMMPS *lmp, const std::string &style_name,
                                                     char **arg, const MaterialsOfTypes *materials)
{
  int ilo, ihi, jlo, jhi;
  utils::bounds(FLERR, arg[0], 1, lmp->atom->ntypes, ilo, ihi, lmp->error);
  utils::bounds(FLERR, arg[1], 1, lmp->atom->ntypes, jlo, jhi, lmp->error);

  std::vector<std::pair<int, int>> types;
  for (int i = ilo; i <= ihi; i++)
    for (int j = std::max(jlo, i); j <= jhi; j++)
      if (!materials || (materials->has(i) && materials->has(j))) types.emplace_back(i, j);
  if (types.empty() && materials)
    lmp->error->all(FLERR,
                    "{} keyword material: all names are NULL, so no atom type has a material",
                    style_name);
  if (types.empty())
    lmp->error->all(FLERR, "{}: pair_coeff {} {} has no pair of types I <= J; swap I and J",
                    style_name, arg[0], arg[1]);
  return types;
}
