// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_GRAIN_STEPS_H
#define VARDEM_HOST_GRAIN_STEPS_H

#include "domain.h"
#include "error.h"
#include "fix.h"
#include "host/dynamics/rigid_steps.h"
#include "host/dynamics/step_checks.h"
#include "host/interfaces/integrators.h"
#include "host/interfaces/soft_contacts.h"
#include "host/network/contact_rules.h"
#include "host/network/message_prefix.h"
#include "host/solve/solve_messages.h"
#include "modify.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace LAMMPS_NS::VARDEM_NS {

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
  void start()
  {
    built = neighbor->lastcall;
    since = {0.0, 0.0};
    width = narrowest_subdomain();
  }
  void start_step()
  {
    if (built != neighbor->lastcall) start();
  }
  /** now: the motion of this step; next: a bound of that of the next one. Stops if the motion was
   *  too long. Returns whether lists must be made anew before the next step. gap: of the
   *  network. */
  bool needs_lists(const Motion &now, const Motion &next, double gap)
  {
    since.approach += now.approach;
    since.farthest += now.farthest;
    if (!std::isfinite(since.approach + since.farthest + next.approach + next.farthest))
      stop("particles move by a distance that is not a finite number; look at their velocities, at "
           "the fixes that set forces, and at the time step");
    require_pairs(now, gap);
    // an impact can make a particle faster than this: in the worst case, a light one twice as fast
    // as what hits it
    return since.approach + 2.0 * next.approach > neighbor->skin ||
        since.farthest + 2.0 * next.farthest > width;
  }

 private:
  Fix *fix;
  bigint built = -1;            // step of the lists
  Motion since = {0.0, 0.0};    // at most
  double width = 0.0;           // of the narrowest subdomain

  /** Over all processes; infinite along axes without neighbors. */
  double narrowest_subdomain() const
  {
    const double *h = domain->h_inv;    // xx yy zz yz xz xy
    const double slopes[3] = {std::hypot(h[0], h[5], h[4]), std::hypot(h[1], h[3]), h[2]};
    const double *low = domain->triclinic ? domain->sublo_lamda : domain->sublo,
                 *high = domain->triclinic ? domain->subhi_lamda : domain->subhi;
    double least = HUGE_VAL, of_all;
    for (int k = 0; k < domain->dimension; k++) {
      const double box = domain->triclinic ? 1.0 : domain->prd[k], part = high[k] - low[k];
      if (domain->periodicity[k] || part < box)
        least = std::min(least, domain->triclinic ? part / slopes[k] : part);
    }
    MPI_Allreduce(&least, &of_all, 1, MPI_DOUBLE, MPI_MIN, world);
    return of_all;
  }
  /** How far particles may move in a step if there are walls, and what a free wall does. */
  struct WayToWalls {
    double way;
    std::string free;
  };
  /** Surfaces that are farther from a particle than gap are no contacts of the step. A wall
   *  that moves may pass a particle, and needs the other half of the gap for this
   *  (WallSearch); not a free one. */
  WayToWalls way_to_walls(double gap) const
  {
    WayToWalls least = {HUGE_VAL, ""};
    for (const auto *wall : fixes_with<WallContacts>(modify)) {
      const double of_wall = wall->way_in_step(false),
                   way = wall->wall_motion().moves && !wall->free_wall() ? 0.5 * gap
                                                                         : gap - of_wall;
      if (way >= least.way) continue;
      least = {way, ""};
      if (wall->free_wall())
        least.free = fmt::format(", while the free wall of fix {} moves by up to {:.3g}",
                                 dynamic_cast<const Fix *>(wall)->id, of_wall);
    }
    return least;
  }
  void require_pairs(const Motion &now, double gap) const
  {
    if (now.approach > gap || since.approach > neighbor->skin)
      stop(fmt::format(
          "particles may have approached each other by up to {:.5g} in one step, and by {:.5g} "
          "since the neighbor lists were made, so that contacts may be missing; {}",
          now.approach, since.approach, what_is_covered(gap)));
    const WayToWalls walls = way_to_walls(gap);
    if (now.farthest > walls.way)
      stop(fmt::format("particles have moved by up to {:.5g} in one step{}, so that contacts with "
                       "walls may be missing; {}",
                       now.farthest, walls.free, what_is_covered(gap)));
    if (since.farthest > width)
      stop(
          fmt::format("particles have moved by up to {:.3g} since the neighbor lists were made; {}",
                      since.farthest, what_lammps_follows()));
  }
  void stop(const std::string &why) const
  {
    error->all(FLERR, Error::NOLASTLINE, "{}: {}", prefix_of(fix), why);
  }
  std::string what_is_covered(double gap) const
  {
    if (!gap_is_keyword)
      return fmt::format("the neighbor skin is {:.5g}; increase it, or reduce the time step",
                         neighbor->skin);
    return fmt::format("contacts are looked for at gaps up to {:.5g} (keyword gap), and the "
                       "neighbor skin is {:.5g}; increase both, or reduce the time step",
                       gap, neighbor->skin);
  }
  std::string what_lammps_follows() const
  {
    return fmt::format("LAMMPS can lose particles that move by more than {:.3g}, the width of a "
                       "subdomain; reduce the time step, or use fewer MPI ranks",
                       width);
  }
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

  GrainSteps(LAMMPS *lmp, Fix *fix_in) :
      Pointers(lmp), fix(fix_in), rules(lmp, fix_in), messages(lmp, fix_in), motion(lmp, fix_in)
  {
  }

  void start_run()
  {
    motion.start();
    const bool one_group = moved_bits(fix) == fix->groupbit;
    step.gravity_fields = acting_gravity_fields(lmp, one_group ? fix->groupbit : 0);
    looked = neighbor->lastcall;
    find_diameters();
    rules.update();
    step.h = 0.0;
    if (update->whichflag == 1) StepChecks(lmp, fix).tell_of_velocities(rules.find_held());
  }
  void start_step(double h)
  {
    messages.start_clock();
    motion.start_step();
    look_at_particles();
    find_held();
    step.h = h;
    rules.update();
  }
  /** Behind start_step(): fixed atoms stay, and no atom has a mass that dashpots would know. */
  void nothing_else_moves()
  {
    constexpr int ALL_GROUPS = ~0;
    step.frozen_bits = ALL_GROUPS;
    step.fixed_atoms_move = false;
  }
  /** Stops if there was no step, because the velocity or the force of this many particles is no
   *  number. */
  void require_finite(double not_finite) const
  {
    if (not_finite > 0.0)
      error->all(FLERR, Error::NOLASTLINE,
                 "{}: the velocity or the force of {:.0f} particles is not a finite number; "
                 "look at the fixes that set forces{}",
                 prefix_of(fix), not_finite,
                 update->whichflag == 2 ? "" : ", and at the time step");
  }

 private:
  bigint looked = -1;    // step of the lists with which particles were looked at

  /** As RigidSteps has it. */
  virtual GrainSizes sizes(int bits) = 0;
  /** Lengths with which the solver compares. If fix adapt changes radii, they follow with the
   *  next lists. */
  GrainSizes find_diameters()
  {
    const GrainSizes found = sizes(moved_bits(fix));
    step.smallest = found.smallest;
    step.mean = found.mean;
    return found;
  }
  /** Particles may have come with new lists; init() has looked at those before. */
  void look_at_particles()
  {
    if (looked == neighbor->lastcall) return;
    looked = neighbor->lastcall;
    if (find_diameters().is_doubtful) StepChecks(lmp, fix).spheres();
  }
  /** Atoms under fix move are moved by that fix. */
  void find_held()
  {
    step.frozen_bits = 0;
    for (const Fix *freeze : modify->get_fix_by_style("^freeze"))
      step.frozen_bits |= freeze->groupbit;
    step.kinematic_bits = fix->groupbit;
    step.driven_bits = 0;
    for (const Fix *other : modify->get_fix_list())
      if (other != fix && other->time_integrate) step.driven_bits |= other->groupbit;
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
