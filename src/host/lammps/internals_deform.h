// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_INTERNALS_DEFORM_H
#define VARDEM_HOST_INTERNALS_DEFORM_H

#include "fix_deform.h"
#include "host/lammps/lammps_versions.h"
#include "kernels/flow.h"

namespace LAMMPS_NS::VARDEM_NS {

// A part of the access to what LAMMPS does not publish: see host/lammps/internals.h.

/** Has a fix deform keyword volume? LAMMPS has wrong rates with it. Relies on: FixDeform::set,
 *  src/fix_deform.h, and on apply_volume(), src/fix_deform.cpp. */
bool keeps_volume(const FixDeform *fix);

/** Base class of a fix that moves the cell itself. It is a fix deform with `remap v`, so LAMMPS
 *  gives periodic images their own velocities. FixDeform does the flips and moves the atoms to the
 *  processes that own them afterwards. The rates of its command must be 0. Relies on:
 *  FixDeform::flipflag, flip, flipyz, flipxz, flipxy, and tilt_flip of its settings,
 *  src/fix_deform.cpp; on what Domain::remap_all() does to images, src/domain.cpp. */
class CellDeformation : public FixDeform {
 public:
  using FixDeform::FixDeform;

  /** Flips the cell. Atoms that come into it from another side get the velocity of that periodic
   *  image, by Domain::h_rate of the flipped cell: LAMMPS 4 Feb 2025 leaves their velocities as
   *  they are. */
  void pre_exchange() override;

 protected:
  /** The N of the command. The cell moves in post_integrate(), for which newer versions of LAMMPS
   *  have N = 0. */
  static constexpr const char *N = has_deform_at_every_step<FixDeform>() ? "0" : "1";

  /** Has the command keyword flip yes? */
  bool flips_allowed() const { return flipflag != 0; }
  /** Has the next pre_exchange() a flip to do? */
  bool flip_due() const { return flip != 0; }
  /** The next pre_exchange() adds yz edge vectors B to C, xz A to C, and xy A to B; `flipped` is
   *  the cell after this. The flip is done in this step, since neighbor lists are built again. */
  void flip_cell(int yz, int xz, int xy, const VARDEM::UpperTriangle &flipped);
  /** Takes atoms into the cell, and gives them the velocities of their images by domain->h_rate. */
  void take_in_atoms();
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
