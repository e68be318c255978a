// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/bonds/binder_coefficients.h"

#include "error.h"
#include "fmt/format.h"
#include "force.h"
#include "host/input/coefficient_file.h"
#include "host/input/coefficient_reader.h"
#include "lammps.h"
#include "utils.h"

#include <cmath>
#include <map>
#include <memory>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Binder;
using VARDEM::BondLoad;

namespace {

/** The words of a binder in a file (potentials/README.md has its format), as in bond_coeff. */
std::vector<std::string> words_of_binder(const CoefficientFile &file, const std::string &name)
{
  std::map<std::string, std::vector<std::string>> binders;    // by name
  for (const std::string &line : file.lines()) {
    const std::vector<std::string> words = utils::split_words(line);
    if (words.empty()) continue;
    if (words[0] != "binder") file.stop(fmt::format("{} must be binder", words[0]), line);
    if (words.size() < 2) file.stop("binder needs a name", line);
    if (binders.count(words[1])) file.stop(fmt::format("{} is there twice", words[1]), line);
    binders[words[1]].assign(words.begin() + 2, words.end());
  }
  return file.find(binders, "binder", name);
}

const char *const FORMS[] = {"B", "N", "printed"};
const char *const ENERGIES_OF_SHEAR[] = {"quadratic", "linear"};
const char *const VELOCITIES[] = {"onstep", "mid"};
const char *const LIMITS[] = {"axial", "shear", "bend", "energy"};

/** In the order of LIMITS. */
constexpr double BondLoad::*LIMIT_OF[] = {&BondLoad::stretch, &BondLoad::shear, &BondLoad::bending,
                                          &BondLoad::energy};

struct StiffnessKeyword {
  const char *name;
  double BinderCoefficients::*value;
};

constexpr StiffnessKeyword STIFFNESSES[] = {{"axial", &BinderCoefficients::axial},
                                            {"shear", &BinderCoefficients::shear},
                                            {"moment", &BinderCoefficients::moment},
                                            {"torsion", &BinderCoefficients::torsion}};

/** A command, and the line of a file if the command names one. */
struct BinderInput {
  CoefficientReader command;
  std::string file, binder;    // of keyword file
  std::unique_ptr<CoefficientReader> line;

