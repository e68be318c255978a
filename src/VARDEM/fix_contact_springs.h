// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_FIX_CONTACT_SPRINGS_H
#define LMP_FIX_CONTACT_SPRINGS_H

#include "host/lammps/internals_springs.h"

namespace LAMMPS_NS {

class Modify;

/** The tangential springs of a pair style. Only pair styles create it (style CONTACT_SPRINGS).
 *  Command write_restart makes ghost atoms anew after a run, while the neighbor list of the run
 *  has the numbers of the old ones. So the springs are not read from that list again: they were
 *  saved at the end of the run. */
class FixContactSprings : public VARDEM_NS::SpringsByImage {
 public:
  using SpringsByImage::SpringsByImage;
  /** Tells LAMMPS the style and returns its name, which tells whether the contacts also have
   *  springs against rolling. It is not among the styles of the fix command. */
  static const char *style_in(Modify *, bool rolling);

  void write_restart(FILE *) override;
};

}    // namespace LAMMPS_NS
#endif
