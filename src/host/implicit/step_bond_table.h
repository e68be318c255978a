// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_STEP_BOND_TABLE_H
#define VARDEM_HOST_STEP_BOND_TABLE_H

#include "comm.h"
#include "force.h"
#include "host/interfaces/soft_contacts.h"
#include "kernels/flow.h"
#include "solvers/space.h"
#include "solvers/step_bonds.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The bonds of the rows of a network, as solvers/step_bonds.h has them, on the host. */
struct StepBondLists {
  std::vector<int> first, middle, column;    // as SymmetricBlocks has them
  std::vector<VARDEM::BondEnd> end;
  std::vector<VARDEM::TrialBond> bonds;
  std::vector<double> shift;
};

/** The bonds of an implicit step in the rows of a network, for solvers/step_bonds.h. A bond of a
 *  free body is known to the process that owns the body: with newton_bond on, where LAMMPS has it
 *  on one process only, the other one gets a copy. */
class StepBondTable : protected Pointers {
 public:
  using Pointers::Pointers;

  /** What a network says about its columns. */
  struct Columns {
    const int *of_atoms;    // of owned atoms and ghosts
    int nrows, first_fixed;
    const VARDEM::GhostOwners *owners;    // needed if has_distant_bonds()
    const double *centres;
  };

  /** Takes the bonds of all styles from LAMMPS. All processes must call the functions. */
  void take(const Columns &columns);
  bool has_bonds() const { return exist; }
  /** Has any process a bond with a ghost that can move? */
  bool needs_ghosts() const { return with_ghosts; }
  /** Must processes tell each other of their bonds? */
  bool has_distant_bonds() const { return with_ghosts && force->newton_bond && comm->nprocs > 1; }
  /** Sends bonds with ghosts to the owners of these. */
  void share(const Columns &columns);
  /** Has any bond of any process a dashpot that acts now? */
  bool is_damped() const { return damped; }
  /** Fills the lists. full: each of two rows has the bond, as where threads make the rows;
   *  otherwise that with the higher number has it. */
  void fill(const Columns &columns, bool full, StepBondLists &lists) const;
  /** Fills the shifts again, for a cell that the displacement gradient `flow` changes. */
  void fill_shifts(const Columns &columns, const VARDEM::UpperTriangle &flow,
                   std::vector<double> &shifts) const;

 private:
  /** A bond of the bodies of two columns, first and second. */
  struct Entry {
    int first, second;
    VARDEM::Vec3 e;
    VARDEM::TrialBond law;
  };
  /** A bond for the process of one of its bodies: the row there, and the ID of the other atom. */
  struct BondForOwner {
    int row;
    tagint other;
    bool is_first;
    VARDEM::Vec3 e;
    VARDEM::TrialBond law;
  };
  std::vector<Entry> entries;
  std::vector<SoftBonds::Trial> given;
  bool exist = false, with_ghosts = false, damped = false;    // on any process
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
