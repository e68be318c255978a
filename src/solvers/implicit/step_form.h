// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_STEP_FORM_H
#define VARDEM_STEP_FORM_H

namespace VARDEM {

// --- the form of an implicit time step ---
//
// Source: De Klerk et al., arXiv:2103.01757, (29)-(31), corrected in doc/notes/implicit-steps.md 1.
// With the motion u of a step of length h, from the positions x and the momenta p, a step solves
//   p/h - M u/h^2 + weight (F(x + at u) + loads) - drag C u/h = 0
// with the elastic forces F and the dashpots C; then the new momenta are p + h (F + loads - mean of
// C u/h). The momenta of the family are not the momenta of the time of the positions unless alpha =
// 1/2: the velocity of the step is M^-1 (p + ahead h (F + loads)), with the forces at the
// positions.

struct StepForm {
  double at = 0.5;           // contacts are taken at the positions x + at u
  double weight = 0.5;       // of elastic forces and loads
  double drag = 0.5;         // of dashpots
  double predicted = 0.5;    // held dashpots are those at x + predicted h v
  double ahead = 0.0;
  // weight of the dashpots at x + (1 - at) u in the new momenta; in the balance it is drag
  double closing = 0.0;
  bool discrete = false;      // discrete gradient of the energy between x and x + u
  bool live = false;          // dashpots at x + at u, otherwise held
  bool two_starts = false;    // try u = 0 as a start, too
  // behind a step without solution, velocities follow from the motion: v + (u/h - v)/weight
  bool by_motion = false;

  /** Do the new momenta have the dashpots of the balance alone, and none at x + (1 - at) u? */
  bool has_same_dashpots() const { return at == 1.0 - at || discrete || two_starts; }
};

/** De Klerk's family: ALPHA = 0 is leapfrog with implicit dashpots, 1/2 the implicit midpoint. */
inline StepForm form_of_alpha(double alpha)
{
  StepForm form;
  form.at = form.predicted = alpha;
  form.weight = 1.0 - alpha;
  form.drag = form.closing = 0.5;
  form.ahead = 0.5 - alpha;
  return form;
}

/** The theta scheme; theta = 1 is the implicit Euler step. Dashpots are held where the step
 *  starts. */
inline StepForm form_of_theta(double theta)
{
  StepForm form;
  form.at = form.weight = form.drag = theta;
  form.closing = 1.0 - theta;
  form.predicted = theta > 0.5 ? 0.0 : 0.5;
  form.two_starts = form.by_motion = theta > 0.5;
  return form;
}

/** Without velocities and dashpots: to the least potential energy, with an inertia that holds
 *  bodies back. h is 1. */
inline StepForm form_of_rest()
{
  StepForm form;
  form.at = form.weight = 1.0;
  form.drag = form.predicted = 0.0;
  return form;
}

/** The midpoint with forces that conserve the energy. */
inline StepForm form_of_energy()
{
  StepForm form;
  form.at = 1.0;
  form.closing = 0.5;
  form.discrete = true;
  return form;
}

}    // namespace VARDEM
#endif
