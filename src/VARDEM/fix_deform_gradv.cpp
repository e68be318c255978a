// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_deform_gradv.h"

#include "domain.h"
#include "error.h"
#include "fix_neigh_history.h"
#include "force.h"
#include "host/atoms/time_step.h"
#include "host/input/citations.h"
#include "host/input/keyword_reader.h"
#include "kspace.h"
#include "modify.h"
#include "update.h"
#include "write_restart.h"

#include <cstring>
#include <utility>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace FixConst;
using VARDEM::Streaming;
using VARDEM::UPPER;
using VARDEM::UpperTriangle;
using VARDEM::Vec3;

// Reads the whole command, and makes the command for FixDeform.
FixDeformGradv::Command::Command(LAMMPS *lmp, int narg, char **args) :
    flow(lmp), gradient(lmp), servo(lmp), kick(false), flips(true), stop(0.0)
{
  const char *const style = args[2];
  if (strcmp(args[1], "all") != 0)
    lmp->error->all(FLERR, 1, "Fix {}: the group must be all, not {}", style, args[1]);

  const char *const defaults[] = {"exact"};
  text.add("closure", defaults, defaults + 1);

  const auto read = [&](KeywordReader &keyword) {
    const int iarg = keyword.place;
    std::string name = args[iarg];
    if (name == "stress" && iarg + 1 < narg) name += std::string(" ") + args[iarg + 1];
    if (!gradient.read(keyword) && !servo.read(keyword) && !flow.read(keyword) &&
        !read_switch(keyword))
      return false;
    if (name != "flip" && name != "stop")    // they do not change the motion
      text.add(name, args + iarg + 1, args + keyword.next);
    return true;
  };
  read_keywords(lmp, fmt::format("Fix {}", style), 3, narg, args, read, {"stress"});
  if (!gradient.given())
    lmp->error->all(
        FLERR, Error::NOPOINTER,
        "Fix {} needs keyword gradv with six numbers or variables, Lxx Lyy Lzz Lxy Lxz Lyz", style);

  // logical values last, in place of their words
  text.add("spin", flow.spin);
  text.add("kick", kick);
  check_cell(lmp, style, gradient, servo);
  build(args, lmp->domain);
}

bool FixDeformGradv::Command::read_switch(KeywordReader &keyword)
{
  if (!keyword.is("stop", 1))
    return keyword.takes_yes("flip", flips) || keyword.takes_yes("kick", kick);
  stop = keyword.number(1);
  keyword.require(stop > 0.0 && stop < 1.0, 1, "a fraction of the volume between 0 and 1");
  return true;
}

// Can the cell follow? Checked when the fix is defined and before each run, since change_box may
// come in between.
void FixDeformGradv::check_cell(LAMMPS *lmp, const char *style, const VelocityGradient &gradient,
                                const StressServo &servo)
{
  const Domain *const domain = lmp->domain;
  for (int c = 0; c < UPPER; c++) {
    if (!moves(gradient, servo, c)) continue;
    const CellComponent &component = CELL_COMPONENTS[c];
    if (domain->dimension == 2 && component.column == 2)
      lmp->error->all(FLERR, Error::NOPOINTER, "Fix {}: component {} must be 0 in 2d", style,
                      component.name);
    if (component.row != component.column && !domain->triclinic)
      lmp->error->all(FLERR, Error::NOPOINTER,
                      "Fix {}: component {} shears the cell, which is orthogonal; make it "
                      "triclinic before the fix, by `change_box all triclinic` or a `region prism`",
                      style, component.name);
    if (!domain->periodicity[component.column])
      lmp->error->all(
          FLERR, Error::NOPOINTER,
          "Fix {}: component {} moves periodic images along {}, which is not a periodic direction",
          style, component.name, "xyz"[component.column]);
  }
}

