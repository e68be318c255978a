// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_FIX_CONTACT_MINIMIZER_H
#define LMP_FIX_CONTACT_MINIMIZER_H

#include "host/implicit/implicit_dynamics.h"
#include "host/network/ghosts.h"

namespace LAMMPS_NS {

/** What min_style contact/newton needs of a fix: a neighbor list, messages to ghosts, and hooks. It
 *  adds what LAMMPS leaves out of a minimization: gravity, walls, and atoms that are held. Only the
 *  min style makes it. */
class FixContactMinimizer : public VARDEM_NS::FixWithGhosts<Fix> {
 public:
  FixContactMinimizer(class LAMMPS *, int, char **);
  /** Makes its style known, and returns its name. */
  static std::string style_in(class Modify *);
  int setmask() override { return FixConst::MIN_PRE_REVERSE | FixConst::MIN_POST_FORCE; }
  void init() override;
  void init_list(int, class NeighList *ptr) override { dynamics.take_list(ptr); }
  void setup_pre_reverse(int eflag, int vflag) override { min_pre_reverse(eflag, vflag); }
  void min_setup(int) override;
  void min_pre_reverse(int, int) override { dynamics.take_pair_forces(); }
  void min_post_force(int) override;
  void post_run() override;
  double compute_scalar() override;
  double memory_usage() override { return dynamics.bytes(); }

  /** Moves the atoms to the equilibrium, or as far as neighbor lists reach. Returns whether it is
   *  the equilibrium. */
  bool advance();
  /** Stops if particles have left the box, unless thermo_modify lost lets them. To be called behind
   *  the exchange of atoms, before the thermo output stops without a reason. */
  void require_all_atoms() const;
  /** Of the last advance(). */
  int newton_steps() const { return static_cast<int>(dynamics.outputs[0]); }

 protected:
  VARDEM_NS::ImplicitDynamics dynamics;

  VARDEM_NS::Ghosts &ghosts_of_atoms() override { return dynamics.implicit_steps().ghosts(); }

 private:
  double steps = 0.0, products = 0.0;    // of this minimization

  void add_walls();
  void require_supports();
  void tell_of_other_fixes() const;
};

}    // namespace LAMMPS_NS
#endif
