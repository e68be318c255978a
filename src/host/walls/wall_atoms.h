// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_WALL_ATOMS_H
#define VARDEM_HOST_WALL_ATOMS_H

#include "host/atoms/contact_masses.h"
#include "host/walls/wall_geometry.h"
#include "host/walls/wall_loop.h"
#include "kernels/contact/full_step_velocity.h"

#include <algorithm>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

// What WallLoop reads and writes on the host. All of it is valid within one call of post_force().

/** The triangles near to each of the atoms that can touch them, the nearest first. */
class ListedTriangles {
 public:
  void start(int natoms)
  {
    first.assign(natoms, {0, {0.0, 0.0, 0.0}});
    all.assign(1, END);
  }
  /** Finds those of atom i, whose surface is nearer than `reach` to its centre at x. Are there
   *  any? */
  bool find(const VARDEM::WallShape &shape, int i, const VARDEM::Vec3 &x, double reach)
  {
    const std::size_t before = all.size();
    const VARDEM::Vec3 p = shape.place.place_back(x);
    shape.mesh.each_near(p, reach, [this](const VARDEM::NearTriangle &one) {
      all.push_back(one);
    });
    if (all.size() == before) return false;
    std::sort(all.begin() + static_cast<std::ptrdiff_t>(before), all.end(),
              [](const VARDEM::NearTriangle &a, const VARDEM::NearTriangle &b) {
                return a.distance < b.distance;
              });
    first[i] = {before, p};
    all.push_back(END);
    return true;
  }
  VARDEM::NearTriangles of(int i) const { return {all.data() + first[i].at, first[i].p}; }
  double bytes() const
  {
    return static_cast<double>(first.capacity()) * sizeof(First) +
        static_cast<double>(all.capacity()) * sizeof(VARDEM::NearTriangle);
  }

 private:
  static constexpr VARDEM::NearTriangle END = {-1, 0.0f, 0.0f, 0.0f, 0.0f};

  /** Where the list of an atom begins, and where the atom was, as the triangles see it. */
  struct First {
    std::size_t at;
    VARDEM::Vec3 p;
  };
  std::vector<First> first;
  std::vector<VARDEM::NearTriangle> all;
};

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
  const ListedTriangles *triangles;    // null for other walls

  /** Asks for the triangle nearest to an atom, and for the corners of that of another atom, which
   *  has been asked for. */
  void fetch(int i, int j) const
  {
    if (!triangles) return;
    const VARDEM::WallMesh &mesh = wall->shape()->mesh;
    const int next = triangles->of(i).list->triangle, t = triangles->of(j).list->triangle;
    if (next >= 0) {
      VARDEM_PREFETCH(mesh.triangles + next);
      VARDEM_PREFETCH(&mesh.triangles[next].number);
    }
    if (t < 0) return;
    for (const int c : mesh.triangles[t].corners) VARDEM_PREFETCH(mesh.corners + c);
  }
  template <class F> void near(int i, const VARDEM::Vec3 &x, double reach, const F &f) const
  {
    const VARDEM::NearTriangles listed = triangles ? triangles->of(i) : VARDEM::NearTriangles{};
    const int n = wall->near(x, reach, touches, triangles ? &listed : nullptr);
    for (int k = 0; k < n; k++) f(touches[k]);
  }
};

/** A contact of a wall as its force was computed, whatever happens to its atom later. */
struct WallContact {
  tagint tag;
  int mask, surface;
  VARDEM::ListedContact contact;
};

/** Keeps all contacts, or none. */
struct WallRecord {
  std::vector<WallContact> *record;
  const tagint *tags;
  const int *masks;

  void operator()(int i, int surface, const VARDEM::ListedContact &contact) const
  {
    if (record) record->push_back({tags[i], masks[i], surface, contact});
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
