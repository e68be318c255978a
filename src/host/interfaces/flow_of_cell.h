// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_FLOW_OF_CELL_H
#define VARDEM_HOST_FLOW_OF_CELL_H

#include "host/interfaces/styles_with.h"
#include "kernels/flow.h"
#include "kernels/streaming.h"

#include <optional>

namespace LAMMPS_NS::VARDEM_NS {

class CellStreaming;

/** A fix that adds the flow of the cell to forces and torques: fix deform/gradv, fix streaming. */
class FlowOfCell {
 public:
  virtual CellStreaming &cell_streaming() = 0;
  /** L at the time step; empty if it is that of the cell, which LAMMPS knows. */
  virtual std::optional<VARDEM::UpperTriangle> gradient_full_step() const { return {}; }
  /** The cell in the step of contact dynamics that begins now, of length h. */
  virtual VARDEM::YieldingCell yielding_cell(double /*h*/) { return {}; }
  /** Takes what the contacts of this step have done to it. */
  virtual void give_way(const VARDEM::CellResponse &) {}

 protected:
  ~FlowOfCell() = default;
};

/** A fix that integrates clumps and lets them follow the flow of the cell: fix
 *  rigid/small/variational, which also damps each as a whole, and fix rigid/small/cd. Sums are
 *  those of this process. */
class FlowingClumps {
 public:
  /** For each owned atom the number of its body, or 0. */
  virtual const tagint *members() const = 0;
  /** Sum over bodies of M v_f v_f, v_f = V - L (X - origin). */
  virtual VARDEM::UpperTriangle kinetic_stress(const VARDEM::UpperTriangle &L,
                                               const VARDEM::Vec3 &origin) const = 0;
  /** What bodies add to the moments of all interactions, so that these become those between bodies:
   *  sums over members of r f, its symmetric part, and of r x f, where r is the arm of force f from
   *  the center of the body; and the gyroscopic power. frame: spin of the flow with which they
   *  turn. */
  virtual VARDEM::FlowMoments flow_moments(const VARDEM::Vec3 &frame) const = 0;
  /** The fix of the flow goes away. From now on members have velocities without those of the
   *  periodic images in which they are, as after the input has set them. */
  virtual void end_flow() = 0;
  /** For each owned atom the index of its body, or -1. Null before the set-up of the fix. */
  virtual const int *body_of_atoms() const = 0;

 protected:
  ~FlowingClumps() = default;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
