// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CONTACT_LAWS_H
#define VARDEM_HOST_CONTACT_LAWS_H

#include "kernels/contact/cohesion.h"
#include "kernels/contact/normal_law.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

extern const VARDEM::NormalLaw hooke_law, hertz_law, cohesive_hooke_law, cohesive_hertz_law;

/** Calls f(law, NormalForce()) for each law that fix wall/contact knows, the one without keyword
 *  law first. */
template <class F> void for_each_law(const F &f)
{
  f(hooke_law, VARDEM::HookeForce());
  f(hertz_law, VARDEM::HertzForce());
}

/** The law with cohesion besides; null if there is none. */
inline const VARDEM::NormalLaw *with_cohesion(const VARDEM::NormalLaw &law)
{
  if (&law == &hooke_law) return &cohesive_hooke_law;
  return &law == &hertz_law ? &cohesive_hertz_law : nullptr;
}

/** The law itself if it is none of these with cohesion. */
inline const VARDEM::NormalLaw &without_cohesion(const VARDEM::NormalLaw &law)
{
  if (&law == &cohesive_hooke_law) return hooke_law;
  return &law == &cohesive_hertz_law ? hertz_law : law;
}

inline std::vector<const VARDEM::NormalLaw *> all_laws()
{
  std::vector<const VARDEM::NormalLaw *> laws;
  for_each_law([&](const VARDEM::NormalLaw &law, auto) {
    laws.push_back(&law);
  });
  return laws;
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
