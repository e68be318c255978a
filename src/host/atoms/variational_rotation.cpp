// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/atoms/variational_rotation.h"

#include "error.h"
#include "force.h"
#include "host/input/keyword_reader.h"
#include "respa.h"

#include <cmath>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::InertiaFault;
using VARDEM::Quat;
using VARDEM::VariationalDefect;
using VARDEM::Vec3;

namespace {

/** If there is a solution, this number of Newton steps finds it. */
constexpr int MANY = 50;

/** x > 0 rounded down to three digits, so that the printed value does not exceed x. */
double rounded_down(double x)
{
  const double digit = std::pow(10.0, std::floor(std::log10(x)) - 2.0);
  return digit * std::floor(x / digit);
}

}    // namespace

bool VariationalScheme::read(KeywordReader &keyword)
{
  if (!keyword.is("newton", 1))
    return keyword.takes("scheme", scheme, {"lgvi4", "lgvi6", "lgvi", "midpoint"});
  iterations = positive_integer(keyword.word(1));
  keyword.require(iterations > 0 && iterations <= MANY, 1,
                  fmt::format("an integer from 1 to {}", MANY));
  return true;
}

void VariationalScheme::check_inertia(const char *style, const std::string &body,
                                      const Vec3 &inertia, const char *advice) const
{
  const char *what;
  switch (inertia_fault(inertia)) {
    case InertiaFault::NONE:
      return;
    case InertiaFault::NEGATIVE:
      what = "are not all finite and >= 0";
      break;
    case InertiaFault::ZERO:
      what = "vanish about more than one axis";
      break;
    default:
      what = "are those of no rigid body: one is larger than the sum of the others";
  }
  error->one(FLERR, Error::NOLASTLINE,
             "Fix {}: the principal moments of inertia of {}, {} {} {}, {}{}", style, body,
             inertia.x, inertia.y, inertia.z, what, advice);
}

VariationalDefect VariationalScheme::defect(const Quat &q, const Vec3 &L, const Vec3 &inertia,
                                            double h, int n) const
{
  VariationalDefect result = {};
  dispatch([&](auto rotation, const auto &) {
    rotation.iterations = n;
    result = rotation.defect(q, L, inertia, h);
  });
  return result;
}

VARDEM::Step VariationalScheme::rotation_step() const
{
  const auto *respa = dynamic_cast<const Respa *>(update->integrate);
  const double h = respa ? respa->step[0] : update->dt;
  return {h, 0.5 * h * force->ftm2v};
}

void VariationalScheme::judge(const char *style, const std::string &body, const Quat &q,
                              const Vec3 &L, const Vec3 &inertia, double h)
{
  const VariationalDefect now = defect(q, L, inertia, h, iterations);

  if (!std::isfinite(now.angle))
    error->one(FLERR, Error::NOLASTLINE,
               "Fix {}: the angular momentum of {} at step {} is not a number. Check torques and "
               "initial angular momentum",
               style, body, update->ntimestep);
  if (!(defect(q, L, inertia, h, MANY).residual <= CONVERGED)) {
    const std::string what =
        no_solution(style, body, now.angle, h, angular_velocity(q, L, inertia), inertia);
    if (update->ntimestep < update->laststep)
      error->one(FLERR, Error::NOLASTLINE, what);
    else
      error->warning(FLERR, "{}. A run that continues from here stops with an error", what);
    return;
  }

  if (warned) return;
  warned = true;
  int enough = iterations;
  while (defect(q, L, inertia, h, ++enough).residual > CONVERGED) {}
  error->warning(
      FLERR,
      "Fix {} keyword newton {} is too small for the rotation of {} after step {}, which turns by "
      "{:.6g} rad in a time step: residual {:.3g}; use newton {} or a smaller timestep",
      style, iterations, body, update->ntimestep, now.angle, now.residual, enough);
}

// What is the matter with a step h that has no solution, and what to do.
std::string VariationalScheme::no_solution(const char *style, const std::string &body, double angle,
                                           double h, const Vec3 &omega, const Vec3 &inertia) const
{
  const std::string where =
      fmt::format("Fix {}: after step {}, {} turns by {:.6g} rad in a time step of {:.6g}", style,
                  update->ntimestep, body, angle, h);
  if (scheme == Scheme::MIDPOINT || angle <= 1.0)
    return where + ", and Newton's method finds no solution for this; reduce the timestep";

  // with r-RESPA, h is the innermost step

  const double safe = update->dt / (h * VARDEM::largest_free_rate(omega, inertia));
  const bool single = utils::strmatch(style, "^nve/asphere");
  return fmt::format(
      "{}, and the limit is 1 rad; a timestep of at most {:.3g} is safe for free rotation{}", where,
      rounded_down(safe), single ? ", or use fix nve/asphere/fincham, which has no limit" : "");
}
