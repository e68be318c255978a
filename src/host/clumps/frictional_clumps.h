// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_FRICTIONAL_CLUMPS_H
#define VARDEM_HOST_FRICTIONAL_CLUMPS_H

#include "host/clumps/clump_network.h"
#include "host/dynamics/frictional_solve.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The contacts of a step of rigid bodies as cones, as FrictionalSpheres has them
 *  (host/dynamics/frictional_spheres.h). Bodies have the inertia in space that belongs to their
 *  orientations at the start of the step. */
class FrictionalClumps : protected Pointers {
 public:
  FrictionalSolve<ClumpModel, VARDEM::BodyLevers, VARDEM::InverseBody> solver;

  FrictionalClumps(LAMMPS *lmp, ClumpModel &of_bodies) :
      Pointers(lmp), solver(of_bodies), model(of_bodies)
  {
  }

  void start();
  void take_contacts(const StepInput &step);
  VARDEM::SolverReport solve(const RigidStepSettings &settings, const StepInput &step,
                             const StepCoefficients &of, double *u);
  int most_contacts();
  void remember(const ContactMemory &memory, double h);
  /** What contact c does to its second body. */
  ClumpContacts::Load load(int c) const
  {
    const ContactImpulses of = solver.of_step();
    return {of.force(c), of.turn ? of.moment(c) : VARDEM::Vec3{0.0, 0.0, 0.0}};
  }

 private:
  ClumpModel &model;
  std::vector<double> of_images;                   // of contacts
  std::vector<ClumpContacts::ForceOnAtom> kept;    // forces of contacts that go on
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
