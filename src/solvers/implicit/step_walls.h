// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_STEP_WALLS_H
#define VARDEM_STEP_WALLS_H

#include "kernels/contact/grain_block.h"
#include "kernels/rotation/rodrigues.h"
#include "solvers/implicit/step_form.h"
#include "solvers/network/column_spheres.h"
#include "solvers/network/free_walls.h"

#include <algorithm>

namespace VARDEM {

// --- walls that move by forces in an implicit step of spheres (implicit_step.h) ---
//
// The motion of a wall is that of its pivot, and the vector by which it turns: U, a pair of
// vectors. All processes have U, and what is out of balance on the wall, R, which is force and
// torque. Newton's system
//   K d + B^T D = r,    B d + A D = R
// has D = A^-1 (R - B d), so that conjugate gradients solve (K - B^T A^-1 B) d = r - B^T A^-1 R:
// in a product with v the points of the wall have D = -A^-1 B v. A has a row for each coordinate of
// the wall. Derivation: doc/notes/implicit-steps.md 6.

/** A free wall in a step. The velocity of its state belongs to the momentum. */
struct StepWall : NumberedWall {
  const FreeWall *there;    // where the step starts
  RollingPair contacts;     // their force there, and torque
  double unit_of_force;     // force times it is mass times acceleration
  StepForm form = {};
  double h = 1.0, reach = 1.0;            // reach: turns times this are ways
  double mass = 0.0, compliance = 0.0;    // of translations, force over acceleration; of a servo
  Vec3 pivot = {};
  // u_free: h v; u: U, also before a step of the solver; d: D
  RollingPair u_free = {}, u = {}, before = {}, d = {};
  RollingPair R = {}, push = {},
              force = {};                // push: of contacts in R; force: in the new momentum
  int coordinates = 0;                   // those that no stop holds
  RollingPair unit[6] = {};              // the motions by 1 of each
  double inverse[BLOCK_SIZE<6>] = {};    // of A

