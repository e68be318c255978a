/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_CLUMP_STEPS_H
#define VARDEM_HOST_CLUMP_STEPS_H

#include "host/clump_contacts.h"
#include "host/rigid_steps.h"
#include "kernels/contact/body_row.h"

#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** What the fix does that has the bodies of ClumpSteps. */
class MovedClumps {
 public:
  /** Sums the forces on members over the bodies, but not the pushes of the last step (host/rigid_steps.h), which atom->f contains. */
  virtual void sum_forces(const double *pushes) = 0;
  /** Moves members to where their bodies are. */
  virtual void place_clumps() = 0;

 protected:
  ~MovedClumps() = default;
};

/** Steps of the bodies of a fix that derives from FixRigidSmall, on the host. A row is a body that this process owns; its motion has six
 *  numbers (kernels/contact/body_row.h). Rows are full: the contact of two bodies of this process is in both. */
class ClumpSteps : public RigidSteps {
 public:
  ClumpSteps(LAMMPS *lmp, Fix *fix_in, MovedClumps &clumps, ContactRules &rules_in);

  void request_list(Fix *fix_in) override;
  void collect(NeighList *list, double h) override;
  Overlaps overlaps(double least) override;
  StepFindings advance(const RigidStepSettings &settings, const PresentStep &step,
                       double *pushes) override;
  void add_to_forces(const double *pushes) override;
  bool is_serial() const override { return true; }
  double farthest() override;
  double next_motion(double h) override;
  VARDEM::DynamicsMemory &solver_memory() override { return dynamics.memory; }
  ClumpGhosts &ghosts() override { return exchange; }
  double bytes() const override;

 private:
  using Geometry = VARDEM::BodyGeometry;
  using Space = VARDEM::HostSpace<Exchange>;
  using Rows = VARDEM::ContactRows<Geometry>;
  static constexpr int DOF = Geometry::DOF;

  Fix *fix;
  MovedClumps &moved;
  ContactRules &rules;
  ClumpGhosts exchange;
  Space space;
  ClumpContacts contacts;
  VARDEM::ContactNetwork<Space, Geometry> network;
  VARDEM::ContactDynamics<Space, Geometry> dynamics;
  std::vector<int> number_of;    // of each contact of the network: its number in contacts
  std::vector<double> rows;      // of the geometry
  std::vector<VARDEM::BodyShape> shapes;    // of rows
  std::vector<double> velocity, free_velocity, u, load, inertia, restitution, of_contacts, frames,
      pushes_of_all;
  std::vector<VARDEM::Vec3> places;    // of owned atoms at the start of the step

  void number_columns();
  void order_contacts();
  void find_frames();
  void fill_rows();
  VARDEM::Vec3 torque_numbers(int column, const VARDEM::Vec3 &torque) const;
  void take_bodies(double h);
  void take_fixed(const PresentStep &step);
  const double *take_restitution(double given);
  void order_by_tags();
  VARDEM::SolverReport solve(const RigidStepSettings &settings, const PresentStep &step);
  void sum_contacts(double h, StepFindings &found);
  void push_atoms(double *pushes);
  void move(double h);
  double change_of_speed() const;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
