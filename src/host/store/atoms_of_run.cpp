// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/store/atoms_of_run.h"

#include "atom.h"
#include "compute.h"
#include "host/interfaces/contact_forces.h"
#include "host/lammps/lammps_versions.h"
#include "host/lammps/over_processes.h"
#include "modify.h"
#include "update.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

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
  const int n = std::min<int>(places.size(), atom->nlocal);
  for (int i = 0; i < n; i++) {
    const Place &place = places[i];
    double way[3];
    for (int k = 0; k < 3; k++) way[k] = atom->x[i][k] - place.x[k];
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
