// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_PAIR_CONTACT_COMPUTE_H
#define LMP_PAIR_CONTACT_COMPUTE_H

#include "atom.h"
#include "force.h"
#include "host/pair/contact_batches.h"
#include "kernels/contact/rolling.h"
#include "neighbor.h"
#include "pair_contact.h"
#include "update.h"

#include <algorithm>

namespace LAMMPS_NS {

// The force loop of PairContact. Each law has a source of its own that instantiates it.

template <class NormalForce, bool SQRT_DASHPOT, VARDEM_NS::TangentialMemory SPRINGS, bool TALLY>
void PairContact::loop()
{
  using namespace VARDEM_NS;
  typedef ContactLoop<NormalForce, SQRT_DASHPOT, SPRINGS, TALLY, ContactAtoms, ContactList> Loop;
  ContactBatches<Loop> batches(
      Loop{contact_atoms(), contact_list(), step_time(), springs_advance(), springs_end()},
      coefficients.kind().pairs_in_lanes, coefficients.distinct(), neighbor->oneatom);
  ContactSums sums;
  batches(0, list->inum, sums);
  if constexpr (TALLY) take(sums);
}

template <class NormalForce> void PairContact::compute_law(int eflag, int vflag)
{
  ev_init(eflag, vflag);
  prepare();
  VARDEM::with_options<NormalForce>(coefficients.kind(), [this](auto law) {
    if (must_record()) keep_record<decltype(law)>();
    choose_loop<decltype(law)>();
  });
}

template <class NormalForce> void PairContact::choose_loop()
{
  using namespace VARDEM;
  with_bool(root, [&](auto rooted) {
    constexpr bool ROOTED = decltype(rooted)::value || resists_rolling<NormalForce>();
    with_bool(evflag || dissipation.is_asked(), [&](auto tallied) {
      with_memory<NormalForce>(springs, full_step, full_step_velocities.needed(), [&](auto memory) {
        loop<NormalForce, ROOTED, decltype(memory)::value, decltype(tallied)::value>();
      });
    });
  });
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
