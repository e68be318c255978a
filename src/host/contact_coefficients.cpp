/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/contact_coefficients.h"

#include "error.h"
#include "fmt/format.h"
#include "force.h"
#include "host/arguments.h"
#include "lammps.h"

#include <cmath>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::SoftContact;

namespace {

// the ranges of values; false for numbers that are not finite

bool is_positive(double a)
{
  return a > 0.0 && std::isfinite(a);
}
bool is_not_negative(double a)
{
  return a >= 0.0 && std::isfinite(a);
}
bool is_poisson(double nu)
{
  return nu > -1.0 && nu <= 0.5;
}
bool is_restitution(double e)
{
  return e > 0.0 && e <= 1.0;
}

/** The arguments of one command, with messages that name the style, the keyword and the value. */
class Reader {
 public:
  Reader(LAMMPS *lmp, const std::string &who, int iarg, int narg, char **arg) :
      error(lmp->error), who(who), keywords(lmp->error, who), next(iarg), narg(narg), arg(arg)
  {
  }

  bool at_end() const { return next >= narg; }

  std::string keyword()
  {
    current = arg[next++];
    keywords.once(current, Error::NOPOINTER);    // pair hybrid counts arguments in another way
    return current;
  }

  std::string word(const char *what)
  {
    if (at_end()) error->all(FLERR, "{} keyword {} needs a value: {}", who, current, what);
    return arg[next++];
  }

  /** A number for which good(number) holds. */
  double number(const char *what, bool (*good)(double))
  {
    const std::string text = word(what);
    const double value = finite_number(text);
    if (!good(value)) error->all(FLERR, "{} keyword {} must be {}: {}", who, current, what, text);
    return value;
  }
  double positive() { return number("a number > 0", is_positive); }
  double not_negative() { return number("a number >= 0", is_not_negative); }

  /** Messages about the next values name this word behind the keyword. */
  void name_also(const char *word) { current += std::string(" ") + word; }

  /** The number of the word that the input has. */
  template <std::size_t n> int one_of(const char *const (&words)[n], const char *what)
  {
    const std::string text = word(what);
    for (std::size_t k = 0; k < n; k++)
      if (text == words[k]) return static_cast<int>(k);
    error->all(FLERR, "{} keyword {} must be {}: {}", who, current, what, text);
    return 0;
  }

  /** Is the next word this keyword? Then its value follows. */
  bool follows(const char *name)
  {
    if (at_end() || arg[next] != std::string(name)) return false;
    current = arg[next++];
    return true;
  }

