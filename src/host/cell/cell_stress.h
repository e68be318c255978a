// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CELL_STRESS_H
#define VARDEM_HOST_CELL_STRESS_H

#include "atom.h"
#include "bond.h"
#include "comm.h"
#include "compute.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "group.h"
#include "host/cell/cell_shape.h"
#include "host/cell/cell_streaming.h"
#include "host/cell/velocity_gradient.h"
#include "host/input/keyword_reader.h"
#include "host/input/number_or_variable.h"
#include "host/interfaces/contact_forces.h"
#include "host/interfaces/energy_source.h"
#include "host/interfaces/soft_contacts.h"
#include "host/lammps/bond_styles.h"
#include "host/lammps/internals.h"
#include "host/store/atom_turnover.h"
#include "kernels/flow.h"
#include "kernels/servo.h"
#include "kernels/streaming.h"
#include "modify.h"
#include "pair.h"
#include "pointers.h"
#include "update.h"
#include "variable.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** Keyword stress: drives components of the stress of a cell to their targets by components of the
 *  velocity gradient. */
class StressServo : protected Pointers {
 public:
  using Pointers::Pointers;

  /** Reads keyword stress. Returns false if the keyword is another. */
  bool read(KeywordReader &keyword)
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

  /** Stops with an error if the variable of a target does not exist or is not of style equal. */
  void init(const char *style)
  {
    step = 0.0;
    mass = lmp->group->mass(0);
    time_only = true;
    for (const Drive &drive : drives) {
      drive.goal.init(lmp, fmt::format("Fix {} keyword stress", style), "a target");
      if (drive.goal.is_variable())
        time_only = time_only && is_function_of_time(input->variable, drive.goal.variable);
    }
  }

  /** Forgets what the servos have measured: for a new stage. */
  void reset()
  {
    for (Drive &drive : drives) {
      drive.servo = {};
      drive.warned = false;
    }
    warned_of_gas = false;
  }

  bool active() const { return !drives.empty(); }
  /** As VelocityGradient::depends_on_time_only(), of the targets. */
  bool depends_on_time_only() const { return time_only; }
  bool drives_component(int c) const
  {
    return std::any_of(drives.begin(), drives.end(), [c](const Drive &d) {
      return d.component == c;
    });
  }

  /** The rates that the servos add to the gradient. */
  VARDEM::UpperTriangle rates() const
  {
    VARDEM::UpperTriangle sum = {};
    for (const Drive &drive : drives)
      sum.*CELL_COMPONENTS[drive.component].member = drive.servo.rate;
    return sum;
  }

  /** Finds the rates of the next step from the stress at the end of a step h with gradient L. It
   *  evaluates variables: the caller must wrap it by clearstep_compute() and addstep_compute().
   *  Warns once about a rate that stays at its bound. */
  void advance(const char *style, const VARDEM::UpperTriangle &stress,
               const VARDEM::UpperTriangle &L, double h)
  {
    for (Drive &drive : drives) {
      const CellComponent &component = CELL_COMPONENTS[drive.component];
      drive.target = drive.goal.value(
          lmp, fmt::format("Fix {} keyword stress {}: the target", style, component.name));

      // two steps share their random bits: what the probe adds in one step it takes off in the next
      const std::uint64_t pair = static_cast<std::uint64_t>(drive.servo.seen + 1.0) / 2;
      if (yields(drive)) {
        VARDEM::Servo now = {};    // that begins as a new one when contact dynamics is gone
        now.rate = drive.servo.rate;
        now.at_limit = drive.servo.at_limit;
        now.pull = drive.target - stress.*component.member -
            on_cell.*AXES[drive.component] * force->nktv2p / (step * volume_of(domain));
        drive.servo = now;
      } else {
        drive.servo.pull = NAN;
        drive.servo.advance(stress.*component.member, drive.target, L.*component.member,
                            drive.limit, h, scrambled(VARDEM::UPPER * pair + drive.component));
      }

      if (drive.servo.at_limit < PATIENCE || drive.warned) continue;
      drive.warned = true;
      const bool tension = component.row == component.column && drive.target > 0.0;
      if (comm->me == 0)
        error->warning(FLERR,
                       "Fix {} keyword stress {}: the rate has been at its bound {} for {} steps; "
                       "the stress is {}, the target {}{}. The packing may not bear this stress, "
                       "or the cell is still on its way to it",
                       style, component.name, drive.limit, PATIENCE, stress.*component.member,
                       drive.target,
                       tension ? " (the target is a tension; a pressure has a minus sign)" : "");
    }
    warn_of_gas(style);
  }

