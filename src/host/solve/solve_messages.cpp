// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/solve/solve_messages.h"

#include "comm.h"
#include "error.h"
#include "fix.h"
#include "host/input/keyword_reader.h"
#include "host/network/message_prefix.h"
#include "host/solve/solver_settings.h"
#include "solvers/linear/sparse_direct.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;
using namespace VARDEM_NS;
using VARDEM::SolverReport;

namespace {

constexpr int TEN = 10;    // particles that a message names

bool comes_first(const Grains::value_type &a, const Grains::value_type &b)
{
  return a.first > b.first || (a.first == b.first && a.second < b.second);
}

}    // namespace

bool SolveMessages::read(KeywordReader &keyword)
{
  return keyword.takes("noconverge", noconverge, {"error", "warn", "ignore"});
}

void SolveMessages::not_converged(const std::string &what) const
{
  if (noconverge == ERROR) error->all(FLERR, Error::NOLASTLINE, "{}: {}", prefix_of(fix), what);
  if (noconverge == WARN && comm->me == 0) error->warning(FLERR, "{}: {}", prefix_of(fix), what);
}

void SolveMessages::require_finite(tagint wrong) const
{
  tagint first;
  MPI_Allreduce(&wrong, &first, 1, MPI_LMP_TAGINT, MPI_MIN, world);
  if (first < MAXTAGINT)
    error->all(FLERR, Error::NOLASTLINE,
               "{}: the load of particle {} is not a finite number; check the variables of "
               "keyword load, or fix gravity",
               prefix_of(fix), first);
}

void SolveMessages::require_finite(const SolverReport &report) const
{
  if (report.reason == SolverReport::SCALE || std::isfinite(report.residual)) return;
  error->all(FLERR, Error::NOLASTLINE,
             "{}: the solve has come to numbers that are not finite after {} steps; look for "
             "particles at the same place, for masses, stiffnesses, velocities and loads that are "
             "by far too small or too large, and at the time step",
             prefix_of(fix), report.steps);
}

void SolveMessages::unsupported(Grains grains) const
{
  const std::string tags = first_ten(grains, 0.0);
  if (tags.empty()) return;
  const char *rest = noconverge == WARN
      ? "; for now their loads are left out, and the balance is that of the other particles"
      : "";
  not_converged("a load acts on particles " + tags +
                ", but they touch no other particle; add a support, remove the load, or exclude "
                "them from the fix group" +
                rest);
}

// IDs of the ten particles of all processes with the largest numbers, and how many more there are.
// Numbers below part x the largest are left out.
std::string SolveMessages::first_ten(Grains &grains, double part) const
{
  double largest = 0.0, all_largest;
  for (const auto &grain : grains) largest = std::max(largest, grain.first);
  MPI_Allreduce(&largest, &all_largest, 1, MPI_DOUBLE, MPI_MAX, world);
  const auto is_small = [&](const auto &grain) {
    return grain.first < part * all_largest;
  };
  grains.erase(std::remove_if(grains.begin(), grains.end(), is_small), grains.end());
  bigint mine = grains.size(), count;
  MPI_Allreduce(&mine, &count, 1, MPI_LMP_BIGINT, MPI_SUM, world);
  std::sort(grains.begin(), grains.end(), comes_first);
  grains.resize(TEN, {-1.0, 0});

  const std::vector<double> everyone = largest_of_all(grains);
  grains.clear();
  for (std::size_t k = 0; k < everyone.size(); k += 2)
    if (everyone[k] > 0.0) grains.emplace_back(everyone[k], static_cast<tagint>(everyone[k + 1]));
  std::sort(grains.begin(), grains.end(), comes_first);
  std::string text;
  for (std::size_t k = 0; k < grains.size() && k < TEN; k++)
    text += fmt::format("{}{}", k ? " " : "", grains[k].second);
  if (count > TEN) text += fmt::format(" and {} more", count - TEN);
  return text;
}

