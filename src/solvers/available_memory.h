// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_AVAILABLE_MEMORY_H
#define VARDEM_AVAILABLE_MEMORY_H

#include <cmath>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>

namespace VARDEM {

// --- the question before much memory is allocated: an operating system that has promised too much
//     ends the process

/** Memory in bytes that new allocations can get without swapping. Infinite where the system does
 *  not tell: only Linux does. */
inline double available_memory()
{
  std::ifstream info("/proc/meminfo");
  for (std::string key, rest; info >> key && std::getline(info, rest);)
    if (key == "MemAvailable:") return 1024.0 * std::stod(rest);
  return HUGE_VAL;
}

/** Thrown before the allocation. what() has both numbers. */
class NotEnoughMemory : public std::runtime_error {
 public:
  const double needed;    // bytes

  NotEnoughMemory(double needed, double available) :
      std::runtime_error(text(needed, available)), needed(needed)
  {
  }

 private:
  static std::string text(double needed, double available)
  {
    char line[120];
    std::snprintf(line, sizeof(line), "it needs about %.3g GB of memory, and %.3g GB are available",
                  1e-9 * needed, 1e-9 * available);
    return line;
  }
};

/** limit: bytes that may be allocated now; 0: all memory of the machine. */
inline double memory_within(double limit)
{
  return limit > 0.0 ? limit : available_memory();
}

inline void require_memory(double needed, double available)
{
  if (needed > available) throw NotEnoughMemory(needed, available);
}

}    // namespace VARDEM
#endif
