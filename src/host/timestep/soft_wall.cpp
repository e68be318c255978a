/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/timestep/soft_wall.h"

#include "atom.h"
#include "force.h"
#include "host/timestep/soft_springs.h"
#include "lammps.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Vec3;
using VARDEM::WallTouch;

/* ---------------------------------------------------------------------- */

void SoftWall::prepare()
{
  wall->place_wall();
  motion = wall->wall_motion();
  touches.resize(wall->most_surfaces());
}

/* ---------------------------------------------------------------------- */

int SoftWall::near(LAMMPS *lmp, int i, double reach)
{
  const Atom *atom = lmp->atom;
  if (!(atom->mask[i] & wall->group_of_wall())) return 0;
  return wall->near(*VARDEM::vectors_at(atom->x[i]), atom->radius[i] + reach, touches.data());
}

/* ---------------------------------------------------------------------- */

Contact SoftWall::contact_at(LAMMPS *lmp, int i, double mass, const WallTouch &touch) const
{
  const Atom *atom = lmp->atom;
  const Vec3 p = *VARDEM::vectors_at(atom->x[i]) + touch.distance * touch.n;
  const Vec3 v = *VARDEM::vectors_at(atom->v[i]) - motion.v_half(p);
  Contact contact = {
      i,    -1, atom->type[i], 0, touch.n, touch.distance, atom->radius[i], 0.0, dot(v, touch.n),
      mass, 1.0};
  contact.unit = lmp->force->ftm2v;
  return contact;
}

/* ---------------------------------------------------------------------- */

VARDEM::Coefficients SoftWall::coefficients(const Contact &contact, const WallTouch &touch) const
{
  const auto &law = wall->law_of_type(contact.itype);
  const double R = touching_wall(touch, contact.Ri, law.lever, touch.n).R;
  return soft_coefficients({wall->wall_law_kind(), law, wall->has_on_step_dashpots()}, contact, R,
                           contact.Ri, contact.Ri);
}

/* ---------------------------------------------------------------------- */

ContactLaw::Arms SoftWall::arms(const Contact &contact) const
{
  const double overlap = std::max(contact.Ri - contact.distance, 0.0);
  return {contact.Ri - wall->law_of_type(contact.itype).lever * overlap, 0.0};
}
