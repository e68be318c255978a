/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_INTERFACES_H
#define VARDEM_HOST_INTERFACES_H

#include "compute.h"
#include "fix.h"
#include "kernels/bond/bond_springs.h"
#include "kernels/bond/trial_bond.h"
#include "kernels/contact/no_tension.h"
#include "kernels/contact/soft_contact.h"
#include "kernels/contact/wall_motion.h"
#include "kernels/streaming.h"
#include "modify.h"

#include <optional>
#include <string>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

// Interfaces by which styles of VARDEM talk to each other. A style derives from those that it offers. Another one finds it
// by dynamic_cast: see fixes_with(). The user may define and delete fixes between runs, so a style looks for them in init()
// or setup(), and keeps no pointer beyond the run.

/** The computes that have interface T, in the order of the input. */
template <class T> std::vector<T *> computes_with(const Modify *modify)
{
  std::vector<T *> found;
  for (int n = 0; n < modify->ncompute; n++)
    if (auto *face = dynamic_cast<T *>(modify->compute[n])) found.push_back(face);
  return found;
}

/** The fixes that have interface T, in the order of the input. Modify::get_fix_list() would copy the list at each call, and a caller
 *  that goes through that list would lose it. */
template <class T> std::vector<T *> fixes_with(const Modify *modify)
{
  std::vector<T *> found;
  for (int n = 0; n < modify->nfix; n++)
    if (auto *face = dynamic_cast<T *>(modify->fix[n])) found.push_back(face);
  return found;
}

class CellStreaming;

/** A fix that adds the flow of the cell to forces and torques: fix deform/gradv, fix streaming. */
class FlowOfCell {
 public:
  virtual CellStreaming &cell_streaming() = 0;
  /** L at the time step; empty if it is that of the cell, which LAMMPS knows. */
  virtual std::optional<VARDEM::Upper> gradient_on_step() const { return {}; }

 protected:
  ~FlowOfCell() = default;
};

/** A fix that integrates clumps and lets them follow the flow of the cell. Sums are those of this process. */
class FlowingClumps {
 public:
  /** For each owned atom the number of its body, or 0. */
  virtual const tagint *members() const = 0;
  /** Sum over bodies of M v_f v_f, v_f = V - L (X - origin). */
  virtual VARDEM::Upper kinetic_stress(const VARDEM::Upper &L,
                                       const VARDEM::Vec3 &origin) const = 0;
  /** What bodies add to the moments of all interactions, so that these become those between bodies: sums over members of
   *  r f, its symmetric part, and of r x f, where r is the arm of force f from the center of the body; and the gyroscopic power.
   *  frame: spin of the flow with which they turn. */
  virtual VARDEM::FlowMoments flow_moments(const VARDEM::Vec3 &frame) const = 0;

 protected:
  ~FlowingClumps() = default;
};

/** An integrator that can continue a restart file exactly (keyword restart exact). */
class ExactRestart {
 public:
  /** Does the next half kick use forces of a restart file? */
  virtual bool uses_restarted_forces() const = 0;
  /** From now on it uses the present forces instead. */
  virtual void forget_restarted_forces() = 0;
  /** Do the atom arrays have its velocities at the half step now, in the set-up of a run? */
  virtual bool at_half_step() const = 0;

 protected:
  ~ExactRestart() = default;
};

/** An integrator that keeps the attitudes of spheres, where the atom style has none. */
class AttitudeKeeper {
 public:
  /** Does it turn its atoms with their attitudes? */
  virtual bool integrates_attitudes() const = 0;
  /** nmax rows w x y z of all owned atoms, with room for ghosts; null if the atom style has them or nothing integrates them. */
  virtual double *const *kept_attitudes() const = 0;
  /** To be called when something else has written to these rows. */
  virtual void attitudes_set_on_host() {}
  /** Has the input set them since the last run? */
  virtual bool attitudes_given() const { return false; }

 protected:
  ~AttitudeKeeper() = default;
};

/** An integrator of the rotation of spheres. */
class SphereInertia {
 public:
  /** c in the moment of inertia c m R^2. */
  virtual double inertia_factor() const = 0;

 protected:
  ~SphereInertia() = default;
};

/** A fix whose forces make the stable time step smaller: it is divided by sqrt(1 + step_divisor()). */
class StepDivisor {
 public:
  virtual double step_divisor() const = 0;

 protected:
  ~StepDivisor() = default;
};

