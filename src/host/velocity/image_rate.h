/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_IMAGE_RATE_H
#define VARDEM_HOST_IMAGE_RATE_H

#include "kernels/flow.h"
#include "pointers.h"

#include <optional>

namespace LAMMPS_NS::VARDEM_NS {

/** The difference of the full-step velocities of two periodic images of an atom in a deforming
 *  cell: the rate of the cell, a matrix, times the numbers of boxes between them. */
class ImageRate : protected Pointers {
 public:
  explicit ImageRate(LAMMPS *lmp) : Pointers(lmp) {}

  /** For the start of a step: keeps the gradient L(n) of a fix deform/gradv. */
  void keep();
  /** For the forces of step n+1. With fix deform/gradv it is L(n+1) H(n+1), with the cell H and the extrapolation
   *  L(n+1) = 2 L(n+1/2) - L(n), as for velocities. Otherwise, and in_step = false, it is the rate that LAMMPS has. */
  VARDEM::Upper at_step(bool in_step) const;

 private:
  std::optional<VARDEM::Upper> before;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
