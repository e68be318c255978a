// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_ORIENTATIONS_H
#define VARDEM_HOST_ORIENTATIONS_H

#include "atom.h"
#include "kernels/macros.h"
#include "pointers.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class AtomVecEllipsoid;
class Fix;

namespace VARDEM_NS {

  class SphereIntegrator;

  /** The atoms whose orientations an integrator gets: those of its group, and those of no
   *  integrator's group, of which all integrators keep the same. */
  struct KeptAtoms {
    int groups, of_all;

    VARDEM_INLINE bool has(int mask) const { return (mask & groups) || !(mask & of_all); }
  };

  /** The orientations of all atoms. The atom style has them, or the integrators of spheres keep
   *  them; in atom style hybrid with ellipsoids there may be both. Atoms that nothing moves keep
   *  their orientation of the start. */
  class Orientations : protected Pointers {
   public:
    explicit Orientations(LAMMPS *lmp) : Pointers(lmp) {}

    /** For init_style(): finds the atom style or the integrators that have them. A run stops
     *  if there is none, or if a fix turns bonded atoms without them. style_name: the bond style,
     *  for messages. */
    void init(const std::string &style_name);
    /** As init(), but returns false if there are none. */
    bool find();
    /** Four numbers w x y z of each owned atom, now, with room for those of ghosts behind them. */
    double *rows();
    /** Did find() see any? */
    bool exist() const { return of_atom_style() || !keepers.empty(); }
    /** Calls f(keeper, bits of its group) for each integrator that keeps them. */
    template <class F> void for_keepers(const F &f) const
    {
      for (std::size_t k = 0; k < keepers.size(); k++) f(keepers[k], groupbits[k]);
    }
    /** Sets the orientations of owned atoms that have one: atom i gets the row column[i] of w x y
     *  z, if column[i] is below `count`. */
    void set(const double *orientations, const int *column, int count);
    /** The atoms that set() changes in an integrator with these group bits. */
    KeptAtoms kept_in(int bits) const
    {
      KeptAtoms kept = {bits, 0};
      for (const int groups : groupbits) kept.of_all |= groups;
      return kept;
    }
    /** As set(), in one integrator only. bits: its group bits. */
    void set_of(SphereIntegrator *keeper, int bits, const double *orientations, const int *column,
                int count) const;
    /** The orientation of one owned atom, without a copy of all. */
    const double *row(int i) const;
    /** Gives bonded atoms the orientations that they had at the end of the last run, because a new
     *  integrator, or one with other atoms, does not know them. last: these orientations, or 0 0 0
     *  0. If the input has set other orientations, they count: `last` becomes 0 0 0 0, and there is
     *  a warning. */
    void go_on_from(double *const *last, const std::string &style_name);
    /** Can rows() be called? Between runs the input may have deleted the integrators. */
    bool are_there() const;
    /** The only integrator that keeps them; null if there are several, or if the atom style has
     *  them. */
    SphereIntegrator *keeper() const
    {
      return keepers.size() == 1 && !ellipsoids ? keepers.front() : nullptr;
    }
    /** Can integrators keep any, beside the atom style? */
    bool may_be_kept() const { return !quats && (!ellipsoids || atom->omega_flag); }
    bool of_atom_style() const { return ellipsoids || quats; }
    const AtomVecEllipsoid *ellipsoids_of_atom_style() const { return ellipsoids; }

   private:
    AtomVecEllipsoid *ellipsoids = nullptr;
    bool quats = false;    // atom->quat
    std::vector<SphereIntegrator *> keepers;
    std::vector<int> groupbits;       // of the keepers
    std::vector<double> collected;    // of ellipsoids, or from several fixes

    void set_in(double *const *rows, const KeptAtoms &, const double *orientations,
                const int *column, int count) const;
    void require_integrators(const std::string &style_name) const;
    enum Motion { WITH_ATTITUDES, UNSEEN, WITHOUT_ROTATION };
    Motion motion_by(const Fix *) const;
    bool is_bonded(int i) const;
    bigint bonded_atoms_of(const Fix *) const;
    void collect();
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
