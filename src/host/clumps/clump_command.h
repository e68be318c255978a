// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CLUMP_COMMAND_H
#define VARDEM_HOST_CLUMP_COMMAND_H

#include "host/atoms/variational_rotation.h"

#include <string>
#include <vector>

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

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
