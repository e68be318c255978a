/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "min_contact_newton.h"

#include "atom.h"
#include "fix_contact_minimizer.h"
#include "modify.h"
#include "output.h"
#include "timer.h"
#include "update.h"

#include <cmath>

using namespace LAMMPS_NS;

/* ---------------------------------------------------------------------- */

MinContactNewton::MinContactNewton(LAMMPS *lmp) : Min(lmp) {}

/* ----------------------------------------------------------------------
   Min::init() makes a fix with this ID that is not needed here, and Min::cleanup() deletes it. This one takes its place, so that it lives as
   long as the minimization.
------------------------------------------------------------------------- */

void MinContactNewton::init()
{
  const std::string id = "MINIMIZE";
  Min::init();
  modify->delete_fix(id);
  fix_minimize = nullptr;
  const std::string style = FixContactMinimizer::style_in(modify);
  fix = dynamic_cast<FixContactMinimizer *>(modify->add_fix(id + " all " + style));
}

/* ---------------------------------------------------------------------- */

void MinContactNewton::reset_vectors()
{
  nvec = 3 * atom->nlocal;
  xvec = nvec ? atom->x[0] : nullptr;
  fvec = nvec ? atom->f[0] : nullptr;
}

/* ---------------------------------------------------------------------- */

int MinContactNewton::iterate(int maxiter)
{
  int in_a_row = 0;    // loads may depend on positions, so one equilibrium is not the end
  for (int iter = 0; iter < maxiter; iter++) {
    if (timer->check_timeout(niter)) return TIMEOUT;
    const bigint ntimestep = ++update->ntimestep;
    niter++;
    eprevious = ecurrent;
    in_a_row = fix->advance() ? in_a_row + 1 : 0;
    ecurrent = energy_force(0);
    neval += fix->newton_steps() + 1;
    if (forces_are_small()) return FTOL;
    if (in_a_row > 1) return ZEROFORCE;
    if (neval >= update->max_eval) return MAXEVAL;
    if (output->next == ntimestep) {
      timer->stamp();
      output->write(ntimestep);
      timer->stamp(Timer::OUTPUT);
    }
  }
  return MAXITER;
}

/* ---------------------------------------------------------------------- */

bool MinContactNewton::forces_are_small()
{
  if (!(update->ftol > 0.0)) return false;
  const double square = normstyle == MAX ? fnorm_max()
      : normstyle == INF                 ? fnorm_inf()
                                         : fnorm_sqr();
  return square < update->ftol * update->ftol;
}
