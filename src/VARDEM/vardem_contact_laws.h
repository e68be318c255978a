/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_VARDEM_CONTACT_LAWS_H
#define LMP_VARDEM_CONTACT_LAWS_H

#include "kernels/stable_step.h"

#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class Bond;
class Fix;
class LAMMPS;
class Pair;

namespace Granular_NS {
  class GranularModel;
}

/** Two particles that touch or are about to; a particle and a wall. */
struct VardemContact {
  int i, j;    // local index; j = -1 for a wall
  int itype, jtype;
  VARDEM::Vec3 n;     // unit normal out of i
  double distance;    // of the centres, or of the centre and the wall
  double Ri,
      Rj;    // radii; of a wall: of its curvature, negative if it is concave, 0 if it is plane
  double closing;    // closing speed, > 0 if they approach
  double mass;       // effective mass
  double factor;     // LAMMPS' factor_lj
};

/** Stiffness and dashpots of the contacts of a pair style, as they are or, for those about to close, as they will be at
 *  the turn of the impact. */
class VardemContactLaw {
 public:
  virtual ~VardemContactLaw() = default;
  virtual VARDEM::Coefficients coefficients(const VardemContact &) const = 0;
  /** Distance of the centres at first touch. */
  virtual double touch(const VardemContact &contact) const { return contact.Ri + contact.Rj; }
  /** Do the springs in the tangent plane have lever arms, the radii. */
  virtual bool levers() const { return true; }
};

/** The pair style, or the sub-styles of a pair style hybrid, with their names. */
struct VardemSubStyle {
  Pair *pair;
  std::string name;
};
std::vector<VardemSubStyle> vardem_pair_styles(LAMMPS *lmp);

/** Law of a pair style; nothing if it does not offer what it takes. */
std::unique_ptr<VardemContactLaw> vardem_pair_law(LAMMPS *lmp, const VardemSubStyle &style);

/** Stiffness along a bond, and across it if it is in tension, by differences of its single(). */
VARDEM::Coefficients vardem_bond_coefficients(Bond *bond, int type, int i, int j, double distance);

/** A fix wall/gran or wall/gran/region. Calls f(contact, coefficients) for every wall that an atom touches, or is within
 *  `reach` of. */
class VardemGranularWall {
 public:
  /** Is this a fix that this class knows. */
  static bool knows(const Fix *fix);
  explicit VardemGranularWall(Fix *fix) : fix(fix) {}

  /** To be called once before for_each. */
  void prepare() const;
  template <class F> void for_each(LAMMPS *lmp, int i, double mass, double reach, const F &f) const
  {
    VardemContact walls[MAXWALLS];
    const int n = contacts(lmp, i, reach, walls);
    for (int k = 0; k < n; k++) {
      walls[k].mass = mass;
      f(walls[k], coefficients(walls[k]));
    }
  }

 private:
  static constexpr int MAXWALLS = 64;
  Fix *fix;

  int contacts(LAMMPS *lmp, int i, double reach, VardemContact *walls) const;
  int planes(LAMMPS *lmp, int i, double reach, VardemContact *walls) const;
  int surfaces(LAMMPS *lmp, int i, double reach, VardemContact *walls) const;
  VARDEM::Coefficients coefficients(const VardemContact &wall) const;
};

}    // namespace LAMMPS_NS
#endif
