/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_SPHERE_STEPS_ON_H
#define VARDEM_HOST_SPHERE_STEPS_ON_H

#include "host/dynamics/platform_steps.h"
#include "host/dynamics/rigid_steps_loops.h"
#include "host/interfaces/wall_contacts.h"
#include "host/network/packing.h"
#include "host/solve/packing_solver_loops.h"

#include <algorithm>
#include <type_traits>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** What rigid and implicit steps of spheres over a Space have in common: columns of atoms, feet of walls, the margin within which pairs are in the
 *  network, and how far atoms move. Base is PlatformSteps or a class that derives from it; its Platform also has
 *    spheres()                the spheres of this process (host/atoms/bodies.h)
 *    points(0)                all atoms
 *    images()                 image flags of all atoms
 *    changed_motion(), changed_forces(), changed_torques()    after a loop that has changed positions and velocities of atoms, or
 *                             their forces, or their torques */
template <class Base> class SphereStepsOn : public Base {
 public:
  using typename Base::Space;
  template <class T> using Array = typename Space::template Array<T>;

  using Base::Base;

  Motion motion() override
  {
    const auto atoms = platform.points(0);
    return motion_of(space, atom->nlocal,
                     MotionsSince<std::decay_t<decltype(atoms)>>{atoms, packing.column.data(),
                                                                 packing.spheres().centres});
  }

  Motion next_motion(double h) override
  {
    const auto atoms = platform.points(0);
    return motion_of(space, atom->nlocal,
                     NextMotions<std::decay_t<decltype(atoms)>>{
                         atoms, packing.column.data(), h, velocity.data(), free_velocity.data()});
  }

 protected:
  using Base::atom;
  using Base::free_velocity;
  using Base::modify;
  using Base::packing;
  using Base::platform;
  using Base::space;
  using Base::velocity;

  // margins and gaps of pairs that touch are parts of the smallest diameter
  static constexpr double LEAST_MARGIN = 0.02, TOUCHING = 1e-3;

  ColumnsOfAtoms columns() const
  {
    return {packing.column.data(), packing.atom_of.data(), packing.network.nrows,
            packing.network.first_fixed, packing.atom_columns()};
  }

  /** Has any process to know the motion of ghosts in a step? */
  virtual bool needs_ghosts() const { return packing.needs_ghosts(); }

  /** Also to ghosts whose contacts are not in the network. */
  void forward_to_all(Array<double> &vectors, int width)
  {
    auto &ghosts = platform.ghosts;
    ghosts.reset(packing.column, packing.atom_columns(), true);
    space.forward(vectors.data(), width);
    ghosts.reset(packing.column, packing.atom_columns(), needs_ghosts());
  }

  /** The columns of the present atoms. in_step: walls have made the step already. */
  void take_columns(NeighList *list, bool in_step)
  {
    if (!fixes_with<WallContacts>(modify).empty()) platform.bring_all();
    packing.take(space, platform.atoms(list), in_step);
  }

  /** Sets the velocities of the feet of walls in a step of length h. */
  void take_velocities_of_feet(double h)
  {
    std::vector<VARDEM::WallMotion> motions;
    for (const auto *wall : fixes_with<WallContacts>(modify))
      motions.push_back(wall->wall_motion());
    const int first = packing.atom_columns();
    space.for_each(packing.network.ncolumns - first,
                   TakeFeet{packing.spheres().centres, packing.walls().walls,
                            this->bring(motions, wall_motions), first, h, velocity.data(),
                            free_velocity.data()});
    space.wait();
  }

  /** Puts the contacts of a step of length h into the network, with this margin; all pairs if h = 0. */
  void find_pairs(double h, double margin)
  {
    packing.contacts.step = {h, margin, packing.column.data(), velocity.data(),
                             free_velocity.data()};
    packing.find_contacts(space);
    packing.network.owners.clear();
    platform.ghosts.reset(packing.column, packing.atom_columns(), needs_ghosts());
  }

  /** Have all pairs that come closer than `touching` in the step been in the network? motion: of columns, what forces add to the free motion. Sets the
   *  margin of the next network. */
  bool had_all_pairs(Array<double> &motion, double touching, double &margin)
  {
    forward_to_all(motion, 3);
    auto all = packing.contacts;
    all.step = StepAhead();
    const double needed = space.maximum(all.atoms.count(),
                                        NeededMargin<std::decay_t<decltype(all)>>{
                                            all, packing.contacts.step, motion.data(), touching});
    return is_enough(needed, margin);
  }

  static bool is_enough(double needed, double &margin)
  {
    constexpr double AMPLE = 1.5, KEPT = 0.9;
    const bool complete = !(needed > margin);
    margin = complete ? std::max(KEPT * margin, AMPLE * needed) : AMPLE * needed;
    return complete;
  }

 private:
  Array<VARDEM::WallMotion> wall_motions;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
