// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "bond_contact_hooke.h"

#include "bond_grains_compute.h"
#include "error.h"
#include "host/input/citations.h"
#include "host/pair/contact_laws.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

BondContactHooke::BondContactHooke(LAMMPS *lmp) : BondOfTypes(lmp, "contact/hooke")
{
  cite(lmp, {Paper::DE_KLERK});
}

ContactCoefficients BondContactHooke::read_coefficients(int narg, char **arg) const
{
  const ContactCoefficients given = ContactCoefficients::read(
      lmp, style_name(), hooke_law, 1, narg, arg, ContactCoefficients::CONTACT, false);
  if (given.lever != ContactCoefficients::CONTACT)
    error->all(FLERR, Error::NOLASTLINE,
               "{} keyword lever must be contact: the lever arms add up to the distance of the "
               "atoms, which lever radius does not do",
               style_name());
  return given;
}

void BondContactHooke::init_style()
{
  if (!atom->radius_flag || !atom->rmass_flag || !atom->omega_flag)
    error->all(FLERR, Error::NOLASTLINE,
               "{} needs atom attributes radius, rmass and omega; use atom_style hybrid sphere "
               "bond (package MOLECULE) or atom_style bpm/sphere (package BPM)",
               style_name());
  find_types();
  find_dashpots();
  laws.assign(atom->nbondtypes + 1, {});
  for (int type = 1; type <= atom->nbondtypes; type++)
    if (is_mine(type)) laws[type] = coefficients[type].law(hooke_law, force);
  BondGrains::init_style();
}

void BondContactHooke::compute(int eflag, int vflag)
{
  prepare(eflag, vflag, RestLength());
  run(physics());
  finish();
}