// FixDeform gets rate 0 for each component of the cell that can change: it then marks these as
// deforming, and does the flips. With H' = L H a tilt changes by its own component of L, and by
// components that stretch or shear an existing tilt.
void FixDeformGradv::Command::build(char **args, const Domain *domain)
{
  enum { XX, YY, ZZ, XY, XZ, YZ };
  const auto moves = [this](int c) {
    return FixDeformGradv::moves(gradient, servo, c);
  };
  const bool yz = domain->yz != 0.0 || moves(YZ), xy = domain->xy != 0.0 || moves(XY);
  const bool xz = domain->xz != 0.0 || moves(XZ) || (moves(XY) && yz);
  const bool yz_changes = moves(YZ) || (moves(YY) && yz);
  const bool flips_xz = flips && yz_changes && xy;    // a flip of yz adds xy to xz, or subtracts it
  const bool changes[UPPER] = {moves(XX),
                               moves(YY),
                               moves(ZZ),
                               moves(XY) || (moves(XX) && xy),
                               moves(XZ) || (moves(XX) && xz) || (moves(XY) && yz) || flips_xz,
                               yz_changes};
  words = {args[0], args[1], args[2], CellDeformation::N};
  const char *names[UPPER] = {"x", "y", "z", "xy", "xz", "yz"};
  for (int c = 0; c < UPPER; c++)
    if (changes[c] && (c < XY || domain->triclinic))
      words.insert(words.end(), {names[c], "erate", "0.0"});
  words.insert(words.end(), {"remap", "v", "flip", flips ? "yes" : "no"});
  for (auto &word : words) arg.push_back(const_cast<char *>(word.c_str()));
}

FixDeformGradv::FixDeformGradv(LAMMPS *lmp, int narg, char **arg) :
    FixDeformGradv(lmp, Command(lmp, narg, arg))
{
}

FixDeformGradv::FixDeformGradv(LAMMPS *lmp, Command &&command) :
    CellDeformation(lmp, (int) command.arg.size(), command.arg.data()), flow(command.flow),
    loops(flow_loops_on_host(flow, this)), gradient(command.gradient), servo(command.servo),
    motion(lmp, flow), stress(lmp),
    stage(lmp, this, {motion, flow, servo}, command.kick, command.text), guard(lmp, command.stop),
    images(lmp, this)
{
  cite(lmp, {Paper::WOO});
  nevery = 1;
  scalar_flag = 1;
  extscalar = 1;
  ecouple_flag = 1;
  vector_flag = 1;
  size_vector = 35;
  extvector = 0;
  global_freq = 1;
}

FixDeformGradv::~FixDeformGradv()
{
  for (auto *some : fixes_with<FlowingClumps>(modify)) some->end_flow();
}

int FixDeformGradv::setmask()
{
  return POST_INTEGRATE | PRE_EXCHANGE | PRE_REVERSE | POST_FORCE | END_OF_STEP;
}

void FixDeformGradv::init()
{
  for (const auto &other : modify->get_fix_by_style("^deform"))
    if (other != this)
      error->all(FLERR, Error::NOLASTLINE,
                 "Fix {} (style {}) and fix {} (style {}) deform the same cell; remove one of them",
                 id, style, other->id, other->style);
  if (utils::strmatch(update->integrate_style, "^respa"))
    error->all(FLERR, Error::NOLASTLINE, "Fix {} does not support run_style respa", style);

  gradient.init(style);
  check_cell(lmp, style, gradient, servo);
  CellDeformation::init();
  flow.init(this);
  servo.init(style);
  // write_restart and write_data take atoms into the cell, with velocities at the time step
  if (update->whichflag || flow.is_staggered)
    motion.give_rates();
  else
    motion.give_rates(motion.full_step_rate());
  stress.init(style);
  stress.will_be_needed(update->ntimestep);
  guard.init();
}

void FixDeformGradv::setup(int /*vflag*/)
{
  CellState &state = motion.state;
  state.after = prescribed() + state.driven;
  stream(flow.at_start(state.started, state.before, state.after, update->dt));

  // contact dynamics adds its virial behind this fix
  must_measure = flow.is_staggered;
  yielded = {};
  if (!must_measure) measure_stress();
  if (!state.started && !must_measure) state.power = power(state.after);
  stage.keep_box();
  stress.will_be_needed(update->ntimestep + 1);
}

void FixDeformGradv::post_integrate()
{
  require_time_step(lmp, this);
  motion.advance(style, update->dt);
  moved = true;
  if (forces_are_kept(modify)) images.end_inside();
  find_flips();
  if (force->kspace) force->kspace->setup();
}

void FixDeformGradv::find_flips()
{
  if (!(flips_allowed() && domain->triclinic)) return;
  flips = flips_of(VARDEM::upper(domain->h), &dimflag[3], domain->periodicity);
  if (flips.any()) flip_cell(flips.yz, flips.xz, flips.xy, flips(VARDEM::upper(domain->h)));
}

void FixDeformGradv::pre_exchange()
{
  if (!flip_due()) return;
  require_near_cell(lmp, style);
  motion.flip(flips);
  CellDeformation::pre_exchange();
}

void FixDeformGradv::post_force(int /*vflag*/)
{
  CellState &state = motion.state;
  state.driven = servo.rates();
  state.after = prescribed() + state.driven;
  stream(flow.in_run(state.before, state.after, update->dt));
}

