// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_VARIATIONAL_ROTATION_H
#define VARDEM_HOST_VARIATIONAL_ROTATION_H

#include "host/atoms/rotations.h"
#include "neighbor.h"
#include "output.h"
#include "pointers.h"
#include "update.h"

#include <string>

namespace LAMMPS_NS::VARDEM_NS {

class KeywordReader;

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
  bool read(KeywordReader &keyword);

  /** Stops if a rigid body cannot have these principal moments, and says what is wrong with them.
   *  advice: what the message ends with. */
  void check_inertia(const char *style, const std::string &body, const VARDEM::Vec3 &inertia,
                     const char *advice = "") const;

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
  VARDEM::Step rotation_step() const;

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
             const VARDEM::Vec3 &L, const VARDEM::Vec3 &inertia, double h);

 private:
  Scheme scheme = Scheme::LGVI4;
  int iterations = 2;
  bool warned = false;

  std::string no_solution(const char *style, const std::string &body, double angle, double h,
                          const VARDEM::Vec3 &omega, const VARDEM::Vec3 &inertia) const;

  VARDEM::VariationalDefect defect(const VARDEM::Quat &q, const VARDEM::Vec3 &L,
                                   const VARDEM::Vec3 &inertia, double h, int iterations) const;

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
