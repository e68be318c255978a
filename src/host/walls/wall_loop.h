// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_WALL_LOOP_H
#define VARDEM_HOST_WALL_LOOP_H

#include "host/pair/contact_loop.h"
#include "kernels/contact/sphere_contact.h"
#include "kernels/contact/springs.h"
#include "kernels/walls/wall_mesh.h"
#include "kernels/walls/wall_motion.h"

#include <cstddef>

namespace LAMMPS_NS::VARDEM_NS {

/** Sums over the contacts of a wall on this process. */
struct WallSums {
  ContactSums contacts;     // energy and losses
  VARDEM::WallLoad load;    // on the particles, at points relative to the reference of the wall
  double number = 0.0;      // of contacts
  double overflow = 0.0;    // contacts for which there is no slot
  double narrow = 0.0;      // contacts of grains that do not fit
  double tangent = 0.0;     // change of the force along WallStep::along per displacement
};

/** The slots in which an atom keeps the springs of its contacts with a wall: the number of the
 *  surface, the spring, the normal, and of contacts that resist rolling a spring against it. Most
 *  atoms are known from the first slot and the bits before it, which are one line of the cache. */
struct WallSlots {
  enum { PLAIN = 7, TURNING = 3 };    // numbers of a slot

  static constexpr int MOST = 32;    // of one atom: as many as the bits of an unsigned number
  static constexpr int OF_MESH = 8;

  double *first, *others;    // of one atom: bits of the slots in use, and slot 0; the other slots
  int slots, columns;        // numbers of each
  bool by_normal;            // do surfaces have no numbers that stay?

  VARDEM_INLINE bool is_used(int k) const { return used() >> k & 1u; }
  VARDEM_INLINE int surface(int k) const { return static_cast<int>(*slot(k)); }
  VARDEM_INLINE VARDEM::Vec3 &spring(int k) const { return *VARDEM::vectors_at(slot(k) + 1); }
  VARDEM_INLINE VARDEM::Vec3 &normal(int k) const { return *(&spring(k) + 1); }
  VARDEM_INLINE VARDEM::Vec3 &turning(int k) const { return *(&spring(k) + 2); }

  /** The slot of a surface, or -1. open: bits of the slots that no surface has yet. */
  VARDEM_INLINE int find(const VARDEM::WallTouch &wall, unsigned open) const
  {
    if (by_normal) return find_along(wall.n, open);
    for (int k = 0; k < slots; k++)
      if (is_used(k) && surface(k) == wall.surface) return k;
    return -1;
  }
  VARDEM_INLINE int find_along(const VARDEM::Vec3 &n, unsigned open) const
  {
    int best = -1;
    double most = VARDEM::WallMesh::SAME_PIECE;
    for (int k = 0; open; k++, open >>= 1) {
      if (!(open & 1u) || !(dot(normal(k), n) > most)) continue;
      best = k;
      most = dot(normal(k), n);
    }
    return best;
  }
  /** Bits of the slots that are used. */
  VARDEM_INLINE unsigned used() const { return slots ? static_cast<unsigned>(*first) : 0u; }
  VARDEM_INLINE int find_empty() const
  {
    for (int k = 0; k < slots; k++)
      if (!is_used(k)) return k;
    return -1;
  }
  VARDEM_INLINE void set(int k, int surface, const VARDEM::Vec3 &spring,
                         const VARDEM::Vec3 &normal) const
  {
    *first = used() | 1u << k;
    *slot(k) = surface;
    this->spring(k) = spring;
    this->normal(k) = normal;
  }
  VARDEM_INLINE void clear(int k) const { *first = used() & ~(1u << k); }

 private:
  VARDEM_INLINE double *slot(int k) const
  {
    return k == 0 ? first + 1 : others + columns * (k - 1);
  }
};

/** The slots of all atoms, from two tables of a store. Without springs there are none. */
struct WallRows {
  double *first, *others;
  int slots, columns;
  bool by_normal;

