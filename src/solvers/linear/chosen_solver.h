// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_CHOSEN_SOLVER_H
#define VARDEM_CHOSEN_SOLVER_H

#include "solvers/linear/conjugate_gradients.h"
#include "solvers/linear/mixed_gradients.h"
#include "solvers/linear/schwarz_cholesky.h"
#include "solvers/linear/sparse_direct.h"
#include "solvers/network/solver_options.h"

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

namespace VARDEM {

// --- a linear solver (operator.h) that is chosen while the program runs ---
//
// Only the linear solvers that have been in use take memory, which they keep for the next solves.
// Factors need arrays that the host can read; on a device there are conjugate gradients with
// diagonal blocks only.

template <class Space, class Operator> class ChosenSolver {
 public:
  static constexpr int DOF = Operator::DOF;
  static constexpr bool HAS_FACTORS = Space::ON_HOST;

  void setup(Space &, const Operator &) { ready.clear(); }

  /** Takes effect from the next refresh() on. */
  void choose(const LinearChoice &c)
  {
    choice = c;
    if (!HAS_FACTORS) choice.kind = LinearChoice::BLOCK;
  }
  const LinearChoice &chosen() const { return choice; }
  bool may_keep() const { return choice.kind != LinearChoice::DIRECT; }

  /** The order of elimination for incomplete factors (schwarz_cholesky.h). It counts until the next
   *  call. */
  void order_by(std::vector<double> keys) { order = std::move(keys); }

  void refresh(Space &space, const Operator &K)
  {
    with_chosen(*this, [&](auto &solver) {
      prepare(space, K, solver);
      solver.refresh(space, K);
    });
  }

  template <class Tick>
  int solve_again(Space &space, const Operator &K, double *r, double *x, double residual,
                  const Tick &tick)
  {
    int products = 0;
    with_chosen(*this, [&](auto &solver) {
      products = solver.solve_again(space, K, r, x, residual, tick);
    });
    return products;
  }

  /** Memory outside of the Space. */
  double bytes() const
  {
    return gradients.bytes() + mixed.bytes() + factors.bytes() +
        static_cast<double>(order.capacity()) * sizeof(double);
  }

 private:
  struct NoFactors {
    double bytes() const { return 0.0; }
  };
  struct Factors {
    IncompleteGradients<Space, Operator> incomplete;
    SparseDirect<Space, Operator> direct;

    double bytes() const { return incomplete.bytes() + direct.bytes(); }
  };

  LinearChoice choice;
  ConjugateGradients<Space, Operator> gradients;
  MixedGradients<Space, Operator> mixed;
  std::conditional_t<HAS_FACTORS, Factors, NoFactors> factors;
  std::vector<double> order;
  std::vector<const void *> ready;    // the solvers whose setup() has been called

  template <class Self, class F> static void with_chosen(Self &self, const F &f)
  {
    if constexpr (HAS_FACTORS) {
      if (self.choice.kind == LinearChoice::INCOMPLETE) return f(self.factors.incomplete);
      if (self.choice.kind == LinearChoice::DIRECT) return f(self.factors.direct);
    }
    if (self.choice.mixed)
      f(self.mixed);
    else
      f(self.gradients);
  }

  template <class Solver> void prepare(Space &space, const Operator &K, Solver &solver)
  {
    if (std::find(ready.begin(), ready.end(), &solver) != ready.end()) return;
    if constexpr (std::is_same<Solver, IncompleteGradients<Space, Operator>>::value) {
      solver.preconditioner().options = choice.incomplete;
      solver.preconditioner().order_by(order);
    }
    solver.setup(space, K);
    ready.push_back(&solver);
  }
};

}    // namespace VARDEM
#endif
