// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_HOST_SOLVERS_H
#define VARDEM_HOST_HOST_SOLVERS_H

#include "host/network/host_platform.h"
#include "solvers/fire_descent.h"
#include "solvers/resting_spheres.h"
#include "solvers/step_bonds.h"

// Solvers of spheres at rest, and the laws of bonds, on the host. They are compiled once, in
// host_solvers.cpp, for the steps of fixes compatible/cd, nve/sphere/cd and nve/sphere/implicit,
// whose sources include this file.

namespace VARDEM {

using OnHost = LAMMPS_NS::VARDEM_NS::HostPlatform::Space;

extern template SolverReport
NoTensionSolver<OnHost, CentralGeometry>::minimize<HookeLaw>(const double *, DiagonalInertia<3>,
                                                             double *, const SolverOptions &);
extern template SolverReport
NoTensionSolver<OnHost, CentralGeometry>::minimize<HertzLaw>(const double *, DiagonalInertia<3>,
                                                             double *, const SolverOptions &);
extern template SolverReport CompatibleForces<OnHost, CentralGeometry>::solve(
    OnHost &, const ContactNetwork<OnHost, CentralGeometry> &, LawKind, const double *, double *,
    const SolverOptions &);
extern template SolverReport
RestingSpheres<OnHost>::solve(OnHost &, CompatibleForces<OnHost, CentralGeometry> &,
                              ContactNetwork<OnHost, CentralGeometry> &, const ColumnSpheres &,
                              LawKind, const double *, double *, const SolverOptions &,
                              const NetworkReach &);
extern template SolverReport FireDescent<OnHost>::descend(OnHost &,
                                                          ContactNetwork<OnHost, CentralGeometry> &,
                                                          const ColumnSpheres &, LawKind,
                                                          const double *, double *,
                                                          const DescentLimits &);
extern template double StepBonds<OnHost>::add_springs(double, bool, bool, double *, double *);
extern template void StepBonds<OnHost>::find_blocks(BondMatrix, double, bool, double *, double *);

}    // namespace VARDEM
#endif
