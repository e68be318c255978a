/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/timestep/stiffness_blocks.h"

#include "atom.h"
#include "domain.h"
#include "force.h"

#include "solvers/largest_eigenvalue.h"

#include <algorithm>
#include <cstring>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace VARDEM;

namespace {

constexpr int BLOCK = sizeof(StiffnessBlock) / sizeof(double);
static_assert(BLOCK == 15, "a block is sent as so many doubles");

double weight_of(StepContact::Part part, double ti, double tj)
{
  return part == StepContact::OWN     ? 1.0
      : part == StepContact::COUPLING ? tj / ti
                                      : young_weight(ti, tj);
}

}    // namespace

/* ----------------------------------------------------------------------
   With newton on, a pair of an owned particle and a ghost is on one process, which sends the part of the ghost to its owner.
   With newton off it is on both, and each takes the part of its own particle.
------------------------------------------------------------------------- */

void StiffnessBlocks::assemble(const std::vector<StepContact> &contacts, int nlocal, int nall,
                               const double *potential, AtomExchange *exchange)
{
  stiffness.assign(nall, StiffnessBlock());
  dashpot.assign(nall, StiffnessBlock());
  const auto add_to = [&](int i, int j, const Vec3 &n, double R, const StepContact &c) {
    if (potential && potential[i] == 0.0) return;
    const double weight = potential ? weight_of(c.part, potential[i], j < 0 ? 0.0 : potential[j])
                                    : 1.0;
    add_contact(stiffness[i], n, R, weight * c.law.k);
    add_contact(dashpot[i], n, R, weight * c.law.c);
  };
  for (const StepContact &c : contacts) {
    if (c.part == StepContact::COUPLING && !potential) continue;
    add_to(c.i, c.j, c.n, c.Ri, c);
    if (c.part != StepContact::COUPLING && c.j >= 0 && (c.newton || c.j < nlocal))
      add_to(c.j, c.i, -1.0 * c.n, c.Rj, c);
  }
  if (!exchange) return;
  exchange->reverse({WIDTH,
                     [this](int i, double *buf) {
                       pack(i, buf);
                     },
                     [this](int i, const double *buf) {
                       for (auto *particles : {&stiffness, &dashpot}) {
                         auto *block = reinterpret_cast<double *>(&(*particles)[i]);
                         for (int l = 0; l < BLOCK; l++) block[l] += *buf++;
                       }
                     }});
}

/* ---------------------------------------------------------------------- */

void StiffnessBlocks::send_to_ghosts(AtomExchange &exchange)
{
  exchange.forward({WIDTH,
                    [this](int i, double *buf) {
                      pack(i, buf);
                    },
                    [this](int i, const double *buf) {
                      memcpy(&stiffness[i], buf, sizeof(StiffnessBlock));
                      memcpy(&dashpot[i], buf + BLOCK, sizeof(StiffnessBlock));
                    }});
}

/* ---------------------------------------------------------------------- */

void StiffnessBlocks::pack(int i, double *buf) const
{
  memcpy(buf, &stiffness[i], sizeof(StiffnessBlock));
  memcpy(buf + BLOCK, &dashpot[i], sizeof(StiffnessBlock));
}

/* ----------------------------------------------------------------------
   Of a body that all processes know, each takes its own atoms. Of one that this process owns, it takes the atoms that belong to
   the body and not to a periodic image of it.
------------------------------------------------------------------------- */

std::vector<BodyBlocks> VARDEM_NS::sum_members(LAMMPS *lmp, const Movers &movers,
                                               const std::vector<RigidBody> &bodies,
                                               const StiffnessBlocks &blocks)
{
  const int nlocal = lmp->atom->nlocal, nall = nlocal + lmp->atom->nghost;
  std::vector<int> at(nall + movers.common_bodies(), -1);    // by place
  for (std::size_t k = 0; k < bodies.size(); k++) at[movers.place(bodies[k].body)] = k;
  std::vector<BodyBlocks> sums(bodies.size(), {Matrix6::Zero(), Matrix6::Zero()});
  for (int j = 0; j < nall; j++) {
    if (!movers.moves(j) || !movers.is_member(j)) continue;
    const Member &member = movers.member(j);
    const int place = movers.place(member.body);
    const bool common = member.body < 0.0;
    const bool mine = common ? j < nlocal
                             : place >= 0 && place < nlocal && movers.in_same_body(place, j);
    if (!mine) continue;
    BodyBlocks &b = sums[at[place]];
    b.stiffness += block_of_member(blocks.stiffness[j], member.r);
    b.dashpot += block_of_member(blocks.dashpot[j], member.r);
  }
  static_assert(sizeof(BodyBlocks) == 72 * sizeof(double), "summed as so many doubles");
  const auto ncommon_now = std::count_if(bodies.begin(), bodies.end(), [](const auto &b) {
    return b.body < 0.0;
  });
  if (ncommon_now > 0)
    MPI_Allreduce(MPI_IN_PLACE, sums[0].stiffness.data(), 72 * static_cast<int>(ncommon_now),
                  MPI_DOUBLE, MPI_SUM, lmp->world);
  return sums;
}

/* ---------------------------------------------------------------------- */

Matrix6 VARDEM_NS::inverse_root(const LAMMPS *lmp, const RigidBody &b)
{
  const auto inverse = [&](double a) {
    return a > 0.0 ? lmp->force->ftm2v / a : 0.0;
  };
  const Vec3 moments = {inverse(b.inertia.x), inverse(b.inertia.y), inverse(b.inertia.z)};
  const Matrix6 root = root_of(inverse(b.mass), moments, b.ex, b.ey, b.ez);
  return lmp->domain->dimension == 2 ? in_plane(root) : root;
}
