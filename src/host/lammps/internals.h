// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_INTERNALS_H
#define VARDEM_HOST_INTERNALS_H

#include <optional>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class Bond;
class Comm;
class Command;
class Compute;
class Fix;
class FixGravity;
class LAMMPS;
class Min;
class Modify;
class NeighList;
class Pair;
class Variable;

namespace VARDEM_NS {

  // The only access to what LAMMPS does not publish: protected members, texts made for the log, and
  // bookkeeping that no function sets. It consists of this file and of internals_*.h, by subject.
  // Each entry names the file of LAMMPS that it relies on.
  // unittest/scenarios/lammps/test_internals* have a test of each entry that fails when a version
  // of LAMMPS changes it. The developers' page proposes public functions in their place.

  /** Sets the hooks of a fix after the call of its setmask(). Call it in init(): Modify::init()
   *  makes its lists afterwards. Relies on: Modify::fmask, src/modify.cpp. */
  void set_hooks(Modify *modify, const Fix *fix, int mask);

  /** Adds a style of fixes that only other styles define, under a name in capitals.
   *  Relies on: Modify::fix_map, src/modify.h. */
  void add_internal_style(Modify *modify, const std::string &name,
                          Fix *(*creator)(LAMMPS *, int, char **) );
  template <class F> const char *add_internal_style(Modify *modify, const char *name)
  {
    add_internal_style(modify, name, [](LAMMPS *lmp, int narg, char **arg) -> Fix * {
      return new F(lmp, narg, arg);
    });
    return name;
  }

  /** Adds a style if this LAMMPS does not have one of this name. What LAMMPS does with a plugin
   *  adds it, too, but in 4 Feb 2025 not for min styles, and in the first LAMMPS of a process only.
   *  Relies on: Modify::fix_map and compute_map, src/modify.h; Force::pair_map and bond_map,
   *  src/force.h; Update::minimize_map, src/update.h; Input::command_map, src/input.h. */
  void add_style(LAMMPS *lmp, const std::string &name, Fix *(*creator)(LAMMPS *, int, char **) );
  void add_style(LAMMPS *lmp, const std::string &name,
                 Compute *(*creator)(LAMMPS *, int, char **) );
  void add_style(LAMMPS *lmp, const std::string &name, Pair *(*creator)(LAMMPS *) );
  void add_style(LAMMPS *lmp, const std::string &name, Bond *(*creator)(LAMMPS *) );
  void add_style(LAMMPS *lmp, const std::string &name, Min *(*creator)(LAMMPS *) );
  void add_style(LAMMPS *lmp, const std::string &name, Command *(*creator)(LAMMPS *) );

  /** In bond_style hybrid, does this style act on bonds of this type? A later bond_coeff may have
   *  given the type to another one. all: the style of the input, hybrid or not. Relies on:
   *  BondHybrid::map, src/bond_hybrid.h. */
  bool acts_on_type(const Bond *all, const Bond *one, int type);

  /** The style of a variable: equal, python and so on. Relies on: text of
   *  Info::get_variable_info(), src/info.cpp. */
  std::string style_of(const Variable *variable, int ivar);

  /** The formula of a variable of style equal, atom or vector as the user has given it; of other
   *  styles, all that LAMMPS shows. Relies on: text of Info::get_variable_info(), src/info.cpp. */
  std::string formula_of(const Variable *variable, int ivar);

  /** Makes LAMMPS build an occasional neighbor list again, with its stencils. LAMMPS builds such a
   *  list only once between two reneighborings, so pairs that have come near since would be
   *  missing. It keeps the stencil, although the subdomains may differ in the next run. The atoms
   *  stay in the bins of the last reneighboring. Relies on: NPair::last_build and
   *  NStencil::last_stencil, src/npair.cpp, src/nstencil.cpp. */
  void outdate(NeighList *list);

  /** Does a fix gravity have keyword disable? Then it does not act on atoms, and a fix rigid
   *  applies it to its bodies. Relies on: protected FixGravity::disable, src/fix_gravity.h. */
  bool is_disabled(const FixGravity *gravity);

  /** Updates the acceleration of a fix gravity from its variables, as its post_force() does, but
   *  without an effect on atoms and on its energy. Relies on: FixGravity::post_force() and
   *  protected members of FixGravity, src/fix_gravity.cpp. */
  void update_acceleration(FixGravity *gravity);

  /** The factor c of the moment of inertia c m R^2 if this is an integrator of spheres of LAMMPS
   *  itself: fix nve/sphere, and fix nvt/sphere, npt/sphere, nph/sphere. Relies on: protected
   *  FixNVESphere::inertia, src/fix_nve_sphere.h, and FixNHSphere::inertia, src/fix_nh_sphere.h. */
  std::optional<double> stock_inertia_factor(const Fix *fix);

  /** A pair style with its name as LAMMPS knows it, with the suffix of an accelerator. */
  struct SubStyle {
    Pair *pair;
    std::string name;
  };

  /** The pair style, or the sub-styles of a pair style hybrid; empty if there is none.
   *  Relies on: PairHybrid::nstyles, styles and keywords, src/pair_hybrid.h. */
  std::vector<SubStyle> pair_styles(const LAMMPS *lmp);

  /** Do large particles lack ghosts of small ones that they touch, by comm_modify reduce/multi?
   *  Relies on: Comm::multi_reduce, src/comm.h. */
  bool lacks_small_ghosts(const Comm *comm);

  /** Does this fix setforce always set the whole force to zero, so that its atoms keep their
   *  velocities? flat: 2d, where the force along z does not matter. Relies on: protected members of
   *  FixSetForce, src/fix_setforce.h, and the number of style CONSTANT, src/fix_setforce.cpp. */
  bool sets_force_to_zero(const Fix *fix, bool flat);

  /** The data in a restart file of a fix that was defined when the file was written. place: among
   *  the per-atom data of all fixes, nth of Fix::unpack_restart(); or among the records of
   *  fixes. */
  struct RestartRecord {
    std::string id, style;
    int place;
    char *state = nullptr;    // what Fix::restart() gets; null for per-atom data
  };

  /** The records of the restart file that was read last. LAMMPS forgets them at the first run.
   *  Relies on: id_restart_global, state_restart_global and others of Modify, src/modify.cpp. */
  std::vector<RestartRecord> global_restart_records(const Modify *modify);
  std::vector<RestartRecord> per_atom_restart_records(const Modify *modify);

  /** Tells LAMMPS that a fix has taken this record. Otherwise it lists it as unused.
   *  Relies on: Modify::used_restart_peratom and used_restart_global, src/modify.cpp. */
  void mark_as_read(const Modify *modify, const RestartRecord &record);

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
