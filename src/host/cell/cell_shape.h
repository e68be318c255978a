// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CELL_SHAPE_H
#define VARDEM_HOST_CELL_SHAPE_H

#include "atom.h"
#include "domain.h"
#include "error.h"
#include "host/lammps/over_processes.h"
#include "kernels/flow.h"
#include "math_eigen.h"
#include "pointers.h"
#include "update.h"

#include <algorithm>
#include <cmath>
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
inline const CellComponent CELL_COMPONENTS[VARDEM::UPPER] = {
    {"xx", &VARDEM::UpperTriangle::xx, 0, 0}, {"yy", &VARDEM::UpperTriangle::yy, 1, 1},
    {"zz", &VARDEM::UpperTriangle::zz, 2, 2}, {"xy", &VARDEM::UpperTriangle::xy, 0, 1},
    {"xz", &VARDEM::UpperTriangle::xz, 0, 2}, {"yz", &VARDEM::UpperTriangle::yz, 1, 2}};

/** The largest absolute value of the components. */
inline double largest(const VARDEM::UpperTriangle &a)
{
  double most = 0.0;
  for (const CellComponent &c : CELL_COMPONENTS) most = std::max(most, std::fabs(a.*c.member));
  return most;
}

/** The logarithmic (Hencky) strain in space of a deformation, ln V = 1/2 ln F F^T. Its trace is ln
 *  det F. */
inline VARDEM::UpperTriangle logarithmic_strain(const VARDEM::UpperTriangle &F)
{
  const double rows[3][3] = {{F.xx, F.xy, F.xz}, {0.0, F.yy, F.yz}, {0.0, 0.0, F.zz}};
  double B[3][3], squares[3], axes[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      B[i][j] = rows[i][0] * rows[j][0] + rows[i][1] * rows[j][1] + rows[i][2] * rows[j][2];
  MathEigen::jacobi3(B, squares, axes);

  VARDEM::UpperTriangle strain = {};
  for (const CellComponent &c : CELL_COMPONENTS)
    for (int k = 0; k < 3; k++)
      strain.*c.member += 0.5 * std::log(squares[k]) * axes[c.row][k] * axes[c.column][k];
  return strain;
}

/** Volume of the cell, in 2d its area. */
inline double volume_of(const Domain *domain)
{
  return domain->xprd * domain->yprd * (domain->dimension == 3 ? domain->zprd : 1.0);
}

/** Bounds, tilts and periodic directions of a cell. */
struct CellBox {
  double lo[3], hi[3], tilt[3];    // xy xz yz
  int periodic[3];

  VARDEM::UpperTriangle matrix() const
  {
    return {hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2], tilt[2], tilt[1], tilt[0]};
  }
};
inline CellBox box_of(const Domain *domain)
{
  CellBox box = {};
  for (int d = 0; d < 3; d++) {
    box.lo[d] = domain->boxlo[d];
    box.hi[d] = domain->boxhi[d];
    box.periodic[d] = domain->periodicity[d];
  }
  if (domain->triclinic) {
    box.tilt[0] = domain->xy;
    box.tilt[1] = domain->xz;
    box.tilt[2] = domain->yz;
  }
  return box;
}

/** Are two boxes different cells? Faces that are not periodic do not count: LAMMPS moves them
 *  itself (boundary s and m). */
inline bool is_other_cell(const CellBox &before, const CellBox &now)
{
  for (int d = 0; d < 3; d++) {
    const bool moved = now.lo[d] != before.lo[d] || now.hi[d] != before.hi[d];
    if ((now.periodic[d] && moved) || now.tilt[d] != before.tilt[d] ||
        now.periodic[d] != before.periodic[d])
      return true;
  }
  return false;
}

/** Multiplies the cell from the left by `change`, the matrix of a step with gradient L. The bounds
 *  of each side that L stretches move away from `origin`, the fixed point of the flow. */
inline void move_cell(Domain *domain, const VARDEM::UpperTriangle &change,
                      const VARDEM::UpperTriangle &L, const VARDEM::Vec3 &origin)
{
  const VARDEM::UpperTriangle H = change * VARDEM::upper(domain->h);
  const double rates[3] = {L.xx, L.yy, L.zz}, stretch[3] = {change.xx, change.yy, change.zz};
  const double fixed[3] = {origin.x, origin.y, origin.z};
  for (int d = 0; d < 3; d++) {
    if (rates[d] == 0.0) continue;
    domain->boxlo[d] = fixed[d] + stretch[d] * (domain->boxlo[d] - fixed[d]);
    domain->boxhi[d] = fixed[d] + stretch[d] * (domain->boxhi[d] - fixed[d]);
  }
  if (domain->triclinic) {
    domain->yz = H.yz;
    domain->xz = H.xz;
    domain->xy = H.xy;
  }
  domain->set_global_box();
  domain->set_local_box();
}

