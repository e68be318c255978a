/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_ATOM_MOTIONS_H
#define VARDEM_HOST_ATOM_MOTIONS_H

#include "host/dynamics/rigid_steps.h"
#include "kernels/vector3.h"
#include "solvers/space.h"

#include <algorithm>

namespace LAMMPS_NS::VARDEM_NS {

// How far atoms move, so that neighbor lists are made in time (host/dynamics/covered_motion.h). Each struct is the body of one loop of a Space.

/** Motions of owned atoms since they had the centres of their columns. The loops below take COUNT motions at(i, k) of each. */
template <class Bodies> struct MotionsSince {
  static constexpr int COUNT = 1;
  Bodies atoms;
  const int *column;
  const double *centres;

  VARDEM_INLINE VARDEM::Vec3 at(int i, int) const
  {
    return atoms.x(i) - VARDEM::vectors_at(centres)[column[i]];
  }
};

/** What an owned atom may move in the next step: by its velocity, or with the loads of the last step as well. */
template <class Bodies> struct NextMotions {
  static constexpr int COUNT = 2;
  Bodies atoms;
  const int *column;
  double h;
  const double *velocity, *free_velocity;    // of columns, in the last step

  VARDEM_INLINE VARDEM::Vec3 at(int i, int k) const
  {
    const int c = column[i];
    const VARDEM::Vec3 v = h * atoms.v(i);
    if (k == 0) return v;
    return v + h * (VARDEM::vectors_at(free_velocity)[c] - VARDEM::vectors_at(velocity)[c]);
  }
};

/** Sums: of the motions, and their number. */
template <class Motions> struct SumOfMotions {
  Motions motions;

  VARDEM_INLINE void operator()(int i, VARDEM::Sums<4> &sums) const
  {
    for (int k = 0; k < Motions::COUNT; k++) {
      const VARDEM::Vec3 d = motions.at(i, k);
      sums.s[0] += d.x;
      sums.s[1] += d.y;
      sums.s[2] += d.z;
      sums.s[3] += 1.0;
    }
  }
};

/** Finds by how much motions are longer than that of the origin along each axis, and against it. */
template <class Motions> struct ExtentsOfMotions {
  Motions motions;
  VARDEM::Vec3 origin;

  VARDEM_INLINE void operator()(int i, VARDEM::Maxima<6> &largest) const
  {
    for (int k = 0; k < Motions::COUNT; k++) {
      const VARDEM::Vec3 d = motions.at(i, k) - origin;
      largest.take(0, d.x);
      largest.take(1, d.y);
      largest.take(2, d.z);
      largest.take(3, -d.x);
      largest.take(4, -d.y);
      largest.take(5, -d.z);
    }
  }
};

/** Finds how far motions are from none, and from that of the origin. */
template <class Motions> struct LengthsOfMotions {
  Motions motions;
  VARDEM::Vec3 origin;

  VARDEM_INLINE void operator()(int i, VARDEM::Maxima<2> &largest) const
  {
    for (int k = 0; k < Motions::COUNT; k++) {
      const VARDEM::Vec3 d = motions.at(i, k);
      largest.take(0, norm(d));
      largest.take(1, norm(d - origin));
    }
  }
};

/** The reference by which atoms come together least is the middle of all motions: it is between the least and the largest along each axis. n: owned
 *  atoms. All processes must call it. */
template <class Space, class Motions> Motion motion_of(Space &space, int n, const Motions &motions)
{
  space.template reduce<4>(n, SumOfMotions<Motions>{motions}, 0);
  const double *sums = space.fetch(4), count = std::max(sums[3], 1.0);
  const VARDEM::Vec3 mean = {sums[0] / count, sums[1] / count, sums[2] / count};
  const auto [extent] = space.template maxima<6>(n, ExtentsOfMotions<Motions>{motions, mean});
  const VARDEM::Vec3 middle = mean +
      0.5 * VARDEM::Vec3{extent[0] - extent[3], extent[1] - extent[4], extent[2] - extent[5]};
  const auto [length] = space.template maxima<2>(n, LengthsOfMotions<Motions>{motions, middle});
  return {2.0 * std::min(length[0], length[1]), length[0]};
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