  VARDEM_INLINE WallSlots of(int i) const
  {
    if (!slots) return {nullptr, nullptr, 0, 0, by_normal};
    const std::ptrdiff_t n = i;
    return {first + n * (1 + columns), others + n * (slots - 1) * columns, slots, columns,
            by_normal};
  }
  /** Asks for the first slot. */
  void fetch(int i) const
  {
    if (!slots) return;
    const double *const row = of(i).first;
    VARDEM_PREFETCH(row);
    VARDEM_PREFETCH(row + columns);
  }
};

/** What WallLoop knows of the wall and of the step. */
struct WallStep {
  VARDEM::WallMotion motion;
  VARDEM::Vec3 reference;
  // do dashpots act on the full-step velocity of the wall? Otherwise on the half-step velocity
  bool full_step;
  bool advance;    // as for ContactLoop
  VARDEM::StepTime time;
  double reach;     // gap up to which the law may act
  double margin;    // surfaces are found up to this distance from a grain
  // of the servo that needs the sum of the tangents, otherwise zero; the step, also in a set-up
  VARDEM::Vec3 along;
  double h;
};

/** The force loop of a wall over one atom. NormalForce, SPRINGS: as for ContactLoop.
 *
 *  Atoms is an accessor as for ContactLoop, but has law(i) of an atom with the wall. Surfaces has
 *  near(i, x, reach, f), which calls f(WallTouch) for each surface nearer to atom i at x than
 *  reach. Listing takes (i, surface, ListedContact) of each contact. */
template <class NormalForce, TangentialMemory SPRINGS, class Atoms, class Surfaces, class Listing>
struct WallLoop : WallStep {
  typedef VARDEM::StateOf<NormalForce> State;
  static constexpr bool TURNS = VARDEM::resists_rolling<NormalForce>() && has_springs(SPRINGS);

  Atoms atoms;
  Surfaces surfaces;
  WallRows slots_of;
  Listing list;

  VARDEM_INLINE void operator()(int i, WallSums &sums) const
  {
    visit(i, sums, [&](int k, const VARDEM::WallTouch &wall, const WallSlots &slots) {
      const auto f = forces_of(VARDEM::grain_contact<NormalForce, true, SPRINGS>(
          atoms.law(i), contact(i, k, wall, slots), state(i, k, wall, slots), time));
      take(i, k, wall, f, sums);
    });
  }

  /** Calls touch(k, wall, slots) for each surface that atom i touches, and releases its other
   *  contacts. k: slot of the surface, or -1 if the contact begins. */
  template <class Touch> VARDEM_INLINE void visit(int i, WallSums &sums, const Touch &touch) const
  {
    if (!acts(atoms.law(i))) return leave(i, sums);
    const double R = atoms.radius(i), all = R + margin;
    const WallSlots slots = slots_of.of(i);
    unsigned open = slots.used();    // those whose surface the grain does not touch
    // Those in the margin matter where springs end, and grains must fit, which they do at
    // triangles.
    double next = slots.by_normal ? R + reach : all, seen = 0.0;
    do {
      surfaces.near(i, atoms.x(i), next, [&](const VARDEM::WallTouch &wall) {
        if (wall.distance < seen) return;
        int k = slots.find(wall, open);
        if (k >= 0 && !(dot(slots.normal(k), wall.n) > 0.0)) {    // the centre has gone through it
          leave(i, k, slots, sums);
          open &= ~(1u << k);
          k = -1;
        }
        if (!fits(wall, R))
          sums.narrow += 1.0;
        else if (wall.distance < reach_to(i, k, wall))
          touch(k, wall, slots);
        else if (k >= 0)
          release(i, k, wall, slots, sums);
        if (k >= 0) open &= ~(1u << k);
      });
      seen = next;
      next = all;
    } while (open && seen < all);
    // grains that have gone past the edge of a surface
    for (int k = 0; open; k++, open >>= 1)
      if (open & 1u) leave(i, k, slots, sums);
  }

  /** The distance below which a grain and a surface are in contact. k: as in visit(). */
  VARDEM_INLINE double reach_to(int i, int k, const VARDEM::WallTouch &wall) const
  {
    const double R = atoms.radius(i);
    return VARDEM::reach_from<NormalForce>(R, atoms.law(i), effective_radius(wall, R), k >= 0);
  }

  /** Releases all contacts of atom i: it has left the group of the wall. */
  VARDEM_INLINE void leave(int i, WallSums &sums) const
  {
    const WallSlots slots = slots_of.of(i);
    for (int k = 0; k < slots.slots; k++)
      if (slots.is_used(k)) leave(i, k, slots, sums);
  }

  /** Adds the forces of a contact. */
  template <class Forces>
  VARDEM_INLINE void take(int i, int k, const VARDEM::WallTouch &wall, const Forces &f,
                          WallSums &sums) const
  {
    VARDEM::Vec3 moment = f.lever_1 * f.moment, couple = {0.0, 0.0, 0.0};
    if constexpr (TURNS) {
      couple = f.couple;
      moment = moment + couple;
      sums.load.add_couple(couple);
    }
    atoms.add(i, f.force, moment);
    sums.contacts.add(1.0, f);
    sums.load.add(atoms.x(i) + f.lever_1 * wall.n - reference, f.force);
    sums.number += 1.0;
    if (dot(along, along) > 0.0) sums.tangent += tangent(i, wall);
    list(i, wall.surface,
         VARDEM::listed_contact(atoms.x(i), atoms.radius(i), wall.n,
                                wall.distance - atoms.radius(i), f.force, couple));
    // in a set-up as in ContactLoop
    if constexpr (has_springs(SPRINGS))
      if (advance || (VARDEM::beyond_touch<NormalForce>() && k < 0)) keep(i, k, wall, f, sums);
  }

