// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_VARDEM_WITH_KOKKOS_H
#define LMP_VARDEM_WITH_KOKKOS_H

#include "error.h"
#include "kokkos.h"
#include "lammps.h"

#include <string>

namespace LAMMPS_NS::VARDEM_NS {

/** Returns lmp, or stops if it runs without Kokkos. style_name: the style in the message, such as
 *  "Fix compatible/cd/kk". A Kokkos variant calls this before the constructor of its base: LAMMPS
 *  cannot destroy a fix with callbacks whose constructor throws. */
inline LAMMPS *with_kokkos(LAMMPS *lmp, const std::string &style_name)
{
  if (!lmp->kokkos || !lmp->kokkos->kokkos_exists)
    lmp->error->all(FLERR, Error::NOPOINTER, "{} requires KOKKOS: run LAMMPS with -k on",
                    style_name);
  return lmp;
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
