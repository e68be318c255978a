// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_FULL_STEP_VELOCITIES_H
#define VARDEM_HOST_FULL_STEP_VELOCITIES_H

#include "host/atoms/rigid_members.h"
#include "host/atoms/time_step.h"
#include "kernels/flow.h"
#include "kernels/vector3.h"
#include "pointers.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {
class Fix;
class Pair;
}    // namespace LAMMPS_NS

namespace LAMMPS_NS::VARDEM_NS {

class ChangingVelocities;
class FullStepIntegrator;

/** How the velocities of owned atoms change in the first half of a step
 *  (kernels/contact/full_step_velocity.h). Each atom has a row of 6 numbers: velocity, angular
 *  velocity. */
class HalfKickChanges : protected Pointers {
 public:
  static constexpr int COLUMNS = 6;

  explicit HalfKickChanges(LAMMPS *lmp) : Pointers(lmp) {}

  /** Finds the fixes of the run that move atoms otherwise than by half kicks. */
  void init();
  /** Are there such fixes? */
  bool any_special() const { return !rigid.empty() || !movers.empty(); }
  /** Groups whose integrators know the changes. Their changes are zero, or the integrators offer
   *  them. */
  int full_step_groups() const { return full_step_bits; }
  const std::vector<const FullStepIntegrator *> &full_step_integrators() const { return full_step; }

  /** Puts the velocities at the step into the rows. */
  void keep(double **rows) const;
  /** Turns them into changes, after all fixes have made the first half of the step, and before
   *  atoms go to another image. */
  void find(double **rows);

 private:
  std::vector<RigidBodies> rigid;
  std::vector<const Fix *> movers;    // fixes move
  std::vector<const FullStepIntegrator *> full_step;
  int full_step_bits = 0;    // their groups

  void take(const FullStepIntegrator *integrator, double **rows) const;
  void forget_prescribed(const Fix *mover, double **rows) const;
};

/** VARDEM::StepTime::kick of the present forces, for dashpots of velocity onstep. It is 0 in a
 *  set-up and a minimization, and where an integrator knows the full-step velocities. */
double kick_of_dashpots(LAMMPS *lmp);

/** Full-step velocities of owned atoms, for the dashpots of a fix (keyword velocity onstep). Pair
 *  styles also need the velocities of ghosts, see PairFullStepVelocities. */
class FullStepVelocities : protected Pointers {
 public:
  /** owner: ID of the fix. */
  FullStepVelocities(LAMMPS *lmp, const std::string &owner);
  /** Deletes the fix that init() has made. */
  void remove_fix();

  /** In init() of the fix. Uses the fix VELOCITY/ONSTEP of a pair style or of another fix, or
   *  makes one of this style. */
  void init(bool needed_in, const std::string &style);

  bool needed() const { return changing != nullptr; }
  /** Changes of the velocities of owned atoms in the first half of this step, as
   *  ChangingVelocities has them. It is null if dashpots act on the velocities of the atoms: in
   *  the set-up of a run, or if no fix is needed. */
  const double *const *changes() const;
  /** The fix that is used; null if none is needed. */
  Fix *helper() const { return fix; }

 private:
  const std::string id;
  Fix *fix = nullptr;
  ChangingVelocities *changing = nullptr;    // the same
};

/** Full-step velocities of owned and ghost atoms, for the dashpots of a pair style (keyword
 *  velocity onstep). A fix keeps the velocities of the start of the step. It gets its place in
 *  the list of fixes when the pair style is created, that is before the integrators of most
 *  inputs.
 *
 *  The pair style sets comm_forward to WIDTH, calls init() in init_style(), find() before its
 *  loop, and pack() and unpack() in its hooks of forward communication. */
class PairFullStepVelocities : protected Pointers {
 public:
  static constexpr int WIDTH = 12;

  /** number: of the pair style, for the ID of the fix. */
  PairFullStepVelocities(LAMMPS *lmp, Pair *pair, int number);
  /** Deletes the fix. */
  void remove_fix();

  /** needed: are there dashpots that act on full-step velocities? springs: are there springs?
   *  Both need the half-step velocities of ghosts. style_name: the pair style, for messages.
   *  style: of the fix. */
  void init(bool needed, bool springs, const std::string &style_name, const std::string &style);

  /** Finds the velocities of the present forces. In the set-up of a run and in a minimization
   *  they are the velocities of the atoms. If LAMMPS does not communicate velocities of ghosts,
   *  it sends the half-step velocities to the ghosts. */
  void find();
  bool needed() const { return fix != nullptr && is_needed; }
  /** Of owned and ghost atoms, after find(): velocity and angular velocity of each in turn. */
  const VARDEM::Vec3 *rows() const { return velocities.data(); }

  int pack(int n, const int *list, double *buf, int pbc_flag, const int *pbc) const;
  void unpack(int n, int first, const double *buf);

  // for Kokkos variants, which do the same on the device

  /** The fix, if one is needed. */
  Fix *helper() const { return fix; }
  /** Does the force belong to a time step, and not to a set-up or a minimization? */
  bool in_step() const { return in_time_step(update); }
  /** Rate of the cell at the step, by which the velocities of images differ; see
   *  ChangingVelocities. */
  VARDEM::UpperTriangle image_rate() const;
  /** Numbers of each atom that go to ghosts now: full-step velocities, then half-step
   *  velocities. */
  int width() const { return (needed() ? 6 : 0) + (half_too ? 6 : 0); }
  bool sends_half() const { return half_too; }

 private:
  Pair *pair;
  const std::string id, dummy;
  Fix *fix = nullptr;
  ChangingVelocities *changing = nullptr;    // the same
  bool is_needed = false, half_too = false;
  VARDEM::UpperTriangle rate = {};    // of images, in find()
  std::vector<VARDEM::Vec3> velocities;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
