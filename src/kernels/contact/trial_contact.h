// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_TRIAL_CONTACT_H
#define VARDEM_TRIAL_CONTACT_H

#include "kernels/contact/soft_contact.h"

#include <cmath>

namespace VARDEM {

// --- the elastic force of a contact at a trial state of an implicit step ---
//
// Source: De Klerk et al., arXiv:2103.01757, (20) and (22), with the derivatives of
// doc/notes/implicit-steps.md 2. Nothing is changed by these functions: they may be called for any
// trial state. overlap < 0: the contact is open, and all results are zero.

/** The force pushes the bodies apart along a unit vector. */
struct TrialForce {
  double force;        // N >= 0
  double stiffness;    // dN/d(overlap) >= 0
  double energy;
};

/** The force at one overlap. */
template <class NormalForce>
VARDEM_INLINE TrialForce trial_force(const ContactParameters &law, double overlap, double R)
{
  if (!(overlap > 0.0)) return {0.0, 0.0, 0.0};
  const ElasticForce elastic = elastic_force<NormalForce>(law, overlap, R);
  return {elastic.force, elastic.tangent, elastic.energy};
}

/** The discrete gradient between the overlaps at the start and at the end of a step: N (end -
 *  start) is the change of the energy. It is the mean of the force over the overlap, so that a step
 *  with this force conserves the energy (Gonzalez, J. Nonlinear Sci. 6 (1996) 449). The stiffness
 *  is dN/d(end). energy: at the end. */
template <class NormalForce>
VARDEM_INLINE TrialForce mean_trial_force(const ContactParameters &law, double start, double end,
                                          double R)
{
  if (!(start > 0.0) && !(end > 0.0)) return {0.0, 0.0, 0.0};
  const TrialForce at_end = trial_force<NormalForce>(law, end, R);
  const double size = NormalForce::size_factor(R),
               k = stiffness_of(law.stiffness, law.modulus, size);
  if (start > 0.0 && end > 0.0) {
    const double a = NormalForce::power_radius(start), b = NormalForce::power_radius(end);
    return {k * NormalForce::mean_force(start, end, a, b),
            k * NormalForce::mean_tangent(start, end, a, b), at_end.energy};
  }
  const double change = end - start, at_start = trial_force<NormalForce>(law, start, R).energy;
  const double mean = (at_end.energy - at_start) / change;
  return {mean, (at_end.force - mean) / change, at_end.energy};
}

/** The dashpots of a contact at a state that is held while a step is solved, or at the trial state.
 *  Their forces are a coefficient times the displacements in the step. */
struct TrialDashpot {
  Vec3 n;                       // unit vector from the first to the second body
  double normal, tangential;    // coefficients [force/velocity]; both zero: the contact is open
  double lever_1, lever_2;      // lever arms
};

/** m: effective mass. wall: the second body has no lever arm. */
template <class NormalForce>
VARDEM_INLINE TrialDashpot trial_dashpot(const ContactParameters &law, const Vec3 &n,
                                         double overlap, double R1, double R2, double R, double m,
                                         bool wall)
{
  if (!(overlap > 0.0)) return {n, 0.0, 0.0, R1, wall ? 0.0 : R2};
  const ElasticForce elastic = elastic_force<NormalForce>(law, overlap, R);
  const ContactDashpots c = dashpots<true>(law, elastic, elastic.kt, m);
  const double shorter = law.lever * overlap;
  return {n, c.normal, c.tangential, R1 - shorter, wall ? 0.0 : R2 - shorter};
}

}    // namespace VARDEM
#endif
