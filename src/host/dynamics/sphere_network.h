// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_SPHERE_NETWORK_H
#define VARDEM_HOST_SPHERE_NETWORK_H

#include "domain.h"
#include "fix.h"
#include "host/dynamics/sphere_loops.h"
#include "host/dynamics/steps_loops.h"
#include "host/interfaces/soft_contacts.h"
#include "host/network/ghosts.h"
#include "host/network/network_builder.h"
#include "host/solve/result_loops.h"
#include "neighbor.h"
#include "solvers/dynamics/frictional_contacts.h"
#include "solvers/implicit/implicit_step_loops.h"

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The model and the network of a step of spheres over a Space, for steps of rigid and of soft
 *  spheres: columns of atoms and of wall points, their velocities, the pairs that may come into
 *  contact in the step, the laws of these contacts, their tangential springs at its start, and how
 *  far atoms move. Platform is as CompatibleSolverOn has it
 *  (host/compatible/compatible_solver_on.h), and
 *    spheres(bits)  the spheres of this process, which may select those of any of these groups
 *                   (host/atoms/atom_accessors.h)
 *    points(0)      all atoms
 *    images()       image flags of all atoms
 *    changed_motion(), changed_forces(), changed_torques()    after a loop that has changed
 *                   positions and velocities of atoms, or their forces, or their torques */
