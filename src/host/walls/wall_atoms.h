// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_WALL_ATOMS_H
#define VARDEM_HOST_WALL_ATOMS_H

#include "host/atoms/contact_masses.h"
#include "host/walls/wall_geometry.h"
#include "host/walls/wall_loop.h"
#include "kernels/contact/full_step_velocity.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

// What WallLoop reads and writes on the host. All of it is valid within one call of post_force().

/** LAMMPS' arrays of spheres. */
struct WallAtoms {
  const VARDEM::Vec3 *xs, *vs, *ws;    // half-step velocities
  const double *const *changes;        // as FullStepVelocities has it
  VARDEM::Vec3 *fs, *torques;
  const double *radii;
  const ContactMasses *masses;
  const int *type;
  const VARDEM::ContactParameters *laws;    // by type

  VARDEM::Vec3 x(int i) const { return xs[i]; }
  double radius(int i) const { return radii[i]; }
  double inverse_mass(int i) const { return masses->inverse_mass(i); }
  VARDEM::Vec3 v_half(int i) const { return vs[i]; }
  VARDEM::Vec3 w_half(int i) const { return ws[i]; }
  VARDEM::Vec3 v(int i) const
  {
    return changes ? full_step_velocity(vs[i], *VARDEM::vectors_at(changes[i])) : vs[i];
  }
  VARDEM::Vec3 w(int i) const
  {
    return changes ? full_step_velocity(ws[i], *VARDEM::vectors_at(changes[i] + 3)) : ws[i];
  }
  int type_of(int i) const { return type[i]; }
  const VARDEM::ContactParameters &law(int i) const { return laws[type[i]]; }

  void add(int i, const VARDEM::Vec3 &F, const VARDEM::Vec3 &T) const
  {
    fs[i] = fs[i] + F;
    torques[i] = torques[i] + T;
  }
};

/** Surfaces of any wall. touches: room for most_near(). */
struct WallSurfaces {
  const WallGeometry *wall;
  VARDEM::WallTouch *touches;

  template <class F> void near(const VARDEM::Vec3 &x, double reach, const F &f) const
  {
    const int n = wall->near(x, reach, touches);
    for (int k = 0; k < n; k++) f(touches[k]);
  }
};

/** The rows of a PerAtomStore; null without springs. */
struct WallRows {
  double **rows;
  int slots;

  WallSlots of(int i) const { return {rows ? rows[i] : nullptr, rows ? slots : 0}; }
};

/** A contact of a wall as its force was computed, whatever happens to its atom later. */
struct WallContact {
  tagint tag;
  int mask;
  VARDEM::ListedContact contact;
};

/** Keeps all contacts, or none. */
struct WallRecord {
  std::vector<WallContact> *record;
  const tagint *tags;
  const int *masks;

  void operator()(int i, int /*surface*/, const VARDEM::ListedContact &contact) const
  {
    if (record) record->push_back({tags[i], masks[i], contact});
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
