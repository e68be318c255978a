/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifdef COMPUTE_CLASS
// clang-format off
ComputeStyle(contact/force,ComputeContactForce);
// clang-format on
#else

#ifndef LMP_COMPUTE_CONTACT_FORCE_H
#define LMP_COMPUTE_CONTACT_FORCE_H

#include "compute.h"

#include <string>

namespace LAMMPS_NS {

class FixCompatibleCD;

/** Lists the contacts of a packing, each once over all processes, with the forces that a fix compatible/cd finds for the
 *  present step. ContactColumn has the columns of the local array, in the units of the input. */
class ComputeContactForce : public Compute {
 public:
  ComputeContactForce(class LAMMPS *, int, char **);
  ~ComputeContactForce() override;
  void init() override;
  void compute_local() override;
  /** The fix calls this when atoms come or go between runs: LAMMPS must not read the rows again. Some processes may not be
   *  told. */
  void forget_rows();
  /** A fix calls this when it is deleted. */
  void forget_fix(const FixCompatibleCD *gone);
  double memory_usage() override;

 protected:
  /** Columns, from 0. The particle with the lower ID is the first. The normal points from the first to the second, and the
   *  force acts on the first. */
  enum ContactColumn {
    TAG_1,
    TAG_2,
    KIND,
    NORMAL,
    POINT = NORMAL + 3,
    GAP = POINT + 3,
    FORCE,
    COLUMNS = FORCE + 3
  };
  enum { PAIR = 0 };

  std::string fix_id;    // empty: there is only one
  FixCompatibleCD *fix;
  double **rows;
  int nmax;
  bool forgotten;    // forget_rows() came after LAMMPS had read the rows

  void find_fix();
  void require_current_forces();
  void reserve(int n);
  virtual int count_contacts();
  virtual void fill_rows();

 private:
  bool is_listed(int i, int j) const;
  int any_changes() const;
  static const char *description(int changes);
  std::string message(int changes, const std::string &why_not) const;
};

}    // namespace LAMMPS_NS
#endif
#endif
