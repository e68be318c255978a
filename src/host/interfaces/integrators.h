// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_INTEGRATORS_H
#define VARDEM_HOST_INTEGRATORS_H

#include "fix.h"
#include "host/interfaces/styles_with.h"
#include "kernels/streaming.h"

#include <optional>

namespace LAMMPS_NS::VARDEM_NS {

/** An integrator that can continue a restart file exactly (keyword restart exact). */
class ExactRestart {
 public:
  /** Do restart files have its forces? */
  virtual bool keeps_forces() const = 0;
  /** Does the next half kick use forces of a restart file? */
  virtual bool uses_restarted_forces() const = 0;
  /** From now on it uses the present forces instead. */
  virtual void forget_restarted_forces() = 0;
  /** Do the atom arrays have its half-step velocities now, in the set-up of a run? */
  virtual bool at_half_step() const = 0;

 protected:
  ~ExactRestart() = default;
};

/** Do restart files have the forces of any integrator? */
inline bool forces_are_kept(Modify *modify)
{
  for (const auto *integrator : fixes_with<ExactRestart>(modify))
    if (integrator->keeps_forces()) return true;
  return false;
}

/** Does the next half kick of any integrator use forces of a restart file? */
inline bool restarted_forces_are_used(Modify *modify)
{
  for (const auto *integrator : fixes_with<ExactRestart>(modify))
    if (integrator->uses_restarted_forces()) return true;
  return false;
}

/** Do atoms have half-step velocities in this set-up, because of keyword restart exact? */
inline bool velocities_at_half_step(Modify *modify)
{
  for (const auto *integrator : fixes_with<ExactRestart>(modify))
    if (integrator->at_half_step()) return true;
  return false;
}

/** An integrator of spheres. */
class SphereIntegrator {
 public:
  /** c in the moment of inertia c m R^2; empty if it does not choose it. */
  virtual std::optional<double> inertia_factor() const { return {}; }
  /** Does it turn its atoms with their orientations? */
  virtual bool integrates_orientations() const = 0;
  /** The orientations that it keeps where the atom style has none: nmax rows w x y z of all owned
   *  atoms, with room for ghosts; null if the atom style has them or nothing integrates them. */
  virtual double *const *kept_orientations() const = 0;
  /** To be called when something else has written to these rows. */
  virtual void orientations_set_on_host() {}
  /** Has the input set them since the last run? */
  virtual bool orientations_given() const { return false; }

 protected:
  ~SphereIntegrator() = default;
};

/** An integrator that knows the velocities of the end of a step as soon as it has moved its atoms:
 *  fix nve/sphere/implicit. */
class FullStepIntegrator {
 public:
  /** Atoms of these groups. */
  virtual int full_step_groups() const = 0;
  /** What will be added to the velocities of its atoms at the end of the step, as
   *  ChangingVelocities has it. Null if they have them already. */
  virtual const double *const *changes_full_step() const = 0;
  /** Does it choose the time step of the run? */
  virtual bool sets_time_step() const { return false; }
  /** Have its atoms no inertia, and velocities of zero? Then a flow has no work to do on them. */
  virtual bool is_quasistatic() const = 0;

 protected:
  ~FullStepIntegrator() = default;
};

/** Of all of them. */
inline int full_step_groups(Modify *modify)
{
  int bits = 0;
  for (const auto *integrator : fixes_with<FullStepIntegrator>(modify))
    bits |= integrator->full_step_groups();
  return bits;
}

/** A fix that knows how velocities have changed in the first half of the present step: fix
 *  VELOCITY/ONSTEP. */
class ChangingVelocities {
 public:
  /** Of owned atoms, 6 numbers each: velocity, angular velocity. They are those of the step from
   *  the time when all fixes have made its first half until its forces are known. */
  virtual const double *const *changes() const = 0;
  /** Rate of the cell at the step, by which velocities of periodic images differ. */
  virtual VARDEM::UpperTriangle image_rate(bool in_step) const = 0;

 protected:
  ~ChangingVelocities() = default;
};

/** A fix that moves single spheres beside the bodies of its group. */
class SingleSpheres {
 public:
  /** Particles of this group that are in no body; 0 if there is no group. */
  virtual int sphere_bits() const = 0;

 protected:
  ~SingleSpheres() = default;
};

/** Bits of all groups whose particles a fix moves. */
inline int moved_bits(const Fix *fix)
{
  const auto *more = dynamic_cast<const SingleSpheres *>(fix);
  return fix->groupbit | (more ? more->sphere_bits() : 0);
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
