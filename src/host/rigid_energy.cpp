/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "host/rigid_energy.h"

#include "error.h"
#include "fix.h"
#include "group.h"
#include "host/internals.h"
#include "modify.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::KineticEnergy;
using VARDEM::Vec3;

namespace {

/** Body that each atom is a member of, or -1; nullptr if there are no bodies yet. */
const int *body_of_atoms(Fix *rigid)
{
  int dim;
  return static_cast<const int *>(rigid->extract("body", dim));
}

}    // namespace

/* ---------------------------------------------------------------------- */

std::vector<Fix *> RigidEnergies::fixes() const
{
  return modify->get_fix_by_style("^rigid");
}

std::vector<Fix *> RigidEnergies::small_fixes() const
{
  return modify->get_fix_by_style(SMALL);
}

bool RigidEnergies::any() const
{
  return !fixes().empty();
}

/* ---------------------------------------------------------------------- */

RigidMembers RigidEnergies::members() const
{
  RigidMembers members;
  for (Fix *rigid : fixes())
    if (const int *body = body_of_atoms(rigid)) members.bodies.push_back(body);
  return members;
}

/* ----------------------------------------------------------------------
   a compute of the ledger alone, which is made once in a run
------------------------------------------------------------------------- */

Compute *RigidEnergies::compute(const std::string &command)
{
  auto &compute = computes[command];
  if (!compute) compute = unlisted_compute(lmp, command);
  compute->init();
  return compute.get();
}

Compute *RigidEnergies::bodies_of(const Fix *small)
{
  Compute *const bodies =
      compute(fmt::format("{}_bodies {} rigid/local {} {}", ledger->id,
                          group->names[ledger->igroup], small->id, RigidRows::COLUMNS));
  bodies->compute_local();
  return bodies;
}

/* ---------------------------------------------------------------------- */

void RigidEnergies::add_common_bodies(KineticEnergy &sum)
{
  for (Fix *rigid : fixes()) {
    if (utils::strmatch(rigid->style, SMALL) || !body_of_atoms(rigid)) continue;
    auto energy = [&](const char *kind) {
      return compute(fmt::format("{}_bodies all {} {}", ledger->id, kind, rigid->id))
          ->compute_scalar();
    };
    sum.translation += energy("ke/rigid");
    sum.rotation += energy("erotate/rigid");
  }
}

/* ---------------------------------------------------------------------- */

double RigidEnergies::force_beyond_members(const std::vector<Pull> &pulls)
{
  double sum = 0.0;
  for (Fix *small : small_fixes()) {
    const int *body = body_of_atoms(small);
    if (!body) continue;
    Compute *const forces =
        compute(fmt::format("{}_forces all rigid/local {} id fx fy fz", ledger->id, small->id));
    forces->compute_local();
    for (const auto &pull : pulls) add_force_beyond_members(pull, body, forces, sum);
  }
  return sum;
}

void RigidEnergies::add_force_beyond_members(const Pull &pull, const int *body,
                                             const Compute *forces, double &sum) const
{
  const Points points(atom, pull.bits);
  const Vec3 g = pull.acceleration();
  for (int k = 0; k < forces->size_local_rows; k++) {
    const double *row = forces->array_local[k];
    if (points.selects(atom->map(static_cast<tagint>(row[0]))))
      sum += dot(g, Vec3{row[1], row[2], row[3]});
  }
  for (int i = 0; i < atom->nlocal; i++)
    if (body[i] >= 0 && points.selects(i)) sum -= dot(g, points.f(i));
}

/* ---------------------------------------------------------------------- */

void RigidEnergies::check_group() const
{
  if (ledger->igroup == 0) return;
  for (Fix *rigid : fixes()) {
    const int *body = body_of_atoms(rigid);
    bigint count[2] = {0, 0}, all[2];    // members in the group, and others
    for (int i = 0; body && i < atom->nlocal; i++)
      if (body[i] >= 0) count[(atom->mask[i] & ledger->groupbit) ? 0 : 1]++;
    MPI_Allreduce(count, all, 2, MPI_LMP_BIGINT, MPI_SUM, world);
    const bool some_in = all[0] > 0, some_out = all[1] > 0;
    if (some_in && some_out)
      error->all(FLERR, Error::NOLASTLINE,
                 "Fix {} group {} contains {} of {} atoms in bodies of fix {}: it must contain all "
                 "of them or none",
                 ledger->style, group->names[ledger->igroup], all[0], all[0] + all[1],
                 rigid->style);
    if (some_out && !utils::strmatch(rigid->style, SMALL))
      error->all(
          FLERR, Error::NOLASTLINE,
          "Fix {} requires group all if there is a fix {}; fix rigid/small allows other groups",
          ledger->style, rigid->style);
  }
}
