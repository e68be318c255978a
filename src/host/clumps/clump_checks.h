// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CLUMP_CHECKS_H
#define VARDEM_HOST_CLUMP_CHECKS_H

#include "host/atoms/variational_rotation.h"
#include "host/input/keyword_reader.h"
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
/** Where the keywords of its command begin. */
int first_keyword(int narg, char **arg);

/** The command of a fix that derives from FixRigidSmall as FixRigidSmall knows it: without these
 *  keywords, each of which has one value. Stops if a clump is a single particle. */
std::vector<char *> rigid_command(LAMMPS *, int narg, char **arg,
                                  const std::vector<std::string> &own);

/** Reads these keywords behind FixRigidSmall, each by read(KeywordReader &), which returns false if
 *  it knows none of this name. Stops if any keyword is given twice. */
template <class F> void read_own_keywords(LAMMPS *lmp, int narg, char **arg, const F &read)
{
  read_keywords(lmp, std::string("Fix ") + arg[2], first_keyword(narg, arg), narg, arg,
                [&](KeywordReader &keyword) {
                  if (!read(keyword)) keyword.next += words_of_rigid_keyword(keyword.word(0));
                  return true;
                });
}

/** Checks of the clumps of a fix, which stop with a message that names the clump. */
class ClumpChecks : protected Pointers {
 public:
  /** style: of the fix. custom: clumps are not made of molecules. */
  ClumpChecks(LAMMPS *lmp, const char *style, bool custom, const VariationalScheme &variational) :
      Pointers(lmp), style(style), custom(custom), variational(variational)
  {
  }

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
