/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_IMPLICIT_STEPS_H
#define VARDEM_HOST_IMPLICIT_STEPS_H

#include "host/rigid_steps.h"
#include "solvers/implicit_step.h"
#include "solvers/method_choice.h"

namespace LAMMPS_NS {

class Fix;
class NeighList;

namespace VARDEM_NS {

  class Ghosts;

  /** Force and torque of an atom. */
  constexpr int FORCE_COLUMNS = 6;

  /** How a fix wants its implicit steps to be. */
  struct ImplicitSettings {
    VARDEM::StepForm form;
    VARDEM::SolverOptions options;
    VARDEM::LinearChoice linear;
    int most_parts =
        16;    // a step that finds no solution is made in two parts, then in four, up to this number
    bool with_potential = false;    // find the incremental potential, too
    bool inertia = true;        // otherwise steps go to the equilibrium, where velocities are zero
    double reach = HUGE_VAL;    // displacement at which a step ends before it is in equilibrium
  };

  /** What a step has found, over all processes. */
  struct ImplicitFindings {
    VARDEM::SolverReport
        report;    // steps and products of all attempts; residual of the worst part
    VARDEM::ImplicitSums
        sums;    // elastic energy at the balance of the last part; what dashpots take in the step
    double evaluations = 0.0;    // of forces
    double potential = 0.0;      // the incremental potential of the last part
    double not_finite =
        0.0;          // particles whose velocity or force is no number: then there is no step
    int parts = 1;    // in which the step was made
  };

  /** Moves soft spheres by implicit steps. All processes must call the functions. */
  class ImplicitSteps : protected Pointers {
   public:
    using Pointers::Pointers;
    virtual ~ImplicitSteps() = default;

    virtual void request_list(Fix *fix) = 0;
    /** Moves the atoms by a step. contact_forces: FORCE_COLUMNS numbers of each owned atom, what contacts have added to its force and torque: all
     *  others are loads. Velocities are those of the momenta of the step (solvers/step_form.h). */
    virtual ImplicitFindings advance(NeighList *list, const ImplicitSettings &settings,
                                     const PresentStep &step, const double *contact_forces) = 0;
    /** When the forces of the step are known: makes the velocities those at the time of the positions, where momenta are not. */
    virtual void finish(NeighList *list, const ImplicitSettings &settings,
                        const double *contact_forces) = 0;
    /** As RigidSteps has them. */
    virtual Motion motion() = 0;
    virtual Motion next_motion(double h) = 0;
    /** Pairs were contacts of the last step whose least gap (kernels/contact/impact.h) was not larger. */
    virtual double &margin() = 0;
    virtual Ghosts &ghosts() = 0;
    /** Sums the forces and torques of ghosts to those of the owners. forces: FORCE_COLUMNS numbers of all atoms. */
    virtual void reverse(double *forces) = 0;
    virtual bool has_factors() const = 0;
    virtual double bytes() const = 0;
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
