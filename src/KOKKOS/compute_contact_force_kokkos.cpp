/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "compute_contact_force_kokkos.h"

#include "atom_kokkos.h"
#include "fix_compatible_cd_kokkos.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace LAMMPS_NS {

/** Decides which atom lists a contact, so that it is listed once over all processes. */
template <class Contacts> struct VardemListedContacts {
  Contacts contacts;
  int groupbit, nlocal;

  /** If this process owns both atoms, the one with the lower index lists the contact; otherwise the one with the lower ID. */
  KOKKOS_INLINE_FUNCTION bool has(int i, int j) const
  {
    if (!(contacts.mask(i) & groupbit) || !(contacts.mask(j) & groupbit)) return false;
    return j < nlocal ? i < j : contacts.tag(i) < contacts.tag(j);
  }
};

template <class Contacts> struct VardemCountListed {
  VardemListedContacts<Contacts> listed;
  int *count;

  KOKKOS_INLINE_FUNCTION void operator()(const int i) const
  {
    int n = 0;
    listed.contacts.of_atom(i, [&](int j, const VARDEM::TouchingSpheres &, double) {
      n += listed.has(i, j);
    });
    count[i] = n;
  }
};

/** Fills the columns: two IDs, the kind, and those of contact_row(). */
template <class Law, class Contacts, class Rows> struct VardemFillListed {
  VardemListedContacts<Contacts> listed;
  const int *first, *column;
  const double *u;
  int tags, kind, normal;
  Rows rows;

  KOKKOS_INLINE_FUNCTION void operator()(const int i) const
  {
    const Contacts &c = listed.contacts;
    int n = first[i];
    c.of_atom(i, [&](int j, const VARDEM::TouchingSpheres &touch, double k) {
      if (!listed.has(i, j)) return;
      const bool swap = c.tag(j) < c.tag(i);
      const int a = swap ? j : i, b = swap ? i : j;
      const double x[3] = {c.x(a, 0), c.x(a, 1), c.x(a, 2)};
      const double force = Law::force(k, touch.overlap(u + 3 * column[i], u + 3 * column[j]));
      VARDEM::contact_row(touch, swap, x, c.radius(a), force, &rows(n, normal));
      rows(n, tags) = static_cast<double>(c.tag(a));
      rows(n, tags + 1) = static_cast<double>(c.tag(b));
      rows(n, kind) = 0.0;    // a pair of particles
      n++;
    });
  }
};

}    // namespace LAMMPS_NS

/* ---------------------------------------------------------------------- */

template <class DeviceType>
ComputeContactForceKokkos<DeviceType>::ComputeContactForceKokkos(LAMMPS *lmp, int narg,
                                                                 char **arg) :
    ComputeContactForce(lmp, narg, arg), fix_kk(nullptr)
{
  kokkosable = 1;
  atomKK = (AtomKokkos *) atom;
  execution_space = ExecutionSpaceFromDevice<DeviceType>::space;
  datamask_read = EMPTY_MASK;
  datamask_modify = EMPTY_MASK;
}

/* ---------------------------------------------------------------------- */

template <class DeviceType> int ComputeContactForceKokkos<DeviceType>::count_contacts()
{
  fix_kk = dynamic_cast<FixCompatibleCDKokkos<DeviceType> *>(fix);
  const auto &packing = fix_kk->contacts();
  using Packing = std::decay_t<decltype(packing)>;
  using Space = typename Packing::Space;
  const int n = atom->nlocal;
  if (static_cast<int>(d_first.extent(0)) <= n)
    d_first = decltype(d_first)("contact/force:first", n + 1);
  Space::for_each(n,
                  VardemCountListed<typename Packing::Contacts>{{packing.contacts, groupbit, n},
                                                                d_first.data()});
  return Space::scan(n, d_first.data());
}

/* ---------------------------------------------------------------------- */

template <class DeviceType> void ComputeContactForceKokkos<DeviceType>::fill_rows()
{
  const auto &packing = fix_kk->contacts();
  using Packing = std::decay_t<decltype(packing)>;
  using Space = typename Packing::Space;
  if (static_cast<int>(d_rows.extent(0)) < size_local_rows) {
    d_rows = Rows();
    d_rows = Rows("contact/force:rows", size_local_rows);
  }
  VARDEM::with_law(fix_kk->law(), [&](auto law) {
    Space::for_each(atom->nlocal,
                    VardemFillListed<decltype(law), typename Packing::Contacts, Rows>{
                        {packing.contacts, groupbit, atom->nlocal},
                        d_first.data(),
                        packing.column.data(),
                        fix_kk->motions(),
                        TAG_1,
                        KIND,
                        NORMAL,
                        d_rows});
  });
  if (size_local_rows)
    Space::copy_to_host(d_rows.data(), static_cast<std::size_t>(size_local_rows) * COLUMNS,
                        rows[0]);
}

namespace LAMMPS_NS {
template class ComputeContactForceKokkos<LMPDeviceType>;
#ifdef LMP_KOKKOS_GPU
template class ComputeContactForceKokkos<LMPHostType>;
#endif
}    // namespace LAMMPS_NS
