/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/timestep/contact_springs.h"

#include "host/input/arguments.h"
#include "host/interfaces/interfaces.h"
#include "host/timestep/differenced_springs.h"
#include "host/timestep/granular_springs.h"
#include "host/timestep/soft_springs.h"
#include "pair.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

/* ---------------------------------------------------------------------- */

std::unique_ptr<ContactLaw> VARDEM_NS::pair_law(LAMMPS *lmp, const SubStyle &style)
{
  if (const auto *soft = dynamic_cast<const SoftContacts *>(style.pair)) return soft_law(soft);
  const std::string name = plain_style(style.name);
  if (name == "gran/hooke" || name == "gran/hooke/history" || name == "gran/hertz/history")
    return gran_law(style.pair, name);
  if (name == "granular") return granular_law(style.pair);
  if (!style.pair->single_enable) return nullptr;
  return single_law(lmp, style.pair);
}
