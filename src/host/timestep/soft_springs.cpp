/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/timestep/soft_springs.h"

#include "host/interfaces/interfaces.h"
#include "host/timestep/impact_springs.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Coefficients;

namespace {

template <class NormalForce>
Coefficients of_law(const PresentLaw &now, const Contact &contact, double R, double touch,
                    double smaller)
{
  Coefficients found = at_impact(
      [&](double d) {
        return VARDEM::coefficients<NormalForce>(now.law, d, R, contact.mass);
      },
      contact, touch, smaller);
  if (now.on_step) found = on_step(found, contact.mass);
  if (now.law.friction + now.law.unlimited == 0.0) found.k.tangent = found.c.tangent = 0.0;
  return found;
}

class SoftLaw : public ContactLaw {
 public:
  explicit SoftLaw(const SoftContacts *style) : style(style) {}

  Coefficients coefficients(const Contact &contact) const override
  {
    const PresentLaw now = {style->law_kind(), style->law_of_types(contact.itype, contact.jtype),
                            style->has_on_step_dashpots()};
    const double sum = contact.Ri + contact.Rj;
    const Coefficients found = soft_coefficients(now, contact, contact.Ri * contact.Rj / sum, sum,
                                                 std::min(contact.Ri, contact.Rj));
    return {contact.factor * found.k, contact.factor * found.c, found.rate};
  }

  /** At the present overlap; the arms become longer when it falls. */
  Arms arms(const Contact &contact) const override
  {
    const auto &law = style->law_of_types(contact.itype, contact.jtype);
    const double shorter = law.lever * std::max(contact.Ri + contact.Rj - contact.distance, 0.0);
    return {contact.Ri - shorter, contact.Rj - shorter};
  }

 private:
  const SoftContacts *style;
};

}    // namespace

/* ---------------------------------------------------------------------- */

Coefficients VARDEM_NS::soft_coefficients(const PresentLaw &now, const Contact &contact, double R,
                                          double touch, double smaller)
{
  return VARDEM::with_law(now.kind, [&](auto kind) {
    return of_law<typename decltype(kind)::Force>(now, contact, R, touch, smaller);
  });
}

/* ---------------------------------------------------------------------- */

std::unique_ptr<ContactLaw> VARDEM_NS::soft_law(const SoftContacts *style)
{
  return std::make_unique<SoftLaw>(style);
}
