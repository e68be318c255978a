/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_BINDER_COEFFICIENTS_H
#define VARDEM_HOST_BINDER_COEFFICIENTS_H

#include "kernels/bond/beam.h"

#include <string>

namespace LAMMPS_NS {

class LAMMPS;

namespace VARDEM_NS {

  /** The coefficients of a particle-binder bond as the input gives them (bond_coeff of bond style binder). Plain data, which a restart file
   *  contains byte by byte. */
  struct BinderCoefficients {
    enum Form : int { B, N, PRINTED };
    enum Shear : int { QUADRATIC, LINEAR };
    enum Stiffness : int { ENERGIES, BEAM };
    enum Velocity : int { ON_STEP, MID };

    Stiffness stiffness;
    Form form;
    Shear energy;
    Velocity velocity;
    double axial, shear, moment, torsion;    // KA, KS, KM, KT of ENERGIES [energy]
    double E, nu, factor;                    // of BEAM; its radius is factor times the smaller radius of the two spheres
    double damping[3];                       // DA, DS, DM [energy time]
    VARDEM::BondLoad limit;                  // where it breaks; infinite where there is no limit

    /** Reads the arguments from iarg on. Errors begin with `who`, and name keyword and value. */
    static BinderCoefficients read(LAMMPS *lmp, const std::string &who, int iarg, int narg,
                                   char **arg);
    /** As in the input, with all digits. */
    std::string text() const;
    /** B, N or printed. */
    static const char *name_of(Form);

    bool is_damped() const;
    bool can_break() const;
    /** Of a bond with the reference length l0 between spheres whose smaller radius is R. Without BEAM they do not matter. */
    VARDEM::Binder law(double l0, double R) const;
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
