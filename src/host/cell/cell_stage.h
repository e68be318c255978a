// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CELL_STAGE_H
#define VARDEM_HOST_CELL_STAGE_H

#include "comm.h"
#include "domain.h"
#include "error.h"
#include "host/cell/cell_motion.h"
#include "host/cell/cell_streaming.h"
#include "host/cell/cell_stress.h"
#include "host/cell/velocity_gradient.h"
#include "host/input/arguments.h"
#include "host/interfaces/integrators.h"
#include "host/store/restart.h"
#include "modify.h"
#include "pointers.h"

#include <cstdio>
#include <cstring>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

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
  CellStage(LAMMPS *lmp, Fix *fix_in, const Parts &parts, bool kick, CommandText keywords_in) :
      Pointers(lmp), fix(fix_in), motion(parts.motion), flow(parts.flow), servo(parts.servo),
      kick_due(kick), keywords(std::move(keywords_in))
  {
  }

  /** For a hook before the first forces of a run, which depend on the velocities of particles and
   *  of periodic images: gives the cell its rate. It returns the gradient whose flow must be added
   *  to the velocities now, if there is one. */
  std::optional<VARDEM::UpperTriangle> begin_run(const VelocityGradient &gradient)
  {
    CellState &state = motion.state;
    if ((state.started || state.kicked) && is_other_cell(state.box, box_of(domain))) {
      begin_anew();
      message = "begins anew, because the cell was changed since its last step";
    }
    if (!message.empty() && comm->me == 0)
      utils::logmesg(lmp, "Fix {} (style {}) {}\n", fix->id, fix->style, message);
    message.clear();
    flow.clump_kick = {};
    if (state.started) {
      continue_stage();
      return {};
    }

    motion.start(gradient.at_start(fix->style));
    if (state.kicked)
      flow.start_rate = VARDEM::upper(domain->h_rate);
    else
      forget_restarted_forces(follows || kick_due);

    std::optional<VARDEM::UpperTriangle> kick;
    if (follows)
      kick = state.before - carried;
    else if (kick_due && !state.kicked) {
      warn_of_second_flow();
      kick = state.before;
    }
    if (kick) flow.clump_kick = *kick;
    follows = false;
    carried = {};
    state.kicked = 1;
    return kick;
  }

  /** Keeps the cell of this time step, to notice if another command changes it. */
  void keep_box() { motion.state.box = box_of(domain); }

  /** For the hooks of the fix with these names. The record has the state of the motion and of the
   *  servos, and the keywords. */
  void write_restart(FILE *fp)
  {
    if (comm->me != 0) return;
    motion.state.origin = flow.origin;
    const std::vector<double> servos = servo.pack();
    const std::string lines = keywords.lines();
    const char *const bytes[2] = {reinterpret_cast<const char *>(&motion.state),
                                  reinterpret_cast<const char *>(servos.data())};
    std::vector<char> record(bytes[0], bytes[0] + sizeof(CellState));
    record.insert(record.end(), bytes[1], bytes[1] + servos.size() * sizeof(double));
    record.insert(record.end(), lines.begin(), lines.end());
    VARDEM_NS::write_restart(fp, RESTART_VERSION, record);
  }
  /** The stage in the restart file goes on if it was begun by the same keywords. */
  void restart(const char *buf)
  {
    std::vector<double> servos(StressServo::packed_size());
    const std::size_t before_text = sizeof(CellState) + servos.size() * sizeof(double);
    const std::vector<char> record =
        read_restart(buf, RESTART_VERSION, before_text, fix->id, fix->style, error);
    const std::string keyword =
        keywords.changed({record.data() + before_text, record.data() + record.size()});

    memcpy(&motion.state, record.data(), sizeof(CellState));
    if (keyword.empty()) {
      memcpy(servos.data(), record.data() + sizeof(CellState), servos.size() * sizeof(double));
      servo.unpack(servos.data());
      flow.origin = motion.state.origin;
      message = "continues: its keywords are those of the restart file";
      return;
    }
    begin_anew();
    follows = false;    // a new command: keyword kick says what is added to velocities
    message = fmt::format("begins anew, because keyword {} changed", keyword);
  }

 private:
  static constexpr int RESTART_VERSION = 5;    // of the record in restart files

  Fix *fix;
  CellMotion &motion;
  CellStreaming &flow;
  StressServo &servo;
  bool kick_due;
  CommandText keywords;
  VARDEM::UpperTriangle carried =
      {};                  // L of the flow of the last stage, which velocities contain
  bool follows = false;    // the next stage must add only the difference of its flow
  std::string message;     // for the log: does the stage of the restart file go on

  /** The particles follow the flow of the last stage, so that at the start they need only what
   *  the new flow has more. */
  void begin_anew()
  {
    carried = motion.full_step();
    follows = true;
    flow.start_rate = carried * motion.state.box.matrix();
    motion.reset();
    servo.reset();
  }
  /** Staggered velocities are those in the middle of the last step, and an integrator with
   *  restarted forces sets its velocities back to them. */
  void continue_stage()
  {
    if (restarted_forces().empty() && !flow.is_staggered)
      motion.give_rates(motion.full_step_rate());
    flow.start_rate = VARDEM::upper(domain->h_rate);
  }
  /** The kick of a stage that begins after read_restart adds to velocities that may contain the
   *  flow of the last stage. Rates that are small against those of the kick, as the probe of a
   *  servo, do not matter. */
  void warn_of_second_flow() const
  {
    constexpr double SMALL = 0.01;
    const double added = largest(motion.state.before);
    if (comm->me != 0 || added == 0.0 || largest(carried) <= SMALL * added) return;
    error->warning(
        FLERR,
        "Fix {} keyword kick: the kick adds the flow of the new stage, but the velocities of the "
        "restart file contain the flow of the last stage (Lxx Lyy Lzz Lxy Lxz Lyz = {} {} {} {} {} "
        "{}) unless they were set since. Set the velocities, or use kick no",
        fix->style, carried.xx, carried.yy, carried.zz, carried.xy, carried.xz, carried.yz);
  }
  /** The integrators that are going to use forces of the restart file in this run (keyword
   *  restart exact). */
  std::vector<Fix *> restarted_forces() const
  {
    std::vector<Fix *> found;
    for (Fix *other : modify->get_fix_list()) {
      const auto *integrator = dynamic_cast<ExactRestart *>(other);
      if (integrator && integrator->uses_restarted_forces()) found.push_back(other);
    }
    return found;
  }
  /** Tells these integrators not to use them: they contain the flow of the last stage. An
   *  integrator that comes before the fix has put its velocities aside already, and brings them
   *  back without the kick. */
  void forget_restarted_forces(bool kicks) const
  {
    for (Fix *other : restarted_forces()) {
      auto *integrator = dynamic_cast<ExactRestart *>(other);
      integrator->forget_restarted_forces();
      if (kicks && integrator->at_half_step() && comm->me == 0)
        error->warning(
            FLERR,
            "Fix {} (style {}) with keyword restart exact comes before fix {} (style {}), which "
            "begins a new stage: the kick is lost. Define fix {} after fix {}",
            other->id, other->style, fix->id, fix->style, other->id, fix->id);
    }
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
