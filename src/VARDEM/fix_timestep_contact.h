// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(timestep/contact,FixTimestepContact);
// clang-format on
#else

#ifndef LMP_FIX_TIMESTEP_CONTACT_H
#define LMP_FIX_TIMESTEP_CONTACT_H

#include "atom_masks.h"
#include "fix.h"
#include "host/lammps/over_processes.h"
#include "host/store/restart.h"
#include "host/timestep/stable_step_settings.h"
#include "update.h"

namespace LAMMPS_NS {

class ComputeTimestepContact;

class FixTimestepContact : public Fix {
 public:
  FixTimestepContact(class LAMMPS *, int, char **);
  ~FixTimestepContact() override;
  void post_constructor() override { VARDEM_NS::read_state_of_variant(lmp, this); }
  int setmask() override { return FixConst::POST_NEIGHBOR | FixConst::END_OF_STEP; }
  void init() override;
  void setup(int) override;
  // The neighbor list is new: it may have the first pair, and particles that were at rest have
  // moved.
  void post_neighbor() override
  {
    if (ahead || !is_limited()) announce(true);
  }
  void end_of_step() override;
  double compute_scalar() override { return update->dt; }
  double compute_vector(int) override;
  void write_restart(FILE *) override;
  void restart(char *) override;

 protected:
  /** Of the particles of the group that this process owns. */
  virtual double largest_speed_of_process();

 private:
  int every;
  bool ahead;    // of the pairs with a gap, those count that can touch before the next evaluation
  std::string compute_id;
  ComputeTimestepContact *limit;    // that compute
  VARDEM_NS::StableStepRules rules;

  // the last evaluation
  double stable;       // stable step, before safety
  double horizon;      // how far it looked ahead [time]
  double fastest;      // largest speed of a particle then: none is to become twice as fast
  bigint evaluated;    // its step, or -1
  bigint made;         // steps since then: iterations of a minimization are none
  bigint changed;      // step of the last change of the time step, or -1

  bool due;       // the end of this step may evaluate
  bool warned;    // the user has been warned of fixes that need a constant step

  std::string parse(int, char **);
  bool is_limited() const { return stable < VARDEM_NS::NO_STEP_LIMIT; }
  double largest_speed()
  {
    return VARDEM_NS::over_processes(largest_speed_of_process(), MPI_MAX, world);
  }
  bool must_evaluate();
  void follow(bool at_once);
  void say_that_nothing_limits() const;
  // KOKKOS copies what a fix reads to the host before each of its calls, also if nothing is due.
  void ask_for_atoms(bool needed) { datamask_read = needed && !kokkosable ? ALL_MASK : EMPTY_MASK; }
  void announce(bool evaluation)
  {
    due = evaluation;
    ask_for_atoms(due);
  }
};

}    // namespace LAMMPS_NS
#endif
#endif
