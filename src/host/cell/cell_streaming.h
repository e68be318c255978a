// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CELL_STREAMING_H
#define VARDEM_HOST_CELL_STREAMING_H

#include "atom.h"
#include "atom_masks.h"
#include "force.h"
#include "host/atoms/sphere_inertia.h"
#include "host/interfaces/flow_of_cell.h"
#include "kernels/streaming.h"
#include "pointers.h"

#include <memory>
#include <vector>

namespace LAMMPS_NS {
class Fix;
}    // namespace LAMMPS_NS

namespace LAMMPS_NS::VARDEM_NS {

class KeywordReader;

/** Common part of fix deform/gradv and fix streaming: keywords closure, spin and origin, and the
 *  loops over atoms. The loops add the part of the flow to forces and torques. They leave out the
 *  members of clumps, which fix rigid/small/variational moves. */
class CellStreaming : protected Pointers {
 public:
  VARDEM::Closure closure;
  bool spin, origin_given;
  VARDEM::Vec3 origin;
  bool is_quasistatic;    // particles have no inertia: the flow only moves the cell
  // contact dynamics moves the particles: their velocities at a time step are those of the whole
  // step before it, and the forces of contacts are those of this step
  bool is_staggered;

  /** The origin is the center of the box until keyword origin or a restart file gives another
   *  one. */
  explicit CellStreaming(LAMMPS *);

  /** Reads keyword closure, spin or origin. Returns false if the keyword is another. */
  bool read(KeywordReader &keyword);

  /** For init() of the fix: finds moments of inertia. It stops with an error if particles or bodies
   *  cannot follow the flow, and warns if another fix changes forces after this one, or holds atoms
   *  before it. Time integration may come before or after: it uses forces only when all of them are
   *  complete. */
  void init(const Fix *fix);

  /** What the flow adds in the half kicks before and after this time; L of the last step, and of
   *  the next one. At the start of a run velocities are full-step velocities, unless they are
   *  staggered. If no step was made yet, `before` is the gradient at that time. */
  VARDEM::Streaming in_run(const VARDEM::UpperTriangle &before, const VARDEM::UpperTriangle &after,
                           double h) const
  {
    return VARDEM::streaming(closure, origin, before, after, h);
  }
  VARDEM::Streaming at_start(bool started, const VARDEM::UpperTriangle &before,
                             const VARDEM::UpperTriangle &after, double h) const;

  // The loops over atoms. `Loops` says where they run; it has
  //   for_points(phase, kernel)     calls kernel(b, i) for each particle i, b: accessor with x, v,
  //                                 f, mass
  //   for_rotating(phase, kernel)   the same; b: omega
  //   for_turning(phase, kernel)    the same for those that can turn; b: torque, L,
  //                                 angular_momentum(i, w) = I w
  //   sum_points(phase, kernel)     sum of kernel(b, i)
  //   sum_ellipsoids(phase, kernel) the same for those that are aspherical; b: q, inertia, L
  //   sum_torques(phase, n)         of the first n atoms, whatever moves them

  /** A loop, and the arrays that it changes, as in atom_masks.h. */
  struct Phase {
    const char *name;
    uint64_t changes;
  };

  /** Adds the part of the flow to forces and torques. */
  template <class Loops> void apply(const VARDEM::Streaming &s, const Loops &loops) const
  {
    if (is_quasistatic) return;
    const double per_acceleration = 1.0 / force->ftm2v;
    loops.for_points(Phase{"forces", F_MASK}, VARDEM::StreamForce{s, per_acceleration});
    if (spin && atom->torque_flag && dot(s.spin, s.spin) > 0.0)
      loops.for_turning(Phase{"torques", TORQUE_MASK},
                        VARDEM::AddTorque{per_acceleration * s.spin});
  }

  /** Corrects velocities, positions and angular velocities. */
  template <class Loops> void correct(const VARDEM::FlowCorrection &c, const Loops &loops) const
  {
    if (is_quasistatic) return;
    loops.for_points(Phase{"correction", X_MASK | V_MASK}, VARDEM::CorrectMotion{c});
    turn(c.spin, loops);
  }

  /** Adds the flow L (x - origin), and its spin, to velocities. */
  template <class Loops> void kick(const VARDEM::UpperTriangle &L, const Loops &loops) const
  {
    if (is_quasistatic) return;
    loops.for_points(Phase{"kick", V_MASK}, VARDEM::AddFlow{L, origin});
    turn(VARDEM::spin(L), loops);
  }

  /** Sum over the particles of this rank of m v_f v_f (xx yy zz yz xz xy), v_f = v - L (x -
   *  origin). */
  template <class Loops>
  VARDEM::UpperTriangle kinetic(const VARDEM::UpperTriangle &L, const Loops &loops) const
  {
    if (is_quasistatic) return {};
    return loops.sum_points(Phase{"kinetic_stress", EMPTY_MASK}, VARDEM::PeculiarStress{L, origin});
  }

