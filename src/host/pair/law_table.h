// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_LAW_TABLE_H
#define VARDEM_HOST_LAW_TABLE_H

#include "kernels/contact/soft_contact.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The laws of a pair style, each of them once: many pairs of types often have the same
 *  coefficients. */
class LawTable {
 public:
  /** Coefficients have changed. */
  void forget() { numbers.clear(); }
  /** table: of two types, no_type^2. Only entries of types > 0 are used. */
  void find(const std::vector<VARDEM::ContactParameters> &table, int no_type)
  {
    if (!numbers.empty()) return;
    laws.clear();
    numbers.assign(table.size(), 0);
    for (int i = 1; i < no_type; i++)
      for (int j = 1; j < no_type; j++) {
        const VARDEM::ContactParameters &law = table[i * no_type + j];
        const auto same = std::find_if(laws.begin(), laws.end(), [&](const auto &other) {
          return std::memcmp(&other, &law, sizeof law) == 0;
        });
        numbers[i * no_type + j] = static_cast<int>(same - laws.begin());
        if (same == laws.end()) laws.push_back(law);
      }
  }

  int count() const { return static_cast<int>(laws.size()); }
  const VARDEM::ContactParameters &law(int number) const { return laws[number]; }
  /** Number of the law that has this place in the table. */
  int number(int place) const { return numbers[place]; }

 private:
  std::vector<VARDEM::ContactParameters> laws;
  std::vector<int> numbers;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
