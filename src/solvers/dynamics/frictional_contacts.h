// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_FRICTIONAL_CONTACTS_H
#define VARDEM_FRICTIONAL_CONTACTS_H

#include "kernels/flow.h"
#include "kernels/rigid/frictional_impact.h"
#include "solvers/dynamics/step_contacts.h"
#include "solvers/network/free_walls.h"
#include "solvers/network/network_loops.h"

#include <cmath>
#include <type_traits>

namespace VARDEM {

// --- the contacts of one step of rigid bodies, as a solver of their impulses sees them ---
//
// A solver (cone_gradients.h) works with scaled impulses x and velocities Phi of contacts of a kind
// (step_contacts.h), and asks a problem for
//   take_step(step)     calls step(c, n) for each contact, which returns x, and moves the bodies by
//                       these impulses: one product
//   judge(terms)        calls terms(c, levers, A, B, share, sums) with the motions A and B of the
//                       bodies of each contact after that, and sums up; the sums are fetched from
//                       the Space
//   contacts()          its contacts
//   unit()              the unit of the residual
//   is_linear()         are velocities linear in the impulses?
// Contacts may be stored twice (contact_network.h): x then is the same in both copies but for
// round-off.

/** The unit of the residual, which is the larger one of two errors. The first one is the 2-norm of
 *  the errors of all contacts, in units of the norm of the velocities at which they close without
 *  impulses. The second one is the largest error of a contact, in units of MOST times the root mean
 *  square of these velocities: so the accuracy of a contact does not depend on how many others
 *  there are. The 8-norm stands for the largest error, since it is a sum as the 2-norm is. */
struct ResidualUnit {
  static constexpr int SUMS = 2;
  static constexpr double MOST = 10.0;

  double square;     // of the first unit
  double inverse;    // of the square of the second one

  static ResidualUnit of(double square, double closing_contacts)
  {
    return {square, closing_contacts / (MOST * MOST * square)};
  }
  /** Adds an error of a contact, of which it takes the square. */
  VARDEM_INLINE void add(double share, double error_square, double *sums) const
  {
    const double largest = inverse * error_square, fourth = largest * largest;
    sums[0] += share * error_square;
    sums[1] += share * fourth * fourth;
  }
  double residual(const double *sums) const
  {
    return std::fmax(std::sqrt(sums[0] / square), std::pow(sums[1], 0.125));
  }
};

/** The contacts of a step: rows of any network, which give levers (kernels/rigid/lever_row.h). */
template <class Geometry> struct FrictionalNetwork {
  ContactRows<Geometry> rows;
  const double *gap;    // at the start of the step
  int ncontacts, ncolumns;
};

/** What FrictionalStep::of_images has for a contact with a column. */
template <class Levers>
VARDEM_INLINE Vec3 velocity_of_image(const double *of_images, int contact, int column)
{
  if (!of_images) return {0.0, 0.0, 0.0};
  return vectors_at(of_images)[Levers::CENTRAL ? column : contact];
}

/** A step. Velocities are two vectors per column: velocity and angular velocity. */
struct FrictionalStep {
  double h;
  const double *velocity;         // at its start, with those of bodies that cannot be pushed
  const double *free_velocity;    // at its end, without contact forces
  // of contacts:
  const double *friction;       // mu; null: none of them has friction
  const double *restitution;    // Newton's e; null: 0
  // impulses of the last step, 3 numbers, across the normal those of springs that hold; with
  // `rolling` the moments follow all impulses; null: 0
  const double *start;
  PushingOut push_out;
  double negligible;    // bodies that approach more slowly do so by round-off
  ContactCompliance compliance;
  const double *rolling = nullptr;    // bounds of the moments, of contacts; null: there are none
  // in a cell that deforms, 3 numbers: what the velocity of the second body has more because the
  // bodies touch as periodic images; by columns of spheres, which are images themselves, and by
  // contacts of bodies, which may touch with several images; null: 0
  const double *of_images = nullptr;
  bool poisson = false;    // is restitution that of Poisson's law, not of Newton's?
  // with Poisson's law: impulses without restitution, when these have been found
  const double *compression = nullptr;
  YieldingCell cell = {};
  WallPoints wall_points = {};

