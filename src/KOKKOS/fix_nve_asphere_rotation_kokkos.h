// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_FIX_NVE_ASPHERE_ROTATION_KOKKOS_H
#define LMP_FIX_NVE_ASPHERE_ROTATION_KOKKOS_H

#include "comm.h"
#include "fix_nve_rotation_kokkos.h"
#include "force.h"
#include "vardem_atom_accessors_kokkos.h"

namespace LAMMPS_NS {

/** The device side of FixNVEAsphereRotation. Base is an integrator that is derived from it; its
 *  with_rotation() provides the kernels of the rotation. */
template <class DeviceType, class Base>
class FixNVEAsphereRotationKokkos : public FixNVERotationKokkos<DeviceType, Base> {
 public:
  FixNVEAsphereRotationKokkos(LAMMPS *lmp, int narg, char **arg) :
      FixNVERotationKokkos<DeviceType, Base>(checked_atoms(lmp, arg[2]), narg, arg),
      avecKK(dynamic_cast<AtomVecEllipsoidKokkos *>(this->avec))
  {
  }

  /** LAMMPS packs the orientations of ghosts in rows of the length that they have without
   *  velocities, over positions and velocities of others. */
  void init() override
  {
    FixNVERotationKokkos<DeviceType, Base>::init();
    if (this->comm->ghost_velocity && !this->lmp->kokkos->forward_comm_legacy &&
        this->force->pair && !this->force->pair_match("^zero", 0))
      this->error->all(FLERR, Error::NOLASTLINE,
                       "Fix {}: LAMMPS' KOKKOS package sends ghost atoms of atom style ellipsoid "
                       "to wrong places if they have velocities (comm_modify vel yes); start "
                       "LAMMPS with -pk kokkos comm/forward no",
                       this->style);
  }

  void initial_integrate(int /*vflag*/) override
  {
    this->use_restarted_forces();
    open_step<false>();
  }

  void fused_integrate(int /*vflag*/) override { open_step<true>(); }

  void final_integrate() override
  {
    this->atomKK->sync(this->execution_space,
                       V_MASK | ANGMOM_MASK | F_MASK | TORQUE_MASK | RMASS_MASK | MASK_MASK);
    Kokkos::parallel_for(this->kernel_label("final_integrate"),
                         Kokkos::RangePolicy<DeviceType>(0, this->nlocal_integrated()),
                         VARDEM_NS::CloseBodies<Ellipsoids>{bodies(), this->time_step()});
    this->atomKK->modified(this->execution_space, V_MASK | ANGMOM_MASK);
  }

 protected:
  using Ellipsoids = VARDEM_NS::EllipsoidsKokkos<DeviceType>;

  AtomVecEllipsoidKokkos *avecKK;

  Ellipsoids bodies() const
  {
    return Ellipsoids(this->atomKK, this->groupbit, avecKK, this->domain->dimension == 2);
  }

 private:
  /** Returns lmp, or stops if it has no Kokkos or no ellipsoids on the device. To be called before
   *  the constructor of Base, which checks for other atom styles. */
  static LAMMPS *checked_atoms(LAMMPS *lmp, const char *style)
  {
    VARDEM_NS::with_kokkos_ellipsoids(lmp, style);
    AtomVec *const avec = lmp->atom->style_match("ellipsoid");
    if (avec && !dynamic_cast<AtomVecEllipsoidKokkos *>(avec))
      lmp->error->all(FLERR, Error::NOPOINTER, "Fix {} requires atom style ellipsoid/kk", style);
    return lmp;
  }

  template <bool FUSED> void open_step()
  {
    this->atomKK->sync(this->execution_space, Ellipsoids::READ);
    this->with_rotation([&](const auto &rotate, auto rotate_all) {
      typedef VARDEM_NS::BodySteps<std::decay_t<decltype(rotate)>> Steps;
      VARDEM_NS::open_step_blocks<DeviceType, FUSED>(
          this->kernel_label(FUSED ? "fused_integrate" : "initial_integrate"), bodies(),
          this->nlocal_integrated(), Steps{this->time_step(), rotate}, rotate_all);
    });
    this->atomKK->modified(this->execution_space, X_MASK | V_MASK | ANGMOM_MASK | BONUS_MASK);
  }
};

}    // namespace LAMMPS_NS
#endif