  /** The motions of the grain and of the point of the wall at the contact, and its springs. */
  VARDEM_INLINE State state(int i, int k, const VARDEM::WallTouch &wall,
                            const WallSlots &slots) const
  {
    return state_of(i, k, contact(i, k, wall, slots), slots);
  }

 private:
  /** Of a contact that does not slide, along the unit vector `along`. A velocity that changes its
   *  sign in each step changes the velocity at the step, 3/2 v(n+1/2) - 1/2 v(n-1/2), twice as
   *  much, and the force of the dashpot by 4 c/h times the displacement. */
  VARDEM_INLINE double tangent(int i, const VARDEM::WallTouch &wall) const
  {
    const double R = atoms.radius(i), w = atoms.inverse_mass(i);
    const VARDEM::Coefficients of = VARDEM::coefficients<NormalForce>(
        atoms.law(i), R - wall.distance, effective_radius(wall, R), w > 0.0 ? 1.0 / w : 0.0);
    const double count = 4.0 / h, cosine = dot(wall.n, along);
    return cosine * cosine * (of.k.normal + count * of.c.normal) +
        (1.0 - cosine * cosine) * (of.k.tangent + count * of.c.tangent);
  }

  template <class Forces>
  VARDEM_INLINE void keep(int i, int k, const VARDEM::WallTouch &wall, const Forces &f,
                          WallSums &sums) const
  {
    const WallSlots slots = slots_of.of(i);
    if (k < 0) k = slots.find_empty();
    if (k < 0) {
      sums.overflow += 1.0;
      return;
    }
    slots.set(k, wall.surface, f.spring, wall.n);
    if constexpr (TURNS) slots.turning(k) = f.turning;
  }

  /** The contact of slot k has opened. */
  VARDEM_INLINE void release(int i, int k, const VARDEM::WallTouch &wall, const WallSlots &slots,
                             WallSums &sums) const
  {
    if constexpr (has_springs(SPRINGS)) {
      if (!advance) return;
      const VARDEM::SphereContact c = contact(i, k, wall, slots);
      const VARDEM::TangentialLoss lost = VARDEM::loss_by_opening<NormalForce, true>(
          atoms.law(i), c, state_of(i, k, c, slots), time);
      sums.contacts.lose(1.0, lost);
      slots.clear(k);
    }
  }

  /** The contact of slot k has ended without a surface that is still near: it counts as plane. */
  VARDEM_INLINE void leave(int i, int k, const WallSlots &slots, WallSums &sums) const
  {
    release(i, k, {slots.normal(k), atoms.radius(i), 0.0, slots.surface(k)}, slots, sums);
  }

  VARDEM_INLINE VARDEM::SphereContact contact(int i, int k, const VARDEM::WallTouch &wall,
                                              const WallSlots &slots) const
  {
    return VARDEM::touching_wall(wall, atoms.radius(i), atoms.law(i).lever,
                                 k < 0 ? wall.n : slots.normal(k));
  }

  /** The velocity of the wall is that at the contact point. */
  VARDEM_INLINE State state_of(int i, int k, const VARDEM::SphereContact &c,
                               const WallSlots &slots) const
  {
    const VARDEM::Vec3 p = atoms.x(i) + c.lever_1 * c.n, v_half = motion.v_half(p);
    State s = {};
    s.inverse_mass = atoms.inverse_mass(i);
    s.half = {atoms.v_half(i) - motion.v_passed(p, point_before(i, c, v_half)), atoms.w_half(i),
              motion.w_half};
    s.now = {atoms.v(i) - (full_step ? motion.v_full_step(p) : v_half), atoms.w(i),
             full_step ? motion.w_full_step() : motion.w_half};
    if (k >= 0) s.spring = slots.spring(k);
    if constexpr (TURNS)
      if (k >= 0) s.turning = slots.turning(k);
    return s;
  }

  VARDEM_INLINE VARDEM::Vec3 point_before(int i, const VARDEM::SphereContact &c,
                                          const VARDEM::Vec3 &v_wall) const
  {
    const VARDEM::Vec3 v = atoms.v_half(i);
    const double lever = c.lever_1 + atoms.law(i).lever * time.h * dot(v - v_wall, c.n);
    return atoms.x(i) - time.h * v + lever * c.n_before;
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
