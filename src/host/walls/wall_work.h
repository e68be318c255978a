// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_WALL_WORK_H
#define VARDEM_HOST_WALL_WORK_H

#include "kernels/walls/wall_motion.h"
#include "lmptype.h"

namespace LAMMPS_NS::VARDEM_NS {

/** The places of a rigid wall at the last three steps, from which its velocities follow. Plain
 *  data, which a restart file has byte by byte. The velocity of a wall is zero until it has been
 *  seen at two steps that follow each other. */
struct WallPlaces {
  VARDEM::RigidMotion place[3];    // now, one step ago, two steps ago
  double h[2];                     // time from place[1] to place[0], and from place[2] to place[1]
  bigint step;                     // of place[0]; < 0: none
  int known;                       // number of places

  void forget() { *this = {{VARDEM::NO_MOTION, VARDEM::NO_MOTION, VARDEM::NO_MOTION}, {}, -1, 0}; }

  /** The wall is there at this step; dt: the step that led to it. Has it been elsewhere at the same
   *  time, since its variables have changed between two runs? Reset_timestep gives a time another
   *  number. */
  bool take(const VARDEM::RigidMotion &now, bigint at_step, double dt)
  {
    const bool elsewhere = known > 0 && has_jumped(now);
    if (known > 0 && !elsewhere && at_step != step + 1) step = at_step;
    const bool jumps = elsewhere && at_step <= step;
    if (jumps)
      known = 1;
    else if (at_step != step) {
      if (at_step != step + 1) known = 0;
      place[2] = place[1];
      place[1] = place[0];
      h[1] = h[0];
      h[0] = dt;
      known = known < 3 ? known + 1 : 3;
    }
    step = at_step;
    place[0] = now;
    return jumps;
  }

  /** Between the last two steps; none in the set-up of a first run. */
  VARDEM::WallMotion motion() const
  {
    using namespace VARDEM;
    WallMotion m = {true, NO_MOTION, NO_MOTION, 0.0, 0.0, {0, 0, 0}, {0, 0, 0}};
    if (known < 2) return m;
    m.back = place[1] * inverse(place[0]);
    m.rate = 1.0 / h[0];
    m.w_half = -m.rate * rotation_vector(m.back);
    if (known < 3) return m;
    m.before = place[2] * inverse(place[0]);
    m.rate_before = 1.0 / h[1];
    m.w_before = -m.rate_before * rotation_vector(place[2] * inverse(place[1]));
    return m;
  }

 private:
  /** Functions such as vdisplace begin anew with each run. Jumps of the size of round-off, or far
   *  below the last displacement, do not count. */
  bool has_jumped(const VARDEM::RigidMotion &now) const
  {
    constexpr double PART = 1e-3, ROUND_OFF = 1e-12;
    const auto far = [&](const VARDEM::Vec3 &p, const VARDEM::Vec3 &was,
                         const VARDEM::Vec3 &before) {
      return norm(p - was) > PART * norm(was - before) + ROUND_OFF * norm(was);
    };
    bool any = far(now.a, place[0].a, place[1].a);
    for (int k = 0; k < 3; k++)
      any |= far(now.columns[k], place[0].columns[k], place[1].columns[k]);
    return any;
  }
};

/** The places of a wall, and the work that it does on the particles of this process.
 *
 *  The force of a time step acts in the half kicks before and after it. So the work in a step is
 *  half of the work of the old force plus half of the work of the new force, each with the
 *  displacement of its points from the old place of the wall to the new one. This is the work with
 *  which the energy of a leapfrog is right to second order, also if the wall turns. */
class WallWork {
 public:
  WallPlaces places = {};

  WallWork() { places.forget(); }

  /** reference: the point from which the points of the loads are counted. */
  void start(const VARDEM::WallLoad &first) { load = first; }
  void step(const VARDEM::WallLoad &now, const VARDEM::Vec3 &reference)
  {
    using namespace VARDEM;
    const WallMotion motion = places.motion();
    if (motion.rate > 0.0) {
      const RigidMotion back = about(motion.back, reference);
      done += 0.5 * (VARDEM::work(load, inverse(back)) - VARDEM::work(now, back));
    }
    load = now;
  }
  /** Work that others have found. */
  void add(double of_step) { done += of_step; }
  double energy() const { return done; }

 private:
  VARDEM::WallLoad load = {};
  double done = 0.0;

  /** The same motion of points that are counted from another origin. */
  static VARDEM::RigidMotion about(VARDEM::RigidMotion motion, const VARDEM::Vec3 &origin)
  {
    motion.a = motion.place(origin) - origin;
    return motion;
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
