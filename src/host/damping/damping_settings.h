// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_DAMPING_SETTINGS_H
#define VARDEM_HOST_DAMPING_SETTINGS_H

#include "host/damping/cundall_damping.h"
#include "pointers.h"

#include <vector>

namespace LAMMPS_NS {
class Fix;
}    // namespace LAMMPS_NS

namespace LAMMPS_NS::VARDEM_NS {

/** The settings of fix damping/cundall/onstep. Messages name `style`, the style as typed. */
struct DampingSettings {
  VARDEM::Cundall form = VARDEM::Cundall::ONSTEP;
  double linear = 0.0, angular = 0.0;    // GL and GA
  bool peculiar = true;                  // velocities are those relative to the flow of the cell
  bool gravity_damped = true;
  int skipbit = 0;              // atoms of these groups are not damped
  std::vector<double> ratio;    // of GL and GA, by atom type; or empty

  /** Reads GL and GA. */
  void read_coefficients(LAMMPS *, const char *style, char **arg);
  /** Reads keyword scale at arg[iarg]: atom type and ratio. */
  void read_scale(LAMMPS *, const char *style, int iarg, char **arg);
  /** Stops if GL or GA of an atom type is not in [0,1), or if the atoms do not have what they need
   *  to turn. */
  void check(LAMMPS *, const char *style) const;

  /** The stable time step is divided by sqrt(1 + step_divisor()). The regular form does not make it
   *  smaller. */
  double step_divisor() const;
  TurningOfAtoms turning(const Atom *) const;
  /** The data of a step for the loops. midstep: atoms have half-step velocities, as in every step.
   *  Before the first step they have full-step velocities. */
  CundallStep step(LAMMPS *, int groupbit, const ByGroup<double> &inertia, bool midstep) const;
};

/** Checks of a damping against the other fixes of the input. Messages name the damping by style and
 *  ID. Call all functions on all processes. */
class DampingChecks : protected Pointers {
 public:
  /** skipbit: bits of groups whose atoms the damping leaves out. */
  DampingChecks(LAMMPS *lmp, const Fix *damping, int skipbit) :
      Pointers(lmp), damping(damping), skipbit(skipbit)
  {
  }

  /** Warns of forces that come after the damping, and of corrections of the flow that come before
   *  it. */
  void order() const;
  /** Warns of atoms that another fix damps, too. Of two fixes of this style the later one warns. A
   *  stock damping does not warn, so this one does it in either order. */
  void other_dampings() const;
  /** Stops if a rigid fix of LAMMPS has atoms of the damping: it sums the forces on its members,
   *  where nobody can damp the sum. */
  void stock_bodies() const;
  /** In the set-up of a run LAMMPS has full-step velocities, but an integrator with keyword
   *  restart exact has set its atoms back to half-step velocities. Returns true if atoms of the
   *  damping have such an integrator, and warns if only some have. */
  bool velocities_at_half_step() const;

 private:
  const Fix *damping;
  int skipbit;

  bool shares_atoms_with(int bit, int except = 0) const;
  bool shares_members(const int *body) const;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
