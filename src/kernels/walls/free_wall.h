// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_FREE_WALL_H
#define VARDEM_FREE_WALL_H

#include "kernels/leapfrog.h"
#include "kernels/rotation/variational.h"
#include "kernels/walls/wall_motion.h"

namespace VARDEM {

// --- a wall with degrees of freedom: the leapfrog, with LGVI4 where it turns ---
//
// Equations (1) to (5) are those of doc/notes/soft-contacts.md 8.5.

enum class WallFreedom { AXIS, TRANSLATION, RIGID, HINGE };

/** A free wall as the input has it. */
struct FreeWallBody {
  WallFreedom freedom;
  double mass;       // of a hinge: the moment of inertia about its axis
  Vec3 inertia;      // of RIGID: moments about x y z at the start, where these are principal axes
  Vec3 axis;         // of AXIS and HINGE: unit vector
  Vec3 pivot;        // at the start: a point of the hinge, or the centre of mass
  Vec3 centre;       // at the start: where its load acts
  double damping;    // force/velocity; of a hinge: torque/angular velocity
  double lo, hi;     // stops of the displacement along the axis, or of the angle
  bool servo;
  bool flat;    // in 2d nothing drives it out of the plane

  VARDEM_INLINE bool translates() const { return freedom != WallFreedom::HINGE; }
  VARDEM_INLINE bool turns() const
  {
    return freedom == WallFreedom::RIGID || freedom == WallFreedom::HINGE;
  }
  VARDEM_INLINE bool has_coordinate() const
  {
    return freedom == WallFreedom::AXIS || freedom == WallFreedom::HINGE;
  }
  /** The part of a force that moves the wall, and of a torque about the pivot that turns it. */
  VARDEM_INLINE Vec3 driving_force(const Vec3 &F) const
  {
    if (freedom == WallFreedom::AXIS) return dot(F, axis) * axis;
    return translates() ? Vec3{F.x, F.y, flat ? 0.0 : F.z} : Vec3{0.0, 0.0, 0.0};
  }
  VARDEM_INLINE Vec3 driving_torque(const Vec3 &T) const
  {
    if (freedom == WallFreedom::HINGE) return dot(T, axis) * axis;
    if (turns() && !flat) return T;
    return {0.0, 0.0, turns() ? T.z : 0.0};
  }
  /** Of the damping, per momentum. */
  VARDEM_INLINE double damping_rate() const { return damping / mass; }
};

/** Where a free wall is at a step, and how it moves. Plain data, which a restart file has byte by
 *  byte. */
struct FreeWallState {
  Vec3 x = {0, 0, 0}, v = {0, 0, 0};    // displacement of the pivot; velocity, of a servo's mass
  Quat q = {1, 0, 0, 0};                // orientation
  Vec3 L = {0, 0, 0};                   // angular momentum
  Vec3 force = {0, 0, 0}, torque = {0, 0, 0};    // those that move it
  double tangent = 0.0, carried = 0.0;    // of the contacts: stiffness and force along the axis
  double lost = 0.0;                      // energy that damping, servo and stops have taken
  // at the start of the present step: power of the damping, kinetic energy, coordinate, drive()
  double power = 0.0, kinetic = 0.0, coordinate = 0.0, drive = 0.0;
  double stopped = 0.0;    // 1 in the step in which the wall reaches a stop
};

/** How a free wall moves: the velocity of its pivot, and its angular velocity. */
struct WallVelocities {
  Vec3 v, w;
};

/** A free wall and its step. to_energy: force->mvv2e. */
struct FreeWall {
  FreeWallBody body;
  FreeWallState state;
  double to_energy;
  Vec3 load = {0, 0, 0};      // at the centre, for steps that others make
  bool load_turns = false;    // with the wall

