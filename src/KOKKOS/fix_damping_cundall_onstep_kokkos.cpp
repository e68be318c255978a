/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "fix_damping_cundall_onstep_kokkos.h"

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "error.h"
#include "kokkos.h"
#include "neighbor.h"
#include "update.h"
#include "vardem_bodies_kokkos.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace LAMMPS_NS {

/** Atoms of one kind with the groups and types that the damping needs. */
template <class DeviceType, class Atoms> class VardemDampedAtomsKokkos : public Atoms {
 public:
  typedef ArrayTypes<DeviceType> AT;

  VardemDampedAtomsKokkos(AtomKokkos *atomKK, const Atoms &atoms) :
      Atoms(atoms), mask_of(atomKK->k_mask.view<DeviceType>()),
      type_of(atomKK->k_type.view<DeviceType>())
  {
  }

  VARDEM_INLINE int groups(int i) const { return mask_of(i); }
  VARDEM_INLINE int type(int i) const { return type_of(i); }

 private:
  typename AT::t_int_1d mask_of, type_of;
};

/** Damps the particles of a pass and sums their energies. */
template <Turning TURNING, class Atoms, class Damp> struct VardemDampPass {
  typedef DampingSums value_type;
  Atoms atoms;
  Damp damp;
  DampedParticles some;

  KOKKOS_INLINE_FUNCTION void operator()(const int i, DampingSums &sums) const
  {
    if (damp.law.selects(atoms.groups(i)) && some.has(i))
      sums += damp.template body<TURNING>(atoms, i);
  }
  KOKKOS_INLINE_FUNCTION void init(DampingSums &sums) const { sums = {{0.0, 0.0}, {0.0, 0.0}}; }
  KOKKOS_INLINE_FUNCTION void join(DampingSums &sums, const DampingSums &others) const
  {
    sums += others;
  }
};

/** Adds the energies of a step to those kept on the device. */
template <class Sums, class Kept> struct VardemKeepDissipation {
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

}    // namespace LAMMPS_NS

/* ---------------------------------------------------------------------- */

template <class DeviceType>
LAMMPS *FixDampingCundallOnstepKokkos<DeviceType>::checked(LAMMPS *lmp, const char *style)
{
  if (!lmp->kokkos || !lmp->kokkos->kokkos_exists)
    lmp->error->all(FLERR, Error::NOPOINTER, "Fix {} requires KOKKOS: run LAMMPS with -k on",
                    style);
  if (lmp->atom->superellipsoid_flag)
    lmp->error->all(FLERR, Error::NOPOINTER,
                    "Fix {} does not support superellipsoid atoms; use the style without /kk",
                    style);
  return lmp;
}

/* ---------------------------------------------------------------------- */

template <class DeviceType>
FixDampingCundallOnstepKokkos<DeviceType>::FixDampingCundallOnstepKokkos(LAMMPS *lmp, int narg,
                                                                         char **arg) :
    FixDampingCundallOnstep(checked(lmp, arg[2]), narg, arg),
    avec(dynamic_cast<AtomVecEllipsoidKokkos *>(lmp->atom->style_match("ellipsoid"))),
    d_ratio("damping:ratio", ratio.size()), d_rotors("damping:rotors"), d_others("damping:others"),
    d_dissipation("damping:dissipation")
{
  kokkosable = 1;
  atomKK = (AtomKokkos *) atom;
  execution_space = ExecutionSpaceFromDevice<DeviceType>::space;
  datamask_read = EMPTY_MASK;
  datamask_modify = EMPTY_MASK;

  if (angular > 0.0 && atom->ellipsoid_flag && !avec)
    error->all(FLERR, Error::NOPOINTER, "Fix {} requires atom style ellipsoid/kk", style);
  Kokkos::deep_copy(
      d_ratio,
      Kokkos::View<const double *, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
          ratio.data(), ratio.size()));
}

/* ---------------------------------------------------------------------- */

template <class DeviceType> void FixDampingCundallOnstepKokkos<DeviceType>::init()
{
  atomKK->sync(Host, MASK_MASK);
  FixDampingCundallOnstep::init();
  sync_masses<DeviceType>(atomKK);
}

/* ---------------------------------------------------------------------- */

template <class DeviceType> void FixDampingCundallOnstepKokkos<DeviceType>::setup(int vflag)
{
  atomKK->sync(Host, MASK_MASK);
  FixDampingCundallOnstep::setup(vflag);
}

/* ----------------------------------------------------------------------
   The indices of the members of clumps change only when the neighbor list is built.
------------------------------------------------------------------------- */

