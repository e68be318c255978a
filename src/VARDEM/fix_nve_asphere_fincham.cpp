/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "fix_nve_asphere_fincham.h"

#include "atom.h"
#include "domain.h"
#include "error.h"
#include "vardem_bodies.h"
#include "vardem_rotations.h"

#include <algorithm>
#include <cstring>

using namespace LAMMPS_NS;
using VARDEM::LANES;
using VARDEM::Step;

/* ---------------------------------------------------------------------- */

FixNVEAsphereFincham::FixNVEAsphereFincham(LAMMPS *lmp, int narg, char **arg) :
    FixNVERotation(lmp, narg, arg), half(ORIENT), avec(nullptr)
{
  int iarg = 3;
  while (iarg < narg) {
    if (strcmp(arg[iarg], "half") == 0) {
      if (iarg + 2 > narg) utils::missing_cmd_args(FLERR, fmt::format("fix {} half", style), error);
      if (strcmp(arg[iarg + 1], "orient") == 0)
        half = ORIENT;
      else if (strcmp(arg[iarg + 1], "current") == 0)
        half = CURRENT;
      else
        error->all(FLERR, iarg + 1, "Unknown value of keyword half in fix {} command: {}", style,
                   arg[iarg + 1]);
      iarg += 2;
    } else
      iarg = parse_common(iarg, narg, arg);
  }

  avec = dynamic_cast<AtomVecEllipsoid *>(atom->style_match("ellipsoid"));
  if (!avec) error->all(FLERR, Error::NOPOINTER, "Fix {} requires atom style ellipsoid", style);
  if (!atom->angmom_flag)
    error->all(FLERR, Error::NOPOINTER, "Fix {} requires atom attribute angmom", style);
  if (!atom->torque_flag)
    error->all(FLERR, Error::NOPOINTER, "Fix {} requires atom attribute torque", style);

  create_store();
}

/* ---------------------------------------------------------------------- */

void FixNVEAsphereFincham::init()
{
  FixNVERotation::init();

  for (int i = 0; i < atom->nlocal; i++)
    if ((atom->mask[i] & groupbit) && (atom->ellipsoid[i] < 0))
      error->one(FLERR, Error::NOLASTLINE,
                 "Fix {} requires extended particles, but atom {} is a point", style, atom->tag[i]);
}

/* ---------------------------------------------------------------------- */

double **FixNVEAsphereFincham::spins() const
{
  return atom->angmom;
}

/* ----------------------------------------------------------------------
   v and angular momentum to t + h/2, x and attitude to t + h
------------------------------------------------------------------------- */

void FixNVEAsphereFincham::initial_integrate(int /*vflag*/)
{
  use_restarted_forces();
  if (atom->superellipsoid_flag)
    open_steps(avec->bonus_super);
  else
    open_steps(avec->bonus);
}

/* ---------------------------------------------------------------------- */

template <class Bonus> void FixNVEAsphereFincham::open_steps(Bonus *bonus)
{
  const VardemEllipsoids<Bonus> bodies(atom, groupbit, bonus, domain->dimension == 2);
  const Step step = {dtv, dtf};
  const int nlocal = (igroup == atom->firstgroup) ? atom->nfirst : atom->nlocal;

  for (int i = 0; i < nlocal; i += LANES)
    if (half == ORIENT)
      VARDEM::open_steps(bodies, i, std::min(i + LANES, nlocal), step, VARDEM::FinchamOrient(),
                         vardem_rotate_fincham_orient);
    else
      VARDEM::open_steps(bodies, i, std::min(i + LANES, nlocal), step, VARDEM::FinchamCurrent(),
                         vardem_rotate_fincham_current);
}

/* ----------------------------------------------------------------------
   v and angular momentum to t + h
------------------------------------------------------------------------- */

void FixNVEAsphereFincham::final_integrate()
{
  close_steps((igroup == atom->firstgroup) ? atom->nfirst : atom->nlocal, dtf);
}

/* ---------------------------------------------------------------------- */

void FixNVEAsphereFincham::close_steps(int n, double half_kick)
{
  const VardemEllipsoids<AtomVecEllipsoid::Bonus> bodies(atom, groupbit, nullptr, false);
  const Step step = {dtv, half_kick};

  for (int i = 0; i < n; i++)
    if (bodies.selects(i)) close_step(bodies, i, step);
}
