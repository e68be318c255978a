// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_KINETIC_ENERGY_H
#define VARDEM_HOST_KINETIC_ENERGY_H

#include "host/atoms/sphere_inertia.h"
#include "kernels/energy.h"

#include <optional>

namespace LAMMPS_NS {

class LAMMPS;

namespace VARDEM_NS {

  class RigidEnergies;

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
      energy.rotation += atoms.sum(
          "rotation_of_spheres",
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

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
