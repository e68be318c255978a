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
#include "host/interfaces.h"

#include <string>

namespace LAMMPS_NS {

class Fix;

/** Lists the contacts of a packing, each once over all processes, with the forces that a fix compatible/cd finds for the
 *  present step. VARDEM_NS::ContactForces has the columns of the local array, in the units of the input. */
class ComputeContactForce : public Compute, public VARDEM_NS::ContactForcesReader {
 public:
  ComputeContactForce(class LAMMPS *, int, char **);
  ~ComputeContactForce() override;
  void init() override;
  void compute_local() override;
  double memory_usage() override;

  void forget_rows() override;
  void forget_fix(const VARDEM_NS::ContactForces *gone) override;

 private:
  std::string fix_id;    // empty: there is only one
  Fix *fix;
  VARDEM_NS::ContactForces *forces;    // of this fix
  double **rows;
  int nmax;
  bool forgotten;    // forget_rows() came after LAMMPS had read the rows

  void find_fix();
  void require_current_forces();
  void reserve(int n);
  int any_changes() const;
  static const char *description(int changes);
  std::string message(int changes, const std::string &why_not) const;
};

}    // namespace LAMMPS_NS
#endif
#endif
