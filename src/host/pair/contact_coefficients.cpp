// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/pair/contact_coefficients.h"

#include "error.h"
#include "fmt/format.h"
#include "force.h"
#include "host/input/coefficient_reader.h"
#include "host/pair/contact_laws.h"
#include "lammps.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::CohesionKind;
using VARDEM::ContactParameters;
using VARDEM::NormalLaw;

namespace {

const char *const DAMPINGS[] = {"none", "mass_velocity", "velocity", "restitution"};
const char *const COHESIONS[] = {"none", "dmt", "linear", "jkr"};
const char *const TURNINGS[] = {"rolling", "twisting"};
const char *const LEVERS[] = {"contact", "radius"};
const char *const VELOCITIES[] = {"onstep", "mid"};

void read_damping(CoefficientReader &reader, ContactCoefficients &c)
{
  c.dashpots = static_cast<ContactCoefficients::Damping>(reader.one_of(DAMPINGS));
  reader.name_also(DAMPINGS[c.dashpots]);
  if (c.dashpots == ContactCoefficients::RESTITUTION)
    c.damping[0] = reader.number(Range::RESTITUTION);
  else if (c.dashpots != ContactCoefficients::UNDAMPED)
    for (double &value : c.damping) value = reader.number(Range::NOT_NEGATIVE);
}

/** What follows keyword kt or G. G isotropic is 0 until E and nu are known. */
void read_friction(CoefficientReader &reader, ContactCoefficients &c, bool shear, Error *error)
{
  if (c.friction)
    error->all(FLERR, "{}: keywords kt and G both give the tangential stiffness; keep one of them",
               reader.owner());
  c.friction = 1;
  c.shear = shear;
  if (!shear)
    c.kt = reader.number(Range::NOT_NEGATIVE);
  else if (!reader.takes("isotropic"))
    c.G = reader.number(Range::POSITIVE);
  if (!reader.follows("mu"))
    error->all(FLERR, "{} keyword {}: give {} and mu together, as {} mu MU", reader.owner(),
               shear ? "G" : "kt", shear ? "G" : "kt", shear ? "G SHEAR" : "kt KT");
  c.mu = reader.number(Range::NOT_NEGATIVE);
}

void read_cohesion(CoefficientReader &reader, ContactCoefficients &c)
{
  c.cohesion = static_cast<ContactCoefficients::Cohesion>(reader.one_of(COHESIONS));
  reader.name_also(COHESIONS[c.cohesion]);
  if (c.cohesion != ContactCoefficients::NO_COHESION)
    c.adhesion = reader.number(Range::NOT_NEGATIVE);
}

void read_bridge(CoefficientReader &reader, ContactCoefficients &c)
{
  c.wet = 1;
  c.bridge[0] = reader.number(Range::NOT_NEGATIVE, "GAMMA");
  c.bridge[1] = reader.number(Range::CONTACT_ANGLE, "THETA");
  c.bridge[2] = reader.number(Range::POSITIVE, "VOLUME");
}

/** Keywords rolling and twisting; false if it is another keyword. */
bool read_turning(CoefficientReader &reader, ContactCoefficients &c)
{
  const bool rolls = reader.is(TURNINGS[0]);
  if (!rolls && !reader.is(TURNINGS[1])) return false;
  if (!rolls && reader.takes("marshall")) {
    c.twists = ContactCoefficients::MARSHALL;
    return true;
  }
  (rolls ? c.rolls : c.twists) = ContactCoefficients::SPRING;
  double(&numbers)[3] = rolls ? c.rolling : c.twisting;
  numbers[0] = reader.number(Range::POSITIVE, rolls ? "KR" : "KT");
  numbers[1] = reader.number(Range::NOT_NEGATIVE, rolls ? "MUR" : "MUT");
  if (reader.number_follows()) numbers[2] = reader.number(Range::NOT_NEGATIVE, rolls ? "CR" : "CT");
  return true;
}

void read_material(CoefficientReader &reader, ContactCoefficients &c, Error *error)
{
  c.stiffness = ContactCoefficients::MATERIAL;
  c.E = reader.number(Range::POSITIVE);
  if (!reader.follows("nu"))
    error->all(FLERR, "{} keyword E: give E and nu together, as E Y nu NU", reader.owner());
  c.nu = reader.number(Range::POISSON);
}

/** Keywords lever and velocity, which have the same value for all types of a pair style; false if
 *  it is another keyword. */
bool read_style(CoefficientReader &reader, ContactCoefficients &c)
{
  if (reader.is("lever"))
    c.lever = static_cast<ContactCoefficients::Lever>(reader.one_of(LEVERS));
  else if (reader.is("velocity"))
    c.velocity = static_cast<ContactCoefficients::Velocity>(reader.one_of(VELOCITIES));
  else
    return false;
  return true;
}

/** A keyword of the law itself; false if it is another keyword. */
bool read_own(CoefficientReader &reader, ContactCoefficients &c, const NormalLaw &law)
{
  for (int n = 0; n < law.own; n++)
    if (reader.is(law.keywords[n])) {
      c.own[n] = reader.number(Range::NOT_NEGATIVE);
      return true;
    }
  return false;
}

/** Stops at keywords that do not belong together, and at a law without stiffness. */
void check_stiffness(const ContactCoefficients &c, const NormalLaw &law, Error *error,
                     const std::string &style_name)
{
  const bool material = c.stiffness == ContactCoefficients::MATERIAL;
  if (c.k > 0.0 && material)
    error->all(FLERR, "{}: keywords k and E both give the stiffness; keep one of them", style_name);
  if (c.k == 0.0 && !material)
    error->all(FLERR, "{}: the stiffness is missing; add keyword k{}", style_name,
               law.has_moduli ? ", or E and nu" : "");
  if (c.shear && !material)
    error->all(
        FLERR,
        "{} keyword G: the shear modulus gives the tangential stiffness only together with E "
        "and nu; use kt with keyword k",
        style_name);
  if (c.twists == ContactCoefficients::MARSHALL && !c.has_spring())
    error->all(FLERR,
               "{} keyword twisting marshall: it follows from the tangential spring, and there is "
               "none; add kt{} with mu, or give twisting KT MUT",
               style_name, law.has_moduli ? " or G" : "");
  if ((c.cohesion == ContactCoefficients::DMT || c.cohesion == ContactCoefficients::JKR) &&
      !material)
    error->all(
        FLERR,
        "{} keyword cohesion {}: this is cohesion of elastic spheres, which need E and nu in "
        "place of k{}; or use cohesion linear",
        style_name, COHESIONS[c.cohesion], law.has_moduli ? "" : ", and the law of Hertz");
}

void refuse_jkr_with_bridge(Error *error, const std::string &style_name, int input_line)
{
  error->all(FLERR, input_line,
             "{}: no law has both cohesion jkr and a bridge of keyword capillary; use cohesion dmt "
             "with it, or give each of them its own types and its own style",
             style_name);
}

/** Stops at what one line gives to the same contacts. */
void check_cohesion(const ContactCoefficients &c, Error *error, const std::string &style_name)
{
  if (c.cohesion == ContactCoefficients::JKR && c.wet)
    refuse_jkr_with_bridge(error, style_name, Error::NOPOINTER);
}

double series(double a, double b)
{
  return 2.0 * a * b / (a + b);
}

/** E* of two bodies of the same material. */
double contact_modulus(const ContactCoefficients &c)
{
  return c.E / (2.0 * (1.0 - c.nu * c.nu));
}

/** G* of two bodies of the same material: 1/G* = (2 - nu_1)/G_1 + (2 - nu_2)/G_2. */
double contact_shear_modulus(const ContactCoefficients &c)
{
  return c.G / (2.0 * (2.0 - c.nu));
}

}    // namespace

