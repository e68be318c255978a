// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_WALL_CONTACTS_H
#define VARDEM_HOST_WALL_CONTACTS_H

#include "host/interfaces/styles_with.h"
#include "kernels/contact/no_tension.h"
#include "kernels/contact/normal_law.h"
#include "kernels/contact/wall_motion.h"

namespace LAMMPS_NS::VARDEM_NS {

/** A wall of planes or of a region: fix wall/contact. A wall is a body of infinite mass. */
class WallContacts {
 public:
  /** A rigid wall has no force of its own; others solve for it. Its law has a stiffness and no
   *  dashpot or friction. */
  virtual bool is_rigid() const = 0;
  virtual const VARDEM::NormalLaw &wall_law_kind() const = 0;
  /** The law of grains of this type with the wall. */
  virtual const VARDEM::ContactParameters &law_of_type(int type) const = 0;
  /** Newton's coefficient of grains of this type with a rigid wall, and their coefficients of
   *  friction and of rolling. */
  virtual double restitution(int type) const = 0;
  virtual double friction(int type) const = 0;
  virtual double rolling(int type) const = 0;
  /** As for SoftContacts. */
  virtual bool has_full_step_dashpots() const = 0;
  /** The wall acts on the atoms of this group. */
  virtual int group_of_wall() const = 0;
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
  /** The fix that makes the steps tells it to the wall. */
  virtual void take_load(const StepLoad &of_step) = 0;
  /** From now on the wall keeps what it adds. */
  virtual void keep_forces() = 0;
  virtual KeptForces kept_forces() const = 0;
  /** Adds its elastic forces to those of the atoms, as if all were at rest: for a minimization,
   *  which LAMMPS' hooks for walls leave out. */
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

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
