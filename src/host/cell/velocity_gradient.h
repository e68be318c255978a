// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_VELOCITY_GRADIENT_H
#define VARDEM_HOST_VELOCITY_GRADIENT_H

#include "host/cell/cell_shape.h"
#include "host/input/keyword_reader.h"
#include "host/input/number_or_variable.h"
#include "host/lammps/internals.h"
#include "input.h"
#include "kernels/flow.h"
#include "modify.h"
#include "pointers.h"
#include "update.h"
#include "variable.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>

namespace LAMMPS_NS::VARDEM_NS {

/** Does a variable depend on the time only, and has it a value half a step before the start? Its
 *  formula may contain words of the time, functions that are defined everywhere, and other such
 *  variables. The answer is no for all other words, for powers, and for quotients by anything but a
 *  number. seen: the variables that lead to this one, since they may refer to each other in a
 *  circle. */
inline bool is_function_of_time(Variable *variable, const std::string &name,
                                std::set<std::string> seen = {})
{
  static const std::set<std::string> allowed = {
      "step",    "dt",   "time", "elapsed",   "elaplong", "PI",     "exp",   "abs",
      "sin",     "cos",  "tan",  "atan",      "atan2",    "ceil",   "floor", "round",
      "ternary", "sign", "ramp", "vdisplace", "swiggle",  "cwiggle"};
  if (!seen.insert(name).second) return true;
  const int ivar = variable->find(name.c_str());
  if (ivar < 0) return false;
  if (!variable->equalstyle(ivar)) return true;

  std::string formula = formula_of(variable, ivar);
  formula.erase(std::remove(formula.begin(), formula.end(), ' '), formula.end());
  for (const char *p = formula.c_str(); *p; p++)
    if (*p == '^' || *p == '%' || (*p == '/' && !isdigit(p[1]) && p[1] != '.')) return false;
  for (const std::string &word : words_of(formula)) {
    const bool is_right = utils::strmatch(word, "^v_")
        ? is_function_of_time(variable, word.substr(2), seen)
        : allowed.count(word) > 0;
    if (!is_right) return false;
  }
  return true;
}

/** Keyword gradv: the velocity gradient Lxx Lyy Lzz Lxy Lxz Lyz [1/time], each a number or an
 *  equal-style variable. style: the style of the fix, for messages. */
class VelocityGradient : protected Pointers {
 public:
  explicit VelocityGradient(LAMMPS *lmp) : Pointers(lmp) {}

  /** Reads the keyword. Returns false if it is another. */
  bool read(KeywordReader &keyword)
  {
    if (!keyword.is("gradv", VARDEM::UPPER)) return false;
    is_given = true;
    for (int c = 0; c < VARDEM::UPPER; c++) {
      L[c] = NumberOrVariable::of(keyword.word(c + 1));
      keyword.require(!std::isnan(L[c].number), c + 1,
                      "six numbers or variables v_name, Lxx Lyy Lzz Lxy Lxz Lyz");
    }
    keyword.require(
        !keyword.is_followed_by_number(), VARDEM::UPPER + 1,
        "six components and no more, Lxx Lyy Lzz Lxy Lxz Lyz (the cell of LAMMPS is upper "
        "triangular and cannot follow Lyx, Lzx, Lzy; choose the axes such that these are 0)");
    return true;
  }
  bool given() const { return is_given; }

  /** For init() of the fix. Stops if a variable does not exist or is not of style equal. */
  void init(const char *style)
  {
    time_only = true;
    for (const NumberOrVariable &component : L) {
      component.init(lmp, fmt::format("Fix {} keyword gradv", style), "a gradient");
      if (!component.is_variable()) continue;
      time_only = time_only && is_function_of_time(input->variable, component.variable);
    }
  }

  /** Can component c be anything but 0? c is that of CELL_COMPONENTS. */
  bool moves(int c) const { return L[c].is_variable() || L[c].number != 0.0; }

  /** Are all components numbers or functions of the time? If not, variables may read atom arrays.
   *  Known after init(). */
  bool depends_on_time_only() const { return time_only; }

  /** L of the step that starts now. The user writes functions of the time such that they give L at
   *  the middle of this step. All processes must call it. It stops if a component is not finite. */
  VARDEM::UpperTriangle evaluate(const char *style) const
  {
    modify->clearstep_compute();
    VARDEM::UpperTriangle now = {};
    for (int c = 0; c < VARDEM::UPPER; c++) {
      now.*CELL_COMPONENTS[c].member = L[c].value(
          lmp, fmt::format("Fix {} keyword gradv: component {}", style, CELL_COMPONENTS[c].name));
    }
    modify->addstep_compute(update->ntimestep + 1);
    return now;
  }

  /** L when a stage begins. A function of the time is evaluated for the middle of a step. The mean
   *  of its values half a step earlier and later is L at the start. A variable that depends on the
   *  particles may need forces, which are not known yet: L starts from 0. */
  VARDEM::UpperTriangle at_start(const char *style) const
  {
    if (!time_only) return VARDEM::UpperTriangle{};
    const VARDEM::UpperTriangle later = evaluate(style);
    update->ntimestep--;
    const VARDEM::UpperTriangle earlier = evaluate(style);
    update->ntimestep++;
    return 0.5 * (earlier + later);
  }

 private:
  NumberOrVariable L[VARDEM::UPPER] = {};
  bool is_given = false, time_only = true;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
