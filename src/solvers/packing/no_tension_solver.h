// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_NO_TENSION_SOLVER_H
#define VARDEM_NO_TENSION_SOLVER_H

#include "solvers/linear/chosen_solver.h"
#include "solvers/packing/interior_point.h"

#include <algorithm>
#include <vector>

namespace VARDEM {

// --- a network of contacts without tension, solved by the method that suits it ---
//
// The problem is the one of NoTensionNewton. A packing without friction is isostatic if it has as
// many contacts that push as its bodies have free motions. Regular packings have many more contacts
// than that, and Newton's method with conjugate gradients is fastest. Disordered ones come near the
// limit. Their soft modes make each linear system hard, and the number of Newton steps grows with
// the size of the packing. The interior-point method with incomplete factors is made for them
// (doc/notes/hard-packings.md).
//
// AUTO begins with Newton's method. A packing is nearly isostatic if its contacts per body exceed
// the free motions of a body by less than one half. If all contacts of a packing are that few,
// Newton's method may use few products, with which it solves small packings. If those are that few
// that push behind a step, and these products are used up, the interior-point method goes on, or
// Newton's method with incomplete factors if there are gaps.

/** Sums: the components of a vector of rows. */
template <int DOF> struct ComponentSums {
  const double *a;

  VARDEM_INLINE void operator()(int i, Sums<DOF> &sums) const
  {
    for (int k = 0; k < DOF; k++) sums.s[k] += a[DOF * i + k];
  }
};

/** How far each centre is along the sum of the loads. Rows at the top should be eliminated first
 *  (schwarz_cholesky.h). */
template <class Space>
std::vector<double> depths(Space &space, const ContactNetwork<Space, CentralGeometry> &network,
                           const double *loads)
{
  space.template reduce<3>(network.nrows, ComponentSums<3>{loads}, 0);
  const double *load = space.fetch(3), *x = network.geometry.x;
  std::vector<double> keys(network.nrows, 0.0);
  for (int i = 0; i < network.nrows; i++)
    for (int k = 0; k < 3; k++) keys[i] += x[3 * i + k] * load[k];
  return keys;
}

template <class Space, class G>
class NoTensionSolver : public InteriorPoint<Space, G, ChosenSolver> {
  using Base = InteriorPoint<Space, G, ChosenSolver>;

 public:
  static constexpr int DOF = G::DOF;
  using typename Base::Inertia;
  MethodChoice choice;
  using Base::free_motions;

  /** Finds the minimum as NoTensionNewton does, but leaves u, overlap(), residual(), rows() and
   *  load() in the units of scale(). restore_units() then brings them back to the units of the
   *  caller. */
  template <class Law>
  SolverReport minimize(const double *load, Inertia inertia, double *u,
                        const SolverOptions &options);

  /** Of the last solve that had something to do. */
  const MethodTaken &method_taken() const { return taken; }

 private:
  using Base::D;
  using Base::linear;
  using Base::loads;
  using Base::network;
  using Base::report;
  using Base::space;

  static constexpr double REDUNDANCY = 0.5;    // contacts per body beyond its free motions
  static constexpr long FEW_PRODUCTS = 300, FEW_FACTORS = 15;

  MethodTaken taken;

  template <class Law> void solve_by_choice(double *u)
  {
    const LinearChoice::Kind kind = choice.linear.kind;
    MethodChoice::Method method = choice.method;
    if (method == MethodChoice::AUTO) {
      if (newton_is_enough<Law>(u)) return;
      method = method_of_isostatic();
    }
    take(method, kind);
    if (method == MethodChoice::INTERIOR_POINT) return this->template take_interior_steps<Law>(u);
    this->start_anew();
    this->template take_newton_steps<Law>(u, [] {
    });
  }

  /** With gaps the start is usually near, and Newton's method goes on from it. The interior-point
   *  method would move bodies along free motions, although the gaps hold near the start only. */
  MethodChoice::Method method_of_isostatic() const
  {
    return network->has_gaps && !D ? MethodChoice::NEWTON : MethodChoice::INTERIOR_POINT;
  }

  void take(MethodChoice::Method method, LinearChoice::Kind kind)
  {
    LinearChoice now = choice.linear;
    now.kind = kind;
    linear.choose(now);
    if (linear.chosen().kind == LinearChoice::INCOMPLETE) order_from_the_top();
    taken.method = method;
    taken.linear = linear.chosen().kind;
  }

  /** Tries Newton's method. Returns false if the packing is too near to isostatic for it. */
  template <class Law> bool newton_is_enough(double *u)
  {
    const bool direct = choice.linear.kind == LinearChoice::DIRECT;
    const long most = this->options.most_products,
               few = std::min(most, direct ? FEW_FACTORS : FEW_PRODUCTS);
    take(MethodChoice::NEWTON, direct ? LinearChoice::DIRECT : LinearChoice::BLOCK);
    const bool isostatic = is_nearly_isostatic(this->tangent_mean().all);
    if (isostatic) this->options.most_products = few;
    this->template take_newton_steps<Law>(u, [&] {
      if (report.products >= few && is_nearly_isostatic(this->tangent_mean().pushing))
        report.reason = SolverReport::PRODUCTS;
    });
    this->options.most_products = most;
    taken.why = isostatic ? MethodTaken::QUICK : MethodTaken::REDUNDANT;
    const bool gave_up = report.reason == SolverReport::PRODUCTS ||
        (report.reason == SolverReport::STALLED &&
         is_nearly_isostatic(this->tangent_mean().pushing));
    if (!gave_up || report.products >= most || this->is_solved()) return true;
    report.reason = SolverReport::STEPS;
    taken.why = MethodTaken::ISOSTATIC;
    return false;
  }

  /** n: contacts of all processes, at the motion of the last evaluation. */
  bool is_nearly_isostatic(double n)
  {
    return n < (free_motions + REDUNDANCY) * static_cast<double>(network->nbodies);
  }

  void order_from_the_top()
  {
    if constexpr (std::is_same<G, CentralGeometry>::value && Space::ON_HOST)
      linear.order_by(depths(*space, *network, loads));
  }
};

// Outside of the class it can be compiled once for a Space (host/solve/host_solvers.h).
template <class Space, class G>
template <class Law>
SolverReport NoTensionSolver<Space, G>::minimize(const double *load, Inertia inertia, double *u,
                                                 const SolverOptions &options)
{
  return this->template minimize_by<Law>(load, inertia, u, options, [&] {
    if (options.most_steps <= 0) return;
    taken = MethodTaken();
    solve_by_choice<Law>(u);
  });
}

}    // namespace VARDEM
#endif
