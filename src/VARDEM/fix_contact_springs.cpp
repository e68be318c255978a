// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "fix_contact_springs.h"

#include "comm.h"
#include "host/lammps/internals.h"
#include "update.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

const char *FixContactSprings::style_in(Modify *modify, bool rolling)
{
  return add_internal_style<FixContactSprings>(
      modify, rolling ? "CONTACT_SPRINGS/ROLLING" : "CONTACT_SPRINGS");
}

void FixContactSprings::write_restart(FILE *fp)
{
  if (update->whichflag != 0) {    // in a run
    FixNeighHistory::write_restart(fp);
    return;
  }
  const int size = 0;    // of the global data; the springs are per-atom data
  if (comm->me == 0) fwrite(&size, sizeof(int), 1, fp);
}
