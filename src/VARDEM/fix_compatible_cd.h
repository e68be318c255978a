// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(compatible/cd,FixCompatibleCD);
// clang-format on
#else

#ifndef LMP_FIX_COMPATIBLE_CD_H
#define LMP_FIX_COMPATIBLE_CD_H

#include "fix.h"
#include "host/compatible/compatible_solve.h"
#include "host/dynamics/step_record.h"
#include "host/interfaces/contact_forces.h"
#include "host/network/ghosts.h"
#include "host/store/atom_turnover.h"
#include "host/store/per_atom_store.h"
#include "host/tables/row_readers.h"

namespace LAMMPS_NS {

/** Finds the contact forces that elastic grains would have in a packing at rest: step 2 of Olsen &
 *  Kamrin, arXiv:1805.07437, their (36) with the sign of the load corrected. Loads and forces are
 *  in force units, stress times volume is in pressure x volume. The fix takes positions and loads
 *  at setup, and at the end of each step that is a multiple of N. With the load of contact dynamics
 *  it takes the contacts of such a step before atoms go to other processes. */
class FixCompatibleCD :
    public VARDEM_NS::FixWithGhosts<VARDEM_NS::FixWithStore>,
    public VARDEM_NS::SolvedForces,
    protected VARDEM_NS::SolveStore {
 public:
  FixCompatibleCD(class LAMMPS *, int, char **);
  ~FixCompatibleCD() override;
  int setmask() override { return FixConst::POST_INTEGRATE | FixConst::END_OF_STEP; }
  void init() override;
  void init_list(int, class NeighList *ptr) override { solve.take_list(ptr); }
  void setup(int) override;
  void min_setup(int vflag) override { setup(vflag); }
  void post_integrate() override;
  void end_of_step() override
  {
    if (!has_forces_of_steps()) evaluate(false);
  }
  void post_run() override
  {
    if (update->whichflag != 1) return;    // a minimization makes no steps
    if (has_forces_of_steps()) atoms_of_run.keep();
    solve.finish_run();
  }
  double compute_vector(int n) override { return solve.outputs[n]; }
  double memory_usage() override;

  void copy_arrays(int, int, int) override;
  void set_arrays(int) override;

  void record_forces_for(Compute *reader) override { readers.add(reader); }
  bool has_forces_of_steps() const override { return solve.load.is_of_steps(); }
  bigint last_step() const override
  {
    return has_forces_of_steps() ? table.step : solve.last_step();
  }
  int changes() override;
  std::string reason_not_to_solve() const override { return solve.reason_not_to_solve(); }
  void solve_now() override { evaluate(true); }
  void list_contacts(int, VARDEM_NS::ContactTable &) override;

 protected:
  VARDEM_NS::CompatibleSolve solve;
  const int motion_table;     // the solution of the last solve, with which the next one starts
  const int results_table;    // shown as array_atom

  VARDEM_NS::Ghosts &ghosts_of_atoms() override { return solve.packing_solver().ghosts(); }
  double *motions_of_atoms() override { return store.numbers(motion_table); }
  double *results_of_atoms() override { return store.numbers(results_table); }
  void results_are_set() override {}
  void forget_results() override;

 private:
  bool other_atoms;    // a command between runs has added or removed atoms
  // with the load of contact dynamics
  VARDEM_NS::StepTable table;
  VARDEM_NS::AtomsOfRun atoms_of_run;    // to which the table and the results belong
  VARDEM_NS::RecordReaders readers;

  bool read(VARDEM_NS::KeywordReader &, int narg, char **arg);
  void evaluate(bool);
  void setup_steps();
  void outdate_rows(bool);
};

}    // namespace LAMMPS_NS
#endif
#endif
