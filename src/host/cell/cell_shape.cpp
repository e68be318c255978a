// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/cell/cell_shape.h"

#include "atom.h"
#include "domain.h"
#include "error.h"
#include "host/lammps/over_processes.h"
#include "math_eigen.h"
#include "update.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::UPPER;
using VARDEM::UpperTriangle;
using VARDEM::Vec3;

const CellComponent VARDEM_NS::CELL_COMPONENTS[UPPER] = {
    {"xx", &UpperTriangle::xx, 0, 0}, {"yy", &UpperTriangle::yy, 1, 1},
    {"zz", &UpperTriangle::zz, 2, 2}, {"xy", &UpperTriangle::xy, 0, 1},
    {"xz", &UpperTriangle::xz, 0, 2}, {"yz", &UpperTriangle::yz, 1, 2}};

double VARDEM_NS::largest(const UpperTriangle &a)
{
  double most = 0.0;
  for (const CellComponent &c : CELL_COMPONENTS) most = std::max(most, std::fabs(a.*c.member));
  return most;
}

UpperTriangle VARDEM_NS::logarithmic_strain(const UpperTriangle &F)
{
  const double rows[3][3] = {{F.xx, F.xy, F.xz}, {0.0, F.yy, F.yz}, {0.0, 0.0, F.zz}};
  double B[3][3], squares[3], axes[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      B[i][j] = rows[i][0] * rows[j][0] + rows[i][1] * rows[j][1] + rows[i][2] * rows[j][2];
  MathEigen::jacobi3(B, squares, axes);

  UpperTriangle strain = {};
  for (const CellComponent &c : CELL_COMPONENTS)
    for (int k = 0; k < 3; k++)
      strain.*c.member += 0.5 * std::log(squares[k]) * axes[c.row][k] * axes[c.column][k];
  return strain;
}

double VARDEM_NS::volume_of(const Domain *domain)
{
  return domain->xprd * domain->yprd * (domain->dimension == 3 ? domain->zprd : 1.0);
}

CellBox VARDEM_NS::box_of(const Domain *domain)
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

bool VARDEM_NS::is_other_cell(const CellBox &before, const CellBox &now)
{
  for (int d = 0; d < 3; d++) {
    const bool moved = now.lo[d] != before.lo[d] || now.hi[d] != before.hi[d];
    if ((now.periodic[d] && moved) || now.tilt[d] != before.tilt[d] ||
        now.periodic[d] != before.periodic[d])
      return true;
  }
  return false;
}

void VARDEM_NS::move_cell(Domain *domain, const UpperTriangle &change, const UpperTriangle &L,
                          const Vec3 &origin)
{
  const UpperTriangle H = change * VARDEM::upper(domain->h);
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

void VARDEM_NS::set_corner_rate(Domain *domain, const Vec3 &corner)
{
  domain->h_ratelo[0] = corner.x;
  domain->h_ratelo[1] = corner.y;
  domain->h_ratelo[2] = corner.z;
}

void VARDEM_NS::set_rates(Domain *domain, const UpperTriangle &r, const Vec3 &corner)
{
  const double six[UPPER] = {r.xx, r.yy, r.zz, r.yz, r.xz, r.xy};
  std::copy_n(six, UPPER, domain->h_rate);
  set_corner_rate(domain, corner);
}

void VARDEM_NS::require_near_cell(LAMMPS *lmp, const char *style)
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
                        "Fix {}: at step {} atom {} is outside of the cell, more than {} times its "
                        "length along {} away: the motion is unstable. Use a smaller "
                        "time step, and look for large overlaps, velocities and rates",
                        style, lmp->update->ntimestep, atom->tag[i], FAR, "xyz"[d]);
  }
}

UpperTriangle CellFlips::operator()(const UpperTriangle &H) const
{
  UpperTriangle flipped = H;
  flipped.yz += yz * H.yy;
  flipped.xz += yz * H.xy + xz * H.xx;
  flipped.xy += xy * H.xx;
  return flipped;
}

CellFlips VARDEM_NS::flips_of(const UpperTriangle &H, const int changes[3], const int periodic[3])
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

void CollapseGuard::init()
{
  double diameter = 0.0;
  for (int i = 0; atom->radius_flag && i < atom->nlocal; i++)
    diameter = std::max(diameter, 2.0 * atom->radius[i]);
  largest_diameter = over_processes(diameter, MPI_MAX, world);
}

std::string CollapseGuard::reason(const UpperTriangle &change, double volume,
                                  const int changes[3]) const
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
