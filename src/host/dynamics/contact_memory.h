// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CONTACT_MEMORY_H
#define VARDEM_HOST_CONTACT_MEMORY_H

#include "kernels/contact/frictional_impact.h"
#include "lmptype.h"
#include "solvers/space.h"

namespace LAMMPS_NS::VARDEM_NS {

/** The forces of contacts with friction whose springs go on in the next step, where loops run. Each atom has those of
 *  its own contacts: so they go with it to other processes and into restart files, and a process
 *  knows all contacts of its atoms without asking others. */
struct ContactMemory {
  /** Of a contact: its name, 0 if there is none; the normal force; the tangential force on the
   *  other body; with rolling friction, the moment on it. */
  static constexpr int NUMBERS = 5, WITH_MOMENT = 8;

  double *rows;    // per atom: `numbers` for each of `slots` contacts; those in use come first
  int slots;
  int numbers = NUMBERS;

  VARDEM_INLINE static double name_of_particle(tagint id) { return static_cast<double>(id); }
  VARDEM_INLINE double *row(int atom) const
  {
    return rows + static_cast<bigint>(numbers) * slots * atom;
  }

  /** The numbers of a contact, or null. In a thin periodic box an atom may touch several images of
   *  another one: it is the one whose tangential force is nearest to the tangent plane. */
  VARDEM_INLINE const double *find(int atom, double name, const VARDEM::Vec3 &n) const
  {
    const double *found = nullptr, *slot = row(atom);
    double least = 0.0;
    for (int k = 0; k < slots && slot[0] != 0.0; k++, slot += numbers) {
      if (slot[0] != name) continue;
      const double along = std::fabs(dot(VARDEM::Vec3{slot[2], slot[3], slot[4]}, n));
      if (found && along >= least) continue;
      least = along;
      found = slot;
    }
    return found;
  }
  /** The force and the moment on the other body, turned to the present normal n. */
  VARDEM_INLINE static VARDEM::Vec3 force(const double *found, const VARDEM::Vec3 &n)
  {
    if (!found) return {0.0, 0.0, 0.0};
    return VARDEM::turned_impulse(found[1], {found[2], found[3], found[4]}, n);
  }
  VARDEM_INLINE static VARDEM::Vec3 moment(const double *found, const VARDEM::Vec3 &n)
  {
    if (!found) return {0.0, 0.0, 0.0};
    return VARDEM::turned_impulse(0.0, {found[5], found[6], found[7]}, n);
  }

  VARDEM_INLINE void clear(int atom) const
  {
    if (slots > 0) row(atom)[0] = 0.0;
  }
  /** There must be a slot left. */
  VARDEM_INLINE void add(int atom, double name, double normal, const VARDEM::Vec3 &across,
                         const VARDEM::Vec3 &moment = {0.0, 0.0, 0.0}) const
  {
    double *slot = row(atom);
    int k = 0;
    while (slot[0] != 0.0) k++, slot += numbers;
    slot[0] = name;
    slot[1] = normal;
    slot[2] = across.x;
    slot[3] = across.y;
    slot[4] = across.z;
    if (numbers == WITH_MOMENT) VARDEM::vectors_at(slot + NUMBERS)[0] = moment;
    if (k + 1 < slots) slot[numbers] = 0.0;
  }
};

/** The contacts of a step with friction. */
template <class Rows, class Ends> struct ContactsOfStep {
  Rows rows;
  Ends ends;
  const VARDEM::SphereLevers *levers;
  const double *impulse, *moment;    // 3 numbers per contact; moment: null if there are none
  const int *hit;
  double h;

  /** Do the bodies press each other, so that the contact may go on in the next step? */
  VARDEM_INLINE bool holds(int c) const
  {
    return dot(VARDEM::vectors_at(impulse)[c], levers[c].n) > 0.0;
  }
  /** The part of a force or a moment across the normal, whose springs go on. Impacts leave none. */
  VARDEM_INLINE VARDEM::Vec3 springs(const double *of, int c) const
  {
    const VARDEM::Vec3 &g = VARDEM::vectors_at(of)[c], &n = levers[c].n;
    return (hit[c] ? 0.0 : 1.0 / h) * (g - dot(g, n) * n);
  }
  VARDEM_INLINE static double name_of(const Ends &ends, int i, int c)
  {
    const int b = ends.second(i, c);
    if (b >= 0) return ContactMemory::name_of_particle(ends.atoms.tag(b));
    return ends.wall(i, c).name();
  }
};

/** Body of a loop: adds the contacts that go on of each row to its atom, and in half rows to the
 *  other one as well. */
template <class Contacts> struct RememberContacts {
  Contacts of;
  ContactMemory memory;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int c = of.rows.first[i]; c < of.rows.first[i + 1]; c++) {
      if (!of.holds(c)) continue;
      const double normal = dot(VARDEM::vectors_at(of.impulse)[c], of.levers[c].n) / of.h;
      const VARDEM::Vec3 across = of.springs(of.impulse, c),
                         M = of.moment ? of.springs(of.moment, c) : VARDEM::Vec3{0.0, 0.0, 0.0};
      const int a = of.ends.first(i, c);
      memory.add(a, Contacts::name_of(of.ends, i, c), normal, across, M);
      if (c < of.rows.middle[i])
        memory.add(of.ends.second(i, c), ContactMemory::name_of_particle(of.ends.atoms.tag(a)),
                   normal, -across, -M);
    }
  }
};

/** Body of a loop: counts those contacts of each atom, which start at zero. */
template <class Contacts> struct CountContacts {
  Contacts of;
  int *count;    // of atoms

  VARDEM_INLINE void operator()(int i) const
  {
    for (int c = of.rows.first[i]; c < of.rows.first[i + 1]; c++) {
      if (!of.holds(c)) continue;
      count[of.ends.first(i, c)]++;
      if (c < of.rows.middle[i]) count[of.ends.second(i, c)]++;
    }
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
