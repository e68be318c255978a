// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_DAMPING_SETTINGS_H
#define VARDEM_HOST_DAMPING_SETTINGS_H

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "host/atoms/sphere_inertia.h"
#include "host/cell/cell_flow.h"
#include "host/damping/cundall_damping.h"
#include "host/input/arguments.h"
#include "host/interfaces/contact_forces.h"
#include "host/interfaces/flow_of_cell.h"
#include "host/interfaces/full_step_damping.h"
#include "host/interfaces/integrators.h"
#include "host/lammps/over_processes.h"
#include "modify.h"
#include "pointers.h"
#include "update.h"

#include <algorithm>
#include <memory>
#include <vector>

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
  void read_coefficients(LAMMPS *lmp, const char *style, char **arg)
  {
    linear = finite_number(arg[3]);
    angular = finite_number(arg[4]);
    const double given[] = {linear, angular};
    for (int k = 0; k < 2; k++)
      if (!(given[k] >= 0.0 && given[k] < 1.0))
        lmp->error->all(FLERR, 3 + k, "Fix {} argument {} must be in [0,1): {}", style,
                        k ? "GA" : "GL", arg[3 + k]);
  }
  /** Reads keyword scale at arg[iarg]: atom type and ratio. */
  void read_scale(LAMMPS *lmp, const char *style, int iarg, char **arg)
  {
    const int ntypes = lmp->atom->ntypes;
    const std::unique_ptr<char[]> number(utils::expand_type(FLERR, arg[iarg + 1], Atom::ATOM, lmp));
    const int itype = positive_integer(number ? number.get() : arg[iarg + 1]);
    if (itype < 1 || itype > ntypes)
      lmp->error->all(FLERR, iarg + 1, "Fix {} keyword scale: the atom type {} does not exist",
                      style, arg[iarg + 1]);
    const double value = finite_number(arg[iarg + 2]);
    if (!(value >= 0.0))
      lmp->error->all(FLERR, iarg + 2,
                      "Fix {} keyword scale: the ratio for atom type {} must be >= 0: {}", style,
                      arg[iarg + 1], arg[iarg + 2]);
    if (ratio.empty()) ratio.assign(ntypes + 1, 1.0);
    ratio[itype] = value;
  }
  /** Stops if GL or GA of an atom type is not in [0,1), or if the atoms do not have what they need
   *  to turn. */
  void check(LAMMPS *lmp, const char *style) const
  {
    Error *const error = lmp->error;
    const Atom *const atom = lmp->atom;
    for (std::size_t itype = 1; itype < ratio.size(); itype++)
      for (const double lambda : {linear, angular})
        if (!(lambda * ratio[itype] < 1.0))
          error->all(FLERR, Error::NOPOINTER,
                     "Fix {} keyword scale: for atom type {} the damping is {} times {}, which is "
                     "not in [0,1); choose a smaller ratio",
                     style, itype, lambda, ratio[itype]);

    if (angular == 0.0) return;
    if (!atom->torque_flag || !(atom->omega_flag || atom->angmom_flag))
      error->all(FLERR, Error::NOPOINTER,
                 "Fix {} with GA > 0 needs atoms with a torque, and with omega or angmom, which "
                 "atom style {} does not have; GA = 0 damps forces only",
                 style, lmp->atom->get_style());
    if (atom->line_flag || atom->tri_flag || atom->body_flag ||
        !(atom->ellipsoid_flag || atom->radius_flag))
      error->all(FLERR, Error::NOPOINTER,
                 "Fix {} with GA > 0 damps torques on spheres and ellipsoids only, and not in atom "
                 "style {}; GA = 0 damps forces only",
                 style, lmp->atom->get_style());
  }

  /** The stable time step is divided by sqrt(1 + step_divisor()). The regular form does not make it
   *  smaller. */
  double step_divisor() const
  {
    const double largest = ratio.empty() ? 1.0 : *std::max_element(ratio.begin(), ratio.end());
    return form == VARDEM::Cundall::REGULAR ? 0.0
                                            : std::max(linear, angular) * std::max(largest, 0.0);
  }
  TurningOfAtoms turning(const Atom *atom) const
  {
    if (angular == 0.0) return {Turning::NONE, Turning::NONE};
    return {atom->ellipsoid_flag ? Turning::ROTOR : Turning::NONE,
            atom->radius_flag && atom->omega_flag ? Turning::SPHERE : Turning::NONE};
  }
  /** The data of a step for the loops. midstep: atoms have half-step velocities, as in every step.
   *  Before the first step they have full-step velocities. */
  CundallStep step(LAMMPS *lmp, int groupbit, const ByGroup<double> &inertia, bool midstep) const
  {
    const double h = lmp->update->dt, ftm2v = lmp->force->ftm2v;
    CundallStep s;
    s.form = form;
    s.spares = !gravity_damped;
    s.law = {groupbit,
             skipbit,
             linear,
             angular,
             ratio.empty() ? nullptr : ratio.data(),
             inertia,
             midstep ? VARDEM::damping_in_step(h, ftm2v)
                     : VARDEM::damping_before_steps(form, h, ftm2v)};
    s.flows = peculiar && velocities_flow(lmp->domain);
    if (s.flows) {
      const VARDEM::Flow flow = midstep ? midstep_flow(lmp->domain, h) : full_step_flow(lmp).flow;
      s.flow = {flow, spin(flow.L), midstep ? h : 0.0};
    }
    return s;
  }
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
  void order() const
  {
    bool after = false;
    for (Fix *fix : modify->get_fix_list()) {
      if (fix == damping) {
        after = true;
        continue;
      }
      const bool wrong = after
          ? (modify->get_fix_mask(fix) & FixConst::POST_FORCE) && !may_follow(fix)
          : flows(fix);
      if (!wrong || !shares_atoms_with(fix->groupbit) || comm->me != 0) continue;
      if (after)
        error->warning(FLERR,
                       "Fix {} {} adds forces after fix {} {} has damped them, so these are not "
                       "damped: define fix {} before fix {}",
                       fix->style, fix->id, damping->style, damping->id, fix->id, damping->id);
      else
        error->warning(FLERR,
                       "Fix {} {} comes before fix {} {}, which damps its correction of the flow "
                       "as if it were a force: define fix {} after fix {}",
                       fix->style, fix->id, damping->style, damping->id, fix->id, damping->id);
    }
  }
  /** Warns of atoms that another fix damps, too. Of two fixes of this style the later one warns. A
   *  stock damping does not warn, so this one does it in either order. */
  void other_dampings() const
  {
    bool after = false;
    for (const Fix *fix : modify->get_fix_list()) {
      if (fix == damping) {
        after = true;
        continue;
      }
      if (!utils::strmatch(fix->style, "^damping/cundall")) continue;
      const auto *other = dynamic_cast<const FullStepDamping *>(fix);
      if (after && other) continue;
      if (shares_atoms_with(fix->groupbit, other ? other->skipped_groups() : 0) && comm->me == 0)
        error->warning(FLERR,
                       "Fix {} {} and fix {} {} damp the same atoms twice: remove one of them, or "
                       "let each have its own group",
                       fix->style, fix->id, damping->style, damping->id);
    }
  }
  /** Stops if a rigid fix of LAMMPS has atoms of the damping: it sums the forces on its members,
   *  where nobody can damp the sum. */
  void stock_bodies() const
  {
    int damped = 0;
    for (Fix *fix : modify->get_fix_list()) {
      const bool damps =
          dynamic_cast<FlowingClumps *>(fix) && !dynamic_cast<DynamicContacts *>(fix);
      damped += damps;
      if (damps || !utils::strmatch(fix->style, "^rigid")) continue;
      int dim;
      if (shares_members(static_cast<const int *>(fix->extract("body", dim))))
        error->all(FLERR, Error::NOLASTLINE,
                   "Fix {} {} cannot damp the bodies of fix {} {}: use fix rigid/small/variational "
                   "for them, or exclude their atoms by keyword skip",
                   damping->style, damping->id, fix->style, fix->id);
    }
    if (damped > ByGroup<int>::MAX)
      error->all(FLERR, Error::NOLASTLINE,
                 "Fix {} supports at most {} fixes rigid/small/variational", damping->style,
                 ByGroup<int>::MAX);
  }
  /** In the set-up of a run LAMMPS has full-step velocities, but an integrator with keyword
   *  restart exact has set its atoms back to half-step velocities. Returns true if atoms of the
   *  damping have such an integrator, and warns if only some have. */
  bool velocities_at_half_step() const
  {
    const Fix *exact = nullptr, *other = nullptr;
    for (const Fix *fix : modify->get_fix_list()) {
      if (!fix->time_integrate || fix->rigid_flag || !shares_atoms_with(fix->groupbit)) continue;
      const auto *integrator = dynamic_cast<const ExactRestart *>(fix);
      (integrator && integrator->at_half_step() ? exact : other) = fix;
    }
    if (exact && other && comm->me == 0)
      error->warning(
          FLERR,
          "Fix {} {} damps atoms of fix {} {}, which continues a restart file with velocities at "
          "the half step, and of fix {} {}, which has velocities at the time step. In the first "
          "half kick it takes both for velocities at the half step: use one fix {} for each",
          damping->style, damping->id, exact->style, exact->id, other->style, other->id,
          damping->style);
    return exact;
  }

 private:
  const Fix *damping;
  int skipbit;

  static bool flows(const Fix *fix) { return dynamic_cast<const FlowOfCell *>(fix); }
  /** Does a fix come after all forces, and change no force that the damping should have damped? */
  static bool may_follow(const Fix *fix)
  {
    if (flows(fix)) return true;
    for (const char *pattern :
         {"^damping/cundall", "^enforce2d", "^numdiff", "^store/force", "^rigid"})
      if (utils::strmatch(fix->style, pattern)) return true;
    return false;
  }
  /** Is there an atom of the damping that is in the group of `bit` and not in those of `except`?
   *  Without any atoms: can there be one? */
  bool shares_atoms_with(int bit, int except = 0) const
  {
    const int all = 1, groupbit = damping->groupbit;
    if (atom->natoms == 0) return bit == groupbit || bit == all || groupbit == all;
    const int *const mask = atom->mask;
    bool any = false;
    for (int i = 0; i < atom->nlocal && !any; i++)
      any = (mask[i] & groupbit) && !(mask[i] & (skipbit | except)) && (mask[i] & bit);
    return on_any_process(any, world);
  }
  bool shares_members(const int *body) const
  {
    bool any = false;
    for (int i = 0; body && i < atom->nlocal && !any; i++)
      any = (atom->mask[i] & damping->groupbit) && !(atom->mask[i] & skipbit) && body[i] >= 0;
    return on_any_process(any, world);
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
