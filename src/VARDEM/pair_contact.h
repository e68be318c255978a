/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_PAIR_CONTACT_H
#define LMP_PAIR_CONTACT_H

#include "host/contact_atoms.h"
#include "host/contact_coefficients.h"
#include "host/contact_loop.h"
#include "host/grain_radii.h"
#include "pair.h"

#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class FixDummy;
class FixNeighHistory;

/** What pair styles contact/hooke and contact/hertz share: all but the law of the normal force. */
class PairContact : public Pair {
 public:
  PairContact(class LAMMPS *, VARDEM::ContactLawKind);
  ~PairContact() override;
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
  void reset_dt() override;

 protected:
  const VARDEM::ContactLawKind kind;
  std::vector<VARDEM_NS::ContactCoefficients> input;    // of two types, (ntypes + 1)^2
  std::vector<VARDEM::SoftContact> laws;                // the same for the kernels
  bool springs, root,
      on_step;    // has any law a tangential spring, a dashpot by_root, velocity onstep?
  double dt;
  std::vector<double> inverse_mass;    // of owned and ghost atoms; 0 if frozen

  FixDummy *fix_dummy;    // keeps the place of fix_history in the list of fixes
  FixNeighHistory *fix_history;

  std::string name() const;
  int no_type() const;
  /** Flags of the request for the neighbor list. Set before: springs. */
  virtual int list_flags() const;
  /** Style of the fix that keeps the springs. */
  virtual const char *history_style() const { return "NEIGH_HISTORY"; }
  void take(const VARDEM_NS::ContactSums &);

  /** Runs the loop of a law over the contacts. */
  template <class NormalForce> void compute_law(int eflag, int vflag);

 private:
  VARDEM_NS::GrainRadii radii;

  void allocate();
  VARDEM_NS::ContactCoefficients &coefficients(int i, int j) { return input[i * no_type() + j]; }
  void require_attributes() const;
  void keep_history();
  template <class NormalForce, bool ROOT, VARDEM_NS::Springs SPRINGS, bool TALLY> void loop();
  void prepare();
  VARDEM_NS::ContactAtoms contact_atoms();
  VARDEM_NS::ContactList contact_list() const;
};

}    // namespace LAMMPS_NS
#endif
