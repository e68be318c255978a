// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_SCENARIO_H
#define VARDEM_SCENARIO_H

#include "../larger.h"
#include "../orientation_error.h"

#include "gtest/gtest.h"

#include <functional>
#include <string>
#include <vector>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace scenario {

using VARDEM::angle_between;
using VARDEM::larger;
using VARDEM::Quat;
using VARDEM::Vec3;

/** An integrator of spheres with orientations, as it is written in a fix command. */
struct SphereIntegrator {
  std::string fix;
  bool leapfrog;                // it gives x, v and omega of fix nve/sphere, bit by bit
  double (*angle)(double w);    // by which a free sphere turns in one step, w = h |omega| [rad]
};

/** All integrators, each with all of its methods: fix nve/sphere/..., and fix nve/asphere/... as it
 *  is written. */
extern const std::vector<SphereIntegrator> SPHERE_INTEGRATORS;
extern const std::vector<std::string> ASPHERE_INTEGRATORS;

/** What an integrator moves, in the order of atom IDs. Arrays that the atom style does not have are
 *  empty. */
struct State {
  std::vector<Vec3> x, v, omega, angmom;
  std::vector<Quat> q;
};

/** A LAMMPS instance with the plugin loaded (LAMMPS_PLUGIN_PATH), on one rank. More arguments of
 *  the command line may be given in the environment variable VARDEM_TEST_ARGS, e.g. "-k on t 2 -sf
 *  kk". */
class Simulation {
 public:
  explicit Simulation(const std::string &script = "");
  ~Simulation();
  Simulation(const Simulation &) = delete;
  Simulation &operator=(const Simulation &) = delete;

  /** Runs the lines of a script; throws std::runtime_error with LAMMPS' message if one of them
   *  fails. */
  void run(const std::string &script);
  /** Runs a script that is expected to fail; returns LAMMPS' message, or nothing if there was
   *  none. */
  std::string error_of(const std::string &script);
  /** Runs a script; returns what LAMMPS printed meanwhile, warnings included. */
  std::string output_of(const std::string &script);

  /** Orientations are those of the atom style or, if it has none and orientation_fix is given, of
   *  that fix: f_ID[1..4]. */
  State state(const std::string &orientation_fix = "") const;
  /** Value of an equal-style expression, as in a variable command. */
  double value(const std::string &expression) const;

  LAMMPS_NS::LAMMPS *lammps() const;

 private:
  void *handle;
  std::string screen;    // file
  long shown;            // length of the screen output at the beginning of the last output_of()

  std::string screen_output() const;
};

/** Has this version of LAMMPS superellipsoids? */
extern const bool HAS_SUPERELLIPSOIDS;
constexpr char NO_SUPERELLIPSOIDS[] = "this version of LAMMPS has no superellipsoids";

/** Runs f in a process of its own, and returns its result. For runs that LAMMPS cannot do in one
 *  process: restart files with contact history have IDs that count the instances of a process. To
 *  be called before the first Simulation. */
State in_own_process(const std::function<State()> &f);

/** The lines of LAMMPS' bench/in.chute, a flow of 32,000 grains, without its run command, and with
 *  another integrator: `fix 3 active <integrator>`. */
std::string chute(const std::string &integrator);

/** A file name of this process' own; the file is removed at exit. */
std::string scratch_file(const std::string &name);

/** Number of components that differ in at least one bit. */
int different_bits(const std::vector<Vec3> &a, const std::vector<Vec3> &b);
int different_bits(const std::vector<Quat> &a, const std::vector<Quat> &b);

/** Both have the same bits. */
void expect_same_bits(const State &a, const State &b, const std::string &what = "");

/** All digits of a number. */
std::string number(double a);

Vec3 sum(const std::vector<Vec3> &all);
double largest_difference(const std::vector<Vec3> &a, const std::vector<Vec3> &b);
double largest(const std::vector<Vec3> &a);
double largest_norm_error(const std::vector<Quat> &q);

/** Largest angle [rad] between orientations of the same body. */
double largest_angle(const std::vector<Quat> &a, const std::vector<Quat> &b);

/** Has the host LAMMPS at least this version?  If not, *this_version is its name. */
bool lammps_is_from(int version, std::string *this_version);

/** The first line of a test that needs what LAMMPS had first in this version, of those that VARDEM
 *  is tested with. */
#define NEEDS_LAMMPS(version, feature)                               \
  if (std::string found; !scenario::lammps_is_from(version, &found)) \
  GTEST_SKIP() << "LAMMPS " << found << " lacks " << feature

/** The message of what a call throws; nothing if it throws nothing. */
std::string thrown_by(const std::function<void()> &call);

bool contains(const std::string &text, const std::string &part);

/** A message as the styles without /kk give it. */
std::string without_suffix(std::string message);

/** How often a text contains a part. */
int count(const std::string &text, const std::string &part);

}    // namespace scenario
#endif
