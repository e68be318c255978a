// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/cell/stress_servo.h"

#include "comm.h"
#include "error.h"
#include "host/cell/velocity_gradient.h"
#include "host/input/arguments.h"
#include "host/store/atom_turnover.h"
#include "input.h"
#include "update.h"
#include "variable.h"

#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Servo;
using VARDEM::UpperTriangle;

static constexpr double PATIENCE = 1000.0;    // steps at the bound of the rate before the warning

StressServo::StressServo(LAMMPS *lmp) : Pointers(lmp) {}

int StressServo::parse(const char *style, int iarg, int narg, char **arg)
{
  if (strcmp(arg[iarg], "stress") != 0) return iarg;
  const std::string needs = fmt::format("Fix {} keyword stress takes COMPONENT TARGET RATE", style);
  if (iarg + 4 > narg)
    error->all(FLERR, iarg, "{}: {} of them are missing at the end of the command", needs,
               iarg + 4 - narg);
  const bool is_variable = utils::strmatch(arg[iarg + 2], "^v_");
  Drive drive = {};
  drive.target = is_variable ? 0.0 : finite_number(arg[iarg + 2]);
  drive.limit = finite_number(arg[iarg + 3]);
  if (std::isnan(drive.target))
    error->all(FLERR, iarg + 2, "{}: TARGET must be a number or a variable v_name, not {}", needs,
               arg[iarg + 2]);
  if (std::isnan(drive.limit))
    error->all(FLERR, iarg + 3, "{}: RATE must be a number, not {}", needs, arg[iarg + 3]);

  drive.component = -1;
  for (int c = 0; c < VARDEM::UPPER; c++)
    if (strcmp(arg[iarg + 1], CELL_COMPONENTS[c].name) == 0) drive.component = c;
  if (drive.component < 0)
    error->all(FLERR, iarg + 1,
               "Fix {} keyword stress: the component must be xx, yy, zz, xy, xz or yz: {}", style,
               arg[iarg + 1]);

  if (is_variable) drive.variable = arg[iarg + 2] + 2;
  if (!(drive.limit > 0.0))
    error->all(FLERR, iarg + 3,
               "Fix {} keyword stress {}: the bound of the rate must be > 0, not {}", style,
               arg[iarg + 1], arg[iarg + 3]);
  drives.push_back(drive);
  return iarg + 4;
}

void StressServo::init(const char *style) const
{
  for (const Drive &drive : drives)
    if (!drive.variable.empty())
      require_equal_style(lmp, fmt::format("Fix {} keyword stress", style), drive.variable,
                          "a target");
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

void StressServo::advance(const char *style, const UpperTriangle &stress, const UpperTriangle &L,
                          double h)
{
  for (Drive &drive : drives) {
    const CellComponent &component = CELL_COMPONENTS[drive.component];
    if (!drive.variable.empty())
      drive.target = input->variable->compute_equal(input->variable->find(drive.variable.c_str()));
    if (!std::isfinite(drive.target))
      error->all(
          FLERR, Error::NOLASTLINE,
          "Fix {} keyword stress {}: the target is {} at step {}, by variable {}; it must be "
          "a finite number",
          style, component.name, drive.target, update->ntimestep, drive.variable);

    // two steps share their random bits: what the probe adds in one step it takes off in the next
    const std::uint64_t pair = static_cast<std::uint64_t>(drive.servo.seen + 1.0) / 2;
    drive.servo.advance(stress.*component.member, drive.target, L.*component.member, drive.limit, h,
                        scrambled(VARDEM::UPPER * pair + drive.component));

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
    memcpy(&drive.servo, &buf[drive.component * (sizeof(Servo) / sizeof(double))], sizeof(Servo));
}
