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
#include "solvers/compatible_forces.h"
#include "vardem_packing.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS {

/** Contact forces that elastic grains would have in a packing at rest: step 2 of Olsen & Kamrin, arXiv:1805.07437, (36)
 *  corrected. Forces, loads and balance in force units; stress times volume in pressure x volume. Everything is of the
 *  positions and loads at the end of a step that is a multiple of N, or at setup. */
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

  // --- for compute contact/force, on the host, at the step of the last solve ---

  bigint last_step() const { return solved; }
  /** In what the atoms of this process differ from those of the last solve: bits of VardemChange. */
  virtual int changes() const { return packing.changes(); }
  /** Why forces of the present step cannot be found now, or "". */
  std::string reason_not_to_solve() const;
  /** Finds them; on all processes. */
  void solve_now();
  bool is_law_hertz() const { return rules.law == VARDEM::HERTZ; }
  /** f(contact, force) for each closed contact of this process' list (VardemPacking::for_closed). */
  template <class F> void for_forces(const F &f) const;

 protected:
  enum { ERROR, WARN, IGNORE };
  enum { GRAVITY, VARIABLE };
  static constexpr int STRESS = 6, COLUMNS = 7;
  static constexpr double LEAST_TOLERANCE = 1e-14;

  VardemContactRules rules;
  VardemGhosts ghosts;
  VARDEM::SolverOptions options;
  int noconverge, load_from;
  bool direct;
  std::string load_variables[3];
  class NeighList *list;
  bool on_demand;     // not at the end of a step
  bigint solved;      // step of the last solve
  double **motion;    // per atom: where the next solve starts; its overlaps are those of the forces
  double **results;    // per atom: array_atom
  double outputs[COLUMNS];

  VARDEM::ForceCertificate certificate;    // of the last solve

  // --- what a solve consists of; also on a device ---

  using Grains = std::vector<std::pair<double, tagint>>;    // each with a force

  virtual void request_list();
  /** The network of the atoms as they are. Returns its number of contacts on this process. */
  virtual bigint collect_contacts();
  /** Those of the rows; of rows without contacts: none. */
  virtual void collect_loads();
  virtual VARDEM::SolverReport solve();
  /** Stress and number of loaded contacts of owned atoms. */
  virtual void per_atom_results();
  virtual Grains residuals();

  /** take(k, values of owned atoms) for the three variables of the load. */
  void evaluate_variables(const std::function<void(int, const std::vector<double> &)> &take);
  void require_finite(tagint wrong) const;
  double memory_of_atoms() const;
  void name_unsupported(Grains &grains) const;
  static bool is_useful(const VARDEM::SolverReport &report);

 private:
  using Space = VardemPacking::Space;

  VardemPacking packing;
  Space space;
  struct Solvers;
  std::unique_ptr<Solvers> solvers;
  const double *residual;                  // of rows, of the last solve
  std::vector<double> load, u;             // of rows; of columns
  VARDEM::ProgressClock clock = {10.0};    // seconds
  bool busy, warned;                       // with variables; of other loads
  bool other_atoms;                        // than those of the last solve, between runs

  void outdate(class NeighList *);
  void outdate_rows();
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
    packing.for_closed([&](const VardemPacking::Contact &c) {
      const double overlap =
          c.touch.overlap(&u[3 * packing.column[c.i]], &u[3 * packing.column[c.j]]);
      f(c, law.force(c.stiffness, overlap));
    });
  });
}

}    // namespace LAMMPS_NS
#endif
#endif
