// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/store/atom_turnover.h"

#include "atom.h"
#include "domain.h"
#include "modify.h"
#include "output.h"
#include "thermo.h"
#include "update.h"

#include <cstdint>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {

/** A number that looks random. Source: splitmix64, Steele, Lea & Flood, OOPSLA 2014. */
std::uint64_t scrambled(std::uint64_t a)
{
  a += 0x9e3779b97f4a7c15u;
  a = (a ^ (a >> 30)) * 0xbf58476d1ce4e5b9u;
  a = (a ^ (a >> 27)) * 0x94d049bb133111ebu;
  return a ^ (a >> 31);
}

}    // namespace

bool AtomTurnover::expected() const
{
  if (domain->nonperiodic && output->thermo && output->thermo->lostflag != Thermo::ERROR)
    return true;
  for (int n = 0; n < modify->nfix; n++) {
    const Fix *fix = modify->fix[n];
    if (fix->force_reneighbor && fix->next_reneighbor == update->ntimestep) return true;
  }
  return false;
}

AtomSet VARDEM_NS::find_atom_set(const Atom *atom, int groupbit, MPI_Comm world)
{
  bigint mine[] = {0, 0}, all[2];
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    mine[0]++;
    if (atom->tag_enable) mine[1] += static_cast<bigint>(scrambled(atom->tag[i]) >> 32);
  }
  MPI_Allreduce(mine, all, 2, MPI_LMP_BIGINT, MPI_SUM, world);
  return {all[0], all[1]};
}

void AtomTurnover::open(double energy)
{
  before = State{atoms_now(), energy};
}

double AtomTurnover::close(double energy)
{
  if (!before) return 0.0;
  const bool changed = atoms_now() != before->atoms;
  const double brought = energy - before->energy;
  before.reset();
  return changed ? brought : 0.0;
}
