/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/gravity.h"

#include "fix_gravity.h"
#include "modify.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {

/** Names of protected members. */
struct GravitySwitch : public FixGravity {
  static bool is_off(const FixGravity *fix) { return fix->*(&GravitySwitch::disable) != 0; }

  /** post_force() without an effect on atoms. */
  static void update(FixGravity *fix)
  {
    const int group = fix->groupbit, counted = fix->*(&GravitySwitch::eflag);
    const double energy = fix->*(&GravitySwitch::egrav);
    fix->groupbit = 0;
    fix->post_force(0);
    fix->groupbit = group;
    fix->*(&GravitySwitch::eflag) = counted;
    fix->*(&GravitySwitch::egrav) = energy;
  }
};

}    // namespace

/* ---------------------------------------------------------------------- */

std::vector<const Fix *> VARDEM_NS::acting_gravity(LAMMPS *lmp)
{
  std::vector<const Fix *> acting;
  for (const Fix *fix : lmp->modify->get_fix_list())
    if (dynamic_cast<const FixGravity *>(fix) && !gravity_is_off(fix)) acting.push_back(fix);
  return acting;
}

/* ---------------------------------------------------------------------- */

bool VARDEM_NS::gravity_is_off(const Fix *gravity)
{
  return GravitySwitch::is_off(dynamic_cast<const FixGravity *>(gravity));
}

/* ---------------------------------------------------------------------- */

const double *VARDEM_NS::acceleration_of(const Fix *gravity)
{
  int dim;
  return static_cast<const double *>(const_cast<Fix *>(gravity)->extract("gvec", dim));
}

/* ---------------------------------------------------------------------- */

void VARDEM_NS::update_gravity(LAMMPS *lmp)
{
  for (Fix *fix : lmp->modify->get_fix_list())
    if (auto *gravity = dynamic_cast<FixGravity *>(fix)) GravitySwitch::update(gravity);
}
