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
using namespace FixConst;

namespace {

// Bits that say what a block of per-atom restart data contains

enum { ATTITUDE = 1 << 0, FORCE = 1 << 1 };

constexpr std::size_t THREE = 3 * sizeof(double);

/** Access to protected members of Modify: the data that LAMMPS has read from a restart file for fixes that are not defined
 *  yet. */
struct RestartFile : public Modify {
  static char **global_ids(const Modify *m) { return m->*(&RestartFile::id_restart_global); }
  static char **global_styles(const Modify *m) { return m->*(&RestartFile::style_restart_global); }
  static char **peratom_ids(const Modify *m) { return m->*(&RestartFile::id_restart_peratom); }
  static char **peratom_styles(const Modify *m)
  {
    return m->*(&RestartFile::style_restart_peratom);
  }
  static int *peratom_index(const Modify *m) { return m->*(&RestartFile::index_restart_peratom); }
  static int *peratom_used(const Modify *m) { return m->*(&RestartFile::used_restart_peratom); }
};

/** Name of a style without /kk, /kk/host, /kk/device. */
std::string plain(const std::string &style)
{
  return style.substr(0, style.find("/kk"));
}

}    // namespace

/* ---------------------------------------------------------------------- */

FixNVERotation::FixNVERotation(LAMMPS *lmp, int /*narg*/, char **arg) :
    FixNVE(lmp, 3, arg), attitude(nullptr), kept(nullptr), nstore(0), store_attitude(false),
    restart_exact(false), restarted_forces(false), at_midstep(false), restart_step(-1)
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
  memory->destroy(attitude);
  memory->destroy(kept);
}

/* ----------------------------------------------------------------------
   reads a keyword that all integrators have; returns the index behind it
------------------------------------------------------------------------- */

int FixNVERotation::parse_common(int iarg, int narg, char **arg)
{
  if (strcmp(arg[iarg], "restart") == 0) {
    if (iarg + 2 > narg)
      utils::missing_cmd_args(FLERR, fmt::format("fix {} restart", style), error);
    if (strcmp(arg[iarg + 1], "exact") != 0)
      error->all(FLERR, iarg + 1, "Fix {} keyword restart has no value {}; use exact", style,
                 arg[iarg + 1]);
    restart_exact = true;
    return iarg + 2;
  }
  error->all(FLERR, iarg, "Unknown keyword in fix {} command: {}", style, arg[iarg]);
  return narg;
}

/* ----------------------------------------------------------------------
   to be called at the end of the constructor of a style: LAMMPS requires that it registers its callbacks there
------------------------------------------------------------------------- */

void FixNVERotation::create_store()
{
  nstore = (store_attitude ? NATTITUDE : 0) + (restart_exact ? NKEPT : 0);
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
   LAMMPS hands per-atom restart data only to a fix of exactly the same style.
   Data of style/kk fits style, and the other way round: takes it.
------------------------------------------------------------------------- */

void FixNVERotation::restart_from_suffixed()
{
  for (int n = 0; n < modify->nfix_restart_peratom; n++) {
    const char *stored = RestartFile::peratom_styles(modify)[n];
    if ((strcmp(RestartFile::peratom_ids(modify)[n], id) != 0) || (strcmp(stored, style) == 0) ||
        (plain(stored) != plain(style)))
      continue;
    RestartFile::peratom_used(modify)[n] = 1;
    for (int i = 0; i < atom->nlocal; i++) unpack_restart(i, RestartFile::peratom_index(modify)[n]);
    if (comm->me == 0)
      utils::logmesg(
          lmp, "Resetting peratom fix info of fix {} {} from data of style {} in restart file\n",
          id, style, stored);
  }
}

/* ----------------------------------------------------------------------
   true if a restart file was read that was written with this fix and its keyword init
------------------------------------------------------------------------- */

bool FixNVERotation::init_in_restart_file() const
{
  for (int n = 0; n < modify->nfix_restart_global; n++)
    if ((strcmp(RestartFile::global_ids(modify)[n], id) == 0) &&
        (plain(RestartFile::global_styles(modify)[n]) == plain(style)))
      return true;
  return false;
}

/* ---------------------------------------------------------------------- */

int FixNVERotation::setmask()
{
  return FixNVE::setmask() | (restart_exact ? PRE_EXCHANGE : 0);    // for setup_pre_exchange()
}

/* ---------------------------------------------------------------------- */

void FixNVERotation::init()
{
  FixNVE::init();

  if (restart_exact && utils::strmatch(update->integrate_style, "^respa"))
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} keyword restart exact does not work with run_style respa; use run_style "
               "verlet, or leave out the keyword",
               style);

  // a dynamic group may get its atoms during the run

  if (atom->natoms > 0 && !group->dynamic[igroup] && group->count(igroup) == 0 && comm->me == 0)
    error->warning(FLERR, "Fix {} acts on group {}, which has no atoms", style,
                   group->names[igroup]);

  // Atoms move between ranks before the first step, so either all ranks use the forces that were read, or none does.
  // After a minimization, or at another time step, the forces do not belong to the positions.

  if (restart_exact) {
    bigint step = restarted_forces ? restart_step : -1;
    MPI_Allreduce(MPI_IN_PLACE, &step, 1, MPI_LMP_BIGINT, MPI_MAX, world);
    restart_step = step;
    restarted_forces = (step >= 0) && (update->whichflag != 2);
    if (restarted_forces && update->ntimestep != step) {
      restarted_forces = false;
      if (comm->me == 0)
        error->warning(FLERR,
                       "Fix {} keyword restart exact: the forces of the restart file belong to "
                       "step {}, but the run starts at step {}. The fix does not use them",
                       style, step, update->ntimestep);
    }
  }
}

