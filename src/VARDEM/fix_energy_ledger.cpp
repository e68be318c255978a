// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_energy_ledger.h"

#include "comm.h"
#include "error.h"
#include "force.h"
#include "host/atoms/gravity.h"
#include "host/atoms/time_step.h"
#include "host/interfaces/integrators.h"
#include "host/lammps/internals.h"
#include "host/store/restart.h"
#include "update.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace FixConst;
using VARDEM::FrameOfFlow;
using VARDEM::KineticEnergy;

static constexpr int RESTART_VERSION = 5;    // of the state in restart files

namespace {

/** In restart files: what is accumulated, and the powers in the half step that follows. */
struct State {
  Energies sum, powers;
};

}    // namespace

/** Energy that comes from outside: it has the sign - in the sum. */
static bool is_brought(EnergyPart part)
{
  return part == EnergyPart::WALLS || part == EnergyPart::CELL || part == EnergyPart::INSERTIONS;
}

static double total(const KineticEnergy &energy)
{
  return energy.translation + energy.rotation;
}

FixEnergyLedger::FixEnergyLedger(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), rigid(lmp, this), gravity(std::make_unique<GravityWork>(lmp, this, rigid)),
    in_step(lmp, this), between_runs(lmp, this), sources(lmp, this),
    potential(lmp, this), carried{}, part{}, known_at(-1)
{
  if (narg > 3) error->all(FLERR, 3, "Fix {} has no keyword {}, and no others", style, arg[3]);

  scalar_flag = vector_flag = 1;
  size_vector = ENERGY_PARTS;
  global_freq = 1;
  extscalar = extvector = 1;
  restart_global = 1;
  nevery = 1;
}

int FixEnergyLedger::setmask()
{
  return POST_INTEGRATE | POST_NEIGHBOR | END_OF_STEP;
}

void FixEnergyLedger::init()
{
  if (utils::strmatch(update->integrate_style, "^respa"))
    error->all(FLERR, Error::NOLASTLINE, "Fix {} does not support run_style respa", style);
  gravity->init();
  // the mask of the /kk style depends on whether there is gravity
  set_hooks(modify, this, setmask());
  if (update->whichflag == 1) {
    sources.ask();
    potential.tally_at(update->firststep);
    potential.tally_at(update->laststep);
    for (const auto &line : missing_energies(lmp, this, sources))
      if (comm->me == 0) utils::logmesg(lmp, "Fix {}: {}\n", style, line);
  } else if (update->whichflag == 2 && comm->me == 0)
    error->warning(
        FLERR,
        "Fix {} does not count what a minimization takes from the energy, so its sum changes",
        style);
}

void FixEnergyLedger::setup(int /*vflag*/)
{
  rigid.check_group();
  update_gravity(lmp);
  gravity->start_run();
  known_at = -1;
  sources.start();
  if (restarted && !goes_on_exactly()) restarted.reset();
  in_step.forget();
  sync_ids();
  if (between_runs.is_open()) without_sources = present_energy() - elastic_of_sources();
}

// Walls that are defined behind this fix find their forces after its setup().
void FixEnergyLedger::close_between_runs()
{
  if (!without_sources) return;
  sync_ids();
  carried[EnergyPart::INSERTIONS] += between_runs.close(*without_sources + elastic_of_sources());
  without_sources.reset();
}

// With restart exact the first half kick has the forces of the restart file, so that dashpots and
// friction do in it what they would have done in an unbroken run. The set-up has found other
// powers.
bool FixEnergyLedger::goes_on_exactly() const
{
  return fixes_with<FullStepIntegrator>(modify).empty() && restarted_forces_are_used(modify);
}

void FixEnergyLedger::take_restarted_powers()
{
  const Energies now = sources.powers();
  for (const EnergyPart part : {EnergyPart::DASHPOTS, EnergyPart::FRICTION})
    carried[part] += 0.5 * update->dt * ((*restarted)[part] - now[part]);
  restarted.reset();
}

// All integrators have made their first half kick, and the forces are still those of the step
// before.
void FixEnergyLedger::post_integrate()
{
  close_between_runs();
  known_at = -1;
  if (restarted) take_restarted_powers();
  gravity->open_step();
  in_step.forget();
  if (!in_step.expected()) return;
  sync_ids();
  in_step.open(total(kinetic()));
  gravity->before_turnover();
}

