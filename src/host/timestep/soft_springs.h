/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_SOFT_SPRINGS_H
#define VARDEM_HOST_SOFT_SPRINGS_H

#include "host/timestep/contact_springs.h"
#include "kernels/contact/no_tension.h"
#include "kernels/contact/soft_contact.h"

namespace LAMMPS_NS::VARDEM_NS {

class SoftContacts;

/** The law of a soft contact as it is now. on_step: do its dashpots act on the velocities at the step? */
struct PresentLaw {
  VARDEM::ContactLawKind kind;
  const VARDEM::SoftContact &law;
  bool on_step;
};

/** Its springs and dashpots at the turn of the impact. R: effective radius; touch: distance at the first touch; smaller: radius that says
 *  what the least overlap is that counts. */
VARDEM::Coefficients soft_coefficients(const PresentLaw &now, const Contact &contact, double R,
                                       double touch, double smaller);

/** Springs and dashpots of a pair style that offers SoftContacts. */
std::unique_ptr<ContactLaw> soft_law(const SoftContacts *style);

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
