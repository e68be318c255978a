/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_WALL_WORK_H
#define VARDEM_HOST_WALL_WORK_H

#include "host/walls/wall_places.h"

namespace LAMMPS_NS::VARDEM_NS {

/** The places of a wall, and the work that it does on the particles of this process.
 *
 *  The force of a time step acts in the half kicks before and after it. So in a step the work is half of that of the old force, plus half
 *  of that of the new force, each with the displacement of its points from the old place of the wall to the new one. This is the
 *  work with which the energy of a leapfrog is right to second order, also if the wall turns. */
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
  /** So far. */
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
