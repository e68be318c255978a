// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/dynamics/grain_steps.h"

#include "atom.h"
#include "error.h"
#include "fix.h"
#include "host/dynamics/step_checks.h"
#include "host/interfaces/integrators.h"
#include "modify.h"
#include "neighbor.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

GrainSteps::GrainSteps(LAMMPS *lmp, Fix *fix_in) :
    Pointers(lmp), fix(fix_in), rules(lmp, fix_in), messages(lmp, fix_in), motion(lmp, fix_in)
{
}

void GrainSteps::start_run()
{
  motion.start();
  const bool one_group = moved_bits(fix) == fix->groupbit;
  step.gravity_fields = acting_gravity_fields(lmp, one_group ? fix->groupbit : 0);
  looked = neighbor->lastcall;
  find_diameters();
  rules.update();
  step.h = 0.0;
}

void GrainSteps::start_step(double h)
{
  messages.start_clock();
  motion.start_step();
  look_at_particles();
  find_held();
  step.h = h;
  rules.update();
}

void GrainSteps::require_finite(double not_finite) const
{
  if (not_finite > 0.0)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {}: the velocity or the force of {:.0f} particles is not a finite number; look "
               "at the fixes that set forces, and at the time step",
               fix->style, not_finite);
}

// Particles may have come with new lists; init() has looked at those before.
void GrainSteps::look_at_particles()
{
  if (looked == neighbor->lastcall) return;
  looked = neighbor->lastcall;
  StepChecks(lmp, fix).spheres();
  find_diameters();
}

// Lengths with which the solver compares. If fix adapt changes radii, they follow with the next
// lists.
void GrainSteps::find_diameters()
{
  double least = HUGE_VAL, sums[2] = {0.0, 0.0}, all[2];
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & moved_bits(fix))) continue;
    least = std::min(least, atom->radius[i]);
    sums[0] += atom->radius[i];
    sums[1] += 1.0;
  }
  MPI_Allreduce(sums, all, 2, MPI_DOUBLE, MPI_SUM, world);
  MPI_Allreduce(&least, &step.smallest, 1, MPI_DOUBLE, MPI_MIN, world);
  step.mean = all[1] > 0.0 ? 2.0 * all[0] / all[1] : 1.0;
  step.smallest = all[1] > 0.0 ? 2.0 * step.smallest : 1.0;
}

// Atoms under fix move are moved by that fix.
void GrainSteps::find_held()
{
  step.frozen_bits = 0;
  for (const Fix *freeze : modify->get_fix_by_style("^freeze"))
    step.frozen_bits |= freeze->groupbit;
  step.kinematic_bits = fix->groupbit;
  step.driven_bits = 0;
  for (const Fix *other : modify->get_fix_list())
    if (other != fix && other->time_integrate) step.driven_bits |= other->groupbit;
}
