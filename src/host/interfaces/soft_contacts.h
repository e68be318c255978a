// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_SOFT_CONTACTS_H
#define VARDEM_HOST_SOFT_CONTACTS_H

#include "host/interfaces/styles_with.h"
#include "kernels/bond/bond_springs.h"
#include "kernels/bond/trial_bond.h"
#include "kernels/contact/no_tension.h"
#include "kernels/contact/normal_law.h"
#include "kernels/rigid/coulomb_cone.h"
#include "kernels/walls/free_wall.h"
#include "kernels/walls/wall_shapes.h"

#include <string>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** Coefficients of rigid contacts. Only ratios of stiffnesses matter. */
struct RigidCoefficients {
  double stiffness = 0.0;    // force / length^(p - 1) of the law; 0: not given
  double restitution = 0.0, friction = 0.0, rolling = 0.0;
};

/** The tangential spring of an owned atom i and atom j, which is owned or a ghost; of a wall j is
 *  the number of its surface. It acts on i, and its opposite on j. */
struct HeldSpring {
  int i, j;
  VARDEM::Vec3 spring;
};

/** The springs that a style keeps on this process, where its loops run, until it finds forces
 *  again. With newton_pair off, those of atoms of two processes are on both of them. */
struct HeldSprings {
  const HeldSpring *springs;
  int count;
};

/** A style that adds up the energy that its dashpots take, by the velocities that it sees, as in a
 *  leapfrog. Implicit steps tell it in place of this what dashpots have taken from the motion. */
class DashpotBooks {
 public:
  /** Does anybody need this energy? */
  virtual bool counts_dashpots() const = 0;
  /** What they have taken in a step, before its forces are found: the part that this process
   *  counts. All processes must call it. Dashpots that are parallel to springs of friction are left
   *  out: the style still finds what they take. */
  virtual void take_from_dashpots(double energy) = 0;

 protected:
  ~DashpotBooks() = default;
};

/** A wall of planes, of a region or of triangles: fix wall/contact. For the law of a contact a wall
 *  is a body of infinite mass, also if it is free. */
class WallContacts : public DashpotBooks {
 public:
  /** A rigid wall has no force of its own; others solve for it. Its law has a stiffness and no
   *  dashpot or friction. */
  virtual bool is_rigid() const = 0;
  virtual const VARDEM::NormalLaw &wall_law_kind() const = 0;
  /** The law of grains of this type with the wall. */
  virtual const VARDEM::ContactParameters &law_of_type(int type) const = 0;
  /** The coefficients of grains of this type with a rigid wall. */
  virtual const RigidCoefficients &rigid_of_type(int type) const = 0;
  /** As for SoftContacts. */
  virtual bool has_full_step_dashpots() const = 0;
  /** The names of the variables by which the wall moves. */
  virtual std::vector<std::string> variables() const = 0;
  /** The wall acts on the atoms of this group. */
  virtual int group_of_wall() const = 0;
  /** Up to which gap its contacts may hold. */
  virtual double reach_of_wall() const = 0;
  /** near() finds no more surfaces than this. */
  virtual int most_surfaces() const = 0;
  /** Brings the wall to its place at this step. All processes must call it before near(). */
  virtual void place_wall() = 0;
  /** Its motion as contacts see it at this step. Its velocities are zero in the set-up of a first
   *  run. */
  virtual VARDEM::WallMotion wall_motion() const = 0;
  /** What a wall has last added to the forces and torques of the atoms that were owned then: six
   *  numbers of each, where its loops run. */
  struct KeptForces {
    const double *forces;
    int atoms;
  };
  /** What the contacts of a step with a rigid wall do to the particles of this process. */
  struct StepLoad {
    VARDEM::WallLoad load;
    double contacts, work;       // contacts that push, and the work of the wall
    double impacts, friction;    // energy that they have taken
  };
  /** The fix that makes the steps tells it to the wall; a free one makes this step, too. All
   *  processes must call it. */
  virtual void take_forces(const StepLoad &of_step, const VARDEM::Step &step) = 0;
  /** The work of its motion on the particles in a step with take_from_dashpots(), as that has the
   *  energy. */
  virtual void take_work(double of_step) = 0;
  /** From now on the wall keeps what it adds. */
  virtual void keep_forces() = 0;
  virtual KeptForces kept_forces() const = 0;
  /** Adds its elastic forces to those of the atoms, as if all were at rest: for a minimization,
   *  which LAMMPS' hooks for walls leave out. */
  virtual void add_forces_at_rest() = 0;
  /** The elastic energy of the last forces, over all processes. All processes must call it. */
  virtual double elastic_energy() = 0;
  virtual HeldSprings held_springs() = 0;
  /** Finds the surfaces that are nearer than `reach` to the point x, now. Returns their number. */
  virtual int near(const VARDEM::Vec3 &x, double reach, VARDEM::WallTouch *touches) = 0;
  /** The same surfaces as plain data, now. Null if the kernels do not have them, and for triangles,
   *  whose memory is where their fix has its loops. */
  virtual const VARDEM::WallShape *known_shape() const = 0;
  virtual bool has_triangles() const = 0;
  virtual bool is_free() const = 0;
  /** Of a free wall: acceleration of the point p of the wall by a unit force there along n, and the
   *  sum of those for two directions across it [1/mass]; the sum of the inverse moments of inertia,
   *  by which couples turn it. All are zero for a servo, which limits no time step. */
  struct Mobility {
    double along, across, turning;
  };
  virtual Mobility mobility(const VARDEM::Vec3 &p, const VARDEM::Vec3 &n) const = 0;
  /** A free wall whose steps others make, where a step starts, with its load: contact dynamics
   *  those of rigid walls, implicit steps those of soft ones. Null for all others. */
  virtual const VARDEM::FreeWall *free_wall() const = 0;
  /** The last force of the contacts on it, and their torque about its pivot. */
  virtual VARDEM::RollingPair forces_of_contacts() const = 0;
  /** Implicit steps tell it what a step has made of it. Its velocity may come once more behind the
   *  forces. All processes must call it. */
  virtual void take_step(const VARDEM::FreeWallState &made) = 0;
  /** The longest way of its points, where particles may be, in the next step: at its present
   *  velocity. Or of this way and that in the last step, the longer one. 0 for all others. */
  virtual double way_in_step(bool next) const = 0;

