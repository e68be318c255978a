// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_BINDER_COEFFICIENTS_H
#define VARDEM_HOST_BINDER_COEFFICIENTS_H

#include "kernels/bond/binder.h"

#include <limits>
#include <string>

namespace LAMMPS_NS {

class LAMMPS;

namespace VARDEM_NS {

  /** The coefficients of a particle-binder bond as the input gives them (bond_coeff of bond style
   *  binder). Plain data, which a restart file contains byte by byte. */
  struct BinderCoefficients {
    enum Form : int { B, N, PRINTED };
    enum Shear : int { QUADRATIC, LINEAR };
    enum Stiffness : int { ENERGIES, BEAM };
    enum Velocity : int { FULL_STEP, MID };

    static constexpr double NO_LIMIT = std::numeric_limits<double>::infinity();

    Stiffness stiffness = ENERGIES;
    Form form = B;
    Shear energy = QUADRATIC;
    Velocity velocity = FULL_STEP;
    double axial = 0.0, shear = 0.0, moment = 0.0,
           torsion = 0.0;    // KA, KS, KM, KT of ENERGIES [energy]
    // of BEAM; its radius is factor times the smaller radius of the two spheres
    double E = 0.0, nu = 0.0, factor = 0.0;
    // of BEAM: a pressure in the units of the run, over an energy per volume
    double pressure = 1.0;
    double damping[3] = {};    // DA, DS, DM [energy time]
    VARDEM::BondLoad limit = {NO_LIMIT, NO_LIMIT, NO_LIMIT, NO_LIMIT};    // where it breaks

    /** Reads the arguments from iarg on. Errors begin with `style_name`, and name keyword and
     *  value. */
    static BinderCoefficients read(LAMMPS *lmp, const std::string &style_name, int iarg, int narg,
                                   char **arg);
    /** As in the input, with all digits. */
    std::string text() const;
    /** B, N or printed. */
    static const char *name_of(Form);

    bool is_damped() const { return damping[0] > 0.0 || damping[1] > 0.0 || damping[2] > 0.0; }
    bool can_break() const;
    /** Of a bond with the reference length l0 between spheres whose smaller radius is R. Without
     *  BEAM they do not matter. */
    VARDEM_INLINE VARDEM::Binder law(double l0, double R) const
    {
      VARDEM::Binder law = {};
      if (stiffness == BEAM)
        law = VARDEM::beam(E / pressure, nu, factor * R, l0);
      else {
        law.axial = axial;
        (energy == LINEAR ? law.shear_linear : law.shear_quadratic) = shear;
        law.moment = moment;
        law.torsion = torsion;
      }
      law.damp_axial = damping[0];
      law.damp_shear = damping[1];
      law.damp_moment = damping[2];
      return law;
    }
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
