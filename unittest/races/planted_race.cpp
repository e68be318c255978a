// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The test of the test: a loop whose calls add to the same number, which the sanitizer must find.

#include "KOKKOS/vardem_space_kokkos.h"

namespace {

struct AddToOne {
  double *sum;

  KOKKOS_INLINE_FUNCTION void operator()(int i) const { *sum += i; }
};

}    // namespace

int main(int argc, char **argv)
{
  Kokkos::ScopeGuard kokkos(argc, argv);
  typedef LAMMPS_NS::VARDEM_NS::SpaceKokkos<Kokkos::DefaultExecutionSpace> Space;
  Space space;
  Space::Array<double> sum;
  space.allocate(sum, 1);
  space.for_each(100000, AddToOne{sum.data()});
  return 0;
}