/** Sets the velocity of the lower corner, domain->h_ratelo ... */
inline void set_corner_rate(Domain *domain, const VARDEM::Vec3 &corner)
{
  domain->h_ratelo[0] = corner.x;
  domain->h_ratelo[1] = corner.y;
  domain->h_ratelo[2] = corner.z;
}
/** ... and the rate dH/dt, domain->h_rate. */
inline void set_rates(Domain *domain, const VARDEM::UpperTriangle &r, const VARDEM::Vec3 &corner)
{
  const double six[VARDEM::UPPER] = {r.xx, r.yy, r.zz, r.yz, r.xz, r.xy};
  std::copy_n(six, VARDEM::UPPER, domain->h_rate);
  set_corner_rate(domain, corner);
}

/** For a hook before LAMMPS brings atoms back into the cell, box by box: stops if an atom is so far
 *  outside that this would take forever. style: of the calling fix. */
inline void require_near_cell(LAMMPS *lmp, const char *style)
{
  // cells; atoms at rest may be some cells outside of one that shrinks
  constexpr double FAR = 100.0;
  const Atom *const atom = lmp->atom;
  for (int i = 0; i < atom->nlocal; i++) {
    double lamda[3];
    lmp->domain->x2lamda(atom->x[i], lamda);
    for (int d = 0; d < 3; d++)
      if (lmp->domain->periodicity[d] && !(std::fabs(lamda[d]) < FAR))
        lmp->error->one(FLERR, Error::NOLASTLINE,
                        "Fix {}: at step {} atom {} is outside of the cell, {:.3g} times its "
                        "length along {} away: the motion is unstable. Use a smaller time step, "
                        "and look for large overlaps and velocities",
                        style, lmp->update->ntimestep, atom->tag[i], std::fabs(lamda[d]), "xyz"[d]);
  }
}

/** A flip chooses other edge vectors for the same lattice: so many B are added to C, A to C, and A
 *  to B, in this order. */
struct CellFlips {
  int yz = 0, xz = 0, xy = 0;

  bool any() const { return yz || xz || xy; }
  /** The cell, or its rate, after the flip. */
  VARDEM::UpperTriangle operator()(const VARDEM::UpperTriangle &H) const
  {
    VARDEM::UpperTriangle flipped = H;
    flipped.yz += yz * H.yy;
    flipped.xz += yz * H.xy + xz * H.xx;
    flipped.xy += xy * H.xx;
    return flipped;
  }
};

/** The flips that make each tilt of more than half a side smaller. changes: may a tilt change, yz
 *  xz xy. A tilt that shifts images along a direction that is not periodic stays. */
inline CellFlips flips_of(const VARDEM::UpperTriangle &H, const int changes[3],
                          const int periodic[3])
{
  const auto turns = [](double tilt, double side) {
    return (tilt > 0.5 * side) ? -1 : (tilt < -0.5 * side) ? 1 : 0;
  };
  CellFlips flips;
  if (changes[0] && periodic[1]) flips.yz = turns(H.yz, H.yy);
  if (changes[1] && periodic[0]) flips.xz = turns(H.xz + flips.yz * H.xy, H.xx);
  if (changes[2] && periodic[0]) flips.xy = turns(H.xy, H.xx);
  return flips;
}

/** Keyword stop: notices that a cell is about to become too small. */
class CollapseGuard : protected Pointers {
 public:
  /** fraction: the smallest volume allowed, relative to the volume at the start of the stage. */
  CollapseGuard(LAMMPS *lmp, double fraction_in) : Pointers(lmp), fraction(fraction_in) {}

  /** For init() of the fix: finds the largest diameter of a particle. All processes must call
   *  it. */
  void init()
  {
    double diameter = 0.0;
    for (int i = 0; atom->radius_flag && i < atom->nlocal; i++)
      diameter = std::max(diameter, 2.0 * atom->radius[i]);
    largest_diameter = over_processes(diameter, MPI_MAX, world);
  }

  /** Why the next step must not be made, or nothing: the volume would fall below the fraction, or a
   *  side that changes would become so short that a particle touches its own image. change: the
   *  matrix of that step; volume: at the start of the stage; changes: does the side change, x y
   *  z. */
  std::string reason(const VARDEM::UpperTriangle &change, double volume, const int changes[3]) const
  {
    const double part = volume_of(domain) * determinant(change) / volume;
    const double sides[3] = {change.xx * domain->xprd, change.yy * domain->yprd,
                             change.zz * domain->zprd};
    double side = INFINITY;
    for (int d = 0; d < 3; d++)
      if (changes[d]) side = std::min(side, sides[d]);
    if (part >= fraction && side >= largest_diameter) return "";
    return (part < fraction)
        ? fmt::format("the volume would fall to {} of that at the start, less than keyword stop {}",
                      part, fraction)
        : fmt::format("a side of the cell would shrink to {}, less than the largest diameter {}",
                      side, largest_diameter);
  }

 private:
  double fraction, largest_diameter = 0.0;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