  bool turns() const { return body.body.turns(); }
  RollingPair driven(const RollingPair &F) const
  {
    return {body.body.driving_force(F.point), body.body.driving_torque(F.roll)};
  }
  /** Of a motion or a force, where the wall has one coordinate. */
  double along_axis(const RollingPair &a) const { return dot(a.point + a.roll, body.body.axis); }
  double size(const RollingPair &motion) const
  {
    return norm(motion.point) + reach * norm(motion.roll);
  }
  double size_of_force(const RollingPair &F) const { return norm(F.point) + norm(F.roll) / reach; }
  void start()
  {
    body = *there;
    body.start_part();
    pivot = body.pivot();
    mass = body.body.mass / unit_of_force;
  }
  void begin(const StepForm &in_step, double length)
  {
    pivot = body.pivot();
    form = in_step;
    h = length;
    if (body.body.servo) body.start_servo(h);
    mass = body.kicked_mass({h, 0.5 * h * unit_of_force}) / unit_of_force;
    compliance = body.compliance();
    u_free = {(h * mass / damped_mass()) * body.state.v, h * body.angular_velocity()};
  }
  double damped_mass() const { return mass + form.drag * h * body.body.damping; }
  /** Force over displacement. The plate of a servo goes ahead of the mass. */
  double inertia() const
  {
    const double ahead = compliance > 0.0 ? compliance / form.weight : 0.0;
    return 1.0 / (h * h / damped_mass() + ahead);
  }
  /** The rotation at the places where contacts are taken. */
  RodriguesTurn turn() const { return RodriguesTurn::by(u.roll, form.at); }
  /** The motion to which torques belong. A discrete gradient has that of Cayley's map. */
  RollingPair motion() const
  {
    return {u.point, form.discrete ? RodriguesTurn::by(u.roll).alpha : u.roll};
  }
  /** The mean of the motions by the velocities before and after the part. Where momenta belong to
   *  other times it is that of the part, to second order. */
  RollingPair mean_motion() const
  {
    if (form.ahead != 0.0) return motion();
    return u_free + (0.5 / form.weight) * (motion() + -1.0 * u_free);
  }
  /** Load, and its torque, at a rotation; with a discrete gradient the mean from the start on. */
  RollingPair load_at(const RodriguesTurn &turn) const
  {
    const double part = form.discrete ? 0.5 : 1.0;
    const auto turned = [&](const Vec3 &a) {
      return a + part * turn.way(a);
    };
    const Vec3 F = body.load_turns ? turned(body.load) : body.load;
    return driven({F, cross(turned(arm_of_load()), F)});
  }
  Vec3 arm_of_load() const { return body.turned(body.body.centre - body.body.pivot); }
  /** The angular momentum with which the wall turns in the step: of LGVI, or of the midpoint if it
   *  has to keep the energy (variational.h). About a hinge it is exact. */
  Vec3 turning_momentum() const
  {
    if (!turns()) return {0.0, 0.0, 0.0};
    if (body.body.freedom == WallFreedom::HINGE) return body.angular_momentum_of(motion().roll) / h;
    const RodriguesTurn turn = RodriguesTurn::by(u.roll);
    const Vec3 L = body.angular_momentum_of(turn.alpha);
    return (form.discrete ? 1.0 : turn.factor()) / h * (L + 0.5 * cross(turn.alpha, L));
  }
  Vec3 drag_of_turning(const Vec3 &L) const { return body.body.damping_rate() * L; }
  /** Sets what is out of balance. */
  void balance()
  {
    const Vec3 L = turning_momentum();
    RollingPair F = push + form.weight * load_at(turn());
    F.roll = F.roll - form.drag * drag_of_turning(L);
    if (form.discrete && turns()) F.roll = F.roll - 0.5 * cross(motion().roll, F.roll);
    F.point = F.point + inertia() * (u_free.point - u.point);
    F.roll = F.roll + (body.state.L - L) / (h * unit_of_force);
    R = driven(F);
  }
  void kick(double time, const RollingPair &F)
  {
    body.state.v = body.state.v + (time / mass) * F.point;
    body.state.L = body.state.L + (time * unit_of_force) * F.roll;
  }
  /** As predict() of all. */
  RollingPair way_of_forces() const
  {
    const RollingPair F = (h * h * form.weight) * driven(contacts + load_at({}));
    return {F.point / mass, unit_of_force * body.angular_velocity_of(F.roll)};
  }

  void find_units()
  {
    const FreeWallBody &b = body.body;
    coordinates = 0;
    if (body.is_held()) return;
    if (b.has_coordinate()) {
      const Vec3 none = {0.0, 0.0, 0.0};
      unit[coordinates++] = turns() ? RollingPair{none, b.axis} : RollingPair{b.axis, none};
      return;
    }
    for (int k = 0; k < 6; k++) {
      RollingPair e = {};
      (&(k < 3 ? e.point : e.roll).x)[k % 3] = 1.0;
      if (dot(driven(e), e) > 0.0) unit[coordinates++] = e;
    }
  }
  /** Inertia and damping in A, and the load of a hinge that would turn it back. */
  RollingPair times_own(const RollingPair &a) const
  {
    RollingPair F = {inertia() * a.point, {0.0, 0.0, 0.0}};
    if (!turns()) return F;
    const double rate = 1.0 / (h * unit_of_force) + form.drag * body.body.damping_rate();
    F.roll = (rate / h) * body.angular_momentum_of(a.roll);
    if (body.body.translates() || body.load_turns) return F;
    const double back =
        -form.weight * form.at * dot(cross(a.roll, cross(a.roll, arm_of_load())), body.load);
    F.roll = F.roll + std::max(back, 0.0) * a.roll;
    return F;
  }
  RollingPair solve(const RollingPair &F) const
  {
    double of[6] = {}, by[6];
    for (int k = 0; k < coordinates; k++) of[k] = dot(unit[k], F);
    block_times<6>(inverse, of, by);
    RollingPair D = {};
    for (int k = 0; k < coordinates; k++) D = D + by[k] * unit[k];
    return D;
  }

