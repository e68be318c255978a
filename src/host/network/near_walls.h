// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_NEAR_WALLS_H
#define VARDEM_HOST_NEAR_WALLS_H

#include "host/network/contact_rules.h"
#include "kernels/contact/sphere_contact.h"
#include "kernels/contact/wall_motion.h"
#include "kernels/contact/wall_point.h"
#include "kernels/vector3.h"

#include <utility>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

class WallContacts;

/** What a particle that touches a wall has in contact with it, as ContactRules::require_walls()
 *  asks for it. */
VARDEM_INLINE int flag_of_wall(double distance, double stiffness)
{
  if (!(distance > 0.0)) return ContactRules::WALL_AT_CENTRE;
  return stiffness > 0.0 ? ContactRules::WALL_TOUCHED : ContactRules::WALL_WITHOUT_STIFFNESS;
}

/** A surface of a wall near a particle. Its wall point is the point of the wall that is nearest to
 *  the centre. */
struct NearWall {
  VARDEM::Vec3 n;                          // unit vector from the centre to the wall point
  double distance;                         // between them
  double stiffness;                        // force/length^(p - 1)
  int number, surface;                     // of the wall among all walls, and of its surface
  VARDEM::WallPointCurvature curvature;    // flat before find_curvatures()
  VARDEM::Vec3 shift;       // of the wall point by a wall that passes the centre in a step, or zero
  bool followed = false;    // is it known where the surface was at the start of the step?
  double receded = 0.0;     // from the centre since then
  double size = 0.0;        // effective radius of the contact
  double label = 0.0;       // of the ID of the wall: a whole number below 2^32

  /** Of this surface, for as long as its fix has this ID: negative, and exact. */
  VARDEM_INLINE double name() const { return -1.0 - label - 4294967296.0 * surface; }

  VARDEM_INLINE VARDEM::TouchingSpheres touch(double R) const
  {
    return {{{distance * n.x, distance * n.y, distance * n.z}}, distance, distance - R};
  }
  /** The velocity of the wall point in a step of length h, where the material has the velocity v.
   *  Along the normal it is the velocity of the surface: a drum that turns stays where it is, while
   *  its material goes along chords. */
  VARDEM_INLINE VARDEM::Vec3 velocity(const VARDEM::Vec3 &v, double h) const
  {
    return followed ? v + (receded / h - dot(n, v)) * n : v;
  }
  VARDEM_INLINE int flag() const { return flag_of_wall(distance, stiffness); }
  bool operator==(const NearWall &b) const
  {
    return n.x == b.n.x && n.y == b.n.y && n.z == b.n.z && distance == b.distance &&
        stiffness == b.stiffness && number == b.number && surface == b.surface;
  }
};

/** The surfaces near the owned atoms where loops can reach them. Atom i has the surfaces first[i]
 *  to first[i + 1] - 1. Without walls, the number of atoms is 0. */
struct WallsOfAtoms {
  int natoms;
  const int *first;
  const NearWall *walls;
};

/** Finds the walls near the owned atoms that can move: fixes wall/contact. This is done on the
 *  host, where these fixes are. */
class NearWalls : protected Pointers {
 public:
  NearWalls(LAMMPS *lmp, const ContactRules &rules_in) : Pointers(lmp), rules(rules_in) {}

  /** Finds all surfaces with gaps up to the neighbor skin, as of now. All processes must call it.
   *  in_step: walls are already at the end of the step, and atoms are still at its start. A wall
   *  that would pass the centre of an atom in this step is taken at its start, because the centre
   *  would see another side of the wall now, or none. */
  void look(bool in_step = false);
  /** The largest overlap of a particle with a wall over all processes, or 0. */
  double largest_overlap() const;
  /** Forgets the surfaces that are not in contact by a rule. */
  void keep(const VARDEM::ClosedRule &closed);
  /** Finds the curvatures of the surfaces that are left, from normals beside the centres. */
  void find_curvatures();
  /** Would look() and keep() find other contacts now? Between runs this tells only whether the
   *  input has other walls. All processes must call it; the answer is for this process. */
  bool have_changed() const;

  /** One number more than atoms, or none; and the surfaces. For copies of WallsOfAtoms. */
  std::vector<int> &first() { return first_of; }
  std::vector<NearWall> &walls() { return found; }
  int natoms() const { return first_of.empty() ? 0 : static_cast<int>(first_of.size()) - 1; }
  int count() const { return static_cast<int>(found.size()); }
  /** By the number of the wall, as ContactRules::require_walls() asks for it. */
  std::vector<int> touched() const;
  double bytes() const;

 private:
  const ContactRules &rules;
  std::vector<std::pair<std::string, const WallContacts *>> fixes;    // with their IDs
  VARDEM::ClosedRule kept = {0.0, 0.0};
  std::vector<int> first_of;
  std::vector<NearWall> found;

  std::vector<VARDEM::WallMotion> motions;    // of the walls, now
  std::vector<double> labels;                 // of the walls

  static std::vector<std::pair<std::string, const WallContacts *>> all_fixes(const Modify *modify);
  VARDEM::Vec3 change_of_normal(int i, const NearWall &near, WallContacts *wall,
                                const VARDEM::Vec3 &direction,
                                std::vector<VARDEM::WallTouch> &touches) const;
  void look_from(int i, WallContacts *wall, int number, bool at_start,
                 std::vector<VARDEM::WallTouch> &touches);
  bool passes(int i, WallContacts *wall, const VARDEM::WallMotion &motion,
              std::vector<VARDEM::WallTouch> &touches) const;
  void follow(int i, const std::vector<WallContacts *> &walls,
              std::vector<VARDEM::WallTouch> &touches);
  const VARDEM::WallTouch *touch_of(WallContacts *wall, int surface, const VARDEM::Vec3 &x,
                                    double R, std::vector<VARDEM::WallTouch> &touches) const;
  void require_short_way(int i, int number, const VARDEM::WallMotion &motion) const;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
