// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(energy/ledger,FixEnergyLedger);
// clang-format on
#else

#ifndef LMP_FIX_ENERGY_LEDGER_H
#define LMP_FIX_ENERGY_LEDGER_H

#include "fix.h"
#include "host/energy/energy_sources.h"
#include "host/energy/gravity_work.h"
#include "host/energy/kinetic_energy.h"
#include "host/energy/stock_energies.h"
#include "host/lammps/over_processes.h"
#include "host/store/atom_turnover.h"
#include "host/store/restart.h"

#include <memory>
#include <optional>

namespace LAMMPS_NS {

/** The energy balance of the atoms of a group, part by part.
 *
 *  Energies of the present state are computed when output needs them. Work is accumulated: this fix
 *  adds up the work of gravity (host/energy/gravity_work.h), and other styles add up theirs
 *  (host/energy/energy_sources.h). post_run() adds what they have added in the run to `carried`, so
 *  these styles may be defined and deleted between runs. */
class FixEnergyLedger : public Fix {
 public:
  FixEnergyLedger(class LAMMPS *, int, char **);
  ~FixEnergyLedger() override { potential.delete_computes(); }
  int setmask() override;
  void post_constructor() override
  {
    potential.add_computes();
    VARDEM_NS::read_state_of_variant(lmp, this);
  }
  void init() override;
  void setup(int) override;
  void post_integrate() override;
  void post_neighbor() override;
  void end_of_step() override;
  void post_run() override;
  double compute_scalar() override;
  double compute_vector(int) override;
  void write_restart(FILE *) override;
  void restart(char *) override;

 protected:
  VARDEM_NS::RigidEnergies rigid;
  std::unique_ptr<VARDEM_NS::GravityWork> gravity;    // that of the /kk style is another

  /** Of this process, in units of mass * velocity^2. */
  virtual VARDEM::KineticEnergy kinetic_energy(const std::optional<VARDEM::FrameOfFlow> &flow)
  {
    return VARDEM_NS::kinetic_energy_on_host(lmp, groupbit, style, flow, rigid);
  }
  /** Makes IDs and masks of atoms known on the host. */
  virtual void sync_ids() {}

 private:
  VARDEM_NS::AtomTurnover in_step, between_runs;
  VARDEM_NS::EnergySources sources;
  VARDEM_NS::PotentialEnergy potential;
  VARDEM_NS::Energies carried;    // accumulated in the runs before this one
  VARDEM_NS::Energies part;
  bigint known_at;                                 // timestep of part, once complete
  std::optional<VARDEM_NS::Energies> restarted;    // powers of a restart file
  std::optional<double> without_sources;    // energy of a set-up but for elastic_of_sources()

  VARDEM::KineticEnergy kinetic();
  // Of all processes, in units of mass * velocity^2.
  double work_of_gravity() { return VARDEM_NS::over_processes(gravity->work(), MPI_SUM, world); }
  double present_energy();
  double elastic_of_sources() const;
  void close_between_runs();
  void refresh();
  bool goes_on_exactly() const;
  void take_restarted_powers();
  VARDEM_NS::Energies accumulated(double work_of_gravity) const;
};

}    // namespace LAMMPS_NS
#endif
#endif
