// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_RESTARTED_FORCES_H
#define VARDEM_HOST_RESTARTED_FORCES_H

#include "host/store/per_atom_store.h"
#include "pointers.h"

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
  RestartedForces(LAMMPS *, PerAtomStore &, const std::string &name);

  int table() const { return number; }
  bool in_use() const { return store.uses(number); }
  /** Forces of a file have been read, and have not been used yet. */
  bool waiting() const { return are_waiting; }
  void forget() { are_waiting = false; }
  /** The atom arrays have the half-step velocities, and the store has the full-step velocities. */
  bool at_half_step() const { return is_at_half_step; }
  /** Does a run continue from the file at this step? It is false if LAMMPS sets up for another
   *  purpose or time step. */
  bool due(bigint step) const;

  /** In init(): all processes wait for the first half kick, or none. Warns if the forces belong to
   *  another step. */
  void init(const char *style);
  /** Do velocities have to go back now? If so, at_half_step() is true from now on. */
  bool start_half_step();
  /** Saves the full-step velocities, and puts the forces of the file, or zero, into the atom
   *  arrays. The caller undoes the half kick afterwards. spin: of the atoms. */
  void to_half_step(int groupbit, double **spin);
  void to_step(int groupbit, double **spin);
  /** In the first half kick. Afterwards no forces are waiting. */
  void use(int groupbit);
  /** For a use() elsewhere: returns due() of the step before, and afterwards no forces are
   *  waiting. */
  bool stop_waiting();

  /** A file with forces has been read for an atom. */
  void arrived();
  /** A new atom has no force. In a run LAMMPS computes one before it is needed. */
  void set(int i);
  /** Copies the forces of atom i from the atom arrays to the store, or back. Forces of a file that
   *  wait stay in the store, and NaN as well. */
  void take(int i);
  void give(int i);

 private:
  PerAtomStore &store;
  int number;
  bool are_waiting = false, is_at_half_step = false;
  bigint restart_step = -1;    // of the forces that were read

  double *row(int i) const { return store.rows(number)[i]; }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
