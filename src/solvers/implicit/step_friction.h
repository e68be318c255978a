// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_STEP_FRICTION_H
#define VARDEM_STEP_FRICTION_H

#include "kernels/contact/trial_friction.h"
#include "solvers/implicit/implicit_step_loops.h"

namespace VARDEM {

// --- tangential springs and friction of an implicit step (implicit_step.h) ---
//
// Bounds and tangential stiffnesses are held while a balance is solved, so that it has a potential.
// Then they are found anew from the solution, and so on, until the balance holds with the bounds of
// its own solution: doc/notes/implicit-steps.md 2.5 and 3.6.

/** A step without tangential springs and friction: only dashpots give tangential forces. */
template <class Space> struct NoStepFriction {
  static constexpr bool EXIST = false;
  using Block = GrainBlock;

  struct Held {
    static constexpr bool EXIST = false;
    VARDEM_INLINE bool acts(int) const { return false; }
  };
  Held held() const { return {}; }
};

/** What friction adds to the forces of a contact. push, and the load of the slip: what they take
 *  from the first sphere. */
struct HeldFriction {
  static constexpr bool EXIST = true;
  const TrialFriction *friction;    // of contacts

  VARDEM_INLINE bool acts(int c) const
  {
    return friction[c].bound > 0.0 && (friction[c].slope > 0.0 || norm(friction[c].start) > 0.0);
  }
  /** d: dashpot of the contact. u1, u2: motions of its spheres. */
  template <int DOF>
  VARDEM_INLINE TangentialTrial at(int c, const TrialDashpot &d, const double *u1,
                                   const double *u2) const
  {
    return tangential_trial(friction[c], slip_of<DOF>(d.n, d.lever_1, d.lever_2, u1, u2));
  }
};

/** Finds springs, stiffnesses and bounds of the contacts at the displacements `form.at` times u.
 *  closing: 1/h, or 0 to leave the normal dashpots out of the bounds. */
template <class Network, int DOF> struct FindFriction {
  DisplacedContacts<Network> contacts;
  StepForm form;
  double h, closing;
  const double *u;
  const TrialDashpot *dashpot;    // held
  const double *spring;           // before the step, 3 numbers
  TrialFriction *friction;

  VARDEM_INLINE void operator()(int i) const
  {
    for (int c = contacts.rows.first[i]; c < contacts.rows.first[i + 1]; c++) {
      const Place place = place_of(i, c);
      friction[c] = trial_friction(stiffness(c, place), turned_spring(i, c), form.weight,
                                   dashpot[c].tangential, h,
                                   friction_bound(contacts.laws.of(c), normal_force(i, c, place)));
    }
  }

  /** A contact where the step starts, and at the displacements. */
  struct Place {
    TouchingSpheres start, touch;
  };
  VARDEM_INLINE Place place_of(int i, int c) const
  {
    const TouchingSpheres start = contacts.at_start(i, c);
    return {start, contacts.moved_from(start, i, c)};
  }

  /** Between the start of the step and where its forces act. */
  VARDEM_INLINE TangentialStiffness stiffness(int c, const Place &place) const
  {
    const double before = -place.start.gap, way = place.touch.gap - place.start.gap;
    return contacts.laws.with_force([&](auto force) {
      return tangential_stiffness<decltype(force)>(contacts.laws.of(c), contacts.laws.size[c],
                                                   before, before - form.weight / form.at * way);
    });
  }

 private:
  /** With the pair: it lies in the tangent plane of the dashpot, and turns about its normal with
   *  the mean rotation of the bodies. */
  VARDEM_INLINE Vec3 turned_spring(int i, int c) const
  {
    const Vec3 &n = dashpot[c].n;
    const double *R = contacts.spheres.radii;
    const int j = contacts.rows.column[c];
    const Vec3 turn = rotation_of<DOF>(u + DOF * i) / R[i] +
        rotation_of<DOF>(u + DOF * j) / (contacts.is_wall(c) ? 1.0 : R[j]);
    const double twist = closing > 0.0 ? 0.25 * form.weight * dot(turn, n) : 0.0;
    return twisted(laid_into_plane(vectors_at(spring)[c], n), n, twist);
  }

  VARDEM_INLINE double normal_force(int i, int c, const Place &place) const
  {
    const double elastic =
        elastic_trial(contacts, place.start, place.touch, c, form.discrete, {}).elastic.force;
    const Vec3 way = *vectors_at(u + DOF * i) - *vectors_at(u + DOF * contacts.rows.column[c]);
    return elastic + closing * dashpot[c].normal * dot(way, dashpot[c].n);
  }
};

/** Sets the springs behind a step; same arguments. */
template <class Network, int DOF> struct AdvanceSprings {
  FindFriction<Network, DOF> found;
  double *spring;

  VARDEM_INLINE void operator()(int i) const
  {
    const auto &rows = found.contacts.rows;
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const double *ui = found.u + DOF * i, *uj = found.u + DOF * rows.column[c];
      const TangentialTrial trial =
          HeldFriction{found.friction}.template at<DOF>(c, found.dashpot[c], ui, uj);
      vectors_at(spring)[c] =
          spring_behind(found.stiffness(c, found.place_of(i, c)), found.friction[c], trial);
    }
  }
};

