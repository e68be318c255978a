/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_VARDEM_FLOW_H
#define LMP_VARDEM_FLOW_H

#include "domain.h"
#include "kernels/flow.h"

namespace LAMMPS_NS {

/** Is the flow of the cell part of the velocities: a fix deform with `remap v`, or fix deform/gradv, is active. */
inline bool vardem_flows(const Domain *domain)
{
  return domain->deform_flag && domain->deform_vremap;
}

/** Flow of the cell at the step, for velocities of the step: that of compute temp/deform; with fix deform/gradv its on-step
 *  gradient, which is the mean of those of the steps before and after. turns: does it turn particles (keyword spin). */
struct VardemOnStepFlow {
  VARDEM::Flow flow;
  bool turns;
};
VardemOnStepFlow vardem_on_step_flow(class LAMMPS *);

/** Flow of the cell at mid-step, seen from POST_FORCE or later in the same step: the cell has just made its step of dt
 *  to t, its rate (H(t) - H(t - dt))/dt is in h_rate, and the flow is that of t - dt/2. A flip changes neither L nor u. */
inline VARDEM::Flow vardem_flow(const Domain *domain, double dt)
{
  using namespace VARDEM;
  const Upper rate = upper(domain->h_rate);
  const Vec3 lo{domain->boxlo[0], domain->boxlo[1], domain->boxlo[2]};
  const Vec3 rate_lo{domain->h_ratelo[0], domain->h_ratelo[1], domain->h_ratelo[2]};
  const Upper middle = upper(domain->h) - 0.5 * dt * rate;
  return {rate * inverse(middle), lo - 0.5 * dt * rate_lo, rate_lo};
}

}    // namespace LAMMPS_NS
#endif
