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

#include <cmath>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Quat;
using VARDEM::Step;

FixNVESphereRotation::FixNVESphereRotation(LAMMPS *lmp, int narg, char **arg) :
    FixNVERotation(lmp, narg, arg), integrate_orientation(false), inertia(VARDEM::INERTIA_BALL),
    disc(false), given(false), inertia_given(0.0)
{
}

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

// The array that has the orientations.
double **FixNVESphereRotation::orientations() const
{
  return stores_orientations() ? store.rows(orientation_table) : atom->quat;
}

void FixNVESphereRotation::init()
{
  FixNVERotation::init();
  given = false;    // bond styles, which LAMMPS initializes first, have seen it

  for (int i = 0; i < atom->nlocal; i++)
    if ((atom->mask[i] & groupbit) && (atom->radius[i] == 0.0))
      error->one(FLERR, Error::NOLASTLINE,
                 "Fix {}: atom {} has radius 0. Set its diameter, or exclude it from the group",
                 style, atom->tag[i]);
}

void FixNVESphereRotation::close_steps(int n, double half_kick)
{
  if (!closes_steps()) return;
  const Spheres spheres(atom, groupbit, nullptr, false);
  const Step step = {time_step().h, half_kick};

  for (int i = 0; i < n; i++)
    if (spheres.selects(i)) close_sphere(spheres, i, step, inertia);
}
