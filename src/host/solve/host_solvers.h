// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_HOST_SOLVERS_H
#define VARDEM_HOST_HOST_SOLVERS_H

#include "host/network/host_platform.h"
#include "solvers/implicit/step_bonds.h"
#include "solvers/packing/fire_descent.h"
#include "solvers/packing/resting_spheres.h"

// Solvers of spheres at rest, and the laws of bonds, on the host. They are compiled once, in
// host_solvers.cpp, for the steps of fixes compatible/cd, nve/sphere/cd and nve/sphere/implicit,
// whose sources include this file.

/** Says that the solvers of spheres at rest over a Space are compiled elsewhere (PREFIX is extern),
 *  or compiles them (PREFIX is empty). */
#define VARDEM_RESTING_SOLVERS(PREFIX, Space)                                                     \
  PREFIX template SolverReport NoTensionSolver<Space, CentralGeometry>::minimize<HookeLaw>(       \
      const double *, DiagonalInertia<3>, double *, const SolverOptions &);                       \
  PREFIX template SolverReport NoTensionSolver<Space, CentralGeometry>::minimize<HertzLaw>(       \
      const double *, DiagonalInertia<3>, double *, const SolverOptions &);                       \
  PREFIX template SolverReport CompatibleForces<Space, CentralGeometry>::solve(                   \
      Space &, const ContactNetwork<Space, CentralGeometry> &, LawKind, const double *, double *, \
      const SolverOptions &);                                                                     \
  PREFIX template SolverReport RestingSpheres<Space>::solve(                                      \
      Space &, CompatibleForces<Space, CentralGeometry> &,                                        \
      ContactNetwork<Space, CentralGeometry> &, const ColumnSpheres &, LawKind, const double *,   \
      double *, const SolverOptions &, const NetworkReach &);                                     \
  PREFIX template SolverReport FireDescent<Space>::descend(                                       \
      Space &, ContactNetwork<Space, CentralGeometry> &, const ColumnSpheres &, LawKind,          \
      const double *, double *, const DescentLimits &);

namespace VARDEM {

using OnHost = LAMMPS_NS::VARDEM_NS::HostPlatform::Space;

VARDEM_RESTING_SOLVERS(extern, OnHost)
extern template double StepBonds<OnHost>::add_springs(double, bool, bool, double *, double *);
extern template void StepBonds<OnHost>::find_blocks(BondMatrix, double, bool, double *, double *);

}    // namespace VARDEM
#endif
