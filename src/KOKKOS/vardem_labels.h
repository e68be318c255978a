/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_VARDEM_LABELS_H
#define LMP_VARDEM_LABELS_H

#include "host/arguments.h"

namespace LAMMPS_NS::VARDEM_NS {

/** Label of a kernel or of a profiling region, as kokkos-tools show it: "vardem/nve/asphere/fincham::initial_integrate". style:
 *  name of the style, with or without the suffix of its Kokkos variants. */
inline std::string label(const std::string &style, const char *phase)
{
  return "vardem/" + plain_style(style) + "::" + phase;
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
