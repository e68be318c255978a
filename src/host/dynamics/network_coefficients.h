// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_NETWORK_COEFFICIENTS_H
#define VARDEM_HOST_NETWORK_COEFFICIENTS_H

#include "host/dynamics/steps_loops.h"
#include "host/interfaces/soft_contacts.h"
#include "host/network/contact_rules.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** Coefficients of the contacts of a network, from those of pairs of types and of rigid walls. */
template <class Space> class NetworkCoefficients : protected Pointers {
 public:
  NetworkCoefficients(LAMMPS *lmp, Space &space_in, ContactRules &rules_in) :
      Pointers(lmp), space(space_in), rules(rules_in)
  {
  }

  /** Returns Newton's coefficients, or null if all are zero. given: of all contacts, unless < 0. */
  template <class Network, class Ends>
  const double *restitution(const Network &network, const Ends &ends, double given)
  {
    if (given < 0.0 ? !rules.have(&RigidCoefficients::restitution) : given == 0.0) return nullptr;
    return of_all(network, ends, &RigidCoefficients::restitution, newton, given);
  }

  /** Returns Coulomb's coefficients, and those of rolling friction. */
  template <class Network, class Ends>
  const double *friction(const Network &network, const Ends &ends)
  {
    return of_all(network, ends, &RigidCoefficients::friction, coulomb);
  }
  template <class Network, class Ends>
  const double *rolling(const Network &network, const Ends &ends)
  {
    return of_all(network, ends, &RigidCoefficients::rolling, rolling_of);
  }

 private:
  template <class T> using Array = typename Space::template Array<T>;

  Space &space;
  ContactRules &rules;
  Array<double> newton, coulomb, rolling_of;    // of contacts
  Array<double> of_types, of_walls;             // of the coefficient that was asked for last

  /** given: of all contacts, unless < 0. */
  template <class Network, class Ends>
  const double *of_all(const Network &network, const Ends &ends,
                       double RigidCoefficients::*coefficient, Array<double> &to,
                       double given = -1.0)
  {
    std::vector<double> types = rules.of_types(coefficient), walls = rules.of_walls(coefficient);
    if (given >= 0.0)
      for (auto *table : {&types, &walls}) table->assign(table->size(), given);
    // not null on processes without contacts: all must know that there is such a coefficient
    space.allocate(to, network.ncontacts + 1);
    const auto rows = network.rows();
    space.for_each(network.nrows,
                   TakeCoefficients<std::decay_t<decltype(rows)>, Ends>{
                       rows, ends, copy_here(space, types, of_types),
                       copy_here(space, walls, of_walls), rules.no_type(), to.data()});
    space.wait();
    return to.data();
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
