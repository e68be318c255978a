// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_GRAIN_STEPS_H
#define VARDEM_HOST_GRAIN_STEPS_H

#include "host/dynamics/rigid_steps.h"
#include "host/dynamics/skin_check.h"
#include "host/network/contact_rules.h"
#include "host/solve/solve_messages.h"

namespace LAMMPS_NS {

class NeighList;

namespace VARDEM_NS {

  /** Common part of the fixes that solve for the motion of all grains: rules of contacts, neighbor
   *  lists in time, fixed grains, and diameters. */
  class GrainSteps : protected Pointers {
   public:
    ContactRules &contact_rules() { return rules; }
    const ContactRules &contact_rules() const { return rules; }
    void take_list(NeighList *ptr) { list = ptr; }

   protected:
    static constexpr double LEAST_TOLERANCE = 1e-12;

    Fix *fix;
    ContactRules rules;
    SolveMessages messages;
    SkinCheck motion;
    NeighList *list = nullptr;
    StepInput step = {};

    GrainSteps(LAMMPS *lmp, Fix *fix_in);

    /** The set-up of a run. */
    void start_run();
    /** A step of length h starts. */
    void start_step(double h);
    /** Stops if there was no step, because the velocity or the force of this many particles is no
     *  number. */
    void require_finite(double not_finite) const;

   private:
    bigint looked = -1;    // step of the lists with which particles were looked at

    /** As RigidSteps has it. */
    virtual GrainSizes sizes(int bits) = 0;
    GrainSizes find_diameters();
    void look_at_particles();
    void find_held();
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
