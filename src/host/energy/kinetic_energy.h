// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_KINETIC_ENERGY_H
#define VARDEM_HOST_KINETIC_ENERGY_H

#include "fix.h"
#include "host/atoms/atom_accessors.h"
#include "host/atoms/gravity.h"
#include "host/atoms/rigid_members.h"
#include "host/atoms/sphere_inertia.h"
#include "kernels/energy.h"
#include "pointers.h"

#include <optional>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** Is an atom a member of a rigid body? */
struct RigidMembers {
  std::vector<const int *> bodies;    // of each fix, the body of each atom, or -1

  bool operator()(int i) const
  {
    for (const int *body : bodies)
      if (body[i] >= 0) return true;
    return false;
  }
};

/** The energies of the bodies of all fixes rigid for a fix that keeps the books (the ledger). Fix
 *  rigid/small and the styles derived from it have bodies that belong to one process each, fix
 *  rigid has bodies that all processes know. */
class RigidEnergies : protected Pointers {
 public:
  RigidEnergies(LAMMPS *lmp, const Fix *ledger_in) : Pointers(lmp), ledger(ledger_in) {}

  bool any() const { return !fixes().empty(); }
  /** Stops if the group of the ledger contains a part of a body, whose energy cannot be divided
   *  among its members. */
  void check_group() const;
  RigidMembers members() const;
  /** Adds the bodies of fix rigid/small that this process owns, in units of mass * velocity^2,
   *  relative to the frame. */
  template <class Frame>
  void add_owned_bodies(const Frame &frame, VARDEM::KineticEnergy &sum) const;
  /** Adds the bodies of fix rigid, in units of energy. The sum is the same on all processes. */
  void add_common_bodies(VARDEM::KineticEnergy &sum) const;
  /** Sum of g . F over the forces that fix rigid/small adds to the bodies of this process, apart
   *  from the forces on their members. Such a force is the damping of a body. Bodies in a group of
   *  counted_bits are left out. */
  double force_beyond_members(const std::vector<GravityField> &gravity_fields,
                              int counted_bits) const;

 private:
  const Fix *ledger;

  std::vector<RigidBodies> fixes() const { return RigidBodies::of_all_fixes(modify); }
};

template <class Frame>
void RigidEnergies::add_owned_bodies(const Frame &frame, VARDEM::KineticEnergy &sum) const
{
  for (const auto &fix : fixes()) {
    if (!fix.is_small()) continue;
    const Clumps bodies = fix.bodies();
    VARDEM::KineticEnergy energy;
    for (int i = 0; i < bodies.size(); i++) {
      if (!(atom->mask[bodies.owner(i)] & ledger->groupbit)) continue;
      energy.translation += translational_energy(frame, bodies, i);
      energy.rotation += body_rotational_energy(frame, bodies, i);
    }
    sum += energy;
  }
}

/** The flow of the cell at the time step, if velocities include it. Energies and work are then
 *  relative to that flow. */
std::optional<VARDEM::FrameOfFlow> frame_of_flow(LAMMPS *);

/** f(frame) in the frame of the flow or, if there is none, at rest. */
template <class F> auto in_frame(const std::optional<VARDEM::FrameOfFlow> &flow, const F &f)
{
  return flow ? f(*flow) : f(VARDEM::FrameAtRest());
}

/** Kinetic energy of the atoms of this process, members of rigid bodies left out, in units of
 *  mass * velocity^2. style: of the calling fix, for error messages.
 *
 *  Atoms, on host or device, has accessors points(), spheres(), with_ellipsoids(f), which calls
 *  f(accessor), the predicates is_ellipsoid() and without(), have_spheres(), have_ellipsoids(),
 *  and sum(phase, term), which sums a term over the atoms. */
template <class Atoms, class Frame>
VARDEM::KineticEnergy kinetic_energy_of(LAMMPS *lmp, const char *style, const Atoms &atoms,
                                        const Frame &frame)
{
  using namespace VARDEM;
  const auto points = atoms.points();
  const auto without = atoms.without();
  using Points = std::decay_t<decltype(points)>;
  using Without = std::decay_t<decltype(without)>;
  KineticEnergy energy;
  energy.translation =
      atoms.sum("translation", TranslationTerm<Frame, Points, Without>{frame, points, without});

  const auto is_ellipsoid = atoms.is_ellipsoid();
  using IsEllipsoid = std::decay_t<decltype(is_ellipsoid)>;
  if (atoms.have_spheres()) {
    const auto spheres = atoms.spheres();
    using Spheres = std::decay_t<decltype(spheres)>;
    energy.rotation +=
        atoms.sum("rotation_of_spheres",
                  SphereRotationTerm<Frame, Points, Spheres, IsEllipsoid, Without, ByGroup<double>>{
                      frame, points, spheres, is_ellipsoid, without,
                      inertia_factors(lmp, std::string("Fix ") + style)});
  }
  if (atoms.have_ellipsoids())
    atoms.with_ellipsoids([&](const auto &ellipsoids) {
      using Ellipsoids = std::decay_t<decltype(ellipsoids)>;
      energy.rotation += atoms.sum("rotation_of_ellipsoids",
                                   EllipsoidRotationTerm<Frame, Ellipsoids, IsEllipsoid, Without>{
                                       frame, ellipsoids, is_ellipsoid, without});
    });
  return energy;
}

/** Kinetic energy of LAMMPS' arrays on the host, and of the bodies of fix rigid/small that this
 *  process owns. */
VARDEM::KineticEnergy kinetic_energy_on_host(LAMMPS *, int groupbit, const char *style,
                                             const std::optional<VARDEM::FrameOfFlow> &flow,
                                             const RigidEnergies &rigid);

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
