// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_MATRIX6_H
#define VARDEM_MATRIX6_H

#include <Eigen/Core>

namespace VARDEM {

/** Of three translations, then three rotations. */
using Matrix6 = Eigen::Matrix<double, 6, 6>;

}    // namespace VARDEM
#endif
