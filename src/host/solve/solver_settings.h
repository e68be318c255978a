// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_SOLVER_SETTINGS_H
#define VARDEM_HOST_SOLVER_SETTINGS_H

#include "pointers.h"
#include "solvers/network/solver_options.h"

namespace LAMMPS_NS {

class Fix;

namespace VARDEM_NS {

  class KeywordReader;

  /** How a fix wants contact forces to be found. */
  class SolverSettings : protected Pointers {
   public:
    VARDEM::MethodChoice choice;
    VARDEM::SolverOptions options;

    SolverSettings(LAMMPS *lmp, Fix *fix_in);

    /** Reads one of the keywords solver, precond, precision, tol, tolgrain, maxiter and
     *  maxproducts. Returns false if it is another one. */
    bool read(KeywordReader &keyword);

    /** Stops if the keywords do not go together. */
    void check_keywords();

    /** Stops if the arrays of the solver are on a device that the solver cannot use. */
    void check_device(bool on_host) const;

    bool is_direct() const { return solver == DIRECT; }
    bool has_factors() const { return choice.linear.kind == VARDEM::LinearChoice::INCOMPLETE; }
    /** Do the linear solvers ask for the rows of ghosts? */
    bool needs_owners() const { return is_direct() || has_factors(); }

   private:
    enum Solver { AUTO, NEWTON, IPM, DIRECT };
    Fix *fix;
    int solver = AUTO;
    bool precond_given = false;

    bool read_preconditioner(KeywordReader &keyword);
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
