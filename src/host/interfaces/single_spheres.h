// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_SINGLE_SPHERES_H
#define VARDEM_HOST_SINGLE_SPHERES_H

#include "fix.h"

namespace LAMMPS_NS::VARDEM_NS {

/** A fix that moves single spheres beside the bodies of its group. */
class SingleSpheres {
 public:
  /** Particles of this group that are in no body; 0 if there is no group. */
  virtual int sphere_bits() const = 0;

 protected:
  ~SingleSpheres() = default;
};

/** Bits of all groups whose particles a fix moves. */
inline int moved_bits(const Fix *fix)
{
  const auto *more = dynamic_cast<const SingleSpheres *>(fix);
  return fix->groupbit | (more ? more->sphere_bits() : 0);
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
