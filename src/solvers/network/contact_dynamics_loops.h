// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_CONTACT_DYNAMICS_LOOPS_H
#define VARDEM_CONTACT_DYNAMICS_LOOPS_H

#include "kernels/rigid/impact.h"
#include "solvers/network/network_loops.h"

#include <cmath>

namespace VARDEM {

// Loops over the contacts of a step of contact_dynamics.h.

/** A step. Arrays have DOF numbers per row, or per column. */
struct DynamicsStep {
  double h;                       // its length
  const double *load;             // per row: F
  const double *velocity;         // per column: v. Bodies that cannot move may have one, too
  const double *free_velocity;    // per column: v + h M^-1 F
  const double *restitution;      // per contact; null: 0
  double fastest;                 // speed at which overlaps are pushed out
  double diameter;                // of a typical body
  double negligible = 0.0;    // bodies that approach by less are at rest: round-off of positions
  int dimension = 3;          // of space
};

/** How fast the motions of the columns open contact c of row i. */
template <class Geometry>
VARDEM_INLINE double opening_of(const ContactRows<Geometry> &rows, int i, int c,
                                const double *motion)
{
  constexpr int DOF = Geometry::DOF;
  const int j = rows.column[c];
  const auto row = rows.geometry.row(i, j, c);
  return -row.approach(motion + DOF * i, motion + DOF * j) / std::sqrt(row.square());
}

/** How fast the motion of the column alone closes contact c of row i. */
template <class Geometry>
VARDEM_INLINE double approach_of_other(const ContactRows<Geometry> &rows, int i, int c,
                                       const double *motion)
{
  constexpr int DOF = Geometry::DOF;
  const double none[DOF] = {};
  const int j = rows.column[c];
  const auto row = rows.geometry.row(i, j, c);
  return row.approach(none, motion + DOF * j) / std::sqrt(row.square());
}

/** Sets the gaps from those at the start of the step to h (B v - t), and the first force of each
 *  contact. */
template <class Geometry> struct SetTargets {
  ContactRows<Geometry> rows;
  const double *inverse_effective_mass;    // N_cc
  DynamicsStep step;
  double *gap, *first_force;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const RigidGap now = {gap[c], opening_of(rows, i, c, step.velocity),
                            opening_of(rows, i, c, step.free_velocity)};
      const double e = step.restitution ? step.restitution[c] : 0.0;
      const GapTarget target = target_of(now, e, step.h, step.fastest);
      gap[c] = step.h * (now.rate - target.rate);
      first_force[c] = target.hit
          ? lone_force(target.rate, now.free_rate, inverse_effective_mass[c], step.h)
          : 0.0;
    }
  }
};

/** Adds to the gaps by how much motions open them, with a sign. */
template <class Geometry> struct AddOpenings {
  ContactRows<Geometry> rows;
  double sign;
  const double *motion;
  double *gap;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++)
      gap[c] += sign * opening_of(rows, i, c, motion);
  }
};

/** How far the motions bring the bodies of a contact beyond their target. */
template <class Geometry> struct ApproachOf {
  ContactRows<Geometry> rows;
  const double *motion, *gap;

  VARDEM_INLINE double operator()(int i, int c) const
  {
    return -opening_of(rows, i, c, motion) - gap[c];
  }
};

/** Adds the first forces, as overlaps, to the gaps, or takes them away. */
struct ShiftGaps {
  double sign;
  const double *first_force, *stiffness;
  double *gap;

  VARDEM_INLINE void operator()(int c) const { gap[c] += sign * first_force[c] / stiffness[c]; }
};

/** Returns how much overlap the stiffness of a contact leaves. */
struct OverlapLeft {
  const double *overlap, *first_force, *stiffness;

  VARDEM_INLINE double operator()(int c) const
  {
    if (!(overlap[c] > 0.0)) return 0.0;
    return std::fabs(overlap[c] - first_force[c] / stiffness[c]);
  }
};

template <class Law> struct ForcesOfOverlaps {
  const double *overlap, *stiffness;
  double *force;

  VARDEM_INLINE void operator()(int c) const { force[c] = Law::force(stiffness[c], overlap[c]); }
};

/** |min(N_cc f, N f + p)| of a contact, where N f + p is how far the motions open the gap beyond
 *  its target, and beyond the overlap that the stiffness leaves. */
template <class Geometry> struct NaturalResidual {
  ContactRows<Geometry> rows;
  const double *inverse_effective_mass, *motion, *gap, *force, *overlap, *first_force;

  VARDEM_INLINE double operator()(int i, int c) const
  {
    const double left = force[c] > 0.0 ? overlap[c] - first_force[c] / rows.stiffness[c] : 0.0,
                 open = opening_of(rows, i, c, motion) + gap[c] + left,
                 push = inverse_effective_mass[c] * force[c];
    return std::fabs(open < push ? open : push);
  }
};

}    // namespace VARDEM
#endif
