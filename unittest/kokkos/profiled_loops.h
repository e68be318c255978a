/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_KOKKOS_PROFILED_LOOPS_H
#define VARDEM_KOKKOS_PROFILED_LOOPS_H

#include "scenario.h"

#include <Kokkos_Core.hpp>

#include <set>
#include <string>

namespace scenario {

/** What Kokkos' profiling interface sees: names of loops and regions, copies of arrays, and allocations by VARDEM. */
struct ProfiledLoops {
  std::set<std::string> names, regions;
  int copies = 0, allocations = 0;
};
inline ProfiledLoops profiled;

/** Starts anew, or ends. */
inline void watch(bool on)
{
  typedef Kokkos_Profiling_SpaceHandle Where;
  namespace Tools = Kokkos::Tools::Experimental;
  if (on) profiled = {};
  const auto keep = [](const char *name, const uint32_t, uint64_t *) {
    profiled.names.insert(name);
  };
  const Kokkos_Profiling_beginFunction loop = on ? +keep : nullptr;
  Tools::set_begin_parallel_for_callback(loop);
  Tools::set_begin_parallel_reduce_callback(loop);
  Tools::set_begin_parallel_scan_callback(loop);
  const auto enter = [](const char *name) {
    profiled.regions.insert(name);
  };
  Tools::set_push_region_callback(on ? +enter : nullptr);
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
