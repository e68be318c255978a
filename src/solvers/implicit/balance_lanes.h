// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_BALANCE_LANES_H
#define VARDEM_BALANCE_LANES_H

#include "kernels/lanes.h"
#include "solvers/implicit/implicit_step_loops.h"

#include <algorithm>

namespace VARDEM {

// --- StepBalance in vector lanes on a serial host, without blocks and friction, held dashpots ---
//
// What a step holds of its contacts is stored in lanes (HeldLanes), so that only motions have to be
// gathered.

/** LANES contacts where a step starts, with their held dashpots, transposed. Contact c is lane c %
 *  LANES of number c / LANES. */
struct HeldLanes {
  double e[3][LANES], distance[LANES], gap[LANES];
  double stiffness[LANES];    // of the power law
  double n[3][LANES], normal[LANES], tangential[LANES], lever_1[LANES], lever_2[LANES];
};

VARDEM_HOST_INLINE int lane_of(int contact)
{
  return contact & (LANES - 1);
}

/** FindDashpots, which puts them into lanes, too. */
template <class Network> struct HoldInLanes {
  FindDashpots<Network> find;
  HeldLanes *lanes;

  VARDEM_HOST_INLINE void operator()(int i) const
  {
    const auto &contacts = find.contacts;
    for (int c = contacts.rows.first[i]; c < contacts.rows.first[i + 1]; c++) {
      HeldLanes &to = lanes[static_cast<unsigned>(c) / LANES];
      const int l = lane_of(c);
      const TouchingSpheres start = contacts.at_start(i, c);
      const TrialDashpot d = find.of(contacts, i, c, contacts.moved_from(start, i, c));
      find.dashpot[c] = d;
      Lanes::set(to.e, l, branch_of(start));
      to.distance[l] = start.distance;
      to.gap[l] = start.gap;
      to.stiffness[l] = contacts.laws.stiffness(c);
      Lanes::set(to.n, l, d.n);
      to.normal[l] = d.normal;
      to.tangential[l] = d.tangential;
      to.lever_1[l] = d.lever_1;
      to.lever_2[l] = d.lever_2;
    }
  }
};

/** Motions of the bodies of LANES contacts, and what these take from r. */
struct MotionLanes {
  double way[3][LANES];                  // by which the branch changes
  double u[3][LANES], turn[3][LANES];    // relative; rotations times radii and levers
  double force[3][LANES], moment[3][LANES], elastic[LANES];
};

template <class NormalForce, bool DISCRETE>
VARDEM_HOST_INLINE void find_pushes(const HeldLanes &__restrict held, MotionLanes &__restrict a,
                                    double weight, double drag)
{
  for (int l = 0; l < LANES; l++) {
    const double way[] = {a.way[0][l], a.way[1][l], a.way[2][l]}, still[6] = {};
    const double u[] = {a.u[0][l], a.u[1][l], a.u[2][l], a.turn[0][l], a.turn[1][l], a.turn[2][l]};
    const TouchingSpheres start = {
        {{held.e[0][l], held.e[1][l], held.e[2][l]}}, held.distance[l], held.gap[l]};
    const TouchingSpheres touch = moved(start, still, way);
    ContactParameters law = {};
    law.stiffness = held.stiffness[l];
    const ElasticTrial trial =
        elastic_trial_of<NormalForce>(law, 1.0, start, touch, true, DISCRETE);
    const TrialDashpot d = {Lanes::get(held.n, l), held.normal[l], held.tangential[l], 1.0, 0.0};
    const ContactWrench push = push_of<6>(d, trial, weight, drag, u, still);
    Lanes::set(a.force, l, push.force);
    Lanes::set(a.moment, l, push.moment);
    a.elastic[l] = trial.elastic.force;
  }
}

// One for each law of with_law(): GCC makes no clones of templates.
inline VARDEM_CLONES void pushes_of(HookeForce, const HeldLanes &held, MotionLanes &a,
                                    double weight, double drag, bool discrete)
{
  if (discrete) return find_pushes<HookeForce, true>(held, a, weight, drag);
  find_pushes<HookeForce, false>(held, a, weight, drag);
}

inline VARDEM_CLONES void pushes_of(HertzForce, const HeldLanes &held, MotionLanes &a,
                                    double weight, double drag, bool discrete)
{
  if (discrete) return find_pushes<HertzForce, true>(held, a, weight, drag);
  find_pushes<HertzForce, false>(held, a, weight, drag);
}

/** Balance: a StepBalance. */
template <int DOF, class Balance> struct BalanceInLanes {
  Balance balance;
  const HeldLanes *held;

  VARDEM_NOINLINE void operator()() const
  {
    const auto &rows = balance.contacts.rows;
    for (int i = 0; i < rows.nrows; i++) {
      balance.start(i, balance.r + DOF * i);
      balance.largest[i] = 0.0;
    }
    MotionLanes a = {};
    const int n = rows.first[rows.nrows];
    for (int c = 0, i = 0; c < n; c += LANES) {
      const int end = std::min(n, c + LANES);
      const HeldLanes &of = held[c / LANES];
      const int next = for_rows(i, c, end, [&](int row, int from, int to) {
        gather(row, from, to, of, a);
      });
      find(of, a);
      for_rows(i, c, end, [&](int row, int from, int to) {
        take(row, from, to, of, a);
      });
      i = next;
    }
  }

 private:
  /** Calls f with the rows from i on that have the contacts from c to `end`, and their contacts.
   *  Returns the last row. */
  template <class F> VARDEM_HOST_INLINE int for_rows(int i, int c, int end, const F &f) const
  {
    for (const int *first = balance.contacts.rows.first; c < end;) {
      while (first[i + 1] <= c) i++;
      const int to = std::min(end, first[i + 1]);
      f(i, c, to);
      c = to;
    }
    return i;
  }

  VARDEM_HOST_INLINE void gather(int i, int c, int to, const HeldLanes &of, MotionLanes &a) const
  {
    const Vec3 *way = vectors_at(balance.contacts.displacement), here = way[i];
    double ui[DOF];
    std::copy_n(balance.u + DOF * i, DOF, ui);
    for (; c < to; c++) {
      const int j = balance.contacts.rows.column[c], l = lane_of(c);
      const double *uj = balance.u + DOF * j;
      Lanes::set(a.way, l, way[j] - here);
      Lanes::set(a.u, l, *vectors_at(ui) - *vectors_at(uj));
      Lanes::set(a.turn, l,
                 of.lever_1[l] * rotation_of<DOF>(ui) + of.lever_2[l] * rotation_of<DOF>(uj));
    }
  }

  VARDEM_HOST_INLINE void find(const HeldLanes &of, MotionLanes &a) const
  {
    const StepForm &form = balance.form;
    const double drag = form.drag / balance.h;
    with_law(balance.contacts.laws.normal, [&](auto law) {
      pushes_of(typename decltype(law)::Force(), of, a, form.weight, drag, form.discrete);
    });
  }

  VARDEM_HOST_INLINE void take(int i, int c, int to, const HeldLanes &of,
                               const MotionLanes &a) const
  {
    double sum[DOF], most = balance.largest[i];
    std::copy_n(balance.r + DOF * i, DOF, sum);
    for (; c < to; c++) {
      const int l = lane_of(c);
      balance.take(i, c, of.lever_1[l], of.lever_2[l],
                   {Lanes::get(a.force, l), Lanes::get(a.moment, l)}, sum);
      most = std::max(most, balance.form.weight * a.elastic[l]);
    }
    std::copy_n(sum, DOF, balance.r + DOF * i);
    balance.largest[i] = most;
  }
};

}    // namespace VARDEM
#endif
