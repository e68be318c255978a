// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_STEP_RECORD_H
#define VARDEM_HOST_STEP_RECORD_H

#include "host/dynamics/rigid_steps.h"
#include "host/store/atom_turnover.h"
#include "host/tables/contact_table.h"
#include "host/tables/row_readers.h"

#include <algorithm>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The contacts of a step of contact dynamics, as rows of ContactForces. They name particles by
 *  their IDs, so they stay valid when atoms go to other processes. */
struct StepTable {
  bigint step = -1;    // of the rows; < 0: there are none
  ContactTable rows;
  std::vector<int> groups;    // of each row: bits of the groups that have both particles

  void clear()
  {
    step = -1;
    rows.clear();
    groups.clear();
  }
  /** Appends the rows for a group. */
  void list(int groupbit, ContactTable &to) const
  {
    for (int n = 0; n < rows.count(); n++)
      if (groups[n] & groupbit) std::copy_n(rows.row(n), ContactForces::COLUMNS, to.extend(1));
  }
  double bytes() const
  {
    return rows.bytes() + static_cast<double>(groups.capacity()) * sizeof(int);
  }
};

/** What a fix of contact dynamics keeps of its last step for compute contact/force. The functions
 *  are called by the hooks of the fix that have these names, and by those of ContactForces
 *  (host/interfaces/contact_forces.h). */
class StepRecord : protected Pointers {
 public:
  explicit StepRecord(LAMMPS *lmp) : Pointers(lmp), atoms(lmp) {}

  void init()
  {
    readers.start_run();
    atoms.look();
  }
  /** The set-up of a run has the contacts of the last step, or none if there was no step with these
   *  atoms. */
  void setup()
  {
    if (table.step != update->ntimestep || atoms.are_others()) table.clear();
  }
  /** Lists the contacts of the step that has just been made, if a compute will read them. */
  void post_integrate(RigidSteps &steps)
  {
    if (!readers.must_record(lmp)) return;
    steps.close_contacts(0.0);
    steps.fill_table(table, false);
    table.step = update->ntimestep;
  }
  void post_run() { atoms.keep(); }
  void copy_arrays(int delflag)
  {
    if (delflag) atoms.come_or_go(false);
  }
  void set_arrays() { atoms.come_or_go(true); }

  void record_forces_for(Compute *reader) { readers.add(reader); }
  bigint last_step() const
  {
    if (update->setupflag && update->whichflag == 1) return update->ntimestep;
    return update->whichflag != 1 && atoms.are_others() ? -1 : table.step;
  }
  void list_contacts(int groupbit, ContactTable &to) const { table.list(groupbit, to); }
  double bytes() const { return table.bytes(); }

 private:
  StepTable table;
  AtomsOfRun atoms;    // to which the table belongs
  RecordReaders readers;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
