// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/atoms/contact_masses.h"

#include "atom.h"
#include "fix.h"
#include "host/atoms/rigid_members.h"
#include "modify.h"
#include "update.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

void ContactMasses::init()
{
  frozenbits = 0;
  for (const auto *fix : modify->get_fix_by_style("^freeze")) frozenbits |= fix->groupbit;
  bodies = !RigidBodies::of_all_fixes(modify).empty();
  // write_restart changes no bodies, and run ... pre no goes on with them
  if (!bodies) body_mass.clear();
}

// The fixes have their bodies since the set-up of the run, and new members since the last
// insertion.
void ContactMasses::find_bodies()
{
  std::vector<Member> members(atom->nlocal);
  for (const RigidBodies &fix : RigidBodies::of_all_fixes(modify)) fix.find_members(lmp, members);
  body_mass.assign(atom->nlocal + atom->nghost, 0.0);
  for (int i = 0; i < atom->nlocal; i++) body_mass[i] = members[i].mass;
}

int ContactMasses::pack(int n, const int *list, double *buf) const
{
  for (int k = 0; k < n; k++) buf[k] = body_mass[list[k]];
  return n;
}

void ContactMasses::unpack(int n, int first, const double *buf)
{
  for (int k = 0; k < n; k++) body_mass[first + k] = buf[k];
}

double ContactMasses::inverse_mass(int i) const
{
  if (atom->mask[i] & frozenbits) return 0.0;
  const bool known = i < static_cast<int>(body_mass.size());
  return 1.0 / (known && body_mass[i] > 0.0 ? body_mass[i] : atom->rmass[i]);
}

const double *ContactMasses::update()
{
  const int n = atom->nlocal + atom->nghost;
  if (static_cast<int>(inverse.size()) < n) inverse.resize(atom->nmax);
  if (bodies)
    for (int i = 0; i < n; i++) inverse[i] = inverse_mass(i);
  else {
    const double *rmass = atom->rmass;
    const int *mask = atom->mask;
    double *result = inverse.data();
    for (int i = 0; i < n; i++) result[i] = mask[i] & frozenbits ? 0.0 : 1.0 / rmass[i];
  }
  return inverse.data();
}