  /** The cell in a step h of contact dynamics, which finds the rates along the axes of the cell.
   *  The inertia of the cell is that of its grains, moving by its rate. A side whose pull is not
   *  known, as in the first step, is stiff. */
  VARDEM::YieldingCell yielding_cell(double h)
  {
    step = h;
    cell = {};
    for (Drive &drive : drives) {
      if (!yields(drive)) continue;
      cell.yields = true;
      if (std::isnan(drive.servo.pull)) continue;
      const double edge = VARDEM::upper(domain->h).*CELL_COMPONENTS[drive.component].member;
      const double inverse = 12.0 * force->ftm2v / (mass * edge * edge);
      const auto axis = AXES[drive.component];
      cell.inverse.*axis = inverse;
      cell.load.*axis = h * inverse * drive.servo.pull * volume_of(domain) / force->nktv2p;
      cell.rate.*axis = drive.servo.rate;
      cell.limit.*axis = drive.limit;
    }
    return cell;
  }
  /** Takes what the contacts of the step have done to the cell. Returns the change of its gradient
   *  L, with which it moves in the step as contacts have seen it: the displacements of a step are
   *  linear in what contacts have changed, and L differs from this by h rate/2 of itself. So a rate
   *  may be beyond RATE by that much. */
  VARDEM::UpperTriangle give_way(const VARDEM::CellResponse &found, const VARDEM::UpperTriangle &L)
  {
    using VARDEM::UpperTriangle;
    on_cell = found.sums;
    const VARDEM::Vec3 &change = found.change, by_load = cell.change_by_load(found.sums);
    const UpperTriangle moved = VARDEM::midpoint_step(L, step) +
        step * UpperTriangle{change.x, change.y, change.z, 0.0, 0.0, 0.0};
    const UpperTriangle more = VARDEM::gradient_of_step(VARDEM::IDENTITY, moved, step) - L;
    for (Drive &drive : drives) {
      if (!yields(drive)) continue;
      const auto axis = AXES[drive.component];
      const bool whole = by_load.*axis == cell.load.*axis;
      drive.servo.at_limit = whole ? 0.0 : drive.servo.at_limit + 1.0;
      drive.servo.rate += more.*CELL_COMPONENTS[drive.component].member;
    }
    return more;
  }

  /** State of all six components for the restart file; zero for those without a servo. */
  std::vector<double> pack() const
  {
    std::vector<double> buf(packed_size(), 0.0);
    for (const Drive &drive : drives)
      memcpy(&buf[drive.component * (sizeof(VARDEM::Servo) / sizeof(double))], &drive.servo,
             sizeof(VARDEM::Servo));
    return buf;
  }
  void unpack(const double *buf)
  {
    for (Drive &drive : drives)
      memcpy(static_cast<void *>(&drive.servo),
             &buf[drive.component * (sizeof(VARDEM::Servo) / sizeof(double))],
             sizeof(VARDEM::Servo));
  }
  static std::size_t packed_size()
  {
    return VARDEM::UPPER * sizeof(VARDEM::Servo) / sizeof(double);
  }

 private:
  // steps at the bound of the rate before the warning
  static constexpr double PATIENCE = 1000.0;
  // the components of the stress along these are the first ones
  static constexpr double VARDEM::Vec3::*AXES[] = {&VARDEM::Vec3::x, &VARDEM::Vec3::y,
                                                   &VARDEM::Vec3::z};