/** A compute that finds the stable time step of the contacts, with its scalar: compute timestep/contact. */
class StableStep {
 public:
  /** The command that owns this compute, in messages. */
  virtual void serve(const std::string &owner) = 0;
  /** The largest stable step [time]. Pairs with a gap count only if they can touch within the time `horizon` at twice their
   *  present speeds, also when the compute is asked again. All processes must call it. */
  virtual double stable_step(double horizon) = 0;

 protected:
  ~StableStep() = default;
};

struct CundallStep;
struct DampingSums;

/** A damping of forces and torques that also acts on whole bodies: fix damping/cundall/onstep. The fix of the bodies sums the
 *  forces on their members, damps the sums in its own loop (host/damping/cundall_damping.h), and reports what they lose. */
class BodyDamping {
 public:
  /** What the loop needs. midstep: velocities are those of the half step, as in every step. Before the first step they are
   *  those at the time step. */
  virtual CundallStep step_of(bool midstep) const = 0;
  /** Adds the energy that the bodies of a fix lose, once per step. first: before the first step of a run. */
  virtual void account(const Fix *bodies, const DampingSums &, bool first) = 0;

 protected:
  ~BodyDamping() = default;
};

/** A fix of rigid bodies that lets BodyDamping damp each body as a whole: fix rigid/small/variational. */
class DampedBodies {
 public:
  /** For each owned atom the index of its body, or -1. Null before the set-up of the fix. */
  virtual const int *body_of_atoms() const = 0;

 protected:
  ~DampedBodies() = default;
};

/** A pair style that gives the laws of contacts: pair contact/rigid. */
class StiffContacts {
 public:
  struct Coefficients {
    double stiffness = 0.0;    // force / length^(p - 1) of the law; 0: not given
    double restitution = 0.0;
    VARDEM::ContactLawKind law = VARDEM::HOOKE;
    bool in_input = false;    // the input has set coefficients of these types for this style
  };
  /** The present coefficients of two types; fix adapt may change them between any two calls. */
  virtual Coefficients of_types(int itype, int jtype) const = 0;

 protected:
  ~StiffContacts() = default;
};

/** A pair style whose contacts are those of kernels/contact/soft_contact.h: pair contact/hooke, contact/hertz. */
class SoftContacts {
 public:
  virtual VARDEM::ContactLawKind law_kind() const = 0;
  /** The present law of two types; fix adapt may change it between any two steps. */
  virtual const VARDEM::SoftContact &law_of_types(int itype, int jtype) const = 0;
  /** Do dashpots act on the velocities at the step (velocity onstep), or on those of half a step before? */
  virtual bool has_on_step_dashpots() const = 0;
  /** The tangential spring of atoms i, which is owned, and j, owned or ghost. It acts on i, and its opposite on j. */
  struct HeldSpring {
    int i, j;
    VARDEM::Vec3 spring;
  };
  /** The springs that this process keeps. With newton_pair off, those of atoms of two processes are on both of them. */
  virtual std::vector<HeldSpring> held_springs() = 0;

 protected:
  ~SoftContacts() = default;
};

/** A bond style that tells the stiffness of its bonds: bond binder, contact/hooke. */
class StiffBonds {
 public:
  /** A bond as linear springs and dashpots between two atoms, owned or ghosts. */
  struct Spring {
    int i, j;
    VARDEM::Vec3 n;    // unit vector from i to j
    VARDEM::BondSprings springs;
  };
  /** The bonds of this process now. With newton_bond off, a bond of atoms of two processes is on both of them. A bond of two owned atoms
   *  does not depend on periodic images: n is not along the line of the two indices then. There is nothing before the forces of a run. */
  virtual std::vector<Spring> bond_springs() = 0;

 protected:
  ~StiffBonds() = default;
};

/** A bond style whose forces are known at trial states, too: bond binder, contact/hooke. */
class SoftBonds {
 public:
  /** A bond of two atoms, owned or ghosts; e: from i to j. */
  struct Trial {
    int i, j;
    VARDEM::Vec3 e;
    VARDEM::TrialBond law;
  };
  /** The bonds of this process, as StiffBonds has them. */
  virtual std::vector<Trial> trial_bonds() = 0;
  /** Do their forces depend on the attitudes of the atoms? */
  virtual bool needs_attitudes() const = 0;

 protected:
  ~SoftBonds() = default;
};

