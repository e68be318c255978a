// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_STEP_CHECKS_H
#define VARDEM_HOST_STEP_CHECKS_H

#include "host/network/contact_rules.h"
#include "pointers.h"

#include <string>

namespace LAMMPS_NS {

class Fix;

namespace VARDEM_NS {

  /** What a fix of contact dynamics, or one of implicit steps, checks in its input. All processes
   *  must call the functions. */
  class StepChecks : protected Pointers {
   public:
    StepChecks(LAMMPS *lmp, const Fix *fix_in) : Pointers(lmp), fix(fix_in) {}

    /** Arrays of atoms; for the constructor. */
    void attributes() const;
    /** All that follows, for rigid contacts; for init(). */
    void input() const;
    /** How steps of soft spheres are made. in_time: in time steps, and not in a minimization, where
     *  integrators do nothing. */
    struct SoftSteps {
      bool in_time, quasistatic, friction;
    };
    /** The same for soft contacts whose forces are to be found at trial states. */
    void soft_input(const SoftSteps &steps) const;
    /** Are all particles spheres with a mass? Part of input(); to be asked again when particles may
     *  have come. */
    void spheres() const;
    /** Says it if held particles of the group have velocities, with which they move. Arrays of
     *  atoms must be on the host. */
    void tell_of_velocities(const HeldAtoms &held) const;

   private:
    const Fix *fix;

    void run_style() const;
    void pair_style() const;
    void box(bool quasistatic = false) const;
    std::string why_not(Fix *other) const;
    void cell() const;
    void order() const;
    void integrators() const;
    void walls() const;
    void rigid_bodies() const;
    void soft_styles(bool springs) const;
    void soft_bonds() const;
    void same_device() const;
    /** Stops if a style that hands over numbers where its loops run does so elsewhere. */
    void require_here(ExecutionSpace where, const std::string &style) const;
    void laws_without_friction(bool may_have_friction) const;
    void soft_walls() const;
    void constraints() const;
    bool shares_atoms(int bits) const;
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
