// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(streaming,FixStreaming);
// clang-format on
#else

#ifndef LMP_FIX_STREAMING_H
#define LMP_FIX_STREAMING_H

#include "fix.h"
#include "host/cell/cell_flow.h"
#include "host/cell/cell_streaming.h"
#include "host/cell/cell_stress.h"
#include "host/cell/restart_images.h"
#include "host/interfaces/energy_source.h"
#include "host/interfaces/flow_of_cell.h"
#include "host/store/restart.h"
#include "update.h"

#include <memory>

namespace LAMMPS_NS {

/** Moves particles with the cell of a fix deform 0 ... remap v, as fix deform/gradv does with its
 *  own cell.
 *
 *  Fix deform moves the cell after the particles, and the gradient of the step is not known before.
 *  The kick uses the gradient that domain->h_rate predicts; post_integrate() corrects velocities
 *  and positions if the cell has moved otherwise. */
class FixStreaming : public Fix, public VARDEM_NS::FlowOfCell, public VARDEM_NS::EnergySource {
 public:
  FixStreaming(class LAMMPS *, int, char **);
  int setmask() override;
  void post_constructor() override
  {
    stress.create(id, flow);
    VARDEM_NS::read_state_of_variant(lmp, this);
  }
  void init() override;
  void setup_pre_reverse(int, int) override;
  void setup(int) override;
  void post_integrate() override;
  void pre_reverse(int, int) override
  {
    if (booked) stress.take_torque(loops->torque());
  }
  void post_force(int) override;
  void end_of_step() override;
  void write_restart(FILE *) override;
  void restart(char *) override;
  void write_restart_file(const char *) override { images.finish(); }
  VARDEM_NS::CellStreaming &cell_streaming() override { return flow; }
  std::vector<VARDEM_NS::EnergyPart> energy_parts() const override;
  void keep_books() override
  {
    asked = true;
    stress.will_be_needed(update->ntimestep);
  }
  double energy(VARDEM_NS::EnergyPart) override { return work; }

 protected:
  VARDEM_NS::CellStreaming flow;

  std::unique_ptr<VARDEM_NS::FlowLoops> loops;
  virtual void sync_to_host() {}    // positions, velocities and image flags

 private:
  VARDEM_NS::FollowedCell cell;
  VARDEM_NS::CellStress stress;
  VARDEM::FlowMoments moments;    // of the step measured_at
  bigint measured_at;
  double work;           // of the cell on the particles, in runs of which a ledger keeps books
  bool asked, booked;    // does a ledger need it in the run that begins, and in the present one
  const class FixDeform *deform;    // in a run
  VARDEM_NS::RestartImages images;

  const class FixDeform *checked_deform() const;
  // Gives domain the fixed point of this flow; that of fix deform is another one.
  void set_corner(const VARDEM::UpperTriangle &L, double h)
  {
    VARDEM_NS::set_corner_rate(domain, flow.corner_rate(L, h));
  }
  void measure();
  // The trapezoidal rule, with the gradient of the last step for the moments before and after it.
  // This gradient is known when the step has been made.
  void add_work_of_half_step()
  {
    work += 0.5 * update->dt * VARDEM::power_of_flow(moments, cell.before, flow.frame(cell.before));
  }
};

}    // namespace LAMMPS_NS
#endif
#endif
