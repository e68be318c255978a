// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/atoms/grain_radii.h"

#include "atom.h"
#include "fix.h"
#include "kernels/contact/sphere_contact.h"
#include "lammps.h"
#include "modify.h"
#include "neighbor.h"

#include <limits>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {
constexpr double NONE = std::numeric_limits<double>::max();
}

bool VARDEM_NS::may_adapt(Modify *modify)
{
  return !modify->get_fix_by_style("^adapt").empty() || !modify->get_fix_by_style("^set$").empty();
}

int VARDEM_NS::touch_list_flag(Modify *modify)
{
  bool grow = !modify->get_fix_by_style("^set$").empty();
  for (const auto *fix : modify->get_fix_by_style("^adapt")) grow |= fix->diam_flag != 0;
  return grow ? NeighConst::REQ_DEFAULT : NeighConst::REQ_SIZE;
}

void GrainRadii::find(const LAMMPS *lmp)
{
  begin_with_atoms(lmp, lmp->atom->nlocal);
  include_inserted(lmp);
  for (auto *radii : {&moving, &frozen})
    MPI_Allreduce(MPI_IN_PLACE, radii->data(), radii->size(), MPI_DOUBLE, MPI_MAX, lmp->world);
  MPI_Allreduce(MPI_IN_PLACE, least.data(), least.size(), MPI_DOUBLE, MPI_MIN, lmp->world);
}

void GrainRadii::find_here(const LAMMPS *lmp)
{
  begin_with_atoms(lmp, lmp->atom->nlocal + lmp->atom->nghost);
}

void GrainRadii::include_inserted(const LAMMPS *lmp)
{
  for (const char *style : {"^pour", "^deposit"})
    for (auto *fix : lmp->modify->get_fix_by_style(style))
      for (int type = 1; type <= lmp->atom->ntypes; type++) {
        int itype = type;
        const auto *radius = static_cast<double *>(fix->extract("radius", itype));
        if (!radius || !(*radius > 0.0)) continue;
        moving[type] = std::max(moving[type], *radius);
        to_come = 0.25;
      }
}

void GrainRadii::begin_with_atoms(const LAMMPS *lmp, int natoms)
{
  const Atom *atom = lmp->atom;
  moving.assign(atom->ntypes + 1, 0.0);
  frozen = moving;
  least.assign(moving.size(), NONE);
  to_come = 1.0;
  int frozenbits = 0;
  for (const auto *fix : lmp->modify->get_fix_by_style("^freeze")) frozenbits |= fix->groupbit;

  for (int i = 0; i < natoms; i++) {
    double &largest = (atom->mask[i] & frozenbits ? frozen : moving)[atom->type[i]];
    largest = std::max(largest, atom->radius[i]);
    double &smallest = least[atom->type[i]];
    if (atom->radius[i] > 0.0) smallest = std::min(smallest, atom->radius[i]);
  }
}

double GrainRadii::least_effective(int itype, int jtype) const
{
  const double first = smallest(itype), second = smallest(jtype);
  return first > 0.0 && second > 0.0 ? to_come * VARDEM::effective_radius(first, second) : 0.0;
}

double GrainRadii::cutoff(int i, int j) const
{
  return std::max({moving[i] + moving[j], moving[i] + frozen[j], frozen[i] + moving[j]});
}
