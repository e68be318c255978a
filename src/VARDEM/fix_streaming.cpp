/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "fix_streaming.h"

#include "comm.h"
#include "domain.h"
#include "error.h"
#include "fix_deform.h"
#include "host/arguments.h"
#include "host/citations.h"
#include "host/restart.h"
#include "modify.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace FixConst;
using VARDEM::FlowCorrection;
using VARDEM::Streaming;
using VARDEM::Upper;
using VARDEM::Vec3;

namespace {

/** Record in the restart file. */
struct State {
  Upper before, after;
  Vec3 origin;
  double started;
};

constexpr int RESTART_VERSION = 2;    // of State

/** Relative differences of L up to this bound are round-off of the cell, and are not corrected. */
constexpr double ROUND_OFF = 1.0e-12;

double largest(const Upper &a)
{
  return std::max({std::fabs(a.xx), std::fabs(a.yy), std::fabs(a.zz), std::fabs(a.yz),
                   std::fabs(a.xz), std::fabs(a.xy)});
}

}    // namespace

/* ---------------------------------------------------------------------- */

FixStreaming::FixStreaming(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), flow(lmp), before{}, after{}, cell{}, started(false)
{
  cite(lmp, {Paper::WOO});
  restart_global = 1;
  dynamic_group_allow = 1;

  Keywords keywords(error, fmt::format("Fix {}", style));
  int iarg = 3;
  while (iarg < narg) {
    keywords.once(arg[iarg], iarg);
    const int next = flow.parse(style, iarg, narg, arg);
    if (next == iarg)
      error->all(FLERR, iarg, "Unknown keyword in fix {} command: {}", style, arg[iarg]);
    iarg = next;
  }
}

/* ---------------------------------------------------------------------- */

int FixStreaming::setmask()
{
  return POST_INTEGRATE | POST_FORCE;
}

/* ---------------------------------------------------------------------- */

void FixStreaming::init()
{
  const auto deforms = modify->get_fix_by_style("^deform");
  if (deforms.empty())
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} needs a fix deform 0 ... remap v; define it before this fix", style);
  const auto *deform = dynamic_cast<FixDeform *>(deforms.front());
  if (utils::strmatch(deform->style, "^deform/gradv"))
    error->all(
        FLERR, Error::NOLASTLINE,
        "Fix {}: fix {} (style {}) moves particles with the flow itself; remove one of the two",
        style, deform->id, deform->style);
  if (deform->remapflag != Domain::V_REMAP)
    error->all(FLERR, Error::NOLASTLINE, "Fix {}: fix {} (style {}) must have remap v", style,
               deform->id, deform->style);
  if (deform->nevery != 0)
    error->all(
        FLERR, Error::NOLASTLINE,
        "Fix {}: fix {} (style {}) changes the cell at the end of every {} steps; use N = 0, which "
        "changes it together with the positions in every step",
        style, deform->id, deform->style, deform->nevery);
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
  set_corner_rate(started ? before
                          : VARDEM::upper(domain->h_rate) * inverse(VARDEM::upper(domain->h)),
                  started ? update->dt : 0.0);    // fix deform's own flow has another fixed point
  if (!flow.clumps().empty())
    error->all(
        FLERR, Error::NOLASTLINE,
        "Fix {}: clumps can follow only the cell of fix deform/gradv, whose next step is known "
        "beforehand; use that fix",
        style);
}

/* ----------------------------------------------------------------------
   in a run that continues, velocities contain the prediction of the last step; h_rate is that of the start of fix deform
------------------------------------------------------------------------- */

void FixStreaming::setup(int /*vflag*/)
{
  cell = VARDEM::upper(domain->h);
  if (!started) {
    predict();
    before = VARDEM::upper(domain->h_rate) * inverse(cell);
  }
  const auto streaming_now = started ? VARDEM::streaming_on_step : VARDEM::streaming_start;
  apply(streaming_now(flow.closure, flow.origin, before, after, update->dt));
  set_corner_rate(before, started ? update->dt : 0.0);
}

/* ----------------------------------------------------------------------
   fix deform has moved the cell, and L of the step is known
------------------------------------------------------------------------- */

void FixStreaming::post_integrate()
{
  const double h = update->dt;
  const Upper L = VARDEM::gradient_of_step(cell, VARDEM::upper(domain->h), h);
  if (largest(L - after) > ROUND_OFF * largest(L))
    correct(VARDEM::flow_correction(flow.origin, after, L, h));
  before = L;
  started = true;
  set_corner_rate(L, h);
}

/* ---------------------------------------------------------------------- */

void FixStreaming::post_force(int /*vflag*/)
{
  predict();
  apply(VARDEM::streaming(flow.closure, flow.origin, before, after, update->dt));
}

/* ----------------------------------------------------------------------
   L of the next step, if the edge vectors go on at their present rate
------------------------------------------------------------------------- */

void FixStreaming::predict()
{
  cell = VARDEM::upper(domain->h);
  after =
      VARDEM::gradient_of_step(cell, cell + update->dt * VARDEM::upper(domain->h_rate), update->dt);
}

/* ----------------------------------------------------------------------
   gives domain the fixed point of this flow; that of fix deform is another one
------------------------------------------------------------------------- */

void FixStreaming::set_corner_rate(const Upper &L, double h)
{
  const Vec3 rate = flow.corner_rate(L, h);
  domain->h_ratelo[0] = rate.x;
  domain->h_ratelo[1] = rate.y;
  domain->h_ratelo[2] = rate.z;
}

/* ---------------------------------------------------------------------- */

void FixStreaming::apply(const Streaming &s)
{
  flow.apply(s, groupbit);
}

/* ---------------------------------------------------------------------- */

void FixStreaming::correct(const FlowCorrection &correction)
{
  flow.correct(correction, groupbit);
}

/* ---------------------------------------------------------------------- */

void FixStreaming::write_restart(FILE *fp)
{
  if (comm->me != 0) return;
  const State state = {before, after, flow.origin, started ? 1.0 : 0.0};
  write_state(fp, RESTART_VERSION, state);
}

/* ---------------------------------------------------------------------- */

void FixStreaming::restart(char *buf)
{
  State state;
  read_state(buf, RESTART_VERSION, this, error, state);
  before = state.before;
  after = state.after;
  started = (state.started != 0.0);
  if (!flow.origin_given) flow.origin = state.origin;
}