// Of ten particles of each process: number, ID, number, ID ...
std::vector<double> SolveMessages::largest_of_all(const Grains &ten) const
{
  std::vector<double> buffer, everyone(2 * TEN * comm->nprocs);
  for (const auto &grain : ten) {
    buffer.push_back(grain.first);
    buffer.push_back(static_cast<double>(grain.second));
  }
  MPI_Allgather(buffer.data(), 2 * TEN, MPI_DOUBLE, everyone.data(), 2 * TEN, MPI_DOUBLE, world);
  return everyone;
}

void SolveMessages::method(const SolverSettings &settings, const VARDEM::MethodTaken &taken)
{
  using VARDEM::MethodTaken;
  if (comm->me || taken.why == MethodTaken::CHOSEN) return;
  if (settings.is_direct())
    return tell(fmt::format("solver direct uses {}", VARDEM::name_of_sparse_factors()));
  const std::string name = taken.method == VARDEM::MethodChoice::NEWTON ? "newton" : "ipm",
                    precond = taken.linear == VARDEM::LinearChoice::BLOCK ? "block" : "ict";
  const char *why = taken.why == MethodTaken::QUICK ? "it was quick enough"
      : taken.why == MethodTaken::REDUNDANT
      ? "the packing has many more contacts than its balance needs"
      : "the packing has hardly more contacts than its balance needs";
  tell(fmt::format("solver auto has taken solver {}, precond {}, because {}", name, precond, why));
}

// Prints a line, unless it is the last one again.
void SolveMessages::tell(const std::string &what)
{
  if (what != told) utils::logmesg(lmp, "{}: {}\n", prefix_of(fix), what);
  told = what;
}

void SolveMessages::conclude(const SolverReport &report, const VARDEM::SolverOptions &options,
                             const std::function<Grains()> &residuals,
                             const std::function<bool()> &no_fixed, const std::string &advice) const
{
  if (report.reason == SolverReport::SCALE)
    not_converged(fmt::format("stiffnesses up to {:.3g} with loads up to {:.3g} are out of the "
                              "range of double precision; change the unit of the stiffness",
                              report.stiffness, report.load));
  require_finite(report);
  const std::string reached =
      fmt::format("the balance is {:.3g} after {} steps and {} products, but tol is {:.3g}",
                  report.residual, report.steps, report.products, options.tolerance);
  if (report.reason == SolverReport::STEPS)
    not_converged(reached +
                  fmt::format("; maxiter is {}: increase maxiter, or tol", options.most_steps) +
                  advice);
  if (report.reason == SolverReport::PRODUCTS)
    not_converged(
        reached +
        fmt::format("; maxproducts is {}: increase maxproducts, or tol, or use noconverge warn, "
                    "with which the next solve goes on from what has been reached",
                    options.most_products));
  if (report.reason != SolverReport::STALLED && report.reason != SolverReport::INFEASIBLE) return;
  Grains grains = residuals();
  const std::string tags = first_ten(grains, 0.01);
  if (report.reason == SolverReport::STALLED && report.residual <= report.round_off)
    not_converged(reached +
                  fmt::format("; it improves no further: round-off alone may make it {:.3g}; use a "
                              "larger tol",
                              report.round_off));
  else if (report.reason == SolverReport::STALLED)
    not_converged(reached +
                  "; it improves no further, but nothing proves that the contacts cannot carry the "
                  "load; try solver direct or a larger tol; the balance is worst at particles " +
                  tags);
  else
    not_converged("the contacts cannot carry the load; " +
                  std::string(no_fixed() ? "no particle is fixed; hold the supports by fix freeze, "
                                           "or leave them out of the group of the fix; "
                                         : "") +
                  "look near particles " + tags +
                  " for a missing support, an open gap (keyword closed), or a load that pulls "
                  "particles off (no pushing forces balance the load, unless their sum exceeds two "
                  "million times the sum of the loads)");
}

void SolveMessages::progress(const SolverReport &report, double tolerance)
{
  if (comm->me) return;
  const double now = platform::walltime();
  if (!clock.due(now)) return;
  utils::logmesg(lmp, "{}: {:.0f} s, {} steps, {} products, balance {:.3g}, tol {:.3g}\n",
                 prefix_of(fix), clock.elapsed(now), report.steps, report.products, report.residual,
                 tolerance);
}
