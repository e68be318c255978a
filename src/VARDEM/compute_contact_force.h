// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef COMPUTE_CLASS
// clang-format off
ComputeStyle(contact/force,ComputeContactForce);
// clang-format on
#else

#ifndef LMP_COMPUTE_CONTACT_FORCE_H
#define LMP_COMPUTE_CONTACT_FORCE_H

#include "compute.h"
#include "host/tables/contact_table.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

/** Lists contacts, each once over all processes, with their forces at the present step: those of
 *  pair styles contact/hooke and contact/hertz, of bond styles binder and contact/hooke, and of
 *  fixes wall/contact and nve/sphere/cd, or those that a fix compatible/cd finds.
 *  VARDEM_NS::ContactForces has the columns of the local array, in the units of the input. */
class ComputeContactForce : public Compute, public VARDEM_NS::ContactForcesReader {
 public:
  ComputeContactForce(class LAMMPS *, int, char **);
  void init() override;
  void compute_local() override;
  double memory_usage() override;

  void forget_rows() override;
  void forget_fix(const VARDEM_NS::ContactForces *gone) override;

 private:
  enum { PAIR, FIX, ANY } source;    // keyword source; ANY: a fix if there is one
  std::string fix_id;                // keyword fix; empty: there is only one

  struct RecordedSource {
    VARDEM_NS::ContactForces *forces;
    std::string name;
  };
  std::vector<RecordedSource> recorded;    // empty: the forces are those of the fix
  VARDEM_NS::SolvedForces *solved;
  class Fix *fix;    // has the solved forces
  VARDEM_NS::ContactTable rows;
  std::vector<double *> array;    // the same for LAMMPS
  bool forgotten;                 // forget_rows() came after LAMMPS had read the rows

  void find_source();
  void take_recorded();
  void take_pairs();
  template <class Style> void take_style(Style *of_forces, const std::string &name);
  void take_fixes();
  void take_fix();
  void require_same_space(int space, const std::string &name) const;
  void require_remembered();
  void require_recorded_forces();
  bool is_before_first_step() const;
  void require_solved_forces();
  [[noreturn]] void no_forces_of_steps() const;
  int any_changes() const;
  static const char *description(int changes);
  std::string message(int changes, const std::string &why_not) const;
};

}    // namespace LAMMPS_NS
#endif
#endif
