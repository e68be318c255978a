// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CLUMP_DAMPING_H
#define VARDEM_HOST_CLUMP_DAMPING_H

#include "host/lammps/clumps.h"
#include "pointers.h"

#include <functional>
#include <vector>

namespace LAMMPS_NS {

class Fix;

namespace VARDEM_NS {

  class FullStepDamping;

  /** The damping of clumps as whole bodies, by all fixes with interface FullStepDamping. */
  class ClumpDamping : protected Pointers {
   public:
    /** Sums numbers of owned atoms over the members of each owned clump. All processes must call
     *  it. */
    using SumMembers = std::function<std::vector<double>(const std::vector<double> &of_atoms)>;

    explicit ClumpDamping(LAMMPS *);

    /** Finds the dampings, and the fixes gravity. */
    void init();
    /** To be called when the order of clumps or the atoms in groups may have changed. */
    void clumps_have_changed() { masses_due = true; }
    /** Damps forces and torques of the clumps of a fix, and reports their loss of energy.
     *  own_gravity: acceleration that the fix itself adds to clumps, or null. All processes must
     *  call it. */
    void apply(const Fix *fix, const Clumps &clumps, const double *own_gravity,
               const SumMembers &sum_members);

   private:
    std::vector<FullStepDamping *> dampings;
    std::vector<const Fix *> gravities;    // all fixes gravity that act on members
    std::vector<std::vector<double>>
        masses;    // for each of these and each owned clump: the mass on which it acts
    bool masses_due;
    std::vector<VARDEM::Vec3> gravity;    // force on each owned clump

    void damp(FullStepDamping &, const Fix *fix, const Clumps &clumps, const double *own_gravity,
              const SumMembers &sum_members);
    void find_gravity(const Clumps &clumps, const double *own_gravity,
                      const SumMembers &sum_members);
    void weigh_members(const SumMembers &sum_members);
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
