// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_KOKKOS_PROFILED_LOOPS_H
#define VARDEM_KOKKOS_PROFILED_LOOPS_H

#include "scenario.h"

#include <Kokkos_Core.hpp>

namespace scenario {

/** What Kokkos' profiling interface sees: copies of arrays, and allocations by VARDEM. */
struct ProfiledLoops {
  int copies = 0, allocations = 0;
};
inline ProfiledLoops profiled;

/** Starts anew, or ends. */
inline void watch(bool on)
{
  typedef Kokkos_Profiling_SpaceHandle Where;
  namespace Tools = Kokkos::Tools::Experimental;
  if (on) profiled = {};
  const auto copy = [](Where, const char *, const void *, Where, const char *, const void *,
                       uint64_t) {
    profiled.copies++;
  };
  Tools::set_begin_deep_copy_callback(on ? +copy : nullptr);
  const auto allocate = [](Where, const char *label, const void *, uint64_t) {
    profiled.allocations += contains(label, "vardem:");
  };
  Tools::set_allocate_data_callback(on ? +allocate : nullptr);
}

}    // namespace scenario
#endif
