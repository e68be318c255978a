// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_EXTERNAL_LOADS_H
#define VARDEM_HOST_EXTERNAL_LOADS_H

#include "pointers.h"

#include <functional>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class Fix;

namespace VARDEM_NS {

  class ContactRules;

  /** Where the loads of the particles of a packing come from: the steps of contact dynamics, the
   *  fixes gravity, or three variables. */
  class ExternalLoadSource : protected Pointers {
   public:
    ExternalLoadSource(LAMMPS *lmp, Fix *fix_in) : Pointers(lmp), fix(fix_in) {}

    /** Reads the values of keyword load, from arg[iarg] on. Returns the index of the next
     *  keyword. */
    int parse(int iarg, int narg, char **arg);

    /** The init() of the fix calls this. It stops if there is no load, and warns of other fixes
     *  that push. Unless the input says where the loads come from, this depends on the fixes that
     *  it has. */
    void init(const ContactRules &rules);

    bool has_variables() const { return from == VARIABLE; }
    /** Do the loads come from each step of contact dynamics? Known after init(). */
    bool is_of_steps() const { return from == STEPS; }

    /** Calls take(k, values of owned atoms) for each of the three variables. on_demand: a command
     *  asks for forces, and takes care of the computes that it needs. */
    void evaluate(bool on_demand,
                  const std::function<void(int, std::vector<double> &)> &take) const;

   private:
    enum { UNKNOWN, STEPS, GRAVITY, VARIABLE };

    Fix *fix;
    int given = UNKNOWN;    // by the input
    int from = GRAVITY;
    std::string variables[3];
    bool warned = false;    // that other fixes push, too

    void require_variables() const;
    void warn_of_other_loads(const ContactRules &rules);
    bool shares_grains(int otherbit, const ContactRules &rules) const;
  };

  /** The next step at which a fix does what it does every `nevery` steps. */
  bigint next_evaluation(const LAMMPS *lmp, const Fix *fix);

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
