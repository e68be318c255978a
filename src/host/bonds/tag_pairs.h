// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_TAG_PAIRS_H
#define VARDEM_HOST_TAG_PAIRS_H

#include "lmptype.h"

#include <vector>

namespace LAMMPS_NS {

class LAMMPS;

namespace VARDEM_NS {

  /** IDs of two atoms, as the owner of the first one sees them. */
  struct TagPair {
    tagint atom, partner;

    bool operator<(const TagPair &other) const
    {
      return atom != other.atom ? atom < other.atom : partner < other.partner;
    }
  };

  using TagPairs = std::vector<TagPair>;

  /** Sends each pair to the process that owns its first atom, wherever that is. Returns the pairs
   *  of this process in the order of their IDs. Pairs whose first atom does not exist are dropped.
   *  All processes must call it. */
  TagPairs sent_to_owners(LAMMPS *lmp, const TagPairs &pairs);

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