 protected:
  ~WallContacts() = default;
};

inline std::string name_of_law(VARDEM::LawKind kind)
{
  return VARDEM::with_law(kind, [](auto law) {
    return std::string(decltype(law)::Force::NAME);
  });
}

/** The names of the laws that solvers know, in the order of LawKind. */
inline std::vector<std::string> names_of_laws()
{
  std::vector<std::string> names(VARDEM::LAW_KINDS);
  for (int k = 0; k < VARDEM::LAW_KINDS; k++)
    names[k] = name_of_law(static_cast<VARDEM::LawKind>(k));
  return names;
}

/** A pair style that gives the laws of contacts: pair contact/rigid. */
class StiffContacts {
 public:
  struct Coefficients : RigidCoefficients {
    VARDEM::LawKind law = VARDEM::HOOKE;
    bool in_input = false;    // the input has set coefficients of these types for this style
  };
  /** The present coefficients of two types; fix adapt may change them between any two calls. */
  virtual Coefficients of_types(int itype, int jtype) const = 0;

 protected:
  ~StiffContacts() = default;
};

/** A pair style whose contacts are those of kernels/contact/soft_contact.h: pair contact/hooke,
 *  contact/hertz. */
class SoftContacts : public DashpotBooks {
 public:
  virtual const VARDEM::NormalLaw &law_kind() const = 0;
  /** The present law of two types; fix adapt may change it between any two steps. */
  virtual const VARDEM::ContactParameters &law_of_types(int itype, int jtype) const = 0;
  /** Do dashpots act on the full-step velocities (velocity onstep), or on those of half a step
   *  before? */
  virtual bool has_full_step_dashpots() const = 0;
  virtual HeldSprings held_springs() = 0;
  /** The sum of unbalanced_moment() over the contacts of this process, if LAMMPS has summed the
   *  virial of the last forces. */
  virtual VARDEM::Vec3 unbalanced_moments() const = 0;

 protected:
  ~SoftContacts() = default;
};

/** A bond style that tells the stiffness of its bonds, and their forces at trial states: bond
 *  binder, contact/hooke. */
class SoftBonds : public DashpotBooks {
 public:
  /** A bond as linear springs and dashpots between two atoms, owned or ghosts. */
  struct Spring {
    int i, j;
    VARDEM::Vec3 n;    // unit vector from i to j
    VARDEM::BondSprings springs;
  };
  /** The bonds of this process now. With newton_bond off, a bond of atoms of two processes is on
   *  both of them. A bond of two owned atoms does not depend on periodic images: n is not along the
   *  line of the two indices then. There is nothing before the forces of a run. */
  virtual std::vector<Spring> bond_springs() = 0;
  /** The atoms of a bond, owned or ghosts; i < 0: none. e: from i to j. */
  struct Ends {
    int i, j;
    VARDEM::Vec3 e;
  };
  /** How many places the bonds of this process need for trial states. */
  virtual int trial_bonds() = 0;
  /** Fills these places, where its loops run, with the bonds of bond_springs(). */
  virtual void find_trial_bonds(Ends *ends, VARDEM::TrialBond *laws) = 0;
  /** Do their forces depend on the orientations of the atoms? */
  virtual bool needs_orientations() const = 0;

 protected:
  ~SoftBonds() = default;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
