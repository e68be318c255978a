// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_TIME_STEP_H
#define VARDEM_HOST_TIME_STEP_H

namespace LAMMPS_NS {

class Fix;
class LAMMPS;
class Update;

namespace VARDEM_NS {

  /** Sets the time step during a run and tells everything that depends on it. These are the calls
   *  of fix dt/reset. */
  void set_time_step(LAMMPS *lmp, double dt);

  /** Stops if the time step is not a number > 0, by which fix `divider` divides. To be called in
   *  each step, since the time step may change in any, and by all processes. A run of 0 steps needs
   *  none. */
  void require_time_step(LAMMPS *lmp, const Fix *divider);

  /** Looks for fixes that do not go with a time step that changes during a run, set by fix
   *  `setter`. It is an error if one of them would end the run with a message that does not name
   *  the setter. A warning names the fixes that lose accuracy, unless `warned` is true, and sets
   *  it. */
  void require_changeable_step(LAMMPS *lmp, const Fix *setter, bool &warned);

  /** Do the present forces belong to a time step, and not to a set-up or a minimization? */
  bool in_time_step(const Update *);

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
