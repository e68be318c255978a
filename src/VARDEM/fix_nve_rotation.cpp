/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "fix_nve_rotation.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "group.h"
#include "memory.h"
#include "modify.h"
#include "update.h"

#include <cmath>
#include <cstring>
#include <limits>

using namespace LAMMPS_NS;

// content of a block of per-atom restart data

enum { ATTITUDE = 1 << 0, FORCE = 1 << 1 };

/* ---------------------------------------------------------------------- */

FixNVERotation::FixNVERotation(LAMMPS *lmp, int /*narg*/, char **arg) :
    FixNVE(lmp, 3, arg), store(nullptr), nstore(0), store_attitude(false), restart_exact(false), restarted_forces(false)
{
}

/* ---------------------------------------------------------------------- */

FixNVERotation::~FixNVERotation()
{
  if (copymode) return;
  if (nstore) {
    atom->delete_callback(id, Atom::GROW);
    atom->delete_callback(id, Atom::RESTART);
  }
  memory->destroy(store);
}

/* ----------------------------------------------------------------------
   keywords of all integrators; returns the index behind the keyword read
------------------------------------------------------------------------- */

int FixNVERotation::parse_common(int iarg, int narg, char **arg)
{
  if (strcmp(arg[iarg], "restart") == 0) {
    if (iarg + 2 > narg) utils::missing_cmd_args(FLERR, fmt::format("fix {} restart", style), error);
    if (strcmp(arg[iarg + 1], "exact") != 0)
      error->all(FLERR, iarg + 1, "Unknown value of keyword restart in fix {} command: {}", style, arg[iarg + 1]);
    restart_exact = true;
    return iarg + 2;
  }
  error->all(FLERR, iarg, "Unknown keyword in fix {} command: {}", style, arg[iarg]);
  return narg;
}

/* ----------------------------------------------------------------------
   to be called at the end of the constructor of a style, where LAMMPS wants its callbacks to be registered
------------------------------------------------------------------------- */

void FixNVERotation::create_store()
{
  nstore = (store_attitude ? NATTITUDE : 0) + (restart_exact ? NFORCE : 0);
  if (nstore == 0) return;

  restart_peratom = 1;
  create_attribute = 1;
  maxexchange = nstore;
  if (store_attitude) {
    peratom_flag = 1;
    size_peratom_cols = NATTITUDE;
    peratom_freq = 1;
  }

  FixNVERotation::grow_arrays(atom->nmax);
  for (int i = 0; i < atom->nlocal; i++) FixNVERotation::set_arrays(i);
  atom->add_callback(Atom::GROW);
  atom->add_callback(Atom::RESTART);
}

/* ---------------------------------------------------------------------- */

void FixNVERotation::post_constructor()
{
  if (nstore) restart_from_suffixed();
}

/* ----------------------------------------------------------------------
   LAMMPS hands per-atom restart data to a fix of the very same style only.
   Data written by the other one of style and style/kk is as good: take it.
------------------------------------------------------------------------- */

void FixNVERotation::restart_from_suffixed()
{
  struct Stored : public Modify {    // names of protected members of Modify
    static char **ids(const Modify *m) { return m->*(&Stored::id_restart_peratom); }
    static char **styles(const Modify *m) { return m->*(&Stored::style_restart_peratom); }
    static int index(const Modify *m, int i) { return (m->*(&Stored::index_restart_peratom))[i]; }
    static int *used(const Modify *m) { return m->*(&Stored::used_restart_peratom); }
  };

  auto plain = [](const std::string &name) { return name.substr(0, name.find("/kk")); };

  for (int n = 0; n < modify->nfix_restart_peratom; n++) {
    const char *stored = Stored::styles(modify)[n];
    if ((strcmp(Stored::ids(modify)[n], id) != 0) || (strcmp(stored, style) == 0) || (plain(stored) != plain(style)))
      continue;
    Stored::used(modify)[n] = 1;
    for (int i = 0; i < atom->nlocal; i++) unpack_restart(i, Stored::index(modify, n));
    if (comm->me == 0)
      utils::logmesg(lmp, "Resetting peratom fix info of fix {} {} from data of style {} in restart file\n", id, style, stored);
  }
}

/* ---------------------------------------------------------------------- */

