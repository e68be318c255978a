// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_HALF_KICK_CHANGES_H
#define VARDEM_HOST_HALF_KICK_CHANGES_H

#include "host/atoms/rigid_members.h"
#include "pointers.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

class FullStepIntegrator;

/** How the velocities of owned atoms change in the first half of a step
 *  (kernels/contact/full_step_velocity.h). Each atom has a row of 6 numbers: velocity, angular
 *  velocity. */
class HalfKickChanges : protected Pointers {
 public:
  static constexpr int COLUMNS = 6;

  explicit HalfKickChanges(LAMMPS *lmp) : Pointers(lmp) {}

  /** Finds the fixes of the run that move atoms otherwise than by half kicks. */
  void init();
  /** Are there such fixes? */
  bool any_special() const { return !rigid.empty() || !movers.empty(); }
  /** Groups whose integrators know the changes. Their changes are zero, or the integrators offer
   *  them. */
  int full_step_groups() const { return full_step_bits; }
  const std::vector<const FullStepIntegrator *> &full_step_integrators() const { return full_step; }

  /** Puts the velocities at the step into the rows. */
  void keep(double **rows) const;
  /** Turns them into changes, after all fixes have made the first half of the step, and before
   *  atoms go to another image. */
  void find(double **rows);

 private:
  std::vector<RigidBodies> rigid;
  std::vector<const Fix *> movers;    // fixes move
  std::vector<const FullStepIntegrator *> full_step;
  int full_step_bits = 0;    // their groups
  std::vector<Member> members;

  void find_of_members(double **rows);
  void take(const FullStepIntegrator *integrator, double **rows) const;
  void forget_prescribed(const Fix *mover, double **rows) const;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