  struct Drive {
    int component;
    NumberOrVariable goal;
    double target, limit;    // the target now
    VARDEM::Servo servo;
    bool warned;
  };
  std::vector<Drive> drives;
  double mass = 0.0;                 // of all particles
  double step = 0.0;                 // of contact dynamics; 0: it does not find any rate
  VARDEM::YieldingCell cell = {};    // in this step ...
  VARDEM::Vec3 on_cell = {};         // ... and what contacts have done to it

  bool time_only = true;
  bool warned_of_gas = false;
  /** Do two axes part, and stay at their bounds? */
  void warn_of_gas(const char *style)
  {
    for (const Drive &a : drives)
      for (const Drive &b : drives) {
        if (warned_of_gas || a.component > 2 || b.component > 2) continue;
        if (a.servo.at_limit < PATIENCE || b.servo.at_limit < PATIENCE) continue;
        if (!(a.servo.rate < 0.0 && b.servo.rate > 0.0)) continue;
        warned_of_gas = true;
        if (comm->me != 0) continue;
        error->warning(FLERR,
                       "Fix {} keyword stress: for {} steps the rate of {} has been at its lower "
                       "bound, and that of {} at its upper bound. With closure exact and gradv2 "
                       "the stresses of a gas depend on its volume only, so axes cannot have "
                       "targets of their own; use closure sllod for a gas",
                       style, PATIENCE, CELL_COMPONENTS[a.component].name,
                       CELL_COMPONENTS[b.component].name);
      }
  }

  bool yields(const Drive &drive) const { return step > 0.0 && drive.component < 3; }
};

/** Stress in the cell, in pressure units, tension positive. All processes must call the functions
 *  that measure it. */
class CellStress : protected Pointers {
 public:
  explicit CellStress(LAMMPS *lmp) : Pointers(lmp) {}
  ~CellStress() override
  {
    if (modify->get_compute_by_id(id)) modify->delete_compute(id);
  }
  CellStress(const CellStress &) = delete;
  CellStress &operator=(const CellStress &) = delete;

  /** For post_constructor() of a fix: defines a compute pressure without a kinetic part, whose
   *  ID begins with that of the fix. With clumps its virial leaves out fixes: forces that hold a
   *  clump together do no work in the flow. LAMMPS requires that the fix of the clumps is
   *  defined before the fix that calls this. */
  void create(const std::string &fix_id, const CellStreaming &flow)
  {
    // contact dynamics has the virial of bodies itself
    const bool clumps = !flow.clumps().empty() && fixes_with<DynamicContacts>(modify).empty();
    id = fmt::format("{}_virial", fix_id);
    pressure = modify->add_compute(
        fmt::format("{} all pressure NULL {}", id,
                    clumps ? "pair bond angle dihedral improper kspace" : "virial"));
  }

  /** For init() of the fix. */
  void init(const char *style)
  {
    whole_step = -1;
    pressure = modify->get_compute_by_id(id);
    if (!pressure)
      error->all(FLERR, Error::NOLASTLINE,
                 "Fix {} needs its compute {}, which has been deleted: define the fix again", style,
                 id);
    reported = reported_part();
  }
  /** LAMMPS adds up the virial in the step that ends at the given time step. */
  void will_be_needed(bigint step) { pressure->addstep(step); }