  /** From the start to where it is now. */
  VARDEM_INLINE RigidMotion place() const
  {
    return {state.x + (body.pivot - turned(body.pivot)),
            {turned({1, 0, 0}), turned({0, 1, 0}), turned({0, 0, 1})}};
  }
  VARDEM_INLINE Vec3 pivot() const { return body.pivot + state.x; }
  /** Space components of a vector of the wall. */
  VARDEM_INLINE Vec3 turned(const Vec3 &p) const { return body_to_space(state.q, p); }
  /** The displacement along the axis, or the angle of the hinge. */
  VARDEM_INLINE double coordinate() const
  {
    if (body.freedom == WallFreedom::AXIS) return dot(state.x, body.axis);
    const Quat &q = state.q;
    return 2.0 * std::atan2(dot({q.x, q.y, q.z}, body.axis), q.w);
  }
  VARDEM_INLINE Vec3 angular_velocity() const { return angular_velocity_of(state.L); }
  VARDEM_INLINE Vec3 angular_momentum_of(const Vec3 &w) const
  {
    if (body.freedom == WallFreedom::HINGE) return body.mass * w;
    return angular_momentum(state.q, w, body.inertia);
  }
  VARDEM_INLINE Vec3 angular_velocity_of(const Vec3 &L) const
  {
    if (!body.turns()) return {0.0, 0.0, 0.0};
    if (body.freedom == WallFreedom::HINGE) return (1.0 / body.mass) * L;
    return turned(VARDEM::angular_velocity(state.q, L, body.inertia));
  }
  /** Of the surface: the plate of a servo goes ahead of its mass. */
  VARDEM_INLINE Vec3 surface_velocity(double h) const
  {
    return h > 0.0 ? state.v + (slip() / h) * body.axis : state.v;
  }
  /** Acceleration of a point along the unit vector e by a unit force there. arm: from the pivot. */
  VARDEM_INLINE double mobility(const Vec3 &arm, const Vec3 &e) const
  {
    const Vec3 F = body.driving_force(e);
    const double sum = body.translates() ? dot(F, F) / body.mass : 0.0;
    return sum + turning(cross(arm, e));
  }
  /** Angular acceleration about the couple T, times its size. */
  VARDEM_INLINE double turning(const Vec3 &couple) const
  {
    const Vec3 T = body.driving_torque(couple);
    return dot(T, angular_velocity_of(T));
  }
  VARDEM_INLINE double kinetic_energy() const { return translation_energy() + rotation_energy(); }
  VARDEM_INLINE double translation_energy() const
  {
    return 0.5 * to_energy * body.mass * dot(state.v, state.v);
  }
  VARDEM_INLINE double rotation_energy() const
  {
    return 0.5 * to_energy * dot(angular_velocity(), state.L);
  }
  /** The force along the axis, or the torque about it. */
  VARDEM_INLINE double drive() const
  {
    return body.has_coordinate() ? dot(state.force + state.torque, body.axis) : 0.0;
  }

  /** Opening of a step: half kicks, drift, rotation, (1). */
  VARDEM_INLINE void open(const Step &s)
  {
    state.stopped = 0.0;
    state.kinetic = kinetic_energy();
    state.coordinate = body.has_coordinate() ? coordinate() : 0.0;
    state.power = damping_power();
    state.drive = drive();
    const double ahead = slip();
    if (body.servo) brake(ahead / s.h);
    const Moved moved = {*this, kicked_mass(s), held()};
    if (body.translates()) kick_drift(moved, 0, s);
    state.x = state.x + ahead * body.axis;
    if (body.turns()) turn(kick_angular_momentum(moved, 0, s), s.h);
    stop();
  }

  /** The forces at the end of a step, or in a set-up: of the load and of the contacts, and their
   *  torque about the pivot. tangent: of the contacts along the axis, for a servo. */
  VARDEM_INLINE void take(const Vec3 &load, const Vec3 &contacts, const Vec3 &torque,
                          double tangent)
  {
    state.force = body.driving_force(load + contacts);
    state.torque = body.driving_torque(torque);
    state.tangent = tangent;
    state.carried = std::fabs(dot(contacts, body.axis));
  }

  /** Closing of a step, behind take(): half kicks, (2), and what has been lost, (4). */
  VARDEM_INLINE void close(const Step &s)
  {
    if (state.stopped == 0.0 && !held()) {
      const double m = kicked_mass(s), part = 1.0 / (1.0 + s.half_kick * body.damping / m);
      state.v = part * (state.v + (s.half_kick / m) * state.force);
      state.L = part * (state.L + s.half_kick * state.torque);
    }
    if (body.servo || state.stopped != 0.0)
      state.lost += 0.5 * (state.drive + drive()) * (coordinate() - state.coordinate) +
          state.kinetic - kinetic_energy();
    else
      state.lost += 0.5 * s.h * (state.power + damping_power());
  }

