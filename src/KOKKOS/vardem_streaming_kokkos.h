// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_VARDEM_STREAMING_KOKKOS_H
#define LMP_VARDEM_STREAMING_KOKKOS_H

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "error.h"
#include "host/cell/cell_streaming.h"
#include "vardem_atom_accessors_kokkos.h"
#include "vardem_labels.h"

namespace LAMMPS_NS::VARDEM_NS {

/** Calls a kernel for the particles of an accessor. */
template <class Bodies, class Kernel> struct ForBodies {
  Bodies bodies;
  Kernel kernel;

  KOKKOS_INLINE_FUNCTION void operator()(const int i) const
  {
    if (bodies.selects(i)) kernel(bodies, i);
  }
};

template <class Bodies, class Kernel, class Value> struct SumOverBodies {
  typedef Value value_type;
  Bodies bodies;
  Kernel kernel;

  KOKKOS_INLINE_FUNCTION void operator()(const int i, Value &sum) const
  {
    if (bodies.selects(i)) sum = sum + kernel(bodies, i);
  }
  KOKKOS_INLINE_FUNCTION void init(Value &sum) const { sum = {}; }
  KOKKOS_INLINE_FUNCTION void join(Value &sum, const Value &other) const { sum = sum + other; }
};

/** The torque on an atom. */
template <class DeviceType> class TorqueKokkos {
 public:
  explicit TorqueKokkos(AtomKokkos *atomKK) : torques(atomKK->k_torque.view<DeviceType>()) {}
  VARDEM_INLINE bool selects(int) const { return true; }
  VARDEM_INLINE VARDEM::Vec3 operator()(const TorqueKokkos &, int i) const
  {
    return row_at(torques, i);
  }

 private:
  typename ArrayTypes<DeviceType>::t_kkacc_1d_3 torques;
};

/** The loops of CellStreaming over the atoms of a group, on the device. */
template <class DeviceType> class StreamingLoopsKokkos {
 public:
  using Phase = CellStreaming::Phase;

  StreamingLoopsKokkos(const CellStreaming &flow, const Fix *fix) :
      atomKK(static_cast<AtomKokkos *>(flow.atoms())), groupbit(fix->groupbit), flow(flow),
      style(fix->style)
  {
  }

  template <class Kernel> void for_points(const Phase &phase, const Kernel &kernel) const
  {
    run<Points>(phase, kernel);
  }

  template <class Kernel> void for_rotating(const Phase &phase, const Kernel &kernel) const
  {
    run<Spheres>(phase, kernel, flow.sphere_inertia());
  }

  template <class Kernel> void for_turning(const Phase &phase, const Kernel &kernel) const
  {
    auto *avec = dynamic_cast<AtomVecEllipsoidKokkos *>(atomKK->style_match("ellipsoid"));
    if (atomKK->omega_flag && atomKK->radius_flag)
      run<Spheres>(phase, kernel, flow.sphere_inertia());
    else if (avec)
      run<Ellipsoids>(phase, kernel, avec, false);
  }

  template <class Kernel>
  VARDEM::UpperTriangle sum_points(const Phase &phase, const Kernel &kernel) const
  {
    atomKK->sync(SPACE, Points::READ);
    return sum<VARDEM::UpperTriangle>(phase, atomKK->nlocal, Points(atomKK, groupbit), kernel);
  }

  template <class Kernel> double sum_ellipsoids(const Phase &phase, const Kernel &kernel) const
  {
    auto *avec = dynamic_cast<AtomVecEllipsoidKokkos *>(atomKK->style_match("ellipsoid"));
    atomKK->sync(SPACE, Ellipsoids::READ);
    return sum<double>(phase, atomKK->nlocal, Ellipsoids(atomKK, groupbit, avec, false), kernel);
  }

  VARDEM::Vec3 sum_torques(const Phase &phase, int n) const
  {
    atomKK->sync(SPACE, TORQUE_MASK);
    const TorqueKokkos<DeviceType> torque(atomKK);
    return sum<VARDEM::Vec3>(phase, n, torque, torque);
  }

 private:
  using Points = PointsKokkos<DeviceType>;
  using Spheres = TurningSpheresOn<DeviceArrays<DeviceType>>;
  using Ellipsoids = TurningEllipsoidsOn<DeviceArrays<DeviceType>, BonusesKokkos<DeviceType>>;
  static constexpr ExecutionSpace SPACE = ExecutionSpaceFromDevice<DeviceType>::space;

  AtomKokkos *atomKK;
  int groupbit;
  const CellStreaming &flow;
  const char *style;

  template <class Value, class Bodies, class Kernel>
  Value sum(const Phase &phase, int n, const Bodies &bodies, const Kernel &kernel) const
  {
    Value all = {};
    Kokkos::parallel_reduce(label(style, phase.name), Kokkos::RangePolicy<DeviceType>(0, n),
                            SumOverBodies<Bodies, Kernel, Value>{bodies, kernel}, all);
    return all;
  }

  /** more: what the accessor needs besides atoms and group. */
  template <class Bodies, class Kernel, class... More>
  void run(const Phase &phase, const Kernel &kernel, const More &...more) const
  {
    atomKK->sync(SPACE, Bodies::READ | phase.changes);
    Kokkos::parallel_for(label(style, phase.name),
                         Kokkos::RangePolicy<DeviceType>(0, atomKK->nlocal),
                         ForBodies<Bodies, Kernel>{Bodies(atomKK, groupbit, more...), kernel});
    atomKK->modified(SPACE, phase.changes);
  }
};

/** Stops init() of fix `style` if particles or bodies cannot follow the flow on the device, and
 *  brings to it what its loops read. */
template <class DeviceType>
void init_streaming(LAMMPS *lmp, const CellStreaming &flow, const char *style)
{
  if (!flow.clumps().empty())
    lmp->error->all(FLERR, Error::NOLASTLINE,
                    "Fix {} does not support clumps; use it without suffix /kk", style);
  if (lmp->atom->superellipsoid_flag)
    lmp->error->all(FLERR, Error::NOLASTLINE,
                    "Fix {} does not support superellipsoids; use it without suffix /kk", style);
  if (!lmp->atom->rmass) sync_masses<DeviceType>(lmp->atomKK);
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
