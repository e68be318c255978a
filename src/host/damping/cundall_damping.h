// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_CUNDALL_DAMPING_H
#define VARDEM_HOST_CUNDALL_DAMPING_H

#include "host/atoms/gravity.h"
#include "host/atoms/sphere_inertia.h"
#include "kernels/cundall.h"
#include "kernels/cundall_lanes.h"

#include <cstdio>
#include <utility>
#include <vector>

namespace LAMMPS_NS {
class Error;
class Fix;
class Modify;
}    // namespace LAMMPS_NS

namespace LAMMPS_NS::VARDEM_NS {

struct DampingSums {
  VARDEM::DampingPower linear, angular;

  VARDEM_INLINE DampingSums &operator+=(const DampingSums &other)
  {
    linear += other.linear;
    angular += other.angular;
    return *this;
  }
};

/** Energy dissipated so far. */
struct Dissipation {
  VARDEM::Dissipation linear, angular;

  VARDEM_INLINE void start(const DampingSums &sums)
  {
    linear.start(sums.linear);
    angular.start(sums.angular);
  }

  VARDEM_INLINE void step(const DampingSums &sums, double h)
  {
    linear.step(sums.linear, h);
    angular.step(sums.angular, h);
  }
};

/** The energy that a damping has taken from single particles and from clumps, also before a
 *  restart. Energies are those of this process. */
class DissipationBooks {
 public:
  enum { LINEAR, ANGULAR, RATE, ENTRIES };

  /** In init(): clumps begin anew with each run. Their fix may have been deleted. */
  void start_run()
  {
    for (auto &one : clumps) one.second.start({});
  }
  /** Adds the loss of the clumps of a fix in a step h. first: before the first step of a run,
   *  where nothing is lost yet. */
  void add(const Fix *fix, const DampingSums &, double h, bool first);
  /** Energy taken from forces, from torques, and the power of both, now. particles: the account
   *  of single particles. */
  double entry(int n, const Dissipation &particles) const;

  /** Energies of all processes, LINEAR and ANGULAR; to be called by rank 0 only. */
  static void write_restart(FILE *fp, const double (&energies)[2]);
  /** To be called by all ranks; rank 0 keeps the energies. */
  void restart(const char *buf, const Fix *fix, Error *error, int rank);

 private:
  double carried[2] = {0.0, 0.0};    // before a restart, on rank 0
  std::vector<std::pair<const Fix *, Dissipation>> clumps;
};

// Fix damping/cundall/onstep for its loops over particles, on host and device, and over clumps. All
// types here are plain data, which can be copied to a device. Pointers point to memory of the host
// or of the device, wherever the loop runs.

// The block form of VARDEM::damp, compiled for several vector widths in
// host/damping/cundall_damping.cpp.

template <VARDEM::Cundall FORM> using OfForm = std::integral_constant<VARDEM::Cundall, FORM>;
using Onstep = OfForm<VARDEM::Cundall::ONSTEP>;
using Midstep = OfForm<VARDEM::Cundall::MIDSTEP>;
using Regular = OfForm<VARDEM::Cundall::REGULAR>;

void damp_block(Onstep, VARDEM::DampingLanes &, const VARDEM::DampingStep &);
void damp_block(Midstep, VARDEM::DampingLanes &, const VARDEM::DampingStep &);
void damp_block(Regular, VARDEM::DampingLanes &, const VARDEM::DampingStep &);

/** Which atoms are damped, and how much. */
struct CundallLaw {
  int groupbit, skipbit;
  double linear, angular;     // GL and GA
  const double *ratio;        // by atom type, or null
  ByGroup<double> inertia;    // of spheres, in mass radius^2
  VARDEM::DampingStep step;

  VARDEM_INLINE bool selects(int groups) const
  {
    return (groups & groupbit) && !(groups & skipbit);
  }