  // --- the same wall in contact dynamics, where take() has given it the load alone ---

  /** How it moves at the end of a step in which contacts give it the impulse g, and G about the
   *  pivot, (5). Linear in both but for stops. */
  VARDEM_INLINE WallVelocities pushed(const Step &s, const Vec3 &g, const Vec3 &G) const
  {
    const Momenta end = at_stop(kicked(s, g, G), s.h);
    return {end.v, angular_velocity_of(end.L)};
  }
  /** Makes this step. Returns the means of the velocities at its start and its end. */
  VARDEM_INLINE WallVelocities push(const Step &s, const Vec3 &g, const Vec3 &G)
  {
    const Momenta free = kicked(s, g, G), end = at_stop(free, s.h);
    const WallVelocities mean = {0.5 * (state.v + end.v),
                                 0.5 * (angular_velocity() + angular_velocity_of(end.L))};
    const double b = damping_of(s);
    state.lost += to_energy *
        (body.mass * dot(b * (state.v + free.v) + free.v - end.v, mean.v) +
         dot(b * (state.L + free.L) + free.L - end.L, mean.w));
    state.v = end.v;
    state.L = end.L;
    state.x = state.x + s.h * state.v;
    if (body.freedom == WallFreedom::HINGE) turn(state.L, s.h);
    if (body.freedom == WallFreedom::RIGID)
      state.q = free_rotation(state.q, state.L, body.inertia, s.h);
    return mean;
  }

  // --- the same wall in an implicit step, likewise with the load alone ---

  VARDEM_INLINE bool is_held() const { return state.stopped != 0.0; }
  /** The sign of `stopped` says which stop holds the wall. */
  VARDEM_INLINE void start_part()
  {
    state.kinetic = kinetic_energy();
    if (is_held()) state.stopped = coordinate() > 0.5 * (body.lo + body.hi) ? 1.0 : -1.0;
  }
  VARDEM_INLINE double way_to_stop() const
  {
    return (state.stopped > 0.0 ? body.hi : body.lo) - coordinate();
  }
  /** Behind a solve that moves the coordinate of the wall by `way`, or leaves a force along it at a
   *  stop. Has it come to a stop, or left one, which it may? */
  VARDEM_INLINE bool change_stop(double way, double force, bool may_leave)
  {
    if (!body.has_coordinate()) return false;
    const double held = state.stopped, end = coordinate() + way;
    if (!is_held())
      state.stopped = end > body.hi ? 1.0 : (end < body.lo ? -1.0 : 0.0);
    else if (may_leave && held * force < 0.0)
      state.stopped = 0.0;
    return state.stopped != held;
  }
  /** Slows the mass of a servo. */
  VARDEM_INLINE void start_servo(double h) { brake(slip() / h); }
  /** Moves the wall by u, and turns it by r. work: of load and contacts; lost: to the damping. A
   *  stop and a servo take what is left, also of a step that has no solution. */
  VARDEM_INLINE void end_part(const Vec3 &u, const Vec3 &r, double work, double lost)
  {
    state.x = state.x + u;
    if (body.turns()) state.q = rotated(state.q, r, IncrementExponential());
    stop();
    if (is_held()) state.v = state.L = {0.0, 0.0, 0.0};
    state.lost += is_held() || body.servo ? work + state.kinetic - kinetic_energy() : lost;
    state.kinetic = kinetic_energy();
  }

  /** The mass of a servo is heavier on its contacts, so that its drift in a step, too, takes up no
   *  more than what is missing of the load. */
  VARDEM_INLINE double kicked_mass(const Step &s) const
  {
    return body.servo ? body.mass + 2.0 * s.half_kick * s.h * state.tangent : body.mass;
  }
  /** How far the plate of a servo goes ahead of its mass in a step, over what is missing of the
   *  load. */
  VARDEM_INLINE double compliance() const
  {
    if (!body.servo || !(state.tangent > 0.0) || held()) return 0.0;
    const double missing = std::fabs(drive()), most = state.carried;
    return GAIN / state.tangent * (missing > most ? most / missing : 1.0);
  }

  /** b of (5). */
  VARDEM_INLINE double damping_of(const Step &s) const { return s.half_kick * body.damping_rate(); }

 private:
  struct Momenta {
    Vec3 v, L;    // velocity of the pivot, angular momentum
  };

