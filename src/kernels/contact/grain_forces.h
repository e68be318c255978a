/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_GRAIN_FORCES_H
#define VARDEM_GRAIN_FORCES_H

#include "kernels/contact/soft_contact.h"

namespace VARDEM {

// --- the soft contact of two grains in a force loop: from their positions and velocities to force and moments ---

/** How the tangential springs of a force loop move. NONE: there are none. HALF_STEP: dashpots act on the velocities of the half
 *  step, by which springs grow. ON_STEP: dashpots act on the velocities at the step, so both velocities are needed. */
enum class SpringMotion { NONE, HALF_STEP, ON_STEP };

/** Velocities of two grains. */
struct GrainVelocities {
  Vec3 v;         // of the first centre minus that of the second
  Vec3 w1, w2;    // angular velocities
};

/** Two grains that overlap. */
struct GrainPair {
  Vec3 e;    // from the first centre to the second
  double R1, R2;
  double inverse_mass;     // sum of both
  GrainVelocities now;     // those that dashpots act on
  GrainVelocities half;    // of the half step; only of ON_STEP
  Vec3 spring;             // at the step before; not of NONE
};

/** What their contact does to them. */
struct GrainForces {
  Vec3 force;                 // on the first grain; the opposite force acts on the second
  Vec3 moment;                // times the lever of a grain: the moment on it
  double lever_1, lever_2;    // from the centres to the contact point
  Vec3 spring;                // now
  // as in ContactForce
  double energy, dashpot_power, friction_power;
  TangentialLoss lost;
};

/** h: time step, 0 in a set-up. The local structs are not const: GCC keeps a const struct that a function has returned in memory, and
 *  then a loop over lanes does not become vector code. */
template <class NormalForce, bool ROOT, SpringMotion SPRINGS>
VARDEM_INLINE GrainForces grain_forces(const SoftContact &law, const GrainPair &pair, double h)
{
  SphereContact c = touching(pair.e, norm(pair.e), pair.R1, pair.R2, law.lever);
  ContactVelocity v = contact_velocity(c, pair.now.v, pair.now.w1, pair.now.w2);
  const double m = pair.inverse_mass > 0.0 ? 1.0 / pair.inverse_mass : 0.0;
  Vec3 spring = {0.0, 0.0, 0.0};
  ContactForce f;
  if constexpr (SPRINGS == SpringMotion::NONE)
    f = contact_force<NormalForce, ROOT>(law, c, v, m);
  else {
    const GrainVelocities &half = SPRINGS == SpringMotion::ON_STEP ? pair.half : pair.now;
    SpringStep step =
        spring_step<NormalForce>(pair.spring, c, half.v, half.w1, half.w2, law.lever, h);
    f = contact_force<NormalForce, ROOT>(law, c, v, m, step, spring);
  }
  return {total_force(c, f), moment_per_lever(c, f), c.lever_1,        c.lever_2, spring,
          f.energy,          f.dashpot_power,        f.friction_power, f.lost};
}

// --- the same in vector lanes (contact_lanes.h) ---

struct ContactLanes;

/** The template arguments of grain_forces(), and whether energies and losses are needed. */
struct LaneLoop {
  bool root;
  SpringMotion springs;
  bool tally;
};

/** Finds the forces of all lanes for one law of the normal force. */
typedef void ForcesInLanes(ContactLanes &lanes, const SoftContact &law, double h, LaneLoop loop);

}    // namespace VARDEM
#endif
