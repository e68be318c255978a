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
  if (keyword.is("solver", 1)) {
    solver = keyword.one_of({"auto", "newton", "ipm", "direct"});
  } else if (keyword.is("precond", 1)) {
    read_preconditioner(keyword);
  } else if (keyword.is("precision", 1)) {
    choice.linear.mixed = keyword.one_of({"double", "mixed"});
  } else if (keyword.is("tol", 1)) {
    options.tolerance = keyword.tolerance(LEAST_TOLERANCE);
  } else if (keyword.is("tolgrain", 1)) {
    options.by_grain = keyword.one_of({"no", "yes"});
  } else if (keyword.is("maxiter", 1)) {
    options.most_steps = keyword.positive(1);
  } else if (keyword.is("maxproducts", 1)) {
    options.most_products = keyword.positive(1);
  } else {
    return false;
  }
  return true;
}

// keyword precond block|ict [DROP [FILL]]
void SolverSettings::read_preconditioner(KeywordReader &keyword)
{
  precond_given = true;
  const bool factors = keyword.one_of({"block", "ict"});
  choice.linear.kind = factors ? LinearChoice::INCOMPLETE : LinearChoice::BLOCK;
  if (!factors || !keyword.is_followed_by_number()) return;
  choice.linear.incomplete.drop = keyword.finite(2);
  keyword.require(choice.linear.incomplete.drop >= 0.0, 2, "ict with DROP >= 0");
  if (!keyword.is_followed_by_number()) return;
  choice.linear.incomplete.fill = positive_integer(keyword.word(3));
  keyword.require(choice.linear.incomplete.fill > 0, 3, "ict with an integer FILL > 0");
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
      error->all(
          FLERR, Error::NOLASTLINE,
          "Fix {} keyword precond goes with conjugate gradients, and keyword solver is direct; "
          "remove one of them",
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