template <class DeviceType>
DampedParticles FixDampingCundallOnstepKokkos<DeviceType>::single_particles_on_device(bool first)
{
  DampedParticles some = single_particles();
  d_members.resize(some.nclumps);
  for (int k = 0; k < some.nclumps; k++) {
    if (first || neighbor->ago == 0) {
      const Kokkos::View<const int *, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>
          members(some.clump[k], atom->nlocal);
      d_members[k] = Kokkos::View<int *, DeviceType>("damping:members", atom->nlocal);
      Kokkos::deep_copy(d_members[k], members);
    }
    some.clump[k] = d_members[k].data();
  }
  return some;
}

/* ---------------------------------------------------------------------- */

template <class DeviceType>
uint64_t FixDampingCundallOnstepKokkos<DeviceType>::mask_read(const CundallStep &s) const
{
  uint64_t mask = V_MASK | F_MASK | MASK_MASK | TYPE_MASK | RMASS_MASK;
  if (s.flows) mask |= X_MASK;
  if (turning_of_atoms(false) == Turning::SPHERE) mask |= OMEGA_MASK | TORQUE_MASK | RADIUS_MASK;
  if (angular > 0.0 && atom->ellipsoid_flag)
    mask |= ANGMOM_MASK | TORQUE_MASK | ELLIPSOID_MASK | BONUS_MASK;
  return mask;
}

/* ---------------------------------------------------------------------- */

template <class DeviceType>
void FixDampingCundallOnstepKokkos<DeviceType>::damp_particles(bool midstep, bool first)
{
  CundallStep s = step_of(midstep);
  if (s.law.ratio) s.law.ratio = d_ratio.data();
  atomKK->sync(execution_space, mask_read(s));

  DampedParticles some = single_particles_on_device(first);
  const Kokkos::RangePolicy<DeviceType> all(0, nlocal_damped());
  const std::string name = fmt::format("fix {}:damp", style);
  auto pass = [&](auto turning, const auto &atoms, const auto &damp, const Sums &sums) {
    using Atoms = VardemDampedAtomsKokkos<DeviceType, std::decay_t<decltype(atoms)>>;
    using Pass = VardemDampPass<decltype(turning)::value, Atoms, std::decay_t<decltype(damp)>>;
    Kokkos::parallel_reduce(name, all, Pass{Atoms(atomKK, atoms), damp, some}, sums);
  };
  using NoTurning = std::integral_constant<Turning, Turning::NONE>;
  using SphereTurning = std::integral_constant<Turning, Turning::SPHERE>;
  using RotorTurning = std::integral_constant<Turning, Turning::ROTOR>;

  dispatch_damping(s, spared_gravity(), [&](const auto &damp) {
    if (atom->ellipsoid_flag && turning_of_atoms(true) == Turning::ROTOR) {
      some.ellipsoid = atomKK->k_ellipsoid.template view<DeviceType>().data();
      some.rotors = true;
      pass(RotorTurning(), EllipsoidsKokkos<DeviceType>(atomKK, 0, avec, false), damp, d_rotors);
      some.rotors = false;
    }
    if (turning_of_atoms(false) == Turning::SPHERE)
      pass(SphereTurning(), SpheresKokkos<DeviceType>(atomKK, 0, {}, false), damp, d_others);
    else
      pass(NoTurning(), PointsKokkos<DeviceType>(atomKK, 0), damp, d_others);
  });
  atomKK->modified(execution_space, angular > 0.0 ? F_MASK | TORQUE_MASK : F_MASK);

  Kokkos::parallel_for(fmt::format("fix {}:account", style), Kokkos::RangePolicy<DeviceType>(0, 1),
                       VardemKeepDissipation<Sums, decltype(d_dissipation)>{
                           d_rotors, d_others, d_dissipation, first, update->dt});
}

/* ---------------------------------------------------------------------- */

template <class DeviceType>
Dissipation FixDampingCundallOnstepKokkos<DeviceType>::dissipated_by_particles()
{
  const auto h_dissipation = Kokkos::create_mirror_view(d_dissipation);
  Kokkos::deep_copy(h_dissipation, d_dissipation);
  return h_dissipation();
}

/* ---------------------------------------------------------------------- */

namespace LAMMPS_NS {
template class FixDampingCundallOnstepKokkos<LMPDeviceType>;
#ifdef LMP_KOKKOS_GPU
template class FixDampingCundallOnstepKokkos<LMPHostType>;
#endif
}    // namespace LAMMPS_NS
