/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_VARDEM_STRESS_SERVO_H
#define LMP_VARDEM_STRESS_SERVO_H

#include "kernels/servo.h"
#include "pointers.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

/** A component of a gradient, a cell or a stress, in the order in which commands and outputs of VARDEM have them. */
struct VardemComponent {
  const char *name;
  double VARDEM::Upper::*member;
  int row, column;
};
extern const VardemComponent VARDEM_COMPONENTS[VARDEM::UPPER];    // xx yy zz xy xz yz

/** Components of the velocity gradient of a cell that are driven to a target stress: keyword stress. */
class VardemStressServo : protected Pointers {
 public:
  explicit VardemStressServo(LAMMPS *);

  /** Reads keyword stress of fix `style` at arg[iarg]; returns the index behind it, iarg if it is another. */
  int parse(const char *style, int iarg, int narg, char **arg);

  /** Stops if the variable of a target is not to be had. */
  void init(const char *style) const;

  /** Forgets what the servos have measured: for a new stage. */
  void reset();

  bool active() const { return !drives.empty(); }
  bool drives_component(int c) const;

  /** What the servos add to a gradient. */
  VARDEM::Upper rates() const;

  /** Rates of the next step from the stress at the end of a step of h with gradient L. Variables are evaluated: the caller
   *  wraps it for computes. Warns once about a servo that has nothing to push against. */
  void advance(const char *style, const VARDEM::Upper &stress, const VARDEM::Upper &L, double h);

  /** State of all six components, for the restart file. */
  std::vector<double> pack() const;
  void unpack(const double *);
  static std::size_t packed_size();

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

}    // namespace LAMMPS_NS
#endif
