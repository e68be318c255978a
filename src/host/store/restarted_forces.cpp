// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/store/restarted_forces.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "host/lammps/over_processes.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

RestartedForces::RestartedForces(LAMMPS *lmp, PerAtomStore &store, const std::string &name) :
    Pointers(lmp), store(store), number(store.declare(name, COLUMNS, FORCES))
{
}

// Atoms move between ranks before the first step, so either all ranks use the forces that were
// read, or none does. After a minimization, or at another time step, the forces do not belong to
// the positions.
void RestartedForces::init(const char *style)
{
  const bigint step = over_processes(are_waiting ? restart_step : -1, MPI_MAX, world);
  restart_step = step;
  are_waiting = (step >= 0) && (update->whichflag != 2);
  if (!are_waiting || update->ntimestep == step) return;

  are_waiting = false;
  if (comm->me == 0)
    error->warning(FLERR,
                   "Fix {} keyword restart exact: the forces of the restart file belong to "
                   "step {}, but the run starts at step {}. The fix does not use them",
                   style, step, update->ntimestep);
}

bool RestartedForces::due(bigint step) const
{
  return are_waiting && (update->whichflag == 1) && (step == restart_step);
}

bool RestartedForces::start_half_step()
{
  if (is_at_half_step || !due(update->ntimestep)) return false;
  return is_at_half_step = true;
}

void RestartedForces::to_half_step(int groupbit, double **spin)
{
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    double *const force = row(i), *const velocity = force + FORCES;
    std::copy_n(atom->v[i], 3, velocity);
    std::copy_n(spin[i], 3, velocity + 3);
    const bool known = !std::isnan(force[0]);
    for (int k = 0; k < 3; k++) {
      atom->f[i][k] = known ? force[k] : 0.0;
      atom->torque[i][k] = known ? force[3 + k] : 0.0;
    }
  }
}

void RestartedForces::to_step(int groupbit, double **spin)
{
  if (is_at_half_step)
    for (int i = 0; i < atom->nlocal; i++) {
      if (!(atom->mask[i] & groupbit)) continue;
      const double *const velocity = row(i) + FORCES;
      std::copy_n(velocity, 3, atom->v[i]);
      std::copy_n(velocity + 3, 3, spin[i]);
    }
  is_at_half_step = false;

  // from now on every atom has a force

  if (!are_waiting)
    for (int i = 0; i < atom->nlocal; i++) row(i)[0] = 0.0;
}

bool RestartedForces::stop_waiting()
{
  const bool is_due = due(update->ntimestep - 1);
  are_waiting = false;
  return is_due;
}

void RestartedForces::use(int groupbit)
{
  const bool is_due = stop_waiting();
  for (int i = 0; i < atom->nlocal; i++) {
    if (is_due && (atom->mask[i] & groupbit)) give(i);
    row(i)[0] = 0.0;    // not NaN: from now on it has a force
  }
}

void RestartedForces::arrived()
{
  are_waiting = true;
  restart_step = update->ntimestep;
}

void RestartedForces::set(int i)
{
  if (update->whichflag != 1 || are_waiting) row(i)[0] = std::numeric_limits<double>::quiet_NaN();
}

void RestartedForces::take(int i)
{
  double *const force = row(i);
  if (are_waiting || std::isnan(force[0])) return;
  std::copy_n(atom->f[i], 3, force);
  std::copy_n(atom->torque[i], 3, force + 3);
}

void RestartedForces::give(int i)
{
  const double *const force = row(i);
  if (are_waiting || std::isnan(force[0])) return;
  std::copy_n(force, 3, atom->f[i]);
  std::copy_n(force + 3, 3, atom->torque[i]);
}
