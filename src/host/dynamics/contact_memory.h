// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CONTACT_MEMORY_H
#define VARDEM_HOST_CONTACT_MEMORY_H

#include "kernels/rigid/frictional_impact.h"
#include "kernels/walls/wall_mesh.h"
#include "kernels/walls/wall_point.h"
#include "lmptype.h"
#include "solvers/network/space.h"

namespace LAMMPS_NS::VARDEM_NS {

/** The forces of contacts that go on in the next step, where loops run: those of springs, and those
 *  with which a solver begins. Each atom has those of its own contacts: so they go with it to other
 *  processes and into restart files, and a process knows all contacts of its atoms without asking
 *  others. */
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
   *  another one: it is the one whose tangential force is nearest to the tangent plane. Without
   *  tangential forces nothing tells the images apart: it is any of them if their normal forces are
   *  alike, otherwise none, since both atoms must take the same one. Of a wall of triangles it is
   *  the one of the nearest normal. */
  VARDEM_INLINE const double *find(int atom, double name, const VARDEM::Vec3 &n) const
  {
    const double *found = nullptr, *slot = row(atom);
    double least = 0.0;
    bool several = false;
    const bool by_normal = VARDEM::WallName::has_normal(name);
    for (int k = 0; k < slots && slot[0] != 0.0; k++, slot += numbers) {
      const double like = by_normal ? VARDEM::WallName::likeness(slot[0], name, n)
                                    : slot[0] == name;
      if (!(like > VARDEM::WallMesh::SAME_PIECE)) continue;
      const double along = by_normal ? -like : std::fabs(dot(*VARDEM::vectors_at(slot + 2), n));
      if (found && along > least) continue;
      several = found && along == least && (several || !alike(slot[1], found[1]));
      least = along;
      found = slot;
    }
    return several ? nullptr : found;
  }
  VARDEM_INLINE static bool alike(double a, double b) { return std::fabs(a - b) <= 1e-9 * a; }
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
    VARDEM::vectors_at(slot + 2)[0] = across;
    if (numbers == WITH_MOMENT) VARDEM::vectors_at(slot + NUMBERS)[0] = moment;
    if (k + 1 < slots) slot[numbers] = 0.0;
  }
};

template <class Rows, class Ends> struct ContactsOfStep {
  Rows rows;
  Ends ends;
  const VARDEM::SphereLevers *levers;
  const double *impulse, *moment;    // 3 numbers per contact; moment: null if there are none
  const char *hit;                   // null: there is no friction
  double h;

  /** Calls f(c, atom, name, sign) for each contact of a row whose bodies press each other, in half
   *  rows also for the other atom, whose forces have the other sign. */
  template <class F> VARDEM_INLINE void for_pressed(int i, const F &f) const
  {
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      if (!(dot(VARDEM::vectors_at(impulse)[c], levers[c].n) > 0.0)) continue;
      const int a = ends.first(i, c);
      f(c, a, name_of(ends, i, c), 1.0);
      if (c < rows.middle[i])
        f(c, ends.second(i, c), ContactMemory::name_of_particle(ends.atoms.tag(a)), -1.0);
    }
  }
  /** The part of a force or a moment across the normal, whose springs go on. Impacts leave none. */
  VARDEM_INLINE VARDEM::Vec3 springs(const double *of, int c) const
  {
    if (!of || !hit || hit[c]) return {0.0, 0.0, 0.0};
    const VARDEM::Vec3 &g = VARDEM::vectors_at(of)[c], &n = levers[c].n;
    return (g - dot(g, n) * n) / h;
  }
  VARDEM_INLINE static double name_of(const Ends &ends, int i, int c)
  {
    const int b = ends.second(i, c);
    return b >= 0 ? ContactMemory::name_of_particle(ends.atoms.tag(b)) : ends.wall(i, c).name();
  }
};

/** Body of a loop: adds the contacts of each row that press to their atoms. */
template <class Contacts> struct RememberContacts {
  Contacts of;
  ContactMemory memory;

  VARDEM_INLINE void operator()(int i) const
  {
    of.for_pressed(i, [&](int c, int atom, double name, double sign) {
      const double normal = dot(VARDEM::vectors_at(of.impulse)[c], of.levers[c].n) / of.h;
      memory.add(atom, name, normal, sign * of.springs(of.impulse, c),
                 sign * of.springs(of.moment, c));
    });
  }
};

/** Body of a loop: counts those contacts of each atom, which start at zero. */
template <class Contacts> struct CountContacts {
  Contacts of;
  int *count;    // of atoms

  VARDEM_INLINE void operator()(int i) const
  {
    of.for_pressed(i, [&](int, int atom, double, double) {
      count[atom]++;
    });
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
