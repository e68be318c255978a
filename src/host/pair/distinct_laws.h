/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_DISTINCT_LAWS_H
#define VARDEM_HOST_DISTINCT_LAWS_H

#include "kernels/contact/soft_contact.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The laws of a pair style, each of them once: many pairs of types often have the same coefficients. */
class DistinctLaws {
 public:
  /** Coefficients have changed. */
  void forget() { numbers.clear(); }
  /** table: of two types, no_type^2. Only entries of types > 0 are used. */
  void find(const std::vector<VARDEM::SoftContact> &table, int no_type);

  int count() const { return static_cast<int>(laws.size()); }
  const VARDEM::SoftContact &law(int number) const { return laws[number]; }
  /** Number of the law that has this place in the table. */
  int number(int place) const { return numbers[place]; }

 private:
  std::vector<VARDEM::SoftContact> laws;
  std::vector<int> numbers;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
