// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_VARDEM_WITH_KOKKOS_H
#define LMP_VARDEM_WITH_KOKKOS_H

#include "atom.h"
#include "atom_masks.h"
#include "error.h"
#include "kokkos.h"
#include "kokkos_type.h"
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

/** The same for fix `style`, which also stops if atoms are superellipsoids. */
inline LAMMPS *with_kokkos_ellipsoids(LAMMPS *lmp, const std::string &style)
{
  with_kokkos(lmp, "Fix " + style);
  if (lmp->atom->superellipsoid_flag)
    lmp->error->all(FLERR, Error::NOPOINTER,
                    "Fix {} does not support superellipsoid atoms; use the style without /kk",
                    style);
  return lmp;
}

/** To be called by the constructor of a Kokkos variant. The style itself syncs what it reads, and
 *  marks what it has changed. */
template <class DeviceType, class Style> void work_on(Style *style)
{
  style->kokkosable = 1;
  style->execution_space = ExecutionSpaceFromDevice<DeviceType>::space;
  style->datamask_read = style->datamask_modify = EMPTY_MASK;
}

}    // namespace LAMMPS_NS::VARDEM_NS

/** Compiles a class for the device, and with a GPU for the host, too. To be used outside of
 *  namespaces. */
#ifdef LMP_KOKKOS_GPU
#define VARDEM_KOKKOS_VARIANT(Style)              \
  template class LAMMPS_NS::Style<LMPDeviceType>; \
  template class LAMMPS_NS::Style<LMPHostType>
#else
#define VARDEM_KOKKOS_VARIANT(Style) template class LAMMPS_NS::Style<LMPDeviceType>
#endif

#endif