  template <class B> VARDEM_INLINE double scaled(double lambda, const B &b, int i) const
  {
    return ratio ? lambda * ratio[b.type(i)] : lambda;
  }
};

/** Gravity that the accessor of a body gives. */
struct UndampedOwnWeight {
  template <class B> VARDEM_INLINE VARDEM::Vec3 operator()(const B &b, int i) const
  {
    return b.gravity(i);
  }
};

enum class Turning { NONE, SPHERE, ROTOR };

/** Damps body i. Accessor b: that of kernels/cundall.h, with groups(i), the mask, and type(i). */
template <VARDEM::Cundall FORM, class Frame, class Spare> struct Damp {
  CundallLaw law;
  Frame frame;
  Spare spare;

  template <Turning TURNING, class B> VARDEM_INLINE DampingSums body(const B &b, int i) const
  {
    using namespace VARDEM;
    DampingSums sums = {{0.0, 0.0}, {0.0, 0.0}};
    sums.linear = damp_force<FORM>(b, i, frame, spare, law.scaled(law.linear, b, i), law.step);
    if constexpr (TURNING == Turning::SPHERE)
      sums.angular = damp_sphere_torque<FORM>(b, i, frame, law.inertia.of(b.groups(i)),
                                              law.scaled(law.angular, b, i), law.step);
    if constexpr (TURNING == Turning::ROTOR)
      sums.angular = damp_rotor_torque<FORM>(b, i, frame, law.scaled(law.angular, b, i), law.step);
    return sums;
  }

  // The same for lanes of bodies that are points or spheres

  template <class B>
  VARDEM_HOST_INLINE void load_force(VARDEM::DampingLanes &lanes, int l, const B &b, int i) const
  {
    VARDEM::Vec3 undamped = {0.0, 0.0, 0.0};
    if constexpr (!std::is_same_v<Spare, VARDEM::NothingUndamped>) undamped = spare(b, i);
    const auto mobility = VARDEM::isotropic_mobility(b.mass(i), law.step.ftm2v);
    lanes.set(l, b.f(i), undamped, frame.velocity(b, i), law.scaled(law.linear, b, i),
              mobility.inverse);
  }

  template <class B>
  VARDEM_HOST_INLINE void load_torque(VARDEM::DampingLanes &lanes, int l, const B &b, int i) const
  {
    const double R = b.radius(i), c = law.inertia.of(b.groups(i));
    const auto mobility = VARDEM::isotropic_mobility(c * b.mass(i) * R * R, law.step.ftm2v);
    lanes.set(l, b.torque(i), {0.0, 0.0, 0.0}, frame.omega(b.omega(i)),
              law.scaled(law.angular, b, i), mobility.inverse);
  }

  void damp_lanes(VARDEM::DampingLanes &lanes) const
  {
    damp_block(OfForm<FORM>(), lanes, law.step);
  }
};

/** Data of a step that are the same for all bodies. */
struct CundallStep {
  VARDEM::Cundall form;
  bool flows;     // velocities are those relative to `flow`
  bool spares;    // gravity is not damped
  CundallLaw law;
  VARDEM::FrameOfFlow flow;
};

/** Calls damp_all(damp) with the Damp of this step. spare: finds the gravity of a body if it is not
 *  damped. */
template <class Spare, class Do>
void dispatch_damping(const CundallStep &s, const Spare &spare, const Do &damp_all)
{
  using VARDEM::Cundall;
  auto with_spare = [&](auto form, const auto &frame) {
    constexpr Cundall FORM = decltype(form)::value;
    using Frame = std::decay_t<decltype(frame)>;
    if (s.spares)
      damp_all(Damp<FORM, Frame, Spare>{s.law, frame, spare});
    else
      damp_all(Damp<FORM, Frame, VARDEM::NothingUndamped>{s.law, frame, {}});
  };
  auto with_frame = [&](auto form) {
    if (s.flows)
      with_spare(form, s.flow);
    else
      with_spare(form, VARDEM::FrameAtRest());
  };
  if (s.form == Cundall::ONSTEP)
    with_frame(Onstep());
  else if (s.form == Cundall::REGULAR)
    with_frame(Regular());
  else
    with_frame(Midstep());
}

/** The particles that one pass of the loop damps. */
struct DampedParticles {
  const int *ellipsoid;    // null: all particles
  bool rotors;             // particles with ellipsoid >= 0, or the others
  int nclumps;
  const int *clump[ByGroup<int>::MAX];    // >= 0: member of a clump, which its fix damps as a body

  VARDEM_INLINE bool has(int i) const
  {
    if (ellipsoid && (ellipsoid[i] >= 0) != rotors) return false;
    for (int k = 0; k < nclumps; k++)
      if (clump[k][i] >= 0) return false;
    return true;
  }
};

/** All particles that are not in bodies of a fix with interface FlowingClumps. Valid within one
 *  hook of a fix. */
DampedParticles single_particles(const Modify *);

/** Accessor of atoms with the groups and types that the damping needs. Ints: pointer or view of
 *  what LAMMPS has of each atom. */
template <class Atoms, class Ints> class DampedAtoms : public Atoms {
 public:
  DampedAtoms(const Atoms &atoms, const Ints &mask, const Ints &type) :
      Atoms(atoms), mask_of(mask), type_of(type)
  {
  }

  VARDEM_INLINE int groups(int i) const { return mask_of[i]; }
  VARDEM_INLINE int type(int i) const { return type_of[i]; }

 private:
  Ints mask_of, type_of;
};

/** How particles turn: those with bonus data of ellipsoids, and the others. */
struct TurningOfAtoms {
  Turning ellipsoids, others;
};

/** Damps the particles of a process. Loops has the loops over them: rotors(damp, some),
 *  spheres(damp, some), points(damp, some), and ellipsoid(), LAMMPS' array of that name where the
 *  loops run. */
template <class Loops>
void damp_particles(const CundallStep &s, const UndampedWeight &spare,
                    const TurningOfAtoms &turning, DampedParticles some, Loops &loops)
{
  dispatch_damping(s, spare, [&](const auto &damp) {
    if (turning.ellipsoids == Turning::ROTOR) {
      some.ellipsoid = loops.ellipsoid();
      some.rotors = true;
      loops.rotors(damp, some);
      some.rotors = false;
    }
    if (turning.others == Turning::SPHERE)
      loops.spheres(damp, some);
    else
      loops.points(damp, some);
  });
}

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
