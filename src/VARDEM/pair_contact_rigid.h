/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifdef PAIR_CLASS
// clang-format off
PairStyle(contact/rigid,PairContactRigid);
// clang-format on
#else

#ifndef LMP_PAIR_CONTACT_RIGID_H
#define LMP_PAIR_CONTACT_RIGID_H

#include "kernels/no_tension.h"
#include "pair.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

/** Coefficients of contacts of rigid grains, for the fixes that solve for their forces. It has no force of its own and asks for no
 *  neighbor list. extract() has the coefficients as full symmetric arrays over types: "stiffness" and "restitution" double **,
 *  "law", given as
 *  of dimension 1 for fix adapt to refuse it, int ** of VARDEM::ContactLawKind. */
class PairContactRigid : public Pair {
 public:
  PairContactRigid(class LAMMPS *);
  ~PairContactRigid() override;
  void compute(int, int) override;
  void settings(int, char **) override;
  void coeff(int, char **) override;
  void init_style() override;
  double init_one(int, int) override;
  void write_restart(FILE *) override;
  void read_restart(FILE *) override;
  void write_restart_settings(FILE *) override {}
  void read_restart_settings(FILE *) override {}
  void write_data(FILE *) override;
  void write_data_all(FILE *) override;
  void *extract(const char *, int &) override;

 private:
  struct Coefficients {
    double stiffness = 0.0;    // 0: not given
    double restitution = 0.0;
    int law = VARDEM::HOOKE;
  };

  double **stiffness, **restitution;
  int **law;
  std::vector<double> moving,
      frozen;    // largest radius of each type on all ranks, atoms yet to be inserted included

  void allocate();
  std::string name() const;
  Coefficients parse(int narg, char **arg) const;
  double number(const std::string &keyword, const char *text) const;
  Coefficients get(int i, int j) const;
  void set(int i, int j, const Coefficients &);
  std::string written(int i, int j) const;
  void include_inserted();
  void include_atoms();
};

}    // namespace LAMMPS_NS
#endif
#endif
