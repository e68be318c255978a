/* ----------------------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#include "bond_contact_hooke.h"

#include "bond_grains_compute.h"
#include "error.h"
#include "host/citations.h"
#include "memory.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

/* ---------------------------------------------------------------------- */

BondContactHooke::BondContactHooke(LAMMPS *lmp) : BondGrains(lmp, "contact/hooke"), on_step(true)
{
  cite(lmp, {Paper::DE_KLERK});
}

/* ---------------------------------------------------------------------- */

BondContactHooke::~BondContactHooke()
{
  if (copymode || !allocated) return;
  memory->destroy(setflag);
}

/* ---------------------------------------------------------------------- */

void BondContactHooke::allocate()
{
  const int n = atom->nbondtypes + 1;
  memory->create(setflag, n, "bond:setflag");
  std::fill(setflag, setflag + n, 0);
  coefficients.resize(n);
  allocated = 1;
}

/* ----------------------------------------------------------------------
   before the coefficients are read, because a contact would need more of these keywords
------------------------------------------------------------------------- */

void BondContactHooke::refuse_friction(int narg, char **arg) const
{
  for (int k = 1; k < narg; k++)
    for (const std::string keyword : {"kt", "mu", "G"})
      if (arg[k] == keyword)
        error->all(FLERR, Error::NOLASTLINE,
                   "{} keyword {}: these bonds have no friction; remove it from bond_coeff {}. The "
                   "keywords are k, damping and velocity",
                   who(), keyword, arg[0]);
}

/* ---------------------------------------------------------------------- */

void BondContactHooke::coeff(int narg, char **arg)
{
  if (narg < 1) utils::missing_cmd_args(FLERR, "bond_coeff", error);
  if (!allocated) allocate();
  int lo, hi;
  utils::bounds(FLERR, arg[0], 1, atom->nbondtypes, lo, hi, error);
  refuse_friction(narg, arg);
  const ContactCoefficients given =
      ContactCoefficients::read(lmp, who(), VARDEM::HOOKE, 1, narg, arg);
  if (given.lever != ContactCoefficients::CONTACT)
    error->all(FLERR, Error::NOLASTLINE,
               "{} keyword lever must be contact: the lever arms add up to the distance of the "
               "atoms, which lever radius does not do",
               who());
  for (int type = lo; type <= hi; type++) {
    coefficients[type] = given;
    setflag[type] = 1;
  }
}

/* ---------------------------------------------------------------------- */

BondedBodies::Needs BondContactHooke::needs() const
{
  return {false, damped, on_step, true};
}

/* ---------------------------------------------------------------------- */

void BondContactHooke::init_style()
{
  if (!atom->radius_flag || !atom->rmass_flag || !atom->omega_flag)
    error->all(FLERR, Error::NOLASTLINE,
               "{} needs atom attributes radius, rmass and omega; use atom_style hybrid sphere "
               "bond (package MOLECULE) or atom_style bpm/sphere (package BPM)",
               who());
  damped = false;
  on_step = true;
  laws.assign(atom->nbondtypes + 1, {});
  const ContactCoefficients *other = nullptr;
  for (int type = 1; type <= atom->nbondtypes; type++) {
    if (!setflag[type]) continue;
    const ContactCoefficients &c = coefficients[type];
    laws[type] = c.law(VARDEM::HOOKE, force);
    if (c.dashpots == ContactCoefficients::UNDAMPED) continue;
    if (other && other->velocity != c.velocity)
      error->all(FLERR, Error::NOLASTLINE,
                 "{} keyword velocity: bonds of type {} have another value than others; give all "
                 "types with dashpots the same",
                 who(), type);
    other = &c;
    damped = true;
    on_step = c.velocity == ContactCoefficients::ON_STEP;
  }
  BondGrains::init_style();
}

/* ---------------------------------------------------------------------- */

void BondContactHooke::compute(int eflag, int vflag)
{
  prepare(eflag, vflag, RestLength());
  run(physics());
  finish();
}

/* ---------------------------------------------------------------------- */

BondDetails BondContactHooke::details(int k) const
{
  return physics().details(table(), atoms(), pair(k));
}

/* ----------------------------------------------------------------------
   A dashpot that acts on the velocity at the step counts twice: doc/notes/soft-contacts.md 6.
------------------------------------------------------------------------- */

std::vector<BondContactHooke::Spring> BondContactHooke::bond_springs()
{
  std::vector<Spring> springs;
  if (!revive()) return springs;
  add_springs(physics(), springs);
  if (on_step)
    for (Spring &bond : springs) bond.springs.of.c = 2.0 * bond.springs.of.c;
  return springs;
}

/* ---------------------------------------------------------------------- */

void BondContactHooke::write_restart(FILE *fp)
{
  for (int type = 1; type <= atom->nbondtypes; type++)
    fwrite(&coefficients[type], sizeof(ContactCoefficients), 1, fp);
}

/* ---------------------------------------------------------------------- */

void BondContactHooke::read_restart(FILE *fp)
{
  allocate();
  for (int type = 1; type <= atom->nbondtypes; type++) {
    if (comm->me == 0)
      utils::sfread(FLERR, &coefficients[type], sizeof(ContactCoefficients), 1, fp, nullptr, error);
    MPI_Bcast(&coefficients[type], sizeof(ContactCoefficients), MPI_BYTE, 0, world);
    setflag[type] = 1;
  }
}

/* ---------------------------------------------------------------------- */

void BondContactHooke::write_data(FILE *fp)
{
  for (int type = 1; type <= atom->nbondtypes; type++)
    utils::print(fp, "{} {}\n", type, coefficients[type].text());
  warn_about_data_files();
}
