// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: time integration and contact forces of granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_PAIR_CONTACT_COMPUTE_H
#define LMP_PAIR_CONTACT_COMPUTE_H

#include "atom.h"
#include "force.h"
#include "host/pair/contact_batches.h"
#include "neighbor.h"
#include "pair_contact.h"
#include "update.h"

#include <algorithm>
#include <limits>

namespace LAMMPS_NS {

// The force loop of PairContact. Each law has a source of its own that instantiates it.

template <class NormalForce, bool SQRT_DASHPOT, VARDEM_NS::TangentialMemory SPRINGS, bool TALLY>
void PairContact::loop()
{
  using namespace VARDEM_NS;
  typedef ContactLoop<NormalForce, SQRT_DASHPOT, SPRINGS, TALLY, ContactAtoms, ContactList> Loop;
  ContactBatches<Loop> batches(
      Loop{contact_atoms(), contact_list(), step_time(), springs_advance(), springs_end()},
      kind.pairs_in_lanes, coefficients.distinct(), neighbor->oneatom);
  ContactSums sums;
  batches(0, list->inum, sums);
  if constexpr (TALLY) take(sums);
}

template <class NormalForce> void PairContact::compute_law(int eflag, int vflag)
{
  using VARDEM_NS::TangentialMemory;
  ev_init(eflag, vflag);
  prepare();
  if (must_record()) keep_record<NormalForce>();
  const bool tally = evflag || dissipation.is_asked();
  const auto with_springs = [&](auto rooted, auto tallied) {
    constexpr bool SQRT_DASHPOT = decltype(rooted)::value, TALLY = decltype(tallied)::value;
    if (!springs && full_step_velocities.needed())
      return loop<NormalForce, SQRT_DASHPOT, TangentialMemory::NONE_FULL_STEP, TALLY>();
    if (!springs) return loop<NormalForce, SQRT_DASHPOT, TangentialMemory::NONE, TALLY>();
    if (full_step) return loop<NormalForce, SQRT_DASHPOT, TangentialMemory::FULL_STEP, TALLY>();
    loop<NormalForce, SQRT_DASHPOT, TangentialMemory::HALF_STEP, TALLY>();
  };
  const auto with_tally = [&](auto rooted) {
    tally ? with_springs(rooted, std::true_type()) : with_springs(rooted, std::false_type());
  };
  root ? with_tally(std::true_type()) : with_tally(std::false_type());
}

template <class NormalForce> void PairContact::keep_record()
{
  std::copy(force->special_lj, force->special_lj + 4, special_then);
  VARDEM_NS::ContactList contacts = contact_list();
  contacts.special_lj = special_then;
  host_record.keep<NormalForce>({update->ntimestep, neighbor->ncalls}, contact_atoms(),
                                atom->nlocal + atom->nghost, {atom->type, atom->mask, atom->tag},
                                {coefficients.all().data(), coefficients.no_type()},
                                {contacts, list->ilist, list->inum, springs, step_time()});
}

}    // namespace LAMMPS_NS
#endif
