// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_FOLLOWED_CELL_H
#define VARDEM_HOST_FOLLOWED_CELL_H

#include "domain.h"
#include "host/cell/cell_shape.h"
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

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