/* ----------------------------------------------------------------------
   true in a run that continues from the restart file, false if LAMMPS sets up for another purpose or time step
------------------------------------------------------------------------- */

bool FixNVERotation::forces_are_due(bigint step) const
{
  return restarted_forces && (update->whichflag == 1) && (step == restart_step);
}

/* ----------------------------------------------------------------------
   sets velocities back to the half step, from which the forces of the file were computed, before ghost atoms get theirs
------------------------------------------------------------------------- */

void FixNVERotation::setup_pre_exchange()
{
  if (at_midstep || !forces_are_due(update->ntimestep)) return;
  at_midstep = true;

  double **spin = spins();
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    double *const force = kept[i];
    double *const velocity = force + NFORCE;
    memcpy(velocity, atom->v[i], THREE);
    memcpy(velocity + 3, spin[i], THREE);
    const bool known = !std::isnan(force[0]);
    for (int k = 0; k < 3; k++) {
      atom->f[i][k] = known ? force[k] : 0.0;
      atom->torque[i][k] = known ? force[3 + k] : 0.0;
    }
  }

  close_steps(atom->nlocal, -dtf);    // undoes the last half kick
}

/* ---------------------------------------------------------------------- */

void FixNVERotation::setup(int /*vflag*/)
{
  if (!restart_exact) return;

  if (at_midstep) {
    double **spin = spins();
    for (int i = 0; i < atom->nlocal; i++) {
      if (!(atom->mask[i] & groupbit)) continue;
      const double *const velocity = kept[i] + NFORCE;
      memcpy(atom->v[i], velocity, THREE);
      memcpy(spin[i], velocity + 3, THREE);
    }
    at_midstep = false;
  }

  // from now on every atom has a force

  if (!restarted_forces)
    for (int i = 0; i < atom->nlocal; i++) kept[i][0] = 0.0;
}

/* ---------------------------------------------------------------------- */

void FixNVERotation::use_restarted_forces()
{
  if (!restarted_forces) return;
  const bool due = forces_are_due(update->ntimestep - 1);
  restarted_forces = false;

  for (int i = 0; i < atom->nlocal; i++) {
    double *const force = kept[i];
    if (due && (atom->mask[i] & groupbit) && !std::isnan(force[0])) {
      memcpy(atom->f[i], force, THREE);
      memcpy(atom->torque[i], force + 3, THREE);
    }
    force[0] = 0.0;    // not NaN: from now on it has a force
  }
}

/* ---------------------------------------------------------------------- */

int FixNVERotation::nlocal_integrated() const
{
  return (igroup == atom->firstgroup) ? atom->nfirst : atom->nlocal;
}

/* ----------------------------------------------------------------------
   takes v and spin to t + h
------------------------------------------------------------------------- */

void FixNVERotation::final_integrate()
{
  close_steps(nlocal_integrated(), dtf);
}

/* ---------------------------------------------------------------------- */

double FixNVERotation::memory_usage()
{
  return (double) atom->nmax * nstore * sizeof(double);
}

/* ---------------------------------------------------------------------- */

void FixNVERotation::grow_arrays(int nmax)
{
  if (store_attitude) {
    memory->grow(attitude, nmax, NATTITUDE, "nve/rotation:attitude");
    array_atom = attitude;
  }
  if (restart_exact) memory->grow(kept, nmax, NKEPT, "nve/rotation:kept");
}

/* ---------------------------------------------------------------------- */

void FixNVERotation::copy_arrays(int i, int j, int /*delflag*/)
{
  if (store_attitude) memcpy(attitude[j], attitude[i], NATTITUDE * sizeof(double));
  if (restart_exact) {
    memcpy(kept[j], kept[i], NKEPT * sizeof(double));
    memcpy(atom->f[j], atom->f[i], THREE);
    memcpy(atom->torque[j], atom->torque[i], THREE);
  }
}

