// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_VARDEM_TALLIES_KOKKOS_H
#define LMP_VARDEM_TALLIES_KOKKOS_H

#include "kokkos_type.h"
#include "memory_kokkos.h"

namespace LAMMPS_NS::VARDEM_NS {

/** The energies and virials of atoms of a pair or bond style, on both sides. LAMMPS' pointers to
 *  the host copies are arguments. */
template <class DeviceType> class TalliesKokkos {
 public:
  bool has_energies = false, has_virials = false;

  /** New memory, which is zero, for n numbers or rows, where they are needed. */
  void allocate_energies(MemoryKokkos *memoryKK, bool needed, double *&eatom, int n)
  {
    has_energies = needed;
    allocate(memoryKK, needed, k_energies, eatom, n, "vardem:eatom");
  }
  void allocate_virials(MemoryKokkos *memoryKK, bool needed, double **&vatom, int n)
  {
    has_virials = needed;
    allocate(memoryKK, needed, k_virials, vatom, n, "vardem:vatom");
  }

  auto energies() const { return k_energies.template view<DeviceType>(); }
  auto virials() const { return k_virials.template view<DeviceType>(); }

  /** After a kernel has added to them. */
  void give_to_host()
  {
    if (has_energies) give(k_energies);
    if (has_virials) give(k_virials);
  }

  void destroy(MemoryKokkos *memoryKK, double *&eatom, double **&vatom)
  {
    memoryKK->destroy_kokkos(k_energies, eatom);
    memoryKK->destroy_kokkos(k_virials, vatom);
  }

 private:
  DAT::ttransform_kkacc_1d k_energies;
  DAT::ttransform_kkacc_1d_6 k_virials;

  template <class Dual, class Pointer>
  static void allocate(MemoryKokkos *memoryKK, bool needed, Dual &dual, Pointer &rows, int n,
                       const char *what)
  {
    if (!needed) return;
    memoryKK->destroy_kokkos(dual, rows);
    memoryKK->create_kokkos(dual, rows, n, what);
  }
  template <class Dual> static void give(Dual &dual)
  {
    dual.template modify<DeviceType>();
    dual.sync_host();
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
