// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_FIX_BOND_RECORDS_H
#define LMP_FIX_BOND_RECORDS_H

#include "fix.h"
#include "host/bonds/bond_partners.h"
#include "host/store/per_atom_store.h"
#include "host/store/restart.h"
#include "kernels/vector3.h"
#include "update.h"

namespace LAMMPS_NS {

class BondGrains;

/** What atoms keep about their bonds (BondRecord of host/bonds/table_of_bonds.h), for a bond style.
 *  Only bond styles create it (style BOND_RECORDS). The data go with an atom to another process,
 *  and into binary restart files. Where integrators keep the orientations, they also have the state
 *  at the end of the last run: the orientation of the atom, and the vector to each partner. Then
 *  nothing that happens between runs strains the bonds in silence. The fix also does what a bond
 *  style cannot do itself: it has a hook before neighbor lists are built, asks for new ones, and
 *  communicates. Its arguments behind the style are the numbers of a record, a code of what they
 *  mean, and whether it has the states. */
class FixBondRecords : public VARDEM_NS::FixWithStore {
 public:
  FixBondRecords(class LAMMPS *, int, char **);
  ~FixBondRecords() override { lost_bonds.restore(output); }
  /** Tells LAMMPS the style and returns its name. It is not among the styles of the fix command. */
  static const char *style_in(Modify *);

  int setmask() override;
  void post_constructor() override
  {
    VARDEM_NS::read_state_of_variant(lmp, this);
    VARDEM_NS::read_atoms_of_variant(lmp, this);
  }
  /** LAMMPS looks for the atoms of bonds before it calls setup_pre_neighbor(), and stops without
   *  saying what to do. The bond style looks for them itself, with the setting of the user. */
  void setup_pre_exchange() override
  {
    if (update->whichflag) lost_bonds.pass_over(output);    // write_data looks for no atoms
  }
  void setup_pre_neighbor() override;
  void pre_neighbor() override;
  void setup(int) override;
  void post_run() override;

  int pack_restart(int, double *) override;
  void unpack_restart(int, int) override;
  void write_restart(FILE *) override;
  void restart(char *) override;

  int pack_forward_comm(int, int *, double *, int, int *) override;
  void unpack_forward_comm(int, int, double *) override;

  /** The bond style whose records these are. */
  void serve(BondGrains *bond_in) { bond = bond_in; }
  /** Rows of slots() records of size() numbers. */
  double **rows() const { return store.rows(table); }
  int slots() const { return nslots; }
  int size() const { return nsize; }
  /** Frees the record of the bond of an owned atom with a partner. */
  void forget(int i, tagint partner);
  /** Frees the records of bonds that the atoms no longer have. A bond that is turned off keeps its
   *  record. */
  void forget_gone(const VARDEM_NS::BondTopology &);
  /** Lets integrators that do not know the orientations at the end of the last run go on from them.
   *  style_name: the bond style, for messages. */
  void hand_over_orientations(const std::string &style_name);
  /** Stops if bonds have been turned since then, for example by displace_atoms rotate, which does
   *  not know these orientations. */
  void require_orientations_turned_too(const std::string &style_name);
  /** Forces were computed: the atoms are no longer as a run has left them, also if this one ends in
   *  an error. */
  void outdate_states() { are_new = false; }
  /** Lets LAMMPS build neighbor lists in the next step. */
  void build_lists_next();

 protected:
  BondGrains *bond;
  VARDEM_NS::LostBonds lost_bonds;
  const int nsize, meaning, nslots, table, state;

 private:
  bool are_new;    // the states, and not rows that the store still has

  VARDEM::Vec3 branch(int i, int j) const;
  template <class F> void for_partners(int i, const F &f);
  void keep_state(int i);
};

}    // namespace LAMMPS_NS
#endif
