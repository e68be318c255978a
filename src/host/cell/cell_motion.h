// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CELL_MOTION_H
#define VARDEM_HOST_CELL_MOTION_H

#include "domain.h"
#include "error.h"
#include "host/cell/cell_shape.h"
#include "host/cell/cell_streaming.h"
#include "pointers.h"

#include <cmath>

namespace LAMMPS_NS::VARDEM_NS {

/** The state that a run takes over from the run before it. A restart file has the bytes of this
 *  record. */
struct CellState {
  VARDEM::UpperTriangle before, after;    // L of the last step and of the next one
  VARDEM::UpperTriangle driven;           // part of `after` that the servos add
  VARDEM::UpperTriangle rate;             // domain->h_rate ...
  VARDEM::Vec3 corner;                    // ... and h_ratelo of the last step
  VARDEM::Vec3 origin;                    // of the flow, in the restart file
  VARDEM::UpperTriangle F;                // deformation since the start of the stage
  double volume;                          // at that start
  double work;                            // of the cell on the particles, since that start
  double power;                           // rate of the work, with the L of the next step
  CellBox box;                            // at the end of the last step
  int started, kicked;
};

/** Moves the cell by a velocity gradient, equation (33) of Woo, "Motion integration", and counts
 *  its deformation and work. A stage is the time over which they count; see CellStage. */
class CellMotion : protected Pointers {
 public:
  CellState state;

  /** flow: its origin is the fixed point of the motion. It must live as long as this object. */
  CellMotion(LAMMPS *lmp, const CellStreaming &flow_in) : Pointers(lmp), flow(flow_in) { reset(); }

  /** Counts deformation and work from here. The particles have no L, and the cell has no rate. */
  void reset()
  {
    state = {};
    state.F = VARDEM::IDENTITY;
    state.volume = volume_of(domain);
  }

  /** Starts a stage with gradient L at this time. */
  void start(const VARDEM::UpperTriangle &L)
  {
    state.before = L;
    state.F = VARDEM::IDENTITY;
    state.volume = volume_of(domain);
    state.rate = L * VARDEM::upper(domain->h);
    state.corner = flow.corner_rate(L, 0.0);
    give_rates();
  }

  /** Makes the step of size h with state.after. It stops before a step that would turn the cell
   *  inside out. style: the style of the fix, for the message. */
  void advance(const char *style, double h)
  {
    check_step(style, h);
    const VARDEM::UpperTriangle L = state.after, change = VARDEM::midpoint_step(L, h);
    move_cell(domain, change, L, flow.origin);

    state.F = change * state.F;
    step = h;
    state.rate = VARDEM::cell_rate(L, h, VARDEM::upper(domain->h));
    state.corner = flow.corner_rate(L, h);
    state.before = L;
    state.started = 1;
    give_rates();
  }

  /** Sets the rates of domain to the rates of the last step, or to the given rate. FixDeform sets
   *  them to 0 when a run begins. */
  void give_rates() const { give_rates(state.rate); }
  void give_rates(const VARDEM::UpperTriangle &rate) const
  {
    set_rates(domain, rate, state.corner);
  }

  /** For a flip: from now on the rate belongs to the new edge vectors. */
  void flip(const CellFlips &flips)
  {
    state.rate = flips(state.rate);
    give_rates();
  }

  /** L at the time step: the mean of L of the steps before and after. */
  VARDEM::UpperTriangle full_step() const
  {
    return state.started ? 0.5 * (state.before + state.after) : state.before;
  }

  /** The rate of the cell in the next step of size h, and at the time step. */
  VARDEM::UpperTriangle next_rate(double h) const
  {
    const VARDEM::UpperTriangle H = VARDEM::upper(domain->h);
    return VARDEM::cell_rate(state.after, h, VARDEM::midpoint_step(state.after, h) * H);
  }
  VARDEM::UpperTriangle full_step_rate() const { return full_step() * VARDEM::upper(domain->h); }

  /** Adds the work of the last step by the trapezoidal rule. power, next: rates of the work at its
   *  end, with L of this step and with L of the next one [energy/time]. */
  void add_work(double power, double next)
  {
    state.work += 0.5 * step * (state.power + power);
    state.power = next;
  }

  double last_step() const { return step; }

 private:
  const CellStreaming &flow;
  double step = 0.0;
  void check_step(const char *style, double h) const
  {
    const VARDEM::UpperTriangle &L = state.after;
    for (const double rate : {L.xx, L.yy, L.zz})
      if (!(std::fabs(h * rate) < 1.0))
        error->all(FLERR, Error::NOLASTLINE,
                   "Fix {}: gradient {} changes a side of the cell by its own length in a single "
                   "step of {}; use a smaller gradient or time step",
                   style, rate, h);
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
