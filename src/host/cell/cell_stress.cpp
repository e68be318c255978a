// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/cell/cell_stress.h"

#include "atom.h"
#include "bond.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "group.h"
#include "host/cell/cell_streaming.h"
#include "host/cell/velocity_gradient.h"
#include "host/input/keyword_reader.h"
#include "host/interfaces/contact_forces.h"
#include "host/interfaces/energy_source.h"
#include "host/lammps/bond_styles.h"
#include "host/lammps/internals.h"
#include "host/store/atom_turnover.h"
#include "modify.h"
#include "pair.h"
#include "update.h"
#include "variable.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

using VARDEM::FlowMoments;
using VARDEM::Servo;
using VARDEM::UPPER;
using VARDEM::UpperTriangle;
using VARDEM::Vec3;
using VARDEM::YieldingCell;

CellStress::~CellStress()
{
  if (modify->get_compute_by_id(id)) modify->delete_compute(id);
}

// LAMMPS requires that the fix of the clumps is defined before the fix that calls this.
void CellStress::create(const std::string &fix_id, const CellStreaming &flow)
{
  // contact dynamics has the virial of bodies itself
  const bool clumps = !flow.clumps().empty() && fixes_with<DynamicContacts>(modify).empty();
  id = fmt::format("{}_virial", fix_id);
  pressure = modify->add_compute(
      fmt::format("{} all pressure NULL {}", id,
                  clumps ? "pair bond angle dihedral improper kspace" : "virial"));
}

void CellStress::init()
{
  whole_step = -1;
  pressure = modify->get_compute_by_id(id);
  reported = reported_part();
}

void CellStress::measure(const CellStreaming &flow, const Vec3 &frame, double own_gyroscopic)
{
  whole_step = -1;
  pressure->compute_vector();
  const double *p = pressure->vector;    // xx yy zz xy xz yz
  stress = {-p[0], -p[1], -p[2], -p[5], -p[4], -p[3]};
  const auto clumps = flow.clumps();
  struct {
    FlowMoments more;
    Vec3 torque;
  } sums = {{{}, {}, own_gyroscopic}, own_torque};
  for (const auto *some : clumps) sums.more += some->flow_moments(frame);
  if (atom->torque_flag || atom->ellipsoid_flag || !clumps.empty()) {
    static_assert(sizeof sums == 13 * sizeof(double), "summed as so many doubles");
    MPI_Allreduce(MPI_IN_PLACE, &sums, 13, MPI_DOUBLE, MPI_SUM, world);
  }
  const FlowMoments &more = sums.more;
  of_particles = sums.torque;
  stress = stress + (force->nktv2p / volume_of(domain)) * more.virial;
  of_bodies = of_particles + more.torque;
  gyroscopic = force->mvv2e * more.gyroscopic;
}

// Where contacts have moments, b F with branches b is not symmetric. What do components xy, xz and
// yz of the virial of LAMMPS have of the antisymmetric part? Those of VARDEM's styles nothing.
// Other styles have x F_y.
double CellStress::reported_part() const
{
  for (const auto &style : pair_styles(lmp))
    if (dynamic_cast<EnergySource *>(style.pair)) return 0.0;
  for (const auto &style : bond_styles(force))
    if (dynamic_cast<EnergySource *>(style.bond)) return 0.0;
  return 1.0;
}

const UpperTriangle &CellStress::total(const std::function<UpperTriangle()> &kinetic)
{
  if (whole_step != update->ntimestep) {
    UpperTriangle sum = kinetic();
    static_assert(sizeof sum == UPPER * sizeof(double), "summed as so many doubles");
    MPI_Allreduce(MPI_IN_PLACE, &sum, UPPER, MPI_DOUBLE, MPI_SUM, world);
    whole = stress - (force->mvv2e * force->nktv2p / volume_of(domain)) * sum;
  }
  whole_step = update->ntimestep;
  return whole;
}

FlowMoments CellStress::moments(const UpperTriangle &sigma) const
{
  const Vec3 T = (0.5 * reported) * of_particles;
  return {(volume_of(domain) / force->nktv2p) * sigma +
              UpperTriangle{0.0, 0.0, 0.0, -T.x, T.y, -T.z},
          of_bodies, gyroscopic};
}

static constexpr double PATIENCE = 1000.0;    // steps at the bound of the rate before the warning
// The components of the stress along these are the first ones.
static constexpr double Vec3::*AXES[] = {&Vec3::x, &Vec3::y, &Vec3::z};

StressServo::StressServo(LAMMPS *lmp) : Pointers(lmp) {}

