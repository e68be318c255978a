/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "fix_nve_sphere_leapfrog.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "vardem_bodies.h"

#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;
using VARDEM::Quat;
using VARDEM::Step;
using VARDEM::Vec3;

/* ---------------------------------------------------------------------- */

FixNVESphereLeapfrog::FixNVESphereLeapfrog(LAMMPS *lmp, int narg, char **arg) :
    FixNVERotation(lmp, narg, arg), update_quat(false), inertia(VARDEM::INERTIA_BALL)
{
  bool disc = false;
  double inertia_given = 0.0;

  int iarg = 3;
  while (iarg < narg) {
    if (strcmp(arg[iarg], "update") == 0) {
      if (iarg + 2 > narg)
        utils::missing_cmd_args(FLERR, fmt::format("fix {} update", style), error);
      if (strcmp(arg[iarg + 1], "quat") != 0)
        error->all(FLERR, iarg + 1, "Unknown value of keyword update in fix {} command: {}", style,
                   arg[iarg + 1]);
      update_quat = true;
      iarg += 2;
    } else if (strcmp(arg[iarg], "init") == 0) {
      if (iarg + 2 > narg) utils::missing_cmd_args(FLERR, fmt::format("fix {} init", style), error);
      if (!utils::strmatch(arg[iarg + 1], "^d2_"))
        error->all(FLERR, iarg + 1,
                   "Fix {} keyword init needs a fix property/atom array d2_NAME, not {}", style,
                   arg[iarg + 1]);
      init_name = arg[iarg + 1] + 3;
      iarg += 2;
    } else if (strcmp(arg[iarg], "disc") == 0) {
      if (domain->dimension != 2)
        error->all(FLERR, iarg, "Fix {} keyword disc requires a 2d simulation", style);
      disc = true;
      iarg++;
    } else if (strcmp(arg[iarg], "inertia") == 0) {
      if (iarg + 2 > narg)
        utils::missing_cmd_args(FLERR, fmt::format("fix {} inertia", style), error);
      inertia_given = utils::numeric(FLERR, arg[iarg + 1], false, lmp);
      if (!(inertia_given > 0.0) || !std::isfinite(inertia_given))
        error->all(FLERR, iarg + 1, "Fix {} keyword inertia must be > 0, not {}", style,
                   arg[iarg + 1]);
      iarg += 2;
    } else
      iarg = parse_common(iarg, narg, arg);
  }

  if (!init_name.empty() && !update_quat)
    error->all(FLERR, Error::NOPOINTER, "Fix {} keyword init requires keyword update quat", style);
  if (disc) inertia = VARDEM::INERTIA_DISC;
  if (inertia_given > 0.0) inertia = inertia_given;

  if (!atom->radius_flag)
    error->all(FLERR, Error::NOPOINTER, "Fix {} requires atom attribute radius", style);
  if (!atom->rmass_flag)
    error->all(FLERR, Error::NOPOINTER, "Fix {} requires atom attribute rmass", style);
  if (!atom->omega_flag)
    error->all(FLERR, Error::NOPOINTER, "Fix {} requires atom attribute omega", style);
  if (!atom->torque_flag)
    error->all(FLERR, Error::NOPOINTER, "Fix {} requires atom attribute torque", style);

  restart_global = !init_name.empty();
  store_attitude = update_quat && !atom->quat_flag;
  create_store();
}

/* ---------------------------------------------------------------------- */

void FixNVESphereLeapfrog::post_constructor()
{
  if (!init_name.empty() && !init_in_restart_file()) init_attitudes();
  FixNVERotation::post_constructor();
}

/* ----------------------------------------------------------------------
   nothing but the fact that attitudes have been given by keyword init: a run that continues this one must not do it again
------------------------------------------------------------------------- */

void FixNVESphereLeapfrog::write_restart(FILE *fp)
{
  if (comm->me == 0) {
    const int size = sizeof(double);
    const double version = 1.0;
    fwrite(&size, sizeof(int), 1, fp);
    fwrite(&version, sizeof(double), 1, fp);
  }
}

