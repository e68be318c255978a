// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_VARDEM_DEVICE_MEMORY_H
#define LMP_VARDEM_DEVICE_MEMORY_H

#include <Kokkos_Core.hpp>

#include <stdexcept>
#include <string>

namespace LAMMPS_NS::VARDEM_NS {

/** Bytes of the device that nobody has. Kokkos has no word for this. */
inline std::size_t available_on_device()
{
  std::size_t available = 0;
#if defined(KOKKOS_ENABLE_CUDA)
  std::size_t all = 0;
  if (cudaMemGetInfo(&available, &all) != cudaSuccess) available = 0;
#elif defined(KOKKOS_ENABLE_HIP)
  std::size_t all = 0;
  if (hipMemGetInfo(&available, &all) != hipSuccess) available = 0;
#elif defined(KOKKOS_ENABLE_MOCK)
  available = Kokkos::MockSpace::available();
#endif
  return available;
}

/** Ends the run with a message that names the style that asked for memory. */
[[noreturn]] inline void end_without_memory(const std::string &style, std::size_t bytes)
{
  throw std::runtime_error(style + "/kk asked for " + std::to_string(bytes >> 20) +
                           " MiB of memory on the device, and " +
                           std::to_string(available_on_device() >> 20) +
                           " MiB are available. Run fewer particles on each device, or use more "
                           "devices");
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
