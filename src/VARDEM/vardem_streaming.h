/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_VARDEM_STREAMING_H
#define LMP_VARDEM_STREAMING_H

#include "kernels/streaming.h"
#include "pointers.h"
#include "vardem_inertia.h"

#include <vector>

namespace LAMMPS_NS {

class AtomVecEllipsoid;
class Fix;

/** What a fix that integrates clumps offers to the fix of the flow, by extract("flowing clumps"); sums are those of this rank. */
class VardemFlowingClumps {
 public:
  /** Per owned atom the body, or 0. */
  virtual const tagint *members() const = 0;
  /** Sum over bodies of M v_f v_f, v_f = V - L (X - origin). */
  virtual VARDEM::Upper kinetic_stress(const VARDEM::Upper &L,
                                       const VARDEM::Vec3 &origin) const = 0;
  /** Symmetric part of the sum over members of r f, force times arm from the centre of the body. The virial of all
   *  interactions less that is the virial of those between bodies. */
  virtual VARDEM::Upper member_virial() const = 0;

 protected:
  ~VardemFlowingClumps() = default;
};

/** What fix deform/gradv and fix streaming share: keywords closure, spin and origin, and the loops over atoms that add the
 *  part of the flow to forces and torques. Members of clumps (fix rigid/small/variational) are left to their fix. */
class VardemStreaming : protected Pointers {
 public:
  VARDEM::Closure closure;
  bool spin, origin_given;
  VARDEM::Vec3 origin;

  /** The origin is the centre of the box, until the keyword, or else a restart file, says otherwise. */
  explicit VardemStreaming(LAMMPS *);

  /** Reads keyword closure, spin or origin of fix `style` at arg[iarg]; returns the index behind it, iarg if it is none. */
  int parse(const char *style, int iarg, int narg, char **arg);

  /** To be called by init() of the fix: finds clumps and moments of inertia; stops at what cannot follow the flow, and warns
   *  about fixes that change forces later than this one. */
  void init(const Fix *fix);

  /** Adds the part of the flow to force and torque of the atoms of a group. */
  void apply(const VARDEM::Streaming &, int groupbit) const;

  /** Corrects velocity and position, and spin, of the atoms of a group. */
  void correct(const VARDEM::FlowCorrection &, int groupbit) const;

  /** Adds the flow L (x - origin), and its spin, to the velocities of the atoms of a group. */
  void kick(const VARDEM::Upper &L, int groupbit) const;

  /** Sum over the atoms of this rank of m v_f v_f (xx yy zz yz xz xy), v_f = v - L (x - origin). */
  VARDEM::Upper kinetic(const VARDEM::Upper &L, int groupbit) const;

  /** Velocity of the flow for domain->h_ratelo: compute temp/deform and vardem_flow() then see u(x) = L (x - origin). The
   *  cell has just made its step of h with L. */
  VARDEM::Vec3 corner_rate(const VARDEM::Upper &L, double h) const;

  /** What clumps follow: their fix finds this object by extract("streaming"), and adds `now` to the forces on bodies. The images
   *  of the next step differ by next_rate, those of the present time by on_step_rate. started: there has been a setup, and velocities are those of the flow; else clump_kick is the L of
   *  a kick that is due at setup. */
  VARDEM::Streaming now;
  VARDEM::Upper next_rate, on_step_rate, start_rate, clump_kick;

  /** Of all fixes of clumps, looked for anew: a fix may be gone. */
  std::vector<const VardemFlowingClumps *> clumps() const;
  const VardemByGroup<double> &sphere_inertia() const { return inertia; }    // c of c m R^2

 private:
  VardemByGroup<double> inertia;
  AtomVecEllipsoid *ellipsoids;
  template <class F> void for_atoms(int groupbit, const F &f) const;
  template <class F> void for_turning(int groupbit, const VARDEM::Vec3 &w, const F &f) const;
  void turn(const VARDEM::Vec3 &w, int groupbit) const;
};

}    // namespace LAMMPS_NS
#endif
