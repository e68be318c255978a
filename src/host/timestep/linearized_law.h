// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_LINEARIZED_LAW_H
#define VARDEM_HOST_LINEARIZED_LAW_H

#include "host/interfaces/soft_contacts.h"
#include "host/lammps/internals.h"
#include "kernels/contact/springs.h"

#include <cmath>
#include <functional>
#include <vector>

namespace LAMMPS_NS {

class Bond;
class Fix;
class LAMMPS;

namespace VARDEM_NS {

  /** Two particles that touch or may touch soon, or a particle and a wall. */
  struct Contact {
    int i, j;    // local index; j = -1 for a wall
    int itype, jtype;
    VARDEM::Vec3 n;     // unit normal out of i
    double distance;    // of the centres, or of the centre and the wall
    // Radii. A wall has its radius of curvature: negative if it is concave, 0 if it is plane
    double Ri, Rj;
    double closing;        // closing speed, > 0 if they approach
    double mass;           // effective mass
    double factor;         // LAMMPS' factor_lj
    double unit = 1.0;     // force times unit is mass times acceleration
    double reach = 0.0;    // the gap up to which they may be in contact
  };

  /** Springs and dashpots of a contact. For particles that approach, they are those at the turn of
   *  the impact. */
  struct ContactSprings {
    VARDEM::Coefficients law;
    // Lever arms of the tangential springs: the radii, if they act at the surfaces of the particles
    double arm_i, arm_j;
  };

  /** The springs of the contacts of a pair style. */
  using SpringsOfPairs = std::function<ContactSprings(const Contact &)>;

  /** Those of a pair style, or an empty function if its stiffness cannot be found. A style that
   *  offers SoftContacts (host/interfaces/soft_contacts.h) tells its law. The styles of package
   *  GRANULAR are known by name. Others are asked for single(). Interface StiffContacts is for
   *  contacts without a force, which limit no step. */
  SpringsOfPairs springs_of_style(LAMMPS *lmp, const SubStyle &style);

  /** Springs of a wall that offers WallContacts and has forces of its own. */
  ContactSprings springs_of_wall(const WallContacts *wall, const VARDEM::WallTouch &touch,
                                 const Contact &contact);

  /** Stiffness along a bond by differences of its single(), and across it from its tension. */
  VARDEM::Coefficients bond_coefficients(Bond *bond, int type, int i, int j, double distance);

  /** Step of the numerical differences of grains, relative to the overlap. */
  constexpr double OVERLAP_DIFFERENCE = 1.0e-4;

  /** The least overlap of a contact that counts. touch: distance at first touch; R: the smaller
   *  radius. */
  VARDEM_INLINE double counted_overlap(const Contact &contact, double touch, double R)
  {
    constexpr double SMALL = 1.0e-4;    // in units of R
    return std::fmax(touch - contact.distance, SMALL * R);
  }

  /** Coefficients of a contact of grains at the overlap of the turn of the impact. law(overlap)
   *  gives them; touch and R as for counted_overlap(). */
  template <class Law>
  VARDEM_INLINE VARDEM::Coefficients at_impact(const Law &law, const Contact &contact, double touch,
                                               double R)
  {
    const auto stiffness = [&](double d) {
      return law(d).k.normal;
    };
    return law(VARDEM::impact_overlap(stiffness, counted_overlap(contact, touch, R),
                                      contact.closing, contact.mass / contact.unit));
  }

  /** Of a soft contact with the law `kind`, a NormalLaw or a KnownLaw. full_step: do dashpots act
   *  on the full-step velocities? R: effective radius; touch: distance at the first touch; smaller:
   *  the radius from which the least overlap that counts follows. */
  template <class Law>
  VARDEM_INLINE VARDEM::Coefficients
  soft_coefficients(const Law &kind, const VARDEM::ContactParameters &law, bool full_step,
                    const Contact &contact, double R, double touch, double smaller)
  {
    const auto at = [&](double d) {
      return kind.coefficients(law, d, R, contact.mass);
    };
    const auto elastic = [&](double d) {
      return kind.elastic(law, d, R);
    };
    const double gap = contact.distance - touch, least = counted_overlap(contact, touch, smaller);
    const bool held = gap > 0.0 && gap < contact.reach;    // or about to touch, with less energy
    VARDEM::Coefficients found = kind.can_pull
        ? at(VARDEM::turn_of_pull(elastic, held ? -gap : least, least, contact.closing,
                                  contact.mass / contact.unit))
        : at_impact(at, contact, touch, smaller);
    if (full_step) found = VARDEM::full_step(found, contact.mass);
    if (law.friction + law.unlimited == 0.0) found.k.tangent = found.c.tangent = 0.0;
    return found;
  }

  /** The same of two spheres. The arms are those at the present overlap; they become longer when it
   *  falls. */
  template <class Law>
  VARDEM_INLINE ContactSprings springs_of_spheres(const Law &kind,
                                                  const VARDEM::ContactParameters &law,
                                                  bool full_step, const Contact &contact)
  {
    const double Ri = contact.Ri, Rj = contact.Rj, sum = Ri + Rj;
    const VARDEM::Coefficients found = soft_coefficients(
        kind, law, full_step, contact, VARDEM::effective_radius(Ri, Rj), sum, std::fmin(Ri, Rj));
    const double shorter = law.lever * std::fmax(sum - contact.distance, 0.0);
    return {{contact.factor * found.k, contact.factor * found.c, found.rate},
            Ri - shorter,
            Rj - shorter};
  }

  // Springs of the contact laws of LAMMPS' package GRANULAR

  /** Of pair style gran/hooke, gran/hooke/history or gran/hertz/history; name: the style without a
   *  suffix. */
  SpringsOfPairs gran_springs(const Pair *pair, const std::string &name);

  /** Of pair style granular, or an empty function if the stiffness of one of its models is no
   *  function of the overlap. */
  SpringsOfPairs granular_springs(Pair *pair);

  /** Is it a fix wall/gran or wall/gran/region whose stiffness is a function of the overlap? */
  bool is_granular_wall(const Fix *fix);

  /** Brings such a wall to its place. Must be called before the next function, once per step. */
  void place_granular_wall(Fix *wall);

  /** Adds the surfaces of such a wall that atom i touches, or to which it has a gap of at most
   *  `reach`, without the effective mass. */
  void find_granular_surfaces(LAMMPS *lmp, Fix *wall, int i, double reach,
                              std::vector<Contact> &found);

  /** Springs of such a wall. */
  ContactSprings springs_of_granular_wall(Fix *wall, const Contact &contact);

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
