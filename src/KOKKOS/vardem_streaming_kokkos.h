/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_VARDEM_STREAMING_KOKKOS_H
#define LMP_VARDEM_STREAMING_KOKKOS_H

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "error.h"
#include "force.h"
#include "host/cell_streaming.h"
#include "vardem_bodies_kokkos.h"

namespace LAMMPS_NS::VARDEM_NS {

/** Adds the part of the flow to the forces. */
template <class DeviceType> struct StreamForces {
  PointsKokkos<DeviceType> atoms;
  VARDEM::Streaming streaming;
  double per_acceleration;

  KOKKOS_INLINE_FUNCTION void operator()(const int i) const
  {
    if (!atoms.selects(i)) return;
    const VARDEM::Vec3 f = atoms.f(i);
    const double m = per_acceleration * atoms.mass(i);
    atoms.set_f(i, f + streaming_force(streaming, atoms.x(i), atoms.v(i), f, m));
  }
};

/** Adds the part of the flow, I w, to the torques of spheres ... */
template <class DeviceType> struct StreamTorquesOfSpheres {
  SpheresKokkos<DeviceType> spheres;
  typename ArrayTypes<DeviceType>::t_int_1d mask;
  ByGroup<double> inertia;
  VARDEM::Vec3 w;

  KOKKOS_INLINE_FUNCTION void operator()(const int i) const
  {
    const double R = spheres.radius(i);
    if (spheres.selects(i))
      spheres.set_torque(i,
                         spheres.torque(i) + (inertia.of(mask(i)) * spheres.mass(i) * R * R) * w);
  }
};

/** ... and of ellipsoids: to the torques if TORQUES, else to the angular momenta. */
template <class DeviceType, bool TORQUES> struct StreamEllipsoids {
  EllipsoidsKokkos<DeviceType> bodies;
  VARDEM::Vec3 w;

  KOKKOS_INLINE_FUNCTION void operator()(const int i) const
  {
    if (!bodies.selects(i) || !bodies.extended(i)) return;
    const VARDEM::Vec3 added = angular_momentum(bodies.q(i), w, bodies.inertia(i));
    if (TORQUES)
      bodies.set_torque(i, bodies.torque(i) + added);
    else
      bodies.set_L(i, bodies.L(i) + added);
  }
};

template <class DeviceType> struct TurnSpheres {
  SpheresKokkos<DeviceType> spheres;
  VARDEM::Vec3 w;

  KOKKOS_INLINE_FUNCTION void operator()(const int i) const
  {
    if (spheres.selects(i)) spheres.set_omega(i, spheres.omega(i) + w);
  }
};

template <class DeviceType> struct CorrectFlow {
  PointsKokkos<DeviceType> atoms;
  VARDEM::FlowCorrection correction;

  KOKKOS_INLINE_FUNCTION void operator()(const int i) const
  {
    if (!atoms.selects(i)) return;
    const VARDEM::Vec3 v = atoms.v(i), x = atoms.x(i);
    const VARDEM::Vec3 change = correction_of_velocity(correction, x, v);
    atoms.set_v(i, v + change);
    atoms.set_x(i, x + correction.h * change);
  }
};

/** Sum of m v_f v_f, in the order of VARDEM::Upper. */
template <class DeviceType> struct KineticStress {
  typedef double value_type[];

  PointsKokkos<DeviceType> atoms;
  VARDEM::Upper L;
  VARDEM::Vec3 origin;
  const unsigned value_count = VARDEM::UPPER;    // Kokkos needs this name for reductions of arrays

  KOKKOS_INLINE_FUNCTION void operator()(const int i, value_type sum) const
  {
    if (!atoms.selects(i)) return;
    const VARDEM::Upper a = atoms.mass(i) * square(atoms.v(i) - L * (atoms.x(i) - origin));
    sum[0] += a.xx;
    sum[1] += a.yy;
    sum[2] += a.zz;
    sum[3] += a.yz;
    sum[4] += a.xz;
    sum[5] += a.xy;
  }
  KOKKOS_INLINE_FUNCTION void init(value_type sum) const
  {
    for (unsigned k = 0; k < value_count; k++) sum[k] = 0.0;
  }
  KOKKOS_INLINE_FUNCTION void join(value_type sum, const value_type other) const
  {
    for (unsigned k = 0; k < value_count; k++) sum[k] += other[k];
  }
};

/** The loops of CellStreaming, on the device. */
template <class DeviceType> class StreamingKokkos : protected Pointers {
 public:
  StreamingKokkos(LAMMPS *lmp, const CellStreaming &flow_in) : Pointers(lmp), flow(flow_in) {}

  void init(const char *style) const
  {
    if (!flow.clumps().empty())
      error->all(FLERR, Error::NOLASTLINE,
                 "Fix {} does not support clumps; use it without suffix /kk", style);
    if (atom->superellipsoid_flag)
      error->all(FLERR, Error::NOLASTLINE,
                 "Fix {} does not support superellipsoids; use it without suffix /kk", style);
    if (!atom->rmass) sync_masses<DeviceType>(atomKK);
  }

  void apply(const VARDEM::Streaming &s, int groupbit) const
  {
    const double per_acceleration = 1.0 / force->ftm2v;
    atomKK->sync(SPACE, Points::READ);
    run(StreamForces<DeviceType>{Points(atomKK, groupbit), s, per_acceleration});
    atomKK->modified(SPACE, F_MASK);

    if (!flow.spin || !atom->torque_flag || dot(s.spin, s.spin) == 0.0) return;
    const VARDEM::Vec3 w = per_acceleration * s.spin;
    if (atom->omega_flag && atom->radius_flag) {
      atomKK->sync(SPACE, Spheres::READ);
      run(StreamTorquesOfSpheres<DeviceType>{spheres(groupbit), atomKK->k_mask.view<DeviceType>(),
                                             flow.sphere_inertia(), w});
      atomKK->modified(SPACE, TORQUE_MASK);
    } else if (ellipsoids()) {
      atomKK->sync(SPACE, Ellipsoids::READ);
      run(StreamEllipsoids<DeviceType, true>{bodies(groupbit), w});
      atomKK->modified(SPACE, TORQUE_MASK);
    }
  }

  void correct(const VARDEM::FlowCorrection &correction, int groupbit) const
  {
    atomKK->sync(SPACE, Points::READ);
    run(CorrectFlow<DeviceType>{Points(atomKK, groupbit), correction});
    atomKK->modified(SPACE, X_MASK | V_MASK);

    if (!flow.spin) return;
    if (atom->omega_flag && atom->radius_flag) {
      atomKK->sync(SPACE, Spheres::READ);
      run(TurnSpheres<DeviceType>{spheres(groupbit), correction.spin});
      atomKK->modified(SPACE, OMEGA_MASK);
    } else if (ellipsoids()) {
      atomKK->sync(SPACE, Ellipsoids::READ);
      run(StreamEllipsoids<DeviceType, false>{bodies(groupbit), correction.spin});
      atomKK->modified(SPACE, ANGMOM_MASK);
    }
  }

  VARDEM::Upper kinetic(const VARDEM::Upper &L, int groupbit) const
  {
    double sum[VARDEM::UPPER];
    atomKK->sync(SPACE, Points::READ);
    Kokkos::parallel_reduce(
        "vardem_kinetic_stress", Kokkos::RangePolicy<DeviceType>(0, atom->nlocal),
        KineticStress<DeviceType>{Points(atomKK, groupbit), L, flow.origin}, sum);
    return VARDEM::upper(sum);
  }

 private:
  using Points = PointsKokkos<DeviceType>;
  using Spheres = SpheresKokkos<DeviceType>;
  using Ellipsoids = EllipsoidsKokkos<DeviceType>;
  static constexpr ExecutionSpace SPACE = ExecutionSpaceFromDevice<DeviceType>::space;

  const CellStreaming &flow;

  AtomVecEllipsoidKokkos *ellipsoids() const
  {
    return dynamic_cast<AtomVecEllipsoidKokkos *>(atom->style_match("ellipsoid"));
  }
  Spheres spheres(int groupbit) const { return Spheres(atomKK, groupbit, {}, false); }
  Ellipsoids bodies(int groupbit) const
  {
    return Ellipsoids(atomKK, groupbit, ellipsoids(), false);
  }

  template <class Functor> void run(const Functor &functor) const
  {
    Kokkos::parallel_for("vardem_streaming", Kokkos::RangePolicy<DeviceType>(0, atom->nlocal),
                         functor);
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
