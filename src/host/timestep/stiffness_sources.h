// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_STIFFNESS_SOURCES_H
#define VARDEM_HOST_STIFFNESS_SOURCES_H

#include "host/interfaces/soft_contacts.h"
#include "host/timestep/linearized_law.h"
#include "pair.h"
#include "pointers.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class Compute;
class Fix;
class NeighList;

namespace VARDEM_NS {

  /** A pair style with the springs of its contacts. */
  struct StiffPair {
    Pair *pair;
    SpringsOfPairs springs;
    const SoftContacts *soft;    // the same style, or null

    /** Its neighbor list may be on a device only. */
    bool on_device() const { return pair->kokkosable != 0; }
    /** Its neighbor list, or null. own: the list of the compute, for a style on the device. */
    NeighList *list(NeighList *own) const { return on_device() ? own : pair->list; }
    /** Distance of the centres at first touch. */
    double touch(const Contact &contact) const;
    /** Contact::reach. */
    double reach(const Contact &contact) const;
  };

  /** A fix wall/contact with forces of its own, or one of LAMMPS' fixes wall/gran. */
  class StiffWall {
   public:
    explicit StiffWall(Fix *fix) : fix(fix), soft(dynamic_cast<WallContacts *>(fix)) {}

    bool is_soft() const { return soft != nullptr; }
    /** Must be called before contacts_of(), once per step, by all processes. */
    void prepare();
    /** The surfaces that atom i touches, or to which it has a gap of at most `reach`. mass: of the
     *  atom or, for the member of a rigid body, of the body. */
    const std::vector<Contact> &contacts_of(LAMMPS *lmp, int i, double mass, double reach);
    /** The speed of a point of the wall where atom i is; that of LAMMPS' own walls is not known. */
    double speed_at(int i, double **x) const
    {
      return soft ? norm(motion.v_half(VARDEM::vectors_at(x[i])[0])) : 0.0;
    }
    bool is_free() const { return soft && soft->is_free(); }
    /** How the wall moves by the force of the nth of these, if it does. */
    WallContacts::Mobility mobility(LAMMPS *lmp, int nth) const;
    /** The springs of the nth of these. */
    ContactSprings springs(int nth) const;

   private:
    Fix *fix;
    WallContacts *soft;
    VARDEM::WallMotion motion = {};
    std::vector<VARDEM::WallTouch> touches;
    std::vector<Contact> found;

    void find_soft_surfaces(LAMMPS *lmp, int i, double reach);
  };

  /** The pair, wall and bond styles of the present run that are known to be stiff, and where their
   *  pairs are listed. */
  class StiffnessSources : protected Pointers {
   public:
    std::vector<StiffPair> pairs;
    std::vector<StiffWall> walls;            // LAMMPS' own first
    std::vector<SoftBonds *> stiff_bonds;    // bond styles that tell their stiffness
    std::vector<Bond *> bonds;               // others that count
    NeighList *own_list = nullptr;    // of the compute; kept, as LAMMPS hands it over only once

    StiffnessSources(LAMMPS *lmp, Compute *compute) : Pointers(lmp), compute(compute) {}

    /** Finds them in init() of the compute, and asks LAMMPS for own_list if a pair style needs it.
     *  What may be stiff and does not count is named in a warning, once. It is an error if the
     *  stiffness of a pair style cannot be found. style_name: the command in messages. */
    void init(const std::string &style_name);
    /** Are the styles of the present input still those that init() has found? */
    bool are_there() const { return found == styles_now(); }

   private:
    std::vector<const void *> found;    // styles_now() of init()
    Compute *compute;
    std::vector<std::string> named;    // what has been named in the log

    void init_pairs(const std::string &style_name);
    void init_walls(const std::string &style_name);
    void init_bonds(const std::string &style_name);
    std::vector<const void *> styles_now() const;
    void name_missing(const std::string &style_name, const std::string &what);
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
