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
namespace VARDEM_NS {
  class Keywords;
}

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
  bool ahead;    // of the pairs with a gap, those count that can touch before the next evaluation
  std::string compute_id;
  class ComputeTimestepContact *limit;

  double stable;     // stable step of the last evaluation, before safety
  double horizon;    // how far that looked ahead [time]
  double fastest;    // largest speed of a particle then; it assumes that none becomes twice as fast
  bigint evaluated;    // step of the last evaluation, or -1
  bigint changed;      // step of the last change of the time step, or -1
  bool due;            // the end of this step may evaluate
  bool told;           // the user has been warned of fixes that need a constant step

  std::string parse(int, char **);
  int parse_own(int, int, char **, VARDEM_NS::Keywords &);
  void check_partners();
  bool must_evaluate() const;
  double largest_speed() const;
  void say_that_nothing_limits() const;
  void announce(bool);
  void evaluate(bool at_once);
  void set_step(double);
};

}    // namespace LAMMPS_NS
#endif
#endif
