// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/solve/solver_settings.h"

#include "comm.h"
#include "error.h"
#include "fix.h"
#include "host/input/keyword_reader.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::LinearChoice;
using VARDEM::MethodChoice;

namespace {

constexpr double LEAST_TOLERANCE = 1e-14;

}    // namespace

SolverSettings::SolverSettings(LAMMPS *lmp, Fix *fix_in) : Pointers(lmp), fix(fix_in)
{
  options.tolerance = 1.0e-6;
}

bool SolverSettings::read(KeywordReader &keyword)
{
  return keyword.takes("solver", solver, {"auto", "newton", "ipm", "direct"}) ||
      read_preconditioner(keyword) ||
      keyword.takes("precision", choice.linear.mixed, {"double", "mixed"}) ||
      keyword.takes_tolerance("tol", options.tolerance, LEAST_TOLERANCE) ||
      keyword.takes_yes("tolgrain", options.by_grain) ||
      keyword.takes_count("maxiter", options.most_steps) ||
      keyword.takes_count("maxproducts", options.most_products);
}

// keyword precond block|ict [DROP [FILL]]
bool SolverSettings::read_preconditioner(KeywordReader &keyword)
{
  bool factors = false;
  if (!keyword.takes("precond", factors, {"block", "ict"})) return false;
  precond_given = true;
  choice.linear.kind = factors ? LinearChoice::INCOMPLETE : LinearChoice::BLOCK;
  if (!factors || !keyword.is_followed_by_number()) return true;
  choice.linear.incomplete.drop = keyword.finite(2);
  keyword.require(choice.linear.incomplete.drop >= 0.0, 2, "ict with DROP >= 0");
  if (!keyword.is_followed_by_number()) return true;
  choice.linear.incomplete.fill = positive_integer(keyword.word(3));
  keyword.require(choice.linear.incomplete.fill > 0, 3, "ict with an integer FILL > 0");
  return true;
}

void SolverSettings::check_keywords()
{
  const bool factors = precond_given ? choice.linear.kind == LinearChoice::INCOMPLETE
                                     : solver == IPM;
  if (choice.linear.mixed && (factors || solver == DIRECT))
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} keyword precision: mixed goes with precond block, and not with {}; remove "
               "one of them",
               fix->style,
               !factors            ? "solver direct"
                   : precond_given ? "precond ict"
                                   : "precond ict, the default of solver ipm");
  choice.method = solver == NEWTON ? MethodChoice::NEWTON
      : solver == IPM              ? MethodChoice::INTERIOR_POINT
                                   : MethodChoice::AUTO;
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
    choice.linear.kind = LinearChoice::DIRECT;
  } else if (!precond_given) {
    choice.linear.kind = solver == NEWTON ? LinearChoice::BLOCK : LinearChoice::INCOMPLETE;
  }
}

void SolverSettings::check_device(bool on_host) const
{
  if (on_host) return;
  if (solver == DIRECT)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} keyword solver: direct does not work on a GPU; use auto", fix->style);
  if (precond_given && choice.linear.kind == LinearChoice::INCOMPLETE)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} keyword precond: ict does not work on a GPU; use block", fix->style);
}
