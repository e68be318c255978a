/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_CLUMP_STEPS_H
#define VARDEM_HOST_CLUMP_STEPS_H

#include "host/clumps/clump_packing.h"
#include "host/dynamics/steps_on.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** What the fix does that has the bodies of ClumpSteps. */
class MovedClumps {
 public:
  /** Sums the forces on members over the bodies, but not the pushes of the last step (host/dynamics/rigid_steps.h), which atom->f contains. */
  virtual void sum_forces(const double *pushes) = 0;
  /** Moves members to where their bodies are. */
  virtual void place_clumps() = 0;
  /** The acceleration that acts on bodies beside the forces on their members. */
  virtual VARDEM::Vec3 pull_of_bodies() const = 0;

 protected:
  ~MovedClumps() = default;
};

/** Steps of the bodies of a fix that derives from FixRigidSmall, on the host. */
class ClumpSteps : public StepsOn<ClumpPlatform, ClumpPacking> {
 public:
  ClumpSteps(LAMMPS *lmp, Fix *fix_in, MovedClumps &clumps, ContactRules &rules_in);

  void collect(NeighList *list, const PresentStep &step, const double *pushes) override;
  StepFindings advance(const RigidStepSettings &settings, const PresentStep &step,
                       double *pushes) override;
  void add_to_forces(const double *pushes) override;
  Motion motion() override;
  Motion next_motion(double h) override;
  void set_results(double *results) override;

 protected:
  void find_gaps(double *gap) override { packing.find_gaps(gap); }
  void take_start(const double *motion, double *start) override;
  void keep_start(double *motion, const double *start, bool useful) override;
  std::vector<tagint> names_of_rows() override;

 private:
  Fix *fix;
  MovedClumps &moved;
  std::vector<double> of_contacts, pushes_of_all;
  std::vector<ClumpContacts::ForceOnAtom> pushing;
  std::vector<VARDEM::Vec3> places;    // of owned atoms at the start of the step

  void take_bodies(double h);
  void take_fixed(const PresentStep &step);
  void find_pushes(const int *contact, int n, const double *force);
  void push_atoms(double *pushes);
  void move(double h);
  double change_of_speed() const;
  double power_of_gravity(const PresentStep &step) const;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