/** Sums: a . (b - a) and (b - a)^2, where b is what the bounds would change, and a was that in the
 *  pass before. */
template <class Rows> struct ChangesOfBounds {
  Rows rows;
  const TrialFriction *friction;    // with the bounds that have been found
  const double *bound;              // held in the pass
  const double *before;

  VARDEM_INLINE void operator()(int i, Sums<2> &sums) const
  {
    for_contacts(rows, i, [&](int c, int, double share) {
      const double a = before[c], more = friction[c].bound - bound[c] - a;
      sums.s[0] += share * a * more;
      sums.s[1] += share * more * more;
    });
  }
};

/** Moves held bounds by `part` of the way to the bounds that have been found, and stores the result
 *  there. */
struct RelaxBounds {
  double part;
  TrialFriction *friction;
  double *bound, *before;

  VARDEM_INLINE void operator()(int c) const
  {
    before[c] = friction[c].bound - bound[c];
    friction[c].bound = bound[c] = bound[c] + part * before[c];
  }
};

struct TakeBounds {
  const TrialFriction *friction;
  double *bound, *before;

  VARDEM_INLINE void operator()(int c) const
  {
    bound[c] = friction[c].bound;
    before[c] = 0.0;
  }
};

template <class Space> class StepFriction {
 public:
  static constexpr bool EXIST = true;
  using Block = FrictionBlock;
  using Held = HeldFriction;
  template <class T> using Array = typename Space::template Array<T>;

  /** Passes at most; what the balance of a pass leaves of the residual with which it begins. */
  static constexpr int PASSES = 50;
  static constexpr double PART = 0.1;

  Array<double> spring;    // of contacts, where the step starts, 3 numbers: the caller sets them
  Array<TrialFriction> friction;

  Held held() const { return Held{friction.data()}; }

  /** Behind the first bounds. */
  void start_passes(Space &space, int ncontacts)
  {
    for (auto *a : {&bound, &before}) space.allocate(*a, ncontacts);
    space.for_each(ncontacts, TakeBounds{friction.data(), bound.data(), before.data()});
    part = FIRST;
    number = ncontacts;
  }

  /** Moves the bounds towards those that have been found, by the part that would have been right in
   *  the pass before. If they went all the way, the bounds of strongly loaded packings would swing:
   *  a contact that lets go loads its neighbors. Source: Irons & Tuck, Int. J. Numer. Methods Eng.
   *  1 (1969) 275. */
  template <class Rows> void relax(Space &space, const Rows &rows)
  {
    space.template reduce<2>(
        rows.nrows, ChangesOfBounds<Rows>{rows, friction.data(), bound.data(), before.data()}, 0);
    const double *s = space.fetch(2);
    if (s[0] < 0.0) part = std::fmin(MOST, std::fmax(LEAST, -part * s[0] / s[1]));
    space.for_each(number, RelaxBounds{part, friction.data(), bound.data(), before.data()});
  }

 private:
  static constexpr double FIRST = 0.5, LEAST = 0.1, MOST = 1.0;
  double part = FIRST;
  int number = 0;    // of contacts
  Array<double> bound, before;
};

}    // namespace VARDEM
#endif
