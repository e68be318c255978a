// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_GRAVITY_WORK_H
#define VARDEM_HOST_GRAVITY_WORK_H

#include "fix.h"
#include "force.h"
#include "host/energy/energy_sources.h"
#include "host/energy/kinetic_energy.h"
#include "host/interfaces/integrators.h"
#include "modify.h"
#include "update.h"

#include <optional>

namespace LAMMPS_NS::VARDEM_NS {

/** Work of all fixes gravity on the atoms in the group of a fix (the ledger), added up from the
 *  half kicks (kernels/energy.h). Numbers are of the atoms of this process, in units of mass *
 *  velocity^2. The /kk style computes the sums on the device.
 *
 *  Fixes of rigid bodies, fixes that start a flow, and integrators with keyword restart exact set
 *  velocities in their setup(), which may come after setup() of the ledger. Then open_step() finds
 *  the velocities before the first half kick of a run from the velocities after it. Otherwise the
 *  velocities at the start of the run count, whatever the integrator does first. */
class GravityWork : protected Pointers {
 public:
  GravityWork(LAMMPS *lmp, const Fix *ledger_in, const RigidEnergies &rigid_in) :
      Pointers(lmp), rigid(rigid_in), ledger(ledger_in), h(update->dt)
  {
  }

  /** Finds the fixes gravity of this input: to be called by init(). */
  virtual void init()
  {
    gravity_fields = acting_gravity_fields(lmp, ledger->groupbit);
    counted_bits = 0;
    for (auto *source : fixes_with<EnergySource>(modify))
      if (takes(ledger, source, EnergyPart::GRAVITY))
        counted_bits |= moved_bits(dynamic_cast<const Fix *>(source));
    implicit_bits = full_step_groups(modify);
  }
  /** Is there gravity? If not, close_step() has nothing to do. */
  bool acts() const { return !gravity_fields.empty(); }

  // in this order: start_run() by setup(), open_step() behind the first half kick of each step and
  // the drift, when the forces are still those of the step before, close_step() at its end,
  // finish_run() by post_run()

  void start_run()
  {
    h = update->dt;
    fresh = true;
    open = false;
    keep_velocities();
  }
  void open_step()
  {
    h = update->dt;
    open = true;
    if (fresh && acts()) {
      if (flow_before) flow_before->h = 2.0 * h;
      VARDEM::KickSums sums = kick_sums(flow_before);
      sums.f += force_beyond_members();
      VARDEM::KickWork b = read();
      b.last = before_kick(sums, half_kick());
      if (velocities_known) b.last.v = first_velocities;
      write(b);
    }
    fresh = false;
  }
  void close_step()
  {
    if (open && acts()) add_step(frame_of_flow(lmp));    // in a rerun there was no step
    open = false;
  }
  void finish_run()
  {
    if (!fresh && acts()) {
      VARDEM::KickWork b = read();
      b.work += work_in_forces_beyond_members();
      write(b);
    }
    fresh = true;
    keep_velocities();
  }
  // Around what may insert or delete atoms in a step: the implicit step of those that were there
  // has been made, so that close_step() must not count half of a step for the others.

  void before_turnover() { implicit_before = implicit_sum(); }
  void after_turnover()
  {
    if (implicit_bits == 0 || !acts()) return;
    VARDEM::KickWork b = read();
    b.work += half_kick() * (implicit_before - implicit_sum());
    write(b);
  }
  /** Within a step: behind its first half kick, before its end. */
  bool within_step() const { return open; }
  /** Work so far, at any time. */
  double work()
  {
    VARDEM::KickWork b = read();
    if (fresh || !acts()) return b.work;
    if (open) b.close_step(kick_sums(frame_of_flow(lmp)), half_kick());
    return b.work + work_in_forces_beyond_members();
  }

 protected:
  using Flow = std::optional<VARDEM::FrameOfFlow>;

  const RigidEnergies &rigid;
  std::vector<GravityField> gravity_fields;
  int counted_bits = 0;     // other fixes count the work on atoms of any of these groups
  int implicit_bits = 0;    // groups of an implicit integrator

  /** The factor of force/mass in the half kicks of the last step. */
  double half_kick() const { return 0.5 * h * force->ftm2v; }
  virtual VARDEM::KickSums kick_sums(const Flow &flow)
  {
    return in_frame(flow, [&](const auto &frame) {
      VARDEM::KickSums sums;
      const int nlocal = atom->nlocal;
      for (const auto &gravity_field : gravity_fields) {
        const VARDEM::KickTerm<std::decay_t<decltype(frame)>, Points> term = {
            frame, Points(atom, gravity_field.bits), gravity_field.acceleration(), counted_bits,
            implicit_bits};
        for (int i = 0; i < nlocal; i++) term(i, sums);
      }
      return sums;
    });
  }
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
  bool fresh = true;                // no step in this run
  bool velocities_known = false;    // where the run starts: the next number
  double first_velocities = 0.0;    // of KickSums
  bool open = false;
  double implicit_before = 0.0;    // of KickSums
  double h;                        // of the step that is being made, or was made last
  Flow flow_before;                // at the start of the run

  double implicit_sum()
  {
    return implicit_bits != 0 && acts() ? kick_sums(frame_of_flow(lmp)).implicit : 0.0;
  }
  /** The sums of the velocities that the first step of the next run needs. */
  void keep_velocities()
  {
    flow_before = frame_of_flow(lmp);
    velocities_known = acts() && !flow_before && !rigid.any() && !velocities_at_half_step(modify);
    if (velocities_known) first_velocities = kick_sums(flow_before).v;
  }
  /** Within a run, the terms with forces in closing_work() and opening_work() of the same time
   *  step cancel. So the forces beyond those on members are needed only at the beginning and at
   *  the end of a run. */
  double work_in_forces_beyond_members()
  {
    VARDEM::KickSums sums;
    sums.f = force_beyond_members();
    return closing_work(sums, half_kick());
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
