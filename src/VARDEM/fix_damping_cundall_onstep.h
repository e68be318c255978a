// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(damping/cundall/onstep,FixDampingCundallOnstep);
// clang-format on
#else

#ifndef LMP_FIX_DAMPING_CUNDALL_ONSTEP_H
#define LMP_FIX_DAMPING_CUNDALL_ONSTEP_H

#include "atom.h"
#include "comm.h"
#include "fix.h"
#include "host/atoms/gravity.h"
#include "host/damping/cundall_damping.h"
#include "host/damping/damping_settings.h"
#include "host/interfaces/energy_source.h"
#include "host/interfaces/full_step_damping.h"
#include "host/lammps/over_processes.h"
#include "host/store/restart.h"
#include "update.h"

#include <vector>

namespace LAMMPS_NS {
namespace VARDEM_NS {
  class KeywordReader;
}

/** Cundall's damping of forces and torques (kernels/cundall.h), after all forces and before the
 *  integrators. Fix rigid/small/variational damps its clumps itself and calls step_of() and
 *  account() of this fix. */
class FixDampingCundallOnstep :
    public Fix,
    public VARDEM_NS::FullStepDamping,
    public VARDEM_NS::EnergySource {
 public:
  FixDampingCundallOnstep(class LAMMPS *, int, char **);
  void post_constructor() override { VARDEM_NS::read_state_of_variant(lmp, this); }
  int setmask() override { return FixConst::POST_FORCE; }
  void init() override;
  void setup(int) override;
  void post_force(int) override { damp(true, false); }
  double compute_scalar() override { return compute_vector(0) + compute_vector(1); }
  double compute_vector(int n) override
  {
    return VARDEM_NS::over_processes(books.entry(n, dissipated_by_particles()), MPI_SUM, world);
  }
  void write_restart(FILE *) override;
  void restart(char *buf) override { books.restart(buf, this, error, comm->me); }

  double step_divisor() const override { return settings.step_divisor(); }
  int skipped_groups() const override { return settings.skipbit; }
  std::vector<VARDEM_NS::EnergyPart> energy_parts() const override
  {
    return {VARDEM_NS::EnergyPart::DAMPING};
  }
  double energy(VARDEM_NS::EnergyPart) override { return compute_scalar(); }

  VARDEM_NS::CundallStep step_of(bool midstep) const override
  {
    return settings.step(lmp, groupbit, inertia, midstep);
  }
  void account(const Fix *fix, const VARDEM_NS::DampingSums &sums, bool first) override
  {
    books.add(fix, sums, update->dt, first);
  }

 protected:
  VARDEM_NS::DampingSettings settings;
  VARDEM_NS::ByGroup<double> inertia;
  VARDEM_NS::UndampedGravity gravity;
  VARDEM_NS::Dissipation particles;

  virtual void damp(bool midstep, bool first);
  virtual VARDEM_NS::Dissipation dissipated_by_particles() { return particles; }
  int nlocal_damped() const { return igroup == atom->firstgroup ? atom->nfirst : atom->nlocal; }

 private:
  VARDEM_NS::DissipationBooks books;

  bool read(VARDEM_NS::KeywordReader &);
};

}    // namespace LAMMPS_NS
#endif
#endif
