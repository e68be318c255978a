// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_ROW_READERS_H
#define VARDEM_HOST_ROW_READERS_H

#include "compute.h"
#include "lammps.h"
#include "modify.h"
#include "output.h"
#include "update.h"

#include <algorithm>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The step of which a style has a record, with how many builds of neighbor lists LAMMPS has
 *  counted since its last init(). */
struct RecordedStep {
  bigint step = -1, builds = -1;

  /** Call it in init_style(): LAMMPS will count from 0. now: builds that it has counted until
   *  now. */
  void count_from_zero(bigint now)
  {
    if (step >= 0 && builds == now)    // LAMMPS counts from the first run on
      builds = 0;
    else
      *this = {};
  }
  /** The step, or -1 if there is no record whose neighbor list is still there. */
  bigint at(bigint now) const { return builds == now ? step : -1; }
};

/** Must a style record its present forces for these computes? See ContactForces
 *  (host/interfaces/contact_forces.h). The input may have deleted a compute since the init() in
 *  which it asked. */
inline bool must_record(const std::vector<Compute *> &readers, const LAMMPS *lmp)
{
  const auto *update = lmp->update;
  const auto *output = lmp->output;
  const bigint now = update->ntimestep;
  if (readers.empty()) return false;
  if (update->setupflag || now == update->laststep) return true;
  // a dump by time may move to another step
  if (output->any_time_dumps && output->next_time_dump_any == now) return true;
  const auto begin = lmp->modify->compute, end = begin + lmp->modify->ncompute;
  bool asked = false;
  for (Compute *reader : readers)
    asked |= std::find(begin, end, reader) != end && reader->matchstep(now) != 0;
  return asked;
}

/** The computes that read the records of a fix. LAMMPS calls the init() of computes before that of
 *  fixes, so those that ask before the run wait for the init() of the fix. */
class RecordReaders {
 public:
  /** A compute asks in its init(). */
  void add(Compute *reader) { next.push_back(reader); }
  /** The init() of the fix calls this. */
  void start_run()
  {
    readers = next;
    next.clear();
  }
  bool must_record(const LAMMPS *lmp) const { return VARDEM_NS::must_record(readers, lmp); }

 private:
  std::vector<Compute *> readers, next;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
