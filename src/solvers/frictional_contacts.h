// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_FRICTIONAL_CONTACTS_H
#define VARDEM_FRICTIONAL_CONTACTS_H

#include "kernels/contact/frictional_impact.h"
#include "solvers/network_loops.h"

namespace VARDEM {

// --- the contacts with friction of one step, as a solver of their impulses sees them ---
//
// A solver (cone_gradients.h) works with scaled impulses x and velocities Phi, three numbers per
// contact (kernels/contact/coulomb_cone.h), and asks a problem for
//   take_step(step)     calls step(c) for each contact, which returns the impulse on its second
//                       body, and moves the bodies by it: one product
//   judge(terms)        calls terms(c, v, share, sums) with the velocity v at the point of each
//                       contact after that, and sums up; the sums are fetched from the Space
//   contacts()          its ConeContacts
// Contacts may be stored twice (contact_network.h): x then is the same in both copies but for
// round-off.

/** A contact in scaled numbers. */
struct ConeContact {
  Vec3 n;
  ConeScales scales;
  double normal_compliance, tangential_compliance;    // scaled
  Vec3 target;                                        // scaled

  VARDEM_INLINE void set(const Vec3 &normal, const ContactWeights &w, const ConeScales &by,
                         const Vec3 &target_velocity)
  {
    n = normal;
    scales = by;
    normal_compliance = by.normal * by.normal * w.normal_compliance;
    tangential_compliance = by.tangential * by.tangential * w.tangential_compliance;
    target = scaled_parts(target_velocity, n, by.normal, by.tangential);
  }
  VARDEM_INLINE Vec3 impulse(const Vec3 &x) const
  {
    return scaled_parts(x, n, scales.normal, scales.tangential);
  }
  VARDEM_INLINE Vec3 of_impulse(const Vec3 &g) const
  {
    return scaled_parts(g, n, 1.0 / scales.normal, 1.0 / scales.tangential);
  }
  /** Phi, if the velocity at the point is v. */
  VARDEM_INLINE Vec3 velocity(const Vec3 &v, const Vec3 &x) const
  {
    return scaled_parts(v, n, scales.normal, scales.tangential) - target +
        scaled_parts(x, n, normal_compliance, tangential_compliance);
  }
};

/** The contacts of a step: rows of any network, which give levers (kernels/contact/lever_row.h). */
template <class Geometry> struct FrictionalNetwork {
  ContactRows<Geometry> rows;
  const double *gap;    // at the start of the step
  int ncontacts, ncolumns;
};

/** A step. Velocities are two vectors per column: velocity and angular velocity. */
struct FrictionalStep {
  double h;
  const double *velocity;         // at its start, with those of bodies that cannot be pushed
  const double *free_velocity;    // at its end, without contact forces
  // of contacts:
  const double *friction;                  // mu
  const double *restitution;               // Newton's e; null: 0
  const double *tangential_restitution;    // Walton's beta_0; null: 0
  const double *start;    // impulses of the last step whose springs hold, 3 numbers; null: 0
  double fastest;         // speed at which overlaps are pushed out
  double negligible;      // contacts that close more slowly do so by round-off
  ContactCompliance compliance;
};

/** Sets weights, scales and targets of the contacts. Sums: |Phi|^2 of the contacts that close
 *  without impulses; number of impacts. */
template <class Geometry, class Inverse> struct SetConeContacts {
  ContactRows<Geometry> rows;
  const Inverse *inverse;    // of columns
  FrictionalStep step;
  const double *gap;
  bool one_scale;
  ConeContact *contact;
  ContactWeights *weights;
  int *hit;

  VARDEM_INLINE void operator()(int i, Sums<2> &sums) const
  {
    for_contacts(rows, i, [&](int c, int j, double share) {
      const auto &levers = rows.geometry.row(i, j, c);
      const ContactWeights w = weights_of(levers, inverse[i], inverse[j], step.compliance);
      const double mu = step.friction[c];
      const FrictionalState state = {gap[c],
                                     velocity_at(levers, step.velocity, i, j),
                                     velocity_at(levers, step.free_velocity, i, j),
                                     step.start ? vectors_at(step.start)[c] : Vec3{0.0, 0.0, 0.0},
                                     std::fmax(speed_of_loads(i), speed_of_loads(j)),
                                     step.restitution ? step.restitution[c] : 0.0,
                                     step.tangential_restitution ? step.tangential_restitution[c]
                                                                 : 0.0};
      const FrictionalTarget target = target_of(state, levers.n, w, step.h, step.fastest);
      contact[c].set(levers.n, w, one_scale ? one_scale_of(w, mu) : scales_of(w, mu),
                     target.velocity);
      weights[c] = w;
      hit[c] = target.hit;
      const Vec3 Phi = contact[c].velocity(state.free_velocity, {0.0, 0.0, 0.0});
      if (-dot(Phi, levers.n) > step.negligible * contact[c].scales.normal)
        sums.s[0] += share * square_of_closing(Phi, contact[c]);
      if (target.hit) sums.s[1] += share;
    });
  }

  /** Slip counts as far as friction may act on it. */
  VARDEM_INLINE static double square_of_closing(const Vec3 &Phi, const ConeContact &of)
  {
    const double along = dot(Phi, of.n), slope = of.scales.slope;
    return along * along + slope * slope * (dot(Phi, Phi) - along * along);
  }
  VARDEM_INLINE double speed_of_loads(int i) const
  {
    return norm(vectors_at(step.free_velocity)[2 * i] - vectors_at(step.velocity)[2 * i]);
  }
  template <class Levers>
  VARDEM_INLINE static Vec3 velocity_at(const Levers &levers, const double *of_columns, int i,
                                        int j)
  {
    return levers.velocity(vectors_at(of_columns) + 2 * i, vectors_at(of_columns) + 2 * j);
  }
};

/** Moves the bodies by the impulses that `step` returns: V = V* + M^-1 J^T g. A row is complete when
 *  the loop has passed all rows. */
template <class Geometry, class Inverse, class Step> struct PushBodies {
  ContactRows<Geometry> rows;
  const Inverse *inverse;
  const double *free_velocity;
  Step step;
  double *velocity;

  VARDEM_INLINE void operator()(int i) const
  {
    Vec3 impulse = {0.0, 0.0, 0.0}, turn = {0.0, 0.0, 0.0};
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const int j = rows.column[c];
      const auto &levers = rows.geometry.row(i, j, c);
      const Vec3 g = step(c);
      impulse = impulse - g;
      turn = turn + levers.torque(g, true);
      if (c < rows.middle[i]) push_body(levers, inverse[j], g, false, vectors_at(velocity) + 2 * j);
    }
    const Vec3 *before = vectors_at(free_velocity) + 2 * i;
    Vec3 *after = vectors_at(velocity) + 2 * i;
    after[0] = before[0] + inverse[i].mass * impulse;
    after[1] = before[1] + inverse[i].turn(turn);
  }
};

