// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "bond_binder.h"

#include "bond_grains_compute.h"
#include "error.h"
#include "host/input/citations.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

typedef BinderCoefficients::Form Form;

BondBinder::BondBinder(LAMMPS *lmp) : BondOfTypes(lmp, "binder"), any_beams(false)
{
  cite(lmp, {Paper::BAKER_GONZALEZ});
}

BinderCoefficients BondBinder::read_coefficients(int narg, char **arg) const
{
  return BinderCoefficients::read(lmp, style_name(), 1, narg, arg);
}

bool BondBinder::uses(Form form) const
{
  for (int type = 1; type <= atom->nbondtypes; type++)
    if (is_mine(type) && coefficients[type].form == form) return true;
  return false;
}

int BondBinder::reference_size() const
{
  return uses(BinderCoefficients::PRINTED) ? BinderReference<true>::SIZE
                                           : BinderReference<false>::SIZE;
}

void BondBinder::init_style()
{
  find_types();
  find_dashpots();
  any_breaks = any_beams = false;
  for (int type = 1; type <= atom->nbondtypes; type++) {
    if (!is_mine(type)) continue;
    const BinderCoefficients &c = coefficients[type];
    any_breaks |= c.can_break();
    any_beams |= c.stiffness == BinderCoefficients::BEAM;
  }
  if (any_beams && !atom->radius_flag)
    error->all(FLERR, Error::NOLASTLINE,
               "{} keyword beam needs the radii of the atoms; use atom_style hybrid sphere bond or "
               "bpm/sphere, or give the stiffnesses by axial, shear and moment",
               style_name());
  BondGrains::init_style();
}

void BondBinder::find_laws()
{
  laws.assign(atom->nbondtypes + 1, {});
  for (int type = 1; type <= atom->nbondtypes; type++) {
    if (!is_mine(type)) continue;
    const BinderCoefficients &c = coefficients[type];
    const bool beam = c.stiffness == BinderCoefficients::BEAM;
    laws[type] = {c.law(1.0, 1.0), c.limit, c.form, beam, c.is_damped() && bodies.has_dashpots(),
                  c.can_break()};
  }
}

void BondBinder::find_beams()
{
  if (!any_beams) return;
  stiffness.assign(std::size_t(4) * stride, 0.0);
  const FindBeams<BondedAtoms> beams = {coefficients.data(), atoms(), table(), stiffness.data()};
  for (int k = 0; k < nbonds; k++) beams(k);
}

void BondBinder::compute(int eflag, int vflag)
{
  const bool is_new = uses(BinderCoefficients::PRINTED)
      ? prepare(eflag, vflag, BinderReference<true>())
      : prepare(eflag, vflag, BinderReference<false>());
  find_laws();
  if (is_new) find_beams();
  for_forms(laws.data(), [this](const auto &physics) {
    run(physics);
  });
  finish();
}

BondDetails BondBinder::details(int k) const
{
  BondDetails found = {};
  const BondedPair p = pair(k);
  for_forms(laws.data(), [&](const auto &physics) {
    if (physics.has(p.type)) found = physics.details(table(), atoms(), p);
  });
  return found;
}

void BondBinder::add_all_springs(std::vector<Spring> &springs) const
{
  for_forms(laws.data(), [&](const auto &physics) {
    add_springs(physics, springs);
  });
}

void BondBinder::find_trial_bonds(Ends *ends, VARDEM::TrialBond *trials)
{
  for_forms(laws.data(), [&](const auto &physics) {
    find_trials(physics, ends, trials);
  });
}
