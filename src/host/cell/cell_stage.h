// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CELL_STAGE_H
#define VARDEM_HOST_CELL_STAGE_H

#include "host/cell/cell_motion.h"
#include "host/cell/command_text.h"
#include "pointers.h"

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace LAMMPS_NS {
class Fix;
}    // namespace LAMMPS_NS

namespace LAMMPS_NS::VARDEM_NS {

class StressServo;
class VelocityGradient;

/** A sequence of runs that the fix treats as one test, also over restart files. A stage has one
 *  kick, and deformation and work count from its start. It begins anew if another command changes
 *  the cell, or if the fix of a restart file had other keywords. */
class CellStage : protected Pointers {
 public:
  /** The parts of the fix that a stage changes. All of them must live as long as this object. */
  struct Parts {
    CellMotion &motion;
    CellStreaming &flow;
    StressServo &servo;
  };

  /** kick: does keyword kick ask for one? keywords: the keywords that a stage depends on, with
   *  their values. */
  CellStage(LAMMPS *, Fix *fix, const Parts &parts, bool kick, CommandText keywords);

  /** For a hook before the first forces of a run, which depend on the velocities of particles and
   *  of periodic images: gives the cell its rate. It returns the gradient whose flow must be added
   *  to the velocities now, if there is one. */
  std::optional<VARDEM::UpperTriangle> begin_run(const VelocityGradient &gradient);

  /** Keeps the cell of this time step, to notice if another command changes it. */
  void keep_box() { motion.state.box = box_of(domain); }

  /** For the hooks of the fix with these names. The record has the state of the motion and of the
   *  servos, and the keywords. */
  void write_restart(FILE *);
  void restart(const char *buf);

 private:
  Fix *fix;
  CellMotion &motion;
  CellStreaming &flow;
  StressServo &servo;
  bool kick_due;
  CommandText keywords;
  VARDEM::UpperTriangle carried;    // L of the flow of the last stage, which velocities contain
  bool follows;                     // the next stage must add only the difference of its flow
  std::string message;              // for the log: does the stage of the restart file go on

  void begin_anew();
  void continue_stage();
  void warn_of_second_flow() const;
  std::vector<Fix *> restarted_forces() const;
  void forget_restarted_forces(bool kicks) const;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