bool VARDEM_NS::read_number(CoefficientReader &reader, RigidCoefficients &c)
{
  for (const RigidNumber &number : RIGID_NUMBERS)
    if (reader.is(number.keyword)) {
      c.*number.of = reader.number(number.range);
      return true;
    }
  return false;
}

ContactCoefficients ContactCoefficients::read(LAMMPS *lmp, const std::string &style_name,
                                              const NormalLaw &law, int iarg, int narg, char **arg,
                                              Lever lever, bool of_grains)
{
  ContactCoefficients c;
  c.lever = lever;
  Error *error = lmp->error;
  CoefficientReader reader(lmp, style_name, {arg + iarg, arg + narg});
  while (reader.next_keyword()) {
    const std::string &keyword = reader.name();
    reader.once();
    const bool hertz = law.has_moduli;    // whose stiffnesses E, nu and G can give
    if (!hertz && of_grains && (keyword == "E" || keyword == "nu" || keyword == "G"))
      error->all(
          FLERR,
          "{} keyword {}: E, nu and G give the stiffnesses of Hertz' law only; use k and kt, "
          "or Hertz' law: pair_style contact/hertz, or law hertz of fix wall/contact",
          style_name, keyword);
    if (reader.is("k"))
      c.k = reader.number(Range::POSITIVE);
    else if (hertz && reader.is("E"))
      read_material(reader, c, error);
    else if (hertz && reader.is("nu"))
      error->all(FLERR, "{} keyword nu: give E and nu together, as E Y nu NU", style_name);
    else if (reader.is("damping"))
      read_damping(reader, c);
    else if (of_grains && (reader.is("kt") || (hertz && reader.is("G"))))
      read_friction(reader, c, keyword == "G", error);
    else if (of_grains && reader.is("mu"))
      error->all(FLERR, "{} keyword mu: give kt and mu together, as kt KT mu MU{}", style_name,
                 hertz ? ", or G SHEAR mu MU" : "");
    else if (of_grains && has_options(law) && reader.is("cohesion"))
      read_cohesion(reader, c);
    else if (of_grains && has_options(law) && reader.is("capillary"))
      read_bridge(reader, c);
    else if (of_grains && has_options(law) && read_turning(reader, c))
      continue;
    else if (!read_own(reader, c, law) && !read_style(reader, c))
      reader.unknown();
  }
  if (c.shear && c.G == 0.0) c.G = isotropic_shear_modulus(c.E, c.nu);
  check_stiffness(c, law, error, style_name);
  check_cohesion(c, error, style_name);
  return c;
}

