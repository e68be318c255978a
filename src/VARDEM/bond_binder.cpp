/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "bond_binder.h"

#include "bond_grains_compute.h"
#include "error.h"
#include "host/citations.h"
#include "memory.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::BondEnergy;
using VARDEM::Vec3;

typedef BinderCoefficients::Form Form;

/* ---------------------------------------------------------------------- */

BondBinder::BondBinder(LAMMPS *lmp) : BondGrains(lmp, "binder"), any_beams(false), on_step(true)
{
  cite(lmp, {Paper::BAKER_GONZALEZ});
}

/* ---------------------------------------------------------------------- */

BondBinder::~BondBinder()
{
  if (copymode || !allocated) return;
  memory->destroy(setflag);
}

/* ---------------------------------------------------------------------- */

void BondBinder::allocate()
{
  const int n = atom->nbondtypes + 1;
  memory->create(setflag, n, "bond:setflag");
  std::fill(setflag, setflag + n, 0);
  coefficients.resize(n);
  allocated = 1;
}

/* ---------------------------------------------------------------------- */

void BondBinder::coeff(int narg, char **arg)
{
  if (narg < 1) utils::missing_cmd_args(FLERR, "bond_coeff", error);
  if (!allocated) allocate();
  int lo, hi;
  utils::bounds(FLERR, arg[0], 1, atom->nbondtypes, lo, hi, error);
  const BinderCoefficients given = BinderCoefficients::read(lmp, who(), 1, narg, arg);
  for (int type = lo; type <= hi; type++) {
    coefficients[type] = given;
    setflag[type] = 1;
  }
}

/* ---------------------------------------------------------------------- */

bool BondBinder::uses(Form form) const
{
  for (int type = 1; type <= atom->nbondtypes; type++)
    if (setflag[type] && coefficients[type].form == form) return true;
  return false;
}

int BondBinder::reference_size() const
{
  return uses(BinderCoefficients::PRINTED) ? BinderReference<true>::SIZE
                                           : BinderReference<false>::SIZE;
}

BondedBodies::Needs BondBinder::needs() const
{
  return {true, damped, on_step, false};
}

/* ---------------------------------------------------------------------- */

void BondBinder::init_style()
{
  any_breaks = damped = any_beams = false;
  on_step = true;
  for (int type = 1; type <= atom->nbondtypes; type++) {
    if (!setflag[type]) continue;
    const BinderCoefficients &c = coefficients[type];
    any_breaks |= c.can_break();
    any_beams |= c.stiffness == BinderCoefficients::BEAM;
    if (c.is_damped()) on_step = c.velocity == BinderCoefficients::ON_STEP;
    damped |= c.is_damped();
  }
  require_same_velocities();
  if (any_beams && !atom->radius_flag)
    error->all(FLERR, Error::NOLASTLINE,
               "{} keyword beam needs the radii of the atoms; use atom_style hybrid sphere bond or "
               "bpm/sphere, or give the stiffnesses by axial, shear and moment",
               who());
  BondGrains::init_style();
}

/* ---------------------------------------------------------------------- */

void BondBinder::require_same_velocities() const
{
  for (int type = 1; type <= atom->nbondtypes; type++)
    if (setflag[type] && coefficients[type].is_damped() &&
        (coefficients[type].velocity == BinderCoefficients::ON_STEP) != on_step)
      error->all(FLERR, Error::NOLASTLINE,
                 "{} keyword damp: bonds of type {} have another value of velocity than others; "
                 "give all types with dashpots the same",
                 who(), type);
}

/* ---------------------------------------------------------------------- */

void BondBinder::find_laws()
{
  laws.assign(atom->nbondtypes + 1, {});
  for (int type = 1; type <= atom->nbondtypes; type++) {
    if (!setflag[type]) continue;
    const BinderCoefficients &c = coefficients[type];
    const bool beam = c.stiffness == BinderCoefficients::BEAM;
    laws[type] = {c.law(1.0, 1.0), c.limit, c.form, beam, c.is_damped() && bodies.has_dashpots(),
                  c.can_break()};
  }
}

/* ---------------------------------------------------------------------- */

void BondBinder::find_beams()
{
  if (!any_beams) return;
  stiffness.assign(static_cast<std::size_t>(4 * stride), 0.0);
  const FindBeams<BondedAtoms> beams = {coefficients.data(), atoms(), table(), stiffness.data()};
  for (int k = 0; k < nbonds; k++) beams(k);
}

/* ---------------------------------------------------------------------- */

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

/* ---------------------------------------------------------------------- */

BondDetails BondBinder::details(int k) const
{
  BondDetails found = {};
  const BondedPair p = pair(k);
  for_forms(laws.data(), [&](const auto &physics) {
    if (physics.has(p.type)) found = physics.details(table(), atoms(), p);
  });
  return found;
}

/* ----------------------------------------------------------------------
   A dashpot that acts on the velocity at the step counts twice: doc/notes/soft-contacts.md 6.
------------------------------------------------------------------------- */

std::vector<BondBinder::Spring> BondBinder::bond_springs()
{
  std::vector<Spring> springs;
  if (!revive()) return springs;
  for_forms(laws.data(), [&](const auto &physics) {
    add_springs(physics, springs);
  });
  if (on_step)
    for (Spring &bond : springs) bond.springs.of.c = 2.0 * bond.springs.of.c;
  return springs;
}

/* ---------------------------------------------------------------------- */

void BondBinder::write_restart(FILE *fp)
{
  for (int type = 1; type <= atom->nbondtypes; type++)
    fwrite(&coefficients[type], sizeof(BinderCoefficients), 1, fp);
}

/* ---------------------------------------------------------------------- */

void BondBinder::read_restart(FILE *fp)
{
  allocate();
  for (int type = 1; type <= atom->nbondtypes; type++) {
    if (comm->me == 0)
      utils::sfread(FLERR, &coefficients[type], sizeof(BinderCoefficients), 1, fp, nullptr, error);
    MPI_Bcast(&coefficients[type], sizeof(BinderCoefficients), MPI_BYTE, 0, world);
    setflag[type] = 1;
  }
}

/* ---------------------------------------------------------------------- */

void BondBinder::write_data(FILE *fp)
{
  for (int type = 1; type <= atom->nbondtypes; type++)
    utils::print(fp, "{} {}\n", type, coefficients[type].text());
  warn_about_data_files();
}
