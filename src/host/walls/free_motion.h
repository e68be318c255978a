// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_FREE_MOTION_H
#define VARDEM_HOST_FREE_MOTION_H

#include "error.h"
#include "force.h"
#include "host/input/keyword_reader.h"
#include "host/input/number_or_variable.h"
#include "host/interfaces/soft_contacts.h"
#include "kernels/walls/free_wall.h"
#include "pointers.h"
#include "update.h"

#include <string>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

class WallGeometry;

/** Keyword free of a wall: its motion by forces, and its load. It is for any wall that can be put
 *  to a place. All processes have the same numbers. Messages begin with `style_name`. */
class FreeMotion : protected Pointers {
 public:
  /** Plain data for the restart file. */
  struct State {
    VARDEM::FreeWallState wall;
    VARDEM::Vec3 load;    // at the step
    double work;          // of the load, so far
  };

  FreeMotion(LAMMPS *lmp, std::string style_name_in) :
      Pointers(lmp), style_name(std::move(style_name_in))
  {
  }

  /** Takes its keywords out of the command from arg[iarg] on. Returns all other words. */
  std::vector<char *> parse(int iarg, int narg, char **arg, const WallGeometry &geometry);
  bool given() const { return is_given; }
  /** What must be the same in a restart file. */
  std::string text() const;
  /** For init() of the fix. Stops if a variable of the load is missing, or if the region moves. */
  void init(const WallGeometry &geometry) const;
  std::vector<std::string> variables() const;
  /** The axis along which a servo needs the tangent of the contacts; zero without a servo. */
  VARDEM::Vec3 tangent_axis() const
  {
    return wall.body.servo ? wall.body.axis : VARDEM::Vec3{0.0, 0.0, 0.0};
  }

  /** From where the input has the wall to where it is. */
  VARDEM::RigidMotion place() const { return wall.place(); }
  /** The first half of a step. */
  void open();
  /** Evaluates the variables of the load at the step, before take(). */
  void find_load();
  /** The forces of the contacts on the wall at the step, over all processes; torque: about a point.
   */
  void take(const VARDEM::Vec3 &force, const VARDEM::Vec3 &torque, const VARDEM::Vec3 &about,
            double tangent);
  /** The second half of a step. */
  void close() { wall.close(step()); }

  // In contact dynamics and in implicit steps, behind find_load():

  void take_load();
  /** The torque about the pivot of contacts whose torque about another point is known. */
  VARDEM::Vec3 about_pivot(const VARDEM::Vec3 &force, const VARDEM::Vec3 &torque,
                           const VARDEM::Vec3 &about) const
  {
    return torque - cross(wall.pivot() - about, force);
  }
  /** The wall with its load at the start of a step. */
  const VARDEM::FreeWall &body() const { return wall; }
  /** Makes the step, with forces as take() has them. Returns the work of the wall on the
   *  particles. */
  double push(const VARDEM::Step &of, const VARDEM::Vec3 &contacts, const VARDEM::Vec3 &torque,
              const VARDEM::Vec3 &about);
  /** Takes over what an implicit step has made of it. moves: or of its velocity alone? */
  void take_step(const VARDEM::FreeWallState &made, bool moves, const WallGeometry &geometry);
  /** As WallContacts::way_in_step() has it. */
  double way(const WallGeometry &geometry, bool next) const;

  /** An error. why: begins with the keyword. */
  void refuse(const std::string &why) const
  {
    error->all(FLERR, Error::NOLASTLINE, "{} keyword {}", style_name, why);
  }

  State state() const { return {wall.state, load, work}; }
  /** The state of a restart file. The next set-ups keep its forces if it has any. */
  void restart(const State &of_file, bool has_forces);
  void forget_restarted_forces() { restarted = false; }

  /** The output of the fix behind what all walls have. */
  static constexpr int OUTPUTS = 15;
  double output(int n) const;
  /** Energies are. */
  static bool is_extensive(int n) { return n >= 6 && n < 9; }
  /** As WallContacts has it. */
  WallContacts::Mobility mobility(const VARDEM::Vec3 &p, const VARDEM::Vec3 &n) const;
  double translation_energy() const { return wall.translation_energy(); }
  double rotation_energy() const { return wall.rotation_energy(); }
  double work_of_load() const { return work; }
  double lost() const { return wall.state.lost; }

 private:
  enum Load { NONE, FORCE, PRESSURE };

  const std::string style_name;
  bool is_given = false, restarted = false;
  VARDEM::FreeWall wall = {};
  Load kind = NONE;
  NumberOrVariable values[3];    // of the force, or one of the pressure
  double area = 0.0;
  VARDEM::Vec3 direction = {0.0, 0.0, 0.0};    // of a pressure, at the start
  VARDEM::Vec3 load = {0.0, 0.0, 0.0}, load_before = {0.0, 0.0, 0.0};
  double work = 0.0, moved = 0.0;    // moved: in the last step, if that was an implicit one
  VARDEM::Vec3 centre_before = {0.0, 0.0, 0.0};    // at the last forces

  VARDEM::Step step() const { return {update->dt, 0.5 * update->dt * force->ftm2v}; }
  VARDEM::Vec3 centre() const { return wall.place().place(wall.body.centre); }
  VARDEM::Vec3 load_now() const;
  int read(int iarg, int narg, char **arg, const WallGeometry &geometry);
  int read_free(const KeywordReader &keyword, int narg, char **arg);
  void read_load(const KeywordReader &keyword);
  void read_pressure(const KeywordReader &keyword, const WallGeometry &geometry);
  void take_kind(const KeywordReader &keyword, Load of);
  void check(const WallGeometry &geometry);
  void check_region(const WallGeometry &geometry) const;
  void check_2d() const;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