bool ContactCoefficients::read_style_of(LAMMPS *lmp, const std::string &style_name, int iarg,
                                        int narg, char **arg)
{
  CoefficientReader reader(lmp, style_name, {arg + iarg, arg + narg});
  bool taken = true;
  while (reader.next_keyword()) {
    reader.once();
    if (reader.is("cohesion")) {
      const char *const surfaces[] = {"dmt", "jkr"};
      const bool jkr = reader.one_of(surfaces) == 1;
      taken = cohesion == DMT;
      if (jkr && taken) cohesion = JKR;
    } else if (reader.is("capillary"))
      read_bridge(reader, *this);
    else if (!read_style(reader, *this))
      lmp->error->all(FLERR,
                      "{} keyword {}: with keyword material, the file gives all coefficients; only "
                      "cohesion, capillary, lever and velocity can follow the names",
                      style_name, reader.name());
  }
  check_cohesion(*this, lmp->error, style_name);
  return taken;
}

std::string ContactCoefficients::text() const
{
  std::string s = stiffness == K ? fmt::format("k {}", k) : fmt::format("E {} nu {}", E, nu);
  if (dashpots == RESTITUTION)
    s += fmt::format(" damping restitution {}", damping[0]);
  else if (dashpots != UNDAMPED)
    s += fmt::format(" damping {} {} {}", DAMPINGS[dashpots], damping[0], damping[1]);
  if (friction) s += fmt::format(" {} {} mu {}", shear ? "G" : "kt", shear ? G : kt, mu);
  if (cohesion != NO_COHESION) s += fmt::format(" cohesion {} {}", COHESIONS[cohesion], adhesion);
  if (wet) s += fmt::format(" capillary {} {} {}", bridge[0], bridge[1], bridge[2]);
  if (rolls) s += fmt::format(" rolling {} {} {}", rolling[0], rolling[1], rolling[2]);
  if (twists == MARSHALL)
    s += " twisting marshall";
  else if (twists)
    s += fmt::format(" twisting {} {} {}", twisting[0], twisting[1], twisting[2]);
  return s + fmt::format(" lever {} velocity {}", LEVERS[lever], VELOCITIES[velocity]);
}

std::string ContactCoefficients::text(const NormalLaw &law) const
{
  std::string s = text();
  for (int n = 0; n < law.own; n++) s += fmt::format(" {} {}", law.keywords[n], own[n]);
  return s;
}

std::string ContactCoefficients::difference(const ContactCoefficients &other) const
{
  if (stiffness != other.stiffness) return "k and E";
  if (dashpots != other.dashpots)
    return fmt::format("damping {} and damping {}", DAMPINGS[dashpots], DAMPINGS[other.dashpots]);
  if (friction != other.friction) return "friction and no friction";
  if (shear != other.shear) return "kt and G";
  if (cohesion != other.cohesion)
    return fmt::format("cohesion {} and cohesion {}", COHESIONS[cohesion],
                       COHESIONS[other.cohesion]);
  if (wet != other.wet) return "capillary and no capillary";
  if (rolls != other.rolls) return "rolling and no rolling";
  if (twists != other.twists)
    return twists && other.twists ? "twisting KT and twisting marshall"
                                  : "twisting and no twisting";
  return difference_of_style(other);
}

