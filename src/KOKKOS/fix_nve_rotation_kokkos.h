// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_FIX_NVE_ROTATION_KOKKOS_H
#define LMP_FIX_NVE_ROTATION_KOKKOS_H

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "domain.h"
#include "error.h"
#include "kokkos_type.h"
#include "update.h"
#include "vardem_host_readers.h"
#include "vardem_labels.h"
#include "vardem_orientations_kokkos.h"
#include "vardem_store_kokkos.h"
#include "vardem_with_kokkos.h"

#include "kernels/leapfrog.h"

namespace LAMMPS_NS {

namespace VARDEM_NS {

  /** VARDEM_NS::RestartedForces::take() and give() on the device. on: forces travel with the
   *  atoms. */
  template <class Rows, class Force> struct ForceCargo {
    Rows kept;
    Force f, torque;
    bool on;

    KOKKOS_INLINE_FUNCTION bool has_force(int i) const
    {
      return on && kept(i, 0) == kept(i, 0);    // not NaN
    }

    KOKKOS_INLINE_FUNCTION void take(int i) const
    {
      if (!has_force(i)) return;
      for (int k = 0; k < 3; k++) {
        kept(i, k) = f(i, k);
        kept(i, 3 + k) = torque(i, k);
      }
    }

    KOKKOS_INLINE_FUNCTION void give(int i) const
    {
      if (!has_force(i)) return;
      for (int k = 0; k < 3; k++) {
        f(i, k) = kept(i, k);
        torque(i, k) = kept(i, 3 + k);
      }
    }
  };