/* ----------------------------------------------------------------------
   a new atom has its body axes along the axes of space. It has no force; in a run LAMMPS computes one before it is needed
------------------------------------------------------------------------- */

void FixNVERotation::set_arrays(int i)
{
  if (store_attitude)
    for (int k = 0; k < NATTITUDE; k++) attitude[i][k] = (k == 0) ? 1.0 : 0.0;
  if (restart_exact) {
    for (int k = 0; k < NKEPT; k++) kept[i][k] = 0.0;
    if (update->whichflag != 1 || restarted_forces)
      kept[i][0] = std::numeric_limits<double>::quiet_NaN();
  }
}

/* ----------------------------------------------------------------------
   LAMMPS does not send forces when an atom goes to another rank, for example in command write_restart: this fix does
------------------------------------------------------------------------- */

int FixNVERotation::pack_exchange(int i, double *buf)
{
  int m = 0;
  if (store_attitude)
    for (int k = 0; k < NATTITUDE; k++) buf[m++] = attitude[i][k];
  if (restart_exact) {
    double *const force = kept[i];
    if (!restarted_forces && !std::isnan(force[0])) {
      memcpy(force, atom->f[i], THREE);
      memcpy(force + 3, atom->torque[i], THREE);
    }
    for (int k = 0; k < NKEPT; k++) buf[m++] = kept[i][k];
  }
  return m;
}

/* ---------------------------------------------------------------------- */

int FixNVERotation::unpack_exchange(int nlocal, double *buf)
{
  int m = 0;
  if (store_attitude)
    for (int k = 0; k < NATTITUDE; k++) attitude[nlocal][k] = buf[m++];
  if (restart_exact) {
    double *const force = kept[nlocal];
    for (int k = 0; k < NKEPT; k++) kept[nlocal][k] = buf[m++];
    if (!restarted_forces && !std::isnan(force[0])) {
      memcpy(atom->f[nlocal], force, THREE);
      memcpy(atom->torque[nlocal], force + 3, THREE);
    }
  }
  return m;
}

/* ----------------------------------------------------------------------
   writes size, content and data. Forces that were read and have not been used yet are written again, and so is NaN.
------------------------------------------------------------------------- */

int FixNVERotation::pack_restart(int i, double *buf)
{
  int m = 0;
  buf[m++] = size_restart(i);
  buf[m++] = ubuf((store_attitude ? ATTITUDE : 0) | (restart_exact ? FORCE : 0)).d;
  if (store_attitude)
    for (int k = 0; k < NATTITUDE; k++) buf[m++] = attitude[i][k];
  if (restart_exact) {
    const double *const force = kept[i];
    const bool is_kept = restarted_forces || std::isnan(force[0]);
    memcpy(buf + m, is_kept ? force : atom->f[i], THREE);
    memcpy(buf + m + 3, is_kept ? force + 3 : atom->torque[i], THREE);
    m += NFORCE;
  }
  return m;
}

/* ----------------------------------------------------------------------
   reads what both the file and this fix have, if the size fits the content that the file declares
------------------------------------------------------------------------- */

void FixNVERotation::unpack_restart(int nlocal, int nth)
{
  const double *const extra = atom->extra[nlocal];
  int m = 0;
  for (int i = 0; i < nth; i++) m += static_cast<int>(extra[m]);

  const int size = static_cast<int>(extra[m++]);
  const int content = (size >= 2) ? (int) ubuf(extra[m++]).i : -1;
  const int expected =
      2 + ((content & ATTITUDE) ? NATTITUDE : 0) + ((content & FORCE) ? NFORCE : 0);
  if (content < 0 || (content & ~(ATTITUDE | FORCE)) || size != expected)
    error->one(FLERR, Error::NOLASTLINE,
               "Fix {}: the restart file has data of fix {} that this version of VARDEM cannot "
               "read. Read it with the version that wrote it, or give the fix another ID",
               style, id);

  if (content & ATTITUDE) {
    if (store_attitude)
      for (int k = 0; k < NATTITUDE; k++) attitude[nlocal][k] = extra[m + k];
    m += NATTITUDE;
  }
  if ((content & FORCE) && restart_exact) {
    for (int k = 0; k < NFORCE; k++) kept[nlocal][k] = extra[m + k];
    restarted_forces = true;
    restart_step = update->ntimestep;
  }
}

/* ---------------------------------------------------------------------- */

int FixNVERotation::size_restart(int /*i*/)
{
  return maxsize_restart();
}

/* ---------------------------------------------------------------------- */

int FixNVERotation::maxsize_restart()
{
  return 2 + (store_attitude ? NATTITUDE : 0) + (restart_exact ? NFORCE : 0);
}
