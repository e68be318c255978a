// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_nve_asphere_variational.h"

#include "atom.h"
#include "domain.h"
#include "host/atoms/atom_accessors.h"
#include "host/input/citations.h"
#include "host/input/keyword_reader.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Step;

FixNVEAsphereVariational::FixNVEAsphereVariational(LAMMPS *lmp, int narg, char **arg) :
    FixNVEAsphereRotation(lmp, narg, arg), variational(lmp), first_step(false)
{
  cite(lmp, {Paper::LEE_LEOK, Paper::BAKER_GONZALEZ, Paper::HAIRER_VILMART});
  read_keywords(lmp, fmt::format("Fix {}", style), 3, narg, arg, [this](KeywordReader &keyword) {
    return variational.read(keyword) || read_common(keyword);
  });

  create_asphere_store();
}

// Calls f with the accessor of the particles.
template <class F> auto FixNVEAsphereVariational::with_bodies(const F &f) const
{
  const bool planar = domain->dimension == 2;
  return are_superellipsoids(atom) ? f(Ellipsoids(atom, groupbit, bonus_super(avec), planar))
                                   : f(Ellipsoids(atom, groupbit, avec->bonus, planar));
}

void FixNVEAsphereVariational::init()
{
  FixNVEAsphereRotation::init();

  with_bodies([this](const auto &bodies) {
    for (int i = 0; i < atom->nlocal; i++)
      if (bodies.selects(i))
        variational.check_inertia(style, fmt::format("atom {}", atom->tag[i]), bodies.inertia(i));
  });
}

void FixNVEAsphereVariational::setup(int vflag)
{
  FixNVEAsphereRotation::setup(vflag);
  variational.start_checks();
  first_step = true;
  check_convergence();
}

// setup() ran before those of fixes that are defined later, and their torques were missing then.
void FixNVEAsphereVariational::check_first_step()
{
  if (first_step) check_convergence();
  first_step = false;
}

// Takes v and angular momentum to t + h/2, x and orientation to t + h.
void FixNVEAsphereVariational::initial_integrate(int /*vflag*/)
{
  use_restarted_forces();
  check_first_step();
  const OwnedAtoms range = {groupbit, nlocal_integrated(), domain->dimension == 2};
  const Step step = time_step();
  with_rotation([&](const auto &rotate, const auto &rotate_all) {
    open_ellipsoid_blocks(atom, avec, range, step, rotate, rotate_all);
  });
}

void FixNVEAsphereVariational::final_integrate()
{
  FixNVEAsphereRotation::final_integrate();
  if (variational.check_due()) check_convergence();
}

// Checks the residual of the step that would start now.
void FixNVEAsphereVariational::check_convergence()
{
  judge(with_bodies([this](const auto &bodies) {
    return worst_residual(bodies, nlocal_integrated(), variational.rotation_step(), variational);
  }));
}

// i: the atom whose next step has the largest residual, -1 if all residuals are small.
void FixNVEAsphereVariational::judge(int i)
{
  if (i < 0) return;
  with_bodies([this, i](const auto &bodies) {
    const Step step = variational.rotation_step();
    variational.judge(style, fmt::format("atom {}", atom->tag[i]), bodies.q(i),
                      next_momentum(bodies, i, step), bodies.inertia(i), step.h);
  });
}
