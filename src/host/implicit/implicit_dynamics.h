// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_IMPLICIT_DYNAMICS_H
#define VARDEM_HOST_IMPLICIT_DYNAMICS_H

#include "host/atoms/orientations.h"
#include "host/dynamics/grain_steps.h"
#include "host/implicit/implicit_steps.h"

#include <array>
#include <memory>
#include <string>

namespace LAMMPS_NS::VARDEM_NS {

class KeywordReader;

/** The implicit steps of a fix: keywords, each step, and what is reported. */
class ImplicitDynamics : public GrainSteps {
 public:
  static constexpr int OUTPUTS = 7;
  /** Newton steps, products, residual, failed steps since the start, incremental potential, gain
   *  over explicit steps, parts of the last step. */
  std::array<double, OUTPUTS> outputs = {};

  ImplicitDynamics(LAMMPS *lmp, Fix *fix_in);
  ~ImplicitDynamics() override;

  /** Reads a keyword. Returns false if it is none of these. */
  bool read(KeywordReader &keyword);
  /** Steps go to the equilibrium, in a minimization: nothing else moves. */
  void minimize(double tolerance)
  {
    quasistatic = minimizes = true;
    settings.options.tolerance = tolerance;
  }
  /** For the end of the command: stops at keywords that do not go together. */
  void check_keywords() const;

  /** Replaces the implementations of the host. */
  void take_steps(MakeImplicitSteps *other);
  bool is_quasistatic() const { return quasistatic; }
  bool is_adaptive() const { return largest_step > 0.0; }
  bool has_friction() const { return friction; }
  VARDEM::StepForm step_form() const;
  ImplicitSteps &implicit_steps() { return *steps; }

  // --- the fix calls these in its hooks ---

  void init();
  void request_list() { steps->request_list(fix); }
  void setup();
  /** The forces and torques of pairs and bonds are in the arrays of atoms, also of ghosts, and no
   *  others. */
  void take_pair_forces() { steps->take_pair_forces(); }
  void advance(const KeptOfAtoms &kept = {});
  /** Has the last step come to its end? One to the equilibrium may have stopped where the neighbor
   *  lists end. */
  bool is_complete() const { return complete; }
  /** When all fixes have moved their atoms: must lists be made anew? */
  bool needs_lists();
  /** kept: that of advance(), of the present atoms. */
  void finish(const KeptOfAtoms &kept);
  /** The step at which explicit integration becomes unstable [time]: for the gain. */
  void take_limit(double step) { limit = step; }
  /** Prints at the end of a run the cost of the steps, and the cost of explicit steps. */
  void tell_gain();
  /** Sets the next time step, if the user lets the fix choose it. */
  void adapt_step();
  void write_restart(FILE *fp);
  void restart(const char *buf);
  double bytes() const { return steps->bytes(); }

 private:
  struct State {
    StepsMemory memory;
    double failed;
  };

  enum Form { ALPHA, THETA, ENERGY };
  Form form = ALPHA;
  double parameter = 0.5;    // alpha or theta
  bool form_given = false, live = false, quasistatic = false, minimizes = false, friction = false;
  bool complete = true;
  ImplicitSettings settings;
  double least_step = 0.0,
         largest_step = 0.0;    // of keyword adaptive; 0: the step does not change
  Orientations orientations;    // of all atoms, also of atoms that other fixes turn
  MakeImplicitSteps *make_steps;
  std::unique_ptr<ImplicitSteps> steps;
  bool with_bonds = false, with_friction = false;    // which steps are these?
  int newton_steps = 0;                              // of the last step
  double limit = 0.0;                                // of explicit steps; 0: not known
  double passed = 0.0, work = 0.0;                   // in this run: time, and loops over contacts
  bool warned_of_step = false;

  GrainSizes sizes(int bits) override { return steps->sizes(bits); }
  void choose_form(Form chosen, double value);
  void check_friction() const;
  void choose_steps();
  void require_mean_forces() const;
  void check_free_walls() const;
  void take_flow();
  double explicit_work() const;
  void conclude(const ImplicitOutput &found);
  std::string what_was_reached(const ImplicitOutput &found) const;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
