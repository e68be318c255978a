/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "vardem_variational.h"

#include "error.h"
#include "force.h"
#include "neighbor.h"
#include "output.h"
#include "update.h"

#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;
using VARDEM::InertiaFault;
using VARDEM::Quat;
using VARDEM::VariationalDefect;
using VARDEM::Vec3;

namespace {

/** If there is a solution, this number of Newton steps finds it. */
constexpr int MANY = 50;

}    // namespace

/* ---------------------------------------------------------------------- */

VardemVariational::VardemVariational(LAMMPS *lmp) :
    Pointers(lmp), scheme(Scheme::LGVI4), iterations(2), warned(false)
{
}

/* ---------------------------------------------------------------------- */

int VardemVariational::parse(const char *style, int iarg, int narg, char **arg)
{
  if (strcmp(arg[iarg], "scheme") == 0) {
    if (iarg + 2 > narg) utils::missing_cmd_args(FLERR, fmt::format("fix {} scheme", style), error);
    if (strcmp(arg[iarg + 1], "lgvi6") == 0)
      scheme = Scheme::LGVI6;
    else if (strcmp(arg[iarg + 1], "lgvi4") == 0)
      scheme = Scheme::LGVI4;
    else if (strcmp(arg[iarg + 1], "lgvi") == 0)
      scheme = Scheme::LGVI;
    else if (strcmp(arg[iarg + 1], "midpoint") == 0)
      scheme = Scheme::MIDPOINT;
    else
      error->all(FLERR, iarg + 1,
                 "Fix {} keyword scheme has no value {}; use lgvi4, lgvi6, lgvi or midpoint", style,
                 arg[iarg + 1]);
    return iarg + 2;
  }
  if (strcmp(arg[iarg], "newton") == 0) {
    if (iarg + 2 > narg) utils::missing_cmd_args(FLERR, fmt::format("fix {} newton", style), error);
    iterations = utils::inumeric(FLERR, arg[iarg + 1], false, lmp);
    if (iterations < 1)
      error->all(FLERR, iarg + 1, "Fix {} keyword newton must be > 0, not {}", style,
                 arg[iarg + 1]);
    return iarg + 2;
  }
  return iarg;
}

/* ---------------------------------------------------------------------- */

void VardemVariational::check_inertia(const char *style, const std::string &body,
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

/* ---------------------------------------------------------------------- */

VariationalDefect VardemVariational::defect(const Quat &q, const Vec3 &L, const Vec3 &inertia,
                                            double h, int n) const
{
  VariationalDefect result = {};
  dispatch([&](auto rotation, const auto &) {
    rotation.iterations = n;
    result = rotation.defect(q, L, inertia, h);
  });
  return result;
}

/* ---------------------------------------------------------------------- */

VARDEM::Step VardemVariational::rotation_step(const double *step_respa) const
{
  const bool respa = utils::strmatch(update->integrate_style, "^respa");
  const double h = respa ? step_respa[0] : update->dt;
  return {h, 0.5 * h * force->ftm2v};
}

/* ---------------------------------------------------------------------- */

bool VardemVariational::check_due() const
{
  return neighbor->ago == 0 || update->ntimestep == output->next;
}

/* ---------------------------------------------------------------------- */

void VardemVariational::judge(const char *style, const std::string &body, const Quat &q,
                              const Vec3 &L, const Vec3 &inertia, double h)
{
  const VariationalDefect now = defect(q, L, inertia, h, iterations);

  if (!std::isfinite(now.angle))
    error->one(FLERR, Error::NOLASTLINE,
               "Fix {}: the angular momentum of {} at step {} is not a number. Check torques and "
               "initial angular momentum",
               style, body, update->ntimestep);
  if (!(defect(q, L, inertia, h, MANY).residual <= CONVERGED)) {
    const std::string advice = (scheme == Scheme::MIDPOINT)
        ? "reduce the timestep"
        : fmt::format("the largest admissible step for it is {:.6g}", h / now.angle);
    error->one(FLERR, Error::NOLASTLINE,
               "Fix {}: Newton's method for the rotation of {} does not converge at step {}, where "
               "h |omega| is {:.6g}; {}",
               style, body, update->ntimestep, now.angle, advice);
  }

  if (warned) return;
  warned = true;
  int enough = iterations;
  while (defect(q, L, inertia, h, ++enough).residual > CONVERGED) {}
  error->warning(FLERR,
                 "Fix {} keyword newton {} is too small for the rotation of {} at step {}, where h "
                 "|omega| is {:.6g}: residual {:.3g}; use newton {} or a smaller timestep",
                 style, iterations, body, update->ntimestep, now.angle, now.residual, enough);
}
