/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_FIX_NVE_ROTATION_KOKKOS_H
#define LMP_FIX_NVE_ROTATION_KOKKOS_H

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "domain.h"
#include "error.h"
#include "kokkos.h"
#include "kokkos_base.h"
#include "kokkos_type.h"
#include "memory_kokkos.h"
#include "output.h"
#include "update.h"
#include "vardem_host_readers.h"
#include "vardem_travel_kokkos.h"

#include "kernels/leapfrog.h"

#include <limits>

namespace LAMMPS_NS {

// Kernels on the store of FixNVERotation: `attitude`, and `kept`, which is force, torque and velocities. Either array may have
// no columns. with_forces: force and torque of the atom arrays travel with the atoms.

template <class Store, class Force> struct VardemTravel {
  Store attitude, kept;
  Force f, torque;
  bool with_forces;

  KOKKOS_INLINE_FUNCTION bool has_force(int i) const
  {
    return with_forces && kept(i, 0) == kept(i, 0);    // not NaN
  }

  KOKKOS_INLINE_FUNCTION void forces_to_store(int i) const
  {
    if (!has_force(i)) return;
    for (int k = 0; k < 3; k++) {
      kept(i, k) = f(i, k);
      kept(i, 3 + k) = torque(i, k);
    }
  }

  KOKKOS_INLINE_FUNCTION void forces_from_store(int i) const
  {
    if (!has_force(i)) return;
    for (int k = 0; k < 3; k++) {
      f(i, k) = kept(i, k);
      torque(i, k) = kept(i, 3 + k);
    }
  }

  KOKKOS_INLINE_FUNCTION int nattitude() const { return attitude.extent(1); }
  KOKKOS_INLINE_FUNCTION int nkept() const { return kept.extent(1); }
};

template <class Store, class Force, class Buffer, class List> struct VardemPackStore {
  VardemTravel<Store, Force> atoms;
  Buffer buf;
  List sendlist, copylist;
  int ncol;

  KOKKOS_INLINE_FUNCTION void operator()(const int n) const
  {
    const int i = sendlist(n);
    const int j = copylist(n);
    atoms.forces_to_store(i);
    int m = n * ncol;
    for (int k = 0; k < atoms.nattitude(); k++) buf(m++) = atoms.attitude(i, k);
    for (int k = 0; k < atoms.nkept(); k++) buf(m++) = atoms.kept(i, k);
    if (j < 0) return;
    atoms.forces_to_store(j);
    for (int k = 0; k < atoms.nattitude(); k++) atoms.attitude(i, k) = atoms.attitude(j, k);
    for (int k = 0; k < atoms.nkept(); k++) atoms.kept(i, k) = atoms.kept(j, k);
    atoms.forces_from_store(i);
  }
};

template <class Store, class Force, class Buffer, class List> struct VardemUnpackStore {
  VardemTravel<Store, Force> atoms;
  Buffer buf;
  List indices;
  int ncol;

  KOKKOS_INLINE_FUNCTION void operator()(const int n) const
  {
    const int i = indices(n);
    if (i < 0) return;
    int m = n * ncol;
    for (int k = 0; k < atoms.nattitude(); k++) atoms.attitude(i, k) = buf(m++);
    for (int k = 0; k < atoms.nkept(); k++) atoms.kept(i, k) = buf(m++);
    atoms.forces_from_store(i);
  }
};

template <class Store, class Force, class Mask> struct VardemUseForces {
  VardemTravel<Store, Force> atoms;
  Mask mask;
  int groupbit;
  bool due;

  KOKKOS_INLINE_FUNCTION void operator()(const int i) const
  {
    if (due && (mask(i) & groupbit)) atoms.forces_from_store(i);
    atoms.kept(i, 0) = 0.0;    // not NaN: from now on it has a force
  }
};

/** The device side of FixNVERotation: Base is an integrator derived from it, the result the base of its /kk style. The
 *  store lives on the device. It is copied to the host
 *    - for exchange, sorting and restart, where LAMMPS does these on the host;
 *    - in steps with output, at the end of a run, and for whatever is read outside of runs;
 *    - in every step, if somebody on the host may read the attitudes in every step (VARDEM_NS::read_on_host()).
 *  While the copy on the host is older than the store, peratom_freq is NEVER. Whoever reads values of fixes compares that
 *  number with the step, so that a reader whom VARDEM_NS::read_on_host() does not know ends in an error of LAMMPS (not computed
 *  at a compatible time), and does not get old attitudes. */
template <class DeviceType, class Base>
class FixNVERotationKokkos : public Base, public KokkosBase {
 public:
  typedef ArrayTypes<DeviceType> AT;

