// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/energy/rigid_energy.h"

#include "error.h"
#include "force.h"
#include "group.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::KineticEnergy;
using VARDEM::Vec3;

RigidMembers RigidEnergies::members() const
{
  RigidMembers members;
  for (const auto &fix : fixes())
    if (const int *body = fix.body_of_atoms()) members.bodies.push_back(body);
  return members;
}

void RigidEnergies::add_common_bodies(KineticEnergy &sum) const
{
  const VARDEM::FrameAtRest frame;
  for (const auto &fix : fixes()) {
    if (fix.is_small()) continue;
    const Clumps bodies = fix.bodies();
    KineticEnergy energy;
    for (int i = 0; i < bodies.size(); i++) {
      energy.translation += translational_energy(frame, bodies, i);
      energy.rotation += body_rotational_energy(frame, bodies, i);
    }
    sum.translation += force->mvv2e * energy.translation;
    sum.rotation += force->mvv2e * energy.rotation;
  }
}

double RigidEnergies::force_beyond_members(const std::vector<GravityField> &gravity_fields,
                                           int counted_bits) const
{
  double sum = 0.0;
  for (const auto &fix : fixes()) {
    const int *body = fix.body_of_atoms();
    if (!fix.is_small() || !body) continue;
    const Clumps bodies = fix.bodies();
    for (const auto &gravity_field : gravity_fields) {
      const Points points(atom, gravity_field.bits);
      const auto counts = [&](int i) {
        return points.selects(i) && !(atom->mask[i] & counted_bits);
      };
      const Vec3 g = gravity_field.acceleration();
      for (int k = 0; k < bodies.size(); k++)
        if (counts(bodies.owner(k))) sum += dot(g, bodies.f(k));
      for (int i = 0; i < atom->nlocal; i++)
        if (body[i] >= 0 && counts(i)) sum -= dot(g, points.f(i));
    }
  }
  return sum;
}

void RigidEnergies::check_group() const
{
  if (ledger->igroup == 0) return;
  for (const auto &fix : fixes()) {
    const int *body = fix.body_of_atoms();
    const char *const name = fix.fix()->style;
    bigint count[2] = {0, 0}, all[2];    // members in the group, and others
    for (int i = 0; body && i < atom->nlocal; i++)
      if (body[i] >= 0) count[(atom->mask[i] & ledger->groupbit) ? 0 : 1]++;
    MPI_Allreduce(count, all, 2, MPI_LMP_BIGINT, MPI_SUM, world);
    const bool some_in = all[0] > 0, some_out = all[1] > 0;
    if (some_in && some_out)
      error->all(FLERR, Error::NOLASTLINE,
                 "Fix {} group {} contains {} of {} atoms in bodies of fix {}: it must contain all "
                 "of them or none",
                 ledger->style, group->names[ledger->igroup], all[0], all[0] + all[1], name);
    if (some_out && !fix.is_small())
      error->all(
          FLERR, Error::NOLASTLINE,
          "Fix {} requires group all if there is a fix {}; fix rigid/small allows other groups",
          ledger->style, name);
  }
}
