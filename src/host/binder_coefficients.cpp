/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/binder_coefficients.h"

#include "error.h"
#include "fmt/format.h"
#include "force.h"
#include "host/coefficient_reader.h"
#include "lammps.h"

#include <cmath>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Binder;
using VARDEM::BondLoad;

namespace {

const char *const FORMS[] = {"B", "N", "printed"};
const char *const ENERGIES_OF_SHEAR[] = {"quadratic", "linear"};
const char *const VELOCITIES[] = {"onstep", "mid"};
const char *const LIMITS[] = {"axial", "shear", "bend", "energy"};

/** In the order of LIMITS. */
constexpr double BondLoad::*LIMIT_OF[] = {&BondLoad::stretch, &BondLoad::shear, &BondLoad::bending,
                                          &BondLoad::energy};

/** Of one keyword. */
struct StiffnessKeyword {
  const char *name;
  double BinderCoefficients::*value;
};

constexpr StiffnessKeyword STIFFNESSES[] = {{"axial", &BinderCoefficients::axial},
                                            {"shear", &BinderCoefficients::shear},
                                            {"moment", &BinderCoefficients::moment},
                                            {"torsion", &BinderCoefficients::torsion}};

void read_beam(CoefficientReader &reader, BinderCoefficients &c)
{
  c.stiffness = BinderCoefficients::BEAM;
  c.E = reader.number(Range::POSITIVE, "E");
  c.nu = reader.number(Range::POISSON, "NU");
  c.factor = reader.number(Range::POSITIVE, "FACTOR");
}

void read_damping(CoefficientReader &reader, BinderCoefficients &c)
{
  const char *const names[] = {"DA", "DS", "DM"};
  for (int k : {0, 1, 2}) c.damping[k] = reader.number(Range::NOT_NEGATIVE, names[k]);
}

void read_limit(CoefficientReader &reader, BinderCoefficients &c)
{
  const int k = reader.one_of(LIMITS, "axial, shear, bend or energy");
  reader.name_also(LIMITS[k]);
  reader.once();
  const bool angle = k == 1 || k == 2;
  c.limit.*LIMIT_OF[k] = reader.number(angle ? Range::ANGLE : Range::POSITIVE);
}

/** What follows a keyword; false if there is no such keyword. */
bool read_keyword(CoefficientReader &reader, BinderCoefficients &c, const std::string &keyword)
{
  if (keyword == "break") {    // which may be repeated
    read_limit(reader, c);
    return true;
  }
  reader.once();
  for (const auto &stiffness : STIFFNESSES)
    if (keyword == stiffness.name) {
      c.*stiffness.value = reader.number(Range::NOT_NEGATIVE);
      return true;
    }
  if (keyword == "beam")
    read_beam(reader, c);
  else if (keyword == "form")
    c.form = static_cast<BinderCoefficients::Form>(reader.one_of(FORMS, "B, N or printed"));
  else if (keyword == "energy")
    c.energy = static_cast<BinderCoefficients::Shear>(
        reader.one_of(ENERGIES_OF_SHEAR, "quadratic or linear"));
  else if (keyword == "damp")
    read_damping(reader, c);
  else if (keyword == "velocity")
    c.velocity =
        static_cast<BinderCoefficients::Velocity>(reader.one_of(VELOCITIES, "onstep or mid"));
  else
    return false;
  return true;
}

/** Stops at keywords that do not belong to a beam; gives it its form and its energy of shear. */
void finish_beam(const CoefficientReader &reader, BinderCoefficients &c, Error *error,
                 const std::string &who)
{
  for (const auto &stiffness : STIFFNESSES)
    if (reader.had(stiffness.name))
      error->all(FLERR, "{} keyword {}: keyword beam gives all stiffnesses; keep one of them", who,
                 stiffness.name);
  if (reader.had("form") && c.form != BinderCoefficients::N)
    error->all(FLERR,
               "{} keyword form {}: a beam has form N, since {}; leave form out, or give axial, "
               "shear and moment in place of beam",
               who, FORMS[c.form],
               c.form == BinderCoefficients::B ? "form B resists bending by its shear, too"
                                               : "a rotation in space strains form printed");
  if (reader.had("energy") && c.energy != BinderCoefficients::LINEAR)
    error->all(FLERR,
               "{} keyword energy quadratic: a beam has energy linear, since the quadratic energy "
               "has no stiffness against small angles of shear; leave energy out, or give axial, "
               "shear and moment in place of beam",
               who);
  c.form = BinderCoefficients::N;
  c.energy = BinderCoefficients::LINEAR;
}

/** Stops if a stiffness is missing; gives torsion its default. */
void finish_stiffnesses(const CoefficientReader &reader, BinderCoefficients &c, Error *error,
                        const std::string &who)
{
  for (const char *name : {"axial", "shear", "moment"})
    if (!reader.had(name))
      error->all(FLERR, "{}: keyword {} is missing; give axial, shear and moment, or beam", who,
                 name);
  if (!reader.had("torsion")) c.torsion = c.moment;
  if (c.axial == 0.0 && c.shear == 0.0 && c.moment == 0.0 && c.torsion == 0.0)
    error->all(FLERR,
               "{}: all stiffnesses are 0; at least one of axial, shear, moment and torsion "
               "must be > 0",
               who);
}

}    // namespace

