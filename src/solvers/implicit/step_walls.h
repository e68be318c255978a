// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_STEP_WALLS_H
#define VARDEM_STEP_WALLS_H

#include "kernels/contact/grain_block.h"
#include "solvers/implicit/step_form.h"
#include "solvers/network/free_walls.h"

#include <algorithm>

namespace VARDEM {

// --- walls that move by forces in an implicit step of spheres (implicit_step.h) ---
//
// A wall goes along an axis or by translations. Its motion U is that of its points. All processes
// have U, and what is out of balance on it, R. Newton's system
//   K d + B^T D = r,    B d + A D = R
// has D = A^-1 (R - B d), so that conjugate gradients solve (K - B^T A^-1 B) d = r - B^T A^-1 R:
// in a product with v the points of the wall have D = -A^-1 B v. Derivation:
// doc/notes/implicit-steps.md 6.

/** A free wall in a step. The force of its state is the load, and its velocity belongs to the
 *  momentum. */
struct StepWall : NumberedWall {
  const FreeWall *there;                            // where the step starts
  Vec3 contacts;                                    // their force there
  double mass;                                      // force over acceleration
  Vec3 u_free = {}, u = {}, before = {}, d = {};    // h v; U, also before a step of the solver; D
  Vec3 R = {}, push = {}, force = {};    // push: of contacts in R; force: in the new momentum
  double inertia = 0.0, drag = 0.0;      // M/h^2, and that of the damping in R
  Symmetric inverse = {};                // of A; zero where the wall cannot move

