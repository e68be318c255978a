/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_VARDEM_RESTART_STATE_H
#define LMP_VARDEM_RESTART_STATE_H

#include "error.h"
#include "fix.h"

#include <cstdio>
#include <cstring>

namespace LAMMPS_NS {

// The numbers that a fix keeps in binary restart files, with a header of two: a version and how many follow. LAMMPS does not
// tell a fix the size of what it reads, so the header is read first. All states of at least two numbers can be checked.

/** For write_restart(), on rank 0. LAMMPS expects the size in bytes before the data. */
template <int N> void vardem_write_state(FILE *fp, double version, const double (&state)[N])
{
  const double header[] = {version, N};
  const int size = sizeof(header) + sizeof(state);
  fwrite(&size, sizeof(int), 1, fp);
  fwrite(header, sizeof(header), 1, fp);
  fwrite(state, sizeof(state), 1, fp);
}

/** For restart(), on all ranks. It stops if the file was written by a style with another state. */
template <int N>
void vardem_read_state(const Fix *fix, Error *error, double version, const char *buf,
                       double (&state)[N])
{
  double header[2];
  memcpy(header, buf, sizeof(header));
  if (header[0] != version || header[1] != N)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} {}: the restart file was written by another version of this style, and what "
               "it has for this fix cannot be read; give the fix another ID to begin anew",
               fix->style, fix->id);
  memcpy(state, buf + sizeof(header), sizeof(state));
}

}    // namespace LAMMPS_NS
#endif