  template <class Levers>
  VARDEM_INLINE Vec3 image(const Levers & /*levers*/, int contact, int column) const
  {
    return velocity_of_image<Levers>(of_images, contact, column);
  }
};

/** A contact that is solved alone: its columns, where a ghost is the row that it stands for, and
 *  its other copy, or a negative number. */
struct ContactTurn {
  int contact, first, second, copy;
};

/** Sets scales, targets and, of impacts, starts of the contacts. Sums: of contacts that close
 *  without impulses, the squares of their velocities along the normals and across, and their
 *  number; number of impacts. */
template <class Geometry, class Inverse, class Contact> struct SetStepContacts {
  ContactRows<Geometry> rows;
  const Inverse *inverse;    // of columns
  FrictionalStep step;
  const double *gap;
  const double *closing;    // velocities of columns without impulses, where the cell closes them
  int ncontacts;
  bool one_scale;
  Contact *contact;
  char *hit;
  double *starts;

  VARDEM_INLINE void operator()(int i, Sums<4> &sums) const
  {
    for_contacts(rows, i, [&](int c, int j, double share) {
      const auto &levers = rows.geometry.row(i, j, c);
      const Vec3 *free = vectors_at(closing);
      const WallPoint *const wall = step.wall_points.find(j);
      const ContactWeights of_grains = weights_of(levers, inverse[i], inverse[j], step.compliance);
      ContactWeights w = wall ? wall->with_wall(of_grains) : of_grains;
      FrictionalState state = state_of(levers, i, j, c);
      const double mu = step.friction ? step.friction[c] : 0.0;
      const double e = state.restitution;
      FrictionalTarget target = target_of(state, levers.n, w, step.h, step.push_out);
      const bool impact = target.impact, springs_alone = target.approach && !impact;
      // Poisson's compression stops bodies that hit at once, as hardly any restitution does
      if (step.poisson && e > 0.0) {
        state.restitution = 1e-300;
        target = target_of(state, levers.n, w, step.h, step.push_out);
      }
      // what compliance across the normal takes would depend on the moment, or on the tangent
      if ((wall || Contact::ROLLS) && target.hit) {
        w.tangential_compliance = 0.0;
        target = target_of(state, levers.n, w, step.h, step.push_out);
      }
      double least = 0.0;
      if (step.compression && !springs_alone)
        least = least_impulse(state, levers.n, w, e, target.hit,
                              dot(vectors_at(step.compression)[c], levers.n));
      if constexpr (Contact::ROLLS) {
        set_rolling(levers, i, j, c, w, mu, state, target, least);
      } else {
        const Vec3 goal = goal_of(levers, i, j, w, {}, mu, state, target, least);
        contact[c].set(levers, wall ? wall->with_wall(w, wall->others) : w, mu, one_scale,
                       goal - step.image(levers, c, j), least);
      }
      hit[c] = target.hit;
      const auto Phi = contact[c].velocity(levers, free + 2 * i, free + 2 * j, {});
      if (target.hit && starts)
        vectors_at(starts)[c] = contact[c].impulse(contact[c].alone({}, Phi, levers), levers.n);
      if (contact[c].closing(Phi, levers.n) > step.negligible) {
        // a light wall closes at a speed that is no measure of others: what it gives to grains is
        const double part =
            wall ? of_grains.normal / wall->with_wall(of_grains, 1.0 + wall->others).normal : 1.0;
        sums.s[0] += share * part * part * contact[c].square_along(Phi, levers.n);
        sums.s[1] += share * part * part * contact[c].square_across(Phi, levers.n);
        sums.s[2] += share;
      }
      if (impact) sums.s[3] += share;
    });
  }

 private:
  template <class Levers>
  VARDEM_INLINE void set_rolling(const Levers &levers, int i, int j, int c, const ContactWeights &w,
                                 double mu, const FrictionalState &state,
                                 const FrictionalTarget &target, double least) const
  {
    RollingWeights of_roll =
        rolling_weights_of(levers, inverse[i], inverse[j], step.rolling[c], step.compliance);
    Vec3 before = {0.0, 0.0, 0.0};
    if (target.hit)
      of_roll.compliance = 0.0;
    else if (step.start)
      before = vectors_at(step.start)[ncontacts + c];
    const Vec3 goal = goal_of(levers, i, j, w, of_roll, mu, state, target, least);
    const WallPoint *const wall = step.wall_points.find(j);
    contact[c].set(levers, wall ? wall->with_wall(w, wall->others) : w, mu, of_roll, one_scale,
                   goal - step.image(levers, c, j), least, before);
  }
  template <class Levers>
  VARDEM_INLINE Vec3 goal_of(const Levers &levers, int i, int j, const ContactWeights &w,
                             const RollingWeights &of_roll, double mu, const FrictionalState &state,
                             const FrictionalTarget &target, double least) const
  {
    if (Levers::CENTRAL || !target.hit) return target.velocity;
    const WallPoint *const wall = step.wall_points.find(j);
    const Vec3 *free = vectors_at(closing);
    const RollingPair start = {state.free_velocity - target.rebound,
                               rolling_velocity(levers, free + 2 * i, free + 2 * j)};
    return lone_impact(
        LoneContact<Levers, Inverse>{levers, inverse[i], inverse[j], wall ? wall->along : 0.0,
                                     wall ? wall->across : 0.0, w, of_roll, mu, least, start},
        target.rebound);
  }
  template <class Levers>
  VARDEM_INLINE FrictionalState state_of(const Levers &levers, int i, int j, int c) const
  {
    const Vec3 *before = vectors_at(step.velocity), *free = vectors_at(closing);
    const Vec3 image = step.image(levers, c, j);
    const double of_cell = std::fabs(dot(levers.n, step.cell.velocity(i, j)));
    return {
        gap[c],
        levers.velocity(before + 2 * i, before + 2 * j) + image,
        levers.velocity(free + 2 * i, free + 2 * j) + image,
        step.start ? vectors_at(step.start)[c] : Vec3{0.0, 0.0, 0.0},
        slow_approach(std::fmax(speed_of_loads(i), of_cell), speed_of_loads(j), step.negligible),
        step.restitution ? step.restitution[c] : 0.0};
  }
  VARDEM_INLINE double speed_of_loads(int i) const
  {
    return norm(vectors_at(step.free_velocity)[2 * i] - vectors_at(step.velocity)[2 * i]);
  }
};

/** Moves the bodies by the impulses that `step` returns: V = V* + M^-1 J^T g. A row is complete
 *  when the loop has passed all rows. Sums: what they do to a cell that yields. */
template <class Geometry, class Inverse, class Contact, class Step> struct PushBodies {
  ContactRows<Geometry> rows;
  const Inverse *inverse;
  const Contact *contact;
  const double *free_velocity;
  YieldingCell cell;
  Step step;
  double *velocity;

  VARDEM_INLINE void operator()(int i) const
  {
    move(i, [](int, const Vec3 &) {
    });
  }
  VARDEM_INLINE void operator()(int i, Sums<3> &sums) const
  {
    Vec3 &sum = vectors_at(sums.s)[0];
    move(i, [&](int c, const Vec3 &g) {
      sum = sum + rows.share(i, c) * cell.push(i, rows.column[c], g);
    });
  }

 private:
  /** Calls on_cell(c, g) for each contact. */
  template <class OnCell> VARDEM_INLINE void move(int i, const OnCell &on_cell) const
  {
    Vec3 impulse = {0.0, 0.0, 0.0}, turn = {0.0, 0.0, 0.0};
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const int j = rows.column[c];
      const auto &levers = rows.geometry.row(i, j, c);
      using Levers = std::decay_t<decltype(levers)>;
      const auto x = step(c, levers.n);
      const Vec3 g = contact[c].impulse(x, levers.n);
      impulse = impulse - g;
      on_cell(c, g);
      if constexpr (Contact::template turns<Levers>()) turn = turn + levers.torque(g, true);
      if constexpr (Contact::ROLLS) turn = turn - contact[c].moment(x);
      if (c >= rows.middle[i]) continue;
      Vec3 *other = vectors_at(velocity) + 2 * j;
      if constexpr (Contact::template turns<Levers>())
        push_body(levers, inverse[j], g, false, other);
      else
        other[0] = other[0] + inverse[j].mass * g;
      if constexpr (Contact::ROLLS) turn_body(inverse[j], contact[c].moment(x), false, other);
    }
    const Vec3 *before = vectors_at(free_velocity) + 2 * i;
    Vec3 *after = vectors_at(velocity) + 2 * i;
    after[0] = before[0] + inverse[i].mass * impulse;
    after[1] = before[1] + inverse[i].turn(turn);
  }
};