/* ---------------------------------------------------------------------- */

double **FixNVESphereLeapfrog::spins() const
{
  return atom->omega;
}

/* ----------------------------------------------------------------------
   attitudes from a fix property/atom array of four columns, w x y z
------------------------------------------------------------------------- */

void FixNVESphereLeapfrog::init_attitudes()
{
  int is_double, ncol;
  const int index = atom->find_custom(init_name.c_str(), is_double, ncol);
  if (index < 0 || !is_double || ncol != 4)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} keyword init: there is no fix property/atom array d2_{} with 4 columns",
               style, init_name);

  double **given = atom->darray[index];
  double **quat = attitudes(ncol);
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    const Quat q = VARDEM::quat_at(given[i]);
    if (!(norm2(q) > 0.0) || !std::isfinite(norm2(q)))
      error->one(FLERR, Error::NOLASTLINE,
                 "Fix {} keyword init: d2_{} of atom {} is ({} {} {} {}), not a rotation", style,
                 init_name, atom->tag[i], q.w, q.x, q.y, q.z);
    if (domain->dimension == 2 && (q.x != 0.0 || q.y != 0.0))
      error->one(FLERR, Error::NOLASTLINE,
                 "Fix {} keyword init: d2_{} of atom {} is no rotation about z, as 2d requires",
                 style, init_name, atom->tag[i]);
    VARDEM::set_quat_at(quat[i], normalized(q));
  }
}

/* ----------------------------------------------------------------------
   where the attitudes are, and in rows of how many columns
------------------------------------------------------------------------- */

double **FixNVESphereLeapfrog::attitudes(int &ncol) const
{
  ncol = store_attitude ? nstore : NATTITUDE;
  return store_attitude ? store : atom->quat;
}

/* ---------------------------------------------------------------------- */

void FixNVESphereLeapfrog::init()
{
  FixNVERotation::init();

  for (int i = 0; i < atom->nlocal; i++)
    if ((atom->mask[i] & groupbit) && (atom->radius[i] == 0.0))
      error->one(FLERR, Error::NOLASTLINE,
                 "Fix {} requires extended particles, but atom {} has radius 0", style,
                 atom->tag[i]);
}

/* ----------------------------------------------------------------------
   v and omega to t + h/2, x and attitude to t + h
------------------------------------------------------------------------- */

void FixNVESphereLeapfrog::initial_integrate(int /*vflag*/)
{
  use_restarted_forces();
  if (update_quat)
    open_step<true>();
  else
    open_step<false>();
}

/* ---------------------------------------------------------------------- */

template <bool ATTITUDE> void FixNVESphereLeapfrog::open_step()
{
  int ncol;
  double **quat = attitudes(ncol);
  const VardemSpheres spheres(atom, groupbit, ATTITUDE ? quat : nullptr, ncol);
  const Step step = {dtv, dtf};
  const bool planar = domain->dimension == 2;
  const int nlocal = (igroup == atom->firstgroup) ? atom->nfirst : atom->nlocal;

  for (int i = 0; i < nlocal; i++)
    if (spheres.selects(i)) {
      const Vec3 omega = open_sphere(spheres, i, step, inertia);
      if (ATTITUDE)
        spheres.set_q(i, rotated(spheres.q(i), planar ? Vec3{0.0, 0.0, omega.z} : omega, step.h));
    }
}

/* ----------------------------------------------------------------------
   v and omega to t + h
------------------------------------------------------------------------- */

void FixNVESphereLeapfrog::final_integrate()
{
  close_steps((igroup == atom->firstgroup) ? atom->nfirst : atom->nlocal, dtf);
}

/* ---------------------------------------------------------------------- */

void FixNVESphereLeapfrog::close_steps(int n, double half_kick)
{
  const VardemSpheres spheres(atom, groupbit, nullptr, 0);
  const Step step = {dtv, half_kick};

  for (int i = 0; i < n; i++)
    if (spheres.selects(i)) close_sphere(spheres, i, step, inertia);
}
