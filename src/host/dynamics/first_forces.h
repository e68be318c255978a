// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_FIRST_FORCES_H
#define VARDEM_HOST_FIRST_FORCES_H

#include "host/dynamics/warm_start.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** Calls f(row, contact, key) for each contact of a network on the host. Ends are those of
 *  host/network/contact_ends.h. Two contacts of the same particles have the same key. */
template <class Network, class Ends, class F>
void for_keys(const Network &network, const Ends &ends, const F &f)
{
  const auto rows = network.rows();
  for (int i = 0; i < rows.nrows; i++)
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const int b = ends.second(i, c);
      const tagint mine = ends.atoms.tag(ends.first(i, c));
      if (b < 0)
        f(i, c, ContactKey::of_wall(mine, ends.wall(i, c).number, ends.wall(i, c).surface));
      else
        f(i, c, ContactKey::of_particles(mine, ends.atoms.tag(b)));
    }
}

/** Returns the contacts in the order in which a sweep takes them: by the IDs of their particles,
 *  the lower one first. Contacts with walls come after contacts of particles. */
template <class Network, class Ends>
std::vector<int> order_by_tags(const Network &network, const Ends &ends)
{
  std::vector<std::pair<tagint, tagint>> keys(network.ncontacts);
  for_keys(network, ends, [&](int, int c, const ContactKey &key) {
    keys[c] = {key.low, key.is_of_wall() ? MAXTAGINT : key.high};
  });
  std::vector<int> order(keys.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return keys[a] < keys[b];
  });
  return order;
}

/** The forces with which a solver without friction begins a step: those of the step before, by the
 *  contacts of the present network. names: the ID of an atom of each row. */
template <class Space> class FirstForces {
 public:
  template <class Network, class Ends>
  const double *take(Space &space, const Network &network, const Ends &ends,
                     const std::vector<tagint> &names)
  {
    const int n = network.nrows, *column = network.column.data();
    space.allocate(known, network.ncolumns);
    std::fill_n(known.data() + n, network.ncolumns - n, 1.0);
    for (int i = 0; i < n; i++) known.data()[i] = remembered.knows(names[i]);
    space.forward(known.data(), 1);
    space.allocate(forces, network.ncontacts);
    for_keys(network, ends, [&](int i, int c, const ContactKey &key) {
      const bool both = known.data()[i] * known.data()[column[c]] > 0.0;
      forces.data()[c] = both ? remembered.force(key) : 0.0;
    });
    return forces.data();
  }

  template <class Network, class Ends>
  void remember(const Network &network, const Ends &ends, const std::vector<tagint> &names,
                const double *f)
  {
    remembered.forget();
    for (const tagint id : names) remembered.add_particle(id);
    for_keys(network, ends, [&](int, int c, const ContactKey &key) {
      remembered.add(key, f[c]);
    });
    remembered.finish();
  }

  void forget() { remembered.forget(); }
  double bytes() const { return remembered.bytes(); }

 private:
  WarmStart remembered;
  typename Space::template Array<double> known, forces;    // of columns, of contacts
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
