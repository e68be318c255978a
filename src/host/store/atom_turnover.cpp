// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/store/atom_turnover.h"

#include "atom.h"
#include "compute.h"
#include "domain.h"
#include "host/interfaces/contact_forces.h"
#include "host/lammps/lammps_versions.h"
#include "host/lammps/over_processes.h"
#include "modify.h"
#include "output.h"
#include "thermo.h"
#include "update.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

std::uint64_t VARDEM_NS::scrambled(std::uint64_t a)
{
  a += 0x9e3779b97f4a7c15u;
  a = (a ^ (a >> 30)) * 0xbf58476d1ce4e5b9u;
  a = (a ^ (a >> 27)) * 0x94d049bb133111ebu;
  return a ^ (a >> 31);
}

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

double AtomTurnover::close(double energy)
{
  if (!before) return 0.0;
  const bool changed = atoms_now() != before->atoms;
  const double brought = energy - before->energy;
  before.reset();
  return changed ? brought : 0.0;
}

void AtomsOfRun::keep()
{
  known = true;
  have_come = moved = false;
  kept = find_atom_set(atom, 1, world);
  places.resize(atom->nlocal);
  for (int i = 0; i < atom->nlocal; i++) {
    const double *x = atom->x[i];
    places[i] = {atom->tag[i], {x[0], x[1], x[2]}, atom->radius[i]};
  }
}

void AtomsOfRun::come_or_go(bool has_come)
{
  if (!known || update->whichflag) return;
  have_come = have_come || has_come;
  for (auto *reader : computes_with<ContactForcesReader>(modify)) reader->forget_rows();
}

// Commands such as write_data put atoms back into a periodic box. They may also send some to other
// processes, and these are not compared. An atom that is at its place with another ID has got this
// by a command.
bool AtomsOfRun::have_moved() const
{
  constexpr double ROUND_OFF = 1e-9;    // of the radius
  constexpr double FAR = 8.0;           // sides of the box; LAMMPS stops at more of them
  const int n = std::min<int>(places.size(), atom->nlocal);
  for (int i = 0; i < n; i++) {
    const Place &place = places[i];
    double way[3];
    for (int k = 0; k < 3; k++) {
      way[k] = atom->x[i][k] - place.x[k];
      if (std::fabs(way[k]) > FAR * domain->prd[k]) return true;
    }
    minimum_image(domain, way[0], way[1], way[2]);
    const double most = ROUND_OFF * place.radius;
    bool same = std::fabs(atom->radius[i] - place.radius) <= most;
    for (const double w : way) same = same && std::fabs(w) <= most;
    if (same != (atom->tag[i] == place.tag)) return true;
  }
  return false;
}

bool AtomsOfRun::are_others() const
{
  if (find_atom_set(atom, 1, world) != kept) return true;
  return on_any_process(have_come || moved || (update->whichflag == 0 && have_moved()), world);
}
