// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_VARDEM_WALL_ATOMS_KOKKOS_H
#define LMP_VARDEM_WALL_ATOMS_KOKKOS_H

#include "host/tables/contact_table.h"
#include "host/walls/wall_atoms.h"
#include "kernels/walls/wall_shapes.h"
#include "vardem_contact_atoms_kokkos.h"

namespace LAMMPS_NS::VARDEM_NS {

// What WallLoop (host/walls/wall_loop.h) reads and writes on the device. One thread has an atom
// with all of its contacts.

/** LAMMPS' arrays of spheres. */
template <class DeviceType> struct WallAtomsKokkos {
  typedef ArrayTypes<DeviceType> AT;
  static constexpr uint64_t READ = X_MASK | V_MASK | OMEGA_MASK | F_MASK | TORQUE_MASK |
      RADIUS_MASK | RMASS_MASK | TYPE_MASK | MASK_MASK;

  typename AT::t_kkfloat_1d_3_lr xs;
  typename AT::t_kkfloat_1d_3 vs, ws;     // half-step velocities
  typename AT::t_double_2d_lr changes;    // how they have changed in it; empty if nobody asks
  typename AT::t_kkfloat_1d radii;
  InverseMasses<DeviceType> masses;
  typename AT::t_int_1d type;
  // by type
  Kokkos::View<const VARDEM::ContactParameters *, typename DeviceType::memory_space> laws;
  typename AT::t_kkacc_1d_3 fs, torques;

  VARDEM_INLINE VARDEM::Vec3 x(int i) const { return row_at(xs, i); }
  VARDEM_INLINE double radius(int i) const { return radii(i); }
  VARDEM_INLINE double inverse_mass(int i) const { return masses.of(i); }
  VARDEM_INLINE VARDEM::Vec3 v_half(int i) const { return row_at(vs, i); }
  VARDEM_INLINE VARDEM::Vec3 w_half(int i) const { return row_at(ws, i); }
  VARDEM_INLINE VARDEM::Vec3 v(int i) const { return full_step_at(vs, changes, i, 0); }
  VARDEM_INLINE VARDEM::Vec3 w(int i) const { return full_step_at(ws, changes, i, 3); }
  VARDEM_INLINE const VARDEM::ContactParameters &law(int i) const { return laws(type(i)); }

  VARDEM_INLINE void add(int i, const VARDEM::Vec3 &F, const VARDEM::Vec3 &T) const
  {
    add_to_row(fs, i, F);
    add_to_row(torques, i, T);
  }
};

/** Surfaces whose shape kernels have. */
struct ShapedWall {
  VARDEM::WallShape shape;

  template <class F>
  VARDEM_INLINE void near(int /*i*/, const VARDEM::Vec3 &x, double reach, const F &f) const
  {
    shape.near(x, reach, f);
  }
};

/** Keeps all contacts, or none. next: of each atom, where its next contact goes. */
struct WallRecordKokkos {
  int *next;
  WallContact *record;    // null: none
  const tagint *tags;
  const int *masks;

  VARDEM_INLINE void operator()(int i, int surface, const VARDEM::ListedContact &contact) const
  {
    if (record) record[next[i]++] = {tags[i], masks[i], surface, contact};
  }
};

/** Chooses the atoms of a group that can touch the wall soon, as WallCandidates does. */
template <class X, class Radii, class Mask> struct ChooseWallAtoms {
  X xs;
  Radii radii;
  Mask mask;
  int groupbit;
  double margin;
  VARDEM::WallShape shape;
  WallRows springs;
  int *chosen;

  KOKKOS_INLINE_FUNCTION bool operator()(const int i) const
  {
    bool found = springs.of(i).used();
    if (!(mask(i) & groupbit)) return found;
    const VARDEM::Vec3 x = row_at(xs, i);
    found |= shape.is_behind(x);
    const auto find = [&](const auto &) {
      found = true;
    };
    if (shape.kind == VARDEM::WallShape::MESH)
      shape.mesh.each_near(shape.place.place_back(x), radii(i) + margin, find);
    else
      shape.near(x, radii(i) + margin, find);
    return found;
  }
  KOKKOS_INLINE_FUNCTION void take(int i, int k) const { chosen[k] = i; }
};

/** The force loop of a wall over some atoms, as far as they are in its group. */
template <class Loop, class Mask> struct WallForces {
  typedef WallSums value_type;
  Loop loop;
  const int *atoms;
  Mask mask;
  int groupbit;

  KOKKOS_INLINE_FUNCTION void operator()(const int n, WallSums &sums) const
  {
    const int i = atoms[n];
    if (mask(i) & groupbit)
      loop(i, sums);
    else
      loop.leave(i, sums);
  }
  KOKKOS_INLINE_FUNCTION void init(WallSums &sums) const { sums = WallSums(); }
  KOKKOS_INLINE_FUNCTION void join(WallSums &sums, const WallSums &others) const
  {
    add_numbers(sums, others);
  }
};

/** How many surfaces each of these atoms touches: as many as WallForces then lists. */
template <class NormalForce, class Atoms, class Mask> struct CountWallContacts {
  Atoms of;
  WallRows springs;
  Mask mask;
  int groupbit;
  double margin;
  VARDEM::WallShape shape;
  const int *atoms;
  int *count;    // by atom

  KOKKOS_INLINE_FUNCTION void operator()(const int n) const
  {
    const int i = atoms[n];
    if (!(mask(i) & groupbit) || !acts(of.law(i))) return;
    const double R = of.radius(i);
    const WallSlots slots = springs.of(i);
    unsigned open = slots.used();
    int found = 0;
    shape.near(of.x(i), R + margin, [&](const VARDEM::WallTouch &wall) {
      const int k = VARDEM::beyond_touch<NormalForce>() ? slots.find(wall, open) : -1;
      if (k >= 0) open &= ~(1u << k);
      const bool held = k >= 0 && dot(slots.normal(k), wall.n) > 0.0;    // as WallLoop::visit()
      const double reach =
          VARDEM::reach_from<NormalForce>(R, of.law(i), effective_radius(wall, R), held);
      if (wall.distance < reach) found++;
    });
    count[i] = found;
  }
};

/** Adds forces and torques of atoms times a sign to six numbers of each. */
template <class Forces> struct KeepForces {
  Forces fs, torques;
  double sign;
  double *kept;

  KOKKOS_INLINE_FUNCTION void operator()(const int i) const
  {
    VARDEM::Vec3 *const to = VARDEM::vectors_at(kept) + 2 * i;
    to[0] = to[0] + sign * row_at(fs, i);
    to[1] = to[1] + sign * row_at(torques, i);
  }
};

/** The recorded contacts of atoms in a group, for RowLoops. */
struct WallRowsOfRecord {
  const WallContact *record;
  int groupbit;
  bool triangles;

  template <class F> VARDEM_INLINE void each(int n, const F &f) const
  {
    if (record[n].mask & groupbit) f(record[n]);
  }
  VARDEM_INLINE void fill(const WallContact &c, double *row) const
  {
    fill_row(c.tag, triangles ? -c.surface - 1 : 0, ContactForces::WALL, c.contact, row);
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
