// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CONTACT_CHECKS_H
#define VARDEM_HOST_CONTACT_CHECKS_H

#include "kernels/contact/normal_law.h"
#include "modify.h"
#include "pointers.h"

#include <string>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

class GrainRadii;
class PairCoefficients;

/** What pair styles and walls check at the start of a run. Messages begin with `style_name`. All
 *  processes must call the functions, but for require_reach(). */
class ContactChecks : protected Pointers {
 public:
  ContactChecks(LAMMPS *lmp, std::string style_name) :
      Pointers(lmp), style_name(std::move(style_name))
  {
  }

  /** Radii, masses and angular velocities. */
  void require_attributes() const;
  /** Radii > 0 of the atoms of these types. */
  void require_radii(const std::vector<bool> &types) const;
  /** For dashpots that act on half-step velocities. */
  void require_ghost_velocities() const;
  /** An error if the restart file that was read last has tangential springs of another of these
   *  pair styles, a warning if it has springs of LAMMPS' own styles. prefix: first part of the IDs
   *  of the fixes that keep the springs. */
  void require_own_springs(const std::string &prefix) const;
  /** A warning if the restart file has springs with the ID of this fix, but of a style other than
   *  the style of the fix: LAMMPS leaves them out. Kokkos variants keep springs in other fix
   *  styles. */
  void warn_about_unread_springs(const std::string &id, const std::string &style) const;
  void warn_about_special_bonds() const;
  /** An error if a particle may have two periodic images of another one among its neighbors:
   *  LAMMPS' own fixes find springs by IDs only. */
  void require_thick_box() const;
  /** An error if cohesion draws grains of two types, or of one type and a flat wall (jtype 0),
   *  through each other: if their contact still pulls where the overlap is the effective radius. */
  void require_repulsion(const VARDEM::NormalLaw &kind, const VARDEM::ContactParameters &law,
                         const GrainRadii &radii, int itype, int jtype) const;
  /** A warning if no fix of the input finds the forces of rigid contacts. */
  void warn_without_solver(bool &warned) const;
  /** A warning if atoms have velocities, and no fix moves them: their contacts feel these
   *  velocities. */
  void warn_about_conveyors(bool &warned) const;

  /** Radii may grow during a run, so that two grains of this process touch at more than the cutoff,
   *  from which neighbor lists and ghost atoms follow. cutsq: of the pair style; 0 for types that
   *  it does not have. margin: how much farther they may touch. */
  void require_reach(double **cutsq, const PairCoefficients &, double margin) const;

 private:
  std::string style_name;

  void warn_about_ellipsoids() const;
  bool is_fix(const std::string &id) const { return modify->get_fix_by_id(id) != nullptr; }
  bool is_orphan(const std::string &id, const std::string &prefix) const;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
