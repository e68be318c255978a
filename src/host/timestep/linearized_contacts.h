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
  bool counts_pair(double gap, double speeds) const
  {
    if (gap <= 0.0) return true;
    if (reach >= 0.0) return gap <= reach;
    return std::isinf(horizon) || gap <= 2.0 * horizon * speeds;
  }

  /** Up to which gap a wall must be looked for. speed: of the particle. */
  double range_of_walls(double skin, double speed) const
  {
    if (reach >= 0.0) return reach;
    return std::isinf(horizon) ? skin : std::max(skin, 4.0 * horizon * speed);
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
};

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
   *  dashpots: do they count. v: velocities of owned atoms and ghosts. */
  void collect(const LookAhead &ahead, bool dashpots, const std::vector<VARDEM::Vec3> &v);
  /** Counts the dashpots of velocity onstep again as often as they count in steps longer than this.
   *  They count twice at first, and less often in longer steps, so the limit of stability that
   *  follows is longer, and still a bound. Returns if any counts less than before; all processes
   *  get the same. */
  bool count_dashpots(double step);
  double memory_usage() const;

 private:
  const ContactBodies &contact_bodies;
  StiffnessSources &sources;
  LookAhead ahead;
  bool dashpots = true;

  bool is_contact(int i, int j, const VARDEM::Vec3 &d, Contact &contact) const;
  void add_pairs(const StiffPair &, const std::vector<VARDEM::Vec3> &v);
  void add_wall(StiffWall &wall, int number);
  void add_bonds(Bond *bond);
  void add_springs(SoftBonds::Spring bond);
  void add_coupling(const SoftBonds::Spring &bond);
  void add(const Contact &, const ContactSprings &, bool newton);
  void add(LinearizedContact);
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
