/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef VARDEM_HOST_CELL_STREAMING_H
#define VARDEM_HOST_CELL_STREAMING_H

#include "host/interfaces.h"
#include "host/sphere_inertia.h"
#include "kernels/streaming.h"
#include "pointers.h"

#include <vector>

namespace LAMMPS_NS {

class AtomVecEllipsoid;
class Fix;

namespace VARDEM_NS {

  /** Common part of fix deform/gradv and fix streaming: keywords closure, spin and origin, and the loops over atoms that add the
 *  part of the flow to forces and torques. These loops leave out the members of clumps, which fix rigid/small/variational moves. */
  class CellStreaming : protected Pointers {
   public:
    VARDEM::Closure closure;
    bool spin, origin_given;
    VARDEM::Vec3 origin;

    /** The origin is the center of the box until keyword origin or a restart file gives another one. */
    explicit CellStreaming(LAMMPS *);

    /** Reads keyword closure, spin or origin of fix `style` at arg[iarg]. Returns the index behind its values, or iarg if the keyword
   *  is another. */
    int parse(const char *style, int iarg, int narg, char **arg);

    /** For init() of the fix: finds moments of inertia. It stops with an error if particles or bodies cannot follow the flow, and
   *  warns if another fix changes forces after this one, or holds atoms before it. Time integration may come before or after:
   *  it uses forces only when all of them are complete. */
    void init(const Fix *fix);

    /** Adds the part of the flow to the forces and torques of the atoms of a group. */
    void apply(const VARDEM::Streaming &, int groupbit) const;

    /** Corrects velocities, positions and angular velocities of the atoms of a group. */
    void correct(const VARDEM::FlowCorrection &, int groupbit) const;

    /** Adds the flow L (x - origin), and its spin, to the velocities of the atoms of a group. */
    void kick(const VARDEM::Upper &L, int groupbit) const;

    /** Sum over the atoms of this rank of m v_f v_f (xx yy zz yz xz xy), v_f = v - L (x - origin). */
    VARDEM::Upper kinetic(const VARDEM::Upper &L, int groupbit) const;

    /** Velocity of the lower corner of the cell for domain->h_ratelo, after the cell has made its step h with L. With it compute
   *  temp/deform and midstep_flow() find the flow u(x) = L (x - origin). */
    VARDEM::Vec3 corner_rate(const VARDEM::Upper &L, double h) const;

    /** For the fix of clumps, which finds this object through FlowOfCell and adds `now` to the forces on bodies. The
   *  velocities of periodic images differ by on_step_rate at the present time, by next_rate in the next step, and by start_rate
   *  when a run begins. clump_kick is the L of a kick that is due in setup. */
    VARDEM::Streaming now;
    VARDEM::Upper next_rate, on_step_rate, start_rate, clump_kick;

    /** The fixes of clumps. They are looked for at each call, since the user may delete a fix between runs. */
    std::vector<const FlowingClumps *> clumps() const;
    const ByGroup<double> &sphere_inertia() const { return inertia; }    // c of c m R^2

   private:
    ByGroup<double> inertia;
    AtomVecEllipsoid *ellipsoids;
    template <class F> void for_atoms(int groupbit, const F &f) const;
    template <class F> void for_turning(int groupbit, const VARDEM::Vec3 &w, const F &f) const;
    void turn(const VARDEM::Vec3 &w, int groupbit) const;
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
