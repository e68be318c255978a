// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_IMPLICIT_STEPS_H
#define VARDEM_HOST_IMPLICIT_STEPS_H

#include "host/atoms/gravity.h"
#include "host/dynamics/rigid_steps.h"
#include "host/network/contact_rules.h"
#include "solvers/implicit/implicit_step.h"
#include "solvers/network/solver_options.h"

#include <memory>
#include <vector>

namespace LAMMPS_NS {

class Fix;
class NeighList;

namespace VARDEM_NS {

  class Orientations;
  class ContactRules;
  class Ghosts;

  /** Force and torque of an atom. */
  constexpr int FORCE_COLUMNS = 6;

  /** What steps keep of each atom, 6 numbers, where the loops run; null: nothing. */
  struct KeptOfAtoms {
    double *changes = nullptr;    // with friction: what a step adds to velocities at its end
    // where momenta belong to other times: elastic forces at the end, moments over radii
    double *elastic = nullptr;
    double *lag = nullptr;    // of the last step, as PredictedMotions has it
  };

  /** How a fix wants its implicit steps to be. */
  struct ImplicitSettings {
    VARDEM::StepForm form;
    VARDEM::SolverOptions options;
    VARDEM::LinearChoice linear;
    // a step that finds no solution is made in two parts, then in four, up to this number
    int most_parts = 16;
    bool with_potential = false;    // find the incremental potential, too
    bool inertia = true;        // otherwise steps go to the equilibrium, where velocities are zero
    double reach = HUGE_VAL;    // displacement at which a step ends before it is in equilibrium
    KeptOfAtoms kept;           // of this step and the last one
  };

  /** Results of a step over all processes. */
  struct ImplicitOutput {
    // steps and products of all attempts; residual of the worst part
    VARDEM::SolverReport report;
    double evaluations = 0.0;    // of forces
    double potential = 0.0;      // the incremental potential of the last part
    // particles whose velocity or force is no number: then there is no step
    double not_finite = 0.0;
    int parts = 1;    // in which the step was made
  };

  /** What the next step takes over. */
  struct StepsMemory {
    // gap (kernels/rigid/impact.h) up to which pairs were contacts in the last step
    double margin;
    double calm_residual, is_loose;    // of steps that go down the potential energy
    double pass_inertia;               // of steps of bonded bodies to the equilibrium
    double quick;                      // of steps that are short beside a contact
  };

  /** Moves soft spheres by implicit steps. All processes must call the functions. */
  class ImplicitSteps : protected Pointers {
   public:
    using Pointers::Pointers;
    virtual ~ImplicitSteps() = default;

    virtual void request_list(Fix *fix) = 0;
    /** As RigidSteps has it. */
    virtual GrainSizes sizes(int bits) = 0;
    /** The arrays of atoms have the forces and torques of pairs and bonds, also of ghosts, and no
     *  others. Together with the forces that walls keep they are the forces of contacts. */
    virtual void take_pair_forces() = 0;
    /** Moves the atoms by a step. All forces but contact forces are loads. The velocities belong to
     *  the momenta of the step (step_form.h). With friction they are the mean velocities of the
     *  step, from which pair styles and walls know by how much surfaces have slipped. */
    virtual ImplicitOutput advance(NeighList *list, const ImplicitSettings &settings,
                                   const StepInput &step) = 0;
    /** When the forces of the step are known: makes the velocities those at the time of the
     *  positions, where momenta are not, and with friction adds what the step has left for its end.
     *  Atoms may have come from other processes. */
    virtual void finish(const ImplicitSettings &settings) = 0;
    /** As RigidSteps has them. */
    virtual Motion motion() = 0;
    virtual Motion next_motion(double h) = 0;
    virtual StepsMemory memory() const = 0;
    virtual void remember(const StepsMemory &) = 0;
    virtual Ghosts &ghosts() = 0;
    /** Of the atoms of a group. */
    virtual double largest_speed(int groupbit) = 0;
    virtual bool has_factors() const = 0;
    virtual double bytes() const = 0;

    // --- a minimization, which leaves out gravity and fixes that hold atoms ---

    virtual void add_weight(const std::vector<GravityField> &gravity_fields) = 0;
    virtual double potential_of_weight(const std::vector<GravityField> &gravity_fields) = 0;
    /** Takes away the forces and torques of atoms that are held. */
    virtual void release(const HeldAtoms &held) = 0;
  };

  /** Makes steps with or without friction. Platform is as SphereNetwork has it. Each of these is
   *  compiled in a source of its own, because all kernels are in it
   *  (host/implicit/implicit_sphere_step.h). */
  template <class Platform, bool BONDS>
  std::unique_ptr<ImplicitSteps> make_implicit_spheres(LAMMPS *lmp, Fix *fix, ContactRules &rules,
                                                       Orientations &orientations, bool friction);

  /** Makes the steps of a fix. bonds: may spheres have orientations and bonds? Steps without them
   *  need less memory and time. */
  template <class Platform>
  std::unique_ptr<ImplicitSteps> make_implicit_steps(LAMMPS *lmp, Fix *fix, ContactRules &rules,
                                                     Orientations &orientations, bool bonds,
                                                     bool friction)
  {
    return bonds ? make_implicit_spheres<Platform, true>(lmp, fix, rules, orientations, friction)
                 : make_implicit_spheres<Platform, false>(lmp, fix, rules, orientations, friction);
  }
  using MakeImplicitSteps = std::unique_ptr<ImplicitSteps>(LAMMPS *, Fix *, ContactRules &,
                                                           Orientations &, bool, bool);

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
