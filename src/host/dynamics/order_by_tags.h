// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_FIRST_FORCES_H
#define VARDEM_HOST_FIRST_FORCES_H

#include "lmptype.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** A contact as steps recognise it: two particles, or a particle and a surface of a wall. */
struct ContactKey {
  tagint low,
      high;    // IDs; of a contact with a wall: the ID, and minus one minus the number of the wall
  int surface;    // of the wall

  static ContactKey of_particles(tagint a, tagint b) { return {std::min(a, b), std::max(a, b), 0}; }
  static ContactKey of_wall(tagint particle, int wall, int surface)
  {
    return {particle, -1 - static_cast<tagint>(wall), surface};
  }
  bool is_of_wall() const { return high < 0; }
  bool operator<(const ContactKey &b) const
  {
    return std::tie(low, high, surface) < std::tie(b.low, b.high, b.surface);
  }
};

/** The forces of the contacts of this process in the last step, with which a solver begins the next
 *  one.
 *
 *  A contact of particles of two processes is known to both. If one of the particles goes to
 *  another process, this one does not know its contacts, while the other process still does; the
 *  solver must have the same start on both. So the contact begins with its last force only if both
 *  particles are where they were: knows() tells it for a particle of this process, and the ghosts
 *  have it from their owners. Of particles that touch each other several times, with several
 *  forces, none is known. */
class WarmStart {
 public:
  /** Forgets all, so that the next step begins without forces. */
  void forget()
  {
    particles.clear();
    forces.clear();
  }
  void add_particle(tagint id) { particles.push_back(id); }
  void add(const ContactKey &key, double force) { forces.emplace_back(key, force); }
  /** To be called when all are there. */
  void finish()
  {
    std::sort(particles.begin(), particles.end());
    std::sort(forces.begin(), forces.end(), is_before);
  }

  /** Was this particle one that this process moved in the last step? */
  bool knows(tagint id) const { return std::binary_search(particles.begin(), particles.end(), id); }
  /** Of a contact in the last step; 0 if it was none. */
  double force(const ContactKey &key) const
  {
    // a contact may be stored twice, with the same force to round-off
    constexpr double ALIKE = 1e-9;
    const auto [first, last] =
        std::equal_range(forces.begin(), forces.end(), Entry(key, 0.0), is_before);
    if (first == last) return 0.0;
    const auto [least, most] = std::minmax_element(first, last, [](const Entry &a, const Entry &b) {
      return a.second < b.second;
    });
    return most->second - least->second <= ALIKE * most->second ? most->second : 0.0;
  }
  double bytes() const
  {
    return static_cast<double>(particles.capacity() * sizeof(tagint) +
                               forces.capacity() * sizeof(Entry));
  }

 private:
  using Entry = std::pair<ContactKey, double>;
  std::vector<tagint> particles;
  std::vector<Entry> forces;

  static bool is_before(const Entry &a, const Entry &b) { return a.first < b.first; }
};

/** Calls f(row, contact, key) for each contact of a network on the host. Ends are those of
 *  host/network/network_builder.h. Two contacts of the same particles have the same key. */
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
