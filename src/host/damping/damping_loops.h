/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_DAMPING_LOOPS_H
#define VARDEM_HOST_DAMPING_LOOPS_H

#include "host/atoms/bodies.h"
#include "host/damping/cundall_damping.h"

namespace LAMMPS_NS::VARDEM_NS {

/** The loops of damp_particles() on the host, over atoms 0 ... n-1. */
class DampingLoops {
 public:
  DampingLoops(Atom *atom, int n) : atom(atom), n(n) {}

  /** What all loops have taken. */
  DampingSums sums = {};

  const int *ellipsoid() const { return atom->ellipsoid; }

  template <class Damp> void rotors(const Damp &damp, const DampedParticles &some)
  {
    auto *avec = dynamic_cast<AtomVecEllipsoid *>(atom->style_match("ellipsoid"));
    if (are_superellipsoids(atom))
      one_by_one(with_groups(Ellipsoids(atom, 0, bonus_super(avec), false)), some, damp);
    else
      one_by_one(with_groups(Ellipsoids(atom, 0, avec->bonus, false)), some, damp);
  }

  template <class Damp> void spheres(const Damp &damp, const DampedParticles &some)
  {
    in_lanes<Turning::SPHERE>(with_groups(Spheres(atom, 0, nullptr, false)), some, damp);
  }

  template <class Damp> void points(const Damp &damp, const DampedParticles &some)
  {
    in_lanes<Turning::NONE>(with_groups(Points(atom, 0)), some, damp);
  }

 private:
  Atom *atom;
  int n;

  template <class Atoms> DampedAtoms<Atoms, const int *> with_groups(const Atoms &atoms) const
  {
    return {atoms, atom->mask, atom->type};
  }

  template <class Atoms, class Damp>
  void one_by_one(const Atoms &atoms, const DampedParticles &some, const Damp &damp)
  {
    DampingSums all = {{0.0, 0.0}, {0.0, 0.0}};
    for (int i = 0; i < n; i++)
      if (damp.law.selects(atoms.groups(i)) && some.has(i))
        all += damp.template body<Turning::ROTOR>(atoms, i);
    sums += all;
  }

  /** For point particles and spheres. */
  template <Turning TURNING, class Atoms, class Damp>
  void in_lanes(const Atoms &atoms, const DampedParticles &some, const Damp &damp)
  {
    constexpr bool TURNS = (TURNING == Turning::SPHERE);
    VARDEM::DampingLanes forces, torques;
    for (int begin = 0; begin < n; begin += VARDEM::LANES) {
      const int count = std::min(VARDEM::LANES, n - begin);
      bool selected[VARDEM::LANES] = {};
      for (int l = 0; l < VARDEM::LANES; l++) {
        const int i = begin + l;
        selected[l] = l < count && damp.law.selects(atoms.groups(i)) && some.has(i);
        if (selected[l]) {
          damp.load_force(forces, l, atoms, i);
          if constexpr (TURNS) damp.load_torque(torques, l, atoms, i);
        } else {
          forces.leave_empty(l);
          if constexpr (TURNS) torques.leave_empty(l);
        }
      }
      damp.damp_lanes(forces);
      if constexpr (TURNS) damp.damp_lanes(torques);
      for (int l = 0; l < count; l++) {
        if (!selected[l]) continue;
        atoms.set_f(begin + l, forces.damped_force(l));
        if constexpr (TURNS) atoms.set_torque(begin + l, torques.damped_force(l));
      }
    }
    sums += {forces.sum(), TURNS ? torques.sum() : VARDEM::DampingPower{0.0, 0.0}};
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
