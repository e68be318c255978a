// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CLUMP_ROWS_H
#define VARDEM_HOST_CLUMP_ROWS_H

#include "atom.h"
#include "host/dynamics/rigid_steps.h"
#include "host/lammps/clumps.h"
#include "kernels/inertia.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** What the rows of a network of rigid bodies stand for: first the bodies of a fix that derives
 *  from FixRigidSmall that this process owns, then single spheres. Vectors are in space. */
class ClumpRows {
 public:
  ClumpRows(const Fix *fix, Atom *atom_in, const std::vector<int> &spheres_in) :
      bodies(small_body_table(fix)), atom(atom_in), spheres(spheres_in)
  {
  }

  int size() const { return bodies.size() + static_cast<int>(spheres.size()); }
  double mass(int i) const { return is_body(i) ? bodies.mass(i) : atom->rmass[owner(i)]; }
  VARDEM::Vec3 x(int i) const { return is_body(i) ? bodies.x(i) : vector_at(atom->x[owner(i)]); }
  VARDEM::Vec3 v(int i) const { return is_body(i) ? bodies.v(i) : vector_at(atom->v[owner(i)]); }
  VARDEM::Vec3 L(int i) const
  {
    return is_body(i) ? bodies.L(i) : moment(i) * vector_at(atom->omega[owner(i)]);
  }
  VARDEM::Quat q(int i) const
  {
    return is_body(i) ? bodies.q(i) : VARDEM::Quat{1.0, 0.0, 0.0, 0.0};
  }
  /** Principal moments. */
  VARDEM::Vec3 inertia(int i) const
  {
    if (is_body(i)) return bodies.inertia(i);
    const double I = moment(i);
    return {I, I, I};
  }
  /** The atom that owns a body, or the sphere. */
  int owner(int i) const { return is_body(i) ? bodies.owner(i) : spheres[i - bodies.size()]; }

  /** Force and torque without those of contacts. Of bodies the fix has summed them. The arrays of
   *  spheres have those of the contacts of the last step, too (host/dynamics/rigid_steps.h). pull
   *  acts on all rows beside these arrays [force/mass]. */
  VARDEM::Vec3 load(int i, const double *contact_forces, const VARDEM::Vec3 &pull) const
  {
    return is_body(i) ? bodies.f(i) : without(atom->f, i, contact_forces) + mass(i) * pull;
  }
  VARDEM::Vec3 torque(int i, const double *contact_torques) const
  {
    return is_body(i) ? bodies.torque(i) : without(atom->torque, i, contact_torques);
  }

  void move(int i, const VARDEM::Vec3 &x, const VARDEM::Quat &q, const VARDEM::Vec3 &v,
            const VARDEM::Vec3 &L) const
  {
    if (!is_body(i)) {
      set_vector_at(atom->x[owner(i)], x);
      set_vector_at(atom->v[owner(i)], v);
      set_vector_at(atom->omega[owner(i)], L / moment(i));
      return;
    }
    bodies.set_x(i, x);
    bodies.set_v(i, v);
    bodies.set_L(i, L);
    bodies.set_q(i, q);
    bodies.set_axes_to_q(i);
    bodies.set_omega(i, bodies.omega_of_L(i));
  }

 private:
  Clumps bodies;
  Atom *atom;
  const std::vector<int> &spheres;

  bool is_body(int i) const { return i < bodies.size(); }
  double moment(int i) const
  {
    const double R = atom->radius[owner(i)];
    return VARDEM::INERTIA_BALL * mass(i) * R * R;
  }
  VARDEM::Vec3 without(double **of_atoms, int i, const double *contacts) const
  {
    const int a = owner(i);
    return vector_at(of_atoms[a]) - vector_at(contacts + CONTACT_FORCE_COLUMNS * a);
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
