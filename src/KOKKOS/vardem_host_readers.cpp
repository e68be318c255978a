// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "vardem_host_readers.h"

#include "compute.h"
#include "fix.h"
#include "host/input/number_or_variable.h"
#include "host/lammps/internals.h"
#include "host/store/per_atom_store.h"
#include "input.h"
#include "lammps.h"
#include "modify.h"
#include "output.h"
#include "update.h"
#include "utils.h"
#include "variable.h"

#include <algorithm>
#include <limits>
#include <set>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {

/** Words of formulas that stand for time, numbers and functions of numbers. */
const std::set<std::string> HARMLESS = {
    "step",    "elapsed", "elaplong", "dt",       "time",   "PI",        "sqrt",    "exp",
    "ln",      "log",     "abs",      "sign",     "sin",    "cos",       "tan",     "asin",
    "acos",    "atan",    "atan2",    "ceil",     "floor",  "round",     "ternary", "ramp",
    "stagger", "logfreq", "logfreq2", "logfreq3", "stride", "vdisplace", "swiggle", "cwiggle"};

bool contains(const std::string &text, const std::string &part)
{
  return text.find(part) != std::string::npos;
}

/** Fixes DUMMY hold the places of others that pair styles may need, and do nothing. */
bool may_read_anything(const Fix *fix)
{
  if (std::string(fix->style) == "DUMMY") return false;
  return !fix->kokkosable || utils::strmatch(fix->style, "^external");
}

/** Styles of computes that take per-atom values of fixes, f_ID, as an argument. */
bool reads_fixes(const Compute *compute)
{
  for (const char *style : {"^chunk/", "^global/atom", "^reduce", "^slice"})
    if (utils::strmatch(compute->style, style)) return true;
  return false;
}

/** Whether variable i may lead to values of fix `id`. Capital letters refer to the value of one
 *  atom. through_computes: a compute that takes values of fixes is defined. */
bool may_lead_to(const Variable *variable, int i, const std::string &id, bool through_computes)
{
  const std::string formula = formula_of(variable, i);
  return contains(formula, "f_" + id + "[") || contains(formula, "F_" + id + "[") ||
      style_of(variable, i) == "python" || contains(formula, "py_") ||
      (through_computes && (contains(formula, "c_") || contains(formula, "C_")));
}

}    // namespace

bool VARDEM_NS::read_on_host(LAMMPS *lmp, const std::string &id)
{
  for (const auto &fix : lmp->modify->get_fix_list())
    if (may_read_anything(fix)) return true;

  bool through_computes = false;
  for (const auto &compute : lmp->modify->get_compute_list())
    if (reads_fixes(compute)) through_computes = true;

  const Variable *const variable = lmp->input->variable;
  for (int i = 0; i < variable->get_nvar(); i++)
    if (may_lead_to(variable, i, id, through_computes)) return true;
  return false;
}

void OrientationsForHost::init(PerAtomMemory *rows_in)
{
  rows = rows_in;
  in_every_step = rows && read_on_host(lmp, fix->id);
  give();
}

void OrientationsForHost::changed()
{
  constexpr int NEVER = std::numeric_limits<int>::max();
  if (in_every_step || lmp->update->whichflag != 1)
    give();
  else if (rows)
    fix->peratom_freq = NEVER;
}

void OrientationsForHost::end_step()
{
  const Update *const update = lmp->update;
  if (update->setupflag || update->ntimestep == lmp->output->next) give();
}

void OrientationsForHost::give()
{
  if (!rows) return;
  rows->to_host();
  fix->peratom_freq = 1;
}

bool VARDEM_NS::may_read_atoms(LAMMPS *lmp, const std::vector<std::string> &variables)
{
  Variable *const variable = lmp->input->variable;
  std::vector<std::string> names = variables;
  for (std::size_t n = 0; n < names.size(); n++) {
    const int i = variable->find(names[n].c_str());
    if (i < 0 || style_of(variable, i) != "equal") return true;
    for (const std::string &word : words_of(formula_of(variable, i))) {
      if (HARMLESS.count(word)) continue;
      if (word.rfind("v_", 0) != 0) return true;
      const std::string name = word.substr(2);
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  return false;
}