bool StressServo::read(KeywordReader &keyword)
{
  if (!keyword.is("stress", 3)) return false;
  Drive drive = {};
  const std::string where = "COMPONENT TARGET RATE, where ";
  drive.component = keyword.one_of({"xx", "yy", "zz", "xy", "xz", "yz"},    // CELL_COMPONENTS
                                   where + "COMPONENT is ");
  drive.goal = NumberOrVariable::of(keyword.word(2));
  keyword.require(!std::isnan(drive.goal.number), 2,
                  where + "TARGET is a number or a variable v_name");
  drive.limit = keyword.number(3);
  keyword.require(drive.limit > 0.0, 3, where + "RATE, the bound of the rate, is a number > 0");
  drives.push_back(drive);
  return true;
}

void StressServo::init(const char *style)
{
  step = 0.0;
  mass = lmp->group->mass(0);
  for (const Drive &drive : drives)
    drive.goal.init(lmp, fmt::format("Fix {} keyword stress", style), "a target");
}

void StressServo::reset()
{
  for (Drive &drive : drives) {
    drive.servo = {};
    drive.warned = false;
  }
}

bool StressServo::drives_component(int c) const
{
  return std::any_of(drives.begin(), drives.end(), [c](const Drive &d) {
    return d.component == c;
  });
}

UpperTriangle StressServo::rates() const
{
  UpperTriangle sum = {};
  for (const Drive &drive : drives) sum.*CELL_COMPONENTS[drive.component].member = drive.servo.rate;
  return sum;
}

// A side whose pull is not known, as in the first step, is stiff. RATE bounds what the load does:
// contacts may open the cell faster, and the load does not push against that.
YieldingCell StressServo::yielding_cell(double h)
{
  step = h;
  cell = {};
  for (Drive &drive : drives) {
    if (!yields(drive)) continue;
    cell.yields = true;
    if (std::isnan(drive.servo.pull)) continue;
    const double edge = VARDEM::upper(domain->h).*CELL_COMPONENTS[drive.component].member;
    const double rate = drive.servo.rate, inverse = 12.0 * force->ftm2v / (mass * edge * edge);
    const double pull = drive.servo.pull * volume_of(domain) / force->nktv2p;
    const double wanted = rate + h * inverse * pull;
    const double given =
        std::clamp(wanted, std::min(rate, -drive.limit), std::max(rate, drive.limit));
    drive.servo.at_limit = given == wanted ? 0.0 : drive.servo.at_limit + 1.0;
    cell.free.*AXES[drive.component] = given - rate;
    cell.inverse.*AXES[drive.component] = inverse;
  }
  return cell;
}

UpperTriangle StressServo::give_way(const Vec3 &sums)
{
  on_cell = sums;
  const Vec3 change = cell.change(sums);
  for (Drive &drive : drives)
    if (yields(drive)) drive.servo.rate += change.*AXES[drive.component];
  return {change.x, change.y, change.z, 0.0, 0.0, 0.0};
}

void StressServo::advance(const char *style, const UpperTriangle &stress, const UpperTriangle &L,
                          double h)
{
  for (Drive &drive : drives) {
    const CellComponent &component = CELL_COMPONENTS[drive.component];
    drive.target = drive.goal.value(
        lmp, fmt::format("Fix {} keyword stress {}: the target", style, component.name));

    // two steps share their random bits: what the probe adds in one step it takes off in the next
    const std::uint64_t pair = static_cast<std::uint64_t>(drive.servo.seen + 1.0) / 2;
    if (yields(drive)) {
      Servo now = {};    // that begins as a new one when contact dynamics is gone
      now.rate = drive.servo.rate;
      now.at_limit = drive.servo.at_limit;
      now.pull = drive.target - stress.*component.member -
          on_cell.*AXES[drive.component] * force->nktv2p / (step * volume_of(domain));
      drive.servo = now;
    } else {
      drive.servo.pull = NAN;
      drive.servo.advance(stress.*component.member, drive.target, L.*component.member, drive.limit,
                          h, scrambled(VARDEM::UPPER * pair + drive.component));
    }

    if (drive.servo.at_limit < PATIENCE || drive.warned) continue;
    drive.warned = true;
    const bool tension = component.row == component.column && drive.target > 0.0;
    if (comm->me == 0)
      error->warning(FLERR,
                     "Fix {} keyword stress {}: the rate has been at its bound {} for {} steps; "
                     "the stress is {}, the target {}{}. The packing may not bear this stress, or "
                     "the cell is still on its way to it",
                     style, component.name, drive.limit, PATIENCE, stress.*component.member,
                     drive.target,
                     tension ? " (the target is a tension; a pressure has a minus sign)" : "");
  }
}

std::vector<double> StressServo::pack() const
{
  std::vector<double> buf(packed_size(), 0.0);
  for (const Drive &drive : drives)
    memcpy(&buf[drive.component * (sizeof(Servo) / sizeof(double))], &drive.servo, sizeof(Servo));
  return buf;
}

void StressServo::unpack(const double *buf)
{
  for (Drive &drive : drives)
    memcpy(static_cast<void *>(&drive.servo),
           &buf[drive.component * (sizeof(Servo) / sizeof(double))], sizeof(Servo));
}
