// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_VARDEM_HOST_READERS_H
#define LMP_VARDEM_HOST_READERS_H

#include <string>
#include <vector>

namespace LAMMPS_NS {

class Fix;
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

  class PerAtomMemory;

  /** When the host gets the orientations that a Kokkos integrator keeps on the device:
   *    - for exchange, sorting and restart, where LAMMPS does these on the host;
   *    - in steps with output, at the end of a run, and for whatever is read outside of runs, also
   *      in each iteration of a minimization;
   *    - in every step, if read_on_host().
   *  While the copy on the host is older, peratom_freq of the fix is NEVER. Whoever reads values of
   *  fixes compares that number with the step, so that a reader whom read_on_host() does not know
   *  ends in an error of LAMMPS (not computed at a compatible time), and does not get old ones. */
  class OrientationsForHost {
   public:
    explicit OrientationsForHost(LAMMPS *lmp_in, Fix *fix_in) : lmp(lmp_in), fix(fix_in) {}

    /** To be called by init() of the fix. rows_in: its orientations, null if it keeps none. Dumps
     *  look at peratom_freq before setup(). */
    void init(PerAtomMemory *rows_in);
    /** A loop has changed them, or their order. */
    void changed();
    /** At the end of a step: changed() cannot know whether it has output, because a fused kernel
     *  may have started the step before LAMMPS knew. */
    void end_step();
    /** The last step of a run is one with output, unless it was stopped by a time limit. */
    void give();

   private:
    LAMMPS *lmp;
    Fix *fix;
    PerAtomMemory *rows = nullptr;
    bool in_every_step = false;
  };

  /** True if one of these variables, or of those that they name, may read data of atoms on the
   *  host. It does not if it has numbers, time and functions of them only. */
  bool may_read_atoms(LAMMPS *, const std::vector<std::string> &variables);

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