  /** Makes the step. by_motion: as StepForm has it. */
  void end_part(bool by_motion)
  {
    const double drag = form.drag + form.closing;
    const RollingPair F = driven(force) + load_at(turn());
    const Vec3 v = (u.point - compliance * F.point) / h, L = turning_momentum();
    const RollingPair lost = {(drag * body.body.damping) * v, drag * drag_of_turning(L)};
    if (by_motion) {
      body.state.v = body.state.v + (v - body.state.v) / form.weight;
      body.state.L = body.state.L + (L - body.state.L) / form.weight;
    } else
      kick(h, F - lost);
    body.end_part(u.point, u.roll, dot(F, motion()), dot(lost, motion()));
    if (body.load_turns) body.load = body.load + RodriguesTurn::by(u.roll).way(body.load);
    force = {};
  }
};

/** What a contact does to its wall, in -B v with the motions v of rows, or in -A of a motion of the
 *  wall. */
template <int DOF, class Block> struct TangentOnWall {
  const Block *block;
  const double *v;    // null: the wall moves
  RollingPair motion;

  VARDEM_INLINE RollingPair operator()(const WallPoint &p) const
  {
    const Block &K = block[p.contact];
    double wall[DOF] = {}, still[DOF] = {};
    if (!v) {
      const Vec3 at = motion.point + cross(motion.roll, p.arm);
      for (int k = 0; k < DOF; k++) wall[k] = (&(k < 3 ? at : motion.roll).x)[k % 3];
    }
    const ContactWrench push = times<DOF>(K, v ? v + DOF * p.row : still, wall, v != nullptr);
    return {push.force, -K.lever_2 * push.moment};
  }
};

// Loops over the points of a wall that turns. Its points go with the pivot, and turn about it. arm:
// from the pivot to the centre of the sphere, on which the forces of springs are directed.

/** How far a centre is from the pivot. */
struct ReachOfPoint {
  const WallPoint *points;
  int wall;
  const double *centres;
  Vec3 pivot;

  VARDEM_INLINE double operator()(int k) const
  {
    const WallPoint &p = points[k];
    return p.wall == wall ? norm(vectors_at(centres)[p.row] - pivot) : 0.0;
  }
};

/** Sets arms behind a part of the motions of spheres and pivot. */
template <int DOF> struct SetArms {
  WallPoint *points;
  int wall;
  const double *centres, *u;
  double part;
  Vec3 pivot, of_pivot;

  VARDEM_INLINE void operator()(int k) const
  {
    WallPoint &p = points[k];
    if (p.wall != wall) return;
    p.arm = vectors_at(centres)[p.row] - pivot + part * (*vectors_at(u + DOF * p.row) - of_pivot);
  }
};

/** As PlaceWallPoints: a point slides along the wall as the centre moves in the frame of the
 *  wall. */
struct PlaceTurningPoints {
  WallPoints all;
  int wall;
  ColumnSpheres spheres;
  Vec3 pivot, of_pivot;
  RodriguesTurn turn;
  double *displacement;

