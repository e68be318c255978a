// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_GRAIN_STEPS_H
#define VARDEM_HOST_GRAIN_STEPS_H

#include "host/dynamics/rigid_steps.h"
#include "host/network/contact_rules.h"
#include "host/solve/solve_messages.h"

#include <string>

namespace LAMMPS_NS {

class Fix;
class NeighList;

namespace VARDEM_NS {

  /** Makes sure that no contact is missing. A neighbor list has the pairs with gaps up to the skin
   *  when it was made. Two atoms that it lacks may come into contact if they have approached each
   *  other by that much since. A contact of a step must be in the list at its start, and among the
   *  pairs with gaps up to `gap`. What atoms move together does not count, but the surfaces of a
   *  wall that are farther than `gap` at the start of the step must not be reached. LAMMPS' own
   *  criterion looks at particles behind a step, and by default not at each step.
   *
   *  LAMMPS finds the new process of an atom, and the place in a periodic box, only if the atom has
   *  not gone by more than a subdomain or the box since the lists were made. */
  class SkinCheck : protected Pointers {
   public:
    SkinCheck(LAMMPS *lmp, Fix *fix_in) : Pointers(lmp), fix(fix_in) {}

    /** Has the fix a keyword gap, which messages name? */
    bool gap_is_keyword = true;

    /** A run starts; LAMMPS has just made its lists. */
    void start();
    void start_step();
    /** Takes the motion of this step, and the bound of the next one. Stops if the motion is too
     *  long. Returns whether lists must be made anew before the next step. gap: of the network. */
    bool needs_lists(const Motion &now, const Motion &next, double gap);

   private:
    Fix *fix;
    bigint built = -1;            // step of the lists
    Motion since = {0.0, 0.0};    // at most
    double width = 0.0;           // of the narrowest subdomain

    double narrowest_subdomain() const;
    /** How far particles may move in a step if there are walls, and what a free wall does. */
    struct WayToWalls {
      double way;
      std::string free;
    };
    WayToWalls way_to_walls(double gap, bool next) const;
    void require_pairs(const Motion &now, double gap) const;
    void require_next(const Motion &next, double gap) const;
    void stop(const std::string &why) const;
    std::string what_is_covered(double gap) const;
    std::string what_lammps_follows() const;
  };

  /** Common part of the fixes that solve for the motion of all grains: rules of contacts, neighbor
   *  lists in time, fixed grains, and diameters. */
  class GrainSteps : protected Pointers {
   public:
    ContactRules &contact_rules() { return rules; }
    const ContactRules &contact_rules() const { return rules; }
    void take_list(NeighList *ptr) { list = ptr; }

   protected:
    static constexpr double LEAST_TOLERANCE = 1e-12;

    Fix *fix;
    ContactRules rules;
    SolveMessages messages;
    SkinCheck motion;
    NeighList *list = nullptr;
    StepInput step = {};

    GrainSteps(LAMMPS *lmp, Fix *fix_in);

    void start_run();
    void start_step(double h);
    /** Stops if there was no step, because the velocity or the force of this many particles is no
     *  number. */
    void require_finite(double not_finite) const;

   private:
    bigint looked = -1;    // step of the lists with which particles were looked at

    /** As RigidSteps has it. */
    virtual GrainSizes sizes(int bits) = 0;
    GrainSizes find_diameters();
    void look_at_particles();
    void find_held();
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
