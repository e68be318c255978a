/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifdef FIX_CLASS
// clang-format off
FixStyle(timestep/contact,FixTimestepContact);
// clang-format on
#else

#ifndef LMP_FIX_TIMESTEP_CONTACT_H
#define LMP_FIX_TIMESTEP_CONTACT_H

#include "fix.h"

namespace LAMMPS_NS {

class FixTimestepContact : public Fix {
 public:
  FixTimestepContact(class LAMMPS *, int, char **);
  ~FixTimestepContact() override;
  int setmask() override;
  void init() override;
  void setup(int) override;
  void post_neighbor() override;
  void end_of_step() override;
  double compute_scalar() override;
  double compute_vector(int) override;
  void write_restart(FILE *) override;
  void restart(char *) override;

 private:
  int every;
  double safety, growth, least, most;
  std::string compute_id;
  class Compute *limit;

  double stable;       // stable step when it was last computed, before safety
  bigint evaluated;    // step of that, or -1
  bigint changed;      // step of the last change of the time step, or -1
  bool due;            // is it to be computed at the end of the step

  int parse_own(int, int, char **);
  void announce(bool);
  void evaluate(bool at_once);
  void set_step(double);
};

}    // namespace LAMMPS_NS
#endif
#endif
