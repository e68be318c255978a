// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CELL_FLOW_H
#define VARDEM_HOST_CELL_FLOW_H

#include "domain.h"
#include "host/cell/cell_shape.h"
#include "kernels/flow.h"
#include "kernels/streaming.h"

namespace LAMMPS_NS::VARDEM_NS {

/** The velocity gradient L of a cell that another fix moves, after the particles. The L of a step
 *  is not known before the step, and is predicted from domain->h_rate. */
struct FollowedCell {
  // L of the last step; predicted L of the next one
  VARDEM::UpperTriangle before = {}, after = {};
  VARDEM::UpperTriangle cell = {};    // H at the start of the next step
  bool started = false;

  /** When a run begins. In a run that continues, velocities contain the prediction of the last
   *  step, so it stays. At this time h_rate still belongs to the start of the fix that moves the
   *  cell. */
  void begin_run(const Domain *domain, double h)
  {
    cell = VARDEM::upper(domain->h);
    if (started) return;
    predict(domain, h);
    before = present_gradient(domain);
  }

  /** Predicts L of the next step of size h: the edge vectors go on at their present rate. */
  void predict(const Domain *domain, double h)
  {
    cell = VARDEM::upper(domain->h);
    after = VARDEM::gradient_of_step(cell, cell + h * VARDEM::upper(domain->h_rate), h);
  }

  /** The cell has made its step of size h, and its L is known. `after` is still what was
   *  predicted. */
  void advance(const Domain *domain, double h)
  {
    before = VARDEM::gradient_of_step(cell, VARDEM::upper(domain->h), h);
    started = true;
  }

  /** Has the cell moved as predicted? Relative differences of L up to the bound are round-off of
   *  the cell. */
  bool predicted_well() const
  {
    constexpr double ROUND_OFF = 1.0e-12;
    return !(largest(before - after) > ROUND_OFF * largest(before));
  }

  /** L = dH/dt H^-1 as domain has it. */
  static VARDEM::UpperTriangle present_gradient(const Domain *domain)
  {
    return VARDEM::upper(domain->h_rate) * inverse(VARDEM::upper(domain->h));
  }
};

/** Do velocities include the flow of the cell? They do if a fix deform with `remap v`, or a fix
 *  deform/gradv, is active. */
inline bool velocities_flow(const Domain *domain)
{
  return domain->deform_flag && domain->deform_vremap;
}

/** Difference of the velocities of an image and its atom. rate: of the cell; pbc: as LAMMPS hands
 *  it to pack_forward_comm(). */
inline VARDEM::Vec3 image_velocity(const VARDEM::UpperTriangle &rate, const int *pbc)
{
  return {pbc[0] * rate.xx + pbc[5] * rate.xy + pbc[4] * rate.xz,
          pbc[1] * rate.yy + pbc[3] * rate.yz, pbc[2] * rate.zz};
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
