// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// How fast the device of Kokkos copies an array, in GB/s, read and write counted: what integrators
// are measured against.

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdio>

int main(int argc, char **argv)
{
  const Kokkos::ScopeGuard kokkos(argc, argv);
  const int n = 1 << 27, repeats = 20;    // 1 GiB, far more than a cache
  const Kokkos::View<double *> from("from", n), to("to", n);
  double best = 0.0;
  for (int k = 0; k < repeats; k++) {
    const Kokkos::Timer timer;
    Kokkos::parallel_for(
        "copy", n, KOKKOS_LAMBDA(const int i) { to(i) = from(i); });
    Kokkos::fence("end of the copy");
    best = std::max(best, 2.0 * sizeof(double) * n / timer.seconds());
  }
  std::printf("%.0f\n", 1e-9 * best);
}