  FixNVERotationKokkos(LAMMPS *lmp, int narg, char **arg) :
      Base(checked_kokkos(lmp, arg[2]), narg, arg)
  {
    this->kokkosable = 1;
    this->fuse_integrate_flag = 1;
    this->exchange_comm_device = this->sort_device = 1;
    this->atomKK = (AtomKokkos *) this->atom;
    this->execution_space = ExecutionSpaceFromDevice<DeviceType>::space;
    this->datamask_read = EMPTY_MASK;
    this->datamask_modify = EMPTY_MASK;

    if (this->nstore) {    // arrays of the base class, which have their initial values only
      this->memory->destroy(this->attitude);
      this->memory->destroy(this->kept);
      grow_arrays(this->atom->nmax);
      for (int i = 0; i < this->atom->nlocal; i++) set_arrays(i);
    }
  }

  ~FixNVERotationKokkos() override
  {
    if (this->copymode) return;
    this->memoryKK->destroy_kokkos(k_attitude, this->attitude);
    this->memoryKK->destroy_kokkos(k_kept, this->kept);
  }

  /** Works on the host, since it does something only once after a restart file was read. */
  void setup_pre_exchange() override
  {
    if (this->at_midstep || !this->forces_are_due(this->update->ntimestep)) return;
    host();
    this->atomKK->sync(Host, SETUP);
    this->atomKK->modified(Host, SETUP);
    changed_on_host();
    Base::setup_pre_exchange();
  }

  void setup(int vflag) override
  {
    host();    // also for the output of setup
    if (this->at_midstep) {
      this->atomKK->sync(Host, SETUP);
      this->atomKK->modified(Host, SETUP);
    }
    if (this->restart_exact) k_kept.modify_host();
    Base::setup(vflag);
  }

  void init() override
  {
    Base::init();
    host();    // dumps look at peratom_freq before setup()
    host_readers = this->store_attitude && VARDEM_NS::read_on_host(this->lmp, this->id);
  }

  /** The last step is one with output, unless the run was stopped by a time limit. */
  void post_run() override
  {
    Base::post_run();
    host();
  }

  void grow_arrays(int nmax) override
  {
    host();
    if (this->store_attitude) {
      this->memoryKK->grow_kokkos(k_attitude, this->attitude, nmax, Base::NATTITUDE,
                                  "nve/rotation:attitude");
      d_attitude = k_attitude.template view<DeviceType>();
      this->array_atom = this->attitude;
    }
    if (this->restart_exact) {
      this->memoryKK->grow_kokkos(k_kept, this->kept, nmax, Base::NKEPT, "nve/rotation:kept");
      d_kept = k_kept.template view<DeviceType>();
    }
    changed_on_host();
  }

  void copy_arrays(int i, int j, int delflag) override
  {
    host();
    forces_on_host();
    Base::copy_arrays(i, j, delflag);
    changed_on_host();
    forces_changed_on_host();
  }

  void set_arrays(int i) override
  {
    host();
    Base::set_arrays(i);
    changed_on_host();
  }

  int pack_exchange(int i, double *buf) override
  {
    host();
    forces_on_host();
    changed_on_host();
    return Base::pack_exchange(i, buf);
  }

  int unpack_exchange(int nlocal, double *buf) override
  {
    host();
    forces_on_host();
    const int n = Base::unpack_exchange(nlocal, buf);
    changed_on_host();
    forces_changed_on_host();
    return n;
  }

  int pack_restart(int i, double *buf) override
  {
    host();
    forces_on_host();
    return Base::pack_restart(i, buf);
  }

  void unpack_restart(int nlocal, int nth) override
  {
    host();
    Base::unpack_restart(nlocal, nth);
    changed_on_host();
  }

  void sort_kokkos(Kokkos::BinSort<KeyViewType, BinOp> &Sorter) override
  {
    for_each([&](auto &k_array) {
      k_array.sync_device();
      Sorter.sort(LMPDeviceType(), k_array.view_device());
      k_array.modify_device();
    });
    offer_to_host();
  }

  int pack_exchange_kokkos(const int &nsend, DAT::tdual_double_2d_lr &k_buf,
                           DAT::tdual_int_1d k_sendlist, DAT::tdual_int_1d k_copylist,
                           ExecutionSpace space) override
  {
    k_sendlist.template sync<DeviceType>();
    k_copylist.template sync<DeviceType>();
    const auto sendlist = k_sendlist.template view<DeviceType>();
    Kokkos::parallel_for(kernel_name("pack"), Kokkos::RangePolicy<DeviceType>(0, nsend),
                         VardemPackStore<Store, Force, Buffer, decltype(sendlist)>{
                             travel(), VARDEM_NS::flat_buffer<DeviceType>(k_buf), sendlist,
                             k_copylist.template view<DeviceType>(), this->nstore});
    travelled();
    VARDEM_NS::offer_buffer<DeviceType>(k_buf, space);
    return nsend * this->nstore;
  }

  void unpack_exchange_kokkos(DAT::tdual_double_2d_lr &k_buf, DAT::tdual_int_1d &k_indices,
                              int nrecv, int /*nrecv1*/, int /*nextrarecv1*/,
                              ExecutionSpace space) override
  {
    VARDEM_NS::take_buffer<DeviceType>(k_buf, space);
    k_indices.template sync<DeviceType>();
    const auto indices = k_indices.template view<DeviceType>();
    Kokkos::parallel_for(
        kernel_name("unpack"), Kokkos::RangePolicy<DeviceType>(0, nrecv),
        VardemUnpackStore<Store, Force, Buffer, decltype(indices)>{
            travel(), VARDEM_NS::flat_buffer<DeviceType>(k_buf), indices, this->nstore});
    travelled();
  }