  VARDEM_INLINE Momenta kicked(const Step &s, const Vec3 &g, const Vec3 &G) const
  {
    const double b = damping_of(s), kick = 2.0 * s.half_kick / (1.0 + b),
                 keep = (1.0 - b) / (1.0 + b);
    return {keep * state.v + (kick / body.mass) * (state.force + body.driving_force(g) / s.h),
            keep * state.L + kick * (state.torque + body.driving_torque(G) / s.h)};
  }
  /** A wall that would go beyond a stop in the step goes to the stop. */
  VARDEM_INLINE Momenta at_stop(Momenta to, double h) const
  {
    if (!body.has_coordinate()) return to;
    Vec3 &moving = body.freedom == WallFreedom::AXIS ? to.v : to.L;
    const double unit = body.freedom == WallFreedom::AXIS ? h : h / body.mass, at = coordinate(),
                 end = at + unit * dot(moving, body.axis);
    if (end > body.hi) moving = ((body.hi - at) / unit) * body.axis;
    if (end < body.lo) moving = ((body.lo - at) / unit) * body.axis;
    return to;
  }

  static constexpr double GAIN = 0.8;    // of the servo, which is stable below 2

  /** The wall as the kernels of leapfrog.h see it. held: does it lean against a stop? */
  struct Moved {
    FreeWall &wall;
    double m;
    bool held;

    VARDEM_INLINE Vec3 x(int) const { return wall.state.x; }
    VARDEM_INLINE Vec3 v(int) const { return wall.state.v; }
    VARDEM_INLINE Vec3 L(int) const { return wall.state.L; }
    VARDEM_INLINE double mass(int) const { return m; }
    VARDEM_INLINE Vec3 f(int) const
    {
      if (held) return {0.0, 0.0, 0.0};
      return wall.state.force - wall.body.damping * wall.state.v;
    }
    VARDEM_INLINE Vec3 torque(int) const
    {
      if (held) return {0.0, 0.0, 0.0};
      return wall.state.torque - wall.body.damping_rate() * wall.state.L;
    }
    VARDEM_INLINE void set_x(int, const Vec3 &x) const { wall.state.x = x; }
    VARDEM_INLINE void set_v(int, const Vec3 &v) const { wall.state.v = v; }
    VARDEM_INLINE void set_L(int, const Vec3 &L) const { wall.state.L = L; }
  };

  /** Does the wall lean against a stop? */
  VARDEM_INLINE bool held() const
  {
    if (!body.has_coordinate()) return false;
    const double at = coordinate(), Q = drive();
    return (at >= body.hi && Q > 0.0) || (at <= body.lo && Q < 0.0);
  }
  VARDEM_INLINE double damping_power() const
  {
    return body.damping * dot(state.v, state.v) +
        body.damping_rate() * dot(state.L, angular_velocity());
  }

  VARDEM_INLINE void turn(const Vec3 &L_half, double h)
  {
    if (body.freedom == WallFreedom::HINGE)
      state.q = rotated(state.q, (h / body.mass) * L_half, IncrementExponential());
    else
      state.q =
          VariationalRotation<Variational::LGVI4>{4}(state.q, L_half, L_half, body.inertia, h);
  }

  /** How far the plate of a servo goes ahead of its mass in a step, (3). */
  VARDEM_INLINE double slip() const { return compliance() * drive(); }

  /** The mass of a servo that moves against what is missing of the load is too fast: it takes the
   *  velocity of the plate, but does not turn back. ahead: of the plate, against the mass. */
  VARDEM_INLINE void brake(double ahead)
  {
    const double w = dot(state.v, body.axis);
    if (ahead * w < 0.0) state.v = ((w + ahead) * w > 0.0 ? w + ahead : 0.0) * body.axis;
  }

  /** A wall that goes beyond a stop stays there, and loses its velocity. */
  VARDEM_INLINE void stop()
  {
    if (!body.has_coordinate()) return;
    const double at = coordinate(), end = at > body.hi ? body.hi : body.lo;
    if (at <= body.hi && at >= body.lo) return;
    if (body.freedom == WallFreedom::AXIS)
      state.x = end * body.axis;
    else
      state.q = exponential(end * body.axis);
    state.v = {0.0, 0.0, 0.0};
    state.L = {0.0, 0.0, 0.0};
    state.stopped = 1.0;
  }
};

}    // namespace VARDEM
#endif
