// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CONTACT_LAWS_H
#define VARDEM_HOST_CONTACT_LAWS_H

#include "kernels/contact/normal_law.h"

#include <cstdlib>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

extern const VARDEM::NormalLaw hooke_law, hertz_law, cohesive_hooke_law, cohesive_hertz_law,
    jkr_law, bridge_hooke_law, bridge_hertz_law, rolling_hooke_law, rolling_hertz_law,
    rolling_cohesive_hooke_law, rolling_cohesive_hertz_law, rolling_jkr_law,
    rolling_bridge_hooke_law, rolling_bridge_hertz_law;

/** What a law may have besides. */
struct LawOptions {
  VARDEM::CohesionKind cohesion = VARDEM::CohesionKind::NONE;
  bool jkr = false;        // do any contacts have it?
  bool rolling = false;    // resistance against rolling and twisting
};

/** Calls f(law, NormalForce()) for each law that fix wall/contact knows, the one without keyword
 *  law first. */
template <class F> void for_each_law(const F &f)
{
  f(hooke_law, VARDEM::HookeForce());
  f(hertz_law, VARDEM::HertzForce());
}

/** Has the law variants with cohesion and with resistance against rolling? */
inline bool has_options(const VARDEM::NormalLaw &law)
{
  return &law == &hooke_law || &law == &hertz_law;
}

/** Hooke's or Hertz' law with what the options add; other laws are returned as they are. The two
 *  are told apart by has_moduli. Hooke's law with jkr has been refused before. */
inline const VARDEM::NormalLaw &variant_of(const VARDEM::NormalLaw &law, const LawOptions &options)
{
  if (!has_options(law)) return law;
  for (const auto *one :
       {&hooke_law, &hertz_law, &cohesive_hooke_law, &cohesive_hertz_law, &jkr_law,
        &bridge_hooke_law, &bridge_hertz_law, &rolling_hooke_law, &rolling_hertz_law,
        &rolling_cohesive_hooke_law, &rolling_cohesive_hertz_law, &rolling_jkr_law,
        &rolling_bridge_hooke_law, &rolling_bridge_hertz_law})
    if (one->has_moduli == law.has_moduli && one->cohesion == options.cohesion &&
        one->resists_rolling == options.rolling)
      return *one;
  std::abort();
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
