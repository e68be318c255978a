// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_ORDER_BY_TAGS_H
#define VARDEM_HOST_ORDER_BY_TAGS_H

#include "lmptype.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** Returns the contacts of a network on the host in the order in which a sweep takes them: by the
 *  IDs of their particles, the lower one first. Contacts with walls come after contacts of
 *  particles. Ends are those of host/network/network_builder.h. */
template <class Network, class Ends>
std::vector<int> order_by_tags(const Network &network, const Ends &ends)
{
  std::vector<std::pair<tagint, tagint>> keys(network.ncontacts);
  const auto rows = network.rows();
  for (int i = 0; i < rows.nrows; i++)
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const int b = ends.second(i, c);
      const tagint mine = ends.atoms.tag(ends.first(i, c)),
                   other = b < 0 ? MAXTAGINT : ends.atoms.tag(b);
      keys[c] = std::minmax(mine, other);
    }
  std::vector<int> order(keys.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return keys[a] < keys[b];
  });
  return order;
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
