/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_MATRIX6_H
#define VARDEM_MATRIX6_H

#include <Eigen/Core>

namespace VARDEM {

/** Of three translations, then three rotations. */
using Matrix6 = Eigen::Matrix<double, 6, 6>;

}    // namespace VARDEM
#endif