/** Moves columns by a change of the rates of the cell. Of each it has so many vectors, the first of
 *  which moves. */
struct MoveWithCell {
  YieldingCell cell;
  Vec3 change;
  int vectors;
  double *velocity;

  VARDEM_INLINE void operator()(int k) const
  {
    Vec3 &v = vectors_at(velocity)[vectors * k];
    v = v + products(change, cell.place(k));
  }
};

/** The impulses that `step` returns, and the moments. */
template <class Geometry, class Contact, class Step> struct ImpulsesOfStep {
  Geometry geometry;
  const Contact *contact;
  Step step;

  VARDEM_INLINE RollingPair operator()(const WallPoint &p) const
  {
    const int c = p.contact;
    const Vec3 n = geometry.row(0, 0, c).n;
    const auto x = step(c, n);
    RollingPair of = {contact[c].impulse(x, n), {0.0, 0.0, 0.0}};
    if constexpr (Contact::ROLLS) of.roll = contact[c].moment(x);
    return of;
  }
};

/** Sums what `terms` gives for each contact. */
template <class Geometry, class Terms> struct JudgeContacts {
  ContactRows<Geometry> rows;
  const double *velocity;
  Terms terms;

  VARDEM_INLINE void operator()(int i, Sums<Terms::SUMS> &sums) const
  {
    const Vec3 *V = vectors_at(velocity);
    for_contacts(rows, i, [&](int c, int j, double share) {
      terms(c, rows.geometry.row(i, j, c), V + 2 * i, V + 2 * j, share, sums);
    });
  }
};