// The gradient of the step that starts now, without servos.
UpperTriangle FixDeformGradv::prescribed()
{
  if (!gradient.depends_on_time_only()) sync_to_host();
  return gradient.evaluate(style);
}

// Adds the part of the flow to the forces, and leaves it for the fix of clumps.
void FixDeformGradv::stream(const Streaming &s)
{
  flow.now = s;
  flow.next_rate = motion.next_rate(update->dt);
  flow.full_step_rate = motion.full_step_rate();
  loops->apply(s);
}

// Measures the stress here, where it is complete: fix rigid adds its part in final_integrate().
void FixDeformGradv::end_of_step()
{
  const CellState &state = motion.state;
  measure_stress();
  if (!std::exchange(moved, false)) return;                   // a rerun makes no step
  const double done = power(state.before - 0.5 * yielded);    // as contacts count their losses
  if (flow.is_staggered) motion.state.power = done;           // forces act over the whole step
  motion.add_work(done, power(state.after));

  if (servo.active()) {
    modify->clearstep_compute();
    if (!servo.depends_on_time_only()) sync_to_host();
    servo.advance(style, total_stress(), state.before, motion.last_step());
    modify->addstep_compute(update->ntimestep + 1);
  }
  stress.will_be_needed(update->ntimestep + 1);
  stage.keep_box();
  stop_before_collapse();
}

// Contact dynamics finds the rates along the axes together with its contacts, in place of servos:
// the stress of rigid contacts answers to a rate at once, and too strongly for them.
void FixDeformGradv::give_way(const VARDEM::CellResponse &response)
{
  yielded = servo.give_way(response, motion.state.after);
  for (auto *L : {&motion.state.after, &motion.state.driven}) *L = *L + yielded;
}

// Writes a restart file and stops if the next step makes the cell too small.
void FixDeformGradv::stop_before_collapse()
{
  const UpperTriangle change = VARDEM::midpoint_step(motion.state.after, update->dt);
  const std::string reason = guard.reason(change, motion.state.volume, dimflag);
  if (reason.empty()) return;

  for (Fix *fix : modify->get_fix_list())    // while the neighbor list fits the positions
    if (auto *springs = dynamic_cast<FixNeighHistory *>(fix)) springs->post_run();
  remap_atoms();
  const std::string file = fmt::format("{}.{}.restart", id, update->ntimestep);
  std::string noinit = "noinit";
  char *args[2] = {const_cast<char *>(file.c_str()), &noinit[0]};
  WriteRestart(lmp).command(2, args);
  error->all(FLERR, Error::NOLASTLINE, "Fix {}: at step {} {}; restart file {} has been written",
             style, update->ntimestep, reason, file);
}

// LAMMPS and RestartImages move atoms by one edge of the cell when they write a restart file. At rest
// in a cell that has shrunk, atoms may be farther outside.
void FixDeformGradv::remap_atoms()
{
  require_near_cell(lmp, style);
  if (!flow.is_staggered) motion.give_rates(motion.full_step_rate());
  take_in_atoms();
}

// interactions, and velocities relative to the flow; all ranks must call it. Velocities of contact
// dynamics are those of the last step, and so is the flow: it has the rate of the cell then.
const UpperTriangle &FixDeformGradv::total_stress()
{
  if (must_measure) measure_stress();
  return stress.total([this] {
    return loops->kinetic(flow.is_staggered ? motion.state.rate * inverse(VARDEM::upper(domain->h))
                                            : motion.full_step());
  });
}

void FixDeformGradv::measure_stress()
{
  must_measure = false;
  const Vec3 frame = flow.frame(motion.full_step());
  stress.measure(flow, frame, loops->gyroscopic(frame));
}

// L, H, F row by row, ln V, volume, stress, work.
double FixDeformGradv::compute_vector(int n)
{
  const auto component = [](const UpperTriangle &a, int c) {
    return a.*CELL_COMPONENTS[c].member;
  };
  const UpperTriangle &F = motion.state.F;
  if (n < 6) return component(motion.full_step(), n);
  if (n < 12) return component(VARDEM::upper(domain->h), n - 6);
  if (n < 21) {
    const double rows[9] = {F.xx, F.xy, F.xz, 0.0, F.yy, F.yz, 0.0, 0.0, F.zz};
    return rows[n - 12];
  }
  if (n < 27) return component(logarithmic_strain(F), n - 21);
  if (n == 27) return volume_of(domain);
  if (n < 34) return component(total_stress(), n - 28);
  return motion.state.work;
}
