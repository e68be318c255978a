/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "fix_energy_ledger_kokkos.h"

#include "error.h"
#include "host/sphere_inertia.h"
#include "kokkos.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::FrameAtRest;
using VARDEM::FrameOfFlow;
using VARDEM::KickSums;
using VARDEM::KickWork;
using VARDEM::KineticEnergy;

namespace {

template <class Frame, class Points> struct SumKicks {
  Frame frame;
  Points points;
  VARDEM::Vec3 g;

  KOKKOS_INLINE_FUNCTION void operator()(const int i, KickSums &sums) const
  {
    if (points.selects(i)) sums += VARDEM::kick_sums(frame, points, i, g);
  }
};

/** One thread adds the sums over all pulls to the work. */
template <class Sums, class Work> struct CloseStep {
  Sums sums;
  Work work;
  double half_kick;

  KOKKOS_INLINE_FUNCTION void operator()(const int) const
  {
    KickSums all;
    for (int k = 0; k < (int) sums.extent(0); k++) all += sums(k);
    work().close_step(all, half_kick);
  }
};

template <class Frame, class Points> struct Translation {
  Frame frame;
  Points points;

  KOKKOS_INLINE_FUNCTION void operator()(const int i, double &energy) const
  {
    if (points.selects(i)) energy += translational_energy(frame, points, i);
  }
};

/** Spheres are the atoms that are no ellipsoids. Atom styles without ellipsoids have no array of them. */
template <class Frame, class Points, class Spheres, class Ellipsoid> struct RotationOfSpheres {
  Frame frame;
  Points points;
  Spheres spheres;
  Ellipsoid ellipsoid;
  ByGroup<double> inertia;

  KOKKOS_INLINE_FUNCTION void operator()(const int i, double &energy) const
  {
    if (!points.selects(i) || (ellipsoid.extent(0) && ellipsoid(i) >= 0)) return;
    energy += sphere_rotational_energy(frame, spheres, i, inertia.of(points.mask(i)));
  }
};

template <class Frame, class Points, class Bodies, class Ellipsoid> struct RotationOfEllipsoids {
  Frame frame;
  Points points;
  Bodies bodies;
  Ellipsoid ellipsoid;

  KOKKOS_INLINE_FUNCTION void operator()(const int i, double &energy) const
  {
    if (points.selects(i) && ellipsoid(i) >= 0) energy += body_rotational_energy(frame, bodies, i);
  }
};

LAMMPS *checked_kokkos(LAMMPS *lmp, const char *style)
{
  if (!lmp->kokkos || !lmp->kokkos->kokkos_exists)
    lmp->error->all(FLERR, Error::NOPOINTER, "Fix {} requires KOKKOS: run LAMMPS with -k on",
                    style);
  return lmp;
}

}    // namespace

/* ---------------------------------------------------------------------- */

template <class DeviceType>
FixEnergyLedgerKokkos<DeviceType>::FixEnergyLedgerKokkos(LAMMPS *lmp, int narg, char **arg) :
    FixEnergyLedger(checked_kokkos(lmp, arg[2]), narg, arg), d_work("energy/ledger:work")
{
  kokkosable = 1;
  atomKK = (AtomKokkos *) atom;
  execution_space = ExecutionSpaceFromDevice<DeviceType>::space;
  datamask_read = EMPTY_MASK;
  datamask_modify = EMPTY_MASK;
  if (atom->superellipsoid_flag)
    error->all(FLERR, Error::NOPOINTER,
               "Fix {} does not support superellipsoid atoms; use the style without /kk", style);
}

/* ----------------------------------------------------------------------
   Without gravity nothing is done at the end of a step. So the integrators may fuse the end of a step with the next one.
------------------------------------------------------------------------- */

template <class DeviceType> int FixEnergyLedgerKokkos<DeviceType>::setmask()
{
  const int mask = FixEnergyLedger::setmask();
  return pulls.empty() ? mask & ~FixConst::END_OF_STEP : mask;
}

/* ---------------------------------------------------------------------- */

template <class DeviceType> void FixEnergyLedgerKokkos<DeviceType>::init()
{
  FixEnergyLedger::init();
  sync_masses<DeviceType>(atomKK);
  d_sums = decltype(d_sums)("energy/ledger:sums", pulls.size());
}

/* ---------------------------------------------------------------------- */

template <class DeviceType>
std::string FixEnergyLedgerKokkos<DeviceType>::kernel_name(const char *what) const
{
  return fmt::format("fix {}:{}", style, what);
}

/* ----------------------------------------------------------------------
   Work of gravity: a step launches its kernels and waits for none of them.
------------------------------------------------------------------------- */

template <class DeviceType>
void FixEnergyLedgerKokkos<DeviceType>::launch_kick_sums(const FrameOfFlow *flow)
{
  constexpr uint64_t READ = PointsKokkos<DeviceType>::READ;
  atomKK->sync(execution_space, flow ? READ : READ & ~X_MASK);
  if (flow)
    launch_kick_sums_in(*flow);
  else
    launch_kick_sums_in(FrameAtRest());
}

