/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_DAMPING_SETTINGS_H
#define VARDEM_HOST_DAMPING_SETTINGS_H

#include "host/damping/cundall_damping.h"

#include <vector>

namespace LAMMPS_NS {
class Atom;
class LAMMPS;
}    // namespace LAMMPS_NS

namespace LAMMPS_NS::VARDEM_NS {

/** The settings of fix damping/cundall/onstep. Messages name `style`, the style as typed. */
struct DampingSettings {
  VARDEM::Cundall form = VARDEM::Cundall::ONSTEP;
  double linear = 0.0, angular = 0.0;    // GL and GA
  bool peculiar = true;                  // velocities are those relative to the flow of the cell
  bool gravity_damped = true;
  int skipbit = 0;              // atoms of these groups are not damped
  std::vector<double> ratio;    // of GL and GA, by atom type; or empty

  /** Reads GL and GA. */
  void read_coefficients(LAMMPS *, const char *style, char **arg);
  /** Reads keyword scale at arg[iarg]: atom type and ratio. */
  void read_scale(LAMMPS *, const char *style, int iarg, char **arg);
  /** Stops if GL or GA of an atom type is not in [0,1), or if the atoms do not have what they need to turn. */
  void check(LAMMPS *, const char *style) const;

  /** The stable time step is divided by sqrt(1 + step_divisor()). The regular form does not make it smaller. */
  double step_divisor() const;
  TurningOfAtoms turning(const Atom *) const;
  /** The data of a step for the loops. midstep: atoms have half-step velocities, as in every step.
   *  Before the first step they have full-step velocities. */
  CundallStep step(LAMMPS *, int groupbit, const ByGroup<double> &inertia, bool midstep) const;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
