// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_STRESS_SERVO_H
#define VARDEM_HOST_STRESS_SERVO_H

#include "host/cell/cell_shape.h"
#include "kernels/servo.h"
#include "pointers.h"

#include <string>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** Keyword stress: drives components of the stress of a cell to their targets by components of the
 *  velocity gradient. */
class StressServo : protected Pointers {
 public:
  explicit StressServo(LAMMPS *);

  /** Reads keyword stress of fix `style` at arg[iarg]. Returns the index behind its values, or iarg
   *  if the keyword is another. */
  int parse(const char *style, int iarg, int narg, char **arg);

  /** Stops with an error if the variable of a target does not exist or is not of style equal. */
  void init(const char *style) const;

  /** Forgets what the servos have measured: for a new stage. */
  void reset();

  bool active() const { return !drives.empty(); }
  bool drives_component(int c) const;

  /** The rates that the servos add to the gradient. */
  VARDEM::UpperTriangle rates() const;

  /** Finds the rates of the next step from the stress at the end of a step h with gradient L. It
   *  evaluates variables: the caller must wrap it by clearstep_compute() and addstep_compute().
   *  Warns once about a rate that stays at its bound. */
  void advance(const char *style, const VARDEM::UpperTriangle &stress,
               const VARDEM::UpperTriangle &L, double h);

  /** State of all six components for the restart file; zero for those without a servo. */
  std::vector<double> pack() const;
  void unpack(const double *);
  static std::size_t packed_size()
  {
    return VARDEM::UPPER * sizeof(VARDEM::Servo) / sizeof(double);
  }

 private:
  struct Drive {
    int component;
    double target, limit;
    std::string variable;
    VARDEM::Servo servo;
    bool warned;
  };
  std::vector<Drive> drives;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
