// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_RESTARTED_FORCES_H
#define VARDEM_HOST_RESTARTED_FORCES_H

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "host/lammps/over_processes.h"
#include "host/store/per_atom_store.h"
#include "pointers.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace LAMMPS_NS::VARDEM_NS {

/** Keyword `restart exact` of an integrator with a half kick at both ends of the step.
 *
 *  Restart files have force and torque of each atom, and the first half kick after a restart uses
 *  them. The reason is that LAMMPS' setup computes the forces anew from the full-step velocities,
 *  and contact laws with history change their springs accordingly. The unbroken run has used the
 *  half-step velocities. So the integrator calls
 *    - to_half_step() in setup_pre_exchange(), which sets the velocities back to the half step,
 *      before ghost atoms get theirs;
 *    - to_step() in setup(), which restores the full-step velocities;
 *    - use() before its first kick, which puts the forces of the file into the atom arrays.
 *  Also forces must go with an atom to another process between runs, which LAMMPS does not do:
 *  take() and give().
 *
 *  The rows of the table are force, torque, velocity and spin (omega or angular momentum). A force
 *  that is NaN means that the atom has none. */
class RestartedForces : protected Pointers {
 public:
  static constexpr int FORCES = 6, COLUMNS = 12;

  /** Declares its table in the store under this name. */
  RestartedForces(LAMMPS *lmp, PerAtomStore &store, const std::string &name) :
      Pointers(lmp), store(store), number(store.declare(name, COLUMNS, FORCES))
  {
  }

  int table() const { return number; }
  bool in_use() const { return store.uses(number); }
  /** Forces of a file have been read, and have not been used yet. */
  bool waiting() const { return are_waiting; }
  void forget() { are_waiting = false; }
  /** The atom arrays have the half-step velocities, and the store has the full-step velocities. */
  bool at_half_step() const { return is_at_half_step; }
  /** Does a run continue from the file at this step? It is false if LAMMPS sets up for another
   *  purpose or time step. */
  bool due(bigint step) const
  {
    return are_waiting && (update->whichflag == 1) && (step == restart_step);
  }

  /** In init(): all processes wait for the first half kick, or none. Warns if the forces belong
   *  to another step. Atoms move between ranks before the first step, so either all ranks use
   *  the forces that were read, or none does. After a minimization, or at another time step, the
   *  forces do not belong to the positions. */
  void init(const char *style)
  {
    const bigint step = over_processes(are_waiting ? restart_step : -1, MPI_MAX, world);
    restart_step = step;
    are_waiting = (step >= 0) && (update->whichflag != 2);
    if (!are_waiting || update->ntimestep == step) return;

    are_waiting = false;
    if (comm->me == 0)
      error->warning(FLERR,
                     "Fix {} keyword restart exact: the forces of the restart file belong to step "
                     "{}, but the run starts at step {}. The fix does not use them",
                     style, step, update->ntimestep);
  }
  /** Do velocities have to go back now? If so, at_half_step() is true from now on. */
  bool start_half_step()
  {
    if (is_at_half_step || !due(update->ntimestep)) return false;
    return is_at_half_step = true;
  }
  /** Saves the full-step velocities, and puts the forces of the file, or zero, into the atom
   *  arrays. The caller undoes the half kick afterwards. spin: of the atoms. */
  void to_half_step(int groupbit, double **spin)
  {
    for (int i = 0; i < atom->nlocal; i++) {
      double *const force = row(i), *const velocity = force + FORCES;
      velocity[0] = std::numeric_limits<double>::quiet_NaN();    // none
      if (!(atom->mask[i] & groupbit)) continue;
      std::copy_n(atom->v[i], 3, velocity);
      std::copy_n(spin[i], 3, velocity + 3);
      const bool known = !std::isnan(force[0]);
      for (int k = 0; k < 3; k++) {
        atom->f[i][k] = known ? force[k] : 0.0;
        atom->torque[i][k] = known ? force[3 + k] : 0.0;
      }
    }
  }
  /** A dynamic group may have other atoms than in to_half_step(). */
  void to_step(double **spin)
  {
    if (is_at_half_step)
      for (int i = 0; i < atom->nlocal; i++) {
        const double *const velocity = row(i) + FORCES;
        if (std::isnan(velocity[0])) continue;
        std::copy_n(velocity, 3, atom->v[i]);
        std::copy_n(velocity + 3, 3, spin[i]);
      }
    is_at_half_step = false;

    // from now on every atom has a force

    if (!are_waiting)
      for (int i = 0; i < atom->nlocal; i++) row(i)[0] = 0.0;
  }
  /** In the first half kick. Afterwards no forces are waiting. */
  void use(int groupbit)
  {
    const bool is_due = stop_waiting();
    for (int i = 0; i < atom->nlocal; i++) {
      if (is_due && (atom->mask[i] & groupbit)) give(i);
      row(i)[0] = 0.0;    // not NaN: from now on it has a force
    }
  }
  /** For a use() elsewhere: returns due() of the step before, and afterwards no forces are
   *  waiting. */
  bool stop_waiting()
  {
    const bool is_due = due(update->ntimestep - 1);
    are_waiting = false;
    return is_due;
  }

  /** A file with forces has been read for an atom. */
  void arrived()
  {
    are_waiting = true;
    restart_step = update->ntimestep;
  }
  /** A new atom has no force. In a run LAMMPS computes one before it is needed. */
  void set(int i)
  {
    if (update->whichflag != 1 || are_waiting) row(i)[0] = std::numeric_limits<double>::quiet_NaN();
  }
  /** Copies the forces of atom i from the atom arrays to the store, or back. Forces of a file that
   *  wait stay in the store, and NaN as well. */
  void take(int i)
  {
    double *const force = row(i);
    if (are_waiting || std::isnan(force[0])) return;
    std::copy_n(atom->f[i], 3, force);
    std::copy_n(atom->torque[i], 3, force + 3);
  }
  void give(int i)
  {
    const double *const force = row(i);
    if (are_waiting || std::isnan(force[0])) return;
    std::copy_n(force, 3, atom->f[i]);
    std::copy_n(force + 3, 3, atom->torque[i]);
  }

 private:
  PerAtomStore &store;
  int number;
  bool are_waiting = false, is_at_half_step = false;
  bigint restart_step = -1;    // of the forces that were read

  double *row(int i) const { return store.rows(number)[i]; }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
