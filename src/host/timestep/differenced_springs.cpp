/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/timestep/differenced_springs.h"

#include "atom.h"
#include "bond.h"
#include "host/timestep/impact_springs.h"
#include "lammps.h"
#include "pair.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Coefficients;
using VARDEM::Vec3;

namespace {

/** Puts two atoms at rest, at any distance along the line of their centers. The destructor restores them. */
class AtRest {
 public:
  AtRest(Atom *atom, const Contact &contact) :
      atom(atom), contact(contact), x(vec(atom->x[contact.i])), vi(vec(atom->v[contact.i])),
      vj(vec(atom->v[contact.j]))
  {
    set(atom->v, contact.i, {0.0, 0.0, 0.0});
    set(atom->v, contact.j, {0.0, 0.0, 0.0});
    if (!atom->omega_flag) return;
    wi = vec(atom->omega[contact.i]);
    wj = vec(atom->omega[contact.j]);
    set(atom->omega, contact.i, {0.0, 0.0, 0.0});
    set(atom->omega, contact.j, {0.0, 0.0, 0.0});
  }
  ~AtRest()
  {
    set(atom->x, contact.i, x);
    set(atom->v, contact.i, vi);
    set(atom->v, contact.j, vj);
    if (!atom->omega_flag) return;
    set(atom->omega, contact.i, wi);
    set(atom->omega, contact.j, wj);
  }
  AtRest(const AtRest &) = delete;
  AtRest &operator=(const AtRest &) = delete;

  void move_to(double distance) const
  {
    set(atom->x, contact.i, vec(atom->x[contact.j]) - distance * contact.n);
  }

 private:
  Atom *atom;
  const Contact &contact;
  Vec3 x, vi, vj, wi, wj;

  static Vec3 vec(const double *a) { return {a[0], a[1], a[2]}; }
  static void set(double **array, int i, const Vec3 &a)
  {
    array[i][0] = a.x;
    array[i][1] = a.y;
    array[i][2] = a.z;
  }
};

class SingleLaw : public ContactLaw {
 public:
  SingleLaw(LAMMPS *lmp, Pair *pair) : atom(lmp->atom), pair(pair), kt(nullptr)
  {
    int dim = 0;
    auto *table = static_cast<double **>(pair->extract("kt", dim));
    if (dim == 2) kt = table;
  }

  Arms arms(const Contact &contact) const override
  {
    return kt ? ContactLaw::arms(contact) : Arms{0.0, 0.0};
  }

  double touch(const Contact &contact) const override
  {
    return pair->finitecutflag ? ContactLaw::touch(contact)
                               : std::sqrt(pair->cutsq[contact.itype][contact.jtype]);
  }

  Coefficients coefficients(const Contact &contact) const override
  {
    const AtRest rest(atom, contact);
    const double closed = touch(contact);
    if (pair->finitecutflag)
      return at_impact(
          [&](double d) {
            return at(rest, contact, closed - d, OVERLAP_DIFFERENCE * d);
          },
          contact, closed, std::min(contact.Ri, contact.Rj));
    return at(rest, contact, std::min(contact.distance, (1.0 - 2.0 * DISTANCE_DIFFERENCE) * closed),
              DISTANCE_DIFFERENCE * closed);
  }

 private:
  Atom *atom;
  Pair *pair;
  double **kt;

  /** Force over distance. */
  double single(const AtRest &rest, const Contact &contact, double r) const
  {
    double fforce = 0.0;
    rest.move_to(r);
    pair->single(contact.i, contact.j, contact.itype, contact.jtype, r * r, contact.factor,
                 contact.factor, fforce);
    return fforce;
  }

  Coefficients at(const AtRest &rest, const Contact &contact, double r, double h) const
  {
    const double kn =
        ((r - h) * single(rest, contact, r - h) - (r + h) * single(rest, contact, r + h)) /
        (2.0 * h);
    const double across = kt ? kt[contact.itype][contact.jtype]
                             : std::max(0.0, -single(rest, contact, r));
    return VARDEM::constant(std::max(kn, 0.0), across, 0.0, 0.0);
  }
};

}    // namespace

/* ---------------------------------------------------------------------- */

std::unique_ptr<ContactLaw> VARDEM_NS::single_law(LAMMPS *lmp, Pair *pair)
{
  return std::make_unique<SingleLaw>(lmp, pair);
}

/* ---------------------------------------------------------------------- */

Coefficients VARDEM_NS::bond_coefficients(Bond *bond, int type, int i, int j, double r)
{
  const double h = DISTANCE_DIFFERENCE * r;
  double before = 0.0, here = 0.0, behind = 0.0;
  bond->single(type, (r - h) * (r - h), i, j, before);
  bond->single(type, r * r, i, j, here);
  bond->single(type, (r + h) * (r + h), i, j, behind);
  const double kn = ((r - h) * before - (r + h) * behind) / (2.0 * h);
  return VARDEM::constant(std::max(kn, 0.0), std::max(-here, 0.0), 0.0, 0.0);
}
