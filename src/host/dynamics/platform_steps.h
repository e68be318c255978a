/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_PLATFORM_STEPS_H
#define VARDEM_HOST_PLATFORM_STEPS_H

#include "domain.h"
#include "host/dynamics/rigid_steps.h"
#include "host/dynamics/steps_loops.h"
#include "host/network/contact_rules.h"
#include "host/network/ghosts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** What all steps over a Space have in common, of rigid and of soft bodies. Interface is RigidSteps or ImplicitSteps; Platform and Packing are as
 *  StepsOn has them (host/dynamics/steps_on.h). */
template <class Interface, class PlatformType, class PackingType>
class PlatformSteps : public Interface {
 public:
  using Platform = PlatformType;
  using Packing = PackingType;
  using Space = typename Platform::Space;
  using Geometry = typename Packing::Network::Geometry;
  template <class T> using Array = typename Space::template Array<T>;

  template <class... Args>
  PlatformSteps(LAMMPS *lmp, Fix *fix, ContactRules &rules_in, Args &&...of_packing) :
      Interface(lmp), rules(rules_in), platform(lmp, fix), space(platform.make_space()),
      packing(lmp, rules_in, std::forward<Args>(of_packing)...)
  {
  }

  void request_list(Fix *fix) override { platform.request_list(fix, true); }
  Ghosts &ghosts() override { return platform.ghosts; }
  Platform &where() { return platform; }

 protected:
  ContactRules &rules;
  Platform platform;
  Space space;
  Packing packing;
  Array<double> velocity, free_velocity;    // of columns
  PresentStep last = {};                    // of the last advance()

  /** Of gaps and branch vectors, which are differences of coordinates. */
  double round_off() const
  {
    constexpr double TIMES = 4.0;
    double largest = 0.0;
    const auto *domain = this->domain;
    for (int k = 0; k < 3; k++)
      largest = std::max({largest, std::fabs(domain->boxlo[k]), std::fabs(domain->boxhi[k])});
    return TIMES * std::numeric_limits<double>::epsilon() * largest;
  }

  /** Copies numbers of the host to where loops can reach them. */
  template <class T> T *bring(std::vector<T> &from, Array<T> &copy)
  {
    T *here = space.shadow(from.data(), from.size(), copy);
    space.copy_from_host(from.data(), from.size(), here);
    return here;
  }

  /** Copies numbers to where the host can read them. */
  template <class T> const T *on_host(const T *here, std::size_t n, std::vector<T> &copy)
  {
    if (Space::ON_HOST) return here;
    copy.resize(n);
    space.copy_to_host(here, n, copy.data());
    return copy.data();
  }

  /** Hands numbers of the host to an array. They are lost on the host. */
  template <class T> void hand(std::vector<T> &from, Array<T> &to)
  {
    if constexpr (std::is_same_v<Array<T>, std::vector<T>>)
      to.swap(from);
    else {
      space.allocate(to, from.size());
      space.copy_from_host(from.data(), from.size(), to.data());
    }
  }

  void set_zero(Array<double> &a, int n)
  {
    space.allocate(a, n);
    space.for_each(n, VARDEM::SetZero{a.data()});
  }

  /** Over all processes. */
  double count_not_finite()
  {
    space.template reduce<1>(packing.network.nrows,
                             CountNotFinite<Geometry::DOF>{free_velocity.data()}, 0);
    return space.fetch(1)[0];
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
