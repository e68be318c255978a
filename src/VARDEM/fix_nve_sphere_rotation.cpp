// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_nve_sphere_rotation.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "host/atoms/atom_accessors.h"
#include "host/input/keyword_reader.h"
#include "host/store/restart.h"
#include "modify.h"
#include "update.h"

#include <cmath>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::IncrementExact;
using VARDEM::Quat;
using VARDEM::Step;
using VARDEM::Vec3;

// Reads a keyword that all integrators of spheres have; false if it is none.
bool FixNVESphereRotation::read_sphere(KeywordReader &keyword)
{
  if (keyword.is("init", 1)) {
    keyword.require(utils::strmatch(keyword.word(1), "^d2_."), 1,
                    "a per-atom array d2_NAME, made by fix property/atom");
    init_name = keyword.word(1).substr(3);
  } else if (keyword.is("disc", 0)) {
    if (domain->dimension != 2)
      error->all(FLERR, keyword.place, "Fix {} keyword disc requires a 2d simulation", style);
    disc = true;
  } else
    return keyword.takes("inertia", inertia_given, Range::POSITIVE) || read_common(keyword);
  return true;
}

// To be called at the end of the constructor of a style, for the same reason as create_store().
void FixNVESphereRotation::create_sphere_store()
{
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
  create_store(integrate_orientation && !atom->quat_flag);
}

void FixNVESphereRotation::post_constructor()
{
  if (!init_name.empty() && !has_restart_record(modify, this)) init_orientations();
  FixNVERotation::post_constructor();
}

// A run that continues from the file must not set the orientations by keyword init again:
// post_constructor() asks whether there is a record, and not what is in it.
void FixNVESphereRotation::write_restart(FILE *fp)
{
  const bool orientations_set = true;
  if (comm->me == 0) write_state(fp, 1, orientations_set);
}

// Sets the orientations from a fix property/atom array of four columns, w x y z.
void FixNVESphereRotation::init_orientations()
{
  int is_double, ncol;
  const int index = atom->find_custom(init_name.c_str(), is_double, ncol);
  if (index < 0 || !is_double || ncol != 4)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} keyword init: there is no per-atom array d2_{} with 4 columns. Define it by "
               "fix property/atom before this fix",
               style, init_name);

  double **rows = atom->darray[index];
  double **quat = orientations();
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    const Quat q = VARDEM::quat_at(rows[i]);
    if (!(norm2(q) > 0.0) || !std::isfinite(norm2(q)))
      error->one(FLERR, Error::NOLASTLINE,
                 "Fix {} keyword init: d2_{} of atom {} is ({} {} {} {}), which is not a rotation. "
                 "Set it to a quaternion w x y z before this fix",
                 style, init_name, atom->tag[i], q.w, q.x, q.y, q.z);
    if (domain->dimension == 2 && (q.x != 0.0 || q.y != 0.0))
      error->one(FLERR, Error::NOLASTLINE,
                 "Fix {} keyword init: d2_{} of atom {} is not a rotation about z. In 2d "
                 "simulations its second and third component must be 0",
                 style, init_name, atom->tag[i]);
    VARDEM::set_quat_at(quat[i], normalized(q));
  }
  given = true;
}

void FixNVESphereRotation::init()
{
  FixNVERotation::init();
  given = false;    // bond styles, which LAMMPS initializes first, have seen it
  warned = false;

  for (int i = 0; i < atom->nlocal; i++)
    if ((atom->mask[i] & groupbit) && (atom->radius[i] == 0.0))
      error->one(FLERR, Error::NOLASTLINE,
                 "Fix {}: atom {} has radius 0. Set its diameter, or exclude it from the group",
                 style, atom->tag[i]);
}

// Takes v and omega to t + h/2 (map euler: t + h), x and orientation to t + h.
void FixNVESphereRotation::initial_integrate(int /*vflag*/)
{
  use_restarted_forces();
  const Spheres spheres(atom, groupbit, orientations(), domain->dimension == 2);
  const Step step = {time_step().h, opening_kick()};
  const int nlocal = nlocal_integrated();

  if (integrate_orientation)
    with_map([&](const auto &increment, const auto &rotate_all) {
      open_sphere_blocks(spheres, nlocal, step, inertia, increment, rotate_all);
    });
  else
    for (int i = 0; i < nlocal; i++)
      if (spheres.selects(i)) open_sphere(spheres, i, step, inertia);

  if (!watches_bound()) return;
  double largest = 1.0;
  int worst = -1;
  for (int i = 0; i < nlocal; i++) {
    if (!spheres.selects(i)) continue;
    const Vec3 w = step.h * spheres.rotating(spheres.omega(i));
    if (IncrementExact::has_solution(w) || norm(w) < largest) continue;
    largest = norm(w);
    worst = i;
  }
  if (worst >= 0) beyond_bound(worst, largest, update->ntimestep);
}

// The angle h |omega| of atom i is more than map exact can rotate in the step that leads to `step`;
// map newmark has rotated it.
void FixNVESphereRotation::beyond_bound(int i, double angle, bigint step)
{
  warned = true;

  const std::string what = fmt::format("Fix {} map exact: h |omega| of atom {} is {:.6g} > 1 at "
                                       "step {}, the largest admissible step for it is {:.6g}",
                                       style, atom->tag[i], angle, step, time_step().h / angle);
  if (bound == ERROR)
    error->one(FLERR, Error::NOLASTLINE, "{}; reduce the timestep or use map newmark", what);
  else
    error->warning(FLERR, "{}; the fix rotates such atoms by map newmark", what);
}

void FixNVESphereRotation::close_steps(int n, double half_kick)
{
  if (!closes_steps()) return;
  const Spheres spheres(atom, groupbit, nullptr, false);
  const Step step = {time_step().h, half_kick};

  for (int i = 0; i < n; i++)
    if (spheres.selects(i)) close_sphere(spheres, i, step, inertia);
}
