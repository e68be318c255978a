// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_SOAK_H
#define VARDEM_SOAK_H

#include <cstdlib>

namespace VARDEM {

/** Size of a run: the first in `make test`, the second in `make soak`, which sets VARDEM_SOAK.  The
 *  claims and the bounds are the same; beside each use stands why the small size suffices from day
 *  to day. */
template <class T> T at_size(T test, T soak)
{
  const char *set = std::getenv("VARDEM_SOAK");
  return set && *set ? soak : test;
}

}    // namespace VARDEM
#endif
