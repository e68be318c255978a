// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_FRICTIONAL_CLUMPS_H
#define VARDEM_HOST_FRICTIONAL_CLUMPS_H

#include "host/clumps/clump_network.h"
#include "host/dynamics/frictional_solve.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The part of a step of rigid bodies that is other with friction, as FrictionalSpheres has it
 *  (host/dynamics/frictional_spheres.h). Bodies have the inertia in space that belongs to their
 *  orientations at the start of the step. */
class FrictionalClumps : protected Pointers {
 public:
  FrictionalClumps(LAMMPS *lmp, ClumpModel &of_bodies) :
      Pointers(lmp), model(of_bodies), solver(of_bodies)
  {
  }

  void start(const StepInput &step, const double *contact_forces);
  void take_turns(const std::vector<int> &order, double mean) { solver.take_turns(order, mean); }
  VARDEM::SolverReport solve(const RigidStepSettings &settings, const StepInput &step,
                             const StepCoefficients &of, double *u);
  void sum_contacts(StepOutput &found, double *loss) { solver.sum_contacts(found, loss); }
  int most_contacts();
  void remember(const ContactMemory &memory, double h);
  /** What contact c does to its second body. */
  ClumpContacts::Load load(int c) const
  {
    const bool rolls = solver.moment_impulses();
    return {VARDEM::vectors_at(vector_forces())[c],
            rolls ? VARDEM::vectors_at(moments())[c] : VARDEM::Vec3{0.0, 0.0, 0.0}};
  }
  const double *forces() const { return solver.forces(); }
  const double *vector_forces() const { return solver.vector_forces(); }
  const double *moments() const { return solver.moments(); }
  VARDEM::ConeMemory &memory() { return solver.memory(); }

 private:
  ClumpModel &model;
  FrictionalSolve<ClumpModel, VARDEM::BodyLevers, VARDEM::InverseBody> solver;
  std::vector<double> of_images;                   // of contacts
  std::vector<ClumpContacts::ForceOnAtom> kept;    // forces of contacts that go on

  void take_levers(const StepInput &step, bool rolling);
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
