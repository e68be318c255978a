// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_VARDEM_HOST_READERS_H
#define LMP_VARDEM_HOST_READERS_H

#include <string>
#include <vector>

namespace LAMMPS_NS {

class LAMMPS;

namespace VARDEM_NS {

  /** True if something on the host may read per-atom values of the fix with this ID in the middle
   *  of any step. Output need not be asked for: its steps are known. To be called by init() of the
   *  fix.
   *
   *  LAMMPS does not tell who reads what, so the answer follows the ways on which values can go
   *  from one to the other:
   *    - a fix without Kokkos, or fix external, whose callback is the user's code, may read
   *      anything;
   *    - fixes with Kokkos read values of other fixes through variables only. A variable may name
   *      the fix, or call Python, or name a compute that reads the fix. Variables that name other
   *      variables are not followed: all of them are looked at. */
  bool read_on_host(LAMMPS *, const std::string &id);

  /** True if one of these variables, or of those that they name, may read data of atoms on the
   *  host. It does not if it has numbers, time and functions of them only. */
  bool may_read_atoms(LAMMPS *, const std::vector<std::string> &variables);

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
