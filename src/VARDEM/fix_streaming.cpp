// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_streaming.h"

#include "comm.h"
#include "domain.h"
#include "error.h"
#include "host/atoms/time_step.h"
#include "host/input/citations.h"
#include "host/input/keyword_reader.h"
#include "host/lammps/internals_deform.h"
#include "host/store/restart.h"
#include "modify.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace FixConst;
using VARDEM::UpperTriangle;
using VARDEM::Vec3;

namespace {

/** Record in the restart file. */
struct State {
  UpperTriangle before, after;
  Vec3 origin;
  VARDEM::FlowMoments moments;
  double started, measured_at;
};

constexpr int RESTART_VERSION = 4;    // of State

}    // namespace

FixStreaming::FixStreaming(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), flow(lmp), loops(flow_loops_on_host(flow, this)), stress(lmp), moments{},
    measured_at(-1), work(0.0), asked(false), booked(false), deform(nullptr), images(lmp, this)
{
  cite(lmp, {Paper::WOO});
  restart_global = 1;
  dynamic_group_allow = 1;

  read_keywords(lmp, fmt::format("Fix {}", style), 3, narg, arg, [this](KeywordReader &keyword) {
    return flow.read(keyword);
  });
}

int FixStreaming::setmask()
{
  return POST_INTEGRATE | PRE_REVERSE | POST_FORCE | END_OF_STEP;
}

void FixStreaming::init()
{
  deform = checked_deform();
  for (const auto &fix : modify->get_fix_list()) {
    if (fix == deform) break;
    if (fix == this)
      error->all(FLERR, Error::NOLASTLINE,
                 "Fix {} ({}) must be defined after fix {} ({}), because it follows its step", id,
                 style, deform->id, deform->style);
  }
  if (utils::strmatch(update->integrate_style, "^respa"))
    error->all(FLERR, Error::NOLASTLINE, "Fix {} does not support run_style respa", style);
  flow.init(this);
  stress.init(style);
  set_corner(cell.started ? cell.before : cell.present_gradient(domain),
             cell.started ? update->dt : 0.0);
  if (!flow.clumps().empty())
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {}: clumps can follow only the cell of fix deform/gradv, whose next step is "
               "known beforehand; use that fix",
               style);
}

// The fix deform whose cell this fix can follow.
const FixDeform *FixStreaming::checked_deform() const
{
  if (!has_deform_at_every_step<FixDeform>())
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} needs a fix deform 0, which this version of LAMMPS does not have; use fix "
               "deform/gradv",
               style);
  const auto deforms = modify->get_fix_by_style("^deform");
  if (deforms.empty())
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} needs a fix deform 0 ... remap v; define it before this fix", style);
  const auto *deform = dynamic_cast<FixDeform *>(deforms.front());
  if (dynamic_cast<const CellDeformation *>(deform))
    error->all(
        FLERR, Error::NOLASTLINE,
        "Fix {}: fix {} (style {}) moves particles with the flow itself; remove one of the two",
        style, deform->id, deform->style);
  if (deform->remapflag != Domain::V_REMAP)
    error->all(FLERR, Error::NOLASTLINE, "Fix {}: fix {} (style {}) must have remap v", style,
               deform->id, deform->style);
  if (deform->nevery != 0)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {}: fix {} (style {}) changes the cell at the end of every {} steps; use N = "
               "0, which changes it together with the positions in every step",
               style, deform->id, deform->style, deform->nevery);
  return deform;
}

void FixStreaming::setup(int /*vflag*/)
{
  const double h = update->dt;
  cell.begin_run(domain, h);
  asked = false;
  if (booked && measured_at != update->ntimestep) measure();
  loops->apply(flow.at_start(cell.started, cell.before, cell.after, h));
  set_corner(cell.before, cell.started ? h : 0.0);
  if (booked) stress.will_be_needed(update->ntimestep + 1);
}

// Fix deform has moved the cell, and L of the step is known.
void FixStreaming::post_integrate()
{
  require_time_step(lmp, this);
  const double h = update->dt;
  images.end_inside();    // between runs fix deform has no rate for the velocities of images
  cell.advance(domain, h);
  if (!cell.predicted_well())
    loops->correct(VARDEM::flow_correction(flow.origin, cell.after, cell.before, h));
  set_corner(cell.before, h);
  if (booked && !flow.is_staggered) add_work_of_half_step();
  if (deform->next_reneighbor != update->ntimestep) return;
  sync_to_host();    // a flip is due
  require_near_cell(lmp, style);
}

void FixStreaming::setup_pre_reverse(int eflag, int vflag)
{
  booked = asked;
  pre_reverse(eflag, vflag);
}

void FixStreaming::post_force(int /*vflag*/)
{
  cell.predict(domain, update->dt);
  loops->apply(flow.in_run(cell.before, cell.after, update->dt));
}

void FixStreaming::end_of_step()
{
  if (!booked) return;
  measure();
  add_work_of_half_step();
  if (flow.is_staggered) add_work_of_half_step();    // forces act over the whole step
  stress.will_be_needed(update->ntimestep + 1);
}

// The flow of particles outside of the group is another one.
std::vector<EnergyPart> FixStreaming::energy_parts() const
{
  if (igroup != 0) return {};
  return {EnergyPart::CELL};
}

void FixStreaming::measure()
{
  const UpperTriangle L = FollowedCell::present_gradient(domain);
  const Vec3 frame = flow.frame(L);
  stress.measure(flow, frame, loops->gyroscopic(frame));
  const bool with_kinetic = flow.closure == VARDEM::Closure::SLLOD;
  moments = stress.moments(with_kinetic ? stress.total([&] {
    return loops->kinetic(L);
  })
                                        : stress.of_interactions());
  measured_at = update->ntimestep;
}

void FixStreaming::write_restart(FILE *fp)
{
  sync_to_host();
  images.start();
  if (comm->me != 0) return;
  const State state = {cell.before,
                       cell.after,
                       flow.origin,
                       moments,
                       cell.started ? 1.0 : 0.0,
                       static_cast<double>(measured_at)};
  write_state(fp, RESTART_VERSION, state);
}

void FixStreaming::restart(char *buf)
{
  State state;
  read_state(buf, RESTART_VERSION, this, error, state);
  cell.before = state.before;
  cell.after = state.after;
  cell.started = (state.started != 0.0);
  moments = state.moments;
  measured_at = static_cast<bigint>(state.measured_at);
  if (!flow.origin_given) flow.origin = state.origin;
}