std::string ContactCoefficients::difference_of_style(const ContactCoefficients &other) const
{
  if (lever != other.lever)
    return fmt::format("lever {} and lever {}", LEVERS[lever], LEVERS[other.lever]);
  if (velocity != other.velocity)
    return fmt::format("velocity {} and velocity {}", VELOCITIES[velocity],
                       VELOCITIES[other.velocity]);
  return "";
}

ContactCoefficients ContactCoefficients::mixed(const ContactCoefficients &other) const
{
  ContactCoefficients c = *this;
  const auto mean = [](double a, double b) {
    return std::sqrt(a * b);
  };
  if (stiffness == K)
    c.k = series(k, other.k);
  else {
    c.nu = 0.5 * (nu + other.nu);
    c.E = 2.0 * (1.0 - c.nu * c.nu) * series(contact_modulus(*this), contact_modulus(other));
  }
  for (int n : {0, 1}) c.damping[n] = mean(damping[n], other.damping[n]);
  for (int n = 0; n < VARDEM::MOST_OWN; n++) c.own[n] = mean(own[n], other.own[n]);
  c.adhesion = mean(adhesion, other.adhesion);
  for (int n = 0; n < 3; n++) c.bridge[n] = mean(bridge[n], other.bridge[n]);
  for (auto numbers : {&ContactCoefficients::rolling, &ContactCoefficients::twisting}) {
    const auto &a = this->*numbers, &b = other.*numbers;
    if (a[0] > 0.0) (c.*numbers)[0] = series(a[0], b[0]);
    for (int n : {1, 2}) (c.*numbers)[n] = mean(a[n], b[n]);
  }
  if (friction) {
    c.kt = kt + other.kt > 0.0 ? series(kt, other.kt) : 0.0;
    if (shear)
      c.G = (2.0 - c.nu) * 2.0 * series(contact_shear_modulus(*this), contact_shear_modulus(other));
    c.mu = mean(mu, other.mu);
  }
  return c;
}

ContactParameters ContactCoefficients::law(const NormalLaw &kind, const Force *units) const
{
  ContactParameters law = {};
  const double per_mass = 1.0 / units->ftm2v;    // force of a mass times an acceleration
  if (stiffness == K)
    law.stiffness = k;
  else
    law.modulus = 4.0 / 3.0 * contact_modulus(*this) / units->nktv2p;
  if (dashpots == RESTITUTION) {
    law.normal.by_root = std::sqrt(per_mass) * kind.root_of_restitution(damping[0]);
    law.tangential.by_root = law.normal.by_root;
  } else {
    const bool by_mass = dashpots == MASS_VELOCITY;
    const auto number = by_mass ? &VARDEM::Dashpot::by_mass : &VARDEM::Dashpot::constant;
    law.normal.*number = (by_mass ? per_mass : 1.0) * damping[0];
    law.tangential.*number = (by_mass ? per_mass : 1.0) * damping[1];
  }
  law.tangential_stiffness = kt;
  law.tangential_modulus = 8.0 * contact_shear_modulus(*this) / units->nktv2p;
  law.friction = mu;
  law.unlimited = friction ? 0.0 : VARDEM::UNLIMITED;
  law.lever = lever == CONTACT ? 0.5 : 0.0;
  std::copy_n(own, VARDEM::MOST_OWN, law.own);
  law.rolling = {rolling[0], rolling[1], rolling[2]};
  law.twisting = {twisting[0], twisting[1], twisting[2]};
  law.marshall = twists == MARSHALL ? 1.0 : 0.0;
  constexpr double PI = 3.14159265358979323846;
  using VARDEM::JKRForce;
  if (cohesion == DMT) law.own[JKRForce::CONSTANT] = 4.0 * PI * adhesion;
  if (cohesion == LINEAR) law.own[JKRForce::BY_OVERLAP] = 2.0 * PI * adhesion / units->nktv2p;
  if (wet) {
    const double angle = bridge[1] * PI / 180.0;
    law.bridge = {4.0 * PI * bridge[0] * std::cos(angle), bridge[2], 1.0 + 0.5 * angle};
  }
  if (cohesion == JKR) law.own[JKRForce::LENGTH] = PI * adhesion / (0.75 * law.modulus);
  return law;
}