  /** Sum of the torques of the interactions on this rank, for pre_reverse(): no other force has
   *  been added yet, and torques on ghosts have not gone to their owners. */
  template <class Loops> VARDEM::Vec3 torque(const Loops &loops) const
  {
    if (!atom->torque_flag) return {0.0, 0.0, 0.0};
    return loops.sum_torques(Phase{"torques_of_contacts", EMPTY_MASK},
                             atom->nlocal + (force->newton ? atom->nghost : 0));
  }

  /** Sum of the gyroscopic power of the ellipsoids of this rank. frame: the spin with which they
   *  turn. */
  template <class Loops> double gyroscopic(const VARDEM::Vec3 &frame, const Loops &loops) const
  {
    if (is_quasistatic || !atom->ellipsoid_flag || dot(frame, frame) == 0.0) return 0.0;
    return loops.sum_ellipsoids(Phase{"gyroscopic_power", EMPTY_MASK},
                                VARDEM::GyroscopicPower{frame});
  }

  /** The angular velocity with which particles turn in a flow L. */
  VARDEM::Vec3 frame(const VARDEM::UpperTriangle &L) const
  {
    return spin ? VARDEM::spin(L) : VARDEM::Vec3{0.0, 0.0, 0.0};
  }

  /** Velocity of the lower corner of the cell for domain->h_ratelo, after the cell has made its
   *  step h with L. With it compute temp/deform and midstep_flow() find the flow u(x) = L (x -
   *  origin). */
  VARDEM::Vec3 corner_rate(const VARDEM::UpperTriangle &L, double h) const;

  /** For the fix of clumps, which finds this object through FlowOfCell and adds `now` to the forces
   *  on bodies. The velocities of periodic images differ by full_step_rate at the present time, by
   *  next_rate in the next step, and by start_rate when a run begins. clump_kick is the L of a kick
   *  that is due in setup. */
  VARDEM::Streaming now;
  VARDEM::UpperTriangle next_rate, full_step_rate, start_rate, clump_kick;

  /** The fixes of clumps. They are looked for at each call, since the user may delete a fix between
   *  runs. */
  std::vector<const FlowingClumps *> clumps() const;
  const ByGroup<double> &sphere_inertia() const { return inertia; }    // c of c m R^2
  Atom *atoms() const { return atom; }

 private:
  ByGroup<double> inertia;

  /** Adds angular velocity w. */
  template <class Loops> void turn(const VARDEM::Vec3 &w, const Loops &loops) const
  {
    if (!spin) return;
    if (atom->omega_flag)
      loops.for_rotating(Phase{"omega", OMEGA_MASK}, VARDEM::AddAngularVelocity{w});
    if (atom->angmom_flag)
      loops.for_turning(Phase{"angmom", ANGMOM_MASK}, VARDEM::AddAngularMomentum{w});
  }
};

/** These loops over the atoms of the group of a fix. */
class FlowLoops {
 public:
  virtual ~FlowLoops() = default;

  virtual void apply(const VARDEM::Streaming &) const = 0;
  virtual void correct(const VARDEM::FlowCorrection &) const = 0;
  virtual void kick(const VARDEM::UpperTriangle &L) const = 0;
  /** Includes clumps. */
  virtual VARDEM::UpperTriangle kinetic(const VARDEM::UpperTriangle &L) const = 0;
  virtual VARDEM::Vec3 torque() const = 0;
  virtual double gyroscopic(const VARDEM::Vec3 &frame) const = 0;
};

/** Loops are made for each call, from the flow and the fix. */
template <class Loops> class FlowLoopsOn : public FlowLoops {
 public:
  FlowLoopsOn(const CellStreaming &flow, const Fix *fix) : flow(flow), fix(fix) {}

  void apply(const VARDEM::Streaming &s) const override { flow.apply(s, Loops(flow, fix)); }
  void correct(const VARDEM::FlowCorrection &c) const override
  {
    flow.correct(c, Loops(flow, fix));
  }
  void kick(const VARDEM::UpperTriangle &L) const override { flow.kick(L, Loops(flow, fix)); }
  VARDEM::UpperTriangle kinetic(const VARDEM::UpperTriangle &L) const override
  {
    VARDEM::UpperTriangle sum = flow.kinetic(L, Loops(flow, fix));
    for (const auto *some : flow.clumps()) sum = sum + some->kinetic_stress(L, flow.origin);
    return sum;
  }
  VARDEM::Vec3 torque() const override { return flow.torque(Loops(flow, fix)); }
  double gyroscopic(const VARDEM::Vec3 &frame) const override
  {
    return flow.gyroscopic(frame, Loops(flow, fix));
  }

 private:
  const CellStreaming &flow;
  const Fix *const fix;
};

std::unique_ptr<FlowLoops> flow_loops_on_host(const CellStreaming &flow, const Fix *fix);

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
