// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CONTACT_LOOP_H
#define VARDEM_HOST_CONTACT_LOOP_H

#include "kernels/contact/grain_forces.h"
#include "lmptype.h"

namespace LAMMPS_NS::VARDEM_NS {

/** Sums over the contacts of this process. Each contact counts once over all processes. */
struct ContactSums {
  double energy = 0.0;    // of the springs
  // what dashpots and sliding take: powers now, and, of tangential springs and their dashpots,
  // energies in this step
  double dashpot_power = 0.0, friction_power = 0.0;
  double dashpot_loss = 0.0, friction_loss = 0.0;
  double virial[6] = {};
  VARDEM::Vec3 unbalanced = {0.0, 0.0, 0.0};    // sum of unbalanced_moment()

  VARDEM_INLINE void add(double count, const VARDEM::GrainForces &f)
  {
    energy += count * f.energy;
    dashpot_power += count * f.dashpot_power;
    friction_power += count * f.friction_power;
    lose(count, f.lost);
  }
  VARDEM_INLINE void lose(double count, const VARDEM::TangentialLoss &lost)
  {
    dashpot_loss += count * lost.dashpot;
    friction_loss += count * lost.friction;
  }
};

using VARDEM::TangentialMemory;

/** The force loop of a pair style over the neighbors of one atom. NormalForce: the law
 *  (kernels/contact/normal_force.h). SQRT_DASHPOT: as for dashpots() of soft_contact.h. TALLY: are
 *  sums needed?
 *
 *  Atoms has for each atom, owned or ghost: x(i), radius(i), inverse_mass(i) (0 if it cannot move),
 *  law(i, j) with the ContactParameters of the types, v(i) and w(i) that dashpots act on, v_half(i)
 *  and w_half(i) at the half step. It takes the results: add(i, F, T) for owned atoms, add_other(j,
 *  F, T) for the other atom of a pair, tally(i, j, energy, virial) for quantities of atoms. List
 *  has size(i), entry(i, n) as LAMMPS stores it, special(entry), share(j): the part of a contact
 *  that this process counts, with springs touch(i, n), spring(i, n) and set_spring(i, n, s), and of
 *  a law that resists rolling turning(i, n) and set_turning(i, n, s). */
template <class NormalForce, bool SQRT_DASHPOT, TangentialMemory SPRINGS, bool TALLY, class Atoms,
          class List>
struct ContactLoop {
  typedef VARDEM::StateOf<NormalForce> State;
  /** Are there springs against rolling and twisting? */
  static constexpr bool TURNS = VARDEM::resists_rolling<NormalForce>() && has_springs(SPRINGS);

  Atoms atoms;
  List list;
  VARDEM::StepTime time;
  bool advance;    // move the springs; in the set-up of a run they stay, and time.h is 0
  bool forget;     // delete the springs of contacts that have opened; not at trial states

  VARDEM_INLINE void operator()(int i, ContactSums &sums) const
  {
    const VARDEM::Vec3 xi = atoms.x(i);
    const double Ri = atoms.radius(i);
    VARDEM::Vec3 force = {0.0, 0.0, 0.0}, moment = {0.0, 0.0, 0.0};
    const int n = list.size(i);
    for (int k = 0; k < n; k++) {
      const int entry = list.entry(i, k), j = entry & NEIGHMASK;
      const VARDEM::Vec3 e = atoms.x(j) - xi;
      const double reach = reach_between(i, j, k, Ri, atoms.radius(j));
      if (dot(e, e) >= reach * reach) {
        if constexpr (has_springs(SPRINGS))
          if (list.touch(i, k)) release(i, j, k, e, sums);
        continue;
      }
      const double factor = list.special(entry);
      if (factor == 0.0) continue;
      const auto f = VARDEM::grain_forces<NormalForce, SQRT_DASHPOT, SPRINGS>(
          atoms.law(i, j), pair(i, j, k, e), time);
      const Push push = take(i, j, k, factor, e, f, sums);
      force = force + push.force;
      moment = moment + push.moment;
    }
    atoms.add(i, force, moment);
  }