 private:
  Error *error;
  const std::string &who;
  Keywords keywords;
  std::string current;
  int next, narg;
  char **arg;
};

const char *const DAMPINGS[] = {"none", "mass_velocity", "velocity", "restitution"};
const char *const LEVERS[] = {"contact", "radius"};
const char *const VELOCITIES[] = {"onstep", "mid"};

void read_damping(Reader &reader, ContactCoefficients &c)
{
  c.dashpots = static_cast<ContactCoefficients::Damping>(
      reader.one_of(DAMPINGS, "mass_velocity, velocity, restitution or none"));
  reader.name_also(DAMPINGS[c.dashpots]);
  if (c.dashpots == ContactCoefficients::RESTITUTION)
    c.damping[0] = reader.number("a number > 0 and <= 1", is_restitution);
  else if (c.dashpots != ContactCoefficients::UNDAMPED)
    for (double &value : c.damping) value = reader.not_negative();
}

void read_friction(Reader &reader, ContactCoefficients &c, Error *error, const std::string &who)
{
  c.friction = 1;
  c.kt = reader.not_negative();
  if (!reader.follows("mu"))
    error->all(FLERR, "{} keyword kt: give kt and mu together, as kt KT mu MU", who);
  c.mu = reader.not_negative();
}

void read_material(Reader &reader, ContactCoefficients &c, Error *error, const std::string &who)
{
  c.stiffness = ContactCoefficients::MATERIAL;
  c.E = reader.positive();
  if (!reader.follows("nu"))
    error->all(FLERR, "{} keyword E: give E and nu together, as E Y nu NU", who);
  c.nu = reader.number("Poisson's ratio > -1 and <= 0.5", is_poisson);
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

}    // namespace

/* ---------------------------------------------------------------------- */

ContactCoefficients ContactCoefficients::read(LAMMPS *lmp, const std::string &who,
                                              VARDEM::ContactLawKind law, int iarg, int narg,
                                              char **arg, Lever lever)
{
  ContactCoefficients c;
  c.lever = lever;
  Error *error = lmp->error;
  Reader reader(lmp, who, iarg, narg, arg);
  while (!reader.at_end()) {
    const std::string keyword = reader.keyword();
    if (keyword == "k")
      c.k = reader.positive();
    else if (keyword == "E")
      read_material(reader, c, error, who);
    else if (keyword == "damping")
      read_damping(reader, c);
    else if (keyword == "kt")
      read_friction(reader, c, error, who);
    else if (keyword == "lever")
      c.lever = static_cast<Lever>(reader.one_of(LEVERS, "contact or radius"));
    else if (keyword == "velocity")
      c.velocity = static_cast<Velocity>(reader.one_of(VELOCITIES, "onstep or mid"));
    else if (keyword == "mu")
      error->all(FLERR, "{} keyword mu: give kt and mu together, as kt KT mu MU", who);
    else if (keyword == "nu")
      error->all(FLERR, "{} keyword nu: give E and nu together, as E Y nu NU", who);
    else
      error->all(FLERR,
                 "{}: unknown keyword {}; the keywords are k, E, damping, kt, lever and velocity",
                 who, keyword);
  }
  if (c.k > 0.0 && c.stiffness == MATERIAL)
    error->all(FLERR, "{}: keywords k and E both give the stiffness; keep one of them", who);
  if (c.stiffness == MATERIAL && law == VARDEM::HOOKE)
    error->all(
        FLERR,
        "{} keyword E: E and nu give the stiffness of Hertz' law only; use k, or the law of Hertz",
        who);
  if (c.k == 0.0 && c.stiffness == K)
    error->all(FLERR, "{}: the stiffness is missing; add keyword k{}", who,
               law == VARDEM::HERTZ ? ", or E and nu" : "");
  return c;
}

/* ---------------------------------------------------------------------- */

std::string ContactCoefficients::text() const
{
  std::string s = stiffness == K ? fmt::format("k {}", k) : fmt::format("E {} nu {}", E, nu);
  if (dashpots == RESTITUTION)
    s += fmt::format(" damping restitution {}", damping[0]);
  else if (dashpots != UNDAMPED)
    s += fmt::format(" damping {} {} {}", DAMPINGS[dashpots], damping[0], damping[1]);
  if (friction) s += fmt::format(" kt {} mu {}", kt, mu);
  return s + fmt::format(" lever {} velocity {}", LEVERS[lever], VELOCITIES[velocity]);
}

/* ---------------------------------------------------------------------- */

std::string ContactCoefficients::difference(const ContactCoefficients &other) const
{
  if (stiffness != other.stiffness) return "k and E";
  if (dashpots != other.dashpots)
    return fmt::format("damping {} and damping {}", DAMPINGS[dashpots], DAMPINGS[other.dashpots]);
  if (friction != other.friction) return "friction and no friction";
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

/* ---------------------------------------------------------------------- */

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
  if (friction) {
    c.kt = kt + other.kt > 0.0 ? series(kt, other.kt) : 0.0;
    c.mu = mean(mu, other.mu);
  }
  return c;
}

/* ---------------------------------------------------------------------- */

SoftContact ContactCoefficients::law(VARDEM::ContactLawKind kind, const Force *units) const
{
  SoftContact law = {};
  const double per_mass = 1.0 / units->ftm2v;    // force of a mass times an acceleration
  if (stiffness == K)
    law.stiffness = k;
  else
    law.modulus = 4.0 / 3.0 * contact_modulus(*this) / units->nktv2p;
  if (dashpots == RESTITUTION)
    VARDEM::with_law(kind, [&](auto normal) {
      law.normal.by_root = std::sqrt(per_mass) *
          VARDEM::root_of_restitution<typename decltype(normal)::Force>(damping[0]);
      law.tangential.by_root = law.normal.by_root;
      return 0;
    });
  else {
    auto dashpot = [&](double value) {
      VARDEM::Dashpot d = {};
      if (dashpots == MASS_VELOCITY)
        d.by_mass = per_mass * value;
      else
        d.constant = value;
      return d;
    };
    law.normal = dashpot(damping[0]);
    law.tangential = dashpot(damping[1]);
  }
  law.tangential_stiffness = kt;
  law.friction = mu;
  law.unlimited = friction ? 0.0 : VARDEM::UNLIMITED;
  law.lever = lever == CONTACT ? 0.5 : 0.0;
  return law;
}

/* ---------------------------------------------------------------------- */

double *ContactCoefficients::number(const std::string &name)
{
  if (name == "k") return &k;
  if (name == "E") return &E;
  if (name == "nu") return &nu;
  if (name == "damping_normal" || name == "restitution") return &damping[0];
  if (name == "damping_tangential") return &damping[1];
  if (name == "kt") return &kt;
  if (name == "mu") return &mu;
  return nullptr;
}

bool ContactCoefficients::uses(const std::string &name) const
{
  if (name == "k") return stiffness == K;
  if (name == "E" || name == "nu") return stiffness == MATERIAL;
  if (name == "restitution") return dashpots == RESTITUTION;
  if (name == "kt" || name == "mu") return friction;
  return dashpots == MASS_VELOCITY || dashpots == VELOCITY;
}

std::string ContactCoefficients::problem() const
{
  const auto wrong = [](const char *name, double value, const char *range) {
    return fmt::format("{} {}, which must be {}", name, value, range);
  };
  if (stiffness == K && !is_positive(k)) return wrong("k", k, "> 0");
  if (stiffness == MATERIAL && !is_positive(E)) return wrong("E", E, "> 0");
  if (stiffness == MATERIAL && !is_poisson(nu)) return wrong("nu", nu, "> -1 and <= 0.5");
  if (dashpots == RESTITUTION && !is_restitution(damping[0]))
    return wrong("restitution", damping[0], "> 0 and <= 1");
  for (const double value : damping)
    if (!is_not_negative(value)) return wrong("damping", value, ">= 0");
  if (!is_not_negative(kt)) return wrong("kt", kt, ">= 0");
  if (!is_not_negative(mu)) return wrong("mu", mu, ">= 0");
  return "";
}
