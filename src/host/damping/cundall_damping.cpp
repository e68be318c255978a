// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/damping/cundall_damping.h"

#include "host/interfaces/contact_forces.h"
#include "host/interfaces/flow_of_cell.h"
#include "host/store/restart.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Cundall;

// The loop over lanes of the damping, compiled for several vector widths.

VARDEM_CLONES void LAMMPS_NS::VARDEM_NS::damp_block(Onstep, VARDEM::DampingLanes &lanes,
                                                    const VARDEM::DampingStep &s)
{
  VARDEM::damp_lanes<Onstep::value>(lanes, s);
}

VARDEM_CLONES void LAMMPS_NS::VARDEM_NS::damp_block(Midstep, VARDEM::DampingLanes &lanes,
                                                    const VARDEM::DampingStep &s)
{
  VARDEM::damp_lanes<Midstep::value>(lanes, s);
}

VARDEM_CLONES void LAMMPS_NS::VARDEM_NS::damp_block(Regular, VARDEM::DampingLanes &lanes,
                                                    const VARDEM::DampingStep &s)
{
  VARDEM::damp_lanes<Regular::value>(lanes, s);
}

DampedParticles VARDEM_NS::single_particles(const Modify *modify)
{
  DampedParticles some = {nullptr, false, 0, {}};
  for (int n = 0; n < modify->nfix; n++) {
    if (!modify->fix[n]->rigid_flag) continue;    // the flag comes first because it is faster
    // members of fix rigid/small/cd are never in the group (DampingChecks::stock_bodies())
    if (dynamic_cast<const DynamicContacts *>(modify->fix[n])) continue;
    const auto *bodies = dynamic_cast<const FlowingClumps *>(modify->fix[n]);
    const int *body = bodies ? bodies->body_of_atoms() : nullptr;
    if (body) some.clump[some.nclumps++] = body;
  }
  return some;
}

namespace {

constexpr int RESTART_VERSION = 2;    // of the state in restart files

double entry_of(const Dissipation &one, int n)
{
  switch (n) {
    case DissipationBooks::LINEAR:
      return one.linear.energy;
    case DissipationBooks::ANGULAR:
      return one.angular.energy;
    default:
      return one.linear.now.power + one.angular.now.power;
  }
}

}    // namespace

void DissipationBooks::add(const Fix *fix, const DampingSums &sums, double h, bool first)
{
  auto one = std::find_if(clumps.begin(), clumps.end(), [fix](const auto &entry) {
    return entry.first == fix;
  });
  if (one == clumps.end()) one = clumps.insert(one, {fix, Dissipation()});
  if (first)
    one->second.start(sums);
  else
    one->second.step(sums, h);
}

double DissipationBooks::entry(int n, const Dissipation &particles) const
{
  double sum = n == RATE ? 0.0 : carried[n];
  sum += entry_of(particles, n);
  for (const auto &one : clumps) sum += entry_of(one.second, n);
  return sum;
}

void DissipationBooks::write_restart(FILE *fp, const double (&energies)[2])
{
  write_state(fp, RESTART_VERSION, energies);
}

void DissipationBooks::restart(const char *buf, const Fix *fix, Error *error, int rank)
{
  double energies[2];
  read_state(buf, RESTART_VERSION, fix, error, energies);
  if (rank == 0) std::copy(energies, energies + 2, carried);
}
