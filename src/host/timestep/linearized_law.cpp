// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/timestep/linearized_law.h"

#include "atom.h"
#include "bond.h"
#include "host/input/arguments.h"
#include "lammps.h"
#include "pair.h"

#include <array>
#include <cmath>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Coefficients;
using VARDEM::Vec3;

namespace {

// Steps of differences relative to the distance, for bonds and for particles without a surface
constexpr double DISTANCE_DIFFERENCE = 1.0e-6;

/** Puts two atoms at rest, at any distance along the line of their centers. The destructor restores
 *  them. */
class AtRest {
 public:
  AtRest(Atom *atom, const Contact &contact) : contact(contact), count(atom->omega_flag ? 5 : 3)
  {
    const int i = contact.i, j = contact.j;
    there = VARDEM::vectors_at(atom->x[j]);
    rows = {VARDEM::vectors_at(atom->x[i]), VARDEM::vectors_at(atom->v[i]),
            VARDEM::vectors_at(atom->v[j])};
    if (count == 5) {
      rows[3] = VARDEM::vectors_at(atom->omega[i]);
      rows[4] = VARDEM::vectors_at(atom->omega[j]);
    }
    for (int k = 0; k < count; k++) before[k] = *rows[k];
    for (int k = 1; k < count; k++) *rows[k] = {0.0, 0.0, 0.0};
  }
  ~AtRest()
  {
    for (int k = 0; k < count; k++) *rows[k] = before[k];
  }
  AtRest(const AtRest &) = delete;
  AtRest &operator=(const AtRest &) = delete;

  void move_to(double distance) const { *rows[0] = *there - distance * contact.n; }

 private:
  const Contact &contact;
  int count;
  const Vec3 *there;
  std::array<Vec3 *, 5> rows;    // x and v of i, v of j, and the angular velocities
  std::array<Vec3, 5> before;
};

/** Differences of the force of single() of any pair style give the stiffness, with both atoms at
 *  rest. The stiffness across the line of centers comes from the tension or, if the style has
 *  extract("kt"), it is kt of the two types. */
ContactSprings differences(Atom *atom, Pair *pair, double **kt, const Contact &contact)
{
  const AtRest rest(atom, contact);
  const auto single = [&](double r) {    // force over distance
    double fforce = 0.0;
    rest.move_to(r);
    pair->single(contact.i, contact.j, contact.itype, contact.jtype, r * r, contact.factor,
                 contact.factor, fforce);
    return fforce;
  };
  const auto at = [&](double r, double h) {
    const double kn = ((r - h) * single(r - h) - (r + h) * single(r + h)) / (2.0 * h);
    const double across = kt ? kt[contact.itype][contact.jtype] : std::max(0.0, -single(r));
    return VARDEM::constant(std::max(kn, 0.0), across, 0.0, 0.0);
  };
  if (!pair->finitecutflag) {
    const double cut = std::sqrt(pair->cutsq[contact.itype][contact.jtype]);
    const double r = std::min(contact.distance, (1.0 - 2.0 * DISTANCE_DIFFERENCE) * cut);
    const Coefficients law = at(r, DISTANCE_DIFFERENCE * cut);
    return kt ? ContactSprings{law, contact.Ri, contact.Rj} : ContactSprings{law, 0.0, 0.0};
  }
  const double touch = contact.Ri + contact.Rj;
  const Coefficients law = at_impact(
      [&](double d) {
        return at(touch - d, OVERLAP_DIFFERENCE * d);
      },
      contact, touch, std::min(contact.Ri, contact.Rj));
  return kt ? ContactSprings{law, contact.Ri, contact.Rj} : ContactSprings{law, 0.0, 0.0};
}

SpringsOfPairs differenced_springs(LAMMPS *lmp, Pair *pair)
{
  int dim = 0;
  auto *table = static_cast<double **>(pair->extract("kt", dim));
  double **kt = dim == 2 ? table : nullptr;
  return [atom = lmp->atom, pair, kt](const Contact &contact) {
    return differences(atom, pair, kt, contact);
  };
}

}    // namespace

SpringsOfPairs VARDEM_NS::springs_of_style(LAMMPS *lmp, const SubStyle &style)
{
  if (const auto *soft = dynamic_cast<const SoftContacts *>(style.pair))
    return [soft](const Contact &contact) {
      return springs_of_spheres(soft->law_kind(), soft->law_of_types(contact.itype, contact.jtype),
                                soft->has_full_step_dashpots(), contact);
    };
  const std::string name = plain_style(style.name);
  if (name == "gran/hooke" || name == "gran/hooke/history" || name == "gran/hertz/history")
    return gran_springs(style.pair, name);
  if (name == "granular") return granular_springs(style.pair);
  if (!style.pair->single_enable) return {};
  return differenced_springs(lmp, style.pair);
}

ContactSprings VARDEM_NS::springs_of_wall(const WallContacts *wall, const VARDEM::WallTouch &touch,
                                          const Contact &contact)
{
  const auto &law = wall->law_of_type(contact.itype);
  const double R = touching_wall(touch, contact.Ri, law.lever, touch.n).R;
  const double overlap = std::max(contact.Ri - contact.distance, 0.0);
  return {soft_coefficients(wall->wall_law_kind(), law, wall->has_full_step_dashpots(), contact, R,
                            contact.Ri, contact.Ri),
          contact.Ri - law.lever * overlap, 0.0};
}

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
