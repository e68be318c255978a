// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/energy/gravity_work.h"

#include "fix.h"
#include "host/energy/energy_sources.h"
#include "host/interfaces/integrators.h"
#include "modify.h"
#include "update.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::KickSums;
using VARDEM::KickWork;

GravityWork::GravityWork(LAMMPS *lmp, const Fix *ledger_in, const RigidEnergies &rigid_in) :
    Pointers(lmp), rigid(rigid_in), ledger(ledger_in), fresh(true), open(false), h(update->dt)
{
}

void GravityWork::init()
{
  gravity_fields = acting_gravity_fields(lmp, ledger->groupbit);
  counted_bits = 0;
  for (auto *source : fixes_with<EnergySource>(modify))
    if (takes(ledger, source, EnergyPart::GRAVITY))
      counted_bits |= moved_bits(dynamic_cast<const Fix *>(source));
  implicit_bits = 0;
  for (auto *fix : fixes_with<FullStepIntegrator>(modify)) implicit_bits |= fix->full_step_groups();
}

KickSums GravityWork::kick_sums(const Flow &flow)
{
  return in_frame(flow, [&](const auto &frame) {
    KickSums sums;
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

void GravityWork::start_run()
{
  h = update->dt;
  fresh = true;
  open = false;
  keep_velocities();
}

void GravityWork::keep_velocities()
{
  flow_before = frame_of_flow(lmp);
  velocities_known = acts() && !flow_before && !rigid.any();
  if (velocities_known) first_velocities = kick_sums(flow_before).v;
}

void GravityWork::open_step()
{
  h = update->dt;
  open = true;
  if (fresh && acts()) {
    if (flow_before) flow_before->h = 2.0 * h;
    KickSums sums = kick_sums(flow_before);
    sums.f += force_beyond_members();
    KickWork b = read();
    b.last = before_kick(sums, half_kick());
    if (velocities_known) b.last.v = first_velocities;
    write(b);
  }
  fresh = false;
}

void GravityWork::close_step()
{
  if (acts()) add_step(frame_of_flow(lmp));
  open = false;
}

// Within a run, the terms with forces in closing_work() and opening_work() of the same time step
// cancel. So the forces beyond those on members are needed only at the beginning and at the end of
// a run.
double GravityWork::work_in_forces_beyond_members()
{
  KickSums sums;
  sums.f = force_beyond_members();
  return closing_work(sums, half_kick());
}

void GravityWork::finish_run()
{
  if (!fresh && acts()) {
    KickWork b = read();
    b.work += work_in_forces_beyond_members();
    write(b);
  }
  fresh = true;
  keep_velocities();
}

double GravityWork::work()
{
  KickWork b = read();
  if (fresh || !acts()) return b.work;
  if (open) b.close_step(kick_sums(frame_of_flow(lmp)), half_kick());
  return b.work + work_in_forces_beyond_members();
}
