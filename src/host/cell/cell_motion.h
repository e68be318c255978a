// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CELL_MOTION_H
#define VARDEM_HOST_CELL_MOTION_H

#include "domain.h"
#include "host/cell/cell_shape.h"
#include "pointers.h"

namespace LAMMPS_NS::VARDEM_NS {

class CellStreaming;

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
  CellMotion(LAMMPS *, const CellStreaming &flow);

  /** Counts deformation and work from here. The particles have no L, and the cell has no rate. */
  void reset();

  /** Starts a stage with gradient L at this time. */
  void start(const VARDEM::UpperTriangle &L);

  /** Makes the step of size h with state.after. It stops before a step that would turn the cell
   *  inside out. style: the style of the fix, for the message. */
  void advance(const char *style, double h);

  /** Sets the rates of domain to the rates of the last step, or to the given rate. FixDeform sets
   *  them to 0 when a run begins. */
  void give_rates() const { give_rates(state.rate); }
  void give_rates(const VARDEM::UpperTriangle &rate) const;

  /** For a flip: from now on the rate belongs to the new edge vectors. */
  void flip(const CellFlips &);

  /** L at the time step: the mean of L of the steps before and after. */
  VARDEM::UpperTriangle full_step() const
  {
    return state.started ? 0.5 * (state.before + state.after) : state.before;
  }

  /** The rate of the cell in the next step of size h, and at the time step. */
  VARDEM::UpperTriangle next_rate(double h) const;
  VARDEM::UpperTriangle full_step_rate() const { return full_step() * VARDEM::upper(domain->h); }

  /** Adds the work of the last step by the trapezoidal rule. power, next: rates of the work at its
   *  end, with L of this step and with L of the next one [energy/time]. */
  void add_work(double power, double next);

  /** Size of the last step. */
  double last_step() const { return step; }

 private:
  const CellStreaming &flow;
  double step;
  void check_step(const char *style, double h) const;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
