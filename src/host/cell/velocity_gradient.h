// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_VELOCITY_GRADIENT_H
#define VARDEM_HOST_VELOCITY_GRADIENT_H

#include "host/input/number_or_variable.h"
#include "kernels/flow.h"
#include "pointers.h"

#include <string>

namespace LAMMPS_NS {
class Variable;
}    // namespace LAMMPS_NS

namespace LAMMPS_NS::VARDEM_NS {

class KeywordReader;

/** Does a variable depend on the time only, and has it a value half a step before the start? Its
 *  formula may contain words of the time, functions that are defined everywhere, and other such
 *  variables. The answer is no for all other words, for powers, and for quotients by anything but a
 *  number. */
bool is_function_of_time(Variable *, const std::string &name);

/** Keyword gradv: the velocity gradient Lxx Lyy Lzz Lxy Lxz Lyz [1/time], each a number or an
 *  equal-style variable. style: the style of the fix, for messages. */
class VelocityGradient : protected Pointers {
 public:
  explicit VelocityGradient(LAMMPS *lmp) : Pointers(lmp) {}

  /** Reads the keyword. Returns false if it is another. */
  bool read(KeywordReader &keyword);
  bool given() const { return is_given; }

  /** For init() of the fix. Stops if a variable does not exist or is not of style equal. */
  void init(const char *style);

  /** Can component c be anything but 0? c is that of CELL_COMPONENTS. */
  bool moves(int c) const { return L[c].is_variable() || L[c].number != 0.0; }

  /** Are all components numbers or functions of the time? If not, variables may read atom arrays.
   *  Known after init(). */
  bool depends_on_time_only() const { return time_only; }

  /** L of the step that starts now. The user writes functions of the time such that they give L at
   *  the middle of this step. All processes must call it. It stops if a component is not finite. */
  VARDEM::UpperTriangle evaluate(const char *style) const;

  /** L when a stage begins. A function of the time is evaluated for the middle of a step. The mean
   *  of its values half a step earlier and later is L at the start. A variable that depends on the
   *  particles may need forces, which are not known yet: L starts from 0. */
  VARDEM::UpperTriangle at_start(const char *style) const;

 private:
  NumberOrVariable L[VARDEM::UPPER] = {};
  bool is_given = false, time_only = true;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
