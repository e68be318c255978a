// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_BOND_GRAINS_COMPUTE_H
#define LMP_BOND_GRAINS_COMPUTE_H

#include "atom.h"
#include "bond_grains.h"
#include "comm.h"
#include "domain.h"
#include "fix_bond_records.h"
#include "force.h"
#include "host/bonds/bond_batches.h"
#include "host/bonds/bond_partners.h"
#include "neighbor.h"
#include "solvers/network/space.h"
#include "update.h"

namespace LAMMPS_NS {

// The steps of compute() of BondGrains. Each law has a source of its own that instantiates them.

template <class States, class Make>
bool BondGrains::bring_up_to_date(States &states, const Make &make)
{
  sums = {};
  const bool is_new = is_old || neighbor->ago == 0;
  bodies.begin(booked && any_breaks);
  states.find(is_new);
  if (bodies.width() > 0) comm->forward_comm(fix, bodies.width());
  states.find_masses();
  if (!is_new) return false;
  make();
  is_old = false;
  made_for = {atom->nlocal, atom->nghost};
  return true;
}

template <class Reference>
bool BondGrains::prepare(int eflag, int vflag, const Reference &reference)
{
  ev_init(eflag, vflag);
  return bring_up_to_date(bodies, [&] {
    make_table(reference);
  });
}

template <class Reference> void BondGrains::make_table(const Reference &reference)
{
  using namespace VARDEM_NS;
  const int nlocal = atom->nlocal;
  const BondsOfAtom<BondTopology> of = {{atom, mine.data()}, nlocal, force->newton_bond != 0};
  int findings[BondFindings::COUNT] = {};
  VARDEM::SerialSpace space;
  make(space, of, bodies.atoms(nullptr, nullptr), bond_cell(domain), reference,
       RecordRows{nlocal ? fix->rows() : nullptr}, fix->slots(), findings);
  stop_for(findings);
}

template <class Physics> void BondGrains::run(const Physics &physics)
{
  using namespace VARDEM_NS;
  const bool lists = begin_listing();
  if (lists) listing.resize(nbonds);
  auto *const listed = lists ? listing.data() : nullptr;
  VARDEM::with_bool(needs_sums(), [&](auto tallied) {
    const BondLoop<Physics, BondedAtoms, decltype(tallied)::value> loop = {physics,
                                                                           atoms(),
                                                                           table(),
                                                                           bond_cell(domain),
                                                                           bodies.image_rate(),
                                                                           may_break(),
                                                                           half_of_last_step(),
                                                                           listed};
    BondSums found;
    if constexpr (Physics::IN_LANES)
      BondBatches(loop, bodies.has_dashpots())(found);
    else
      for (int k = 0; k < nbonds; k++) loop(k, found);
    sums += found;
  });
}

template <class Physics>
void BondGrains::add_springs(const Physics &physics, std::vector<Spring> &springs) const
{
  const VARDEM_NS::BondTable bonds = table();
  const VARDEM_NS::BondedAtoms bonded = atoms();
  for (int k = 0; k < nbonds; k++) {
    if (type[k] <= 0 || !physics.has(type[k])) continue;
    const VARDEM_NS::BondedPair p = pair(k);
    const double length = norm(p.e);
    if (length > 0.0)
      springs.push_back({p.i, p.j, (1.0 / length) * p.e, physics.springs(bonds, bonded, p)});
  }
}

template <class Physics>
void BondGrains::find_trials(const Physics &physics, Ends *ends, VARDEM::TrialBond *laws) const
{
  typedef VARDEM_NS::FindTrial<Physics, VARDEM_NS::BondedAtoms, Ends> Find;
  VARDEM::SerialSpace::for_each(
      nbonds, Find{physics, atoms(), table(), VARDEM_NS::bond_cell(domain), ends, laws});
}

}    // namespace LAMMPS_NS
#endif
