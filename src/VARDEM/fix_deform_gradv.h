/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifdef FIX_CLASS
// clang-format off
FixStyle(deform/gradv,FixDeformGradv);
// clang-format on
#else

#ifndef LMP_FIX_DEFORM_GRADV_H
#define LMP_FIX_DEFORM_GRADV_H

#include "fix_deform.h"
#include "host/cell_streaming.h"
#include "host/command_text.h"
#include "host/interfaces.h"
#include "host/stress_servo.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

/** Deforms a periodic cell by a velocity gradient L, or to a target stress, and moves the particles with the cell.
 *
 *  The base class FixDeform, with `remap v`, provides the velocities of periodic images and the flips. A time step goes so:
 *  post_integrate() moves the cell with the L of this step; post_force() finds the L of the next step, and adds to the forces
 *  the acceleration of the flow for the half kicks before and after this time; end_of_step() measures the stress.
 *
 *  A stage is what the fix treats as one test, over runs and restart files. It has one kick; F and work count from its start. */
class FixDeformGradv :
    public FixDeform,
    public VARDEM_NS::FlowOfCell,
    public VARDEM_NS::EnergySource {
 public:
  FixDeformGradv(class LAMMPS *, int, char **);
  ~FixDeformGradv() override;
  int setmask() override;
  void post_constructor() override;
  void init() override;
  void setup_pre_exchange() override;
  void setup(int) override;
  void post_integrate() override;
  void pre_exchange() override;
  void post_force(int) override;
  void end_of_step() override;
  double compute_scalar() override;
  double compute_vector(int) override;

  VARDEM_NS::CellStreaming &cell_streaming() override { return flow; }
  std::optional<VARDEM::Upper> gradient_on_step() const override { return on_step_gradient(); }
  std::vector<VARDEM_NS::EnergyPart> energy_parts() const override;
  double energy(VARDEM_NS::EnergyPart) override { return state.work; }
  void write_restart(FILE *) override;
  void restart(char *) override;

 protected:
  VARDEM_NS::CellStreaming flow;

  virtual void apply(const VARDEM::Streaming &);
  virtual void kick(const VARDEM::Upper &);
  virtual VARDEM::Upper kinetic(const VARDEM::Upper &);
  virtual void bring_to_host() {}    // atom arrays, for variables that depend on them
  virtual void remap_atoms();        // into the cell, before a restart file is written

 private:
  /** A component of L: a number, or the name of an equal-style variable. */
  struct Component {
    double value;
    std::string variable;
  };

  /** The keywords of this fix, and in arg the command that FixDeform has to parse. */
  struct Command {
    VARDEM_NS::CellStreaming flow;
    VARDEM_NS::StressServo servo;
    Component L[VARDEM::UPPER];
    bool kick, flips;
    double stop;
    VARDEM_NS::CommandText text;    // of the keywords that a stage depends on
    std::vector<std::string> words;
    std::vector<char *> arg;

    Command(class LAMMPS *, int, char **);

   private:
    int parse_gradient(class LAMMPS *, int, int, char **);
    int parse_switch(class LAMMPS *, int, int, char **);
    void build(char **, const class Domain *);
  };

  /** Bounds, tilts and periodic directions of the cell. */
  struct Box {
    double lo[3], hi[3], tilt[3];    // xy xz yz
    int periodic[3];
  };

  /** What a run needs from the run before it; part of the restart file. */
  struct State {
    VARDEM::Upper before, after;    // L of the last step and of the next one
    VARDEM::Upper driven;           // part of `after` that the servos add
    VARDEM::Upper rate;             // domain->h_rate ...
    VARDEM::Vec3 corner;            // ... and h_ratelo of the last step
    VARDEM::Vec3 origin;
    VARDEM::Upper F;    // deformation since the start of the stage
    double volume;      // at that start
    double work;        // of the cell on the particles, since that start
    double power;       // rate of the work, with the L of the next step
    Box box;            // at the end of the last step
    int started, kicked;
  };

  VARDEM_NS::StressServo servo;
  Component gradient[VARDEM::UPPER];
  bool kick_due;
  double stop_fraction, largest_diameter;
  bool time_only;    // all components are numbers or functions of the time
  double step;       // size of the last step of the cell
  State state;
  VARDEM::Upper carried;          // L of the flow of the last stage, which velocities contain
  bool follows;                   // the next stage must add only what its flow has more than that
  VARDEM_NS::CommandText text;    // of the command
  std::string stage;              // message for the log: does the stage of the restart file go on
  VARDEM::Upper stress;           // of the interactions, tension positive, at the last step
  VARDEM::Upper whole_stress;     // with that of the motion, at whole_step
  bigint whole_step;
  class Compute *pressure;
  std::string id_pressure;

  FixDeformGradv(class LAMMPS *, Command &&);
  static bool moves(const Component *, const VARDEM_NS::StressServo &, int);
  static void check_cell(class LAMMPS *, const char *, const Component *,
                         const VARDEM_NS::StressServo &);
  bool is_time_only() const;
  VARDEM::Upper evaluate();
  VARDEM::Upper gradient_at_start();
  VARDEM::Upper on_step_gradient() const;
  Box present_box() const;
  bool is_changed(const Box &) const;
  void begin_anew();
  void check_step();
  void set_rates(const VARDEM::Upper &rate);
  std::vector<class Fix *> restarted_forces() const;
  void forget_restarted_forces(bool kicks) const;
  void warn_of_second_flow() const;
  void stream(const VARDEM::Streaming &);
  void find_flip();
  VARDEM::Upper flipped_cell(const VARDEM::Upper &) const;
  void stop_before_collapse();
  VARDEM::Upper sum_of_ranks(const VARDEM::Upper &) const;
  VARDEM::Upper virial_stress();
  VARDEM::Upper total_stress();
  VARDEM::Upper working_stress();
  double power(const VARDEM::Upper &sigma, const VARDEM::Upper &L) const;
  double volume() const;
  VARDEM::Upper logarithmic_strain() const;
};

}    // namespace LAMMPS_NS
#endif
#endif