/** A wall of planes or of a region: fix wall/contact. A wall is a body of infinite mass. */
class WallContacts {
 public:
  /** A rigid wall has no force of its own; others solve for it. Its law has a stiffness and no dashpot or friction. */
  virtual bool is_rigid() const = 0;
  virtual VARDEM::ContactLawKind wall_law_kind() const = 0;
  /** The law of grains of this type with the wall. */
  virtual const VARDEM::SoftContact &law_of_type(int type) const = 0;
  /** Newton's coefficient of a rigid wall. */
  virtual double restitution() const = 0;
  /** As for SoftContacts. */
  virtual bool has_on_step_dashpots() const = 0;
  /** The wall acts on the atoms of this group. */
  virtual int group_of_wall() const = 0;
  /** near() finds no more surfaces than this. */
  virtual int most_surfaces() const = 0;
  /** Brings the wall to its place at this step. All processes must call it before near(). */
  virtual void place_wall() = 0;
  /** Its motion as contacts see it at this step. Its velocities are zero in the set-up of a first run. */
  virtual VARDEM::WallMotion wall_motion() const = 0;
  /** What a wall has last added to the forces and torques of the atoms that were owned then: six numbers of each, where its loops run. */
  struct KeptForces {
    const double *forces;
    int atoms;
  };
  /** From now on the wall keeps what it adds. */
  virtual void keep_forces() = 0;
  virtual KeptForces kept_forces() const = 0;
  /** Adds its elastic forces to those of the atoms, as if all were at rest: for a minimization, which LAMMPS' hooks for walls leave out. */
  virtual void add_forces_at_rest() = 0;
  /** The elastic energy of the last forces, over all processes. All processes must call it. */
  virtual double elastic_energy() = 0;
  /** The tangential spring of an owned atom. */
  struct HeldSpring {
    int i, surface;
    VARDEM::Vec3 spring;
  };
  virtual std::vector<HeldSpring> held_springs() = 0;
  /** Finds the surfaces that are nearer than `reach` to the point x, now. Returns their number. */
  virtual int near(const VARDEM::Vec3 &x, double reach, VARDEM::WallTouch *touches) = 0;

 protected:
  ~WallContacts() = default;
};

/** A fix that lets walls act in a minimization: that of min_style contact/newton. */
class WallMinimizer {
 public:
  virtual void add_walls() = 0;

 protected:
  ~WallMinimizer() = default;
};

/** A fix that knows how velocities have changed in the first half of the present step: fix VELOCITY/ONSTEP. */
class ChangingVelocities {
 public:
  /** Of owned atoms, 6 numbers each: velocity, angular velocity. They are those of the step from the time when all fixes have made
   *  its first half until its forces are known. */
  virtual const double *const *changes() const = 0;
  /** Rate of the cell at the step, by which velocities of periodic images differ; host/velocity/image_rate.h. */
  virtual VARDEM::Upper image_rate(bool in_step) const = 0;

 protected:
  ~ChangingVelocities() = default;
};

/** An integrator that knows the velocities of the end of a step as soon as it has moved its atoms: fix nve/sphere/implicit. */
class OnStepIntegrator {
 public:
  /** Atoms of these groups. */
  virtual int on_step_groups() const = 0;
  /** What will be added to the velocities of its atoms at the end of the step, as ChangingVelocities has it. Null if they have them already. */
  virtual const double *const *changes_on_step() const = 0;
  /** Have its atoms no inertia, and velocities of zero? Then a flow has no work to do on them. */
  virtual bool is_quasistatic() const = 0;

 protected:
  ~OnStepIntegrator() = default;
};

/** A fix that acts on its group, but not on atoms that are in some other groups. */
class SkippedGroups {
 public:
  /** Bits of these groups. */
  virtual int skipped_groups() const = 0;

 protected:
  ~SkippedGroups() = default;
};

/** A style that knows the contact forces of a step: fix compatible/cd, pair contact/hooke, contact/hertz, bond binder, contact/hooke. */
class ContactForces {
 public:
  /** Columns of a row, from 0. The particle with the lower ID is the first. The normal points from the first to the second. The
   *  force, its classic part and the moment act on the first; the moment is about its centre. Units are those of the input. */
  enum {
    TAG_1,
    TAG_2,
    KIND,
    NORMAL,
    POINT = NORMAL + 3,
    GAP = POINT + 3,
    FORCE,
    CLASSIC = FORCE + 3,
    MOMENT = CLASSIC + 3,
    COLUMNS = MOMENT + 3
  };
  /** Kinds of contacts: two particles, a particle and a wall, two bonded particles. A wall is always the second; its tag is 0. */
  enum { PAIR = 0, WALL = 1, BOND = 2 };

