// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/clumps/clump_damping.h"

#include "atom.h"
#include "host/atoms/gravity.h"
#include "host/damping/cundall_damping.h"
#include "host/interfaces/full_step_damping.h"
#include "update.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::Vec3;

namespace {

/** Clumps with what the damping needs. Groups and type are those of the atom that owns the
 *  clump. */
struct DampedClumps : public Clumps {
  const int *mask_of, *type_of;
  const Vec3 *gravity_of;

  int groups(int i) const { return mask_of[owner(i)]; }
  int type(int i) const { return type_of[owner(i)]; }
  Vec3 gravity(int i) const { return gravity_of[i]; }
};

}    // namespace

ClumpDamping::ClumpDamping(LAMMPS *lmp) : Pointers(lmp), masses_due(true) {}

void ClumpDamping::init()
{
  dampings = fixes_with<FullStepDamping>(modify);
  gravities = acting_gravity(lmp);
}

void ClumpDamping::apply(const Fix *fix, const Clumps &clumps, const double *own_gravity,
                         const SumMembers &sum_members)
{
  for (FullStepDamping *damping : dampings) damp(*damping, fix, clumps, own_gravity, sum_members);
}

void ClumpDamping::damp(FullStepDamping &damping, const Fix *fix, const Clumps &clumps,
                        const double *own_gravity, const SumMembers &sum_members)
{
  const bool first = update->setupflag;
  const CundallStep step = damping.step_of(!first);
  if (step.spares) find_gravity(clumps, own_gravity, sum_members);
  const DampedClumps damped = {clumps, atom->mask, atom->type, gravity.data()};
  DampingSums sums = {};
  dispatch_damping(step, UndampedOwnWeight(), [&](const auto &damp_one) {
    for (int i = 0; i < damped.size(); i++)
      if (damp_one.law.selects(damped.groups(i)))
        sums += damp_one.template body<Turning::ROTOR>(damped, i);
  });
  damping.account(fix, sums, first);
}

// Sums the gravity on the members, and that of the fix on the clump.
void ClumpDamping::find_gravity(const Clumps &clumps, const double *own_gravity,
                                const SumMembers &sum_members)
{
  if (masses_due) weigh_members(sum_members);
  gravity.assign(clumps.size(), Vec3{0.0, 0.0, 0.0});
  for (std::size_t k = 0; k < gravities.size(); k++) {
    const Vec3 g = vector_at(acceleration_of(gravities[k]));
    for (int i = 0; i < clumps.size(); i++) gravity[i] = gravity[i] + masses[k][i] * g;
  }
  if (own_gravity)
    for (int i = 0; i < clumps.size(); i++)
      gravity[i] = gravity[i] + clumps.mass(i) * vector_at(own_gravity);
}

// Computes the masses on which gravity acts. If members overlap, their sum is not the mass of the
// clump. The order of clumps changes in steps that build neighbor lists only.
void ClumpDamping::weigh_members(const SumMembers &sum_members)
{
  masses.clear();
  for (const Fix *one : gravities) {
    std::vector<double> pulled(atom->nlocal, 0.0);
    for (int i = 0; i < atom->nlocal; i++)
      if (atom->mask[i] & one->groupbit)
        pulled[i] = atom->rmass ? atom->rmass[i] : atom->mass[atom->type[i]];
    masses.push_back(sum_members(pulled));
  }
  masses_due = false;
}
