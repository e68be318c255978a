/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_SOFT_SPRINGS_H
#define VARDEM_HOST_SOFT_SPRINGS_H

#include "host/contact_springs.h"

namespace LAMMPS_NS::VARDEM_NS {

class SoftContacts;

/** Springs and dashpots of a pair style that offers SoftContacts. */
std::unique_ptr<ContactLaw> soft_law(const SoftContacts *style);

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
