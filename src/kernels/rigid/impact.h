// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_IMPACT_H
#define VARDEM_IMPACT_H

#include "kernels/macros.h"

namespace VARDEM {

// --- how fast the gap of two rigid bodies may close in a step, with and without an impact ---
//
// Sources: Olsen & Kamrin, arXiv:1805.07437, (13)-(16): the gap at the end of a step of length h,
// by the rates at this end, is not negative. Newton's rule of restitution for bodies that hit each
// other in the step: doc/notes/contact-dynamics.md 2. Rates are those of the gap [length/time];
// they are negative if bodies approach.

/** A contact at the start of a step. */
struct RigidGap {
  double gap;     // < 0: overlap
  double rate;    // with the velocities at the start of the step
  // with the velocities that the bodies would have at its end without contact forces
  double free_rate;
};

/** The least gap in a step of length h, if bodies keep their velocities or get their velocities
 *  without contact forces. */
VARDEM_INLINE double least_gap(const RigidGap &c, double h)
{
  const double rate = c.rate < c.free_rate ? c.rate : c.free_rate;
  return rate < 0.0 ? c.gap + h * rate : c.gap;
}

/** The least rate at the end of the step. */
struct GapTarget {
  double rate;
  bool hit;    // do the bodies hit each other in this step?
};

/** Overlaps are pushed out, but not faster than `fastest`. */
VARDEM_INLINE double closing_rate(double gap, double h, double fastest)
{
  const double rate = -gap / h;
  return rate < fastest ? rate : fastest;
}

/** Bodies hit each other if their gap closes in the step at the rate of its start, and if they
 *  approach faster than `slow`. Round numbers of an input often make one of these a tie. Both
 *  copies of a contact across a periodic boundary have to decide it alike, although their numbers
 *  differ by round-off. So a tie counts as a hit. */
VARDEM_INLINE bool is_hit(const RigidGap &c, double h, double slow)
{
  constexpr double TIE = 1.0 + 1e-6;
  return c.rate < 0.0 && -TIE * c.rate > slow && c.gap + TIE * h * c.rate < 0.0;
}

/** The target of a contact with Newton's coefficient of restitution e. */
VARDEM_INLINE GapTarget target_of(const RigidGap &c, double e, double h, double fastest,
                                  double slow)
{
  const double closing = closing_rate(c.gap, h, fastest);
  const bool hit = is_hit(c, h, slow);
  const double rebound = -e * c.rate;
  return {hit && e > 0.0 && rebound > closing ? rebound : closing, hit};
}

/** Here `slow` is twice the speed by which the loads of one step bring the bodies together:
 *  otherwise bodies at rest would hop. */
VARDEM_INLINE GapTarget target_of(const RigidGap &c, double e, double h, double fastest)
{
  const double gain = c.free_rate - c.rate;
  return target_of(c, e, h, fastest, gain < 0.0 ? -2.0 * gain : 2.0 * gain);
}

/** The force over the step that brings two bodies to the rate of their target, if no other contact
 *  acts on them. mobility: by how much a unit force opens the gap in the step, h^2 (1/m_1 +
 *  1/m_2). */
VARDEM_INLINE double lone_force(double target, double free_rate, double inverse_effective_mass,
                                double h)
{
  const double gain = target - free_rate;
  return gain > 0.0 ? h * gain / inverse_effective_mass : 0.0;
}

}    // namespace VARDEM
#endif
