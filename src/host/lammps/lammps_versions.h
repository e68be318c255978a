// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_LAMMPS_VERSIONS_H
#define VARDEM_HOST_LAMMPS_VERSIONS_H

#include "atom.h"
#include "atom_vec_ellipsoid.h"
#include "domain.h"

#include <string>
#include <type_traits>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

// The public interfaces in which the supported versions of LAMMPS, 4 Feb 2025 to 4 Jul 2026,
// differ. Each function takes what the host has, and asks for the member itself, not for the
// version: releases between the two have some of them.

namespace of_host {

  template <class Cell>
  auto minimum_image(const Cell *domain, double &x, double &y, double &z, int)
      -> decltype(domain->minimum_image(FLERR, x, y, z))
  {
    domain->minimum_image(FLERR, x, y, z);
  }

  template <class Cell>
  auto minimum_image(const Cell *domain, double &x, double &y, double &z, long)
      -> decltype(domain->minimum_image(x, y, z))
  {
    domain->minimum_image(x, y, z);
  }

  /** In a host that has no superellipsoids: no atom is one, and the members are what the loops over
   *  them name. */
  template <class Particles, class Ellipsoids, class = void> struct Superellipsoids {
    static constexpr bool EXIST = false;
    struct Bonus {
      double quat[4], inertia[3];
    };
    static bool are_in(const Particles *) { return false; }
    static Bonus *bonus_of(const Ellipsoids *) { return nullptr; }
  };

  template <class Particles, class Ellipsoids>
  struct Superellipsoids<Particles, Ellipsoids, std::void_t<typename Ellipsoids::BonusSuper>> {
    static constexpr bool EXIST = true;
    using Bonus = typename Ellipsoids::BonusSuper;
    static bool are_in(const Particles *atom) { return atom->superellipsoid_flag; }
    static Bonus *bonus_of(const Ellipsoids *avec) { return avec->bonus_super; }
  };

  template <class Host>
  auto restores_plugins(Host *lmp, int) -> decltype(plugin_restore(lmp, false), std::true_type());
  template <class Host> std::false_type restores_plugins(Host *, long);

}    // namespace of_host

/** Can fix deform move the cell when the atoms move, with N = 0? 4 Feb 2025: only at the end of a
 *  step. */
template <class Deform> constexpr bool has_deform_at_every_step()
{
  return std::is_same_v<decltype(&Deform::post_integrate), void (Deform::*)()>;
}

/** May plugins have min styles? 4 Feb 2025: no, and LAMMPS says so in the log. Their own functions
 *  tell the versions apart, so the caller includes plugin.h of LAMMPS. */
template <class Host> constexpr bool min_styles_may_be_plugins()
{
  return decltype(of_host::restores_plugins(static_cast<Host *>(nullptr), 0))::value;
}

/** Replaces the difference of two positions by the difference to the nearest periodic image. 4 Feb
 *  2025: without a place for messages. */
inline void minimum_image(const Domain *domain, double &x, double &y, double &z)
{
  of_host::minimum_image(domain, x, y, z, 0);
}

/** Superellipsoids. 4 Feb 2025: there are none. */
using HostSuperellipsoids = of_host::Superellipsoids<Atom, AtomVecEllipsoid>;
using BonusSuper = HostSuperellipsoids::Bonus;

inline bool are_superellipsoids(const Atom *atom)
{
  return HostSuperellipsoids::are_in(atom);
}

inline BonusSuper *bonus_super(const AtomVecEllipsoid *avec)
{
  return HostSuperellipsoids::bonus_of(avec);
}

/** Words with a separator between them. 4 Feb 2025: no utils::join(). */
inline std::string joined(const std::vector<std::string> &words, const std::string &separator)
{
  std::string text;
  for (const std::string &word : words) text += (text.empty() ? "" : separator) + word;
  return text;
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
