// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CLUMPS_H
#define VARDEM_HOST_CLUMPS_H

#include "host/lammps/internals_bodies.h"
#include "kernels/quaternion.h"
#include "math_extra.h"

namespace LAMMPS_NS::VARDEM_NS {

inline VARDEM::Vec3 vector_at(const double *a)
{
  return {a[0], a[1], a[2]};
}

inline void set_vector_at(double *a, const VARDEM::Vec3 &b)
{
  a[0] = b.x;
  a[1] = b.y;
  a[2] = b.z;
}

/** Image flags as numbers of boxes, and back. */
VARDEM_INLINE VARDEM::Vec3 boxes(imageint image)
{
  return {static_cast<double>((image & IMGMASK) - IMGMAX),
          static_cast<double>((image >> IMGBITS & IMGMASK) - IMGMAX),
          static_cast<double>((image >> IMG2BITS) - IMGMAX)};
}

inline imageint image_of(const VARDEM::Vec3 &n)
{
  const auto bits = [](double a) {
    return (static_cast<imageint>(a) + IMGMAX) & IMGMASK;
  };
  return bits(n.x) | (bits(n.y) << IMGBITS) | (bits(n.z) << IMG2BITS);
}

/** Accessor of rigid bodies of several particles for the kernels (kernels/leapfrog.h), wherever
 *  their fix keeps them. Body i is one of size() that this process owns or, of fix rigid, that all
 *  processes have; further ones of rigid/small are ghosts. Vectors are in space, unless a comment
 *  says otherwise. */
class Clumps {
 public:
  explicit Clumps(const BodyTable &table_in) : table(table_in) {}

  int size() const { return table.n; }

  bool selects(int) const { return true; }
  double mass(int i) const { return *table.mass.at(i); }
  VARDEM::Vec3 x(int i) const { return vector_at(table.x.at(i)); }
  VARDEM::Vec3 v(int i) const { return vector_at(table.v.at(i)); }
  VARDEM::Vec3 f(int i) const { return vector_at(table.f.at(i)); }
  VARDEM::Vec3 L(int i) const { return vector_at(table.L.at(i)); }
  VARDEM::Vec3 torque(int i) const { return vector_at(table.torque.at(i)); }
  VARDEM::Vec3 inertia(int i) const { return vector_at(table.inertia.at(i)); }    // principal
  VARDEM::Quat q(int i) const { return VARDEM::quat_at(table.quat.at(i)); }
  void set_x(int i, const VARDEM::Vec3 &a) const { set_vector_at(table.x.at(i), a); }
  void set_v(int i, const VARDEM::Vec3 &a) const { set_vector_at(table.v.at(i), a); }
  void set_f(int i, const VARDEM::Vec3 &a) const { set_vector_at(table.f.at(i), a); }
  void set_L(int i, const VARDEM::Vec3 &a) const { set_vector_at(table.L.at(i), a); }
  void set_torque(int i, const VARDEM::Vec3 &a) const { set_vector_at(table.torque.at(i), a); }
  void set_q(int i, const VARDEM::Quat &a) const { VARDEM::set_quat_at(table.quat.at(i), a); }
  VARDEM::Vec3 rotating(const VARDEM::Vec3 &a) const
  {
    return a;
  }    // in 2d its fix keeps it along z

  /** Principal axes as the fix has them. They are the axes of q, except within a step. */
  VARDEM::Vec3 ex(int i) const { return vector_at(table.ex.at(i)); }
  VARDEM::Vec3 ey(int i) const { return vector_at(table.ey.at(i)); }
  VARDEM::Vec3 ez(int i) const { return vector_at(table.ez.at(i)); }
  void set_axes_to_q(int i) const
  {
    MathExtra::q_to_exyz(table.quat.at(i), table.ex.at(i), table.ey.at(i), table.ez.at(i));
  }

  /** From components along the axes of the body to space. */
  VARDEM::Vec3 to_space(int i, const double *d) const
  {
    double r[3];
    MathExtra::matvec(table.ex.at(i), table.ey.at(i), table.ez.at(i), d, r);
    return vector_at(r);
  }

  /** Angular velocity of L and of the axes. The fix keeps another one for the velocities of
   *  members. */
  VARDEM::Vec3 omega_of_L(int i) const
  {
    double omega[3];
    MathExtra::angmom_to_omega(table.L.at(i), table.ex.at(i), table.ey.at(i), table.ez.at(i),
                               table.inertia.at(i), omega);
    return vector_at(omega);
  }
  void set_omega(int i, const VARDEM::Vec3 &a) const { set_vector_at(table.omega.at(i), a); }

  /** Periodic image in which x lies. */
  imageint &image(int i) const { return *table.image.at(i); }
  double *position(int i) const { return table.x.at(i); }

  /** Number of members of which the body was made. */
  int natoms(int i) const { return *table.natoms.at(i); }

  /** Index of the atom that owns the body: of rigid/small and styles derived from it only. */
  int owner(int i) const { return *table.owner.at(i); }

 private:
  BodyTable table;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
