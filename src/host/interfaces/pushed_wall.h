// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_PUSHED_WALL_H
#define VARDEM_HOST_PUSHED_WALL_H

#include "host/interfaces/styles_with.h"
#include "kernels/contact/free_wall.h"

namespace LAMMPS_NS::VARDEM_NS {

/** A rigid wall that contact dynamics may move by forces: fix wall/contact. */
class PushedWall {
 public:
  /** Where it is at the start of a step, with its load. Null if it does not move by forces. */
  virtual const VARDEM::FreeWall *pushed_wall() const = 0;
  /** Makes this step. The contacts give the wall the impulse g, and G about its pivot, over all
   *  processes, which all must call it. */
  virtual void push(const VARDEM::Vec3 &g, const VARDEM::Vec3 &G) = 0;
  /** The longest way of its points in a step at its present velocity. */
  virtual double way_in_step() const = 0;

 protected:
  ~PushedWall() = default;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
