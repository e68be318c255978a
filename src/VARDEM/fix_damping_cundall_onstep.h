/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifdef FIX_CLASS
// clang-format off
FixStyle(damping/cundall/onstep,FixDampingCundallOnstep);
// clang-format on
#else

#ifndef LMP_FIX_DAMPING_CUNDALL_ONSTEP_H
#define LMP_FIX_DAMPING_CUNDALL_ONSTEP_H

#include "fix.h"
#include "host/cundall_damping.h"
#include "host/interfaces.h"

#include <utility>
#include <vector>

namespace LAMMPS_NS {
namespace VARDEM_NS {
  class Keywords;
}

/** Cundall's damping of forces and torques (kernels/cundall.h), after all forces and before the integrators. Fix
 *  rigid/small/variational damps its clumps itself and calls step_of() and account() of this fix. */
class FixDampingCundallOnstep :
    public Fix,
    public VARDEM_NS::StepDivisor,
    public VARDEM_NS::EnergySource,
    public VARDEM_NS::BodyDamping {
 public:
  FixDampingCundallOnstep(class LAMMPS *, int, char **);
  int setmask() override;
  void init() override;
  void setup(int) override;
  void post_force(int) override;
  double compute_scalar() override;
  double compute_vector(int) override;
  void write_restart(FILE *) override;
  void restart(char *) override;

  double step_divisor() const override;
  std::vector<VARDEM_NS::EnergyPart> energy_parts() const override;
  double energy(VARDEM_NS::EnergyPart) override { return compute_scalar(); }

  VARDEM_NS::CundallStep step_of(bool midstep) const override;
  void account(const Fix *bodies, const VARDEM_NS::DampingSums &, bool first) override;

 protected:
  VARDEM::Cundall form;
  double linear, angular;
  bool peculiar, gravity_damped;
  int skipbit;
  std::vector<double> ratio;    // by atom type, or empty
  VARDEM_NS::ByGroup<double> inertia;
  VARDEM_NS::Dissipation particles;

  virtual void damp_particles(bool midstep, bool first);
  virtual VARDEM_NS::Dissipation dissipated_by_particles() { return particles; }
  VARDEM_NS::Turning turning_of_atoms(bool with_bonus) const;
  VARDEM_NS::SpareGravity spared_gravity() const;
  VARDEM_NS::DampedParticles single_particles() const;
  int nlocal_damped() const;

 private:
  double carried[2];    // linear and angular dissipation before a restart, on rank 0
  std::vector<std::pair<const Fix *, VARDEM_NS::Dissipation>> clumps;
  std::vector<const Fix *> gravity_before;    // fixes gravity whose force is not damped

  int parse(int iarg, int narg, char **arg, VARDEM_NS::Keywords &given);
  void parse_ratio(int iarg, char **arg);
  void check_ratios() const;
  void check_attributes() const;
  void check_order() const;
  void check_other_dampings() const;
  void check_stock_bodies() const;
  void find_gravity();
  bool shares_atoms_with(int bit, int except = 0) const;
  bool velocities_at_midstep() const;
  void local_sums(double *);
};

}    // namespace LAMMPS_NS
#endif
#endif
