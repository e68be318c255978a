/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/pair/distinct_laws.h"

#include <algorithm>
#include <cstring>

using namespace LAMMPS_NS::VARDEM_NS;

/* ---------------------------------------------------------------------- */

void DistinctLaws::find(const std::vector<VARDEM::SoftContact> &table, int no_type)
{
  if (!numbers.empty()) return;
  laws.clear();
  numbers.assign(table.size(), 0);
  for (int i = 1; i < no_type; i++)
    for (int j = 1; j < no_type; j++) {
      const VARDEM::SoftContact &law = table[i * no_type + j];
      const auto same = std::find_if(laws.begin(), laws.end(), [&](const auto &other) {
        return std::memcmp(&other, &law, sizeof law) == 0;
      });
      numbers[i * no_type + j] = static_cast<int>(same - laws.begin());
      if (same == laws.end()) laws.push_back(law);
    }
}
