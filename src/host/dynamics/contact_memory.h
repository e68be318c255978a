// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CONTACT_MEMORY_H
#define VARDEM_HOST_CONTACT_MEMORY_H

#include "kernels/rigid/frictional_impact.h"
#include "kernels/walls/wall_mesh.h"
#include "kernels/walls/wall_point.h"
#include "lmptype.h"
#include "solvers/network/space.h"

#include <cmath>

namespace LAMMPS_NS::VARDEM_NS {

/** The name of a particle that a body touches: its ID, and as a fraction the direction to it, as
 *  WallName has that of a triangle, which tells its periodic images apart. IDs from 2^32 on have no
 *  direction. */
struct ParticleName {
  VARDEM_INLINE static double of(double id, const VARDEM::Vec3 &n)
  {
    return id < LARGEST ? id + VARDEM::WallName::number_of(n) / ONE : id;
  }
  /** As that of WallName. A name without a direction, as of an old restart file, is that of any
   *  image. */
  VARDEM_INLINE static double likeness(double name, double of_particle, const VARDEM::Vec3 &n)
  {
    const double id = std::floor(name);
    if (id != std::floor(of_particle)) return -2.0;
    if (name == id) return 1.0;
    return VARDEM::WallName::likeness(static_cast<int>((name - id) * ONE), n);
  }

 private:
  static constexpr double LARGEST = 4294967296.0, ONE = 524288.0;    // 2^19, more than a direction
};

struct KeptContact;

/** The forces of contacts that go on in the next step, where loops run: those of springs, and those
 *  with which a solver begins. Each atom has those of its own contacts: so they go with it to other
 *  processes and into restart files, and a process knows all contacts of its atoms without asking
 *  others.
 *
 *  A contact with a periodic image, or with a grain of another process, is solved twice, once for
 *  each grain; in full rows (solvers/network) each contact of two grains is. Both solutions see the
 *  same velocities, so nothing brings a difference of their impulses back to zero: projections may
 *  let it grow, and the memory carries it on. So a step begins with the mean of what both atoms
 *  have kept if its number is a multiple of SHARED. A grain that was held has kept nothing; so the
 *  first step of a run begins like that, too, and each step if there is a dynamic group. */
struct ContactMemory {
  static constexpr int SHARED = 16;
  /** Of a contact: its name, 0 if there is none; the normal force; the tangential force on the
   *  other body; with rolling friction, the moment on it. */
  static constexpr int NUMBERS = 5, WITH_MOMENT = 8;

  double *rows;    // per atom: `numbers` for each of `slots` contacts; those in use come first
  int slots;
  int numbers = NUMBERS;
  bool shared = false;    // the step begins with the mean, and ghosts have their rows

  VARDEM_INLINE static double name_of_particle(tagint id, const VARDEM::Vec3 &n)
  {
    return ParticleName::of(static_cast<double>(id), n);
  }
  VARDEM_INLINE double *row(int atom) const
  {
    return rows + static_cast<bigint>(numbers) * slots * atom;
  }

  /** The numbers of a contact, or null. In a thin periodic box an atom may be near several images of
   *  another one: it is the one of the nearest normal, and so for both atoms. Of a wall of triangles
   *  it is the one of the nearest normal, too. */
  VARDEM_INLINE const double *find(int atom, double name, const VARDEM::Vec3 &n) const
  {
    const double *found = nullptr, *slot = row(atom);
    double most = VARDEM::WallMesh::SAME_PIECE;
    for (int k = 0; k < slots && slot[0] != 0.0; k++, slot += numbers) {
      const double like = likeness(slot[0], name, n);
      if (!(like > most)) continue;
      most = like;
      found = slot;
    }
    return found;
  }
  /** What the step begins with: of a contact of this atom, which has this ID, with another atom, or
   *  with a wall, for which `other` is negative. */
  VARDEM_INLINE KeptContact of_both(int atom, tagint id, int other, double name,
                                    const VARDEM::Vec3 &n) const;
  VARDEM_INLINE static double likeness(double kept, double name, const VARDEM::Vec3 &n)
  {
    if (name > 0.0) return ParticleName::likeness(kept, name, n);
    if (VARDEM::WallName::has_normal(name)) return VARDEM::WallName::likeness(kept, name, n);
    return kept == name ? 1.0 : -2.0;
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
    VARDEM::vectors_at(slot + 2)[0] = across;
    if (numbers == WITH_MOMENT) VARDEM::vectors_at(slot + NUMBERS)[0] = moment;
    if (k + 1 < slots) slot[numbers] = 0.0;
  }
};

/** What the two atoms of a contact have kept of it, or null. */
struct KeptContact {
  const double *here, *there;

  /** As those of ContactMemory. */
  VARDEM_INLINE VARDEM::Vec3 force(const VARDEM::Vec3 &n) const
  {
    return mean(ContactMemory::force(here, n), ContactMemory::force(there, -n));
  }
  VARDEM_INLINE VARDEM::Vec3 moment(const VARDEM::Vec3 &n) const
  {
    return mean(ContactMemory::moment(here, n), ContactMemory::moment(there, -n));
  }

 private:
  VARDEM_INLINE VARDEM::Vec3 mean(const VARDEM::Vec3 &on_other, const VARDEM::Vec3 &on_this) const
  {
    return (here && there ? 0.5 : 1.0) * (on_other - on_this);
  }
};

VARDEM_INLINE KeptContact ContactMemory::of_both(int atom, tagint id, int other, double name,
                                                 const VARDEM::Vec3 &n) const
{
  const bool asks = shared && other >= 0;
  return {find(atom, name, n), asks ? find(other, name_of_particle(id, -n), -n) : nullptr};
}

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
      const VARDEM::Vec3 &n = levers[c].n;
      f(c, a, name_of(ends, i, c, n), 1.0);
      if (c < rows.middle[i])
        f(c, ends.second(i, c), ContactMemory::name_of_particle(ends.atoms.tag(a), -n), -1.0);
    }
  }
  /** The part of a force or a moment across the normal, whose springs go on. Impacts leave none. */
  VARDEM_INLINE VARDEM::Vec3 springs(const double *of, int c) const
  {
    if (!of || !hit || hit[c]) return {0.0, 0.0, 0.0};
    const VARDEM::Vec3 &g = VARDEM::vectors_at(of)[c], &n = levers[c].n;
    return (g - dot(g, n) * n) / h;
  }
  VARDEM_INLINE static double name_of(const Ends &ends, int i, int c, const VARDEM::Vec3 &n)
  {
    const int b = ends.second(i, c);
    return b >= 0 ? ContactMemory::name_of_particle(ends.atoms.tag(b), n) : ends.wall(i, c).name();
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
