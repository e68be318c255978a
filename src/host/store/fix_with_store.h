/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_FIX_WITH_STORE_H
#define VARDEM_HOST_FIX_WITH_STORE_H

#include "fix.h"
#include "host/store/per_atom_store.h"

namespace LAMMPS_NS::VARDEM_NS {

/** A fix whose only data of atoms are in a store. The constructor of a derived fix declares its tables and attaches the store. */
class FixWithStore : public Fix {
 public:
  FixWithStore(LAMMPS *lmp, int narg, char **arg) : Fix(lmp, narg, arg), store(memory) {}
  ~FixWithStore() override { store.detach(); }

  void grow_arrays(int nmax) override { store.grow(nmax); }
  void copy_arrays(int i, int j, int /*delflag*/) override { store.copy(i, j); }
  void set_arrays(int i) override { store.set(i); }
  int pack_exchange(int i, double *buf) override { return store.pack(i, buf); }
  int unpack_exchange(int nlocal, double *buf) override { return store.unpack(nlocal, buf); }
  int pack_restart(int i, double *buf) override { return store.pack_restart(i, buf); }
  int size_restart(int) override { return store.size_restart(); }
  int maxsize_restart() override { return store.size_restart(); }

 protected:
  PerAtomStore store;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
