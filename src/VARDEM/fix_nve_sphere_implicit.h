// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(nve/sphere/implicit,FixNVESphereImplicit);
// clang-format on
#else

#ifndef LMP_FIX_NVE_SPHERE_IMPLICIT_H
#define LMP_FIX_NVE_SPHERE_IMPLICIT_H

#include "host/implicit/implicit_dynamics.h"
#include "host/interfaces/integrators.h"
#include "host/network/ghosts.h"
#include "host/store/per_atom_store.h"
#include "host/store/restart.h"

namespace LAMMPS_NS {

/** Moves soft spheres by implicit steps (De Klerk et al., arXiv:2103.01757). A step is solved in
 *  initial_integrate(), where atom->f has the forces of the last step: those of contacts do not
 *  count, and all others are loads. The forces that LAMMPS then computes are for output. */
class FixNVESphereImplicit :
    public VARDEM_NS::FixWithGhosts<VARDEM_NS::FixWithStore>,
    public VARDEM_NS::FullStepIntegrator,
    public VARDEM_NS::SphereIntegrator {
 public:
  FixNVESphereImplicit(class LAMMPS *, int, char **);
  ~FixNVESphereImplicit() override;
  void post_constructor() override
  {
    VARDEM_NS::read_state_of_variant(lmp, this);
    if (restart_peratom) VARDEM_NS::read_atoms_of_variant(lmp, this);
  }
  int setmask() override;
  void init() override;
  void init_list(int, class NeighList *ptr) override { dynamics.take_list(ptr); }
  void setup_pre_reverse(int eflag, int vflag) override { pre_reverse(eflag, vflag); }
  void setup(int) override;
  void initial_integrate(int) override { dynamics.advance(kept_here()); }
  void post_integrate() override;
  /** Pairs and bonds have added their forces to the arrays of atoms and ghosts, and fixes have not
   *  yet. */
  void pre_reverse(int, int) override { dynamics.take_pair_forces(); }
  void final_integrate() override { dynamics.finish(kept_here()); }
  void end_of_step() override { dynamics.adapt_step(); }
  void post_run() override;
  double compute_vector(int n) override { return dynamics.outputs[n]; }
  double memory_usage() override { return dynamics.bytes() + store.bytes(atom->nmax); }
  int full_step_groups() const override { return groupbit; }
  bool is_quasistatic() const override { return dynamics.is_quasistatic(); }
  bool sets_time_step() const override { return dynamics.is_adaptive(); }
  const double *const *changes_full_step() const override { return store.rows(change_table); }
  bool integrates_orientations() const override
  {
    return atom->quat_flag || store.uses(orientation_table);
  }
  double *const *kept_orientations() const override { return store.rows(orientation_table); }

  void write_restart(FILE *fp) override { dynamics.write_restart(fp); }
  void restart(char *buf) override { dynamics.restart(buf); }

 protected:
  VARDEM_NS::ImplicitDynamics dynamics;
  const int
      // w x y z; used where atoms can have bonds and the atom style has none
      orientation_table;
  const int change_table, elastic_table, lag_table;    // as KeptOfAtoms has them

  VARDEM_NS::Ghosts &ghosts_of_atoms() override { return dynamics.implicit_steps().ghosts(); }
  /** The step at which explicit integration becomes unstable. */
  virtual double limit();
  /** The rows of a table, where the loops run; null if the table is not used. */
  virtual double *numbers_here(int table) { return store.numbers(table); }

 private:
  std::string limit_id;    // of the compute that knows it; empty until it is made

  void keep_orientations();
  void make_limit();
  bool has_limit() const;
  VARDEM_NS::KeptOfAtoms kept_here()
  {
    return {numbers_here(change_table), numbers_here(elastic_table), numbers_here(lag_table)};
  }
};

}    // namespace LAMMPS_NS
#endif
#endif
