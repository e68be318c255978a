// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CELL_STAGE_H
#define VARDEM_HOST_CELL_STAGE_H

#include "host/cell/cell_motion.h"
#include "host/input/arguments.h"
#include "pointers.h"

#include <cstdio>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace LAMMPS_NS {
class Fix;
}    // namespace LAMMPS_NS

namespace LAMMPS_NS::VARDEM_NS {

class StressServo;
class VelocityGradient;

/** The keywords of a command with their values, to tell whether a restart file belongs to the same
 *  command. Words that are numbers in both are compared by value, all others as text. */
class CommandText {
 public:
  /** Later values of the same keyword replace earlier ones: defaults first. */
  void add(const std::string &keyword, const char *const *begin, const char *const *end)
  {
    std::string text;
    for (; begin != end; ++begin) text += std::string(text.empty() ? "" : " ") + *begin;
    values[keyword] = text;
  }

  /** A logical value: LAMMPS has several words for it. */
  void add(const std::string &keyword, bool value) { values[keyword] = value ? "yes" : "no"; }

  /** One line for each keyword. */
  std::string lines() const
  {
    std::string text;
    for (const auto &[keyword, value] : values) text += keyword + "\t" + value + "\n";
    return text;
  }

  /** The first keyword whose values differ in the two commands; empty if there is none. */
  std::string changed(const std::string &other_lines) const
  {
    auto others = parsed(other_lines);
    for (const auto &[keyword, value] : values) {
      const auto other = others.find(keyword);
      if (other == others.end() || !are_same(other->second, value)) return keyword;
      others.erase(other);
    }
    return others.empty() ? "" : others.begin()->first;
  }

 private:
  std::map<std::string, std::string> values;

  static bool are_same(const std::string &one, const std::string &two)
  {
    std::istringstream a(one), b(two);
    std::string p, q;
    while (a >> p)
      if (!(b >> q) || !(p == q || finite_number(p) == finite_number(q))) return false;
    return !(b >> q);
  }

  static std::map<std::string, std::string> parsed(const std::string &lines)
  {
    std::map<std::string, std::string> found;
    std::istringstream text(lines);
    for (std::string keyword, value; getline(text, keyword, '\t') && getline(text, value);)
      found[keyword] = value;
    return found;
  }
};

/** A sequence of runs that the fix treats as one test, also over restart files. A stage has one
 *  kick, and deformation and work count from its start. It begins anew if another command changes
 *  the cell, or if the fix of a restart file had other keywords. */
class CellStage : protected Pointers {
 public:
  /** The parts of the fix that a stage changes. All of them must live as long as this object. */
  struct Parts {
    CellMotion &motion;
    CellStreaming &flow;
    StressServo &servo;
  };

  /** kick: does keyword kick ask for one? keywords: the keywords that a stage depends on, with
   *  their values. */
  CellStage(LAMMPS *, Fix *fix, const Parts &parts, bool kick, CommandText keywords);

  /** For a hook before the first forces of a run, which depend on the velocities of particles and
   *  of periodic images: gives the cell its rate. It returns the gradient whose flow must be added
   *  to the velocities now, if there is one. */
  std::optional<VARDEM::UpperTriangle> begin_run(const VelocityGradient &gradient);

  /** Keeps the cell of this time step, to notice if another command changes it. */
  void keep_box() { motion.state.box = box_of(domain); }

  /** For the hooks of the fix with these names. The record has the state of the motion and of the
   *  servos, and the keywords. */
  void write_restart(FILE *);
  void restart(const char *buf);

 private:
  Fix *fix;
  CellMotion &motion;
  CellStreaming &flow;
  StressServo &servo;
  bool kick_due;
  CommandText keywords;
  VARDEM::UpperTriangle carried;    // L of the flow of the last stage, which velocities contain
  bool follows;                     // the next stage must add only the difference of its flow
  std::string message;              // for the log: does the stage of the restart file go on

  void begin_anew();
  void continue_stage();
  void warn_of_second_flow() const;
  std::vector<Fix *> restarted_forces() const;
  void forget_restarted_forces(bool kicks) const;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