  /** The torques of the interactions on this process: CellStreaming::torque() in pre_reverse() of
   *  this step. */
  void take_torque(const VARDEM::Vec3 &torque) { own_torque = torque; }
  /** Measures the stress of the interactions between particles and clumps at this time step, and
   *  the other numbers of their work in the flow. frame: spin with which they turn; gyroscopic: of
   *  the particles of this process. */
  void measure(const CellStreaming &flow, const VARDEM::Vec3 &frame, double own_gyroscopic)
  {
    whole_step = -1;
    pressure->compute_vector();
    const double *p = pressure->vector;    // xx yy zz xy xz yz
    stress = {-p[0], -p[1], -p[2], -p[5], -p[4], -p[3]};
    const auto clumps = flow.clumps();
    struct {
      VARDEM::FlowMoments more;
      VARDEM::Vec3 torque;
    } sums = {{{}, {}, own_gyroscopic, {}}, own_torque};
    for (const auto &style : pair_styles(lmp))
      if (const auto *contacts = dynamic_cast<const SoftContacts *>(style.pair))
        sums.more.unbalanced = sums.more.unbalanced + contacts->unbalanced_moments();
    for (const auto *some : clumps) sums.more += some->flow_moments(frame);
    if (atom->torque_flag || atom->ellipsoid_flag || !clumps.empty()) {
      static_assert(sizeof sums == 16 * sizeof(double), "summed as so many doubles");
      MPI_Allreduce(MPI_IN_PLACE, &sums, 16, MPI_DOUBLE, MPI_SUM, world);
    }
    const VARDEM::FlowMoments &more = sums.more;
    of_particles = sums.torque;
    stress = stress + (force->nktv2p / volume_of(domain)) * more.virial;
    of_bodies = of_particles + more.torque;
    gyroscopic = force->mvv2e * more.gyroscopic;
    unbalanced = more.unbalanced;
  }
  const VARDEM::UpperTriangle &of_interactions() const { return stress; }

  /** As measure(), and the kinetic part of the velocities relative to the flow. kinetic: gives the
   *  sum of m v_f v_f over the particles of this process. It is called once in a step. */
  const VARDEM::UpperTriangle &total(const std::function<VARDEM::UpperTriangle()> &kinetic)
  {
    if (whole_step != update->ntimestep) {
      VARDEM::UpperTriangle sum = kinetic();
      static_assert(sizeof sum == VARDEM::UPPER * sizeof(double), "summed as so many doubles");
      MPI_Allreduce(MPI_IN_PLACE, &sum, VARDEM::UPPER, MPI_DOUBLE, MPI_SUM, world);
      whole = stress - (force->mvv2e * force->nktv2p / volume_of(domain)) * sum;
    }
    whole_step = update->ntimestep;
    return whole;
  }

  /** The numbers from which power_of_flow() finds the rate of the work of the cell on the
   *  particles. sigma: the stress that does it. */
  VARDEM::FlowMoments moments(const VARDEM::UpperTriangle &sigma) const
  {
    const VARDEM::Vec3 T = (0.5 * reported) * of_particles;
    return {(volume_of(domain) / force->nktv2p) * sigma +
                VARDEM::UpperTriangle{0.0, 0.0, 0.0, -T.x, T.y, -T.z},
            of_bodies, gyroscopic, unbalanced};
  }

 private:
  std::string id;
  Compute *pressure = nullptr;
  VARDEM::UpperTriangle stress = {}, whole = {};    // whole: at whole_step
  bigint whole_step = -1;
  VARDEM::Vec3 own_torque = {};    // of the particles of this process
  // torques of all processes; clumps count as particles, or as bodies
  VARDEM::Vec3 of_particles = {}, of_bodies = {};
  VARDEM::Vec3 unbalanced = {};    // moments of all processes
  double gyroscopic = 0.0;
  double reported = 0.0;    // part of the antisymmetric stress in the virial, in xy, xz and yz

  /** Where contacts have moments, b F with branches b is not symmetric. What do components xy,
   *  xz and yz of the virial of LAMMPS have of the antisymmetric part? Those of VARDEM's styles
   *  nothing. Other styles have x F_y. */
  double reported_part() const
  {
    for (const auto &style : pair_styles(lmp))
      if (dynamic_cast<EnergySource *>(style.pair)) return 0.0;
    for (const auto &style : bond_styles(force))
      if (dynamic_cast<EnergySource *>(style.bond)) return 0.0;
    return 1.0;
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