template <class PlatformType> class SphereNetwork : protected Pointers {
 public:
  using Platform = PlatformType;
  using Space = typename Platform::Space;
  using Points = decltype(std::declval<const Platform &>().points(0));
  using Spheres = decltype(std::declval<const Platform &>().spheres());
  using Contacts = VARDEM_NS::NetworkBuilder<Space, typename Platform::Atoms>;
  using Network = typename Contacts::Network;
  using Rows = VARDEM::ContactRows<VARDEM::CentralGeometry>;
  template <class T> using Array = typename Space::template Array<T>;

  /** Margins and gaps of pairs that touch are parts of the smallest diameter. */
  static constexpr double LEAST_MARGIN = 0.02, TOUCHING = 1e-3;

  Platform platform;
  Space space;
  Contacts builder;
  Array<double> velocity, free_velocity;    // of columns
  bool bonds_need_ghosts = false;           // has any process a bond with a ghost that can move?

  SphereNetwork(LAMMPS *lmp, Fix *fix, ContactRules &rules_in) :
      Pointers(lmp), platform(lmp, fix), space(platform.make_space()), builder(lmp, rules_in),
      rules(rules_in)
  {
  }

  ColumnsOfAtoms columns() const
  {
    return {builder.column.data(), builder.atom_of.data(), builder.network.nrows,
            builder.network.first_fixed, builder.atom_columns()};
  }

  // --- how far atoms move: since their columns were taken, and at most in a step of length h ---

  Motion motion()
  {
    return with_flow(motion_of(
        space, atom->nlocal,
        MotionsSince<Points>{platform.points(0), flow_of_columns(), builder.column.data()}));
  }

  Motion next_motion(double h) { return next_motion_of(platform.points(0), h); }

  template <class Atoms> Motion next_motion_of(const Atoms &atoms, double h)
  {
    return with_flow(motion_of(space, atom->nlocal,
                               NextMotions<Atoms>{atoms, flow_of_columns(), builder.column.data(),
                                                  h, velocity.data(), free_velocity.data()}));
  }

  // --- columns, and the contacts of a step ---

  /** The columns of the present atoms. in_step: walls have made the step already. */
  void take_columns(NeighList *list, bool in_step)
  {
    if (PlacedWalls::need_host(modify)) platform.sync_all_to_host();
    builder.take(space, platform.atoms(list), in_step);
    for (auto *a : {&velocity, &free_velocity}) set_zero(space, *a, 3 * builder.network.ncolumns);
    flow = {};
  }

  /** The cell deforms by this displacement gradient in a step of length h. Adds to the velocities
   *  of ghosts what the images that they stand for have more than their atoms. */
  void take_flow(const VARDEM::UpperTriangle &displacement, double h)
  {
    flow = displacement;
    if (!flows()) return;
    const VARDEM::UpperTriangle cell = VARDEM::upper(domain->h);
    const Points atoms = platform.points(0);
    set_zero(space, of_images, 3 * builder.network.ncolumns);
    space.for_each(atom->nlocal,
                   TakePlaces<Points>{atoms, builder.column.data(), of_images.data()});
    forward_to_all(of_images.data(), 3);
    space.for_each(atom->nlocal + atom->nghost,
                   TakeImages<Points>{atoms, builder.column.data(), inverse(cell),
                                      (1.0 / h) * flow * cell, of_images.data(), velocity.data(),
                                      free_velocity.data()});
  }
  /** As FrictionalStep has it. */
  const double *velocities_of_images() const { return flows() ? of_images.data() : nullptr; }

  /** Also to ghosts whose contacts are not in the network. */
  void forward_to_all(double *vectors, int width)
  {
    reset_ghosts(true);
    space.forward(vectors, width);
    reset_ghosts(needs_ghosts());
  }

  /** Finds the row that each ghost stands for, also if its contacts are not in the network. */
  void find_all_owners()
  {
    reset_ghosts(true);
    builder.find_owners(space);
  }

  /** Sets the velocities of the wall points in a step of length h. */
  void take_velocities_of_wall_points(double h)
  {
    const int first = builder.atom_columns();
    space.for_each(builder.network.ncolumns - first,
                   TakeWallPoints{builder.spheres().centres, builder.walls().walls,
                                  builder.placed_walls(), first, h, velocity.data(),
                                  free_velocity.data()});
  }

  /** Puts the contacts of a step of length h into the network, with this margin; all pairs if h =
   *  0. */
  void find_pairs(double h, double margin)
  {
    builder.contacts.step = {h, margin, builder.column.data(), velocity.data(),
                             free_velocity.data()};
    builder.find_contacts(space);
    builder.network.owners.clear();
    reset_ghosts(needs_ghosts());
  }

  /** Have all pairs that come closer than `touching` in the step been in the network? motion: of
   *  columns, what forces add to the free motion. strain: what the step adds along the axes of a
   *  cell that yields, by which images move with their own places. Sets the margin of the next
   *  network. */
  bool had_all_pairs(Array<double> &motion, double touching, double &margin,
                     const VARDEM::YieldingCell &cell = {}, const VARDEM::Vec3 &strain = {})
  {
    const auto move = [&](int ncolumns, const VARDEM::Vec3 &by) {
      if (cell.yields) space.for_each(ncolumns, VARDEM::MoveWithCell{cell, by, 1, motion.data()});
    };
    move(builder.network.nrows, -strain);
    forward_to_all(motion.data(), 3);
    move(builder.network.ncolumns, strain);
    auto all = builder.contacts;
    all.step = StepAhead();
    const double needed = space.maximum(all.atoms.count(),
                                        NeededMargin<std::decay_t<decltype(all)>>{
                                            all, builder.contacts.step, motion.data(), touching});
    const bool complete = is_enough(needed, margin);
    if (complete) flow = flow + VARDEM::UpperTriangle{strain.x, strain.y, strain.z, 0.0, 0.0, 0.0};
    return complete;
  }

  static bool is_enough(double needed, double &margin)
  {
    constexpr double AMPLE = 1.5, KEPT = 0.9;
    const bool complete = !(needed > margin);
    margin = complete ? std::max(KEPT * margin, AMPLE * needed) : AMPLE * needed;
    return complete;
  }

  // --- the laws of soft contacts ---

  /** Finds the laws of the contacts. mass: 6 numbers per column of an atom, masses first. */
  void take_laws(const double *mass)
  {
    const auto &network = builder.network;
    list_laws();
    space.allocate(kind, network.ncontacts);
    for (auto *a : {&size, &effective}) space.allocate(*a, network.ncontacts);
    const auto ends = builder.ends(platform.atoms(nullptr));
    space.for_each(network.nrows,
                   TakeLaws<Rows, std::decay_t<decltype(ends)>>{
                       network.rows(), ends, mass, force->ftm2v, builder.spheres().radii,
                       rules.no_type(), kind.data(), size.data(), effective.data()});
  }

  /** Those of the last take_laws(). */
  VARDEM::GrainLaws grain_laws()
  {
    return {rules.law, laws_here.of(space, laws), kind.data(), size.data(), effective.data()};
  }

  // --- the tangential springs that pair style and walls keep ---

  /** Takes them where the step starts. */
  void take_springs()
  {
    const std::vector<HeldSprings> pairs = springs_of_pairs(lmp);
    std::vector<HeldSprings> walls;
    for (auto *wall : fixes_with<WallContacts>(modify)) walls.push_back(wall->held_springs());
    std::vector<SentSpring> received;
    if constexpr (Space::ON_HOST) {    // devices have thick boxes, and springs with newton off only
      if (force->newton_pair) received = send_springs(pairs);
      require_two_atoms(lmp, pairs);
    }
    springs.take(space, pairs, walls, received, platform.atoms(nullptr),
                 {builder.column.data(), builder.network.nrows, atom->nlocal});
  }

  /** Sets 3 numbers of each contact of the network. */
  void place_springs(double *spring)
  {
    const auto &network = builder.network;
    const auto ends = builder.ends(platform.atoms(nullptr));
    const auto of_rows = springs.of_rows();
    space.for_each(
        network.nrows,
        PlaceSprings<Rows, std::decay_t<decltype(ends)>, std::decay_t<decltype(of_rows)>>{
            network.rows(), ends, of_rows, spring});
  }

  /** The columns of owned atoms and ghosts. The IDs of the atoms are on the host then, too. */
  const int *columns_on_host()
  {
    platform.sync_tags_to_host();
    return on_host(space, builder.column.data(), atom->nlocal + atom->nghost, column_copies);
  }

 private:
  ContactRules &rules;
  VARDEM::UpperTriangle flow = {};    // of the step
  Array<double> of_images;            // of columns
  StepSprings<Space> springs;
  Array<int> kind;    // of contacts
  Array<double> size, effective;
  std::vector<VARDEM::ContactParameters> laws;
  VARDEM::SeldomCopied<Space, VARDEM::ContactParameters> laws_here;
  std::vector<int> column_copies;

  std::vector<SentSpring> send_springs(const std::vector<HeldSprings> &pairs)
  {
    find_all_owners();
    const auto &network = builder.network;
    return sent_springs(lmp, pairs, columns_on_host(),
                        {network.nrows, network.first_fixed, &network.owners});
  }

  FlowOfColumns flow_of_columns() const { return {flow, flows(), builder.spheres().centres}; }
  bool flows() const { return VARDEM::most_stretch(flow) > 0.0; }

  /** Motions relative to the flow are those of periodic images as well. Two atoms near each other
   *  come together by the flow, too. */
  Motion with_flow(Motion of_atoms) const
  {
    if (flows()) of_atoms.approach += VARDEM::most_stretch(flow) * neighbor->cutneighmax;
    return of_atoms;
  }

  /** Has any process to know the motion of ghosts in a step? */
  bool needs_ghosts() const { return builder.needs_ghosts() || bonds_need_ghosts; }

  void reset_ghosts(bool needed) { platform.ghosts.reset(builder.column, needed); }

  /** Of two types, and of each wall. */
  void list_laws()
  {
    const int n = rules.no_type();
    const auto walls = fixes_with<WallContacts>(modify);
    laws.assign(n * (n + walls.size()), VARDEM::ContactParameters{});
    const SoftContacts *pair = rules.soft_contacts();
    for (int i = 1; i < n; i++)
      for (int j = 1; j < n; j++) laws[i * n + j] = pair->law_of_types(i, j);
    for (std::size_t w = 0; w < walls.size(); w++)
      for (int i = 1; i < n; i++) laws[n * (n + w) + i] = walls[w]->law_of_type(i);
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
