/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/damping/damping_settings.h"

#include "host/input/arguments.h"
#include "host/cell/cell_flow.h"

#include "atom.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <memory>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Cundall;

/* ---------------------------------------------------------------------- */

void DampingSettings::read_coefficients(LAMMPS *lmp, const char *style, char **arg)
{
  linear = finite_number(arg[3]);
  angular = finite_number(arg[4]);
  const double given[] = {linear, angular};
  for (int k = 0; k < 2; k++)
    if (!(given[k] >= 0.0 && given[k] < 1.0))
      lmp->error->all(FLERR, 3 + k, "Fix {} argument {} must be in [0,1): {}", style,
                      k ? "GA" : "GL", arg[3 + k]);
}

/* ---------------------------------------------------------------------- */

void DampingSettings::read_scale(LAMMPS *lmp, const char *style, int iarg, char **arg)
{
  const int ntypes = lmp->atom->ntypes;
  const std::unique_ptr<char[]> number(
      utils::expand_type(FLERR, arg[iarg + 1], Atom::ATOM, lmp));
  const int itype = positive_integer(number ? number.get() : arg[iarg + 1]);
  if (itype < 1 || itype > ntypes)
    lmp->error->all(FLERR, iarg + 1, "Fix {} keyword scale: the atom type {} does not exist", style,
                    arg[iarg + 1]);
  const double value = finite_number(arg[iarg + 2]);
  if (!(value >= 0.0))
    lmp->error->all(FLERR, iarg + 2,
                    "Fix {} keyword scale: the ratio for atom type {} must be >= 0: {}", style,
                    arg[iarg + 1], arg[iarg + 2]);
  if (ratio.empty()) ratio.assign(ntypes + 1, 1.0);
  ratio[itype] = value;
}

/* ---------------------------------------------------------------------- */

void DampingSettings::check(LAMMPS *lmp, const char *style) const
{
  Error *const error = lmp->error;
  const Atom *const atom = lmp->atom;
  for (std::size_t itype = 1; itype < ratio.size(); itype++)
    for (const double lambda : {linear, angular})
      if (!(lambda * ratio[itype] < 1.0))
        error->all(
            FLERR, Error::NOPOINTER,
            "Fix {} keyword scale: for atom type {} the damping is {} times {}, which is not in "
            "[0,1); choose a smaller ratio",
            style, itype, lambda, ratio[itype]);

  if (angular == 0.0) return;
  if (!atom->torque_flag || !(atom->omega_flag || atom->angmom_flag))
    error->all(FLERR, Error::NOPOINTER,
               "Fix {} with GA > 0 needs atoms with a torque, and with omega or angmom, which atom "
               "style {} does not have; GA = 0 damps forces only",
               style, lmp->atom->get_style());
  if (atom->line_flag || atom->tri_flag || atom->body_flag ||
      !(atom->ellipsoid_flag || atom->radius_flag))
    error->all(FLERR, Error::NOPOINTER,
               "Fix {} with GA > 0 damps torques on spheres and ellipsoids only, and not in atom "
               "style {}; GA = 0 damps forces only",
               style, lmp->atom->get_style());
}

/* ---------------------------------------------------------------------- */

double DampingSettings::step_divisor() const
{
  const double largest = ratio.empty() ? 1.0 : *std::max_element(ratio.begin(), ratio.end());
  return form == Cundall::REGULAR ? 0.0 : std::max(linear, angular) * std::max(largest, 0.0);
}

/* ---------------------------------------------------------------------- */

TurningOfAtoms DampingSettings::turning(const Atom *atom) const
{
  if (angular == 0.0) return {Turning::NONE, Turning::NONE};
  return {atom->ellipsoid_flag ? Turning::ROTOR : Turning::NONE,
          atom->radius_flag && atom->omega_flag ? Turning::SPHERE : Turning::NONE};
}

/* ---------------------------------------------------------------------- */

CundallStep DampingSettings::step(LAMMPS *lmp, int groupbit, const ByGroup<double> &inertia,
                                  bool midstep) const
{
  const double h = lmp->update->dt, ftm2v = lmp->force->ftm2v;
  CundallStep s;
  s.form = form;
  s.spares = !gravity_damped;
  s.law = {groupbit,
           skipbit,
           linear,
           angular,
           ratio.empty() ? nullptr : ratio.data(),
           inertia,
           midstep ? VARDEM::damping_in_step(h, ftm2v)
                   : VARDEM::damping_before_steps(form, h, ftm2v)};
  s.flows = peculiar && velocities_flow(lmp->domain);
  if (s.flows) {
    const VARDEM::Flow flow = midstep ? midstep_flow(lmp->domain, h) : on_step_flow(lmp).flow;
    s.flow = {flow, spin(flow.L), midstep ? h : 0.0};
  }
  return s;
}
