// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_GRAVITY_WORK_H
#define VARDEM_HOST_GRAVITY_WORK_H

#include "force.h"
#include "host/energy/kinetic_energy.h"

#include <optional>

namespace LAMMPS_NS::VARDEM_NS {

/** Work of all fixes gravity on the atoms in the group of a fix (the ledger), added up from the
 *  half kicks (kernels/energy.h). Numbers are of the atoms of this process, in units of mass *
 *  velocity^2. The /kk style computes the sums on the device.
 *
 *  Fixes of rigid bodies, and fixes that start a flow, set velocities in their setup(), which may
 *  come after setup() of the ledger. Then open_step() finds the velocities before the first half
 *  kick of a run from the velocities after it. Otherwise the velocities at the start of the run
 *  count, whatever the integrator does first. */
class GravityWork : protected Pointers {
 public:
  GravityWork(LAMMPS *lmp, const Fix *ledger, const RigidEnergies &rigid);

  /** Finds the fixes gravity of this input: to be called by init(). */
  virtual void init();
  /** Is there gravity? If not, close_step() has nothing to do. */
  bool acts() const { return !gravity_fields.empty(); }

  // in this order: start_run() by setup(), open_step() behind the first half kick of each step and
  // the drift, when the forces are still those of the step before, close_step() at its end,
  // finish_run() by post_run()

  void start_run();
  void open_step();
  void close_step();
  void finish_run();
  /** Within a step: behind its first half kick, before its end. */
  bool within_step() const { return open; }
  /** Work so far, at any time. */
  double work();

 protected:
  using Flow = std::optional<VARDEM::FrameOfFlow>;

  const RigidEnergies &rigid;
  std::vector<GravityField> gravity_fields;
  int counted_bits = 0;     // other fixes count the work on atoms of any of these groups
  int implicit_bits = 0;    // groups of an implicit integrator

  /** The factor of force/mass in the half kicks of the last step. */
  double half_kick() const { return 0.5 * h * force->ftm2v; }
  virtual VARDEM::KickSums kick_sums(const Flow &flow);
  virtual void add_step(const Flow &flow) { total.close_step(kick_sums(flow), half_kick()); }
  virtual VARDEM::KickWork read() { return total; }
  virtual void write(const VARDEM::KickWork &b) { total = b; }
  virtual double force_beyond_members()
  {
    return rigid.force_beyond_members(gravity_fields, counted_bits);
  }

 private:
  const Fix *ledger;
  VARDEM::KickWork total;
  bool fresh;                       // no step in this run
  bool velocities_known = false;    // where the run starts: the next number
  double first_velocities = 0.0;    // of KickSums
  bool open;
  double h;            // of the step that is being made, or was made last
  Flow flow_before;    // at the start of the run

  /** The sums of the velocities that the first step of the next run needs. */
  void keep_velocities();
  double work_in_forces_beyond_members();
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
