// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CELL_FLOW_H
#define VARDEM_HOST_CELL_FLOW_H

#include "domain.h"
#include "kernels/flow.h"

namespace LAMMPS_NS {
class LAMMPS;
}    // namespace LAMMPS_NS

namespace LAMMPS_NS::VARDEM_NS {

/** Do velocities include the flow of the cell? They do if a fix deform with `remap v`, or a fix
 *  deform/gradv, is active. */
inline bool velocities_flow(const Domain *domain)
{
  return domain->deform_flag && domain->deform_vremap;
}

/** Flow of the cell at the time step, to be subtracted from full-step velocities. It is the flow of
 *  compute temp/deform. With fix deform/gradv its gradient is the mean of the gradients of the
 *  steps before and after. turns: particles turn with it (keyword spin). */
struct FullStepFlow {
  VARDEM::Flow flow;
  bool turns;
};
FullStepFlow full_step_flow(LAMMPS *);

/** (H' - H) H^-1 of the step of length h that begins now, with the cells H at its start and H' at
 *  its end, for callers in INITIAL_INTEGRATE. Fix deform goes on at its rate. */
VARDEM::UpperTriangle displacement_in_step(LAMMPS *, double h);

/** Flow of the cell at t - dt/2, for callers in POST_FORCE or later in the step that ends at t. The
 *  cell has made its step dt already, and h_rate is (H(t) - H(t - dt))/dt. A flip changes neither L
 *  nor u. */
inline VARDEM::Flow midstep_flow(const Domain *domain, double dt)
{
  using namespace VARDEM;
  const UpperTriangle rate = upper(domain->h_rate);
  const Vec3 lo{domain->boxlo[0], domain->boxlo[1], domain->boxlo[2]};
  const Vec3 rate_lo{domain->h_ratelo[0], domain->h_ratelo[1], domain->h_ratelo[2]};
  const UpperTriangle middle = upper(domain->h) - 0.5 * dt * rate;
  return {rate * inverse(middle), lo - 0.5 * dt * rate_lo, rate_lo};
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
