// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CLUMP_STEPS_H
#define VARDEM_HOST_CLUMP_STEPS_H

#include "host/clumps/clump_contacts.h"
#include "host/dynamics/rigid_steps.h"

#include <memory>

namespace LAMMPS_NS::VARDEM_NS {

/** What a fix does with its bodies in these steps. */
class MovedClumps {
 public:
  /** Sums the forces on members over the bodies, but not the pushes of the last step
   *  (host/dynamics/rigid_steps.h), which atom->f contains. */
  virtual void sum_forces(const double *contact_forces) = 0;
  /** Moves members to where their bodies are. */
  virtual void place_clumps() = 0;
  /** The acceleration that acts on bodies beside the forces on their members. */
  virtual VARDEM::Vec3 pull_of_bodies() const = 0;

 protected:
  ~MovedClumps() = default;
};

/** Makes steps of the bodies of a fix that derives from FixRigidSmall, on the host. Their ghosts
 *  are ClumpGhosts. */
std::unique_ptr<RigidSteps> make_clump_steps(LAMMPS *lmp, Fix *fix, ContactRules &rules,
                                             MovedClumps &clumps);

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
