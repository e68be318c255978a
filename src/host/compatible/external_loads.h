// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_EXTERNAL_LOADS_H
#define VARDEM_HOST_EXTERNAL_LOADS_H

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fix.h"
#include "host/atoms/gravity.h"
#include "host/interfaces/contact_forces.h"
#include "host/interfaces/soft_contacts.h"
#include "host/lammps/over_processes.h"
#include "host/network/contact_rules.h"
#include "input.h"
#include "modify.h"
#include "pointers.h"
#include "update.h"
#include "variable.h"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The next step at which a fix does what it does every `nevery` steps. */
inline bigint next_evaluation(const LAMMPS *lmp, const Fix *fix)
{
  return (lmp->update->ntimestep / fix->nevery + 1) * fix->nevery;
}

/** Where the loads of the particles of a packing come from: the steps of contact dynamics, the
 *  fixes gravity, or three variables. */
class ExternalLoadSource : protected Pointers {
 public:
  ExternalLoadSource(LAMMPS *lmp, Fix *fix_in) : Pointers(lmp), fix(fix_in) {}

  /** Reads the values of keyword load, from arg[iarg] on. Returns the index of the next
   *  keyword. */
  int parse(int iarg, int narg, char **arg)
  {
    const std::string value = arg[iarg];
    given = value == "variable" ? VARIABLE : value == "cd" ? STEPS : GRAVITY;
    if (value == "gravity" || value == "cd") return iarg + 1;
    if (value != "variable")
      error->all(FLERR, iarg, "Fix {} keyword load must be one of cd, gravity, variable: {}",
                 fix->style, value);
    if (iarg + 4 > narg)
      error->all(FLERR, iarg, "Fix {} keyword load variable needs three variables v_name",
                 fix->style);
    for (int k = 0; k < 3; k++) {
      if (!utils::strmatch(arg[iarg + 1 + k], "^v_"))
        error->all(FLERR, iarg + 1 + k,
                   "Fix {} keyword load variable needs three variables v_name: {}", fix->style,
                   arg[iarg + 1 + k]);
      variables[k] = arg[iarg + 1 + k] + 2;
    }
    return iarg + 4;
  }

  /** The init() of the fix calls this. It stops if there is no load, and warns of other fixes
   *  that push. Unless the input says where the loads come from, this depends on the fixes that
   *  it has. */
  void init(const ContactRules &rules)
  {
    from = given;
    if (given == UNKNOWN) from = fixes_with<DynamicContacts>(modify).empty() ? GRAVITY : STEPS;
    if (from == STEPS) return;
    if (from == VARIABLE)
      require_variables();
    else if (acting_gravity(lmp).empty() && !rules.overlap)
      error->all(FLERR, Error::NOLASTLINE,
                 "Fix {} has no load, because there is no fix gravity; add one, or give the load "
                 "with keyword load variable",
                 fix->style);
    else
      warn_of_other_loads(rules);
  }

  bool has_variables() const { return from == VARIABLE; }
  /** Do the loads come from each step of contact dynamics? Known after init(). */
  bool is_of_steps() const { return from == STEPS; }

  /** Calls take(k, values of owned atoms) for each of the three variables. on_demand: a command
   *  asks for forces, and takes care of the computes that it needs. */
  void evaluate(bool on_demand, const std::function<void(int, std::vector<double> &)> &take) const
  {
    std::vector<double> values(atom->nlocal);
    if (!on_demand) modify->clearstep_compute();
    for (int k = 0; k < 3; k++) {
      const int ivar = input->variable->find(variables[k].c_str());
      if (input->variable->atomstyle(ivar))
        input->variable->compute_atom(ivar, fix->igroup, values.data(), 1, 0);
      else
        std::fill(values.begin(), values.end(), input->variable->compute_equal(ivar));
      take(k, values);
    }
    if (on_demand) return;
    modify->addstep_compute(next_evaluation(lmp, fix));
    if (update->laststep > update->ntimestep) modify->addstep_compute(update->laststep);
  }

 private:
  enum { UNKNOWN, STEPS, GRAVITY, VARIABLE };

  Fix *fix;
  int given = UNKNOWN;    // by the input
  int from = GRAVITY;
  std::string variables[3];
  bool warned = false;    // that other fixes push, too

  void require_variables() const
  {
    for (const std::string &name : variables) {
      const int ivar = input->variable->find(name.c_str());
      if (ivar < 0)
        error->all(FLERR, Error::NOLASTLINE, "Fix {} keyword load: variable {} does not exist",
                   fix->style, name);
      if (!input->variable->atomstyle(ivar) && !input->variable->equalstyle(ivar))
        error->all(FLERR, Error::NOLASTLINE,
                   "Fix {} keyword load: variable {} is neither atom-style nor equal-style",
                   fix->style, name);
    }
  }
  /** Only a warning, because no list of styles that push can be complete. */
  void warn_of_other_loads(const ContactRules &rules)
  {
    if (warned) return;
    std::string names;
    for (const Fix *other : modify->get_fix_list()) {
      const auto acts = [other](const char *pattern) {
        return utils::strmatch(other->style, pattern);
      };
      if (dynamic_cast<const WallContacts *>(other)) continue;    // its contacts carry the load
      if (acts("^wall/reflect") || acts("^wall/srd") || acts("^wall/flow")) continue;
      const auto patterns = {"^wall/", "^addforce", "^efield", "^indent", "^spring", "^drag"};
      if (std::any_of(patterns.begin(), patterns.end(), acts) &&
          shares_grains(other->groupbit, rules))
        names += fmt::format("{}{} {}", names.empty() ? "" : ", ", other->id, other->style);
    }
    if (names.empty()) return;
    warned = true;
    if (comm->me == 0)
      error->warning(FLERR,
                     "Fix {}: the load is that of fix gravity alone, without the forces of these "
                     "fixes: {}; to include them, give the load with keyword load variable",
                     fix->style, names);
  }
  bool shares_grains(int otherbit, const ContactRules &rules) const
  {
    return any_atom(atom, world, [&](int mask) {
      return (mask & otherbit) && !rules.is_fixed(mask);
    });
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
