/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifdef FIX_CLASS
// clang-format off
FixStyle(compatible/cd,FixCompatibleCD);
// clang-format on
#else

#ifndef LMP_FIX_COMPATIBLE_CD_H
#define LMP_FIX_COMPATIBLE_CD_H

#include "fix.h"
#include "host/packing.h"
#include "solvers/compatible_forces.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS {

/** Finds the contact forces that elastic grains would have in a packing at rest: step 2 of Olsen & Kamrin,
 *  arXiv:1805.07437, their (36) with the sign of the load corrected. Loads and forces are in force units, stress times
 *  volume is in pressure x volume. The fix takes positions and loads at setup, and at the end of each step that is a
 *  multiple of N. */
class FixCompatibleCD : public Fix {
 public:
  FixCompatibleCD(class LAMMPS *, int, char **);
  ~FixCompatibleCD() override;
  int setmask() override;
  void init() override;
  void init_list(int, class NeighList *) override;
  void setup(int) override;
  void min_setup(int) override;
  void end_of_step() override;
  double compute_vector(int) override;
  double memory_usage() override;

  void grow_arrays(int) override;
  void copy_arrays(int, int, int) override;
  void set_arrays(int) override;
  int pack_exchange(int, double *) override;
  int unpack_exchange(int, double *) override;
  int pack_forward_comm(int, int *, double *, int, int *) override;
  void unpack_forward_comm(int, int, double *) override;

  // --- for compute contact/force on the host; valid for the step of the last solve ---

  bigint last_step() const { return solved; }
  /** What has changed about the atoms of this process since the last solve: bits of VARDEM_NS::Change. */
  virtual int changes() const { return packing.changes(); }
  /** Says why the fix cannot find forces now; empty if it can. */
  std::string reason_not_to_solve() const;
  /** Finds the forces of the present step. All processes must call it. */
  void solve_now();
  bool is_law_hertz() const { return rules.law == VARDEM::HERTZ; }
  /** Calls f(contact, force) for each contact in the list of this process (VARDEM_NS::Packing::for_closed). */
  template <class F> void for_forces(const F &f) const;

 protected:
  enum { ERROR, WARN, IGNORE };
  enum { GRAVITY, VARIABLE };
  static constexpr int STRESS = 6, COLUMNS = 7;
  static constexpr double LEAST_TOLERANCE = 1e-14;

  VARDEM_NS::ContactRules rules;
  VARDEM_NS::Ghosts ghosts;
  VARDEM::SolverOptions options;
  int noconverge, load_from;
  bool direct;
  std::string load_variables[3];
  class NeighList *list;
  bool on_demand;    // a compute has asked for this solve
  bigint solved;     // step of the last solve
  double *
      *motion;    // of each atom: the solution of the last solve, with which the next one starts
  double **results;    // of each atom: array_atom
  double outputs[COLUMNS];

  VARDEM::ForceCertificate certificate;    // of the last solve

  // --- the steps of a solve, which the Kokkos variant replaces ---

  using Grains = std::vector<std::pair<double, tagint>>;    // size of a force, atom ID

  virtual void request_list();
  /** Makes the network of contacts from the present atoms. Returns the number of contacts of this process. */
  virtual bigint collect_contacts();
  /** Number of particles of this process that can move, after collect_contacts(). */
  virtual int free_particles() const { return packing.network.nrows; }
  /** Sets the loads of the rows, and zero for rows without contacts. */
  virtual void collect_loads();
  virtual VARDEM::SolverReport solve();
  /** Sets the stress of owned atoms, and their number of contacts that carry a force. */
  virtual void per_atom_results();
  virtual Grains residuals();

  /** Calls take(k, values of owned atoms) for each of the three variables of the load. */
  void evaluate_variables(const std::function<void(int, const std::vector<double> &)> &take);
  void require_finite(tagint wrong) const;
  double memory_of_atoms() const;
  void name_unsupported(Grains &grains) const;
  static bool is_useful(const VARDEM::SolverReport &report);

 private:
  using Space = VARDEM_NS::Packing::Space;

  VARDEM_NS::Packing packing;
  Space space;
  struct Solvers;
  std::unique_ptr<Solvers> solvers;
  const double *residual;                  // of each row, from the last solve
  std::vector<double> load, u;             // load of each row; motion of each column
  VARDEM::ProgressClock clock = {10.0};    // seconds
  bool busy;                               // the variables of the load are being evaluated
  bool warned;                             // that other fixes push, too
  bool other_atoms;                        // a command between runs has added or removed atoms

  void outdate_rows();
  void forget_in_computes();
  bool has_no_fixed() const;
  bigint next_evaluation() const;
  int parse(int, int, char **);
  int parse_load(int, int, char **);
  void evaluate();
  template <class AnyForces> VARDEM::SolverReport solve_by(AnyForces &);
  VARDEM::SolverReport solve_directly();
  void warn_of_other_loads();
  bool shares_grains(int otherbit) const;
  bool moves_ghosts_away(Fix *other) const;
  void require_order() const;
  bigint all_free_particles() const;
  void require_contacts(bigint mine) const;
  void add_gravity();
  void add_variables();
  void check_loads();
  void leave_out_unsupported();
  void conclude(const VARDEM::SolverReport &report);
  void not_converged(const std::string &what) const;
  std::string first_ten(Grains &grains, double part) const;
  void progress(const VARDEM::SolverReport &report);
};

template <class F> void FixCompatibleCD::for_forces(const F &f) const
{
  VARDEM::with_law(rules.law, [&](auto law) {
    packing.for_closed([&](const VARDEM_NS::Packing::Contact &c) {
      const double overlap =
          c.touch.overlap(&u[3 * packing.column[c.i]], &u[3 * packing.column[c.j]]);
      f(c, law.force(c.stiffness, overlap));
    });
  });
}

}    // namespace LAMMPS_NS
#endif
#endif