  /** VARDEM_NS::RestartedForces::use() on the device. */
  template <class Cargo, class Mask> struct UseForces {
    Cargo cargo;
    Mask mask;
    int groupbit;
    bool due;

    KOKKOS_INLINE_FUNCTION void operator()(const int i) const
    {
      if (due && (mask(i) & groupbit)) cargo.give(i);
      cargo.kept(i, 0) = 0.0;    // not NaN: from now on it has a force
    }
  };

}    // namespace VARDEM_NS

/** The device side of FixNVERotation: Base is an integrator derived from it, the result the base of
 *  its /kk style. The store lives on the device. It is copied to the host as
 *  VARDEM_NS::OrientationsForHost says. */
template <class DeviceType, class Base>
class FixNVERotationKokkos :
    public Base,
    public VARDEM_NS::StoreOnDevice<DeviceType>,
    public VARDEM_NS::OrientationsOnDevice<DeviceType> {
 public:
  typedef ArrayTypes<DeviceType> AT;

  FixNVERotationKokkos(LAMMPS *lmp, int narg, char **arg) :
      Base(VARDEM_NS::with_kokkos(lmp, std::string("Fix ") + arg[2]), narg, arg),
      VARDEM_NS::StoreOnDevice<DeviceType>(this->style), for_host(lmp, this)
  {
    VARDEM_NS::work_on<DeviceType>(this);
    this->fuse_integrate_flag = 1;
    this->exchange_comm_device = this->sort_device = 1;

    this->move_here(this->store, this->memoryKK, [this] {
      if (this->stores_orientations()) this->peratom_freq = 1;
    });
  }

  /** Works on the host, since it does something only once after a restart file was read. */
  void setup_pre_exchange() override
  {
    if (this->forces.at_half_step() || !this->forces.due(this->update->ntimestep)) return;
    d_store->to_host();
    this->atomKK->sync(Host, SETUP);
    this->atomKK->modified(Host, SETUP);
    d_store->changed_on_host();
    Base::setup_pre_exchange();
  }

  void setup(int vflag) override
  {
    d_store->to_host();    // also for the output of setup
    if (this->forces.at_half_step()) {
      this->atomKK->sync(Host, SETUP);
      this->atomKK->modified(Host, SETUP);
    }
    if (this->forces.in_use()) d_store->changed_on_host(this->forces.table());
    Base::setup(vflag);
  }

  void init() override
  {
    Base::init();
    // what commands without KOKKOS have set: LAMMPS looks for it between runs, and a step does not
    this->atomKK->sync(this->execution_space, ALL_MASK);
    for_host.init(this->stores_orientations() ? d_store : nullptr);
  }

  void post_run() override
  {
    Base::post_run();
    for_host.give();
  }

  typename AT::t_double_2d_lr orientations_on_device() override
  {
    return this->rows_on_device(this->orientation_table);
  }
  void orientations_modified() override
  {
    d_store->changed_on_device(this->orientation_table);
    for_host.changed();
  }

  int pack_exchange_kokkos(const int &nsend, DAT::tdual_double_2d_lr &k_buf,
                           DAT::tdual_int_1d k_sendlist, DAT::tdual_int_1d k_copylist,
                           ExecutionSpace space) override
  {
    const int n = d_store->pack(kernel_label("pack_exchange"), nsend, k_buf, k_sendlist, k_copylist,
                                space, travel());
    travelled();
    return n;
  }

  void unpack_exchange_kokkos(DAT::tdual_double_2d_lr &k_buf, DAT::tdual_int_1d &k_indices,
                              int nrecv, int /*nrecv1*/, int /*nextrarecv1*/,
                              ExecutionSpace space) override
  {
    d_store->unpack(kernel_label("unpack_exchange"), nrecv, k_buf, k_indices, space, travel());
    travelled();
  }

 protected:
  using Memory = VARDEM_NS::PerAtomMemoryKokkos<DeviceType>;

  using VARDEM_NS::StoreOnDevice<DeviceType>::d_store;
  VARDEM_NS::OrientationsForHost for_host;

  std::string kernel_label(const char *phase) const { return VARDEM_NS::label(this->style, phase); }

  void use_restarted_forces() override
  {
    if (!this->forces.waiting()) return;
    const bool due = this->forces.stop_waiting();
    d_store->to_device();
    this->atomKK->sync(this->execution_space, F_MASK | TORQUE_MASK | MASK_MASK);
    const auto mask = this->atomKK->k_mask.template view<DeviceType>();
    Kokkos::parallel_for(
        kernel_label("use_restarted_forces"),
        Kokkos::RangePolicy<DeviceType>(0, this->atom->nlocal),
        VARDEM_NS::UseForces<Cargo, decltype(mask)>{cargo(true), mask, this->groupbit, due});
    d_store->changed_on_device(this->forces.table());
    this->atomKK->modified(this->execution_space, F_MASK | TORQUE_MASK);
  }

  void forces_to_host() override
  {
    d_store->to_host();
    d_store->changed_on_host(this->forces.table());
    this->atomKK->sync(Host, F_MASK | TORQUE_MASK);
  }

  void forces_changed_on_host() override { this->atomKK->modified(Host, F_MASK | TORQUE_MASK); }

 private:
  using Cargo = VARDEM_NS::ForceCargo<typename Memory::Rows, typename AT::t_kkacc_1d_3>;

  static constexpr uint64_t SETUP = V_MASK | OMEGA_MASK | ANGMOM_MASK | F_MASK | TORQUE_MASK |
      RMASS_MASK | RADIUS_MASK | MASK_MASK;

  Cargo cargo(bool on) const
  {
    return {d_store->rows(this->forces.table()), this->atomKK->k_f.template view<DeviceType>(),
            this->atomKK->k_torque.template view<DeviceType>(), on};
  }

  /** As in FixNVERotation::pack_exchange(), the forces travel with the atoms, unless those of a
   *  restart file do. */
  bool forces_travel() const { return this->forces.in_use() && !this->forces.waiting(); }

  Cargo travel()
  {
    d_store->to_device();
    if (forces_travel()) this->atomKK->sync(this->execution_space, F_MASK | TORQUE_MASK);
    return cargo(forces_travel());
  }

  void rows_moved() override { for_host.changed(); }

  void travelled()
  {
    rows_moved();
    if (forces_travel()) this->atomKK->modified(this->execution_space, F_MASK | TORQUE_MASK);
  }
};

}    // namespace LAMMPS_NS
#endif
