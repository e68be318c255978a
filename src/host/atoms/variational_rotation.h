// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_VARIATIONAL_ROTATION_H
#define VARDEM_HOST_VARIATIONAL_ROTATION_H

#include "error.h"
#include "force.h"
#include "host/atoms/rotations.h"
#include "host/input/keyword_reader.h"
#include "neighbor.h"
#include "output.h"
#include "pointers.h"
#include "respa.h"
#include "update.h"

#include <cmath>
#include <string>

namespace LAMMPS_NS::VARDEM_NS {

/** What the variational integrators of ellipsoids and clumps share: keywords, choice of the
 *  kernels, checks of moments of inertia and of Newton's method, and their messages. */
class VariationalScheme : protected Pointers {
 public:
  using Scheme = VARDEM::Variational;

  /** A residual up to this value gives no warning. The energy may drift by about this part of
   *  itself in every step. */
  static constexpr double CONVERGED = 1.0e-10;

  explicit VariationalScheme(LAMMPS *lmp) : Pointers(lmp) {}

  /** Reads keyword scheme or newton. Returns false if it is another keyword. */
  bool read(KeywordReader &keyword)
  {
    if (!keyword.is("newton", 1))
      return keyword.takes("scheme", scheme, {"lgvi4", "lgvi6", "lgvi", "midpoint"});
    iterations = positive_integer(keyword.word(1));
    keyword.require(iterations > 0 && iterations <= MANY, 1,
                    fmt::format("an integer from 1 to {}", MANY));
    return true;
  }

  /** Stops if a rigid body cannot have these principal moments, and says what is wrong with them.
   *  advice: what the message ends with. */
  void check_inertia(const char *style, const std::string &body, const VARDEM::Vec3 &inertia,
                     const char *advice = "") const
  {
    const char *what;
    switch (inertia_fault(inertia)) {
      case VARDEM::InertiaFault::NONE:
        return;
      case VARDEM::InertiaFault::NEGATIVE:
        what = "are not all finite and >= 0";
        break;
      case VARDEM::InertiaFault::ZERO:
        what = "vanish about more than one axis";
        break;
      default:
        what = "are those of no rigid body: one is larger than the sum of the others";
    }
    error->one(FLERR, Error::NOLASTLINE,
               "Fix {}: the principal moments of inertia of {}, {} {} {}, {}{}", style, body,
               inertia.x, inertia.y, inertia.z, what, advice);
  }

  /** Calls f(rotate, rotate_all) with the rotation of one body (VARDEM::VariationalRotation) and
   *  the rotation of a block of bodies. */
  template <class F> void dispatch(const F &f) const
  {
    if (scheme == Scheme::LGVI6)
      dispatch<Scheme::LGVI6>(f);
    else if (scheme == Scheme::LGVI4)
      dispatch<Scheme::LGVI4>(f);
    else if (scheme == Scheme::LGVI)
      dispatch<Scheme::LGVI>(f);
    else
      dispatch<Scheme::MIDPOINT>(f);
  }

  /** The time step of the rotation: with r-RESPA it is the innermost one. */
  VARDEM::Step rotation_step() const
  {
    const auto *respa = dynamic_cast<const Respa *>(update->integrate);
    const double h = respa ? respa->step[0] : update->dt;
    return {h, 0.5 * h * force->ftm2v};
  }

  /** True in steps in which the residual is checked: those that build neighbor lists, and those
   *  with output. The last step of a run has output. */
  bool check_due() const { return neighbor->ago == 0 || update->ntimestep == output->next; }

  /** To be called at setup: a rank warns once in a run. */
  void start_checks() { warned = false; }

  /** To be called for the body of a rank with the largest residual, if that is above CONVERGED.
   *  Stops if its step h has no solution, warns if it needs more Newton steps. At the end of a run,
   *  it warns in both cases, because an error would cost the user the results of the run. L:
   *  angular momentum at the half step. */
  void judge(const char *style, const std::string &body, const VARDEM::Quat &q,
             const VARDEM::Vec3 &L, const VARDEM::Vec3 &inertia, double h)
  {
    const VARDEM::VariationalDefect now = defect(q, L, inertia, h, iterations);

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
        "Fix {} keyword newton {} is too small for the rotation of {} after step {}, which turns "
        "by {:.6g} rad in a time step: residual {:.3g}; use newton {} or a smaller timestep",
        style, iterations, body, update->ntimestep, now.angle, now.residual, enough);
  }

 private:
  /** If there is a solution, this number of Newton steps finds it. */
  static constexpr int MANY = 50;

  /** x > 0 rounded down to three digits, so that the printed value does not exceed x. */
  static double rounded_down(double x)
  {
    const double digit = std::pow(10.0, std::floor(std::log10(x)) - 2.0);
    return digit * std::floor(x / digit);
  }
  Scheme scheme = Scheme::LGVI4;
  int iterations = 2;
  bool warned = false;

  /** What is the matter with a step h that has no solution, and what to do. */
  std::string no_solution(const char *style, const std::string &body, double angle, double h,
                          const VARDEM::Vec3 &omega, const VARDEM::Vec3 &inertia) const
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
        "{}, and the limit is 1 rad; a timestep of at most {:.3g} is safe for free rotation{}",
        where, rounded_down(safe),
        single ? ", or use fix nve/asphere/fincham, which has no limit" : "");
  }

  VARDEM::VariationalDefect defect(const VARDEM::Quat &q, const VARDEM::Vec3 &L,
                                   const VARDEM::Vec3 &inertia, double h, int n) const
  {
    VARDEM::VariationalDefect result = {};
    dispatch([&](auto rotation, const auto &) {
      rotation.iterations = n;
      result = rotation.defect(q, L, inertia, h);
    });
    return result;
  }

  template <Scheme S, class F> void dispatch(const F &f) const
  {
    f(VARDEM::VariationalRotation<S>{iterations}, RotateVariational<S>{iterations});
  }
};

/** Angular momentum that turns body i in the step that would start now, that is after the half
 *  kick. */
template <class Bodies>
VARDEM_INLINE VARDEM::Vec3 next_momentum(const Bodies &bodies, int i, const VARDEM::Step &step)
{
  return bodies.rotating(bodies.L(i) + step.half_kick * bodies.torque(i));
}

/** The severity of the defect of the next step of body i, VARDEM::VariationalDefect::severity(). */
template <class Bodies, class Rotation>
VARDEM_INLINE double severity_of(const Bodies &bodies, int i, const VARDEM::Step &step,
                                 const Rotation &rotation)
{
  return rotation.defect(bodies.q(i), next_momentum(bodies, i, step), bodies.inertia(i), step.h)
      .severity();
}

/** The body of 0 ... n-1 whose next step has the largest severity above CONVERGED; -1 if there is
 *  none. */
template <class Bodies>
int worst_residual(const Bodies &bodies, int n, const VARDEM::Step &step,
                   const VariationalScheme &variational)
{
  int worst = -1;
  variational.dispatch([&](const auto &rotation, const auto &) {
    double largest = VariationalScheme::CONVERGED;
    for (int i = 0; i < n; i++) {
      if (!bodies.selects(i)) continue;
      const double severity = severity_of(bodies, i, step, rotation);
      if (severity > largest) {
        worst = i;
        largest = severity;
      }
    }
  });
  return worst;
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
