// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CELL_STRESS_H
#define VARDEM_HOST_CELL_STRESS_H

#include "compute.h"
#include "host/cell/cell_shape.h"
#include "host/input/number_or_variable.h"
#include "kernels/flow.h"
#include "kernels/servo.h"
#include "kernels/streaming.h"
#include "pointers.h"

#include <functional>
#include <string>
#include <vector>

namespace LAMMPS_NS {
class Compute;
}

namespace LAMMPS_NS::VARDEM_NS {

class KeywordReader;

/** Keyword stress: drives components of the stress of a cell to their targets by components of the
 *  velocity gradient. */
class StressServo : protected Pointers {
 public:
  explicit StressServo(LAMMPS *);

  /** Reads keyword stress. Returns false if the keyword is another. */
  bool read(KeywordReader &keyword);

  /** Stops with an error if the variable of a target does not exist or is not of style equal. */
  void init(const char *style);

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

  /** The cell in a step h of contact dynamics, which finds the rates along the axes of the cell.
   *  The inertia of the cell is that of its grains, moving by its rate. */
  VARDEM::YieldingCell yielding_cell(double h);
  /** Takes what the contacts of the step have done to it. Returns the change of the gradient. */
  VARDEM::UpperTriangle give_way(const VARDEM::Vec3 &on_cell);

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
    NumberOrVariable goal;
    double target, limit;    // the target now
    VARDEM::Servo servo;
    bool warned;
  };
  std::vector<Drive> drives;
  double mass = 0.0;                 // of all particles
  double step = 0.0;                 // of contact dynamics; 0: it does not find any rate
  VARDEM::YieldingCell cell = {};    // in this step ...
  VARDEM::Vec3 on_cell = {};         // ... and what contacts have done to it

  bool yields(const Drive &drive) const { return step > 0.0 && drive.component < 3; }
};

class CellStreaming;

/** Stress in the cell, in pressure units, tension positive. All processes must call the functions
 *  that measure it. */
class CellStress : protected Pointers {
 public:
  explicit CellStress(LAMMPS *lmp) : Pointers(lmp) {}
  ~CellStress() override;
  CellStress(const CellStress &) = delete;
  CellStress &operator=(const CellStress &) = delete;

  /** For post_constructor() of a fix: defines a compute pressure without a kinetic part, whose ID
   *  begins with that of the fix. With clumps its virial leaves out fixes: forces that hold a clump
   *  together do no work in the flow. */
  void create(const std::string &fix_id, const CellStreaming &flow);

  /** For init() of the fix. */
  void init();
  /** LAMMPS adds up the virial in the step that ends at the given time step. */
  void will_be_needed(bigint step) { pressure->addstep(step); }

  /** The torques of the interactions on this process: CellStreaming::torque() in pre_reverse() of
   *  this step. */
  void take_torque(const VARDEM::Vec3 &torque) { own_torque = torque; }
  /** Measures the stress of the interactions between particles and clumps at this time step, and
   *  the other numbers of their work in the flow. frame: spin with which they turn; gyroscopic: of
   *  the particles of this process. */
  void measure(const CellStreaming &flow, const VARDEM::Vec3 &frame, double gyroscopic);
  const VARDEM::UpperTriangle &of_interactions() const { return stress; }

  /** As measure(), and the kinetic part of the velocities relative to the flow. kinetic: gives the
   *  sum of m v_f v_f over the particles of this process. It is called once in a step. */
  const VARDEM::UpperTriangle &total(const std::function<VARDEM::UpperTriangle()> &kinetic);

  /** The numbers from which power_of_flow() finds the rate of the work of the cell on the
   *  particles. sigma: the stress that does it. */
  VARDEM::FlowMoments moments(const VARDEM::UpperTriangle &sigma) const;

 private:
  std::string id;
  Compute *pressure = nullptr;
  VARDEM::UpperTriangle stress = {}, whole = {};    // whole: at whole_step
  bigint whole_step = -1;
  VARDEM::Vec3 own_torque = {};    // of the particles of this process
  // torques of all processes; clumps count as particles, or as bodies
  VARDEM::Vec3 of_particles = {}, of_bodies = {};
  double gyroscopic = 0.0;
  double reported = 0.0;    // part of the antisymmetric stress in the virial, in xy, xz and yz

  double reported_part() const;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