/* ---------------------------------------------------------------------- */

BinderCoefficients BinderCoefficients::read(LAMMPS *lmp, const std::string &who, int iarg, int narg,
                                            char **arg)
{
  BinderCoefficients c;
  c.pressure = lmp->force->nktv2p;
  CoefficientReader reader(lmp, who, {arg + iarg, arg + narg});
  while (!reader.at_end()) {
    const std::string keyword = reader.keyword();
    if (!read_keyword(reader, c, keyword))
      lmp->error->all(FLERR,
                      "{}: unknown keyword {}; the keywords are axial, shear, moment, torsion, "
                      "beam, form, energy, damp, velocity and break",
                      who, keyword);
  }
  if (c.stiffness == BEAM)
    finish_beam(reader, c, lmp->error, who);
  else
    finish_stiffnesses(reader, c, lmp->error, who);
  if (reader.had("velocity") && !reader.had("damp"))
    lmp->error->all(
        FLERR, "{} keyword velocity: it is that of the dashpots; give damp DA DS DM with it", who);
  return c;
}

/* ---------------------------------------------------------------------- */

const char *BinderCoefficients::name_of(Form form)
{
  return FORMS[form];
}

/* ---------------------------------------------------------------------- */

std::string BinderCoefficients::text() const
{
  std::string s = stiffness == BEAM ? fmt::format("beam {} {} {}", E, nu, factor) : "";
  if (stiffness == ENERGIES)
    s = fmt::format("axial {} shear {} moment {} torsion {}", axial, shear, moment, torsion);
  s += fmt::format(" form {} energy {}", FORMS[form], ENERGIES_OF_SHEAR[energy]);
  if (is_damped() || velocity != ON_STEP)
    s += fmt::format(" damp {} {} {} velocity {}", damping[0], damping[1], damping[2],
                     VELOCITIES[velocity]);
  for (int k = 0; k < 4; k++)
    if (std::isfinite(limit.*LIMIT_OF[k]))
      s += fmt::format(" break {} {}", LIMITS[k], limit.*LIMIT_OF[k]);
  return s;
}

/* ---------------------------------------------------------------------- */

bool BinderCoefficients::is_damped() const
{
  return damping[0] > 0.0 || damping[1] > 0.0 || damping[2] > 0.0;
}

bool BinderCoefficients::can_break() const
{
  for (const auto which : LIMIT_OF)
    if (std::isfinite(limit.*which)) return true;
  return false;
}

/* ---------------------------------------------------------------------- */

Binder BinderCoefficients::law(double l0, double R) const
{
  Binder law = {};
  if (stiffness == BEAM)
    law = VARDEM::beam(E / pressure, nu, factor * R, l0);
  else {
    law.axial = axial;
    (energy == LINEAR ? law.shear_linear : law.shear_quadratic) = shear;
    law.moment = moment;
    law.torsion = torsion;
  }
  law.damp_axial = damping[0];
  law.damp_shear = damping[1];
  law.damp_moment = damping[2];
  return law;
}