template <class DeviceType>
template <class Frame>
void FixEnergyLedgerKokkos<DeviceType>::launch_kick_sums_in(const Frame &frame)
{
  using Points = PointsKokkos<DeviceType>;
  for (std::size_t k = 0; k < pulls.size(); k++)
    Kokkos::parallel_reduce(
        kernel_name("kicks"), Kokkos::RangePolicy<DeviceType>(0, atom->nlocal),
        SumKicks<Frame, Points>{frame, Points(atomKK, pulls[k].bits), acceleration(pulls[k])},
        Kokkos::subview(d_sums, k));
}

template <class DeviceType>
void FixEnergyLedgerKokkos<DeviceType>::close_step(const FrameOfFlow *flow)
{
  launch_kick_sums(flow);
  Kokkos::parallel_for(kernel_name("close"), Kokkos::RangePolicy<DeviceType>(0, 1),
                       CloseStep<decltype(d_sums), decltype(d_work)>{d_sums, d_work, half_kick()});
}

// at the ends of a run and at output

template <class DeviceType>
KickSums FixEnergyLedgerKokkos<DeviceType>::kick_sums(const FrameOfFlow *flow)
{
  launch_kick_sums(flow);
  KickSums all;
  const auto sums = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), d_sums);
  for (std::size_t k = 0; k < sums.extent(0); k++) all += sums(k);
  return all;
}

template <class DeviceType> KickWork FixEnergyLedgerKokkos<DeviceType>::read_work()
{
  KickWork copy;
  Kokkos::deep_copy(copy, d_work);
  return copy;
}

template <class DeviceType> void FixEnergyLedgerKokkos<DeviceType>::write_work(const KickWork &b)
{
  Kokkos::deep_copy(d_work, b);
}

template <class DeviceType> double FixEnergyLedgerKokkos<DeviceType>::force_beyond_members()
{
  if (!has_rigid_bodies()) return 0.0;
  atomKK->sync(Host, ALL_MASK);
  return FixEnergyLedger::force_beyond_members();
}

/* ----------------------------------------------------------------------
   kinetic energy. LAMMPS has the bodies of fix rigid on the host.
------------------------------------------------------------------------- */

template <class DeviceType>
KineticEnergy FixEnergyLedgerKokkos<DeviceType>::kinetic_energy(const FrameOfFlow *flow)
{
  if (has_rigid_bodies()) {
    atomKK->sync(Host, ALL_MASK);
    return FixEnergyLedger::kinetic_energy(flow);
  }
  return flow ? kinetic_energy_in(*flow) : kinetic_energy_in(FrameAtRest());
}

template <class DeviceType>
template <class Frame>
KineticEnergy FixEnergyLedgerKokkos<DeviceType>::kinetic_energy_in(const Frame &frame)
{
  using Points = PointsKokkos<DeviceType>;
  using Spheres = SpheresKokkos<DeviceType>;
  using Ellipsoids = EllipsoidsKokkos<DeviceType>;
  using Index = typename AT::t_int_1d;
  const Kokkos::RangePolicy<DeviceType> atoms(0, atom->nlocal);
  KineticEnergy energy;

  atomKK->sync(execution_space, Points::READ);
  const Points points(atomKK, groupbit);
  Kokkos::parallel_reduce(kernel_name("translation"), atoms,
                          Translation<Frame, Points>{frame, points}, energy.translation);

  Index ellipsoid;
  if (atom->ellipsoid_flag) {
    atomKK->sync(execution_space, ELLIPSOID_MASK);
    ellipsoid = atomKK->k_ellipsoid.template view<DeviceType>();
  }
  double rotation = 0.0;
  if (atom->radius_flag && atom->omega_flag) {
    atomKK->sync(execution_space, RADIUS_MASK | OMEGA_MASK);
    const Spheres spheres(atomKK, groupbit, {}, false);
    const auto inertia = inertia_factors(lmp, style);
    Kokkos::parallel_reduce(kernel_name("rotation"), atoms,
                            RotationOfSpheres<Frame, Points, Spheres, Index>{frame, points, spheres,
                                                                             ellipsoid, inertia},
                            rotation);
    energy.rotation += rotation;
  }
  if (atom->ellipsoid_flag) {
    atomKK->sync(execution_space, Ellipsoids::READ);
    auto *avec = dynamic_cast<AtomVecEllipsoidKokkos *>(atom->style_match("ellipsoid"));
    const Ellipsoids bodies(atomKK, groupbit, avec, false);
    Kokkos::parallel_reduce(
        kernel_name("rotation"), atoms,
        RotationOfEllipsoids<Frame, Points, Ellipsoids, Index>{frame, points, bodies, ellipsoid},
        rotation);
    energy.rotation += rotation;
  }
  return energy;
}

/* ---------------------------------------------------------------------- */

namespace LAMMPS_NS {
template class FixEnergyLedgerKokkos<LMPDeviceType>;
#ifdef LMP_KOKKOS_GPU
template class FixEnergyLedgerKokkos<LMPHostType>;
#endif
}    // namespace LAMMPS_NS
