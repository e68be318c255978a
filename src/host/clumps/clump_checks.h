// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CLUMP_CHECKS_H
#define VARDEM_HOST_CLUMP_CHECKS_H

#include "host/atoms/variational_rotation.h"
#include "host/lammps/clumps.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class Molecule;

namespace VARDEM_NS {

  /** Checks of the clumps of a fix, which stop with a message that names the clump. */
  class ClumpChecks : protected Pointers {
   public:
    /** style: of the fix. custom: clumps are not made of molecules. */
    ClumpChecks(LAMMPS *, const char *style, bool custom, const VariationalScheme &);

    /** Stops if a molecule template is a single particle, or has moments that no body has. name: in
     *  messages. */
    void check_template(const Molecule &) const;
    /** Stops at moments of inertia in a file of keyword infile that no body has. LAMMPS reads the
     *  file later and reports all other errors in it. */
    void check_infile(const char *file) const;
    /** Stops if a clump has lost members, since it still has their mass and moments, or if it has
     *  only one. members: their number now, for each owned clump. */
    void check_counts(const Clumps &, const std::vector<double> &members) const;
    /** Stops if a clump has moments that no body has. */
    void check_inertia(const Clumps &) const;

    /** What a message calls clump i. */
    std::string name(const Clumps &, int i) const;

   private:
    const char *style;
    bool custom;
    const VariationalScheme &variational;
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
