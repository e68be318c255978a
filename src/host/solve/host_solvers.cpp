// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/solve/host_solvers.h"

namespace VARDEM {

template SolverReport
NoTensionSolver<OnHost, CentralGeometry>::minimize<HookeLaw>(const double *, DiagonalInertia<3>,
                                                             double *, const SolverOptions &);
template SolverReport
NoTensionSolver<OnHost, CentralGeometry>::minimize<HertzLaw>(const double *, DiagonalInertia<3>,
                                                             double *, const SolverOptions &);
template SolverReport CompatibleForces<OnHost, CentralGeometry>::solve(
    OnHost &, const ContactNetwork<OnHost, CentralGeometry> &, LawKind, const double *, double *,
    const SolverOptions &);
template SolverReport RestingSpheres<OnHost>::solve(OnHost &,
                                                    CompatibleForces<OnHost, CentralGeometry> &,
                                                    ContactNetwork<OnHost, CentralGeometry> &,
                                                    const ColumnSpheres &, LawKind, const double *,
                                                    double *, const SolverOptions &,
                                                    const NetworkReach &);
template SolverReport FireDescent<OnHost>::descend(OnHost &,
                                                   ContactNetwork<OnHost, CentralGeometry> &,
                                                   const ColumnSpheres &, LawKind, const double *,
                                                   double *, const DescentLimits &);
template double StepBonds<OnHost>::add_springs(double, bool, bool, double *, double *);
template void StepBonds<OnHost>::find_blocks(BondMatrix, double, bool, double *, double *);

}    // namespace VARDEM
