// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The numbers of contact coefficients by the names that fix adapt has for them

#include "fmt/format.h"
#include "host/input/coefficient_reader.h"
#include "host/pair/contact_coefficients.h"
#include "host/pair/contact_laws.h"

#include <string>
#include <vector>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::NormalLaw;

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
