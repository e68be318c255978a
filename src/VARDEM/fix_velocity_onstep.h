// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_FIX_VELOCITY_ONSTEP_H
#define LMP_FIX_VELOCITY_ONSTEP_H

#include "fix.h"
#include "host/interfaces/integrators.h"
#include "host/store/per_atom_store.h"
#include "host/velocity/full_step_velocities.h"

#include <string>

namespace LAMMPS_NS {

class Modify;

/** What a pair style with keyword velocity onstep needs from the start of the step. Only pair
 *  styles create it (style VELOCITY/ONSTEP). At the start of a step it keeps the velocities of
 *  atoms, and when all fixes have made the first half of the step it keeps their changes. These go
 *  with an atom to another process. Atoms that come later in the step have no change.
 *
 *  If an integrator stands before it in the list of fixes, it keeps the velocities at the end of
 *  the step before. */
class FixVelocityOnstep : public VARDEM_NS::FixWithStore, public VARDEM_NS::ChangingVelocities {
 public:
  FixVelocityOnstep(class LAMMPS *, int, char **);
  /** Tells LAMMPS the style and returns its name. It is not among the styles of the fix command. */
  static std::string style_in(Modify *);

  int setmask() override { return FixConst::INITIAL_INTEGRATE | FixConst::POST_INTEGRATE; }
  void init() override;
  void setup(int) override
  {
    if (at_end) keep_all();
  }
  void initial_integrate(int) override { keep_all(); }
  void post_integrate() override { find(); }
  void end_of_step() override { keep_all(); }

  const double *const *changes() const override { return store.rows(table); }
  /** For the forces of step n+1. With fix deform/gradv it is L(n+1) H(n+1), with the cell H and the
   *  extrapolation L(n+1) = 2 L(n+1/2) - L(n), as for velocities. Otherwise, and in_step = false,
   *  it is the rate that LAMMPS has. */
  VARDEM::UpperTriangle image_rate(bool in_step) const override;

 protected:
  VARDEM_NS::HalfKickChanges loops;
  const int table;

  /** The two loops: keeps the velocities of the step, and turns them into changes. */
  virtual void keep() { loops.keep(store.rows(table)); }
  virtual void find() { loops.find(store.rows(table)); }

 private:
  bool at_end;    // keep velocities in end_of_step()?
  // L(n) of a fix deform/gradv at the start of a step
  std::optional<VARDEM::UpperTriangle> gradient;

  void keep_all();
  bool integrator_stands_before() const;
};

}    // namespace LAMMPS_NS
#endif
