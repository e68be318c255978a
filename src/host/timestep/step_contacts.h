/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_STEP_CONTACTS_H
#define VARDEM_HOST_STEP_CONTACTS_H

#include "host/timestep/look_ahead.h"
#include "host/timestep/movers.h"
#include "host/timestep/stiff_styles.h"

namespace LAMMPS_NS::VARDEM_NS {

/** A contact as springs and dashpots that connect particle i with particle j, or with a wall (j = -1). */
struct StepContact {
  int i, j;
  bool newton;       // it is here once, for the owners of both particles
  VARDEM::Vec3 n;    // unit normal out of i
  double Ri, Rj;     // lever arms of the tangential springs, 0 where there are none
  VARDEM::Coefficients law;
  /** What the springs count for in the blocks of the two. WHOLE: they act on the motion of one against the other. OWN: without their
   *  coupling, which is given apart. COUPLING: that of i, by the motion of j; it is left out where blocks have no weights. */
  enum Part { WHOLE, OWN, COUPLING } part = WHOLE;
  double count = 1.0;    // how often law.c has been counted
};

/** The contacts of the present step that count for its stability: pairs that touch, and those that may touch before the
 *  step is evaluated again; walls; bonds. A contact between two particles that do not move, or within a rigid body, is none. */
class StepContacts : protected Pointers {
 public:
  std::vector<StepContact> contacts;

  StepContacts(LAMMPS *lmp, const Movers &movers, StiffStyles &styles) :
      Pointers(lmp), movers(movers), styles(styles)
  {
  }

  /** Collects them in the order pairs, walls, bonds. movers: as find_members() has left them. dashpots: do they count. */
  void collect(const LookAhead &ahead, bool dashpots);
  /** Counts the dashpots of velocity onstep again as often as they count in steps longer than this.
   *  They count twice at first, and less often in longer steps, so the limit of stability that
   *  follows is longer, and still a bound. Returns if any counts less than before; all processes
   *  get the same. */
  bool count_dashpots(double step);
  double memory_usage() const;

 private:
  const Movers &movers;
  StiffStyles &styles;
  LookAhead ahead;
  bool dashpots = true;

  bool is_contact(int i, int j, Contact &contact) const;
  void add_pairs(const StiffStyles::Interaction &);
  void add_walls();
  template <class Wall> void add_wall(Wall &wall);
  void add_bonds(Bond *bond);
  void add_springs(StiffBonds::Spring bond);
  void add_coupling(const StiffBonds::Spring &bond);
  void add(const Contact &, const VARDEM::Coefficients &, const ContactLaw::Arms &, bool newton);
  void add(StepContact);
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