 protected:
  using Store = typename AT::t_double_2d_lr;
  using Force = typename AT::t_kkacc_1d_3;
  using Buffer = typename AT::t_double_1d_um;

  DAT::tdual_double_2d_lr k_attitude, k_kept;
  Store d_attitude, d_kept;

  /** Calls f for each array of the store that exists. */
  template <class F> void for_each(const F &f)
  {
    if (this->store_attitude) f(k_attitude);
    if (this->restart_exact) f(k_kept);
  }

  void host()
  {
    for_each([](auto &k_array) {
      k_array.sync_host();
    });
    if (this->store_attitude) this->peratom_freq = 1;
  }
  void changed_on_host()
  {
    for_each([](auto &k_array) {
      k_array.modify_host();
    });
  }
  void device()
  {
    for_each([](auto &k_array) {
      k_array.template sync<DeviceType>();
    });
  }

  /** Returns lmp, or stops if it has no Kokkos. To be called before the constructor of Base: LAMMPS cannot destroy a fix with
   *  callbacks whose constructor throws. */
  static LAMMPS *checked_kokkos(LAMMPS *lmp, const char *style)
  {
    if (!lmp->kokkos || !lmp->kokkos->kokkos_exists)
      lmp->error->all(FLERR, Error::NOPOINTER, "Fix {} requires KOKKOS: run LAMMPS with -k on",
                      style);
    return lmp;
  }

  std::string kernel_name(const char *what) const
  {
    return fmt::format("fix {}:{}", this->style, what);
  }

  /** After a kernel that changed the attitudes. */
  void store_modified()
  {
    k_attitude.template modify<DeviceType>();
    offer_to_host();
  }

  /** At the end of a step: copies the attitudes for output. store_modified() cannot do that, because a fused kernel may have
   *  started this step before LAMMPS knew that it has output. */
  void offer_store_to_output()
  {
    if (this->store_attitude && this->update->ntimestep == this->output->next) host();
  }

  void use_restarted_forces() override
  {
    if (!this->restarted_forces) return;
    const bool due = this->forces_are_due(this->update->ntimestep - 1);
    this->restarted_forces = false;
    device();
    this->atomKK->sync(this->execution_space, F_MASK | TORQUE_MASK | MASK_MASK);
    const auto mask = this->atomKK->k_mask.template view<DeviceType>();
    Kokkos::parallel_for(kernel_name("restart"),
                         Kokkos::RangePolicy<DeviceType>(0, this->atom->nlocal),
                         VardemUseForces<Store, Force, decltype(mask)>{travel_with(true), mask,
                                                                       this->groupbit, due});
    k_kept.template modify<DeviceType>();
    this->atomKK->modified(this->execution_space, F_MASK | TORQUE_MASK);
  }

 private:
  static constexpr uint64_t SETUP = V_MASK | OMEGA_MASK | ANGMOM_MASK | F_MASK | TORQUE_MASK |
      RMASS_MASK | RADIUS_MASK | MASK_MASK;

  static constexpr int NEVER = std::numeric_limits<int>::max();

  bool host_readers = false;    // in every step

  /** After a change on the device: copies the attitudes for those who may read them before the next output. */
  void offer_to_host()
  {
    if (!this->store_attitude) return;
    if (host_readers || this->update->whichflag != 1)
      host();
    else
      this->peratom_freq = NEVER;
  }

  void forces_on_host()
  {
    if (this->restart_exact) this->atomKK->sync(Host, F_MASK | TORQUE_MASK);
  }

  void forces_changed_on_host()
  {
    if (this->restart_exact) this->atomKK->modified(Host, F_MASK | TORQUE_MASK);
  }

  VardemTravel<Store, Force> travel_with(bool forces) const
  {
    return {d_attitude, d_kept, this->atomKK->k_f.template view<DeviceType>(),
            this->atomKK->k_torque.template view<DeviceType>(), forces};
  }

  /** As in FixNVERotation::pack_exchange(), the forces travel with the atoms, unless those of a restart file do. */
  VardemTravel<Store, Force> travel()
  {
    device();
    const bool with_forces = this->restart_exact && !this->restarted_forces;
    if (with_forces) this->atomKK->sync(this->execution_space, F_MASK | TORQUE_MASK);
    return travel_with(with_forces);
  }

  void travelled()
  {
    for_each([](auto &k_array) {
      k_array.template modify<DeviceType>();
    });
    offer_to_host();
    if (this->restart_exact && !this->restarted_forces)
      this->atomKK->modified(this->execution_space, F_MASK | TORQUE_MASK);
  }
};

}    // namespace LAMMPS_NS
#endif