void FixNVERotation::init()
{
  FixNVE::init();

  if (restart_exact && utils::strmatch(update->integrate_style, "^respa"))
    error->all(FLERR, Error::NOLASTLINE, "Fix {} keyword restart exact is not available with run_style respa", style);

  if (group->count(igroup) == 0 && comm->me == 0)
    error->warning(FLERR, "Fix {} acts on group {}, which has no atoms", style, group->names[igroup]);

  // all ranks or none use the forces that were read: atoms move between ranks before the first step.
  // A minimization leaves other positions than those of these forces.

  if (restart_exact) {
    int any = restarted_forces && (update->whichflag != 2);
    MPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_MAX, world);
    restarted_forces = any;
  }
}

/* ---------------------------------------------------------------------- */

void FixNVERotation::use_restarted_forces()
{
  if (!restarted_forces) return;
  restarted_forces = false;

  for (int i = 0; i < atom->nlocal; i++) {
    const double *const read = store[i] + first_force();
    if (!(atom->mask[i] & groupbit) || std::isnan(read[0])) continue;
    memcpy(atom->f[i], read, 3 * sizeof(double));
    memcpy(atom->torque[i], read + 3, 3 * sizeof(double));
  }
}

/* ---------------------------------------------------------------------- */

double FixNVERotation::memory_usage()
{
  return (double) atom->nmax * nstore * sizeof(double);
}

/* ---------------------------------------------------------------------- */

void FixNVERotation::grow_arrays(int nmax)
{
  memory->grow(store, nmax, nstore, "nve/rotation:store");
  if (store_attitude) array_atom = store;
}

/* ---------------------------------------------------------------------- */

void FixNVERotation::copy_arrays(int i, int j, int /*delflag*/)
{
  memcpy(store[j], store[i], nstore * sizeof(double));
}

/* ----------------------------------------------------------------------
   body axes along the axes of space; no forces from a restart file
------------------------------------------------------------------------- */

void FixNVERotation::set_arrays(int i)
{
  if (store_attitude) {
    store[i][0] = 1.0;
    for (int k = 1; k < NATTITUDE; k++) store[i][k] = 0.0;
  }
  if (restart_exact)
    for (int k = 0; k < NFORCE; k++) store[i][first_force() + k] = std::numeric_limits<double>::quiet_NaN();
}

/* ---------------------------------------------------------------------- */

int FixNVERotation::pack_exchange(int i, double *buf)
{
  memcpy(buf, store[i], nstore * sizeof(double));
  return nstore;
}

/* ---------------------------------------------------------------------- */

int FixNVERotation::unpack_exchange(int nlocal, double *buf)
{
  memcpy(store[nlocal], buf, nstore * sizeof(double));
  return nstore;
}

/* ----------------------------------------------------------------------
   size, content, data. Forces that were read and not used yet go out again.
------------------------------------------------------------------------- */

int FixNVERotation::pack_restart(int i, double *buf)
{
  int m = 0;
  buf[m++] = size_restart(i);
  buf[m++] = ubuf((store_attitude ? ATTITUDE : 0) | (restart_exact ? FORCE : 0)).d;
  if (store_attitude)
    for (int k = 0; k < NATTITUDE; k++) buf[m++] = store[i][k];
  if (restart_exact) {
    const double *const read = store[i] + first_force();
    const bool pending = restarted_forces && !std::isnan(read[0]);
    for (int k = 0; k < 3; k++) buf[m++] = pending ? read[k] : atom->f[i][k];
    for (int k = 0; k < 3; k++) buf[m++] = pending ? read[3 + k] : atom->torque[i][k];
  }
  return m;
}

/* ----------------------------------------------------------------------
   takes what both the file and this fix have
------------------------------------------------------------------------- */

void FixNVERotation::unpack_restart(int nlocal, int nth)
{
  const double *const extra = atom->extra[nlocal];
  int m = 0;
  for (int i = 0; i < nth; i++) m += static_cast<int>(extra[m]);
  m++;

  const int content = (int) ubuf(extra[m++]).i;
  if (content & ATTITUDE) {
    if (store_attitude)
      for (int k = 0; k < NATTITUDE; k++) store[nlocal][k] = extra[m + k];
    m += NATTITUDE;
  }
  if ((content & FORCE) && restart_exact) {
    for (int k = 0; k < NFORCE; k++) store[nlocal][first_force() + k] = extra[m + k];
    restarted_forces = true;
  }
}

/* ---------------------------------------------------------------------- */

int FixNVERotation::size_restart(int /*i*/)
{
  return 2 + nstore;
}

/* ---------------------------------------------------------------------- */

int FixNVERotation::maxsize_restart()
{
  return 2 + nstore;
}