void ContactCoefficients::add_to(LawOptions &options) const
{
  if (cohesion != NO_COHESION)
    options.cohesion = std::max(options.cohesion,
                                cohesion == JKR ? CohesionKind::JKR : CohesionKind::WHILE_TOUCHING);
  if (wet) options.cohesion = CohesionKind::BRIDGE;
  options.jkr |= cohesion == JKR;
  options.rolling |= resists_rolling();
}

void VARDEM_NS::require_surface_energy(Error *error, const std::string &style_name, bool taken)
{
  if (!taken)
    error->all(FLERR,
               "{} keyword cohesion: no material of the command has surface_energy, which is its "
               "GAMMA; add it to the file, or remove the keyword",
               style_name);
}

void VARDEM_NS::refuse_both(Error *error, const std::string &style_name, const LawOptions &options)
{
  if (options.jkr && options.cohesion == CohesionKind::BRIDGE)
    refuse_jkr_with_bridge(error, style_name, Error::NOLASTLINE);
}

// --- the numbers by the names that fix adapt has for them ---

namespace {

/** used: does the input have it? */
struct NamedNumber {
  std::string name;
  double *value;
  bool used;
  NumberRange range;
};

std::vector<NamedNumber> named_numbers(ContactCoefficients &c, const NormalLaw &law)
{
  typedef ContactCoefficients C;
  const bool restitution = c.dashpots == C::RESTITUTION, has_moduli = c.stiffness == C::MATERIAL;
  const bool dashpots = c.dashpots != C::UNDAMPED && !restitution;
  std::vector<NamedNumber> all = {
      {"k", &c.k, !has_moduli, Range::POSITIVE},
      {"E", &c.E, has_moduli, Range::POSITIVE},
      {"nu", &c.nu, has_moduli, Range::POISSON},
      {"G", &c.G, c.shear != 0, Range::POSITIVE},
      {"damping_normal", &c.damping[0], dashpots, Range::NOT_NEGATIVE},
      {"damping_tangential", &c.damping[1], dashpots, Range::NOT_NEGATIVE},
      {"restitution", &c.damping[0], restitution, Range::RESTITUTION},
      {"kt", &c.kt, c.friction && !c.shear, Range::NOT_NEGATIVE},
      {"mu", &c.mu, c.friction != 0, Range::NOT_NEGATIVE}};
  for (int n = 0; n < law.own; n++)
    all.push_back({law.keywords[n], &c.own[n], true, Range::NOT_NEGATIVE});
  if (!has_options(law)) return all;
  all.push_back({"cohesion", &c.adhesion, c.cohesion != C::NO_COHESION, Range::NOT_NEGATIVE});
  const char *const bridge[] = {"capillary_gamma", "capillary_angle", "capillary_volume"};
  const NumberRange of_bridge[] = {Range::NOT_NEGATIVE, Range::CONTACT_ANGLE, Range::POSITIVE};
  for (int n = 0; n < 3; n++) all.push_back({bridge[n], &c.bridge[n], c.wet != 0, of_bridge[n]});
  const char *const of_turning[] = {"stiffness", "friction", "damping"};
  for (int n = 0; n < 3; n++)
    for (const bool rolls : {true, false})
      all.push_back({fmt::format("{}_{}", rolls ? "rolling" : "twisting", of_turning[n]),
                     rolls ? &c.rolling[n] : &c.twisting[n],
                     (rolls ? c.rolls : c.twists) == C::SPRING,
                     n == 0 ? Range::POSITIVE : Range::NOT_NEGATIVE});
  return all;
}

}    // namespace

double *ContactCoefficients::number(const std::string &name, const NormalLaw &law, bool *used)
{
  for (const NamedNumber &number : named_numbers(*this, law)) {
    if (number.name != name) continue;
    if (used) *used = number.used;
    return number.value;
  }
  return nullptr;
}

std::string ContactCoefficients::problem(const NormalLaw &law)
{
  for (const NamedNumber &number : named_numbers(*this, law))
    if (number.used && !number.range.has(*number.value))
      return fmt::format("{} {}, which must be {}", number.name, *number.value,
                         number.range.limits);
  return "";
}
