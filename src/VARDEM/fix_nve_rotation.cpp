// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_nve_rotation.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "group.h"
#include "host/input/keyword_reader.h"
#include "host/lammps/over_processes.h"
#include "host/store/restart.h"
#include "update.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using namespace FixConst;

FixNVERotation::FixNVERotation(LAMMPS *lmp, int /*narg*/, char **arg) :
    WithStore(lmp, arg),
    orientation_table(store.declare("nve/rotation:orientation", 4, 4, {1.0, 0.0, 0.0, 0.0})),
    forces(lmp, store, "nve/rotation:kept")
{
}

// Reads a keyword that all integrators have; false if it is none.
bool FixNVERotation::read_common(KeywordReader &keyword)
{
  if (!keyword.takes_word("restart", "exact")) return false;
  store.use(forces.table());
  return true;
}

// To be called at the end of the constructor of a style: LAMMPS requires that it registers its
// callbacks there.
void FixNVERotation::create_store(bool with_orientations)
{
  if (with_orientations) {
    store.use(orientation_table);
    peratom_flag = 1;
    size_peratom_cols = 4;
    peratom_freq = 1;
  }
  store.show(orientation_table);
  store.attach(this, atom);
  if (forces.in_use())
    for (int i = 0; i < atom->nlocal; i++) forces.set(i);
}

int FixNVERotation::setmask()
{
  // PRE_EXCHANGE: for setup_pre_exchange()
  return IntegratorNVE::setmask() | (forces.in_use() ? PRE_EXCHANGE : 0);
}

void FixNVERotation::init()
{
  IntegratorNVE::init();

  if (forces.in_use() && utils::strmatch(update->integrate_style, "^respa"))
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} keyword restart exact does not work with run_style respa; use run_style "
               "verlet, or leave out the keyword",
               style);

  // a dynamic group may get its atoms during the run

  if (atom->natoms > 0 && !group->dynamic[igroup] && group->count(igroup) == 0 && comm->me == 0)
    error->warning(FLERR, "Fix {} acts on group {}, which has no atoms", style,
                   group->names[igroup]);

  warn_of_dipoles();
  if (forces.in_use()) forces.init(style);
}

void FixNVERotation::warn_of_dipoles() const
{
  if (!atom->mu_flag) return;
  const bigint number = count_atoms(atom, world, [&](int i) {
    return (atom->mask[i] & groupbit) && atom->mu[i][3] > 0.0;
  });
  if (number > 0 && comm->me == 0)
    error->warning(FLERR,
                   "Fix {} does not turn the dipoles of its {} particles that have one; fix "
                   "nve/sphere with keyword update dipole turns those of spheres",
                   style, number);
}

void FixNVERotation::setup_pre_exchange()
{
  if (!forces.start_half_step()) return;
  forces.to_half_step(groupbit, spins());
  close_steps(atom->nlocal, -time_step().half_kick);    // undoes the last half kick
}

int FixNVERotation::nlocal_integrated() const
{
  return (igroup == atom->firstgroup) ? atom->nfirst : atom->nlocal;
}

void FixNVERotation::copy_arrays(int i, int j, int /*delflag*/)
{
  store.copy(i, j);
  if (!forces.in_use()) return;
  forces_to_host();
  std::copy_n(atom->f[i], 3, atom->f[j]);
  std::copy_n(atom->torque[i], 3, atom->torque[j]);
  forces_changed_on_host();
}

void FixNVERotation::set_arrays(int i)
{
  store.set(i);
  if (forces.in_use()) forces.set(i);
}

// LAMMPS does not send forces when an atom goes to another rank, for example in command
// write_restart: this fix does.
int FixNVERotation::pack_exchange(int i, double *buf)
{
  take_forces(i);
  return store.pack(i, buf);
}

int FixNVERotation::unpack_exchange(int nlocal, double *buf)
{
  const int n = store.unpack(nlocal, buf);
  if (forces.in_use()) {
    forces_to_host();
    forces.give(nlocal);
    forces_changed_on_host();
  }
  return n;
}

// Forces that were read and have not been used yet are written again, and so is NaN.
int FixNVERotation::pack_restart(int i, double *buf)
{
  take_forces(i);
  return store.pack_restart(i, buf);
}

void FixNVERotation::take_forces(int i)
{
  if (!forces.in_use()) return;
  forces_to_host();
  forces.take(i);
}

void FixNVERotation::unpack_restart(int nlocal, int nth)
{
  const int tables = read_atom(store, this, error, nlocal, atom->extra[nlocal], nth);
  if (forces.in_use() && (tables & (1 << forces.table()))) forces.arrived();
}
