// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/cell/velocity_gradient.h"

#include "host/cell/cell_shape.h"
#include "host/input/keyword_reader.h"
#include "host/lammps/internals.h"
#include "input.h"
#include "modify.h"
#include "update.h"
#include "variable.h"

#include <cctype>
#include <set>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::UPPER;
using VARDEM::UpperTriangle;

namespace {

/** seen: the variables that were asked already, since variables may refer to each other in a
 *  circle. */
bool is_time_only(Variable *variable, const std::string &name, std::set<std::string> &seen)
{
  static const std::set<std::string> allowed = {
      "step",    "dt",   "time", "elapsed",   "elaplong", "PI",     "exp",   "abs",
      "sin",     "cos",  "tan",  "atan",      "atan2",    "ceil",   "floor", "round",
      "ternary", "sign", "ramp", "vdisplace", "swiggle",  "cwiggle"};
  if (!seen.insert(name).second) return true;
  const int ivar = variable->find(name.c_str());
  if (ivar < 0) return false;
  if (!variable->equalstyle(ivar)) return true;

  const std::string formula = formula_of(variable, ivar);
  for (const char *p = formula.c_str(); *p; p++)
    if (*p == '^' || *p == '%' || (*p == '/' && !isdigit(p[1]))) return false;
  for (const std::string &word : words_of(formula)) {
    const bool is_right = utils::strmatch(word, "^v_")
        ? is_time_only(variable, word.substr(2), seen)
        : allowed.count(word) > 0;
    if (!is_right) return false;
  }
  return true;
}

}    // namespace

bool VARDEM_NS::is_function_of_time(Variable *variable, const std::string &name)
{
  std::set<std::string> seen;
  return is_time_only(variable, name, seen);
}

bool VelocityGradient::read(KeywordReader &keyword)
{
  if (!keyword.is("gradv", UPPER)) return false;
  is_given = true;
  for (int c = 0; c < UPPER; c++) {
    L[c] = NumberOrVariable::of(keyword.word(c + 1));
    keyword.require(!std::isnan(L[c].number), c + 1,
                    "six numbers or variables v_name, Lxx Lyy Lzz Lxy Lxz Lyz");
  }
  keyword.require(!keyword.is_followed_by_number(), UPPER + 1,
                  "six components and no more, Lxx Lyy Lzz Lxy Lxz Lyz (the cell of LAMMPS is "
                  "upper triangular and cannot follow Lyx, Lzx, Lzy; choose the axes such that "
                  "these are 0)");
  return true;
}

void VelocityGradient::init(const char *style)
{
  time_only = true;
  for (const NumberOrVariable &component : L) {
    component.init(lmp, fmt::format("Fix {} keyword gradv", style), "a gradient");
    if (!component.is_variable()) continue;
    time_only = time_only && is_function_of_time(input->variable, component.variable);
  }
}

UpperTriangle VelocityGradient::evaluate(const char *style) const
{
  modify->clearstep_compute();
  UpperTriangle now = {};
  for (int c = 0; c < UPPER; c++) {
    now.*CELL_COMPONENTS[c].member = L[c].value(
        lmp, fmt::format("Fix {} keyword gradv: component {}", style, CELL_COMPONENTS[c].name));
  }
  modify->addstep_compute(update->ntimestep + 1);
  return now;
}

UpperTriangle VelocityGradient::at_start(const char *style) const
{
  if (!time_only) return UpperTriangle{};
  const UpperTriangle later = evaluate(style);
  update->ntimestep--;
  const UpperTriangle earlier = evaluate(style);
  update->ntimestep++;
  return 0.5 * (earlier + later);
}
