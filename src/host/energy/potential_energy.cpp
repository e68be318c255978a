// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/energy/potential_energy.h"

#include "compute.h"
#include "error.h"
#include "force.h"
#include "host/energy/energy_sources.h"
#include "host/energy/stock_energies.h"
#include "host/lammps/internals.h"
#include "modify.h"
#include "update.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

PotentialEnergy::PotentialEnergy(LAMMPS *lmp, const Fix *ledger_in) :
    Pointers(lmp), ledger(ledger_in), id_elastic(fmt::format("{}_elastic", ledger->id)),
    id_bond(fmt::format("{}_bond", ledger->id))
{
}

void PotentialEnergy::add_computes()
{
  modify->add_compute(id_elastic + " all pe pair kspace");
  modify->add_compute(id_bond + " all pe bond angle dihedral improper");
}

void PotentialEnergy::delete_computes()
{
  for (const auto &compute : {id_elastic, id_bond})
    if (modify->get_compute_by_id(compute)) modify->delete_compute(compute);
}

Compute *PotentialEnergy::compute_of(const std::string &id_compute) const
{
  Compute *const compute = modify->get_compute_by_id(id_compute);
  if (!compute)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} needs its compute {}, which has been deleted: define the fix again",
               ledger->style, id_compute);
  return compute;
}

void PotentialEnergy::tally_at(bigint step) const
{
  for (const auto &id : {id_elastic, id_bond}) compute_of(id)->addstep(step);
}

bool PotentialEnergy::tallied() const
{
  return update->eflag_global == update->ntimestep;
}

double PotentialEnergy::value_of(const std::string &id_compute) const
{
  Compute *const compute = compute_of(id_compute);
  const double energy = compute->compute_scalar();
  compute->invoked_flag |= Compute::INVOKED_SCALAR;
  return energy;
}

double PotentialEnergy::elastic() const
{
  double energy = 0.0;
  for (Fix *fix : modify->get_fix_list())
    if (has_elastic_energy(fix) && covers(ledger, fix)) energy += fix->compute_scalar();

  bool tallied = force->kspace;
  for (const auto &pair : pair_styles(lmp)) tallied |= has_pair_energy(pair.name);
  if (tallied && ledger->igroup == 0) energy += value_of(id_elastic);
  return energy;
}

double PotentialEnergy::bond() const
{
  const bool tallied = force->bond || force->angle || force->dihedral || force->improper;
  return tallied && ledger->igroup == 0 ? value_of(id_bond) : 0.0;
}