  VARDEM_INLINE void operator()(int k) const
  {
    const WallPoint &p = all.points[k];
    if (p.wall != wall) return;
    const int j = all.first + k;
    const Vec3 *centres = vectors_at(spheres.centres);
    const Vec3 arm = centres[p.row] - pivot, branch = centres[j] - centres[p.row],
               d = vectors_at(displacement)[p.row] - of_pivot;
    const double distance = norm(branch);
    const Vec3 slid = motion_of_wall_point(branch / distance, distance, spheres.curvature[k],
                                           d + turn.back().way(arm + d));
    vectors_at(displacement)[j] = of_pivot + slid + turn.way(arm + branch + slid);
  }
};

template <class Space> class StepWalls : public FreeWalls<Space, StepWall> {
 public:
  using FreeWalls<Space, StepWall>::walls;
  using FreeWalls<Space, StepWall>::points;
  typename Space::template Array<double>
      pushes;              // of wall points: force and couple of the contact
  bool loaded = true;      // has D the part of R?
  double longest = 0.0;    // |D|
  // The largest force that R has beside those of contacts. The load of a lid is far larger than
  // each of these, so that only its round-off counts in a residual.
  double given = 0.0;

  bool exist() const { return !walls.empty(); }
  bool any_turns() const
  {
    return std::any_of(walls.begin(), walls.end(), [](const StepWall &w) {
      return w.turns();
    });
  }

  // --- for the caller ---

  /** Puts the walls where the step starts. */
  void start()
  {
    for (StepWall &w : walls) w.start();
  }
  /** Behind add_elastic(): its forces are those of contacts for kick(). */
  void keep_contacts()
  {
    for (StepWall &w : walls) {
      w.contacts = w.force;
      w.force = {};
    }
  }
  /** Changes velocities by the forces of contacts, at the start or at the end of a step, where a
   *  wall that a stop holds has none. */
  void kick(double time, bool at_end)
  {
    for (StepWall &w : walls)
      if (!w.body.body.servo && !(at_end && w.body.is_held()))
        w.kick(time, w.driven(w.contacts) + w.load_at({}));
  }
  void begin(Space &space, const StepForm &form, double h, const double *centres)
  {
    given = 0.0;
    for (StepWall &w : walls) {
      w.begin(form, h);
      if (w.turns()) w.reach = reach_of(space, w, centres);
      given = std::max(given,
                       w.inertia() * norm(w.u_free.point) +
                           norm(w.body.state.L) / (h * w.unit_of_force * w.reach) +
                           form.weight * w.size_of_force(w.load_at({})));
    }
    go_freely();
  }
  /** Starts with the forces at the start of the step and their weight. A light wall, which they
   *  would take too far, goes freely. */
  void predict(double longest)
  {
    move([&](const StepWall &w) {
      const RollingPair d = w.way_of_forces();
      return !w.body.is_held() && w.size(d) < longest ? d : RollingPair{};
    });
  }
  /** Behind add_contact_forces(), at the end of a part. */
  void end_part(bool by_motion)
  {
    for (StepWall &w : walls) w.end_part(by_motion);
  }

  // --- for the solver ---

  void go_freely()
  {
    for (StepWall &w : walls) {
      const FreeWallBody &b = w.body.body;
      w.u = w.u_free;
      if (w.body.is_held()) (w.turns() ? w.u.roll : w.u.point) = w.body.way_to_stop() * b.axis;
    }
  }
  /** Goes t D from where the walls were before. */
  void go(double t)
  {
    for (StepWall &w : walls) w.u = w.before + t * w.d;
  }
  /** Goes by A^-1 R times a length. Returns R . D. */
  double follow_residual(double length)
  {
    move([&](const StepWall &w) {
      return length * w.solve(w.R);
    });
    return along();
  }
  void rest()
  {
    move([](const StepWall &w) {
      return w.body.is_held() ? RollingPair{} : -1.0 * w.u;
    });
  }
  /** Behind a solve: must it be solved again, with a wall at a stop, or free of it? The balance is
   *  that of a convex potential: a wall that would pass a stop ends there. release: may walls leave
   *  their stops? */
  bool change_stops(bool release)
  {
    bool any = false;
    for (StepWall &w : walls)
      any |= w.body.change_stop(w.along_axis(w.u), w.along_axis(w.R), release);
    return any;
  }
  /** Sets the motions of points to the free ones of their walls: two vectors of each column. Those
   *  of walls that turn are not known before set() has set arms. */
  void set_free(Space &space, double *to)
  {
    for (const StepWall &w : walls) this->put(space, w, {w.u_free.point, w.u_free.roll}, to);
  }
  /** Sets the motions of points to the mean ones of their walls, behind solve(). */
  void set_mean(Space &space, double *to)
  {
    for (const StepWall &w : walls) {
      const RollingPair mean = w.mean_motion();
      this->put(space, w, {mean.point, mean.roll}, to);
    }
  }
  /** Sets arms, and the motions of points. part: of the motions u, where forces are taken. */
  template <int DOF> void set(Space &space, const double *centres, double part, double *u)
  {
    for (const StepWall &w : walls) {
      const RollingPair motion = w.motion();
      const double at = w.form.discrete ? 0.5 * part : part;
      if (w.turns())
        space.for_each(
            points.number,
            SetArms<DOF>{points.points, w.number, centres, u, at, w.pivot, motion.point});
      this->put(space, w, {motion.point, motion.roll}, u);
    }
  }
  /** Behind PlaceWallPoints: a part of the motions U or U_free. */
  void place(Space &space, RollingPair StepWall::*motion, double part, const ColumnSpheres &spheres,
             double *displacement)
  {
    for (const StepWall &w : walls)
      if (w.turns())
        space.for_each(points.number,
                       PlaceTurningPoints{points, w.number, spheres, w.pivot,
                                          part * (w.*motion).point,
                                          RodriguesTurn::by((w.*motion).roll, part), displacement});
  }
  /** Finds R from the pushes. Returns its largest size. */
  double find_balance(Space &space)
  {
    double most = 0.0;
    for (StepWall &w : walls) {
      w.push = this->sum_on(space, w, ForcesOfPoints{points.points, pushes.data()});
      w.balance();
      if (!w.body.is_held()) most = std::max(most, w.size_of_force(w.R));
    }
    return most;
  }
  double potential() const
  {
    double sum = 0.0;
    for (const StepWall &w : walls) {
      const Vec3 u = w.u.point - w.u_free.point, L = w.turning_momentum(),
                 change = L - w.body.state.L, way = w.turn().way(w.arm_of_load()) / w.form.at;
      sum += 0.5 * w.inertia() * dot(u, u) - w.form.weight * dot(w.body.load, w.u.point + way) +
          0.5 * dot(change, w.body.angular_velocity_of(change)) / w.unit_of_force +
          0.5 * w.form.drag * dot(w.drag_of_turning(L), w.u.roll);
    }
    return sum;
  }
  /** Adds the forces of contacts in a balance that has them with this weight. */
  void add_forces(double weight)
  {
    for (StepWall &w : walls) w.force = w.force + (1.0 / weight) * w.push;
  }

  /** Finds A^-1. */
  template <int DOF, class Block> void find_tangent(Space &space, const Block *block)
  {
    for (StepWall &w : walls) {
      w.find_units();
      std::fill(w.inverse, w.inverse + BLOCK_SIZE<6>, 0.0);
      for (int k = 0; k < w.coordinates; k++) {
        const RollingPair F = w.times_own(w.unit[k]) -
            this->sum_on(space, w, TangentOnWall<DOF, Block>{block, nullptr, w.unit[k]});
        for (int l = k; l < w.coordinates; l++) w.inverse[block_index(l, k)] = dot(w.unit[l], F);
      }
      invert_block<6>(w.inverse, 0.0);
    }
  }
  /** Finds D = A^-1 (R - B v), or without R, and puts it to the columns of v. */
  template <int DOF, class Block> void follow(Space &space, const Block *block, double *v)
  {
    longest = 0.0;
    for (StepWall &w : walls) {
      const RollingPair F = this->sum_on(space, w, TangentOnWall<DOF, Block>{block, v, {}});
      w.before = w.u;
      w.d = w.solve(loaded ? w.R + F : F);
      longest = std::max(longest, w.size(w.d));
      this->put(space, w, {w.d.point, w.d.roll}, v);
    }
  }
  double along() const
  {
    double sum = 0.0;
    for (const StepWall &w : walls) sum += dot(w.R, w.d);
    return sum;
  }

 private:
  /** Goes by d(wall). */
  template <class F> void move(const F &d)
  {
    for (StepWall &w : walls) {
      w.before = w.u;
      w.d = d(w);
    }
    go(1.0);
  }
  /** The farthest centre at the wall, or its load, or its radius of gyration. */
  double reach_of(Space &space, const StepWall &w, const double *centres) const
  {
    const FreeWallBody &b = w.body.body;
    const Vec3 &I = b.inertia;
    const double least = b.translates() ? std::sqrt((I.x + I.y + I.z) / b.mass)
                                        : norm(cross(w.arm_of_load(), b.axis)),
                 far = space.maximum(points.number,
                                     ReachOfPoint{points.points, w.number, centres, w.pivot});
    return far > 0.0 || least > 0.0 ? std::max(far, least) : 1.0;
  }
};

}    // namespace VARDEM
#endif
