// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_KOKKOS_PROFILED_LOOPS_H
#define VARDEM_KOKKOS_PROFILED_LOOPS_H

#include "scenario.h"

#include "atom.h"
#include "lammps.h"

#include <Kokkos_Core.hpp>

#include <cstring>
#include <map>

namespace scenario {

/** What Kokkos' profiling interface sees: loops and sums by their labels, copies between host and
 *  device that are as large as arrays of atoms, and allocations by VARDEM. */
struct ProfiledLoops {
  std::map<std::string, int> loops, sums, arrays;
  int allocations = 0;

  /** How often loops run whose labels contain `part`. */
  int count(const std::string &part) const
  {
    int n = 0;
    for (const auto &[label, times] : loops) n += contains(label, part) ? times : 0;
    return n;
  }
};
inline ProfiledLoops profiled;
inline uint64_t size_of_arrays;    // an int of each atom; smaller copies are tables

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
  const auto copy = [](Where to, const char *, const void *, Where from, const char *label,
                       const void *, uint64_t size) {
    if (std::strcmp(to.name, from.name) != 0 && size >= size_of_arrays) profiled.arrays[label]++;
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
  size_of_arrays = sizeof(int) * sim.lammps()->atom->nlocal;
  watch(true);
  sim.run(commands);
  watch(false);
  return profiled;
}

/** What n steps in the middle of a run do. Copies are those of n more steps: at its end a run
 *  copies arrays for the output, too. */
inline ProfiledLoops profile_steps(Simulation &sim, int n, int before = 10)
{
  const auto steps = [&](int number) {
    return profile(sim, "run " + std::to_string(number) + " pre no post no");
  };
  sim.run("run " + std::to_string(before));
  ProfiledLoops once = steps(n);
  std::map<std::string, int> more = steps(2 * n).arrays;
  for (const auto &[label, times] : once.arrays)
    if ((more[label] -= times) == 0) more.erase(label);
  once.arrays = more;
  return once;
}

}    // namespace scenario
#endif
