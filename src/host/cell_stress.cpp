/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/cell_stress.h"

#include "compute.h"
#include "domain.h"
#include "force.h"
#include "host/cell_shape.h"
#include "host/cell_streaming.h"
#include "modify.h"
#include "update.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Upper;
using VARDEM::UPPER;

/* ---------------------------------------------------------------------- */

CellStress::CellStress(LAMMPS *lmp) :
    Pointers(lmp), pressure(nullptr), stress{}, whole{}, whole_step(-1)
{
}

/* ---------------------------------------------------------------------- */

CellStress::~CellStress()
{
  if (modify->get_compute_by_id(id)) modify->delete_compute(id);
}

/* ----------------------------------------------------------------------
   LAMMPS requires that the fix of the clumps is defined before the fix that calls this
------------------------------------------------------------------------- */

void CellStress::create(const std::string &fix_id, const CellStreaming &flow)
{
  const bool clumps = !flow.clumps().empty();
  id = fmt::format("{}_virial", fix_id);
  pressure = modify->add_compute(
      fmt::format("{} all pressure NULL {}", id,
                  clumps ? "pair bond angle dihedral improper kspace" : "virial"));
}

/* ---------------------------------------------------------------------- */

void CellStress::init()
{
  whole_step = -1;
  pressure = modify->get_compute_by_id(id);
  will_be_needed(update->ntimestep);
}

/* ---------------------------------------------------------------------- */

void CellStress::will_be_needed(bigint step)
{
  pressure->addstep(step);
}

/* ---------------------------------------------------------------------- */

void CellStress::measure(const CellStreaming &flow)
{
  whole_step = -1;
  pressure->compute_vector();
  const double *p = pressure->vector;    // xx yy zz xy xz yz
  stress = {-p[0], -p[1], -p[2], -p[5], -p[4], -p[3]};
  const auto clumps = flow.clumps();
  if (clumps.empty()) return;
  Upper within = {};
  for (const auto *some : clumps) within = within + some->member_virial();
  stress = stress + (force->nktv2p / volume_of(domain)) * sum_of_ranks(within);
}

/* ---------------------------------------------------------------------- */

const Upper &CellStress::total(const std::function<Upper()> &kinetic)
{
  if (whole_step != update->ntimestep)
    whole = stress - (force->mvv2e * force->nktv2p / volume_of(domain)) * sum_of_ranks(kinetic());
  whole_step = update->ntimestep;
  return whole;
}

/* ---------------------------------------------------------------------- */

double CellStress::power(const Upper &sigma, const Upper &L) const
{
  double sum = 0.0;
  for (const CellComponent &c : CELL_COMPONENTS) sum += (sigma.*c.member) * (L.*c.member);
  return sum * volume_of(domain) / force->nktv2p;
}

/* ---------------------------------------------------------------------- */

Upper CellStress::sum_of_ranks(const Upper &a) const
{
  double six[UPPER] = {a.xx, a.yy, a.zz, a.yz, a.xz, a.xy};
  double sum[UPPER];
  MPI_Allreduce(six, sum, UPPER, MPI_DOUBLE, MPI_SUM, world);
  return VARDEM::upper(sum);
}
