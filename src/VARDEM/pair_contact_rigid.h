// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifdef PAIR_CLASS
// clang-format off
PairStyle(contact/rigid,PairContactRigid);
// clang-format on
#else

#ifndef LMP_PAIR_CONTACT_RIGID_H
#define LMP_PAIR_CONTACT_RIGID_H

#include "host/atoms/grain_radii.h"
#include "host/interfaces/soft_contacts.h"
#include "pair.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

/** Holds the coefficients of contacts between rigid grains for the fixes that find their forces.
 *  The style computes no force and requests no neighbor list. VARDEM reads it by interface
 *  StiffContacts. For others, such as fix adapt, extract() gives the coefficients as full symmetric
 *  arrays over types: "stiffness", "restitution", "mu" and "rolling" are double **, "law" is int **
 *  of VARDEM::LawKind. extract() calls the law one-dimensional, so fix adapt refuses it. */
class PairContactRigid : public Pair, public VARDEM_NS::StiffContacts {
 public:
  PairContactRigid(class LAMMPS *);
  ~PairContactRigid() override;
  void compute(int eflag, int vflag) override { ev_init(eflag, vflag); }
  void settings(int, char **) override;
  void coeff(int, char **) override;
  void init_style() override;
  void setup() override;
  double init_one(int, int) override;
  void write_restart(FILE *) override;
  void read_restart(FILE *) override;
  void write_restart_settings(FILE *) override {}
  void read_restart_settings(FILE *) override {}
  void write_data(FILE *) override;
  void write_data_all(FILE *) override;
  void *extract(const char *, int &) override;
  Coefficients of_types(int itype, int jtype) const override;

 private:
  static constexpr int NUMBERS = 4;
  double **values[NUMBERS];    // of the coefficients that are numbers
  int **law;
  std::vector<bool> acting;    // on which types; with pair_coeff none of style hybrid not on all
  VARDEM_NS::GrainRadii radii;
  bool warned = false;    // that no fix finds the forces

  void allocate();
  Coefficients in_input(int i, int j) const;
  std::string name() const;
  void coeff_of_materials(int narg, char **arg);
  Coefficients parse(int narg, char **arg) const;
  void set(int i, int j, const Coefficients &);
  std::string written(int i, int j) const;
};

}    // namespace LAMMPS_NS
#endif
#endif
