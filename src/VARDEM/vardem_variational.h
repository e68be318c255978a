/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_VARDEM_VARIATIONAL_H
#define LMP_VARDEM_VARIATIONAL_H

#include "pointers.h"
#include "vardem_rotations.h"

#include <string>

namespace LAMMPS_NS {

/** The scheme of the variational integrators, for ellipsoids and clumps: keywords, choice of the kernels, and what is said
 *  when Newton's method does not converge. */
class VardemVariational : protected Pointers {
 public:
  using Scheme = VARDEM::Variational;

  /** A residual up to this one is round-off, or costs less than 1e-9 of the energy in 1e5 steps. */
  static constexpr double CONVERGED = 1.0e-10;

  explicit VardemVariational(LAMMPS *);

  /** Reads keyword scheme or newton of fix `style` at arg[iarg]; returns the index behind it, iarg if it is neither. */
  int parse(const char *style, int iarg, int narg, char **arg);

  /** Stops if a rigid body cannot have these principal moments, and says what is wrong with them. advice: what the message
   *  ends with. */
  void check_inertia(const char *style, const std::string &body, const VARDEM::Vec3 &inertia,
                     const char *advice = "") const;

  /** Calls f(rotate, rotate_all), the rotation of one body (VARDEM::VariationalRotation) and that of a block of them. */
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

  /** The step in which bodies turn: r-RESPA does it in the innermost one, step_respa[0]. */
  VARDEM::Step rotation_step(const double *step_respa) const;

  /** Steps in which the residual is looked at: those that build neighbor lists and those with output, the last one among
   *  them. */
  bool check_due() const;

  /** To be called at setup: from now on a residual is worth a warning again. */
  void start_checks() { warned = false; }

  /** Judges the worst body of a rank, if its residual is above CONVERGED. Stops if its step h has no solution,
   *  warns if it needs more Newton steps. L: at mid-step. */
  void judge(const char *style, const std::string &body, const VARDEM::Quat &q,
             const VARDEM::Vec3 &L, const VARDEM::Vec3 &inertia, double h);

 private:
  Scheme scheme;
  int iterations;
  bool warned;

  VARDEM::VariationalDefect defect(const VARDEM::Quat &q, const VARDEM::Vec3 &L,
                                   const VARDEM::Vec3 &inertia, double h, int iterations) const;

  template <Scheme S, class F> void dispatch(const F &f) const
  {
    f(VARDEM::VariationalRotation<S>{iterations}, VardemRotateVariational<S>{iterations});
  }
};

/** Angular momentum that turns body i in the step that starts from here, half a kick later. */
template <class Bodies>
VARDEM_INLINE VARDEM::Vec3 vardem_next_momentum(const Bodies &bodies, int i,
                                                const VARDEM::Step &step)
{
  return bodies.rotating(bodies.L(i) + step.half_kick * bodies.torque(i));
}

/** How bad the next step of body i is, VARDEM::VariationalDefect::severity(). */
template <class Bodies, class Rotation>
VARDEM_INLINE double vardem_severity(const Bodies &bodies, int i, const VARDEM::Step &step,
                                     const Rotation &rotation)
{
  return rotation
      .defect(bodies.q(i), vardem_next_momentum(bodies, i, step), bodies.inertia(i), step.h)
      .severity();
}

/** The body of 0 ... n-1 whose next step is the worst, with a residual above CONVERGED; -1: there is none. */
template <class Bodies>
int vardem_worst_residual(const Bodies &bodies, int n, const VARDEM::Step &step,
                          const VardemVariational &variational)
{
  int worst = -1;
  variational.dispatch([&](const auto &rotation, const auto &) {
    double largest = VardemVariational::CONVERGED;
    for (int i = 0; i < n; i++) {
      if (!bodies.selects(i)) continue;
      const double severity = vardem_severity(bodies, i, step, rotation);
      if (severity > largest) {
        worst = i;
        largest = severity;
      }
    }
  });
  return worst;
}

}    // namespace LAMMPS_NS
#endif
