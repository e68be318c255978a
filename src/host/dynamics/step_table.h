// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_STEP_TABLE_H
#define VARDEM_HOST_STEP_TABLE_H

#include "host/tables/contact_table.h"

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

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
