/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_PACKING_H
#define VARDEM_HOST_PACKING_H

#include "atom.h"
#include "force.h"
#include "host/contact_rules.h"
#include "host/ghosts.h"
#include "kernels/contact/touching_spheres.h"
#include "neigh_list.h"
#include "pointers.h"
#include "solvers/contact_network.h"

#include <vector>

namespace LAMMPS_NS {

namespace VARDEM_NS {

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
