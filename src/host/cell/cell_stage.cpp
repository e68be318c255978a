// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/cell/cell_stage.h"

#include "comm.h"
#include "domain.h"
#include "error.h"
#include "host/cell/cell_streaming.h"
#include "host/cell/cell_stress.h"
#include "host/cell/velocity_gradient.h"
#include "host/interfaces/integrators.h"
#include "host/store/restart.h"
#include "modify.h"

#include <cstring>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::UpperTriangle;

namespace {

constexpr int RESTART_VERSION = 5;    // of the record in restart files

}    // namespace

CellStage::CellStage(LAMMPS *lmp, Fix *fix_in, const Parts &parts, bool kick,
                     CommandText keywords_in) :
    Pointers(lmp),
    fix(fix_in), motion(parts.motion), flow(parts.flow), servo(parts.servo), kick_due(kick),
    keywords(std::move(keywords_in)), carried{}, follows(false)
{
}

std::optional<UpperTriangle> CellStage::begin_run(const VelocityGradient &gradient)
{
  CellState &state = motion.state;
  if ((state.started || state.kicked) && is_other_cell(state.box, box_of(domain))) {
    begin_anew();
    message = "begins anew, because the cell was changed since its last step";
  }
  if (!message.empty()) utils::logmesg(lmp, "Fix {} (style {}) {}\n", fix->id, fix->style, message);
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

  std::optional<UpperTriangle> kick;
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

// Staggered velocities are those in the middle of the last step, and an integrator with restarted
// forces sets its velocities back to them.
void CellStage::continue_stage()
{
  if (restarted_forces().empty() && !flow.is_staggered) motion.give_rates(motion.full_step_rate());
  flow.start_rate = VARDEM::upper(domain->h_rate);
}

// The particles follow the flow of the last stage, so that at the start they need only what the new
// flow has more.
void CellStage::begin_anew()
{
  carried = motion.full_step();
  follows = true;
  flow.start_rate = carried * motion.state.box.matrix();
  motion.reset();
  servo.reset();
}

// The kick of a stage that begins after read_restart adds to velocities that may contain the flow
// of the last stage. Rates that are small against those of the kick, as the probe of a servo, do
// not matter.
void CellStage::warn_of_second_flow() const
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

// The integrators that are going to use forces of the restart file in this run (keyword restart
// exact).
std::vector<Fix *> CellStage::restarted_forces() const
{
  std::vector<Fix *> found;
  for (Fix *other : modify->get_fix_list()) {
    const auto *integrator = dynamic_cast<ExactRestart *>(other);
    if (integrator && integrator->uses_restarted_forces()) found.push_back(other);
  }
  return found;
}

// Tells these integrators not to use them: they contain the flow of the last stage. An integrator
// that comes before the fix has put its velocities aside already, and brings them back without the
// kick.
void CellStage::forget_restarted_forces(bool kicks) const
{
  for (Fix *other : restarted_forces()) {
    auto *integrator = dynamic_cast<ExactRestart *>(other);
    integrator->forget_restarted_forces();
    if (kicks && integrator->at_half_step() && comm->me == 0)
      error->warning(FLERR,
                     "Fix {} (style {}) with keyword restart exact comes before fix {} (style {}), "
                     "which begins a new stage: the kick is lost. Define fix {} after fix {}",
                     other->id, other->style, fix->id, fix->style, other->id, fix->id);
  }
}

void CellStage::write_restart(FILE *fp)
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

// The stage in the restart file goes on if it was begun by the same keywords.
void CellStage::restart(const char *buf)
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