/** Sums what `terms` gives for each contact. */
template <class Geometry, class Terms> struct JudgeContacts {
  ContactRows<Geometry> rows;
  const double *velocity;
  Terms terms;

  VARDEM_INLINE void operator()(int i, Sums<Terms::SUMS> &sums) const
  {
    for_contacts(rows, i, [&](int c, int j, double share) {
      const Vec3 *V = vectors_at(velocity);
      terms(c, rows.geometry.row(i, j, c).velocity(V + 2 * i, V + 2 * j), share, sums);
    });
  }
};

template <class Space, class G, class Inverse> class FrictionalContacts {
 public:
  template <class T> using Array = typename Space::template Array<T>;
  using Network = FrictionalNetwork<G>;

  /** inverse: of columns; zero for bodies that cannot be pushed. one_scale: one_scale_of(). */
  void setup(Space &s, const Network &n, const FrictionalStep &of_step, const Inverse *of_columns,
             bool one_scale)
  {
    space = &s;
    network = n;
    step = of_step;
    inverse = of_columns;
    space->allocate(contact, n.ncontacts);
    space->allocate(weight, n.ncontacts);
    space->allocate(hit, n.ncontacts);
    space->allocate(velocity, 6 * n.ncolumns);
    space->template reduce<2>(n.rows.nrows,
                              SetConeContacts<G, Inverse>{n.rows, inverse, step, n.gap, one_scale,
                                                          contact.data(), weight.data(),
                                                          hit.data()},
                              0);
    const double *sums = space->fetch(2);
    square = sums[0];
    impacts = sums[1];
    space->for_each(6 * n.ncolumns, Copy{step.free_velocity, velocity.data()});
  }

  template <class Step> void take_step(const Step &by)
  {
    space->for_each(network.rows.nrows,
                    PushBodies<G, Inverse, Step>{network.rows, inverse, step.free_velocity, by,
                                                 velocity.data()});
    space->forward(velocity.data(), 6);
  }

  /** Changes the impulse of one contact, on the host: change(v) returns by how much at the velocity
   *  v at its point. The bodies follow at once. */
  template <class Turn, class Change> void push_one(const Turn &turn, const Change &change)
  {
    const int i = turn.first, j = turn.second;
    const auto &levers = network.rows.geometry.row(i, j, turn.contact);
    Vec3 *V = vectors_at(velocity.data());
    const Vec3 g = change(levers.velocity(V + 2 * i, V + 2 * j));
    push_body(levers, inverse[i], g, true, V + 2 * i);
    push_body(levers, inverse[j], g, false, V + 2 * j);
  }

  template <class Terms> void judge(const Terms &terms)
  {
    space->template reduce<Terms::SUMS>(
        network.rows.nrows, JudgeContacts<G, Terms>{network.rows, velocity.data(), terms}, 0);
  }

  int size() const { return network.ncontacts; }
  const ConeContact *contacts() const { return contact.data(); }
  const ContactWeights *weights() const { return weight.data(); }
  const int *hits() const { return hit.data(); }
  /** |Phi|^2 of the contacts that close without impulses: the unit of the residual. */
  double unit_square() const { return square; }
  double number_of_impacts() const { return impacts; }
  /** Of the last impulses, of columns. */
  double *velocities() { return velocity.data(); }

 private:
  Space *space = nullptr;
  Network network = {};
  FrictionalStep step = {};
  const Inverse *inverse = nullptr;
  Array<ConeContact> contact;
  Array<ContactWeights> weight;
  Array<int> hit;
  Array<double> velocity;
  double square = 0.0, impacts = 0.0;
};

}    // namespace VARDEM
#endif
