// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_SOLVE_MESSAGES_H
#define VARDEM_HOST_SOLVE_MESSAGES_H

#include "platform.h"
#include "pointers.h"
#include "solvers/network/solver_options.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace LAMMPS_NS {

class Fix;

namespace VARDEM_NS {

  class KeywordReader;
  class SolverSettings;

  /** Particles of this process that a message may name: the size of a force, and the atom ID. */
  using Grains = std::vector<std::pair<double, tagint>>;

  /** What a fix says about a solve of contact forces. All processes must call the functions. */
  class SolveMessages : protected Pointers {
   public:
    /** What happens if a solve has not converged. */
    enum { ERROR, WARN, IGNORE };
    int noconverge = ERROR;

    SolveMessages(LAMMPS *lmp, Fix *fix_in) : Pointers(lmp), fix(fix_in) {}

    /** Reads keyword noconverge; false if it is another one. */
    bool read(KeywordReader &keyword);

    /** There are no forces: stops, warns or says nothing. */
    void not_converged(const std::string &what) const;

    /** Stops if a load is not a finite number. first: the lowest ID of such an atom of this
     *  process, or MAXTAGINT. */
    void require_finite(tagint first) const;

    /** Stops if the residual of a solve is no finite number. */
    void require_finite(const VARDEM::SolverReport &) const;

    /** These particles have a load and no contact. */
    void unsupported(Grains grains) const;

    /** Says which method was taken by solver auto, and why, if it is another one than in the last
     *  solve. */
    void method(const SolverSettings &settings, const VARDEM::MethodTaken &taken);

    /** Says why a solve has not converged. no_fixed: no particle is fixed, although the load needs
     *  a support. advice: what else to do where the steps were too few. */
    void conclude(const VARDEM::SolverReport &report, const VARDEM::SolverOptions &options,
                  const std::function<Grains()> &residuals, const std::function<bool()> &no_fixed,
                  const std::string &advice = "") const;

    /** Prints a line every ten seconds. */
    void start_clock() { clock.start(platform::walltime()); }
    void progress(const VARDEM::SolverReport &report, double tolerance);

   private:
    Fix *fix;
    VARDEM::ProgressClock clock = {10.0};    // seconds
    std::string told;                        // about the method

    void tell(const std::string &what);
    std::string first_ten(Grains &grains, double part) const;
    std::vector<double> largest_of_all(const Grains &sorted) const;
  };

}    // namespace VARDEM_NS
}    // namespace LAMMPS_NS
#endif
