// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_KOKKOS_PROFILED_LOOPS_H
#define VARDEM_KOKKOS_PROFILED_LOOPS_H

#include "scenario.h"

#include <Kokkos_Core.hpp>

#include <map>

namespace scenario {

/** What Kokkos' profiling interface sees: loops and sums by their labels, copies of arrays (not
 *  of sums, which have no label), and allocations by VARDEM. */
struct ProfiledLoops {
  std::map<std::string, int> loops, sums;
  int copies = 0, allocations = 0;

  /** How often loops run whose labels contain `part`. */
  int count(const std::string &part) const
  {
    int n = 0;
    for (const auto &[label, times] : loops) n += contains(label, part) ? times : 0;
    return n;
  }
};
inline ProfiledLoops profiled;

inline void watch(bool on)
{
  typedef Kokkos_Profiling_SpaceHandle Where;
  namespace Tools = Kokkos::Tools::Experimental;
  const auto loop = [](const char *label, uint32_t, uint64_t *) {
    profiled.loops[label]++;
  };
  const auto sum = [](const char *label, uint32_t, uint64_t *) {
    profiled.sums[label]++;
  };
  const auto copy = [](Where, const char *label, const void *, Where, const char *, const void *,
                       uint64_t) {
    profiled.copies += *label != '\0';
  };
  const auto allocate = [](Where, const char *label, const void *, uint64_t) {
    profiled.allocations += contains(label, "vardem:");
  };
  Tools::set_begin_parallel_for_callback(on ? +loop : nullptr);
  Tools::set_begin_parallel_reduce_callback(on ? +sum : nullptr);
  Tools::set_begin_deep_copy_callback(on ? +copy : nullptr);
  Tools::set_allocate_data_callback(on ? +allocate : nullptr);
}

/** What these commands do. */
inline ProfiledLoops profile(Simulation &sim, const std::string &commands)
{
  profiled = {};
  watch(true);
  sim.run(commands);
  watch(false);
  return profiled;
}

/** What n steps in the middle of a run do. Copies are those of n more steps, without those at both
 *  ends of a run. */
inline ProfiledLoops profile_steps(Simulation &sim, int n, int before = 10)
{
  const auto steps = [&](int number) {
    return profile(sim, "run " + std::to_string(number) + " pre no post no");
  };
  sim.run("run " + std::to_string(before));
  ProfiledLoops once = steps(n);
  once.copies = steps(2 * n).copies - once.copies;
  return once;
}

}    // namespace scenario
#endif
