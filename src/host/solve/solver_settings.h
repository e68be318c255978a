// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_SOLVER_SETTINGS_H
#define VARDEM_HOST_SOLVER_SETTINGS_H

#include "comm.h"
#include "error.h"
#include "fix.h"
#include "host/input/keyword_reader.h"
#include "pointers.h"
#include "solvers/network/solver_options.h"

namespace LAMMPS_NS::VARDEM_NS {

/** How a fix wants contact forces to be found. */
class SolverSettings : protected Pointers {
 public:
  VARDEM::MethodChoice choice;
  VARDEM::SolverOptions options;

  SolverSettings(LAMMPS *lmp, Fix *fix_in) : Pointers(lmp), fix(fix_in)
  {
    options.tolerance = 1.0e-6;
  }

  /** Reads one of the keywords solver, precond, precision, tol, tolgrain, maxiter and
   *  maxproducts. Returns false if it is another one. */
  bool read(KeywordReader &keyword)
  {
    return keyword.takes("solver", solver, {"auto", "newton", "ipm", "direct"}) ||
        read_preconditioner(keyword) ||
        keyword.takes("precision", choice.linear.mixed, {"double", "mixed"}) ||
        keyword.takes_tolerance("tol", options.tolerance, LEAST_TOLERANCE) ||
        keyword.takes_yes("tolgrain", options.by_grain) ||
        keyword.takes_count("maxiter", options.most_steps) ||
        keyword.takes_count("maxproducts", options.most_products);
  }

  void check_keywords()
  {
    const bool factors = precond_given ? choice.linear.kind == VARDEM::LinearChoice::INCOMPLETE
                                       : solver == IPM;
    if (choice.linear.mixed && (factors || solver == DIRECT))
      error->all(FLERR, Error::NOLASTLINE,
                 "Fix {} keyword precision: mixed goes with precond block, and not with {}; remove "
                 "one of them",
                 fix->style,
                 !factors            ? "solver direct"
                     : precond_given ? "precond ict"
                                     : "precond ict, the default of solver ipm");
    choice.method = solver == NEWTON ? VARDEM::MethodChoice::NEWTON
        : solver == IPM              ? VARDEM::MethodChoice::INTERIOR_POINT
                                     : VARDEM::MethodChoice::AUTO;
    if (solver == DIRECT) {
      if (comm->nprocs > 1)
        error->all(
            FLERR, Error::NOLASTLINE,
            "Fix {} keyword solver: direct works on one MPI rank only, and there are {}; use auto",
            fix->style, comm->nprocs);
      if (precond_given)
        error->all(FLERR, Error::NOLASTLINE,
                   "Fix {} keyword precond goes with conjugate gradients, and keyword solver is "
                   "direct; remove one of them",
                   fix->style);
      choice.linear.kind = VARDEM::LinearChoice::DIRECT;
    } else if (!precond_given) {
      choice.linear.kind = solver == NEWTON ? VARDEM::LinearChoice::BLOCK
                                            : VARDEM::LinearChoice::INCOMPLETE;
    }
  }

  /** Stops if the arrays of the solver are on a device that the solver cannot use. */
  void check_device(bool on_host) const
  {
    if (on_host) return;
    if (solver == DIRECT)
      error->all(FLERR, Error::NOLASTLINE,
                 "Fix {} keyword solver: direct does not work on a GPU; use auto", fix->style);
    if (precond_given && choice.linear.kind == VARDEM::LinearChoice::INCOMPLETE)
      error->all(FLERR, Error::NOLASTLINE,
                 "Fix {} keyword precond: ict does not work on a GPU; use block", fix->style);
  }

  bool is_direct() const { return solver == DIRECT; }
  bool has_factors() const { return choice.linear.kind == VARDEM::LinearChoice::INCOMPLETE; }
  /** Do the linear solvers ask for the rows of ghosts? */
  bool needs_owners() const { return is_direct() || has_factors(); }

 private:
  enum Solver { AUTO, NEWTON, IPM, DIRECT };
  Fix *fix;
  int solver = AUTO;
  bool precond_given = false;
  static constexpr double LEAST_TOLERANCE = 1e-14;

  /** keyword precond block|ict [DROP [FILL]] */
  bool read_preconditioner(KeywordReader &keyword)
  {
    bool factors = false;
    if (!keyword.takes("precond", factors, {"block", "ict"})) return false;
    precond_given = true;
    choice.linear.kind = factors ? VARDEM::LinearChoice::INCOMPLETE : VARDEM::LinearChoice::BLOCK;
    if (!factors || !keyword.is_followed_by_number()) return true;
    choice.linear.incomplete.drop = keyword.finite(2);
    keyword.require(choice.linear.incomplete.drop >= 0.0, 2, "ict with DROP >= 0");
    if (!keyword.is_followed_by_number()) return true;
    choice.linear.incomplete.fill = positive_integer(keyword.word(3));
    keyword.require(choice.linear.incomplete.fill > 0, 3, "ict with an integer FILL > 0");
    return true;
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