  /** Asks the style to keep what the list needs, at the steps for which LAMMPS knows that it needs the reader (timeflag of
   *  Compute), in set-ups and at the last step of a run. This holds until the next init_style(). The reader calls it in its
   *  init(), which LAMMPS calls behind that of pair and bond styles and before that of fixes. */
  virtual void record_forces_for(Compute *reader) = 0;
  /** Step of the forces that can be listed, or < 0. All processes must call it. */
  virtual bigint last_step() const = 0;
  /** Number of rows of this process for contacts of atoms in a group. Each contact is listed once over all processes. */
  virtual int count_contacts(int groupbit) = 0;
  /** Fills the rows that count_contacts() has counted, COLUMNS numbers each. */
  virtual void list_contacts(double *rows) = 0;

 protected:
  ~ContactForces() = default;
};

/** A fix that finds the contact forces of any step when it is asked: fix compatible/cd. */
class SolvedForces : public ContactForces {
 public:
  /** Are its forces those of the steps of contact dynamics? Then it finds no others, and keeps their list as RecordedForces do. */
  virtual bool has_forces_of_steps() const = 0;
  /** What has changed about the atoms of this process since last_step(): bits of Change (host/network/contact_rules.h). All processes
   *  must call it. */
  virtual int changes() = 0;
  /** Says why the fix cannot find forces now; empty if it can. */
  virtual std::string reason_not_to_solve() const = 0;
  /** Finds the forces of the present step. All processes must call it. */
  virtual void solve_now() = 0;

 protected:
  ~SolvedForces() = default;
};

/** A style that can list the forces that it has computed last: pair contact/hooke, contact/hertz, bond binder, contact/hooke, fix
 *  wall/contact, nve/sphere/cd. */
class RecordedForces : public ContactForces {
 protected:
  ~RecordedForces() = default;
};

/** A compute that shows contact forces: compute contact/force. */
class ContactForcesReader {
 public:
  /** The fix calls this when atoms come or go between runs: LAMMPS must not read the rows again. Some processes may not be
   *  told. */
  virtual void forget_rows() = 0;
  /** A fix calls this when it is deleted. */
  virtual void forget_fix(const ContactForces *gone) = 0;

 protected:
  ~ContactForcesReader() = default;
};

class RigidSteps;

/** A fix of contact dynamics: fix nve/sphere/cd. Its steps have the contacts and forces of the present step from initial_integrate() on,
 *  until atoms go to other processes. */
class DynamicContacts {
 public:
  virtual RigidSteps &rigid_steps() = 0;
  /** The gap up to which its steps have contacts [distance]. */
  virtual double reach_of_contacts() const = 0;

 protected:
  ~DynamicContacts() = default;
};

/** Parts of the energy balance, in the order of the vector of fix energy/ledger. */
enum class EnergyPart {
  TRANSLATION,
  ROTATION,
  ELASTIC,
  BOND,
  GRAVITY,
  WALLS,
  CELL,
  DASHPOTS,
  FRICTION,
  DAMPING,
  IMPACTS,
  INSERTIONS,
  FRACTURE
};
constexpr int ENERGY_PARTS = static_cast<int>(EnergyPart::FRACTURE) + 1;

/** Kinetic and potential energies are those of the present state. All other parts are work or dissipation that adds up. */
constexpr bool is_accumulated(EnergyPart part)
{
  return part > EnergyPart::BOND;
}

/** A fix, pair or bond style with parts of the energy balance that fix energy/ledger does not know otherwise, such as work or
 *  dissipation. LAMMPS sums the energies of pair and bond styles (eng_vdwl, energy), so these styles do not offer ELASTIC or BOND.
 *  A fix that offers this interface tells all of its energies by it: its scalar does not count, whatever fix_modify energy says. */
class EnergySource {
 public:
  /** The parts to which it contributes, during a run the same. */
  virtual std::vector<EnergyPart> energy_parts() const = 0;
  /** Someone needs what this style accumulates in the next run. The ledger calls it in its init(), thus behind the init_style()
   *  of pair styles. A style that accumulates at no cost does not need this call. */
  virtual void keep_books() {}
  /** Its number for one of these parts, over all processes, in units of energy. All processes must call it. If the part is
   *  accumulated: what it has added up so far, from any start. Otherwise the energy of the present state. */
  virtual double energy(EnergyPart part) = 0;

 protected:
  ~EnergySource() = default;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
