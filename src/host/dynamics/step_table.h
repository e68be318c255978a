// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_STEP_TABLE_H
#define VARDEM_HOST_STEP_TABLE_H

#include "host/interfaces/contact_forces.h"

#include <algorithm>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The contacts of a step of contact dynamics, as rows of ContactForces. They name particles by
 *  their IDs, so they stay valid when atoms go to other processes. */
struct StepTable {
  bigint step = -1;            // of the rows; < 0: there are none
  std::vector<double> rows;    // ContactForces::COLUMNS numbers each
  std::vector<int> groups;     // of each row: bits of the groups that have both particles

  void clear()
  {
    step = -1;
    rows.clear();
    groups.clear();
  }
  /** Number of rows for a group. */
  int count(int groupbit) const
  {
    return std::count_if(groups.begin(), groups.end(), [groupbit](int bits) {
      return bits & groupbit;
    });
  }

  /** Copies them. */
  void list(int groupbit, double *to) const
  {
    const double *from = rows.data();
    for (const int bits : groups) {
      if (bits & groupbit) to = std::copy_n(from, ContactForces::COLUMNS, to);
      from += ContactForces::COLUMNS;
    }
  }

  double bytes() const
  {
    return static_cast<double>(rows.capacity()) * sizeof(double) +
        static_cast<double>(groups.capacity()) * sizeof(int);
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
