/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_PACKING_H
#define VARDEM_HOST_PACKING_H

#include "atom.h"
#include "force.h"
#include "host/ghosts.h"
#include "kernels/contact/no_tension.h"
#include "kernels/contact/touching_spheres.h"
#include "neigh_list.h"
#include "pointers.h"
#include "solvers/contact_network.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class Fix;
class Pair;

namespace VARDEM_NS {

  /** What has changed about the atoms since the last solve, as bits. */
  enum Change { MOVED = 1, RESIZED = 2, RETYPED = 4, HELD = 8 };

  /** Tells which atoms have infinite mass: those outside of a group, and those that a fix holds. Also used on devices. */
  struct HeldAtoms {
    int groupbit = 0, held_bits = 0;

    VARDEM_INLINE bool is_fixed(int mask) const { return !(mask & groupbit) || (mask & held_bits); }
  };

  /** One number for two types in any order, below the square of no_type = number of types + 1. */
  VARDEM_INLINE int type_pair_code(int itype, int jtype, int no_type)
  {
    const int low = itype < jtype ? itype : jtype;
    return low * no_type + itype + jtype - low;
  }

  /** Decides which pairs of atoms are contacts for a fix, and takes their stiffness and law from pair style contact/rigid. */
  class ContactRules : protected Pointers {
   public:
    ContactRules(LAMMPS *lmp, Fix *fix_in) : Pointers(lmp), fix(fix_in) {}

    VARDEM::ClosedRule closed = {0.0, 1e-9};
    bool law_given = false;    // by the fix; otherwise the pair style gives it
    VARDEM::ContactLawKind law = VARDEM::HOOKE;

    /** The init() of the fix calls this. Messages of errors begin with the style of the fix. */
    void init();
    /** Takes the present coefficients, weights of bonded pairs and fixes that hold atoms. They stay until the next call. */
    void update();

    /** Of two atom types; 0 if the input has not given it. */
    double stiffness(int itype, int jtype) const { return K[itype * no_type() + jtype]; }
    /** Are bonded pairs of this kind of special_bonds excluded from the contacts? */
    bool is_excluded(int kind) const { return excluded[kind]; }

    bool is_fixed(int mask) const { return held.is_fixed(mask); }
    const HeldAtoms &held_atoms() const { return held; }
    /** By the fixes that the input has now; held_atoms() are those of the last update(). */
    HeldAtoms find_held() const;

    /** Stops if particles touch whose types have no stiffness. missing: the smallest code_of_types() of such a contact of this
   *  process, or no_types() if there is none. */
    void require_stiffness(int missing) const;
    /** Stops if two particles are at the same place. low, high: IDs of two such atoms of this process, or MAXTAGINT. */
    void require_distance(tagint low, tagint high) const;
    int code_of_types(int itype, int jtype) const
    {
      return type_pair_code(itype, jtype, no_type());
    }
    int no_types() const { return no_type() * no_type(); }
    int no_type() const { return atom->ntypes + 1; }

    /** Has the pair style two laws? Then the types that touch decide which one counts. */
    bool has_two_laws() const { return two_laws; }
    /** Takes the law of the types that touch. touching: by code_of_types(), 1 if such particles touch on this process. */
    void take_law(std::vector<int> &touching);

   private:
    Fix *fix;
    std::vector<double> K;
    std::vector<int> laws;    // by code_of_types()
    bool excluded[4] = {}, two_laws = false;
    HeldAtoms held;

    Pair *find_pair() const;
    void find_laws(int **given, int **set);
    std::string touching_with(const std::vector<int> &touching, int wanted) const;
    void require_skin() const;
  };

  /** Collects the contacts of a packing from a half neighbor list (newton off) as rows for a solver. They are valid until atoms
 *  move to other processes or neighbor lists are rebuilt. */
  class Packing : protected Pointers {
   public:
    using Space = VARDEM::HostSpace<Exchange>;
    using Network = VARDEM::ContactNetwork<Space, VARDEM::CentralGeometry>;

    /** One contact of two atoms, in their order in the list. The force pushes j along the branch vector. */
    struct Contact {
      int i, j;
      VARDEM::TouchingSpheres touch;
      double stiffness;
    };

    Network network;
    std::vector<int> column;     // of each atom, owned or ghost
    std::vector<int> atom_of;    // of each column

    Packing(LAMMPS *lmp, ContactRules &rules_in) : Pointers(lmp), rules(rules_in) {}

    /** Makes the network from the present atoms. */
    void collect(NeighList *list);

    /** Calls f(Contact) for each contact in the list of this process, unless both particles are fixed. A contact with a ghost
   *  is also in the list of the process that owns the other atom. */
    template <class F> void for_closed(const F &f) const;

    /** Finds the row of each ghost column. Only for one process, which owns all atoms. */
    void find_owners(Ghosts &ghosts);

    /** What has changed about the atoms of this process since the last collect(): bits of Change, or 0. */
    int changes() const;
    /** Has any process a contact with a ghost that can move? */
    bool needs_ghosts() const { return ghosts_needed; }
    double memory_usage() const;

   private:
    ContactRules &rules;
    NeighList *list = nullptr;
    std::vector<double> centres, radii;    // of columns, like types
    std::vector<int> types;
    bool ghosts_needed = false, has_same_place = false;

    bool is_free_ghost(int col) const { return col >= network.nrows && col < network.first_fixed; }
    void number_columns();
    void fill_rows();
    void require_distance();
    void require_stiffness();
    void take_law();
  };

  template <class F> void Packing::for_closed(const F &f) const
  {
    double **x = atom->x;
    const double *radius = atom->radius;
    const int *type = atom->type, *mask = atom->mask;
    const tagint *tag = atom->tag;

    for (int ii = 0; ii < list->inum; ii++) {
      const int i = list->ilist[ii], *neighbors = list->firstneigh[i];
      const bool fixed = rules.is_fixed(mask[i]);
      Contact contact;
      contact.i = i;
      for (int jj = 0; jj < list->numneigh[i]; jj++) {
        if (rules.is_excluded(neighbors[jj] >> SBBITS & 3)) continue;
        const int j = contact.j = neighbors[jj] & NEIGHMASK;
        if ((fixed && rules.is_fixed(mask[j])) || tag[i] == tag[j]) continue;
        if (!VARDEM::are_closed(x[i], radius[i], x[j], radius[j], rules.closed, contact.touch))
          continue;
        contact.stiffness = rules.stiffness(type[i], type[j]);
        f(contact);
      }
    }
  }

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
