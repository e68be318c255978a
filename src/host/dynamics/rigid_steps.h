// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_RIGID_STEPS_H
#define VARDEM_HOST_RIGID_STEPS_H

#include "host/atoms/gravity.h"
#include "host/dynamics/contact_memory.h"
#include "host/solve/force_solver.h"
#include "kernels/flow.h"
#include "solvers/dynamics/contact_dynamics.h"
#include "solvers/dynamics/frictional_dynamics.h"

#include <vector>

namespace LAMMPS_NS {

class Fix;
class NeighList;

namespace VARDEM_NS {

  class Ghosts;
  struct StepTable;

  /** What contact forces do to an atom: the force on it, its part of the virial (xx yy zz xy xz
   *  yz), and the torque on it, which only friction causes. */
  constexpr int VIRIALS = 6, TORQUE_COLUMN = 3 + VIRIALS;
  constexpr bigint CONTACT_FORCE_COLUMNS = TORQUE_COLUMN + 3;    // also times a number of atoms

  /** Overlaps are pushed out by at most this part of the smallest diameter in a step. */
  constexpr double PUSHED_OUT = 1e-3;

  /** How a fix wants the steps of rigid grains to be. */
  struct RigidStepSettings {
    VARDEM::DynamicsOptions options;
    double restitution = -1.0;    // < 0: that of the pair style and of the walls
    bool poisson = false;         // is restitution that of Poisson's law, not of Newton's?
    bool warm = false;            // do solvers begin with the forces of the last step (warm start)?
    VARDEM::ContactCompliance compliance;    // of solver compliant
    /** Do solvers of rigid contacts begin with the forces of the last step? Newton's method does
     *  not. */
    bool begins_with_forces() const
    {
      return warm && options.solver > VARDEM::DynamicsOptions::NEWTON;
    }
  };

  /** What a step depends on besides the atoms. */
  struct StepInput {
    double h;
    int frozen_bits;    // atoms of these groups have an infinite mass also for pair styles
    int driven_bits;    // other fixes move the atoms of any of these groups
    bool fixed_atoms_move = true;    // may any of them?
    int kinematic_bits;    // atoms in all of these groups that are fixed move with their velocity
    double smallest, mean;                       // diameters of the grains
    double pushed_out = 1.0;                     // part of overlaps, as PushingOut has it
    std::vector<GravityField> gravity_fields;    // gravity in the forces of the last step
    // displacement gradient of the cell in the step: by how much periodic images move more than
    // their particles, over their distance from these
    VARDEM::UpperTriangle flow = {};
    VARDEM::Vec3 origin = {};    // that does not move in it
    VARDEM::YieldingCell cell = {};
    bool flows() const { return h > 0.0 && VARDEM::most_stretch(flow) > 0.0; }
    bool compliant = false;    // do contacts have compliance? Only then may they have friction
    bool friction = false;
    bool rolling = false;         // have any of them a bound of rolling friction?
    ContactMemory memory = {};    // of the last step
  };

  /** Coefficients of the contacts of a step; null: all are zero. */
  struct StepCoefficients {
    const double *friction, *rolling, *restitution;
  };

  /** Results of a step over all processes. */
  struct StepOutput {
    VARDEM::SolverReport report;
    double contacts = 0.0, pushing = 0.0;
    // particles whose velocity or force is no number: then there is no step
    double not_finite = 0.0;
    double overlap = 0.0;       // the largest, at the start of the step
    double dissipated = 0.0;    // energy lost in contacts in this step, but for friction
    double slipped = 0.0;       // energy lost by friction
    double rolled = 0.0;        // energy lost by rolling friction
    // work of walls, and of particles that others move, on free particles
    double work_of_fixed = 0.0;
    double work_of_gravity = 0.0;    // on those that are free
    VARDEM::CellResponse on_cell = {};
  };

  /** Overlaps at the start of a run. */
  struct Overlaps {
    double number;    // of contacts whose overlap is more than a part of the diameter
    double largest;
  };

  /** Of the spheres that a fix moves. */
  struct GrainSizes {
    double smallest, mean;    // diameters, or 1 without spheres
    bool is_doubtful;         // may some of them be no spheres, or have no radius or no mass?
  };

  /** How far atoms of any kind move. */
  struct Motion {
    double approach;    // two atoms come together by no more than this
    double farthest;
  };

  /** Moves rigid bodies by one step. All processes must call the functions, unless they are const.
   *  As a ForceSolver it finds the compatible forces of the last step: after advance(), and before
   *  atoms go to other processes, close_contacts() and then solve(). */
  class RigidSteps : public ForceSolver {
   public:
    using ForceSolver::ForceSolver;
    virtual void request_list(Fix *fix) = 0;
    /** Of the present atoms of any of these groups. If it is doubtful, all atoms are on the host
     *  then. */
    virtual GrainSizes sizes(int bits) = 0;

    /** Makes the network of a step from the present atoms, with the gaps at its start: of the pairs
     *  that may come into contact. Walls are where they will be at its end. With h = 0 there is no
     *  step, and all pairs count. contact_forces: as advance(). */
    virtual void collect(NeighList *list, const StepInput &step, const double *contact_forces) = 0;
    /** Counts the overlaps of the last collect() that are larger than `least`. */
    virtual Overlaps overlaps(double least) = 0;

    /** Finds the forces of the last collect(), and moves the atoms. contact_forces:
     *  CONTACT_FORCE_COLUMNS numbers of each owned atom. On entry they have the forces that
     *  atom->f contains, on return the forces of this step. */
    virtual StepOutput advance(const RigidStepSettings &settings, const StepInput &step,
                               double *contact_forces) = 0;

    /** Adds the contact forces of owned atoms to the forces of atoms. */
    virtual void add_to_forces(const double *contact_forces) = 0;
    /** Can a solver take the contacts one by one? */
    virtual bool is_serial() const = 0;

    /** Since collect(). */
    virtual Motion motion() = 0;
    /** In the next step of length h, if forces other than contact forces stay as in the last
     *  step. */
    virtual Motion next_motion(double h) = 0;

    /** What the next step takes over. */
    virtual VARDEM::DynamicsMemory &solver_memory() = 0;
    virtual VARDEM::ConeMemory &cone_memory() = 0;
    /** Behind a step: the most contacts that go on of any atom, over all processes; and the forces
     *  of these contacts. */
    virtual int most_contacts() = 0;
    virtual void remember_contacts(const ContactMemory &memory) = 0;
    virtual Ghosts &ghosts() = 0;

    // --- the contacts and the compatible forces of the last step ---

    /** The law of solve(). The caller sets it. */
    VARDEM::LawKind law = VARDEM::HOOKE;
    /** Finds the contacts that are closed at the end of the step: those with gaps of at most
     *  `length`, on top of an allowance for overlaps that a step may leave, and those that push. */
    virtual void close_contacts(double length) = 0;
    /** Of these contacts: 1 for each pair of types, by code_of_types()
     *  (host/network/contact_rules.h), on this process. */
    virtual std::vector<int> closed_types() = 0;
    /** Of the walls that they touch: as ContactRules::require_walls() asks for it. */
    virtual std::vector<int> closed_walls() = 0;
    /** Lists these contacts. The forces come from solve() if `compatible`, otherwise from the
     *  step. */
    virtual void fill_table(StepTable &table, bool compatible) = 0;
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
