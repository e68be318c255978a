/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_INTERNALS_H
#define VARDEM_HOST_INTERNALS_H

#include <memory>
#include <optional>
#include <string>

namespace LAMMPS_NS {

class Compute;
class Fix;
class FixGravity;
class LAMMPS;
class Modify;
class NeighList;
class Variable;

namespace VARDEM_NS {

  // The only door into what LAMMPS does not publish: protected members, texts made for the log, and bookkeeping that no
  // function sets. Each entry names the file of LAMMPS that it relies on. unittest/scenarios/test_internals.cpp has a test of
  // each entry that fails when a version of LAMMPS changes it. The developers' page proposes public functions in their place.

  /** Sets the hooks of a fix after the call of its setmask(). Call it in init(): Modify::init() makes its lists afterwards.
 *  Relies on: Modify::fmask, src/modify.cpp. */
  void set_hooks(Modify *modify, const Fix *fix, int mask);

  /** The formula of a variable of style equal, atom or vector as the user has given it; of other styles, all that LAMMPS
 *  shows. Relies on: text of Variable::get_info(), src/variable.cpp. */
  std::string formula_of(const Variable *variable, int ivar);

  /** Makes LAMMPS build an occasional neighbor list again, with its stencils. LAMMPS builds such a list only once between two
 *  reneighborings, so pairs that have come near since would be missing. It keeps the stencil, although the subdomains may
 *  differ in the next run. The atoms stay in the bins of the last reneighboring.
 *  Relies on: NPair::last_build and NStencil::last_stencil, src/npair.cpp, src/nstencil.cpp. */
  void outdate(NeighList *list);

  /** Does a fix gravity have keyword disable? Then it does not act on atoms, and a fix rigid applies it to its bodies.
 *  Relies on: protected FixGravity::disable, src/fix_gravity.h. */
  bool is_disabled(const FixGravity *gravity);

  /** Updates the acceleration of a fix gravity from its variables, as its post_force() does, but without an effect on atoms and
 *  on its energy. Relies on: FixGravity::post_force() and protected members of FixGravity, src/fix_gravity.cpp. */
  void update_acceleration(FixGravity *gravity);

  /** The factor c of the moment of inertia c m R^2 if this is an integrator of spheres of LAMMPS itself: fix nve/sphere, and fix
 *  nvt/sphere, npt/sphere, nph/sphere. Relies on: protected FixNVESphere::inertia, src/fix_nve_sphere.h, and
 *  FixNHSphere::inertia, src/fix_nh_sphere.h. */
  std::optional<double> stock_inertia_factor(const Fix *fix);

  /** A compute that LAMMPS does not list, so the user does not see it, and LAMMPS neither calls nor deletes it. command: the
 *  arguments of a compute command. The caller calls its init(). Relies on: Modify::compute_map, src/modify.h. */
  std::unique_ptr<Compute> unlisted_compute(LAMMPS *, const std::string &command);

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
