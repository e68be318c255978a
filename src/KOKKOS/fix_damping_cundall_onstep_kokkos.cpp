// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_damping_cundall_onstep_kokkos.h"

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "error.h"
#include "neighbor.h"
#include "update.h"
#include "vardem_atom_accessors_kokkos.h"
#include "vardem_labels.h"
#include "vardem_space_kokkos.h"
#include "vardem_with_kokkos.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {

/** Damps the particles of a pass and sums their energies. */
template <Turning TURNING, class Atoms, class Damp> struct DampPass {
  typedef DampingSums value_type;
  Atoms atoms;
  Damp damp;
  DampedParticles some;

  KOKKOS_INLINE_FUNCTION void operator()(const int i, DampingSums &sums) const
  {
    if (damp.law.selects(atoms.groups(i)) && some.has(i))
      sums += damp.template body<TURNING>(atoms, i);
  }
};

/** Adds the energies of a step to those kept on the device. */
template <class Sums, class Kept> struct KeepDissipation {
  Sums rotors, others;
  Kept kept;
  bool first;
  double h;

  KOKKOS_INLINE_FUNCTION void operator()(const int) const
  {
    DampingSums all = rotors();
    all += others();
    if (first)
      kept().start(all);
    else
      kept().step(all, h);
  }
};

/** The loops of damp_particles() on the device, over atoms 0 ... n-1. */
template <class DeviceType> class DampingLoopsKokkos {
 public:
  typedef Kokkos::View<DampingSums, DeviceType> Sums;

  DampingLoopsKokkos(AtomKokkos *atomKK, AtomVecEllipsoidKokkos *avec, std::string label, int n,
                     const Sums &rotors, const Sums &others) :
      atomKK(atomKK),
      avec(avec), label(std::move(label)), all(0, n), sums_of_rotors(rotors), sums_of_others(others)
  {
  }

  const int *ellipsoid() const { return atomKK->k_ellipsoid.template view<DeviceType>().data(); }

  template <class Damp> void rotors(const Damp &damp, const DampedParticles &some) const
  {
    pass<Turning::ROTOR>(EllipsoidsKokkos<DeviceType>(atomKK, 0, avec, false), damp, some,
                         sums_of_rotors);
  }

  template <class Damp> void spheres(const Damp &damp, const DampedParticles &some) const
  {
    pass<Turning::SPHERE>(SpheresKokkos<DeviceType>(atomKK, 0, {}, false), damp, some,
                          sums_of_others);
  }

  template <class Damp> void points(const Damp &damp, const DampedParticles &some) const
  {
    pass<Turning::NONE>(PointsKokkos<DeviceType>(atomKK, 0), damp, some, sums_of_others);
  }

 private:
  AtomKokkos *atomKK;
  AtomVecEllipsoidKokkos *avec;
  std::string label;
  Kokkos::RangePolicy<DeviceType> all;
  Sums sums_of_rotors, sums_of_others;

  template <Turning TURNING, class Accessor, class Damp>
  void pass(const Accessor &accessor, const Damp &damp, const DampedParticles &some,
            const Sums &sums) const
  {
    using Atoms = DampedAtoms<Accessor, typename ArrayTypes<DeviceType>::t_int_1d>;
    const Atoms atoms(accessor, atomKK->k_mask.template view<DeviceType>(),
                      atomKK->k_type.template view<DeviceType>());
    Kokkos::parallel_reduce(label, all, DampPass<TURNING, Atoms, Damp>{atoms, damp, some}, sums);
  }
};

}    // namespace

template <class DeviceType>
FixDampingCundallOnstepKokkos<DeviceType>::FixDampingCundallOnstepKokkos(LAMMPS *lmp, int narg,
                                                                         char **arg) :
    FixDampingCundallOnstep(with_kokkos_ellipsoids(lmp, arg[2]), narg, arg),
    avec(dynamic_cast<AtomVecEllipsoidKokkos *>(lmp->atom->style_match("ellipsoid"))),
    d_rotors("damping:rotors"), d_others("damping:others"), d_dissipation("damping:dissipation")
{
  work_on<DeviceType>(this);

  if (settings.turning(atom).ellipsoids == Turning::ROTOR && !avec)
    error->all(FLERR, Error::NOPOINTER, "Fix {} requires atom style ellipsoid/kk", style);
  copy_from(settings.ratio, d_ratio);
}

template <class DeviceType> void FixDampingCundallOnstepKokkos<DeviceType>::init()
{
  atomKK->sync(Host, MASK_MASK);
  FixDampingCundallOnstep::init();
  sync_masses<DeviceType>(atomKK);
}

template <class DeviceType> void FixDampingCundallOnstepKokkos<DeviceType>::setup(int vflag)
{
  atomKK->sync(Host, MASK_MASK);
  FixDampingCundallOnstep::setup(vflag);
}

// The indices of the members of clumps change only when the neighbor list is built.
template <class DeviceType>
DampedParticles FixDampingCundallOnstepKokkos<DeviceType>::single_particles_on_device(bool first)
{
  DampedParticles some = single_particles(modify);
  d_members.resize(some.nclumps);
  for (int k = 0; k < some.nclumps; k++) {
    if (first || neighbor->ago == 0) copy_from(some.clump[k], atom->nlocal, d_members[k]);
    some.clump[k] = d_members[k].data();
  }
  return some;
}

template <class DeviceType>
uint64_t FixDampingCundallOnstepKokkos<DeviceType>::mask_read(const CundallStep &s) const
{
  uint64_t mask = V_MASK | F_MASK | MASK_MASK | TYPE_MASK | RMASS_MASK;
  if (s.flows) mask |= X_MASK;
  const TurningOfAtoms turning = settings.turning(atom);
  if (turning.others == Turning::SPHERE) mask |= OMEGA_MASK | TORQUE_MASK | RADIUS_MASK;
  if (turning.ellipsoids == Turning::ROTOR)
    mask |= ANGMOM_MASK | TORQUE_MASK | ELLIPSOID_MASK | BONUS_MASK;
  return mask;
}

template <class DeviceType>
void FixDampingCundallOnstepKokkos<DeviceType>::damp(bool midstep, bool first)
{
  CundallStep s = step_of(midstep);
  if (s.law.ratio) s.law.ratio = d_ratio.data();
  atomKK->sync(execution_space, mask_read(s));

  DampingLoopsKokkos<DeviceType> loops(atomKK, avec, label(style, "damp"), nlocal_damped(),
                                       d_rotors, d_others);
  damp_particles(s, gravity.now(), settings.turning(atom), single_particles_on_device(first),
                 loops);
  atomKK->modified(execution_space, settings.angular > 0.0 ? F_MASK | TORQUE_MASK : F_MASK);

  Kokkos::parallel_for(label(style, "account"), Kokkos::RangePolicy<DeviceType>(0, 1),
                       KeepDissipation<Sums, decltype(d_dissipation)>{
                           d_rotors, d_others, d_dissipation, first, update->dt});
}

template <class DeviceType>
Dissipation FixDampingCundallOnstepKokkos<DeviceType>::dissipated_by_particles()
{
  const auto h_dissipation = Kokkos::create_mirror_view(d_dissipation);
  Kokkos::deep_copy(h_dissipation, d_dissipation);
  return h_dissipation();
}

VARDEM_KOKKOS_VARIANT(FixDampingCundallOnstepKokkos);
