// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CLUMP_DAMPING_H
#define VARDEM_HOST_CLUMP_DAMPING_H

#include "atom.h"
#include "host/atoms/gravity.h"
#include "host/damping/cundall_damping.h"
#include "host/interfaces/full_step_damping.h"
#include "host/lammps/clumps.h"
#include "pointers.h"
#include "update.h"

#include <functional>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** Clumps with what the damping needs. Groups and type are those of the atom that owns the
 *  clump. */
struct DampedClumps : public Clumps {
  const int *mask_of, *type_of;
  const VARDEM::Vec3 *gravity_of;

  int groups(int i) const { return mask_of[owner(i)]; }
  int type(int i) const { return type_of[owner(i)]; }
  VARDEM::Vec3 gravity(int i) const { return gravity_of[i]; }
};

/** The damping of clumps as whole bodies, by all fixes with interface FullStepDamping. */
class ClumpDamping : protected Pointers {
 public:
  /** Sums numbers of owned atoms over the members of each owned clump. All processes must call
   *  it. */
  using SumMembers = std::function<std::vector<double>(const std::vector<double> &of_atoms)>;

  using Pointers::Pointers;

  /** Finds the dampings, and the fixes gravity. */
  void init()
  {
    dampings = fixes_with<FullStepDamping>(modify);
    gravities = acting_gravity(lmp);
  }
  /** To be called when the order of clumps or the atoms in groups may have changed. */
  void clumps_have_changed() { masses_due = true; }
  /** Damps forces and torques of the clumps of a fix, and reports their loss of energy.
   *  own_gravity: acceleration that the fix itself adds to clumps, or null. All processes must
   *  call it. */
  void apply(const Fix *fix, const Clumps &clumps, const double *own_gravity,
             const SumMembers &sum_members)
  {
    for (FullStepDamping *damping : dampings) damp(*damping, fix, clumps, own_gravity, sum_members);
  }

 private:
  std::vector<FullStepDamping *> dampings;
  std::vector<const Fix *> gravities;    // all fixes gravity that act on members
  std::vector<std::vector<double>>
      masses;    // for each of these and each owned clump: the mass on which it acts
  bool masses_due = true;
  std::vector<VARDEM::Vec3> gravity;    // force on each owned clump

  void damp(FullStepDamping &damping, const Fix *fix, const Clumps &clumps,
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
  /** Sums the gravity on the members, and that of the fix on the clump. */
  void find_gravity(const Clumps &clumps, const double *own_gravity, const SumMembers &sum_members)
  {
    if (masses_due) weigh_members(sum_members);
    gravity.assign(clumps.size(), VARDEM::Vec3{0.0, 0.0, 0.0});
    for (std::size_t k = 0; k < gravities.size(); k++) {
      const VARDEM::Vec3 g = vector_at(acceleration_of(gravities[k]));
      for (int i = 0; i < clumps.size(); i++) gravity[i] = gravity[i] + masses[k][i] * g;
    }
    if (own_gravity)
      for (int i = 0; i < clumps.size(); i++)
        gravity[i] = gravity[i] + clumps.mass(i) * vector_at(own_gravity);
  }
  /** Computes the masses on which gravity acts. If members overlap, their sum is not the mass
   *  of the clump. The order of clumps changes in steps that build neighbor lists only. */
  void weigh_members(const SumMembers &sum_members)
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
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
