// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_IMPLICIT_STEP_LOOPS_H
#define VARDEM_IMPLICIT_STEP_LOOPS_H

#include "kernels/contact/grain_block.h"
#include "kernels/contact/no_tension.h"
#include "kernels/rigid/touching_spheres.h"
#include "kernels/rotation/rodrigues.h"
#include "solvers/implicit/step_form.h"
#include "solvers/network/column_spheres.h"
#include "solvers/network/contact_network.h"
#include "solvers/network/space.h"

#include <cmath>

namespace VARDEM {

// Loops of an implicit step of spheres (implicit_step.h). Each struct is the body of one loop of a
// Space. Motions have DOF numbers per column: displacement, and rotation times radius.

/** The laws of the contacts, by their numbers in the network. */
struct GrainLaws {
  LawKind normal;    // of all contacts
  const ContactParameters *law;
  const int *kind;       // number of the law
  const double *size;    // effective radius
  const double *mass;    // effective mass

  VARDEM_INLINE const ContactParameters &of(int c) const { return law[kind[c]]; }

  /** Calls f with the normal force. The choice is here, inside of the loops, so that a step is
   *  compiled only once for all laws. */
  template <class F> VARDEM_INLINE auto with_force(const F &f) const
  {
    return with_law(normal, [&](auto kind) {
      return f(typename decltype(kind)::Force());
    });
  }
  /** Of the power law. */
  VARDEM_INLINE double stiffness(int c) const
  {
    return with_force([&](auto force) {
      return stiffness_of(of(c).stiffness, of(c).modulus, decltype(force)::size_factor(size[c]));
    });
  }
  VARDEM_INLINE TrialForce elastic(int c, double overlap) const
  {
    return with_force([&](auto force) {
      return trial_force<decltype(force)>(of(c), overlap, size[c]);
    });
  }
  VARDEM_INLINE TrialDashpot dashpot(int c, const Vec3 &n, double overlap, double R1, double R2,
                                     bool wall) const
  {
    return with_force([&](auto force) {
      return trial_dashpot<decltype(force)>(of(c), n, overlap, R1, R2, size[c], mass[c], wall);
    });
  }
};

/** Sets the displacements of columns to `part` of their motions. */
template <int DOF> struct PlaceColumns {
  const double *u;
  double part;
  double *displacement;    // 3 numbers

  VARDEM_INLINE void operator()(int c) const
  {
    for (int k = 0; k < 3; k++) displacement[3 * c + k] = part * u[DOF * c + k];
  }
};

/** The contacts at the displacements of their spheres. */
template <class Network> struct DisplacedContacts {
  ContactRows<typename Network::Geometry> rows;
  ColumnSpheres spheres;
  GrainLaws laws;
  const double *displacement;

  VARDEM_INLINE bool is_wall(int c) const { return rows.column[c] >= spheres.first_wall_point; }
  VARDEM_INLINE TouchingSpheres at_start(int i, int c) const
  {
    const int j = rows.column[c];
    return touching_spheres(spheres.centres + 3 * i, spheres.radii[i], spheres.centres + 3 * j,
                            spheres.radii[j]);
  }
  VARDEM_INLINE TouchingSpheres moved_from(const TouchingSpheres &start, int i, int c) const
  {
    return moved(start, displacement + 3 * i, displacement + 3 * rows.column[c]);
  }
};

VARDEM_INLINE Vec3 branch_of(const TouchingSpheres &t)
{
  return {t.branch.e[0], t.branch.e[1], t.branch.e[2]};
}

/** Finds the dashpots of the contacts at the displacements. */
template <class Network> struct FindDashpots {
  DisplacedContacts<Network> contacts;
  TrialDashpot *dashpot;

  VARDEM_INLINE static TrialDashpot of(const DisplacedContacts<Network> &contacts, int i, int c,
                                       const TouchingSpheres &touch)
  {
    const double *R = contacts.spheres.radii;
    return contacts.laws.dashpot(c, branch_of(touch) / touch.distance, -touch.gap, R[i],
                                 R[contacts.rows.column[c]], contacts.is_wall(c));
  }

  VARDEM_INLINE void operator()(int i) const
  {
    for (int c = contacts.rows.first[i]; c < contacts.rows.first[i + 1]; c++)
      dashpot[c] = of(contacts, i, c, contacts.moved_from(contacts.at_start(i, c), i, c));
  }
};

/** Friction has the tangential dashpot in its load. */
template <class Friction> VARDEM_INLINE TrialDashpot without_friction(TrialDashpot d)
{
  if (Friction::EXIST) d.tangential = 0.0;
  return d;
}

/** An elastic contact in a step. */
struct ElasticTrial {
  TrialForce elastic;
  Vec3 n;            // the force on the first sphere is -N n
  double turning;    // of n, per displacement across it
};

/** Beside a wall that does not turn. */
template <class NormalForce>
VARDEM_INLINE ElasticTrial elastic_trial_of(const ContactParameters &law, double size,
                                            const TouchingSpheres &start,
                                            const TouchingSpheres &touch, bool wall, bool discrete)
{
  const double part = 1.0 / (discrete ? start.distance + touch.distance : touch.distance);
  const Vec3 branch = discrete ? branch_of(start) + branch_of(touch) : branch_of(touch);
  return {discrete ? mean_trial_force<NormalForce>(law, -start.gap, -touch.gap, size)
                   : trial_force<NormalForce>(law, -touch.gap, size),
          part * branch, wall ? 0.0 : part};
}

/** turned: the rotation of a wall. A discrete gradient has the normals in the frame of the wall, as
 *  the start and the end of the step see them. */
template <class Network>
VARDEM_INLINE ElasticTrial elastic_trial(const DisplacedContacts<Network> &contacts,
                                         const TouchingSpheres &start, const TouchingSpheres &touch,
                                         int c, bool discrete, const RodriguesTurn &turned)
{
  const bool wall = contacts.is_wall(c);
  ElasticTrial trial = contacts.laws.with_force([&](auto force) {
    return elastic_trial_of<decltype(force)>(contacts.laws.of(c), contacts.laws.size[c], start,
                                             touch, wall, discrete);
  });
  if (discrete && wall)
    trial.n = trial.n +
        (0.5 / (start.distance + touch.distance)) *
            (turned.way(branch_of(start)) + turned.back().way(branch_of(touch)));
  return trial;
}

/** What dashpots and springs take from r. */
template <int DOF>
VARDEM_INLINE ContactWrench push_of(const TrialDashpot &d, const ElasticTrial &trial, double weight,
                                    double drag, const double *u1, const double *u2)
{
  ContactWrench push = times<DOF>(d, drag, u1, u2);
  push.force = push.force + (weight * trial.elastic.force) * trial.n;
  return push;
}

/** Computes what is out of balance, r = D (u_free - u) + weight (F + loads) - drag C u/h, and the
 *  largest elastic force of the contacts of each row; the blocks of the tangent, too, unless block
 *  is null, and the forces on wall points unless pushes is null. r of a row is complete when
 *  the loop has passed all rows. */
template <class Network, int DOF, class Friction> struct StepBalance {
  using Block = typename Friction::Block;
  DisplacedContacts<Network> contacts;
  DiagonalInertia<DOF> inertia;
  StepForm form;
  double h;
  const double *load, *u_free, *u;
  const TrialDashpot *held;
  typename Friction::Held friction;
  Block *block;
  double *r, *largest, *pushes;

  VARDEM_INLINE void operator()(int i) const
  {
    double sum[DOF], most = 0.0;
    start(i, sum);
    const auto &rows = contacts.rows;
    for (int c = rows.first[i]; c < rows.first[i + 1]; c++) {
      const int j = rows.column[c];
      const TouchingSpheres start = contacts.at_start(i, c),
                            touch = contacts.moved_from(start, i, c);
      const TrialDashpot d = without_friction<Friction>(
          form.live ? FindDashpots<Network>::of(contacts, i, c, touch) : held[c]);
      const bool acts = d.normal > 0.0 || d.tangential > 0.0 || friction.acts(c);
      if (!acts && touch.gap > 0.0 && !(form.discrete && start.gap < 0.0)) {
        if (block) block[c] = {};
        keep_push(j, {});
        continue;
      }
      const ElasticTrial trial =
          elastic_trial(contacts, start, touch, c, form.discrete, {rotation_of<DOF>(u + DOF * j)});
      take(i, c, d.lever_1, d.lever_2, of_contact(c, d, trial, u + DOF * i, u + DOF * j), sum);
      if (trial.elastic.force > most) most = trial.elastic.force;
    }
    for (int k = 0; k < DOF; k++) r[DOF * i + k] = sum[k];
    largest[i] = form.weight * most;
  }

  VARDEM_INLINE void start(int i, double *sum) const
  {
    double change[DOF];
    for (int k = 0; k < DOF; k++) change[k] = u_free[DOF * i + k] - u[DOF * i + k];
    for (int k = 0; k < DOF; k++)
      sum[k] = inertia.component(i, k, change) + form.weight * load[DOF * i + k];
  }
  /** Takes the push of a contact from the sum of row i, and from the other row. */
  VARDEM_INLINE void take(int i, int c, double lever_1, double lever_2, const ContactWrench &push,
                          double *sum) const
  {
    const int j = contacts.rows.column[c];
    add_wrench<DOF>(push, -1.0, -lever_1, sum);
    if (c < contacts.rows.middle[i])
      add_wrench<DOF>(push, 1.0, -lever_2, r + DOF * j);
    else
      keep_push(j, {push.force, -lever_2 * push.moment});
  }

 private:
  VARDEM_INLINE void keep_push(int j, const ContactWrench &on_wall) const
  {
    const int k = j - contacts.spheres.first_wall_point;
    if (!pushes || k < 0) return;
    vectors_at(pushes)[2 * k] = on_wall.force;
    vectors_at(pushes)[2 * k + 1] = on_wall.moment;
  }

  /** Returns what the contact takes from r, and sets its block. */
  VARDEM_INLINE ContactWrench of_contact(int c, const TrialDashpot &d, const ElasticTrial &trial,
                                         const double *u1, const double *u2) const
  {
    ContactWrench push = push_of<DOF>(d, trial, form.weight, form.drag / h, u1, u2);
    if constexpr (Friction::EXIST) {
      const auto tangential = friction.template at<DOF>(c, d, u1, u2);
      push = push + form.weight * tangential_wrench(d.n, tangential.load);
      if (block) block[c] = with_friction(block_of(d, trial), tangential, form.weight);
    } else if (block) {
      block[c] = block_of(d, trial);
    }
    return push;
  }

  VARDEM_INLINE GrainBlock block_of(const TrialDashpot &d, const ElasticTrial &trial) const
  {
    const double scale = form.weight * form.at, drag = form.drag / h;
    GrainBlock K = {{0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
                    d.n,
                    drag * d.tangential,
                    d.lever_1,
                    d.lever_2,
                    trial.n,
                    scale * trial.elastic.force * trial.turning};
    add_uniaxial(K.A, d.n, drag * d.normal, K.drag);
    add_uniaxial(K.A, trial.n, scale * trial.elastic.stiffness, 0.0);
    return K;
  }
};

/** Sums: what the dashpots, `rate` times the motions u, take from the motions `way`; of contacts
 *  with walls it is added to of_points, and behind it the work of the wall, which also pushes by
 *  springs. Tangential springs have their dashpots with them, up to a bound: of tangential dashpots
 *  only those without a spring take something here, while they do not slide. */
template <class Network, int DOF, class Friction> struct WorkOfDashpots {
  DisplacedContacts<Network> contacts;
  double rate;
  bool with_springs, discrete;    // discrete: as in StepForm
  const double *u, *way;
  const TrialDashpot *held;
  typename Friction::Held friction;
  double *of_points;    // 2 numbers

  VARDEM_INLINE void operator()(int i, Sums<1> &sums) const
  {
    for_contacts(contacts.rows, i, [&](int c, int j, double share) {
      TrialDashpot d = held[c];
      if (!acts_along_plane(i, j, c)) d.tangential = 0.0;
      const ContactWrench push = times<DOF>(d, rate, u + DOF * i, u + DOF * j);
      const double taken = work_of<DOF>(d, push, way + DOF * i, way + DOF * j);
      if (!contacts.is_wall(c)) {
        sums.s[0] += share * taken;
        return;
      }
      double *const of_point = of_points + 2 * (j - contacts.spheres.first_wall_point);
      of_point[0] += taken;
      of_point[1] += work_of_wall(i, j, c, push);
    });
  }

 private:
  VARDEM_INLINE auto load(int i, int j, int c) const
  {
    return friction.template at<DOF>(c, held[c], u + DOF * i, u + DOF * j);
  }
  VARDEM_INLINE bool acts_along_plane(int i, int j, int c) const
  {
    if constexpr (Friction::EXIST) {
      const ContactParameters &law = contacts.laws.of(c);
      return !(law.tangential_stiffness + law.tangential_modulus > 0.0) && load(i, j, c).cut == 0.0;
    }
    return true;
  }
  /** push: what the dashpots take from the grain. Friction has a tangential dashpot in its load. */
  VARDEM_INLINE double work_of_wall(int i, int j, int c, ContactWrench push) const
  {
    const double *const moved = u + DOF * j;
    if (with_springs) {
      const TouchingSpheres start = contacts.at_start(i, c);
      const ElasticTrial trial = elastic_trial(contacts, start, contacts.moved_from(start, i, c), c,
                                               discrete, {rotation_of<DOF>(moved)});
      push.force = push.force + trial.elastic.force * trial.n;
      if constexpr (Friction::EXIST)
        if (!acts_along_plane(i, j, c))
          push = push + tangential_wrench(held[c].n, load(i, j, c).load);
    }
    return -dot(push.force, *vectors_at(moved)) -
        held[c].lever_2 * dot(push.moment, rotation_of<DOF>(moved));
  }
};

/** Sets the means of the motions of rows before and after a step, h times their velocities there:
 *  these are rate + ahead h (elastic force + load)/mass. u_free: h times the rate at the start. */
struct MeanMotions {
  const double *u_free, *rate, *mass, *load, *before, *behind;    // forces: null if ahead is 0
  double h, ahead;
  double *mean;

  VARDEM_INLINE void operator()(int k) const
  {
    mean[k] = 0.5 * (u_free[k] + h * rate[k]);
    if (ahead != 0.0)
      mean[k] += 0.5 * ahead * h * h / mass[k] * (before[k] + behind[k] + 2.0 * load[k]);
  }
};

/** Sums: the two numbers of the points of one wall. Point has the number of its wall. */
template <class Point> struct SumOfWall {
  const Point *points;
  int wall;
  const double *of_points;

  VARDEM_INLINE void operator()(int k, Sums<2> &sums) const
  {
    if (points[k].number != wall) return;
    for (int n = 0; n < 2; n++) sums.s[n] += of_points[2 * k + n];
  }
};

/** Sums: the incremental potential, whose derivative by u is -r: where dashpots are held, at > 0,
 *  and there is no discrete gradient. */
template <class Network, int DOF, class Friction> struct StepPotential {
  DisplacedContacts<Network> contacts;
  DiagonalInertia<DOF> inertia;
  StepForm form;
  double h;
  const double *load, *u_free, *u;
  const TrialDashpot *held;
  typename Friction::Held friction;

  VARDEM_INLINE void operator()(int i, Sums<1> &sums) const
  {
    double change[DOF];
    for (int k = 0; k < DOF; k++) change[k] = u[DOF * i + k] - u_free[DOF * i + k];
    for (int k = 0; k < DOF; k++)
      sums.s[0] += 0.5 * change[k] * inertia.component(i, k, change) -
          form.weight * load[DOF * i + k] * u[DOF * i + k];
    for_contacts(contacts.rows, i, [&](int c, int j, double share) {
      const TouchingSpheres touch = contacts.moved_from(contacts.at_start(i, c), i, c);
      const TrialForce elastic = contacts.laws.elastic(c, -touch.gap);
      const TrialDashpot d = without_friction<Friction>(held[c]);
      const double *ui = u + DOF * i, *uj = u + DOF * j;
      double lost = 0.5 * work_of<DOF>(d, times<DOF>(d, form.drag / h, ui, uj), ui, uj);
      if constexpr (Friction::EXIST)
        lost += form.weight * friction.template at<DOF>(c, d, ui, uj).potential;
      sums.s[0] += share * (form.weight / form.at * elastic.energy + lost);
    });
  }
};

/** Adds what contacts do to the columns in a step: what the balance with the residual r has beside
 *  inertia and loads, over the weight of forces in it. */
template <int DOF> struct AddForcesOfBalance {
  DiagonalInertia<DOF> inertia;
  double weight;
  const double *load, *u_free, *u, *r;    // load: null if the balance has none
  double *contact_forces;

  VARDEM_INLINE void operator()(int i) const
  {
    double change[DOF];
    for (int k = 0; k < DOF; k++) change[k] = u[DOF * i + k] - u_free[DOF * i + k];
    for (int k = 0; k < DOF; k++)
      contact_forces[DOF * i + k] += (r[DOF * i + k] + inertia.component(i, k, change)) / weight -
          (load ? load[DOF * i + k] : 0.0);
  }
};

/** Sets d = length D^-1 r, and adds it to u. Sums: r . d. */
template <int DOF> struct FollowResidual {
  const double *inertia, *r;
  double length, *d, *u;

  VARDEM_INLINE void operator()(int i, Sums<1> &sums) const
  {
    for (int k = DOF * i; k < DOF * (i + 1); k++) {
      d[k] = length * r[k] / inertia[k];
      u[k] += d[k];
      sums.s[0] += r[k] * d[k];
    }
  }
};

/** Finds the largest of a row: loads, and inertia times motion. */
template <int DOF> struct LargestGiven {
  DiagonalInertia<DOF> inertia;
  const double *load, *u_free;

  VARDEM_INLINE void operator()(int i, Maxima<2> &found) const
  {
    for (int k = 0; k < DOF; k++) {
      found.take(0, std::fabs(load[DOF * i + k]));
      found.take(1, std::fabs(inertia.component(i, k, u_free + DOF * i)));
    }
  }
};

/** Finds the largest of a row: what is out of balance, and forces. */
template <int DOF> struct BalanceMaxima {
  const double *r, *largest;

  VARDEM_INLINE void operator()(int i, Maxima<2> &found) const
  {
    for (int k = DOF * i; k < DOF * (i + 1); k++) found.take(0, std::fabs(r[k]));
    found.take(1, largest[i]);
  }
};

}    // namespace VARDEM
#endif
