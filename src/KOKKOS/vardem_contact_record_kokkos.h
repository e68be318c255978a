/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_VARDEM_CONTACT_RECORD_KOKKOS_H
#define LMP_VARDEM_CONTACT_RECORD_KOKKOS_H

#include "host/contact_record.h"
#include "vardem_contact_atoms_kokkos.h"
#include "vardem_space_kokkos.h"

namespace LAMMPS_NS::VARDEM_NS {

/** The accessor of atoms for a record: it only reads. */
template <class DeviceType> struct RecordedArraysKokkos {
  ContactArraysKokkos<DeviceType> a;

  VARDEM_INLINE VARDEM::Vec3 x(int i) const { return row_at(a.x, i); }
  VARDEM_INLINE VARDEM::Vec3 v(int i) const { return row_at(a.v, i); }
  VARDEM_INLINE VARDEM::Vec3 w(int i) const { return row_at(a.w, i); }
  VARDEM_INLINE VARDEM::Vec3 v_half(int i) const { return row_at(a.v_half, i); }
  VARDEM_INLINE VARDEM::Vec3 w_half(int i) const { return row_at(a.w_half, i); }
  VARDEM_INLINE double radius(int i) const { return a.radius(i); }
  VARDEM_INLINE double inverse_mass(int i) const { return a.inverse_mass(i); }
};

/** A neighbor list of any kind, with the history of its contacts. */
template <class DeviceType> class RecordedListKokkos : public ContactListKokkos<DeviceType, HALF> {
 public:
  typedef ContactListKokkos<DeviceType, HALF> Base;

  RecordedListKokkos() = default;
  RecordedListKokkos(const Base &base, bool full_in) : Base(base), full(full_in) {}

  VARDEM_INLINE double share(int j) const { return full ? 0.5 : Base::share(j); }

 private:
  bool full = false;
};

template <class DeviceType>
using ContactRecordKokkos =
    ContactRecordOn<SpaceKokkos<DeviceType>, RecordedListKokkos<DeviceType>>;

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
