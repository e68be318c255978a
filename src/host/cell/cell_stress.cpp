// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/cell/cell_stress.h"

#include "atom.h"
#include "bond.h"
#include "compute.h"
#include "domain.h"
#include "force.h"
#include "host/cell/cell_shape.h"
#include "host/cell/cell_streaming.h"
#include "host/interfaces/energy_source.h"
#include "host/lammps/bond_styles.h"
#include "host/lammps/internals.h"
#include "modify.h"
#include "pair.h"
#include "update.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::FlowMoments;
using VARDEM::UPPER;
using VARDEM::UpperTriangle;
using VARDEM::Vec3;

CellStress::CellStress(LAMMPS *lmp) :
    Pointers(lmp), pressure(nullptr), stress{}, whole{},
    whole_step(-1), own_torque{}, of_particles{}, of_bodies{}, gyroscopic(0.0), reported(0.0)
{
}

CellStress::~CellStress()
{
  if (modify->get_compute_by_id(id)) modify->delete_compute(id);
}

// LAMMPS requires that the fix of the clumps is defined before the fix that calls this.
void CellStress::create(const std::string &fix_id, const CellStreaming &flow)
{
  const bool clumps = !flow.clumps().empty();
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

void CellStress::will_be_needed(bigint step)
{
  pressure->addstep(step);
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
