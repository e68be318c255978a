/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_DIFFERENCED_SPRINGS_H
#define VARDEM_HOST_DIFFERENCED_SPRINGS_H

#include "host/timestep/contact_springs.h"

namespace LAMMPS_NS::VARDEM_NS {

/** Law of any pair style that has single(): differences of its force give the stiffness, with both atoms at rest. The
 *  stiffness across the line of centers comes from the tension or, if the style offers extract("kt"), is kt of the two types. */
std::unique_ptr<ContactLaw> single_law(LAMMPS *lmp, Pair *pair);

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