/** Kind is a kind of contacts (step_contacts.h). */
template <class Space, class G, class Inverse, class Kind> class FrictionalContacts {
 public:
  template <class T> using Array = typename Space::template Array<T>;
  using Network = FrictionalNetwork<G>;
  using Contact = Kind;

  static constexpr double MOST_SLIP = 10.0;
  CellResponse on_cell = {};    // in the last product

  /** inverse: of columns; zero for bodies that cannot be pushed. one_scale: one_scale_of().
   *  starts: impulses, or null; contacts with an impact get what they would need alone. */
  void setup(Space &s, const Network &n, const FrictionalStep &of_step, const Inverse *of_columns,
             FreeWalls<Space> &free_walls, bool one_scale, double *starts)
  {
    space = &s;
    walls = &free_walls;
    network = n;
    step = of_step;
    inverse = of_columns;
    space->allocate(contact, n.ncontacts);
    space->allocate(hit, n.ncontacts);
    space->allocate(velocity, 6 * n.ncolumns);
    space->for_each(6 * n.ncolumns, Copy{step.free_velocity, velocity.data()});
    respond({});
    move_with_cell(on_cell.change);
    space->template reduce<4>(n.rows.nrows,
                              SetStepContacts<G, Inverse, Kind>{
                                  n.rows, inverse, step, n.gap, velocity.data(), n.ncontacts,
                                  one_scale, contact.data(), hit.data(), starts},
                              0);
    const double *sums = space->fetch(4);
    square = sums[0] + std::fmin(sums[1], MOST_SLIP * sums[0]);
    closing_contacts = sums[2];
    impacts = sums[3];
  }

  template <class Step> void take_step(const Step &by)
  {
    const PushBodies<G, Inverse, Kind, Step> push = {
        network.rows, inverse, contact.data(), step.free_velocity, step.cell, by, velocity.data()};
    if (step.cell.yields) {
      space->template reduce<3>(network.rows.nrows, push, 0);
      respond(vectors_at(space->fetch(3))[0]);
    } else {
      space->for_each(network.rows.nrows, push);
    }
    walls->push(*space, ImpulsesOfStep<G, Kind, Step>{network.rows.geometry, contact.data(), by},
                velocity.data());
    space->forward(velocity.data(), 6);
    move_with_cell(on_cell.change);
  }

  template <class Terms> void judge(const Terms &terms)
  {
    space->template reduce<Terms::SUMS>(
        network.rows.nrows, JudgeContacts<G, Terms>{network.rows, velocity.data(), terms}, 0);
  }

  /** Sets the impulse of one contact as if it were alone. Its bodies follow at once. Loops cannot
   *  call this. */
  void push_one(const ContactTurn &turn, typename Kind::Number *x)
  {
    const int c = turn.contact, i = turn.first, j = turn.second;
    const auto &levers = network.rows.geometry.row(i, j, c);
    const Kind &of = contact.data()[c];
    Vec3 *A = vectors_at(velocity.data()) + 2 * i, *B = vectors_at(velocity.data()) + 2 * j;
    const auto before = x[c];
    x[c] = of.alone(before, of.velocity(levers, A, B, before), levers);
    const Vec3 g = of.impulse(x[c], levers.n), change = g - of.impulse(before, levers.n);
    push_body(levers, inverse[i], change, true, A);
    push_body(levers, inverse[j], change, false, B);
    if (turn.copy >= 0) x[turn.copy] = of.of_impulse(-g, -levers.n);
  }

  /** Calls f(c, n) for each contact with its normal. */
  template <class F> void for_normals(const F &f)
  {
    space->for_each(network.rows.nrows, OfNormals<F>{network.rows, f});
  }

  int size() const { return network.ncontacts; }
  /** Are velocities linear in the impulses? Free walls are not at a stop, but hardly ever there. */
  bool is_linear() const { return !step.cell.yields; }
  const Contact *contacts() const { return contact.data(); }
  const char *hits() const { return hit.data(); }
  /** The unit of the residual: the velocities at which contacts close without impulses. Fast slip
   *  hardly counts: it is no measure of impulses (doc/notes/friction.md 2). */
  ResidualUnit unit() const { return ResidualUnit::of(square, closing_contacts); }
  double number_of_impacts() const { return impacts; }
  /** Of the last impulses, of columns. */
  double *velocities() { return velocity.data(); }

  template <class F> struct OfNormals {
    ContactRows<G> rows;
    F f;

    VARDEM_INLINE void operator()(int i) const
    {
      for (int c = rows.first[i]; c < rows.first[i + 1]; c++)
        f(c, rows.geometry.row(i, rows.column[c], c).n);
    }
  };

 private:
  Space *space = nullptr;
  Network network = {};
  FrictionalStep step = {};
  const Inverse *inverse = nullptr;
  FreeWalls<Space> *walls = nullptr;
  Array<Contact> contact;
  Array<char> hit;
  Array<double> velocity;
  double square = 0.0, closing_contacts = 0.0, impacts = 0.0;

  void respond(const Vec3 &sums) { on_cell = {sums, step.cell.change(sums)}; }
  void move_with_cell(const Vec3 &change)
  {
    if (step.cell.yields)
      space->for_each(network.ncolumns, MoveWithCell{step.cell, change, 2, velocity.data()});
  }
};

}    // namespace VARDEM
#endif
