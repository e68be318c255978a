// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef FIX_CLASS
// clang-format off
FixStyle(deform/gradv,FixDeformGradv);
// clang-format on
#else

#ifndef LMP_FIX_DEFORM_GRADV_H
#define LMP_FIX_DEFORM_GRADV_H

#include "host/cell/cell_motion.h"
#include "host/cell/cell_shape.h"
#include "host/cell/cell_stage.h"
#include "host/cell/cell_streaming.h"
#include "host/cell/cell_stress.h"
#include "host/cell/restart_images.h"
#include "host/cell/velocity_gradient.h"
#include "host/interfaces/energy_source.h"
#include "host/interfaces/flow_of_cell.h"
#include "host/lammps/internals_deform.h"
#include "host/store/restart.h"
#include "update.h"

#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS {

/** Deforms a periodic cell by a velocity gradient L, or to a target stress, and moves the particles
 *  with the cell.
 *
 *  The base class, a fix deform with `remap v`, provides the velocities of periodic images and the
 *  flips. A time step goes so: post_integrate() moves the cell with the L of this step;
 *  post_force() finds the L of the next step, and adds to the forces the acceleration of the flow
 *  for the half kicks before and after this time; end_of_step() measures the stress. */
class FixDeformGradv :
    public VARDEM_NS::CellDeformation,
    public VARDEM_NS::FlowOfCell,
    public VARDEM_NS::EnergySource {
 public:
  FixDeformGradv(class LAMMPS *, int, char **);
  ~FixDeformGradv() override;
  int setmask() override;
  void post_constructor() override
  {
    stress.create(id, flow);
    VARDEM_NS::read_state_of_variant(lmp, this);
  }
  void init() override;
  void setup_pre_exchange() override
  {
    if (update->whichflag == 0) return;    // write_data calls it
    if (const auto L = stage.begin_run(gradient)) loops->kick(*L);
  }
  void setup_pre_reverse(int eflag, int vflag) override { pre_reverse(eflag, vflag); }
  void setup(int) override;
  void post_integrate() override;
  void pre_exchange() override;
  void pre_reverse(int, int) override { stress.take_torque(loops->torque()); }
  void post_force(int) override;
  void end_of_step() override;
  /** Minus the work of the cell, which thermo keyword econserve adds. */
  double compute_scalar() override { return -motion.state.work; }
  double compute_vector(int) override;
  void write_restart(FILE *fp) override
  {
    sync_to_host();
    images.start();
    stage.write_restart(fp);
  }
  void restart(char *buf) override { stage.restart(buf); }
  void write_restart_file(const char *) override { images.finish(); }

  VARDEM_NS::CellStreaming &cell_streaming() override { return flow; }
  std::optional<VARDEM::UpperTriangle> gradient_full_step() const override
  {
    return motion.full_step();
  }
  std::vector<VARDEM_NS::EnergyPart> energy_parts() const override
  {
    return {VARDEM_NS::EnergyPart::CELL};
  }
  double energy(VARDEM_NS::EnergyPart) override { return motion.state.work; }
  VARDEM::YieldingCell yielding_cell(double h) override { return servo.yielding_cell(h); }
  void give_way(const VARDEM::CellResponse &) override;

 protected:
  VARDEM_NS::CellStreaming flow;

  std::unique_ptr<VARDEM_NS::FlowLoops> loops;
  virtual void sync_to_host() {}    // atom arrays, for variables that depend on them
  virtual void remap_atoms();       // into the cell, before a restart file is written

 private:
  /** The keywords of this fix, and in arg the command that FixDeform has to parse. */
  struct Command {
    VARDEM_NS::CellStreaming flow;
    VARDEM_NS::VelocityGradient gradient;
    VARDEM_NS::StressServo servo;
    bool kick, flips;
    double stop;
    VARDEM_NS::CommandText text;    // of the keywords that a stage depends on
    std::vector<std::string> words;
    std::vector<char *> arg;

    Command(class LAMMPS *, int, char **);

   private:
    bool read_switch(VARDEM_NS::KeywordReader &);    // flip, kick and stop
    void build(char **, const class Domain *);
  };

  VARDEM_NS::VelocityGradient gradient;
  VARDEM_NS::StressServo servo;
  VARDEM_NS::CellMotion motion;
  VARDEM_NS::CellStress stress;
  VARDEM_NS::CellStage stage;
  VARDEM_NS::CollapseGuard guard;
  VARDEM_NS::RestartImages images;
  bool moved = false;                    // in this step
  bool must_measure = false;             // the stress of this time
  VARDEM::UpperTriangle yielded = {};    // by give_way() in the last step
  VARDEM_NS::CellFlips flips;

  FixDeformGradv(class LAMMPS *, Command &&);
  // Can component c of the gradient be anything but 0, with its servo?
  static bool moves(const VARDEM_NS::VelocityGradient &gradient,
                    const VARDEM_NS::StressServo &servo, int c)
  {
    return gradient.moves(c) || servo.drives_component(c);
  }
  static void check_cell(class LAMMPS *, const char *, const VARDEM_NS::VelocityGradient &,
                         const VARDEM_NS::StressServo &);
  VARDEM::UpperTriangle prescribed();
  void stream(const VARDEM::Streaming &);
  void find_flips();
  void stop_before_collapse();
  void measure_stress();
  // Of the cell on the particles, with the gradient of the step before or after this time.
  double power(const VARDEM::UpperTriangle &L)
  {
    return VARDEM::power_of_flow(stress.moments(working_stress()), L, flow.frame(L));
  }
  const VARDEM::UpperTriangle &total_stress();
  // Stress whose work changes the energy of the motion relative to the flow: dv_f/dt = a, or a - L
  // v_f.
  const VARDEM::UpperTriangle &working_stress()
  {
    return (flow.closure == VARDEM::Closure::SLLOD) ? total_stress() : stress.of_interactions();
  }
};

}    // namespace LAMMPS_NS
#endif
#endif
