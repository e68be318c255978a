// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/bonds/bond_partners.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "host/bonds/bond_topology.h"
#include "host/lammps/lammps_versions.h"
#include "host/lammps/over_processes.h"
#include "neighbor.h"
#include "output.h"
#include "thermo.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

std::vector<BondPartners::Missing> BondPartners::here() const
{
  const BondTopology topology = {atom, is_set};
  std::vector<Missing> found;
  for (int i = 0; i < atom->nlocal; i++)
    for (int m = 0; m < topology.bonds(i); m++) {
      const int type = topology.type(i, m);
      const tagint partner = topology.partner(i, m);
      if (type <= 0 || !topology.is_mine(type) || topology.local(partner) >= 0) continue;
      const double *x = atom->x[i];
      found.push_back(
          {{x[0], x[1], x[2]}, static_cast<double>(atom->tag[i]), static_cast<double>(partner)});
    }
  return found;
}

std::vector<BondPartners::Missing> BondPartners::everywhere(std::vector<Missing> mine) const
{
  constexpr int SIZE = sizeof(Missing);
  int n = SIZE * static_cast<int>(mine.size());
  std::vector<int> count(comm->nprocs), first(comm->nprocs);
  MPI_Allgather(&n, 1, MPI_INT, count.data(), 1, MPI_INT, world);
  std::exclusive_scan(count.begin(), count.end(), first.begin(), 0);
  std::vector<Missing> all((first.back() + count.back()) / SIZE);
  MPI_Allgatherv(mine.data(), n, MPI_BYTE, all.data(), count.data(), first.data(), MPI_BYTE, world);
  return all;
}

// Over all processes; -1 if there is no such partner.
double BondPartners::distance(const Missing &one) const
{
  const int j = BondTopology{atom, is_set}.local(static_cast<tagint>(one.partner));
  double mine = -1.0;
  if (j >= 0 && j < atom->nlocal) {
    double e[3];
    for (int d = 0; d < 3; d++) e[d] = atom->x[j][d] - one.x[d];
    minimum_image(domain, e[0], e[1], e[2]);
    mine = std::sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
  }
  return over_processes(mine, MPI_MAX, world);
}

void BondPartners::require() const
{
  constexpr std::size_t MOST = 1000;    // of a large number of bonds, some tell enough
  if (output->thermo && output->thermo->lostbond == Thermo::IGNORE) return;
  std::vector<Missing> mine = here();
  if (!on_any_process(!mine.empty(), world)) return;

  std::vector<Missing> all = everywhere(std::move(mine));
  all.resize(std::min(all.size(), MOST));
  const Missing *worst = nullptr;
  double longest = 0.0;
  for (const Missing &one : all) {
    const double length = distance(one);
    if (length < 0.0)
      error->all(FLERR, Error::NOLASTLINE,
                 "{}: atom {} has a bond with atom {}, which does not exist; delete the bond with "
                 "delete_bonds, or delete atoms with delete_atoms ... bond yes",
                 style_name, one.tag, one.partner);
    if (length < longest) continue;
    longest = length;
    worst = &one;
  }
  error->all(
      FLERR, Error::NOLASTLINE,
      "{}: atoms {} and {} of a bond are {:.6g} apart, and processes know atoms of others up "
      "to the distance {:.6g} only; use comm_modify cutoff {:.6g}",
      style_name, worst->tag, worst->partner, longest, comm->get_comm_cutoff(),
      longest + neighbor->skin);
}

void LostBonds::pass_over(Output *output)
{
  restore(output);    // after a set-up that stopped in between
  int &now = output->thermo->lostbond;
  if (now == Thermo::IGNORE) return;    // also where another bond style has done this already
  changed = true;
  setting = now;
  now = Thermo::IGNORE;
}

void LostBonds::restore(Output *output)
{
  if (changed) output->thermo->lostbond = setting;
  changed = false;
}
