/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_ROTATIONAL_ENERGY_H
#define VARDEM_HOST_ROTATIONAL_ENERGY_H

#include "host/bodies.h"

#include "kernels/energy.h"

namespace LAMMPS_NS::VARDEM_NS {

/** The rigid bodies in the rows of a compute rigid/local that has the columns of COLUMNS. */
class RigidRows {
 public:
  static constexpr const char *COLUMNS =
      "mass x y z vx vy vz angmomx angmomy angmomz quatw quati quatj quatk "
      "inertiax inertiay inertiaz";

  explicit RigidRows(double **rows_in) : rows(rows_in) {}

  double mass(int i) const { return rows[i][0]; }
  VARDEM::Vec3 x(int i) const { return at(i, 1); }
  VARDEM::Vec3 v(int i) const { return at(i, 4); }
  VARDEM::Vec3 L(int i) const { return at(i, 7); }
  VARDEM::Quat q(int i) const { return VARDEM::quat_at(rows[i] + 10); }
  VARDEM::Vec3 inertia(int i) const { return at(i, 14); }

 private:
  double **rows;

  VARDEM::Vec3 at(int i, int k) const { return {rows[i][k], rows[i][k + 1], rows[i][k + 2]}; }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