  const Vec3 &load() const { return body.state.force; }
  Vec3 driven(const Vec3 &F) const { return body.body.driving_force(F); }
  void kick(double time, const Vec3 &F)
  {
    body.state.v = body.state.v + (time / mass) * driven(F + load());
  }
  /** a, b: A of the contacts, as TangentOnWall has it. */
  void invert(const Vec3 &a, const Vec3 &b)
  {
    const double out = body.body.flat ? 0.0 : 1.0;    // of the plane
    double A[] = {a.x, b.z, a.y, out * b.y, out * b.x, a.z};
    const double own = inertia + drag;
    inverse = {};
    if (body.is_held()) return;
    if (body.body.has_coordinate()) {
      const Vec3 &e = body.body.axis;
      const double along = dot(e, Symmetric{a.x, a.y, a.z, b.x, b.y, b.z} * e);
      return add_uniaxial(inverse, e, 1.0 / (own + along), 0.0);
    }
    invert_block<3>(A, own);
    inverse = {A[0], A[2], A[5], A[4], A[3], A[1]};
  }
};

/** The part of a contact in B v, or without v in A: its diagonal, and yz xz xy. */
template <int DOF, class Block> struct TangentOnWall {
  const Block *block;
  const double *v;    // of rows

  VARDEM_INLINE RollingPair operator()(const WallPoint &p) const
  {
    double A[BLOCK_SIZE<DOF>] = {}, wall[DOF] = {};
    if (v) return {-times<DOF>(block[p.contact], v + DOF * p.row, wall, true).force, {}};
    add_own_block<DOF>(block[p.contact], 2, A);
    return {{A[0], A[2], A[5]}, {A[4], A[3], A[1]}};
  }
};

template <class Space> class StepWalls : public FreeWalls<Space, StepWall> {
 public:
  using FreeWalls<Space, StepWall>::walls;
  typename Space::template Array<double> pushes;    // of wall points: force of the contact
  bool loaded = true;                               // has D the part of R?
  double longest = 0.0;                             // |D|
  // The largest force that R has beside those of contacts. The load of a lid is far larger than
  // each of these, so that only its round-off counts in a residual.
  double given = 0.0;

  bool exist() const { return !walls.empty(); }

  // --- for the caller ---

  /** Puts the walls where the step starts. */
  void start()
  {
    for (StepWall &w : walls) {
      w.body = *w.there;
      w.body.start_part();
    }
  }
  /** Behind add_elastic(): its forces are those of contacts for kick(). */
  void keep_contacts()
  {
    for (StepWall &w : walls) {
      w.contacts = w.force;
      w.force = {0.0, 0.0, 0.0};
    }
  }
  /** Changes velocities by the forces of contacts, at the start or at the end of a step. */
  void kick(double time)
  {
    for (StepWall &w : walls)
      if (time < 0.0 || !w.body.is_held()) w.kick(time, w.contacts);
  }
  void begin(const StepForm &form, double h)
  {
    given = 0.0;
    for (StepWall &w : walls) {
      w.inertia = w.mass / (h * h);
      w.drag = form.drag * w.body.body.damping / h;
      w.u_free = h * w.body.state.v;
      given = std::max(given, w.inertia * norm(w.u_free) + form.weight * norm(w.load()));
    }
    go_freely();
  }
  /** Starts with the forces at the start of the step and their weight. A light wall, which they
   *  would take too far, goes freely. */
  void predict(double weight, double longest)
  {
    move([&](const StepWall &w) {
      const Vec3 d = (weight / w.inertia) * w.driven(w.contacts + w.load());
      return !w.body.is_held() && norm(d) < longest ? d : Vec3{0.0, 0.0, 0.0};
    });
  }
  /** Behind add_contact_forces(), at the end of a part. by_motion: as StepForm has it. */
  void end_part(const StepForm &form, double h, bool by_motion)
  {
    for (StepWall &w : walls) {
      Vec3 &v = w.body.state.v;
      const Vec3 drag = ((form.drag + form.closing) * w.body.body.damping / h) * w.u;
      if (by_motion)
        v = v + (w.u / h - v) / form.weight;
      else
        w.kick(h, w.force - drag);
      w.body.end_part(w.u, w.force, drag);
      w.force = {0.0, 0.0, 0.0};
    }
  }

  // --- for the solver ---

  void go_freely()
  {
    for (StepWall &w : walls) w.u = w.body.is_held() ? w.body.way_to_stop() : w.u_free;
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
      return length * (w.inverse * w.R);
    });
    return along();
  }
  void rest()
  {
    move([](const StepWall &w) {
      return w.body.is_held() ? Vec3{0.0, 0.0, 0.0} : -w.u;
    });
  }
  /** Behind a solve: must it be solved again, with a wall at a stop, or free of it? The balance is
   *  that of a convex potential: a wall that would pass a stop ends there. release: may walls leave
   *  their stops? */
  bool change_stops(bool release)
  {
    bool any = false;
    for (StepWall &w : walls) any |= w.body.change_stop(w.u, w.R, release);
    return any;
  }
  /** Sets the motions of points to a number of their walls: two vectors of each column. */
  void set(Space &space, Vec3 StepWall::*number, double *to)
  {
    for (const StepWall &w : walls) this->put(space, w, {w.*number, {}}, to);
  }
  /** Finds R from the pushes. Returns its largest size. */
  double find_balance(Space &space, const StepForm &form)
  {
    double most = 0.0;
    this->sum(space, ForcesOfPoints{this->points.points, pushes.data()},
              [&](StepWall &w, const Vec3 &F, const Vec3 &) {
                w.push = F;
                w.R = w.driven(w.inertia * (w.u_free - w.u) + F + form.weight * w.load() -
                               w.drag * w.u);
                if (!w.body.is_held()) most = std::max(most, norm(w.R));
              });
    return most;
  }
  double potential(const StepForm &form) const
  {
    double sum = 0.0;
    for (const StepWall &w : walls)
      sum += 0.5 * w.inertia * dot(w.u - w.u_free, w.u - w.u_free) -
          form.weight * dot(w.load(), w.u) + 0.5 * w.drag * dot(w.u, w.u);
    return sum;
  }
  /** Adds the forces of contacts in a balance that has them with this weight. */
  void add_forces(double weight)
  {
    for (StepWall &w : walls) w.force = w.force + w.push / weight;
  }

  /** Finds A^-1. */
  template <int DOF, class Block> void find_tangent(Space &space, const Block *block)
  {
    this->sum(space, TangentOnWall<DOF, Block>{block, nullptr},
              [](StepWall &w, const Vec3 &a, const Vec3 &b) {
                w.invert(a, b);
              });
  }
  /** Finds D = A^-1 (R - B v), or without R, and puts it to the columns of v. */
  template <int DOF, class Block> void follow(Space &space, const Block *block, double *v)
  {
    longest = 0.0;
    this->sum(space, TangentOnWall<DOF, Block>{block, v},
              [&](StepWall &w, const Vec3 &F, const Vec3 &) {
                w.before = w.u;
                w.d = w.inverse * w.driven(loaded ? w.R - F : -F);
                longest = std::max(longest, norm(w.d));
                this->put(space, w, {w.d, {}}, v);
              });
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
};

}    // namespace VARDEM
#endif
