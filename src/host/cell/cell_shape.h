// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CELL_SHAPE_H
#define VARDEM_HOST_CELL_SHAPE_H

#include "kernels/flow.h"
#include "pointers.h"

#include <string>

namespace LAMMPS_NS::VARDEM_NS {

// The shape of LAMMPS' periodic cell H = (A, B, C), an upper triangular matrix of its edge vectors.

/** A component of a gradient, a cell or a stress. The array has the order of the commands and
 *  outputs of VARDEM. */
struct CellComponent {
  const char *name;
  double VARDEM::UpperTriangle::*member;
  int row, column;
};
extern const CellComponent CELL_COMPONENTS[VARDEM::UPPER];    // xx yy zz xy xz yz

/** The largest absolute value of the components. */
double largest(const VARDEM::UpperTriangle &);

/** The logarithmic (Hencky) strain in space of a deformation, ln V = 1/2 ln F F^T. Its trace is ln
 *  det F. */
VARDEM::UpperTriangle logarithmic_strain(const VARDEM::UpperTriangle &F);

/** Volume of the cell, in 2d its area. */
double volume_of(const Domain *);

/** Bounds, tilts and periodic directions of a cell. */
struct CellBox {
  double lo[3], hi[3], tilt[3];    // xy xz yz
  int periodic[3];

  VARDEM::UpperTriangle matrix() const
  {
    return {hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2], tilt[2], tilt[1], tilt[0]};
  }
};
CellBox box_of(const Domain *);

/** Are two boxes different cells? Faces that are not periodic do not count: LAMMPS moves them
 *  itself (boundary s and m). */
bool is_other_cell(const CellBox &, const CellBox &);

/** Multiplies the cell from the left by `change`, the matrix of a step with gradient L. The bounds
 *  of each side that L stretches move away from `origin`, the fixed point of the flow. */
void move_cell(Domain *, const VARDEM::UpperTriangle &change, const VARDEM::UpperTriangle &L,
               const VARDEM::Vec3 &origin);

/** Sets the velocity of the lower corner, domain->h_ratelo ... */
void set_corner_rate(Domain *, const VARDEM::Vec3 &corner);
/** ... and the rate dH/dt, domain->h_rate. */
void set_rates(Domain *, const VARDEM::UpperTriangle &rate, const VARDEM::Vec3 &corner);

/** For a hook before LAMMPS brings atoms back into the cell, box by box: stops if an atom is so far
 *  outside that this would take forever. style: of the calling fix. */
void require_near_cell(LAMMPS *, const char *style);

/** A flip chooses other edge vectors for the same lattice: so many B are added to C, A to C, and A
 *  to B, in this order. */
struct CellFlips {
  int yz = 0, xz = 0, xy = 0;

  bool any() const { return yz || xz || xy; }
  /** The cell, or its rate, after the flip. */
  VARDEM::UpperTriangle operator()(const VARDEM::UpperTriangle &H) const;
};

/** The flips that make each tilt of more than half a side smaller. changes: may a tilt change, yz
 *  xz xy. A tilt that shifts images along a direction that is not periodic stays. */
CellFlips flips_of(const VARDEM::UpperTriangle &H, const int changes[3], const int periodic[3]);

/** Keyword stop: notices that a cell is about to become too small. */
class CollapseGuard : protected Pointers {
 public:
  /** fraction: the smallest volume allowed, relative to the volume at the start of the stage. */
  CollapseGuard(LAMMPS *lmp, double fraction_in) : Pointers(lmp), fraction(fraction_in) {}

  /** For init() of the fix: finds the largest diameter of a particle. All processes must call
   *  it. */
  void init();

  /** Why the next step must not be made, or nothing: the volume would fall below the fraction, or a
   *  side that changes would become so short that a particle touches its own image. change: the
   *  matrix of that step; volume: at the start of the stage; changes: does the side change, x y
   *  z. */
  std::string reason(const VARDEM::UpperTriangle &change, double volume,
                     const int changes[3]) const;

 private:
  double fraction, largest_diameter = 0.0;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
