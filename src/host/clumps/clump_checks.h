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
}    // namespace LAMMPS_NS

namespace LAMMPS_NS::VARDEM_NS {

/** Number of words of a keyword of fix rigid/small with its values, so that a value is not taken
 *  for a keyword. */
int words_of_rigid_keyword(const std::string &keyword);

/** Stops if the command of a fix that derives from FixRigidSmall has a clump that is a single
 *  particle. */
void require_several_members(LAMMPS *, int narg, char **arg);

/** The command of a fix that derives from FixRigidSmall and has a variational rotation, taken apart
 *  before FixRigidSmall reads it. Stops if a keyword of either is given twice, at a wrong value of
 *  keywords scheme and newton, and if a clump is a single particle. */
struct ClumpCommand {
  VariationalScheme variational;    // keywords scheme and newton
  std::vector<char *> arg;          // the command without these

  ClumpCommand(LAMMPS *, int narg, char **arg);
};

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

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
