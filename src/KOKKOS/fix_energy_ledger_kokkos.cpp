// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_energy_ledger_kokkos.h"

#include "host/energy/kinetic_energy.h"
#include "vardem_atom_accessors_kokkos.h"
#include "vardem_labels.h"
#include "vardem_with_kokkos.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::FrameOfFlow;
using VARDEM::KickSums;
using VARDEM::KickTerm;
using VARDEM::KickWork;
using VARDEM::KineticEnergy;

namespace {

const std::string STYLE = "energy/ledger";    // in labels of kernels

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

/** Work of gravity that is kept on the device: a step launches its kernels and waits for none of
 *  them. */
template <class DeviceType> class GravityWorkKokkos : public GravityWork {
 public:
  GravityWorkKokkos(LAMMPS *lmp, const Fix *ledger, const RigidEnergies &rigid_in) :
      GravityWork(lmp, ledger, rigid_in), d_work("energy/ledger:work")
  {
  }

  void init() override
  {
    GravityWork::init();
    sync_masses<DeviceType>(atomKK);
    d_sums = decltype(d_sums)("energy/ledger:sums", gravity_fields.size());
  }

 protected:
  void add_step(const Flow &flow) override
  {
    launch(flow);
    Kokkos::parallel_for(
        label(STYLE, "close"), Kokkos::RangePolicy<DeviceType>(0, 1),
        CloseStep<decltype(d_sums), decltype(d_work)>{d_sums, d_work, half_kick()});
  }

  // at the ends of a run and at output

  KickSums kick_sums(const Flow &flow) override
  {
    launch(flow);
    KickSums all;
    const auto sums = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), d_sums);
    for (std::size_t k = 0; k < sums.extent(0); k++) all += sums(k);
    return all;
  }

  KickWork read() override
  {
    KickWork copy;
    Kokkos::deep_copy(copy, d_work);
    return copy;
  }

  void write(const KickWork &b) override { Kokkos::deep_copy(d_work, b); }

  double force_beyond_members() override
  {
    if (!rigid.any()) return 0.0;
    atomKK->sync(Host, ALL_MASK);
    return GravityWork::force_beyond_members();
  }

 private:
  Kokkos::View<KickSums *, DeviceType> d_sums;    // of each pull
  Kokkos::View<KickWork, DeviceType> d_work;

  void launch(const Flow &flow)
  {
    using Points = PointsKokkos<DeviceType>;
    atomKK->sync(ExecutionSpaceFromDevice<DeviceType>::space,
                 flow ? Points::READ : Points::READ & ~X_MASK);
    in_frame(flow, [&](const auto &frame) {
      using Term = KickTerm<std::decay_t<decltype(frame)>, Points>;
      for (std::size_t k = 0; k < gravity_fields.size(); k++)
        Kokkos::parallel_reduce(label(STYLE, "kicks"),
                                Kokkos::RangePolicy<DeviceType>(0, atom->nlocal),
                                Term{frame, Points(atomKK, gravity_fields[k].bits),
                                     gravity_fields[k].acceleration(), counted_bits, implicit_bits},
                                Kokkos::subview(d_sums, k));
    });
  }
};

/** No atom is left out of the sums. */
struct None {
  KOKKOS_INLINE_FUNCTION bool operator()(const int) const { return false; }
};

/** Atom styles without ellipsoids have no array of them. */
template <class Index> struct IsEllipsoidKokkos {
  Index ellipsoid;

  KOKKOS_INLINE_FUNCTION bool operator()(const int i) const
  {
    return ellipsoid.extent(0) && ellipsoid(i) >= 0;
  }
};

/** LAMMPS' arrays on the device, for kinetic_energy_of(). */
template <class DeviceType> class DeviceAtoms {
 public:
  using Index = typename ArrayTypes<DeviceType>::t_int_1d;
  using Ellipsoids = EllipsoidsKokkos<DeviceType>;

  DeviceAtoms(AtomKokkos *atom_in, int groupbit_in) : atom(atom_in), groupbit(groupbit_in) {}

  PointsKokkos<DeviceType> points() const
  {
    sync(PointsKokkos<DeviceType>::READ);
    return {atom, groupbit};
  }
  None without() const { return {}; }
  IsEllipsoidKokkos<Index> is_ellipsoid() const
  {
    if (!atom->ellipsoid_flag) return {};
    sync(ELLIPSOID_MASK);
    return {atom->k_ellipsoid.template view<DeviceType>()};
  }
  bool have_spheres() const { return atom->radius_flag && atom->omega_flag; }
  SpheresKokkos<DeviceType> spheres() const
  {
    sync(RADIUS_MASK | OMEGA_MASK);
    return {atom, groupbit, {}, false};
  }
  bool have_ellipsoids() const { return atom->ellipsoid_flag; }
  template <class F> void with_ellipsoids(const F &f) const
  {
    sync(Ellipsoids::READ);
    f(Ellipsoids(atom, groupbit,
                 dynamic_cast<AtomVecEllipsoidKokkos *>(atom->style_match("ellipsoid")), false));
  }

  template <class Term> double sum(const char *phase, const Term &term) const
  {
    double all = 0.0;
    Kokkos::parallel_reduce(label(STYLE, phase), Kokkos::RangePolicy<DeviceType>(0, atom->nlocal),
                            term, all);
    return all;
  }

 private:
  AtomKokkos *atom;
  int groupbit;

  void sync(uint64_t mask) const { atom->sync(ExecutionSpaceFromDevice<DeviceType>::space, mask); }
};

}    // namespace

template <class DeviceType>
FixEnergyLedgerKokkos<DeviceType>::FixEnergyLedgerKokkos(LAMMPS *lmp, int narg, char **arg) :
    FixEnergyLedger(with_kokkos_ellipsoids(lmp, arg[2]), narg, arg)
{
  work_on<DeviceType>(this);
  gravity = std::make_unique<GravityWorkKokkos<DeviceType>>(lmp, this, rigid);
}

// Without gravity nothing is done at the end of a step. So the integrators may fuse the end of a
// step with the next one.
template <class DeviceType> int FixEnergyLedgerKokkos<DeviceType>::setmask()
{
  const int mask = FixEnergyLedger::setmask();
  return gravity->acts() ? mask : mask & ~FixConst::END_OF_STEP;
}

// LAMMPS has the bodies of fix rigid on the host.
template <class DeviceType>
KineticEnergy
FixEnergyLedgerKokkos<DeviceType>::kinetic_energy(const std::optional<FrameOfFlow> &flow)
{
  if (rigid.any()) {
    atomKK->sync(Host, ALL_MASK);
    return FixEnergyLedger::kinetic_energy(flow);
  }
  const DeviceAtoms<DeviceType> atoms(atomKK, groupbit);
  return in_frame(flow, [&](const auto &frame) {
    return kinetic_energy_of(lmp, style, atoms, frame);
  });
}

template <class DeviceType> void FixEnergyLedgerKokkos<DeviceType>::sync_ids()
{
  atomKK->sync(Host, TAG_MASK | MASK_MASK);
}

VARDEM_KOKKOS_VARIANT(FixEnergyLedgerKokkos);
