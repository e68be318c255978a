// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_LINEARIZED_CONTACTS_H
#define VARDEM_HOST_LINEARIZED_CONTACTS_H

#include "host/timestep/contact_bodies.h"
#include "host/timestep/stiffness_sources.h"

#include <cmath>

namespace LAMMPS_NS::VARDEM_NS {

/** Which contacts with a gap count, because they may close before the stable step is evaluated
 *  again. A gap counts
 *  - if it is at most `reach`, where that is >= 0;
 *  - else, within the neighbor list, if it can close within the time `horizon` at twice the present
 *  speeds. */
struct LookAhead {
  double reach = -1.0;
  double horizon = INFINITY;    // infinite: all in the neighbor list count

  /** Of a pair in the list. speeds: sum of the speeds of both. */
  VARDEM_INLINE bool counts_pair(double gap, double speeds) const
  {
    if (gap <= 0.0) return true;
    if (reach >= 0.0) return gap <= reach;
    return !(horizon < INFINITY) || gap <= 2.0 * horizon * speeds;
  }

  /** Up to which gap a wall must be looked for. speeds: sum of those of the particle and of the
   *  wall. */
  double range_of_walls(double skin, double speeds) const
  {
    if (reach >= 0.0) return reach;
    return std::isinf(horizon) ? skin : std::max(skin, 4.0 * horizon * speeds);
  }

  /** Of a particle and a wall within that range. */
  bool counts_wall(double gap, double speed, double closing) const
  {
    if (reach >= 0.0 || std::isinf(horizon) || gap <= 0.0) return true;
    return gap <= 2.0 * horizon * (speed + std::fabs(closing));
  }
};

/** A contact as springs and dashpots that connect particle i with particle j, or with a wall (j =
 * -1). */
struct LinearizedContact {
  int i, j;
  bool newton;       // it is here once, for the owners of both particles
  VARDEM::Vec3 n;    // unit normal out of i
  double Ri, Rj;     // lever arms of the tangential springs, 0 where there are none
  VARDEM::Coefficients law;
  /** What the springs count for in the blocks of the two. WHOLE: they act on the motion of one
   *  against the other. OWN: without their coupling, which is given apart. COUPLING: coupling of i
   *  to the motion of j. It is left out where blocks have no weights. */
  enum Part { WHOLE, OWN, COUPLING } part = WHOLE;
  double count = 1.0;    // how often law.c has been counted
  int wall = -1;         // number of a free wall
  WallContacts::Mobility of_wall = {};

  /** Makes it one without dashpots, or one whose dashpots count twice if they have a rate. Returns
   *  if it counts at all. unit: force times it is mass times acceleration. */
  VARDEM_INLINE bool prepare(bool dashpots, double unit)
  {
    if (!dashpots) law = {law.k, {}, 0.0};
    law.rate *= unit;
    if (law.rate > 0.0) {
      count = 2.0;
      law.c = count * law.c;
    }
    return is_any(law.k) || is_any(law.c);
  }

 private:
  VARDEM_INLINE static bool is_any(const VARDEM::Springs &s)
  {
    return !(s.normal <= 0.0 && s.tangent <= 0.0 && s.roll <= 0.0 && s.twist <= 0.0);    // or NaN
  }
};

/** Calls f with what a contact is for the bound. The dashpots against rolling and twisting do not
 *  count by the rate of the others. dashpots, unit: as for LinearizedContact::prepare(). */
template <class F>
VARDEM_INLINE void linearize(const Contact &contact, const ContactSprings &springs, bool newton,
                             bool dashpots, double unit, const F &f)
{
  const VARDEM::Springs &k = springs.law.k, &c = springs.law.c;
  LinearizedContact one = {contact.i,     contact.j,     newton, contact.n,
                           springs.arm_i, springs.arm_j, {}};
  one.law = {{k.normal, k.tangent, 0.0, 0.0}, {c.normal, c.tangent, 0.0, 0.0}, springs.law.rate};
  if (one.prepare(dashpots, unit)) f(one);
  LinearizedContact turning = {contact.i, contact.j, newton, contact.n, 0.0, 0.0, {}};
  turning.law = {{0.0, 0.0, k.roll, k.twist}, {0.0, 0.0, c.roll, c.twist}};
  if (turning.prepare(dashpots, unit)) f(turning);
}

/** The contacts of the present step that count for its stability: pairs that touch, pairs that may
 *  touch before the step is evaluated again, walls, and bonds. A contact between two particles that
 *  do not move, or within a rigid body, is none. */
class LinearizedContacts : protected Pointers {
 public:
  std::vector<LinearizedContact> contacts;

  LinearizedContacts(LAMMPS *lmp, const ContactBodies &contact_bodies, StiffnessSources &sources) :
      Pointers(lmp), contact_bodies(contact_bodies), sources(sources)
  {
  }

  /** Collects them in the order pairs, walls, bonds. movers: as find_members() has left them.
   *  dashpots: do they count. v: velocities of owned atoms and ghosts; null: without pairs. */
  void collect(const LookAhead &ahead, bool dashpots, const VARDEM::Vec3 *v);
  double memory_usage() const;

 private:
  const ContactBodies &contact_bodies;
  StiffnessSources &sources;
  LookAhead ahead;
  bool dashpots = true;

  bool is_contact(int i, int j, const VARDEM::Vec3 &d, Contact &contact) const;
  void add_pairs(const StiffPair &, const VARDEM::Vec3 *v);
  void add_wall(StiffWall &wall, int number);
  void add_bonds(Bond *bond);
  void add_springs(SoftBonds::Spring bond);
  void add_coupling(const SoftBonds::Spring &bond);
  void add(const Contact &, const ContactSprings &, bool newton);
  void add(LinearizedContact);
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