// The atoms are those of the next forces, with the velocities of post_integrate().
void FixEnergyLedger::post_neighbor()
{
  if (!in_step.is_open()) return;
  sync_ids();
  carried[EnergyPart::INSERTIONS] += in_step.close(total(kinetic()));
  gravity->after_turnover();
}

void FixEnergyLedger::end_of_step()
{
  gravity->close_step();
  known_at = -1;
}

void FixEnergyLedger::post_run()
{
  close_between_runs();
  gravity->finish_run();
  // a minimization has not called setup(), and takes nothing by sources
  if (update->whichflag == 1) sources.add_accumulated(carried);
  sources.start();
  sync_ids();
  between_runs.forget();
  if (update->whichflag == 1 && potential.tallied()) between_runs.open(present_energy());
}

// All parts that are accumulated. The argument is of all processes. post_run() has added the
// sources to `carried` already.
Energies FixEnergyLedger::accumulated(double work_of_gravity) const
{
  Energies sum = carried;
  sum[EnergyPart::GRAVITY] -= work_of_gravity * force->mvv2e;
  if (update->whichflag == 1) sources.add_accumulated(sum);
  return sum;
}

// Of all processes, in units of energy.
KineticEnergy FixEnergyLedger::kinetic()
{
  const KineticEnergy mine = kinetic_energy(frame_of_flow(lmp));
  double sums[] = {mine.translation, mine.rotation};
  double all[2];
  MPI_Allreduce(sums, all, 2, MPI_DOUBLE, MPI_SUM, world);
  KineticEnergy sum = {force->mvv2e * all[0], force->mvv2e * all[1]};
  rigid.add_common_bodies(sum);
  return sum;
}

// Kinetic and potential.
double FixEnergyLedger::present_energy()
{
  Energies now = {};
  sources.add_present(now);
  double sum = total(kinetic()) + potential.elastic() + potential.bond();
  for (const EnergyPart part :
       {EnergyPart::TRANSLATION, EnergyPart::ROTATION, EnergyPart::ELASTIC, EnergyPart::BOND})
    sum += now[part];
  return sum;
}

double FixEnergyLedger::elastic_of_sources() const
{
  Energies now = {};
  sources.add_present(now);
  return now[EnergyPart::ELASTIC];
}

// Computes all parts for output. They are kept for further output of the same step only if the step
// is complete: within a step velocities still change, and between runs commands may change
// anything.
void FixEnergyLedger::refresh()
{
  const bool complete = !gravity->within_step() && in_time_step(update);
  if (complete && known_at == update->ntimestep) return potential.mark_as_used();

  close_between_runs();
  const KineticEnergy now = kinetic();
  part = accumulated(work_of_gravity());
  part[EnergyPart::TRANSLATION] = now.translation;
  part[EnergyPart::ROTATION] = now.rotation;
  part[EnergyPart::ELASTIC] = potential.elastic();
  part[EnergyPart::BOND] = potential.bond();
  sources.add_present(part);
  known_at = complete ? update->ntimestep : -1;
}

double FixEnergyLedger::compute_scalar()
{
  refresh();
  double sum = 0.0;
  for (int k = 0; k < ENERGY_PARTS; k++) {
    const auto p = static_cast<EnergyPart>(k);
    sum += is_brought(p) ? -part[p] : part[p];
  }
  return sum;
}

double FixEnergyLedger::compute_vector(int k)
{
  refresh();
  return part[static_cast<EnergyPart>(k)];
}

// The restart file has what is accumulated. It is the same for energy/ledger and energy/ledger/kk.
void FixEnergyLedger::write_restart(FILE *fp)
{
  const Energies sum = accumulated(work_of_gravity());
  const State state = {sum, restarted ? *restarted : sources.powers()};
  if (comm->me == 0) write_state(fp, RESTART_VERSION, state);
}

void FixEnergyLedger::restart(char *buf)
{
  State state;
  read_state(buf, RESTART_VERSION, this, error, state);
  carried = state.sum;
  restarted = state.powers;
}
