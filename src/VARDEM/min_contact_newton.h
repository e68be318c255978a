// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef MINIMIZE_CLASS
// clang-format off
MinimizeStyle(contact/newton,MinContactNewton);
// clang-format on
#else

#ifndef LMP_MIN_CONTACT_NEWTON_H
#define LMP_MIN_CONTACT_NEWTON_H

#include "atom.h"
#include "fix_contact_minimizer.h"
#include "min.h"
#include "modify.h"
#include "output.h"
#include "timer.h"
#include "update.h"

#include <string>

namespace LAMMPS_NS {

/** The iterations of min_style contact/newton. An iteration is a solve that ends in the equilibrium
 *  or where neighbor lists end. Base: LAMMPS' Min, or its class for minimizers with Kokkos. */
template <class Base> class MinEquilibrium : public Base {
 public:
  using Base::Base;
  ~MinEquilibrium() override { delete_fix(); }
  void init() override;
  void setup_style() override {}
  int iterate(int) override;

 protected:
  virtual std::string style_of_fix() = 0;
  /** To be called before output, which reads the arrays of atoms on the host. */
  virtual void sync_to_host() {}

 private:
  static constexpr const char *ID = "MINIMIZE";
  FixContactMinimizer *fix = nullptr;

  /** If there is one: an error in its init() has left it behind. */
  void delete_fix()
  {
    if (dynamic_cast<FixContactMinimizer *>(this->modify->get_fix_by_id(ID)))
      this->modify->delete_fix(ID);
  }
  bool forces_are_small();
};

// Min::init() makes a fix with this ID that is not needed here, and Min::cleanup() deletes it. This
// one takes its place, so that it lives as long as the minimization.
template <class Base> void MinEquilibrium<Base>::init()
{
  delete_fix();
  Base::init();
  this->modify->delete_fix(ID);
  this->fix_minimize = nullptr;
  fix = dynamic_cast<FixContactMinimizer *>(
      this->modify->add_fix(fmt::format("{} all {}", ID, style_of_fix())));
}

template <class Base> int MinEquilibrium<Base>::iterate(int maxiter)
{
  auto *const update = this->update;
  auto *const timer = this->timer;
  int in_a_row = 0;    // loads may depend on positions, so one equilibrium is not the end
  for (int iter = 0; iter < maxiter; iter++) {
    if (timer->check_timeout(this->niter)) return Min::TIMEOUT;
    const bigint ntimestep = ++update->ntimestep;
    this->niter++;
    this->eprevious = this->ecurrent;
    in_a_row = fix->advance() ? in_a_row + 1 : 0;
    this->ecurrent = this->energy_force(0);
    fix->require_all_atoms();
    this->neval += fix->newton_steps() + 1;
    if (forces_are_small()) return Min::FTOL;
    if (in_a_row > 1) return Min::ZEROFORCE;
    if (this->neval >= update->max_eval) return Min::MAXEVAL;
    if (this->output->next == ntimestep) {
      sync_to_host();
      timer->stamp();
      this->output->write(ntimestep);
      timer->stamp(Timer::OUTPUT);
    }
  }
  return Min::MAXITER;
}

template <class Base> bool MinEquilibrium<Base>::forces_are_small()
{
  const double tolerance = this->update->ftol;
  if (!(tolerance > 0.0)) return false;
  const double square = this->normstyle == Min::MAX ? this->fnorm_max()
      : this->normstyle == Min::INF                 ? this->fnorm_inf()
                                                    : this->fnorm_sqr();
  return square < tolerance * tolerance;
}

/** Finds the equilibrium of soft spheres by Newton's method (solvers/implicit/implicit_step.h): fix
 *  nve/sphere/implicit with quasistatic yes, in a minimization. */
class MinContactNewton : public MinEquilibrium<Min> {
 public:
  using MinEquilibrium::MinEquilibrium;
  void reset_vectors() override
  {
    nvec = 3 * atom->nlocal;
    xvec = nvec ? atom->x[0] : nullptr;
    fvec = nvec ? atom->f[0] : nullptr;
  }

 protected:
  std::string style_of_fix() override { return FixContactMinimizer::style_in(modify); }
};

}    // namespace LAMMPS_NS
#endif
#endif