  /** The distance below which atom i and its neighbor k, which is j, are in contact; R1, R2:
   *  their radii. */
  VARDEM_INLINE double reach_between(int i, int j, int k, double R1, double R2) const
  {
    bool held = false;
    if constexpr (VARDEM::beyond_touch<NormalForce>() && has_springs(SPRINGS))
      held = list.touch(i, k) != 0;
    return VARDEM::reach_from<NormalForce>(R1 + R2, atoms.law(i, j),
                                           VARDEM::effective_radius(R1, R2), held);
  }

  /** Two atoms that touch. e: from i to j; HALF: with the half-step velocities? */
  template <bool HALF = has_both_velocities(SPRINGS)>
  VARDEM_INLINE VARDEM::GrainPairWith<State> pair(int i, int j, int k, const VARDEM::Vec3 &e) const
  {
    return {e, atoms.radius(i), atoms.radius(j), state<HALF>(i, j, k)};
  }

  VARDEM_INLINE VARDEM::GrainVelocities half(int i, int j) const
  {
    return {atoms.v_half(i) - atoms.v_half(j), atoms.w_half(i), atoms.w_half(j)};
  }

  template <bool HALF> VARDEM_INLINE State state(int i, int j, int k) const
  {
    State a = {};
    a.inverse_mass = atoms.inverse_mass(i) + atoms.inverse_mass(j);
    a.now = {atoms.v(i) - atoms.v(j), atoms.w(i), atoms.w(j)};
    if constexpr (HALF) a.half = half(i, j);
    if constexpr (has_springs(SPRINGS)) a.spring = list.spring(i, k);
    if constexpr (TURNS) a.turning = list.turning(i, k);
    return a;
  }

  struct Push {
    VARDEM::Vec3 force, moment;
  };

  /** Gives atom j, the spring and the sums what follows from a contact; returns what acts on atom
   *  i. */
  template <class Forces>
  VARDEM_INLINE Push take(int i, int j, int k, double factor, const VARDEM::Vec3 &e,
                          const Forces &f, ContactSums &sums) const
  {
    const VARDEM::Vec3 F = factor * f.force, T = factor * f.moment;
    // in a set-up, too: the contact may hold across a gap in the first step
    if constexpr (has_springs(SPRINGS) && VARDEM::beyond_touch<NormalForce>())
      if (forget) list.touch(i, k) = 1;
    if constexpr (has_springs(SPRINGS))
      if (advance) {
        list.touch(i, k) = 1;
        list.set_spring(i, k, f.spring);
        if constexpr (TURNS) list.set_turning(i, k, f.turning);
      }
    if constexpr (TALLY) tally(i, j, factor, e, F, f, sums);
    if constexpr (TURNS) {
      const VARDEM::Vec3 couple = factor * f.couple;
      atoms.add_other(j, -F, f.lever_2 * T - couple);
      return {F, f.lever_1 * T + couple};
    } else {
      atoms.add_other(j, -F, f.lever_2 * T);
      return {F, f.lever_1 * T};
    }
  }

  /** The contact has opened. */
  VARDEM_INLINE void release(int i, int j, int k, const VARDEM::Vec3 &e, ContactSums &sums) const
  {
    if constexpr (TALLY)
      if (advance) {
        const VARDEM::ContactParameters &law = atoms.law(i, j);
        const VARDEM::SphereContact c =
            VARDEM::touching(e, norm(e), atoms.radius(i), atoms.radius(j), law.lever);
        const VARDEM::TangentialLoss lost =
            VARDEM::loss_by_opening<NormalForce, SQRT_DASHPOT>(law, c, state<true>(i, j, k), time);
        sums.lose(list.share(j) * list.special(list.entry(i, k)), lost);
      }
    if (!forget) return;
    list.touch(i, k) = 0;
    list.set_spring(i, k, {0.0, 0.0, 0.0});
    if constexpr (TURNS) list.set_turning(i, k, {0.0, 0.0, 0.0});
  }

 private:
  /** F: force on i. */
  VARDEM_INLINE void tally(int i, int j, double factor, const VARDEM::Vec3 &e,
                           const VARDEM::Vec3 &F, const VARDEM::GrainForces &f,
                           ContactSums &sums) const
  {
    const double part = list.share(j);
    double virial[6];
    symmetric_part(-e, F, virial);
    sums.add(part * factor, f);
    sums.unbalanced = sums.unbalanced + (part * factor) * unbalanced_moment(e, f);
    for (int d = 0; d < 6; d++) sums.virial[d] += part * virial[d];
    atoms.tally(i, j, factor * f.energy, virial);
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