  bool had(const char *keyword) const
  {
    return command.had(keyword) || (line && line->had(keyword));
  }
  /** What messages begin with. */
  const std::string &owner(const char *keyword) const
  {
    return line && !command.had(keyword) ? line->owner() : command.owner();
  }
};

void read_beam(CoefficientReader &reader, BinderCoefficients &c)
{
  c.stiffness = BinderCoefficients::BEAM;
  c.E = reader.number(Range::POSITIVE, Quantities::PRESSURE, "E");
  c.nu = reader.number(Range::POISSON, Quantities::NUMBER, "NU");
  c.factor = reader.number(Range::POSITIVE, Quantities::NUMBER, "FACTOR");
}

void read_damping(CoefficientReader &reader, BinderCoefficients &c)
{
  const char *const names[] = {"DA", "DS", "DM"};
  for (int k : {0, 1, 2})
    c.damping[k] = reader.number(Range::NOT_NEGATIVE, Quantities::ACTION, names[k]);
}

void read_limit(CoefficientReader &reader, BinderCoefficients &c)
{
  const int k = reader.one_of(LIMITS);
  reader.name_also(LIMITS[k]);
  reader.once();
  const bool is_angle = k == 1 || k == 2, is_energy = k == 3;
  c.limit.*LIMIT_OF[k] = reader.number(is_angle ? Range::ANGLE : Range::POSITIVE,
                                       is_energy ? Quantities::ENERGY : Quantities::NUMBER);
}

void read_file(BinderInput &input)
{
  input.file = input.command.word("the name of a file and that of a binder");
  input.binder = input.command.word("the name of a binder behind that of the file");
}

/** What follows a keyword; false if there is no such keyword. */
bool read_keyword(CoefficientReader &reader, BinderInput &input, BinderCoefficients &c)
{
  if (reader.is("break")) {    // which may be repeated
    read_limit(reader, c);
    return true;
  }
  reader.once();
  for (const auto &stiffness : STIFFNESSES)
    if (reader.is(stiffness.name)) {
      c.*stiffness.value = reader.number(Range::NOT_NEGATIVE, Quantities::ENERGY);
      return true;
    }
  if (reader.is("beam"))
    read_beam(reader, c);
  else if (&reader == &input.command && reader.is("file"))
    read_file(input);
  else if (reader.is("form"))
    c.form = static_cast<BinderCoefficients::Form>(reader.one_of(FORMS));
  else if (reader.is("energy"))
    c.energy = static_cast<BinderCoefficients::Shear>(reader.one_of(ENERGIES_OF_SHEAR));
  else if (reader.is("damp"))
    read_damping(reader, c);
  else if (reader.is("velocity"))
    c.velocity = static_cast<BinderCoefficients::Velocity>(reader.one_of(VELOCITIES));
  else
    return false;
  return true;
}

/** Reads all words of the command, or of the line. What the command had stays as it is. */
void read_words(CoefficientReader &reader, BinderInput &input, BinderCoefficients &c)
{
  while (reader.next_keyword()) {
    BinderCoefficients changed = c;
    if (!read_keyword(reader, input, changed)) reader.unknown();
    if (&reader == &input.command || !input.command.had(reader.name())) c = changed;
  }
}

/** Reads the line of the file that the command names, but for what the command has. */
void read_line(BinderInput &input, BinderCoefficients &c, LAMMPS *lmp)
{
  const CoefficientReader &command = input.command;
  const auto refuse = [&](const char *keyword) {
    if (command.had(keyword))
      lmp->error->all(FLERR, "{} keyword {}: keyword file gives all stiffnesses; keep one of them",
                      command.owner(), keyword);
  };
  for (const auto &stiffness : STIFFNESSES) refuse(stiffness.name);
  refuse("beam");
  const CoefficientFile file(lmp, command.owner(), "binder file", input.file, {"si", "lj"});
  input.line = std::make_unique<CoefficientReader>(
      lmp, fmt::format("{}: binder {} of file {}", command.owner(), input.binder, input.file),
      words_of_binder(file, input.binder), &file);
  read_words(*input.line, input, c);
}

/** Stops at keywords that do not belong to a beam; gives it its form and its energy of shear. */
void finish_beam(const BinderInput &input, BinderCoefficients &c, Error *error)
{
  for (const auto &stiffness : STIFFNESSES)
    if (input.had(stiffness.name))
      error->all(FLERR, "{} keyword {}: keyword beam gives all stiffnesses; keep one of them",
                 input.owner(stiffness.name), stiffness.name);
  if (input.had("form") && c.form != BinderCoefficients::N)
    error->all(FLERR,
               "{} keyword form {}: a beam has form N, since {}; leave form out, or give axial, "
               "shear and moment in place of beam",
               input.owner("form"), FORMS[c.form],
               c.form == BinderCoefficients::B ? "form B resists bending by its shear, too"
                                               : "a rotation in space strains form printed");
  if (input.had("energy") && c.energy != BinderCoefficients::LINEAR)
    error->all(FLERR,
               "{} keyword energy quadratic: a beam has energy linear, since the quadratic energy "
               "has no stiffness against small angles of shear; leave energy out, or give axial, "
               "shear and moment in place of beam",
               input.owner("energy"));
  c.form = BinderCoefficients::N;
  c.energy = BinderCoefficients::LINEAR;
}

/** Stops if a stiffness is missing; gives torsion its default. */
void finish_stiffnesses(const BinderInput &input, BinderCoefficients &c, Error *error)
{
  for (const char *name : {"axial", "shear", "moment"})
    if (!input.had(name))
      error->all(FLERR, "{}: keyword {} is missing; give axial, shear and moment, or beam{}",
                 input.owner(name), name, input.line ? "" : ", or file");
  if (!input.had("torsion")) c.torsion = c.moment;
  if (c.axial == 0.0 && c.shear == 0.0 && c.moment == 0.0 && c.torsion == 0.0)
    error->all(FLERR,
               "{}: all stiffnesses are 0; at least one of axial, shear, moment and torsion must "
               "be > 0",
               input.owner("axial"));
}

}    // namespace

BinderCoefficients BinderCoefficients::read(LAMMPS *lmp, const std::string &style_name, int iarg,
                                            int narg, char **arg)
{
  BinderCoefficients c;
  c.pressure = lmp->force->nktv2p;
  BinderInput input = {{lmp, style_name, {arg + iarg, arg + narg}}, "", "", nullptr};
  read_words(input.command, input, c);
  if (input.command.had("file")) read_line(input, c, lmp);
  if (c.stiffness == BEAM)
    finish_beam(input, c, lmp->error);
  else
    finish_stiffnesses(input, c, lmp->error);
  if (input.had("velocity") && !input.had("damp"))
    lmp->error->all(FLERR,
                    "{} keyword velocity: it is that of the dashpots; give damp DA DS DM with it",
                    input.owner("velocity"));
  return c;
}

const char *BinderCoefficients::name_of(Form form)
{
  return FORMS[form];
}

std::string BinderCoefficients::text() const
{
  std::string s = stiffness == BEAM ? fmt::format("beam {} {} {}", E, nu, factor) : "";
  if (stiffness == ENERGIES)
    s = fmt::format("axial {} shear {} moment {} torsion {}", axial, shear, moment, torsion);
  s += fmt::format(" form {} energy {}", FORMS[form], ENERGIES_OF_SHEAR[energy]);
  if (is_damped() || velocity != FULL_STEP)
    s += fmt::format(" damp {} {} {} velocity {}", damping[0], damping[1], damping[2],
                     VELOCITIES[velocity]);
  for (int k = 0; k < 4; k++)
    if (std::isfinite(limit.*LIMIT_OF[k]))
      s += fmt::format(" break {} {}", LIMITS[k], limit.*LIMIT_OF[k]);
  return s;
}

bool BinderCoefficients::can_break() const
{
  for (const auto which : LIMIT_OF)
    if (std::isfinite(limit.*which)) return true;
  return false;
}
