/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_GRANULAR_SPRINGS_H
#define VARDEM_HOST_GRANULAR_SPRINGS_H

#include "host/timestep/contact_springs.h"

namespace LAMMPS_NS {

namespace Granular_NS {
  class GranularModel;
}

namespace VARDEM_NS {

  // Springs of the contact laws of LAMMPS' package GRANULAR

  /** Law of pair style gran/hooke, gran/hooke/history or gran/hertz/history; name: the style without a suffix. */
  std::unique_ptr<ContactLaw> gran_law(const Pair *pair, const std::string &name);

  /** Law of pair style granular, or null if the stiffness of one of its models is no function of the overlap. */
  std::unique_ptr<ContactLaw> granular_law(Pair *pair);

  /** Is the stiffness of this model a function of the overlap? That of mdr depends on the path. */
  bool is_elastic(const Granular_NS::GranularModel *model);

  /** Springs and dashpots of a model of pair style granular or fix wall/gran for this contact, at the turn of its impact. This
   *  changes fields of the model, which LAMMPS sets again before each use. */
  VARDEM::Coefficients model_at_impact(Granular_NS::GranularModel *model, const Contact &contact);

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
