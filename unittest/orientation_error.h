// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_ORIENTATION_ERROR_H
#define VARDEM_ORIENTATION_ERROR_H

#include "kernels/quaternion.h"

namespace VARDEM {

/** Angle of the rotation between two orientations [rad]. */
inline double angle_between(const Quat &a, const Quat &b)
{
  const Quat d = conjugate(a) * b;
  return 2.0 * std::atan2(std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z), std::fabs(d.w));
}

}    // namespace VARDEM
#endif
